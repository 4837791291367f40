//! A map as files for other programs, as a picture, or for paper.

use crate::board::Map;
use crate::store::Failure;
use crate::store::export::{Target, Written, written};
use crate::window::platform::Work;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a map is exported as.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub enum As {
    /// The format that the ending of its file names.
    File,
    /// An SVG drawing, or pages as PDF.
    #[cfg(feature = "print")]
    Paper(super::paper::OnPaper, bool),
}

/// Makes the files of a map.
#[derive(Serialize, Deserialize)]
pub struct Export {
    /// The map.
    #[serde(with = "super::as_file")]
    pub map: Map,
    /// The picture under its grid.
    pub picture: Option<Bytes>,
    /// What it is exported as.
    pub form: As,
    /// The file.
    pub to: PathBuf,
}

/// The content of a file.
#[derive(Clone, Serialize, Deserialize)]
pub struct Bytes(#[serde(with = "super::as_text")] pub Vec<u8>);

/// The files of a map.
#[derive(Serialize, Deserialize)]
pub struct Exported {
    /// Their paths and contents, the map itself first.
    pub files: Vec<(PathBuf, Bytes)>,
    /// What the format cannot hold.
    pub notes: Vec<String>,
}

impl Work for Export {
    type Output = Exported;
    const NAME: &'static str = "export";

    fn run(self, report: &mut dyn FnMut(Option<Exported>) -> bool) -> Result<(), Failure> {
        let picture = self.picture.map(|bytes| bytes.0);
        let made = match self.form {
            As::File => written(&self.map, Target::of(&self.to)?, &self.to, picture)?,
            #[cfg(feature = "print")]
            As::Paper(paper, pages) => paper.written(&self.map, picture.as_deref(), pages)?,
        };
        report(Some(exported(self.to, made)));
        Ok(())
    }
}

fn exported(to: PathBuf, made: Written) -> Exported {
    let beside = made
        .beside
        .into_iter()
        .map(|(path, bytes)| (path, Bytes(bytes)));
    Exported {
        files: std::iter::once((to, Bytes(made.bytes)))
            .chain(beside)
            .collect(),
        notes: made.notes.all().iter().map(ToString::to_string).collect(),
    }
}
