//! The program in a browser: what its address asks for, and what the page is told after each frame.

use super::app::App;
use super::script::{self, Stop};
use super::{Ended, Options, link, open};
use crate::store::disk;
use crate::store::page::{self, Said, Told};
use std::path::{Path, PathBuf};

/// Runs the program in the page around it, or in a worker, which has no page.
pub fn run() {
    let work = page::told(Told::Work);
    if !work.is_empty() {
        watch_refusals();
        if let Err(why) = super::work::serve(&work) {
            page::say(Said::Refused, &why.to_string());
        }
        return;
    }
    let address = page::told(Told::Address);
    let app = match (link::record(&address), link::read(&address)) {
        (Ok(Some(record)), _) => App::shown(&record),
        (Ok(None), Ok(Some(options))) => App::linked(&options),
        (Ok(None), Ok(None)) => App::new(None),
        (Err(fault), _) | (_, Err(fault)) => App::told(fault.to_string()),
    };
    let script = page::told(Told::Script);
    let options = Options {
        script: (!script.is_empty()).then(|| ("script".to_owned(), script, PathBuf::new())),
        ..Options::default()
    };
    let scripted = options.script.is_some();
    if let Err(fault) = script::checked(&options) {
        return end(scripted, &fault.to_string());
    }
    if let Err(fault) = open(app, &options) {
        end(scripted, &fault.to_string());
    }
}

/// Tells the page how a script ended, or why the program did.
fn end(scripted: bool, fault: &str) {
    match scripted {
        true => page::say(Said::Title, &format!("skirmish: script failed: {fault}")),
        false => page::say(Said::Fault, fault),
    }
}

/// The program has ended: `scripted` if a script ran it.
pub(super) fn ended(end_of: &Ended, scripted: bool) {
    match end_of {
        Ended::Script(stop) => {
            let (Stop::Wrong(fault) | Stop::NotSo(fault)) = stop;
            end(true, fault);
        }
        Ended::Failed(fault) => end(scripted, &fault.to_string()),
        Ended::Closed if scripted => page::say(Said::Title, "skirmish: script done"),
        Ended::Closed => page::say(Said::Fault, "It was closed."),
    }
}

/// Faults of the program are shown on the page.
pub(super) fn watch_faults() {
    std::panic::set_hook(Box::new(|fault| page::say(Said::Fault, &fault.to_string())));
}

/// Faults of a worker are told to the page.
fn watch_refusals() {
    std::panic::set_hook(Box::new(|fault| {
        page::say(Said::Refused, &fault.to_string())
    }));
}

/// What the page has been told.
#[derive(Default)]
pub(super) struct Page {
    begun: bool,
    lines: usize,
}

impl Page {
    /// Exchanges with the page what has changed since the last frame.
    pub(super) fn exchange(&mut self, app: &mut App) {
        if !std::mem::replace(&mut self.begun, true) {
            page::say(Said::Begun, "");
        }
        let (lines, all) = app.log_from(self.lines);
        for line in lines {
            page::say(Said::Log, &line);
        }
        self.lines = all;
        let trouble = page::told(Told::Trouble);
        if !trouble.is_empty() {
            app.notice_of(trouble);
        }
        while let Some((name, bytes)) = page::given() {
            app.take_in(&name, &bytes);
        }
    }
}

/// Hands a file out that the program has written.
pub(super) fn download(path: &Path) {
    const MOST: u64 = 1 << 30;
    if let Ok(bytes) = disk::bytes(path, MOST, "a file") {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        page::download(&name, &bytes);
    }
}

/// Makes a link the address of the page and puts all of it on the clipboard.
pub(super) fn take_link(link: &str) {
    page::say(Said::Address, link);
}
