//! Why a script stopped.

/// Why a script came to a stop, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The window is not as the line has it: there is no such control, it is switched off, the text
    /// is not on the screen.
    NotSo(String),
    /// The line makes no sense on this board, or what it asks for cannot be written.
    Wrong(String),
}

impl Stop {
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            Stop::NotSo(what) => Stop::NotSo(format!("{place}: {what}")),
            Stop::Wrong(what) => Stop::Wrong(format!("{place}: {what}")),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Stop::NotSo(what) | Stop::Wrong(what)) = self;
        f.write_str(what)
    }
}
