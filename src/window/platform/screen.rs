//! What an X server says of its screen before a window is opened: its size and its dots a point.
//! The library that opens windows knows neither so early.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The screen, in dots.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Screen {
    /// Width and height.
    pub size: (u32, u32),
    /// Dots for a point.
    pub dots: f32,
}

/// Where the answer of the server about itself has the number of pixel formats, and where the
/// name of its maker begins.
const FORMATS: usize = 29 - 8;
const VENDOR: usize = 40 - 8;

/// Predefined numbers of the protocol: the property with settings for programs, and its type.
const RESOURCE_MANAGER: u32 = 23;
const STRING: u32 = 31;

/// Asks the X server; nothing where there is none on this machine.
pub fn screen() -> Option<Screen> {
    let display = std::env::var("DISPLAY").ok()?;
    let (host, rest) = display.rsplit_once(':')?;
    if !host.is_empty() && host != "unix" {
        return None;
    }
    let number: u32 = rest.split('.').next()?.parse().ok()?;
    let mut stream = connected(number)?;
    let wait = Some(Duration::from_secs(1));
    stream.set_read_timeout(wait).ok()?;
    stream.set_write_timeout(wait).ok()?;
    let (name, cookie) = cookie(number).unwrap_or_default();
    let mut hello = vec![b'l', 0, 11, 0, 0, 0];
    hello.extend((name.len() as u16).to_le_bytes());
    hello.extend((cookie.len() as u16).to_le_bytes());
    hello.extend([0, 0]);
    for part in [&name, &cookie] {
        hello.extend(part);
        hello.resize(hello.len().next_multiple_of(4), 0);
    }
    stream.write_all(&hello).ok()?;
    let mut head = [0; 8];
    stream.read_exact(&mut head).ok()?;
    let words = u16::from_le_bytes([head[6], head[7]]);
    let mut about = vec![0; usize::from(words) * 4];
    stream.read_exact(&mut about).ok()?;
    if head[0] != 1 {
        return None;
    }
    let vendor = usize::from(short(&about, 24 - 8)?);
    let formats = usize::from(*about.get(FORMATS)?);
    let root = VENDOR + vendor.next_multiple_of(4) + 8 * formats;
    let size = (short(&about, root + 20)?, short(&about, root + 22)?);
    let window = about.get(root..root + 4)?;
    Some(Screen {
        size: (size.0.into(), size.1.into()),
        dots: dots(&mut stream, window).unwrap_or(1.0),
    })
}

/// A connection to the server of this number.
fn connected(number: u32) -> Option<UnixStream> {
    let path = format!("/tmp/.X11-unix/X{number}");
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt;
        let name = std::os::unix::net::SocketAddr::from_abstract_name(path.as_bytes()).ok()?;
        if let Ok(stream) = UnixStream::connect_addr(&name) {
            return Some(stream);
        }
    }
    UnixStream::connect(path).ok()
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at + 2)?;
    Some(u16::from_le_bytes([two[0], two[1]]))
}

/// How this server is to be told who asks: the name of the method and the secret.
fn cookie(number: u32) -> Option<(Vec<u8>, Vec<u8>)> {
    let file = std::env::var_os("XAUTHORITY").map(std::path::PathBuf::from);
    let home = || Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".Xauthority"));
    let bytes = std::fs::read(file.or_else(home)?).ok()?;
    let mut rest = &bytes[..];
    let field = |rest: &mut &[u8]| {
        let (length, after) = rest.split_at_checked(2)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let (field, after) = after.split_at_checked(length)?;
        *rest = after;
        Some(field.to_vec())
    };
    while let Some((_family, after)) = rest.split_at_checked(2) {
        rest = after;
        let _address = field(&mut rest)?;
        let of = field(&mut rest)?;
        let (name, cookie) = (field(&mut rest)?, field(&mut rest)?);
        if of.is_empty() || of == number.to_string().as_bytes() {
            return Some((name, cookie));
        }
    }
    None
}

/// The dots of a point that the desktop has set.
fn dots(stream: &mut UnixStream, root: &[u8]) -> Option<f32> {
    // the request to read a property, of six words
    let mut ask = vec![20, 0, 6, 0];
    ask.extend(root);
    for word in [RESOURCE_MANAGER, STRING, 0, 1 << 14] {
        ask.extend(word.to_le_bytes());
    }
    stream.write_all(&ask).ok()?;
    let mut head = [0; 32];
    stream.read_exact(&mut head).ok()?;
    let words = u32::from_le_bytes([head[4], head[5], head[6], head[7]]).min(1 << 14);
    let mut settings = vec![0; words as usize * 4];
    stream.read_exact(&mut settings).ok()?;
    let settings = String::from_utf8_lossy(&settings).into_owned();
    let line = settings.lines().find_map(|l| l.strip_prefix("Xft.dpi:"))?;
    let dpi: f32 = line.trim().parse().ok()?;
    (dpi > 0.0).then_some(dpi / 96.0)
}
