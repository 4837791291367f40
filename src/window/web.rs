//! The program in a browser: what its address asks for.

use super::app::App;
use super::link;
use super::options::Options;
use super::script::read;
use super::shell::open;
use super::shell::page::{end, watch_refusals};
use crate::store::page::{self, Message, Query};
use std::path::PathBuf;

/// Runs the program in the page around it, or in a worker, which has no page.
pub fn run() {
    let work = page::ask(Query::Work);
    if !work.is_empty() {
        watch_refusals();
        if let Err(why) = super::work::serve(&work) {
            page::send(Message::Refused, &why.to_string());
        }
        return;
    }
    let address = page::ask(Query::Address);
    let app = match (link::record(&address), link::read(&address)) {
        (Ok(Some(record)), _) => App::shown(&record),
        (Ok(None), Ok(Some(options))) => App::linked(&options),
        (Ok(None), Ok(None)) => App::new(None),
        (Err(fault), _) | (_, Err(fault)) => App::with_message(fault.to_string()),
    };
    let script = page::ask(Query::Script);
    let scripted = !script.is_empty();
    if let Err(fault) = read("script", &script) {
        return end(scripted, &fault.to_string());
    }
    let options = Options {
        script: scripted.then(|| ("script".to_owned(), script, PathBuf::new())),
        ..Options::default()
    };
    if let Err(fault) = open(app, &options) {
        end(scripted, &fault.to_string());
    }
}
