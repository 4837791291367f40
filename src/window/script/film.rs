//! Films of the window as animated PNGs. Of each picture only the part that changed is kept, and in
//! it what did not change is transparent.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read, Write};

/// Frames a second of a script's clock.
pub const FRAME_RATE: u32 = 30;

/// Different pictures a film can have.
const MOST_PICTURES: usize = 600;

/// Bytes that the pictures of a film may take in memory.
const MOST_BYTES: usize = 64 << 20;

/// A film while it is being taken.
pub struct Film {
    /// Frames from one picture to the next.
    every: u32,
    /// Frames since it began.
    frame: u32,
    size: (u32, u32),
    /// The last frame, row by row from the top.
    last: Vec<[u8; 4]>,
    pictures: Vec<Picture>,
    bytes: usize,
}

/// The difference between two pictures.
struct Picture {
    left_top: (u32, u32),
    size: (u32, u32),
    /// Red, green, blue, alpha row by row, compressed.
    packed: Vec<u8>,
    /// How many frames it is shown.
    shown: u32,
}

/// Why a film cannot be taken or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmError {
    /// Pictures would be taken too often, or too seldom: every so many milliseconds.
    #[error("film takes a picture every 33 to 10000 ms, not every {0} ms")]
    Interval(u32),
    /// The window changed its size.
    #[error("the window changed its size while it was filmed")]
    Resized,
    /// It has too many pictures, or takes too much memory.
    #[error(
        "the film is too long: more than {most} different pictures or {} MB; \
         end it earlier or take fewer pictures, like film begin every 500 ms",
        MOST_BYTES >> 20,
        most = MOST_PICTURES
    )]
    TooLong,
    /// The encoder refuses a picture.
    #[error("{0}")]
    Encoder(String),
}

impl FilmError {
    fn encoder(error: impl std::error::Error) -> Self {
        FilmError::Encoder(error.to_string())
    }
}

impl Film {
    /// Milliseconds between two pictures by default.
    pub const USUAL: u32 = 100;

    /// How many frames such a time is.
    ///
    /// # Errors
    /// It is shorter than a frame, or longer than a film makes sense with.
    pub fn every(milliseconds: u32) -> Result<u32, FilmError> {
        match milliseconds {
            33..=10_000 => Ok((milliseconds * FRAME_RATE + 500) / 1000),
            _ => Err(FilmError::Interval(milliseconds)),
        }
    }

    /// Begins a film with a picture every so many frames, of which the next one is the first.
    pub fn new(every: u32) -> Self {
        Self {
            every: every.max(1),
            frame: 0,
            size: (0, 0),
            last: Vec::new(),
            pictures: Vec::new(),
            bytes: 0,
        }
    }

    /// Counts a frame; whether `take` is to be called with it.
    pub fn is_due(&mut self) -> bool {
        self.frame += 1;
        (self.frame - 1).is_multiple_of(self.every)
    }

    /// Takes a picture of a window of this size; its dots row by row from the top.
    ///
    /// # Errors
    /// The window changed its size, or the film has become too long.
    pub fn take(&mut self, size: (u32, u32), dots: Vec<[u8; 4]>) -> Result<(), FilmError> {
        if !self.pictures.is_empty() && size != self.size {
            return Err(FilmError::Resized);
        }
        self.size = size;
        let changed = changes(size, &self.last, &dots);
        match (changed, self.pictures.last_mut()) {
            // APNG counts in 16 bits
            (None, Some(last)) if last.shown + self.every <= u32::from(u16::MAX) => {
                last.shown += self.every;
            }
            (changed, _) => {
                let (left_top, part) = changed.unwrap_or(((0, 0), (1, 1)));
                let picture = Picture {
                    left_top,
                    size: part,
                    packed: self.packed(left_top, part, &dots)?,
                    shown: self.every,
                };
                self.bytes += picture.packed.len();
                self.pictures.push(picture);
            }
        }
        self.last = dots;
        if self.pictures.len() > MOST_PICTURES || self.bytes > MOST_BYTES {
            return Err(FilmError::TooLong);
        }
        Ok(())
    }

    /// A part of a picture, compressed; dots that are as before are transparent.
    fn packed(
        &self,
        (left, top): (u32, u32),
        (wide, high): (u32, u32),
        dots: &[[u8; 4]],
    ) -> Result<Vec<u8>, FilmError> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        for y in top..top + high {
            let begin = (y * self.size.0 + left) as usize;
            let row = begin..begin + wide as usize;
            for (i, dot) in row.clone().zip(&dots[row]) {
                let [red, green, blue, _] = *dot;
                let dot = if self.last.get(i) == Some(dot) {
                    [0; 4]
                } else {
                    [red, green, blue, 255]
                };
                packer.write_all(&dot).map_err(FilmError::encoder)?;
            }
        }
        packer.finish().map_err(FilmError::encoder)
    }

    /// The film as an animated PNG that repeats for ever; nothing if no picture was taken.
    ///
    /// # Errors
    /// The encoder's error.
    pub fn png(&self) -> Result<Option<Vec<u8>>, FilmError> {
        if self.pictures.is_empty() {
            return Ok(None);
        }
        let mut file = Vec::new();
        self.write(&mut file).map_err(FilmError::encoder)?;
        Ok(Some(file))
    }

    fn write(&self, file: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(file, self.size.0, self.size.1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(self.pictures.len() as u32, 0)?;
        encoder.set_blend_op(png::BlendOp::Over)?;
        let mut writer = encoder.write_header()?;
        for picture in &self.pictures {
            let ((left, top), (wide, high)) = (picture.left_top, picture.size);
            // a part that lay elsewhere may not fit: its place is set back first
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(wide, high)?;
            writer.set_frame_position(left, top)?;
            writer.set_frame_delay(picture.shown as u16, FRAME_RATE as u16)?;
            let mut dots = Vec::new();
            ZlibDecoder::new(picture.packed.as_slice()).read_to_end(&mut dots)?;
            writer.write_image_data(&dots)?;
        }
        writer.finish()
    }
}

/// The smallest part that holds all changes: its left top corner and size; nothing if there are none.
/// Without a picture before, all is new.
fn changes(
    (wide, high): (u32, u32),
    before: &[[u8; 4]],
    after: &[[u8; 4]],
) -> Option<((u32, u32), (u32, u32))> {
    if before.len() != after.len() {
        return Some(((0, 0), (wide, high)));
    }
    let (mut left, mut top, mut right, mut bottom) = (wide, high, 0, 0);
    let width = wide as usize;
    for (y, (a, b)) in before.chunks(width).zip(after.chunks(width)).enumerate() {
        let Some(first) = a.iter().zip(b).position(|(a, b)| a != b) else {
            continue;
        };
        let last = a.iter().zip(b).rposition(|(a, b)| a != b).unwrap_or(first);
        (left, right) = (left.min(first as u32), right.max(last as u32 + 1));
        (top, bottom) = (top.min(y as u32), y as u32 + 1);
    }
    (right > left).then(|| ((left, top), (right - left, bottom - top)))
}
