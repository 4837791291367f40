//! Unpacking the tiles of a layer: csv, base64, zlib, gzip, zstd.

use base64::Engine;
use std::io::Read;

/// The tiles of a layer or chunk; there must be exactly `count`.
///
/// # Errors
/// The data is damaged, or there are more or fewer tiles.
pub fn unpack(
    text: &str,
    encoding: &str,
    compression: &str,
    count: usize,
) -> Result<Vec<u32>, String> {
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
                        stream.map_err(|e| format!("damaged zstd data: {e}"))?,
                        count,
                    )?
                }
                other => {
                    return Err(format!(
                        "unknown compression {other:?}; known: zlib, gzip, zstd"
                    ));
                }
            };
            if bytes.len() != count * 4 {
                return Err(format!(
                    "{} bytes of tiles, expected {}",
                    bytes.len(),
                    count * 4
                ));
            }
            let tile = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            Ok(bytes.chunks_exact(4).map(tile).collect())
        }
        other => Err(format!("unknown encoding {other:?}; known: csv, base64")),
    }
}

fn csv(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let mut tiles = Vec::with_capacity(count.min(text.len()));
    let mut words = text.split(',').map(str::trim).peekable();
    while let Some(word) = words.next() {
        if word.is_empty() && words.peek().is_none() {
            break; // a comma after the last
        }
        let tile = word
            .parse::<u32>()
            .or_else(|_| word.parse::<i32>().map(|n| n as u32));
        let tile = tile.map_err(|_| {
            let shown: String = word.chars().take(20).collect();
            format!("{shown:?} is not a tile number")
        })?;
        if tiles.len() == count {
            return Err(format!("more than the expected {count} tiles"));
        }
        tiles.push(tile);
    }
    if tiles.len() != count {
        return Err(format!("{} tiles, expected {count}", tiles.len()));
    }
    Ok(tiles)
}

fn decode(text: &str) -> Result<Vec<u8>, String> {
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::STANDARD, config)
        .decode(clean)
        .map_err(|e| format!("damaged base64 data: {e}"))
}

/// Unpacks no more than is expected, whatever the data promises.
fn inflate(packed: impl Read, count: usize) -> Result<Vec<u8>, String> {
    let most = count as u64 * 4;
    let mut bytes = Vec::new();
    packed
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| format!("damaged compressed data: {e}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("more than the expected {count} tiles"));
    }
    Ok(bytes)
}
