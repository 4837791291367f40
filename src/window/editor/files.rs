//! Where maps come from and go to, and the journal that outlives a killed editor.

use super::own_journal::{NEW, OwnJournal};
use super::{Dialog, Editor, dialogs};
use crate::board::{GridKind, Map};
use crate::draft::{Draft, Journal, Plan, Scene, Sheet, kept, kept_plan, replay};
use crate::store::beside as beside_file;
use crate::store::import::{self, How};
use crate::store::library::{MAPS, SCENARIOS, is_foreign};
use crate::store::{backup, disk, own};
use crate::window::backdrop;
use crate::window::dialog::{self, Naming};
use crate::window::error::WindowError;
use crate::window::export_map::ExportMap;
use crate::window::file_name::{self, NameError};
use crate::window::message::Message;

impl Editor {
    /// A new map; the one that was being drawn when the editor was killed, if there is one.
    pub fn make() -> Self {
        let (mut editor, is_new) = Self::left(NEW, None, "my-map", None, || {
            Draft::new(Sheet::fresh("New map", GridKind::Square, 24, 20).map())
        });
        if is_new {
            editor.asked = Some(dialogs::fresh());
        }
        editor
    }

    /// A map there is, or the map of a scenario, by name or file, as it was left.
    ///
    /// # Errors
    /// When it cannot be found or read.
    pub fn open(name: &str) -> Result<Self, WindowError> {
        if is_foreign(name) {
            return Self::open_foreign(name);
        }
        let is_scenario = name.ends_with(".scenario.toml")
            || (MAPS.open(name).is_err() && SCENARIOS.open(name).is_ok());
        if is_scenario {
            return Self::open_scenario(name);
        }
        Self::open_map(name, None, None)
    }

    fn open_scenario(name: &str) -> Result<Self, WindowError> {
        let found = SCENARIOS.open(name)?;
        let plan = Plan::read(&found.source)?;
        let beside = found.path.as_ref().and_then(|path| {
            let beside = path.with_file_name(plan.map.as_ref()?);
            disk::is_file(&beside).then(|| beside.display().to_string())
        });
        let Some(map) = beside.or(plan.map.clone()) else {
            return Err(WindowError::FitsAnyMap(name.to_owned()));
        };
        let scene = Scene {
            file: found.path.as_ref().map(|p| p.display().to_string()),
            plan,
        };
        let text = found.path.is_some().then(|| found.source.text.clone());
        Self::open_map(&map, Some(scene), text)
    }

    /// A map of another program: it becomes a new map.
    fn open_foreign(name: &str) -> Result<Self, WindowError> {
        let opened = import::open(name, &How::default())?;
        let path = std::path::Path::new(name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = file_name::stem(&stem).unwrap_or_else(|_| "my-map".to_owned());
        let journal = format!("imported-{}", own::word_for(path));
        let map = opened.map.clone();
        let (mut editor, is_new) = Self::left(&journal, None, &stem, Some(&map), || {
            Draft::with(map.clone(), None)
        });
        editor.file.first = (None, map, None);
        if is_new && editor.message.is_none() {
            editor.message = import::counted(&opened.notes, name).map(Message::Done);
        }
        editor.take_picture(name);
        Ok(editor)
    }

    /// Reads the picture under the grid of a file, and says if it cannot be read.
    fn take_picture(&mut self, file: &str) {
        if let Err(why) = backdrop::load(file, self.board.map()) {
            self.message = Some(Message::refused(why));
        }
    }

    fn open_map(
        name: &str,
        scene: Option<Scene>,
        plan: Option<String>,
    ) -> Result<Self, WindowError> {
        let found = MAPS.open(name)?;
        let map = crate::files::map::read(&found.source)?;
        let (journal, stem) = match &found.path {
            Some(path) => (own::word_for(path), found.name.clone()),
            None => (
                format!("built-in-{}", found.name),
                format!("my-{}", found.name),
            ),
        };
        let text = found.path.is_some().then(|| found.source.text.clone());
        let built_in = found.path.is_none().then(|| found.name.clone());
        let (mut editor, _) = Self::left(&journal, found.path, &stem, Some(&map), || {
            Draft::with(map.clone(), scene.clone())
        });
        editor.file.text = text;
        editor.stage.text = plan;
        editor.tabs.on_scene = editor.draft.sheet().scene.is_some();
        editor.file.first = (built_in, map, scene);
        if let Some(path) = editor.file.path.clone() {
            editor.take_picture(&path.display().to_string());
        }
        Ok(editor)
    }

    /// What scenarios call the map, once it has a file or while it is one that comes with the
    /// program.
    pub(super) fn stem_of_map(&self) -> Option<String> {
        match &self.file.path {
            None => self.file.first.0.clone(),
            Some(path) => {
                let name = path.file_name()?.to_string_lossy().into_owned();
                Some(name.trim_end_matches(".toml").to_owned())
            }
        }
    }

    /// Whether the map itself is the one that comes with the program.
    fn is_built_in(&self) -> bool {
        self.file.path.is_none()
            && self.file.first.0.is_some()
            && self.draft.sheet().map() == self.file.first.1
    }

    /// What was drawn on a map and not saved, by an editor that lives no more; else it is begun,
    /// and true.
    fn left(
        journal: &str,
        path: Option<std::path::PathBuf>,
        stem: &str,
        file: Option<&Map>,
        begin: impl FnOnce() -> Draft,
    ) -> (Self, bool) {
        let (mut editor, is_new) = loop {
            let mine = OwnJournal::left(journal);
            let (name, more) = (mine.name(), mine.more);
            match Self::reopened(mine, path.clone(), stem, file) {
                Ok(Some(editor)) => break (editor, false),
                // all of that one was saved
                Ok(None) if more && !own::exists(&name) => {}
                none => {
                    let mut editor =
                        Self::of(begin(), path, stem.to_owned(), OwnJournal::fresh(journal));
                    editor.message = none.err().map(Message::refused);
                    break (editor, true);
                }
            }
        };
        if let Some(others) = editor.journal.others() {
            editor.message = Some(Message::Refused(match editor.message.take() {
                Some(Message::Done(said) | Message::Refused(said)) => format!("{said} {others}"),
                None => others,
            }));
        }
        (editor, is_new)
    }

    /// The unsaved changes in a journal; `None` if all of it was saved.
    ///
    /// # Errors
    /// It cannot be read; it was put aside, where that is said.
    fn reopened(
        mine: OwnJournal,
        path: Option<std::path::PathBuf>,
        stem: &str,
        file: Option<&Map>,
    ) -> Result<Option<Self>, WindowError> {
        let journal = &mine.name();
        let Some(text) = own::load(journal) else {
            return Ok(None);
        };
        let retold = match replay(&text) {
            Ok(retold) => retold,
            // kept for whoever can make something of it
            Err(why) => {
                let aside = own::damaged(journal);
                own::rename(journal, &aside);
                let why = why.to_string();
                return Err(WindowError::Journal { why, aside });
            }
        };
        if retold.draft.is_saved() {
            own::remove(journal);
            return Ok(None);
        }
        let mut said = mended(journal, &text, retold.read);
        let now = retold.draft.sheet().map();
        let others =
            path.is_some() && file.is_some_and(|file| *file != retold.saved && *file != now);
        if others {
            said.get_or_insert_default().push_str(CHANGED);
        }
        let mut editor = Self::of(retold.draft, path, stem.to_owned(), mine);
        editor.journal.begun = true;
        editor.file.others = others;
        editor.message = Some(match said {
            Some(said) => Message::Refused(format!("{}{said}", dialog::REOPENED)),
            None => Message::Done(dialog::REOPENED.to_owned()),
        });
        Ok(Some(editor))
    }

    /// Writes down what has been done since the last time.
    pub(super) fn write_journal(&mut self) {
        let lines = self.draft.take_lines();
        if lines.is_empty() {
            return;
        }
        let mut text = String::new();
        if !self.journal.begun {
            // nothing but this first gesture has changed the map since it was opened or saved
            let file = self.file.path.as_ref().map(|p| p.display().to_string());
            let mut journal = Journal::new(&self.file.first.1, file);
            journal.scene = self.file.first.2.clone();
            text += &journal.line();
            text.push('\n');
        }
        for line in lines {
            text += &line;
            text.push('\n');
        }
        match own::append(&self.journal.name(), &text) {
            Ok(()) => self.journal.begun = true,
            Err(why) => {
                self.message = Some(Message::Refused(format!(
                    "unsaved changes cannot be stored: {why}"
                )))
            }
        }
    }

    pub(super) fn save(&mut self) {
        if self.is_built_in() && self.plan().is_some() {
            // only a scenario was made on it
            let scene = self.save_scene().map(|said| {
                self.saved();
                said.unwrap_or_default()
            });
            self.message = Some(scene.into());
            return;
        }
        let Some(path) = self.file.path.clone() else {
            self.name_it();
            return;
        };
        let map = self.draft.sheet().map();
        let (text, lost) = kept(&map, self.file.text.as_deref());
        let others = self.file.others || backup::has_changed(&path, self.file.text.as_deref());
        let saved = match backup::write_over(&path, text.as_bytes(), others) {
            Ok(backup) => {
                self.file.text = Some(text);
                self.file.others = false;
                let scene = self.save_scene();
                if scene.is_ok() {
                    self.saved();
                }
                let mut said = format!("saved in {}", path.display());
                if let Some(backup) = backup {
                    let others = if others {
                        ", changed by another program,"
                    } else {
                        ""
                    };
                    let backup = beside(&backup, Some(&path));
                    said += &format!("; the previous file{others} is kept as {backup}");
                }
                said += &unkept(&lost);
                match scene {
                    Ok(more) => Ok(said + &more.map_or(String::new(), |m| format!("; {m}"))),
                    Err(why) => Err(why),
                }
            }
            Err(error) => Err(error.into()),
        };
        self.message = Some(saved.into());
    }

    /// All of it is in its files.
    fn saved(&mut self) {
        self.draft.mark_saved();
        self.write_journal();
    }

    /// Saves the scenario, if there is one, beside the map or in the data folder. Returns the message.
    fn save_scene(&mut self) -> Result<Option<String>, WindowError> {
        let Some(Scene { file, plan }) = self.draft.sheet().scene.clone() else {
            return Ok(None);
        };
        let folder = self.file.path.as_ref().and_then(|path| path.parent());
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => own::path("maps")?,
        };
        let (path, fresh) = match &file {
            Some(file) => (std::path::PathBuf::from(file), false),
            None => {
                let stem = file_name::stem(&plan.name)?;
                (folder.join(format!("{stem}.scenario.toml")), true)
            }
        };
        if fresh && disk::exists(&path) && self.stage.saved.as_ref() != Some(&path) {
            return Err(NameError::ScenarioTaken(path).into());
        }
        // by its name where names are known, else by the file beside it
        let beside_own = self.file.path.as_ref().and_then(|p| p.parent());
        let named = self.file.path.is_none() || beside_own == own::path("maps").ok().as_deref();
        let stem = self.stem_of_map();
        let plan = Plan {
            map: match (named, stem) {
                (true, stem) => stem,
                (false, stem) => stem.map(|stem| format!("{stem}.toml")),
            },
            ..plan
        };
        let (text, lost) = kept_plan(&plan, self.stage.text.as_deref());
        let others = backup::has_changed(&path, self.stage.text.as_deref());
        backup::write_over(&path, text.as_bytes(), others)?;
        self.stage.text = Some(text);
        self.stage.saved = Some(path.clone());
        let scene = Scene {
            file: Some(path.display().to_string()),
            plan,
        };
        if self.draft.sheet().scene.as_ref() != Some(&scene) {
            self.carry_out(&[crate::draft::Op::Scene {
                scene: Some(Box::new(scene)),
            }]);
        }
        let place = beside(&path, self.file.path.as_deref());
        Ok(Some(format!(
            "the scenario is saved in {place}{}",
            unkept(&lost)
        )))
    }

    /// Asks how the map is to be exported.
    pub(super) fn export(&mut self) -> Dialog {
        let map = self.draft.sheet().map();
        let path = self.file.path.as_ref();
        let named = map.credit.picture.as_ref();
        let picture = path.zip(named).map(|(path, named)| {
            let found = beside_file::picture(path, &named.file);
            found.map(|found| found.bytes)
        });
        let picture = picture.transpose().unwrap_or_else(|why| {
            self.message = Some(Message::refused(why));
            None
        });
        let export = ExportMap::new(map, picture, &self.file.stem, false);
        Dialog::Export(Box::new(export))
    }

    pub(super) fn name_it(&mut self) {
        let stem = match file_name::stem(&self.draft.sheet().head.name) {
            Ok(stem)
                if self.file.path.is_none() && !MAPS.shipped.iter().any(|(n, _)| *n == stem) =>
            {
                stem
            }
            _ => self.file.stem.clone(),
        };
        self.asked = Some(Dialog::Name(Naming::new("Save this map as", "Save", stem)));
    }

    pub(super) fn save_as(&mut self, name: &str) -> Result<(), WindowError> {
        let stem = file_name::stem(name)?;
        let path = own::path(&format!("maps/{stem}.toml"))?;
        if disk::exists(&path) && self.file.path.as_ref() != Some(&path) {
            return Err(NameError::MapTaken(stem).into());
        }
        if let Some(picture) = &self.draft.sheet().head.picture
            && let Some(picture) = backdrop::save_beside(picture, &path)?
        {
            let head = crate::draft::Head {
                picture: Some(picture),
                ..self.draft.sheet().head.clone()
            };
            self.carry_out(&[crate::draft::Op::Head(head)]);
        }
        let before = self.file.text.take();
        let (text, lost) = kept(&self.draft.sheet().map(), before.as_deref());
        disk::write(&path, text.as_bytes())?;
        let said = format!("saved as {}{}", path.display(), unkept(&lost));
        self.message = Some(Message::Done(said));
        self.file.text = Some(text);
        let journal = own::word_for(&path);
        if !self.journal.is_of(&journal) {
            self.journal.moved(&journal);
        }
        self.file.path = Some(path);
        self.file.stem = stem;
        match self.save_scene() {
            Ok(more) => {
                self.saved();
                if let (Some(more), Some(Message::Done(said))) = (more, &mut self.message) {
                    *said += &format!("; {more}");
                }
            }
            Err(why) => self.message = Some(Message::refused(why)),
        }
        Ok(())
    }
}

/// Message if the file has changed since its journal was begun.
const CHANGED: &str = " Another program has changed the file since then. Saving replaces the file and keeps \
     its version beside it; leaving without saving keeps the file.";

/// Cuts a damaged journal to its readable part, so that it can be resumed. Returns a message
/// for the player, if anything was lost.
fn mended(journal: &str, text: &str, read: usize) -> Option<String> {
    let (good, bad) = text.split_at(read);
    if bad.is_empty() && good.ends_with('\n') {
        return None;
    }
    // one line that was being written is the gesture that was being made
    let torn = bad.lines().count() <= 1 && !bad.ends_with('\n');
    let aside = (!torn).then(|| own::damaged(journal));
    let kept = match &aside {
        Some(aside) => own::write(aside, text).map(|_| ()),
        None => Ok(()),
    };
    let good = format!("{}\n", good.trim_end_matches('\n'));
    match kept.and_then(|()| own::write(journal, &good)) {
        Err(why) => Some(format!(" Unsaved changes cannot be stored: {why}.")),
        Ok(_) => aside.map(|a| {
            format!(" Changes after a damaged line could not be restored; they are kept in {a}.")
        }),
    }
}

/// A file in few words: its name alone where it lies beside another that was named in full.
fn beside(path: &std::path::Path, other: Option<&std::path::Path>) -> String {
    match path.file_name() {
        Some(name) if other.is_some_and(|o| o.parent() == path.parent()) => {
            name.to_string_lossy().into_owned()
        }
        _ => path.display().to_string(),
    }
}

/// The end of the message after saving, if comments of the file belonged to removed parts.
fn unkept(lost: &[String]) -> String {
    /// How many are named, and how much of each.
    const NAMED: (usize, usize) = (4, 60);
    let named = lost.iter().take(NAMED.0).map(|comment| {
        let short: String = comment.chars().take(NAMED.1).collect();
        match short.len() < comment.len() {
            true => short + "...",
            false => short,
        }
    });
    let named = named.collect::<Vec<_>>().join("; ");
    let more = match lost.len().saturating_sub(NAMED.0) {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    match lost.len() {
        0 => String::new(),
        1 => format!("; one comment of the file is lost: {named}"),
        n => format!("; {n} comments of the file are lost: {named}{more}"),
    }
}
