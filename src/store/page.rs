//! What the page around the program does for it in a browser: it keeps files, hands files in and
//! out, tells the address, and says aloud what the log says. `src/page/page.js` is the other half.

use std::path::Path;

// The functions of the page read and write the memory they are given and keep none of it.
#[allow(unsafe_code)]
mod page {
    unsafe extern "C" {
        pub safe fn skirmish_files() -> u32;
        pub safe fn skirmish_file_name(file: u32, to: *mut u8, most: u32) -> u32;
        pub safe fn skirmish_file_bytes(file: u32, to: *mut u8, most: u32) -> u32;
        pub safe fn skirmish_file_time(file: u32) -> f64;
        pub safe fn skirmish_keep(name: *const u8, name_len: u32, bytes: *const u8, len: u32);
        pub safe fn skirmish_add(name: *const u8, name_len: u32, bytes: *const u8, len: u32);
        pub safe fn skirmish_remove(name: *const u8, name_len: u32);
        pub safe fn skirmish_text(what: u32, to: *mut u8, most: u32) -> u32;
        pub safe fn skirmish_say(what: u32, text: *const u8, len: u32);
        pub safe fn skirmish_download(name: *const u8, name_len: u32, bytes: *const u8, len: u32);
        pub safe fn skirmish_dots() -> f32;
        pub safe fn skirmish_is_touched() -> u32;
        pub safe fn skirmish_now() -> f64;
        pub safe fn skirmish_ask_for_file();
        pub safe fn skirmish_given(to: *mut u8, most: u32) -> u32;
        pub safe fn skirmish_begin(work: *const u8, len: u32) -> u32;
        pub safe fn skirmish_worked(worker: u32, to: *mut u8, most: u32) -> u32;
        pub safe fn skirmish_is_over(worker: u32) -> u32;
        pub safe fn skirmish_stop(worker: u32);
    }
}

/// What the page can be asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Query {
    /// What stands behind `#` in the address.
    Address = 0,
    /// Why files can no longer be kept; empty while they can. It is told once.
    Trouble = 1,
    /// The script of a page that was built for tests.
    Script = 2,
    /// The work of a worker; empty in the page itself.
    Work = 3,
}

/// What is sent to the page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Message {
    /// A line of the log, for screen readers.
    Log = 0,
    /// The program ended with this fault.
    Fault = 1,
    /// The title of the page.
    Title = 2,
    /// The address, from `#` on.
    Address = 3,
    /// A line for the console.
    Console = 4,
    /// A text for the system's clipboard.
    Copy = 5,
    /// A result of a worker.
    Worked = 6,
    /// Why a worker cannot do its work.
    Refused = 7,
    /// The first frame has been drawn.
    Begun = 8,
}

/// A file that the page has kept.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// Its path.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// When it was written, in seconds since 1970.
    pub time: f64,
}

fn len(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

/// Asks for the length of something, and then for all of it.
fn all(read: impl Fn(*mut u8, u32) -> u32) -> Vec<u8> {
    let mut bytes = vec![0; read(std::ptr::null_mut(), 0) as usize];
    let most = len(&bytes);
    let got = read(bytes.as_mut_ptr(), most).min(most);
    bytes.truncate(got as usize);
    bytes
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The files that were kept before the program began.
pub fn files() -> Vec<StoredFile> {
    (0..page::skirmish_files())
        .map(|file| StoredFile {
            path: text(all(|to, most| page::skirmish_file_name(file, to, most))),
            bytes: all(|to, most| page::skirmish_file_bytes(file, to, most)),
            time: page::skirmish_file_time(file),
        })
        .collect()
}

/// Keeps a whole file.
pub fn keep(path: &Path, bytes: &[u8]) {
    let name = path.to_string_lossy();
    let name = name.as_bytes();
    page::skirmish_keep(name.as_ptr(), len(name), bytes.as_ptr(), len(bytes));
}

/// Adds to the end of a file that is kept.
pub fn add(path: &Path, bytes: &[u8]) {
    let name = path.to_string_lossy();
    let name = name.as_bytes();
    page::skirmish_add(name.as_ptr(), len(name), bytes.as_ptr(), len(bytes));
}

/// Forgets a file.
pub fn remove(path: &Path) {
    let name = path.to_string_lossy();
    page::skirmish_remove(name.as_ptr(), len(name.as_bytes()));
}

/// Asks the page for a text; empty if it has none.
pub fn ask(what: Query) -> String {
    text(all(|to, most| page::skirmish_text(what as u32, to, most)))
}

/// Sends the page a text.
pub fn send(what: Message, text: &str) {
    page::skirmish_say(what as u32, text.as_ptr(), len(text.as_bytes()));
}

/// The time in seconds since 1970.
pub fn now() -> f64 {
    page::skirmish_now()
}

/// Dots of the screen for a point of the page, as the browser is zoomed now.
pub fn dots() -> f32 {
    page::skirmish_dots()
}

/// Whether fingers point at the page, not a mouse.
pub fn is_touched() -> bool {
    page::skirmish_is_touched() != 0
}

/// Hands a file out to the person at the page.
pub fn download(name: &str, bytes: &[u8]) {
    page::skirmish_download(
        name.as_ptr(),
        len(name.as_bytes()),
        bytes.as_ptr(),
        len(bytes),
    );
}

/// Opens the browser's choice of a file; [`given`] tells what was chosen.
pub fn ask_for_file() {
    page::skirmish_ask_for_file();
}

/// The path of a file that was chosen or dropped on the page since the last call. Its bytes are in
/// the files already.
pub fn next_file() -> Option<(String, Vec<u8>)> {
    let all = all(|to, most| page::skirmish_given(to, most));
    let end = all.iter().position(|b| *b == 0)?;
    let (name, bytes) = all.split_at(end);
    Some((text(name.to_vec()), bytes[1..].to_vec()))
}

/// Begins work in a worker, which runs this program on a copy of the files; its number, or nothing if
/// the browser has no workers.
pub fn begin(work: &str) -> Option<u32> {
    let worker = page::skirmish_begin(work.as_ptr(), len(work.as_bytes()));
    (worker > 0).then_some(worker)
}

/// The newest result of a worker since the last call, or why it failed.
pub fn result(worker: u32) -> Option<Result<String, String>> {
    const RESULT: u8 = b'+';
    let all = all(|to, most| page::skirmish_worked(worker, to, most));
    let (first, rest) = all.split_first()?;
    let rest = text(rest.to_vec());
    Some(match *first == RESULT {
        true => Ok(rest),
        false => Err(rest),
    })
}

/// Whether a worker has ended.
pub fn is_over(worker: u32) -> bool {
    page::skirmish_is_over(worker) != 0
}

/// Stops a worker.
pub fn stop(worker: u32) {
    page::skirmish_stop(worker);
}
