//! Pictures as PNG files.

use std::io::Write;

/// A PNG file of these pixels.
pub fn png(wide: u32, high: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut put = |kind: &[u8; 4], body: &[u8]| out.extend(chunk(kind, body));
    let mut head = Vec::new();
    head.extend(wide.to_be_bytes());
    head.extend(high.to_be_bytes());
    head.extend([8, 6, 0, 0, 0]); // eight bits, red green blue alpha
    put(b"IHDR", &head);
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    for row in pixels.chunks(wide as usize) {
        let bytes: Vec<u8> = std::iter::once(0)
            .chain(row.iter().flatten().copied())
            .collect();
        packer.write_all(&bytes).expect("writing to memory");
    }
    let packed = packer.finish().expect("writing to memory");
    put(b"IDAT", &packed);
    put(b"IEND", &[]);
    out
}

/// A chunk of a PNG file: length, kind, body, checksum.
fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(body);
    let mut out = (body.len() as u32).to_be_bytes().to_vec();
    out.extend(kind);
    out.extend(body);
    out.extend(crc.sum().to_be_bytes());
    out
}

/// The same PNG file, saying how many pixels a metre has, so that it prints at its true size.
pub fn with_size(png: &[u8], pixels_a_metre: u32) -> Vec<u8> {
    const HEAD: usize = 8 + 25; // signature and IHDR
    let Some((head, rest)) = png.split_at_checked(HEAD) else {
        return png.to_vec();
    };
    let mut body = pixels_a_metre.to_be_bytes().repeat(2);
    body.push(1);
    [head, &chunk(b"pHYs", &body), rest].concat()
}
