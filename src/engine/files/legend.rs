//! The legend of a map file: what its characters stand for.

use super::builtin::{Builtin, TERRAINS};
use super::map::{OWN_COLOUR, Sees, Step};
use crate::board::{Opacity, Terrain, TerrainId};
use crate::source::{Fault, Source};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use toml::Spanned;

/// A legend line: the name of a built-in, or a terrain of the map's own.
pub(super) enum Entry {
    Name(String),
    Own(Box<Own>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Own {
    name: Spanned<String>,
    #[serde(default)]
    cost: Step,
    #[serde(default)]
    sight: Sees,
    #[serde(default)]
    height: u8,
    #[serde(default)]
    cover: bool,
    hits: Option<Spanned<u8>>,
    becomes: Option<Spanned<String>>,
    #[serde(default)]
    water: bool,
    colour: Option<Spanned<String>>,
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = Entry;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of a built-in terrain or a table { name = … }")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Entry, E> {
                Ok(Entry::Name(name.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
                Own::deserialize(MapAccessDeserializer::new(map))
                    .map(|own| Entry::Own(Box::new(own)))
            }
        }
        deserializer.deserialize_any(Words)
    }
}

/// What a character or a name stands for while the list of terrains is made.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Means {
    Builtin(usize),
    Own(char),
}

pub(super) struct Legend<'a> {
    means: BTreeMap<char, Means>,
    own: BTreeMap<char, &'a Own>,
}

impl<'a> Legend<'a> {
    pub fn read(
        source: &Source,
        lines: &'a BTreeMap<Spanned<String>, Entry>,
    ) -> Result<Self, Fault> {
        let mut legend = Legend {
            means: BTreeMap::new(),
            own: BTreeMap::new(),
        };
        for (key, entry) in lines {
            let mut signs = key.get_ref().chars();
            let sign = match (signs.next(), signs.next()) {
                (Some(sign), None) if !sign.is_control() => sign,
                _ => {
                    let what = format!("legend key {:?} must be one character", key.get_ref());
                    return Err(source.fault(key.span(), what));
                }
            };
            let means = match entry {
                Entry::Name(name) => Means::Builtin(Builtin::named(name).ok_or_else(|| {
                    let known: Vec<_> = TERRAINS.iter().map(|t| t.name).collect();
                    source.fault(
                        key.span(),
                        format!("unknown terrain {name:?}; known: {}", known.join(", ")),
                    )
                })?),
                Entry::Own(own) => match own.same_as_builtin() {
                    Some(i) => Means::Builtin(i),
                    None => {
                        legend.own.insert(sign, own);
                        Means::Own(sign)
                    }
                },
            };
            legend.means.insert(sign, means);
        }
        Ok(legend)
    }

    /// What a character stands for.
    fn of(&self, sign: char) -> Option<Means> {
        let built_in = || {
            TERRAINS
                .iter()
                .position(|t| t.sign == sign)
                .map(Means::Builtin)
        };
        self.means.get(&sign).copied().or_else(built_in)
    }

    /// What a terrain's name stands for on this map: an own terrain, else a built-in.
    fn named(&self, name: &str) -> Option<Means> {
        let own = self.own.iter().find(|(_, own)| own.name.get_ref() == name);
        own.map(|(sign, _)| Means::Own(*sign))
            .or_else(|| Builtin::named(name).map(Means::Builtin))
    }

    /// What a terrain leaves when it is destroyed.
    fn leaves(&self, source: &Source, means: Means) -> Result<Option<Means>, Fault> {
        let own = match means {
            Means::Builtin(i) => return Ok(TERRAINS[i].becomes.and_then(|name| self.named(name))),
            Means::Own(sign) => self.own[&sign],
        };
        let Some(name) = &own.becomes else {
            return Ok(own.hits.as_ref().and_then(|_| self.named("rubble")));
        };
        match self.named(name.get_ref()) {
            Some(left) if left != means => Ok(Some(left)),
            Some(_) => Err(source.fault(
                name.span(),
                format!("{:?} cannot become itself", name.get_ref()),
            )),
            None => Err(source.fault(
                name.span(),
                format!(
                    "unknown terrain {:?}; name a built-in or another terrain of this legend",
                    name.get_ref()
                ),
            )),
        }
    }

    /// The map's list of terrains (built-ins first, then its own by character), and what each
    /// character stands for.
    pub fn resolve(
        &self,
        source: &Source,
        used: &[char],
    ) -> Result<(Vec<Terrain>, BTreeMap<char, TerrainId>), Fault> {
        let drawn: BTreeSet<char> = used.iter().copied().collect();
        let mut open: Vec<Means> = drawn.iter().filter_map(|sign| self.of(*sign)).collect();
        open.extend(self.means.values());
        let mut listed = BTreeSet::new();
        while let Some(means) = open.pop() {
            if listed.insert(means) {
                open.extend(self.leaves(source, means)?);
            }
        }
        if listed.len() > 256 {
            return Err(source.fault_under(
                &["legend"],
                format!("{} terrains, but the limit is 256", listed.len()),
            ));
        }
        let id = |means: &Means| {
            TerrainId(listed.iter().position(|m| m == means).expect("listed") as u8)
        };
        let mut signs: BTreeMap<Means, char> = BTreeMap::new();
        for (sign, means) in self.means.iter().rev() {
            signs.insert(*means, *sign); // the first character wins
        }
        for means in &listed {
            let Means::Builtin(i) = *means else { continue };
            let free =
                |sign: &char| !self.means.contains_key(sign) && !signs.values().any(|s| s == sign);
            if !signs.contains_key(means) {
                let spare = ('a'..='z').chain('A'..='Z').chain('\u{a1}'..'\u{2ff}');
                let is_default = |c: &char| TERRAINS.iter().any(|t| t.sign == *c);
                let spare = spare.filter(|c| !is_default(c));
                let sign = std::iter::once(TERRAINS[i].sign)
                    .chain(spare)
                    .find(free)
                    .expect("more signs than terrains");
                signs.insert(*means, sign);
            }
        }
        let mut terrains: Vec<Terrain> = Vec::with_capacity(listed.len());
        for means in &listed {
            let becomes = self.leaves(source, *means)?.as_ref().map(id);
            let terrain = match *means {
                Means::Builtin(i) => TERRAINS[i].terrain(signs[means], becomes),
                Means::Own(sign) => self.own[&sign].terrain(source, sign, becomes)?,
            };
            if let Some(twin) = terrains.iter().find(|t| t.name == terrain.name) {
                let Means::Own(sign) = *means else {
                    unreachable!("built-ins have different names")
                };
                let what = format!(
                    "two terrains of this map are called {:?} (characters {:?} and {sign:?}); give one another name",
                    twin.name, twin.sign
                );
                return Err(source.fault(self.own[&sign].name.span(), what));
            }
            terrains.push(terrain);
        }
        let drawn = drawn
            .into_iter()
            .filter_map(|sign| Some((sign, id(&self.of(sign)?))));
        Ok((terrains, drawn.collect()))
    }
}

impl Own {
    /// The built-in this table repeats in every value, if it does.
    fn same_as_builtin(&self) -> Option<usize> {
        let i = Builtin::named(self.name.get_ref())?;
        let built_in = TERRAINS[i].terrain(' ', None);
        let colour = match &self.colour {
            Some(colour) => parse_colour(colour.get_ref())?,
            None => OWN_COLOUR,
        };
        let same = self.cost.0 == built_in.cost
            && Opacity::from(self.sight) == built_in.sight
            && (self.height, self.cover, self.water)
                == (built_in.height, built_in.cover, built_in.water)
            && self.hits.is_none()
            && self.becomes.as_ref().map(|b| b.get_ref().as_str()) == TERRAINS[i].becomes
            && colour == built_in.colour
            && !built_in.void;
        same.then_some(i)
    }

    fn terrain(
        &self,
        source: &Source,
        sign: char,
        becomes: Option<TerrainId>,
    ) -> Result<Terrain, Fault> {
        if self.name.get_ref().trim().is_empty() {
            return Err(source.fault(self.name.span(), "a terrain's name cannot be empty"));
        }
        if self.name.get_ref() == "void" {
            return Err(source.fault(
                self.name.span(),
                "void cannot be changed; write \"void\" instead of a table",
            ));
        }
        if let Some(hits) = self.hits.as_ref().filter(|h| *h.get_ref() == 0) {
            return Err(source.fault(
                hits.span(),
                "hits is 0, expected 1 to 255 (leave it out if each space is destroyed on its own)",
            ));
        }
        let colour = match &self.colour {
            None => OWN_COLOUR,
            Some(colour) => parse_colour(colour.get_ref()).ok_or_else(|| {
                source.fault(
                    colour.span(),
                    format!("colour is {:?}, expected \"#rrggbb\"", colour.get_ref()),
                )
            })?,
        };
        Ok(Terrain {
            name: self.name.get_ref().clone(),
            sign,
            cost: self.cost.0,
            water: self.water,
            void: false,
            sight: self.sight.into(),
            height: self.height,
            cover: self.cover,
            hits: self.hits.as_ref().map(|h| *h.get_ref()),
            becomes,
            colour,
        })
    }
}

pub(super) fn parse_colour(text: &str) -> Option<u32> {
    let digits = text
        .strip_prefix('#')
        .filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}
