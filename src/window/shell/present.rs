//! Brings frames on the screen: what one has in common with the last is not drawn again.

use super::super::picture::{BOARD, COMING, OVERVIEW, without};
use super::damage::{self, Mark};
use super::painter::{Canvas, Painter, cleared, filter, gl, key_of};
use egui::epaint::Primitive;
use egui::{ClippedPrimitive, Color32, Mesh, Pos2, Rect, TextureId, pos2, vec2};
#[cfg(not(target_arch = "wasm32"))]
use macroquad::miniquad;
use macroquad::miniquad::PassAction;

/// The last frame, as a texture.
pub(super) const FRAME: TextureId = TextureId::User(3);

/// Pictures smaller than this, in square points, are not worth leaving the ground out under them.
const LARGE: f32 = 20_000.0;

/// When more than this share of the screen is new, all of it is drawn. A board that is zoomed is
/// less: what lies beside it stays.
const MOST: f32 = 0.9;

/// The last frame, of which the next one shows most again.
pub(super) struct Frame {
    /// Upside down, as the screen is in memory: then it is copied as it lies there.
    canvas: Canvas,
    marks: Vec<Mark>,
    ground: Color32,
    ppp: f32,
    /// Whether the canvas shows it; else it was drawn on the screen alone.
    kept: bool,
    /// Whether most of it was new.
    new: bool,
}

impl Painter {
    /// Brings a frame on the screen.
    pub(super) fn present(
        &mut self,
        primitives: &[ClippedPrimitive],
        ground: Color32,
        size: (u32, u32),
        ppp: f32,
    ) {
        let looks = |id| self.looks.get(&key_of(id)).copied().unwrap_or(0);
        let marks = damage::marks(primitives, looks);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(size.0 as f32, size.1 as f32) / ppp);
        let mut frame = match self.frame.take() {
            Some(f) if f.canvas.size == size && f.ground == ground && f.ppp == ppp => f,
            other => {
                self.old.extend(other.map(|frame| frame.canvas));
                Frame {
                    canvas: canvas(size),
                    marks: Vec::new(),
                    ground,
                    ppp,
                    kept: false,
                    new: false,
                }
            }
        };
        let places = match std::mem::take(&mut self.stale) {
            true => vec![screen],
            false => damage::changes(&frame.marks, &marks),
        };
        let area: f32 = places.iter().map(Rect::area).sum();
        let new = area > MOST * screen.area();
        // while all of it moves, one copy less
        let kept = !(new && frame.new);
        if kept {
            let places: Vec<Rect> = match frame.kept && !new {
                true => places
                    .iter()
                    .map(|p| dots(*p, ppp).intersect(screen))
                    .collect(),
                false => vec![screen],
            };
            let places = damage::apart(&places);
            self.mend(&frame.canvas, primitives, &places, ground, ppp);
            gl().begin_default_pass(PassAction::Nothing);
            self.copy(&frame.canvas, screen, ppp);
        } else {
            gl().begin_default_pass(cleared(ground));
            self.draw(primitives, size, ppp, 1.0);
        }
        gl().end_render_pass();
        (frame.marks, frame.kept, frame.new) = (marks, kept, new);
        self.frame = Some(frame);
    }

    /// Draws some places of a frame again.
    fn mend(
        &mut self,
        canvas: &Canvas,
        primitives: &[ClippedPrimitive],
        places: &[Rect],
        ground: Color32,
        ppp: f32,
    ) {
        if places.is_empty() {
            return;
        }
        let mut floor = Mesh::default();
        for place in bare(primitives, places) {
            floor.add_colored_rect(place, ground);
        }
        gl().begin_pass(Some(canvas.pass), PassAction::Nothing);
        if !floor.is_empty() {
            self.draw_within(&[alone(floor)], places, canvas.size, ppp, -1.0);
        }
        self.draw_within(primitives, places, canvas.size, ppp, -1.0);
        gl().end_render_pass();
    }

    /// Copies a frame onto the screen.
    fn copy(&mut self, canvas: &Canvas, screen: Rect, ppp: f32) {
        #[cfg(not(target_arch = "wasm32"))]
        if copied(canvas) {
            return;
        }
        let mut mesh = Mesh::with_texture(FRAME);
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        mesh.add_rect_with_uv(screen, all, Color32::WHITE);
        let (width, height) = canvas.size;
        let size = [width as usize, height as usize];
        self.textures.insert(key_of(FRAME), (canvas.texture, size));
        self.draw(&[alone(mesh)], canvas.size, ppp, 1.0);
    }
}

/// As much of some places as pictures of the board do not cover: filling a place takes about as
/// long as covering it.
fn bare(primitives: &[ClippedPrimitive], places: &[Rect]) -> Vec<Rect> {
    let mut all = places.to_vec();
    for primitive in primitives {
        let Primitive::Mesh(mesh) = &primitive.primitive else {
            continue;
        };
        if ![BOARD, COMING, OVERVIEW].contains(&mesh.texture_id) {
            continue;
        }
        for corners in mesh.vertices.chunks_exact(4) {
            let cover = Rect::from_points(&[corners[0].pos, corners[3].pos]);
            // its edges may not lie between dots
            let cover = cover.intersect(primitive.clip_rect).shrink(1.0);
            if cover.is_positive() && cover.area() > LARGE {
                all = all.into_iter().flat_map(|p| without(p, cover)).collect();
            }
        }
    }
    all
}

/// A mesh that nothing cuts off.
fn alone(mesh: Mesh) -> ClippedPrimitive {
    ClippedPrimitive {
        clip_rect: Rect::EVERYTHING,
        primitive: Primitive::Mesh(mesh),
    }
}

/// A place in whole dots, and one more at every side for soft edges.
fn dots(place: Rect, ppp: f32) -> Rect {
    let one = vec2(1.0, 1.0);
    let (min, max) = (place.min.to_vec2() * ppp, place.max.to_vec2() * ppp);
    let (min, max) = ((min.floor() - one) / ppp, (max.ceil() + one) / ppp);
    Rect::from_min_max(min.to_pos2(), max.to_pos2())
}

/// A texture for frames.
fn canvas(size: (u32, u32)) -> Canvas {
    let canvas = Painter::canvas(size);
    filter(canvas.texture, true);
    #[cfg(not(target_arch = "wasm32"))]
    as_screen(&canvas);
    canvas
}

/// Whether the graphics driver copies from a texture to the screen.
#[cfg(not(target_arch = "wasm32"))]
fn copies() -> bool {
    let info = gl().info();
    let version = info.gl_version_string.as_str();
    let old = version.is_empty()
        || ["1.", "2.", "OpenGL ES"]
            .iter()
            .any(|v| version.starts_with(v));
    info.backend == miniquad::Backend::OpenGl && !old
}

/// Lets a texture lie in memory as the screen does, blue first, so that software only moves it
/// there.
#[cfg(not(target_arch = "wasm32"))]
fn as_screen(canvas: &Canvas) {
    use miniquad::gl;
    const TEXTURE_BINDING_2D: u32 = 0x8069;
    const BGRA: u32 = 0x80E1;
    if !copies() {
        return;
    }
    let (width, height) = canvas.size;
    // miniquad knows no textures with blue first; what it takes for bound stays bound
    #[allow(unsafe_code)]
    unsafe {
        #[allow(irrefutable_let_patterns)]
        let miniquad::RawId::OpenGl(texture) = self::gl().texture_raw_id(canvas.texture) else {
            return;
        };
        let mut bound = 0;
        gl::glGetIntegerv(TEXTURE_BINDING_2D, &mut bound);
        gl::glBindTexture(gl::GL_TEXTURE_2D, texture);
        gl::glTexImage2D(
            gl::GL_TEXTURE_2D,
            0,
            gl::GL_RGBA as i32,
            width as i32,
            height as i32,
            0,
            BGRA,
            gl::GL_UNSIGNED_BYTE,
            std::ptr::null(),
        );
        gl::glBindTexture(gl::GL_TEXTURE_2D, bound as u32);
    }
}

/// Copies a texture to the screen, whose pass has begun, without drawing; whether that can be done.
#[cfg(not(target_arch = "wasm32"))]
fn copied(canvas: &Canvas) -> bool {
    use miniquad::gl;
    if !copies() {
        return false;
    }
    let (width, height) = (canvas.size.0 as i32, canvas.size.1 as i32);
    // the pass says which framebuffer is its own; both passes are begun anew before anything is
    // drawn in them, so nothing else sees what is bound in between
    #[allow(unsafe_code)]
    unsafe {
        self::gl().begin_pass(Some(canvas.pass), PassAction::Nothing);
        let mut from = 0;
        gl::glGetIntegerv(gl::GL_FRAMEBUFFER_BINDING, &mut from);
        self::gl().begin_default_pass(PassAction::Nothing);
        gl::glBindFramebuffer(gl::GL_READ_FRAMEBUFFER, from as u32);
        gl::glBlitFramebuffer(
            0,
            0,
            width,
            height,
            0,
            height,
            width,
            0,
            gl::GL_COLOR_BUFFER_BIT,
            gl::GL_NEAREST,
        );
    }
    true
}
