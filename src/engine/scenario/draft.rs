//! A scenario file as it is written.

use crate::battle::{Aim, Deploy, Solo, Victory};
use serde::Deserialize;
use toml::Spanned;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    pub(super) format: Spanned<String>,
    pub(super) name: Spanned<String>,
    pub(super) notes: Option<String>,
    pub(super) map: Option<Spanned<String>>,
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) budgets: Option<Spanned<String>>,
    pub(super) scale: Option<Spanned<String>>,
    pub(super) rounds: Option<Spanned<toml::Value>>,
    #[serde(default)]
    pub(super) aim: Aim,
    pub(super) victory: Option<Victory>,
    pub(super) deploy: Option<Deploy>,
    pub(super) solo: Option<Solo>,
    pub(super) exits: Option<bool>,
    pub(super) round: Option<Spanned<u16>>,
    pub(super) step: Option<Spanned<String>>,
    pub(super) turn: Option<Spanned<u8>>,
    pub(super) first: Option<Spanned<u8>>,
    #[serde(default)]
    pub(super) side: Vec<Spanned<SideDraft>>,
    #[serde(default)]
    pub(super) item: Vec<ItemDraft>,
    #[serde(default)]
    pub(super) device: Vec<DeviceDraft>,
    #[serde(default)]
    pub(super) figure: Vec<Spanned<FigureDraft>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideDraft {
    pub(super) seat: Option<Spanned<u8>>,
    pub(super) team: Option<Spanned<u8>>,
    pub(super) role: Option<Spanned<String>>,
    pub(super) budget: Option<Spanned<toml::Value>>,
    pub(super) force: Option<Spanned<String>>,
    pub(super) zone: Option<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ItemDraft {
    pub(super) name: Spanned<String>,
    pub(super) at: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) points: u8,
    pub(super) guard: Option<Spanned<u8>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviceDraft {
    pub(super) name: Spanned<String>,
    pub(super) at: Spanned<String>,
    pub(super) effect: Spanned<String>,
    #[serde(default)]
    pub(super) from_air: bool,
    pub(super) skill: Option<String>,
    pub(super) again: Option<bool>,
    pub(super) side: Option<Spanned<u8>>,
    pub(super) guard: Option<Spanned<u8>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureDraft {
    pub(super) side: Spanned<u8>,
    pub(super) unit: Spanned<toml::Value>,
    pub(super) at: Option<Spanned<String>>,
    pub(super) facing: Option<Spanned<String>>,
    pub(super) mounted_on: Option<Spanned<toml::Value>>,
    #[serde(default)]
    pub(super) aloft: bool,
    #[serde(default)]
    pub(super) out: bool,
    #[serde(default)]
    pub(super) reserve: bool,
    #[serde(default)]
    pub(super) hits: u8,
}
