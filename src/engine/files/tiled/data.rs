//! Unpacking the tiles of a layer: csv, base64, zlib, gzip, zstd.

use crate::source::as_text;
use base64::Engine;
use std::io::Read;

/// Tiles of all layers together that are read at most.
pub const MOST_TILES: u64 = 16 << 20;

/// What is wrong with the tiles of a layer.
#[derive(Debug, thiserror::Error)]
pub enum TileFault {
    /// More than [`MOST_TILES`].
    #[error("the layers have too many tiles together; the limit is {MOST_TILES}")]
    TooMany,
    /// There are fewer or more than expected: both numbers.
    #[error("{0} tiles, expected {1}")]
    Count(usize, usize),
    /// There are more than expected.
    #[error("more than the expected {0} tiles")]
    MoreThan(usize),
    /// The same in bytes.
    #[error("{0} bytes of tiles, expected {1}")]
    Bytes(usize, usize),
    /// A word that is not known, what it stands for, and the words that are.
    #[error("unknown {what} {word:?}; known: {known}")]
    Unknown {
        /// What it stands for.
        what: &'static str,
        /// The word.
        word: String,
        /// The words that are known.
        known: &'static str,
    },
    /// Data that cannot be unpacked: of which kind, and why not.
    #[error("damaged {0} data: {1}")]
    Damaged(&'static str, String),
    /// A word in csv.
    #[error("{0:?} is not a tile number")]
    NoTile(String),
    /// An attribute of a `tile` element.
    #[error("a tile's gid is not a number")]
    NoGid,
    /// An attribute of a layer or chunk: its name and value.
    #[error("{0}={1:?} is not a number")]
    NoNumber(String, String),
    /// The same where the number must be whole.
    #[error("{0}=\"{1}\"; expected a whole number")]
    NotWhole(&'static str, f64),
}

as_text!(TileFault);

/// The tiles of a layer or chunk; there must be exactly `count`.
///
/// # Errors
/// The data is damaged, or there are more or fewer tiles.
pub fn unpack(
    text: &str,
    encoding: &str,
    compression: &str,
    count: usize,
) -> Result<Vec<u32>, TileFault> {
    match encoding {
        "csv" => csv(text, count),
        "base64" => {
            let packed = decode(text)?;
            let bytes = match compression {
                "" | "none" => packed,
                "zlib" => inflate(flate2::read::ZlibDecoder::new(packed.as_slice()), count)?,
                "gzip" => inflate(flate2::read::MultiGzDecoder::new(packed.as_slice()), count)?,
                "zstd" => {
                    let stream = ruzstd::decoding::StreamingDecoder::new(packed.as_slice());
                    inflate(
                        stream.map_err(|e| TileFault::Damaged("zstd", e.to_string()))?,
                        count,
                    )?
                }
                other => {
                    return Err(TileFault::Unknown {
                        what: "compression",
                        word: other.to_owned(),
                        known: "zlib, gzip, zstd",
                    });
                }
            };
            if bytes.len() != count * 4 {
                return Err(TileFault::Bytes(bytes.len(), count * 4));
            }
            let tile = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            Ok(bytes.chunks_exact(4).map(tile).collect())
        }
        other => Err(TileFault::Unknown {
            what: "encoding",
            word: other.to_owned(),
            known: "csv, base64",
        }),
    }
}

fn csv(text: &str, count: usize) -> Result<Vec<u32>, TileFault> {
    let mut tiles = Vec::with_capacity(count.min(text.len()));
    let mut words = text.split(',').map(str::trim).peekable();
    while let Some(word) = words.next() {
        if word.is_empty() && words.peek().is_none() {
            break; // a comma after the last
        }
        let tile = word
            .parse::<u32>()
            .or_else(|_| word.parse::<i32>().map(|n| n as u32));
        let tile = tile.map_err(|_| TileFault::NoTile(word.chars().take(20).collect()))?;
        if tiles.len() == count {
            return Err(TileFault::MoreThan(count));
        }
        tiles.push(tile);
    }
    if tiles.len() != count {
        return Err(TileFault::Count(tiles.len(), count));
    }
    Ok(tiles)
}

fn decode(text: &str) -> Result<Vec<u8>, TileFault> {
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::STANDARD, config)
        .decode(clean)
        .map_err(|e| TileFault::Damaged("base64", e.to_string()))
}

/// Unpacks no more than is expected, whatever the data promises.
fn inflate(packed: impl Read, count: usize) -> Result<Vec<u8>, TileFault> {
    let most = count as u64 * 4;
    let mut bytes = Vec::new();
    packed
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| TileFault::Damaged("compressed", e.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(TileFault::MoreThan(count));
    }
    Ok(bytes)
}
