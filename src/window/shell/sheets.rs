//! Pictures that are drawn once and shown in many frames: each has a texture that is kept up to
//! date with it.

use super::super::picture::{BOARD, COMING, FIGURES, LARGEST, OVERVIEW, Picture, fresh_revision};
use super::super::platform;
use super::painter::{Canvas, Painter, cleared, filter, finish, gl, key_of, tessellated};
use egui::{Color32, Rect, TextureId};
use macroquad::miniquad::{PassAction, RenderPass};

/// The textures of pictures.
const SHOWN: [TextureId; 4] = [BOARD, COMING, OVERVIEW, FIGURES];

/// So many textures are kept that show nothing now: making one takes longer than filling it.
const SPARE: usize = 2;

/// A texture with a picture.
pub(super) struct Sheet {
    canvas: Canvas,
    /// The picture's last revision that has been drawn.
    drawn: Option<u64>,
    /// Whether its dots are shown as they are, not mixed with those beside them.
    sharp: bool,
    /// Another number once it shows something else where it has been shown before.
    looks: u64,
}

impl Painter {
    /// Draws pictures into their textures, as far as they are not there yet; how many seconds that
    /// took, where there was anything to draw.
    pub(super) fn draw_pictures(
        &mut self,
        ctx: &egui::Context,
        pictures: &[(TextureId, &Picture)],
        ppp: f32,
    ) -> Option<f64> {
        let began = platform::now();
        let size = |picture: &Picture| {
            let dots = |points: f32| ((points * ppp).round() as u32).clamp(1, LARGEST);
            (dots(picture.size.x), dots(picture.size.y))
        };
        let mut spare = std::mem::take(&mut self.sheets);
        let mut take = |fits: &dyn Fn(&Sheet) -> bool| {
            let at = spare.iter().position(fits)?;
            Some(spare.remove(at))
        };
        // a picture may be shown in another place than before: then its texture goes with it
        let mut sheets: Vec<Option<Sheet>> = Vec::new();
        for (_, picture) in pictures {
            let knows = |drawn: u64| picture.place_of(drawn).is_some();
            let fits = |s: &Sheet| s.drawn.is_some_and(knows) && s.canvas.size == size(picture);
            sheets.push(take(&fits));
        }
        for ((_, picture), sheet) in pictures.iter().zip(&mut sheets) {
            if sheet.is_none() {
                *sheet = take(&|s: &Sheet| s.canvas.size == size(picture));
            }
        }
        for id in SHOWN {
            self.textures.remove(&key_of(id));
            self.looks.remove(&key_of(id));
        }
        let mut drew = false;
        for ((id, picture), sheet) in pictures.iter().zip(sheets) {
            let (sheet, new) = self.draw_sheet(ctx, sheet, (*id, picture), size(picture), ppp);
            let (wide, high) = sheet.canvas.size;
            let texture = (sheet.canvas.texture, [wide as usize, high as usize]);
            self.textures.insert(key_of(*id), texture);
            self.looks.insert(key_of(*id), sheet.looks);
            self.sheets.push(sheet);
            drew |= new;
        }
        // those that came to be of no use first are freed first
        let few = spare.len() - spare.len().min(SPARE);
        self.old
            .extend(spare.drain(..few).map(|sheet| sheet.canvas));
        self.sheets.append(&mut spare);
        drew.then(|| {
            finish();
            platform::now() - began
        })
    }

    /// Brings a texture up to date with a picture; whether anything had to be drawn.
    fn draw_sheet(
        &mut self,
        ctx: &egui::Context,
        sheet: Option<Sheet>,
        (id, picture): (TextureId, &Picture),
        size: (u32, u32),
        ppp: f32,
    ) -> (Sheet, bool) {
        let mut sheet = sheet.unwrap_or_else(|| {
            let canvas = Self::canvas(size);
            filter(canvas.texture, picture.sharp);
            Sheet {
                canvas,
                drawn: None,
                sharp: picture.sharp,
                looks: fresh_revision(),
            }
        });
        if sheet.sharp != picture.sharp {
            filter(sheet.canvas.texture, picture.sharp);
            sheet.sharp = picture.sharp;
            sheet.looks = fresh_revision();
        }
        let newest = picture.patches.last().map_or(picture.revision, |p| p.0);
        if sheet.drawn == Some(newest) {
            return (sheet, false);
        }
        let pass = sheet.canvas.pass;
        // what is there already needs only the patches that came since
        let have = sheet.drawn.and_then(|drawn| picture.place_of(drawn));
        if have.is_none() {
            let (shapes, ground) = (picture.shapes.as_slice(), Some(picture.ground));
            self.draw_shapes(ctx, pass, (shapes, Rect::EVERYTHING), ground, size, ppp);
        }
        for (_, patch) in &picture.patches[have.unwrap_or(0)..] {
            let mut shapes = vec![egui::Shape::rect_filled(patch.rect, 0.0, picture.ground)];
            shapes.extend(patch.shapes.iter().cloned());
            self.draw_shapes(ctx, pass, (&shapes, patch.rect), None, size, ppp);
        }
        sheet.drawn = Some(newest);
        // of the others only those parts are shown that are there, and never change again
        if have.is_none() || [BOARD, OVERVIEW].contains(&id) {
            sheet.looks = fresh_revision();
        }
        (sheet, true)
    }

    /// Draws shapes into a part of a texture; `ground`: after all of it has been filled with that.
    pub(super) fn draw_shapes(
        &mut self,
        ctx: &egui::Context,
        pass: RenderPass,
        (shapes, within): (&[egui::Shape], Rect),
        ground: Option<Color32>,
        size: (u32, u32),
        ppp: f32,
    ) {
        // the ground by itself: it has no pictures on it
        let floor = |s: &&egui::Shape| matches!(s, egui::Shape::Mesh(_) | egui::Shape::Rect(_));
        let (floor, rest) = shapes.split_at(shapes.iter().take_while(floor).count());
        let mut primitives = tessellated(ctx, floor, within, ppp);
        primitives.extend(tessellated(ctx, rest, within, ppp));
        let first = ground.map_or(PassAction::Nothing, cleared);
        gl().begin_pass(Some(pass), first);
        // upside down, so that the texture's first row is the top
        self.draw(&primitives, size, ppp, -1.0);
        gl().end_render_pass();
    }
}
