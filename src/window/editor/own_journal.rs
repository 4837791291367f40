//! The journal that an editor alone writes, whoever else draws on the same map.

use crate::store::disk::Hold;
use crate::store::own;

/// The journal of a map that has no file yet.
pub(super) const NEW: &str = "new";

/// How many journals of one map are looked for.
const LOOKED_FOR: u32 = 64;

/// This editor's journal, locked while this lives: another editor of the same map uses another.
pub(super) struct OwnJournal {
    /// The name of all journals of this map, without their number.
    of: String,
    number: u32,
    /// Whether it has been begun.
    pub begun: bool,
    /// Whether another editor has one of the same map.
    pub shared: bool,
    /// Whether other unlocked journals have content.
    pub more: bool,
    _hold: Hold,
}

fn named(of: &str, number: u32) -> String {
    match number {
        1 => format!("drafts/{of}.jsonl"),
        n => format!("drafts/{of}.{n}.jsonl"),
    }
}

impl OwnJournal {
    /// The journal to resume: the first unlocked one that has content, else
    /// the first that is free.
    pub fn left(of: &str) -> Self {
        Self::choose(of, true)
    }
    /// A journal with nothing in it.
    pub fn fresh(of: &str) -> Self {
        Self::choose(of, false)
    }
    fn choose(of: &str, left: bool) -> Self {
        let (mut found, mut free) = (None, None);
        let (mut shared, mut more) = (false, false);
        for number in 1.. {
            let name = named(of, number);
            let begun = own::exists(&name);
            if number > LOOKED_FOR && free.is_some() {
                break;
            }
            // it was never locked
            if !begun && free.is_some() && !own::exists(&own::lock_name(&name)) {
                continue;
            }
            match own::hold(&name) {
                None => shared = true,
                Some(hold) if begun && left && found.is_none() => found = Some((number, hold)),
                Some(_) if begun => more = true,
                Some(hold) => {
                    free.get_or_insert((number, hold));
                }
            }
        }
        let (number, hold) = found.or(free).expect("one is free");
        Self {
            of: of.to_owned(),
            number,
            begun: false,
            shared,
            more,
            _hold: hold,
        }
    }
    /// Its name in our folder.
    pub fn name(&self) -> String {
        named(&self.of, self.number)
    }
    /// The name in our folder of something else that is kept for this editor alone.
    pub fn beside(&self, what: &str) -> String {
        format!("{}.{what}", self.name().trim_end_matches(".jsonl"))
    }
    /// Whether it is one of the journals of this map.
    pub fn is_of(&self, of: &str) -> bool {
        self.of == of
    }
    /// Continues under the name of another map.
    pub fn moved(&mut self, of: &str) {
        let mut other = Self::fresh(of);
        if self.begun {
            own::rename(&self.name(), &other.name());
        }
        other.begun = self.begun;
        *self = other;
    }
    /// Deletes it.
    pub fn forget(&mut self) {
        if self.begun {
            own::remove(&self.name());
            self.begun = false;
        }
    }
    /// A message about other editors of the same map.
    pub fn others(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.shared {
            said.push(
                "Another window is editing this map too. Each window has its own changes. The last \
                 one to save writes the file; the other version is kept beside it.",
            );
        }
        if self.more {
            said.push("There are more unsaved changes to this map: open it again to see them.");
        }
        (!said.is_empty()).then(|| said.join(" "))
    }
}
