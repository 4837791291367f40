//! Draws egui's triangles with one small pipeline.

use super::super::battle_screen::Photo;
use super::super::picture::{BOARD, COMING, LARGEST, OVERVIEW};
use super::super::platform::DisplayError;
use super::super::theme::GROUND;
use super::super::thumbs::Wanted;
use super::present::{FRAME, Frame};
use super::sheets::Sheet;
use crate::files::png::png;
use crate::store::{Failure, disk};
use egui::epaint::WHITE_UV;
use egui::{Color32, Rect, TextureId};
use macroquad::miniquad::{
    self, BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType,
    BufferUsage, Equation, PassAction, Pipeline, PipelineParams, RenderPass, RenderingBackend,
    ShaderMeta, ShaderSource, TextureParams, UniformBlockLayout, UniformDesc, UniformType,
    UniformsSource, VertexAttribute, VertexFormat,
};
use std::collections::BTreeMap;
use std::path::Path;

const VERTEX: &str = r"#version 100
attribute vec2 pos;
attribute vec2 uv;
attribute vec4 tint;
varying lowp vec4 v_tint;
varying highp vec2 v_uv;
uniform vec4 view;
void main() {
    gl_Position = vec4(pos.x * view.x - 1.0, (1.0 - pos.y * view.y) * view.z, 0.0, 1.0);
    v_uv = uv;
    v_tint = tint / 255.0;
}";
const FRAGMENT: &str = r"#version 100
precision mediump float;
varying lowp vec4 v_tint;
varying highp vec2 v_uv;
uniform sampler2D image;
void main() {
    gl_FragColor = texture2D(image, v_uv) * v_tint;
}";

/// For pictures that are shown as they are.
const BARE: &str = r"#version 100
precision mediump float;
varying highp vec2 v_uv;
uniform sampler2D image;
void main() {
    gl_FragColor = texture2D(image, v_uv);
}";

/// For shapes of one colour or several, without pictures: nothing is looked up for each dot.
const PLAIN: &str = r"#version 100
precision lowp float;
varying lowp vec4 v_tint;
varying highp vec2 v_uv;
void main() {
    gl_FragColor = v_tint;
}";

/// Scale of positions to the screen, and which way is up.
#[repr(C)]
struct View {
    view: [f32; 4],
}

#[repr(C)]
#[derive(Copy, Clone)]
struct Vertex {
    pos: [f32; 2],
    uv: [f32; 2],
    tint: [u8; 4],
}

/// A texture to draw into.
pub(super) struct Canvas {
    pub(super) pass: RenderPass,
    pub(super) texture: miniquad::TextureId,
    pub(super) size: (u32, u32),
}

/// Draws egui's triangles.
pub(super) struct Painter {
    pipeline: Pipeline,
    /// For pictures that cover all that lies under them.
    opaque: Pipeline,
    /// The same for what has no picture on it.
    plain: Pipeline,
    pub(super) textures: BTreeMap<u64, (miniquad::TextureId, [usize; 2])>,
    /// Vertex and index buffers with how many of each they hold, reused from frame to frame.
    buffers: Vec<(BufferId, usize, BufferId, usize)>,
    pub(super) next: usize,
    /// Textures with pictures, and some to spare.
    pub(super) sheets: Vec<Sheet>,
    /// What the pictures look like: numbers that change when they do.
    pub(super) looks: BTreeMap<u64, u64>,
    /// Reused from mesh to mesh.
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
    /// What is no longer shown.
    pub(super) old: Vec<Canvas>,
    /// Textures of small pictures of maps.
    thumbs: BTreeMap<u64, Canvas>,
    /// The last frame.
    pub(super) frame: Option<Frame>,
    /// A texture shows something else than it did in the last frame.
    pub(super) stale: bool,
}

pub(super) fn gl() -> &'static mut dyn RenderingBackend {
    // macroquad gives its rendering backend away only like this; it lives as long as the
    // window, and nothing else holds it while a frame of ours is drawn.
    #[allow(unsafe_code)]
    unsafe {
        macroquad::window::get_internal_gl().quad_context
    }
}

/// Waits until all that was begun has been drawn, so that it can be said how long it took.
pub(super) fn finish() {
    #[cfg(not(target_arch = "wasm32"))]
    if gl().info().backend == miniquad::Backend::OpenGl {
        #[allow(unsafe_code)]
        unsafe {
            miniquad::gl::glFinish();
        }
    }
}

pub(super) fn key_of(id: TextureId) -> u64 {
    match id {
        TextureId::Managed(n) => n * 2,
        TextureId::User(n) => n * 2 + 1,
    }
}

impl Painter {
    pub(super) fn new() -> Result<Self, DisplayError> {
        let gl = gl();
        let mut shader = |fragment, images: &[&str]| {
            let source = ShaderSource::Glsl {
                vertex: VERTEX,
                fragment,
            };
            let meta = ShaderMeta {
                uniforms: UniformBlockLayout {
                    uniforms: vec![UniformDesc::new("view", UniformType::Float4)],
                },
                images: images.iter().map(|name| (*name).to_owned()).collect(),
            };
            gl.new_shader(source, meta)
                .map_err(|error| DisplayError::Shader(error.to_string()))
        };
        let pictured = shader(FRAGMENT, &["image"])?;
        let plain = shader(PLAIN, &[])?;
        let bare = shader(BARE, &["image"])?;
        let over = |factor| {
            BlendState::new(
                Equation::Add,
                factor,
                BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
            )
        };
        let mut piped = |shader, blend| {
            gl.new_pipeline(
                &[BufferLayout::default()],
                &[
                    VertexAttribute::new("pos", VertexFormat::Float2),
                    VertexAttribute::new("uv", VertexFormat::Float2),
                    VertexAttribute::new("tint", VertexFormat::Byte4),
                ],
                shader,
                PipelineParams {
                    color_blend: blend,
                    alpha_blend: blend,
                    ..PipelineParams::default()
                },
            )
        };
        Ok(Self {
            // egui's colours are premultiplied
            pipeline: piped(pictured, Some(over(BlendFactor::One))),
            opaque: piped(bare, None),
            plain: piped(plain, Some(over(BlendFactor::One))),
            textures: BTreeMap::new(),
            buffers: Vec::new(),
            next: 0,
            sheets: Vec::new(),
            looks: BTreeMap::new(),
            old: Vec::new(),
            vertices: Vec::new(),
            indices: Vec::new(),
            thumbs: BTreeMap::new(),
            frame: None,
            stale: false,
        })
    }

    pub(super) fn take_textures(&mut self, delta: &egui::TexturesDelta) {
        let gl = gl();
        for (id, changes) in &delta.set {
            for change in changes {
                let egui::ImageData::Color(image) = &change.image;
                let bytes: Vec<u8> = image.pixels.iter().flat_map(Color32::to_array).collect();
                let [width, height] = image.size;
                let key = key_of(*id);
                match (change.pos, self.textures.get(&key)) {
                    (Some([x, y]), Some((texture, _))) => gl.texture_update_part(
                        *texture,
                        x as i32,
                        y as i32,
                        width as i32,
                        height as i32,
                        &bytes,
                    ),
                    _ => {
                        if let Some((old, _)) = self.textures.remove(&key) {
                            gl.delete_texture(old);
                        }
                        self.stale = true;
                        let texture = gl.new_texture_from_data_and_format(
                            &bytes,
                            TextureParams {
                                width: width as u32,
                                height: height as u32,
                                ..TextureParams::default()
                            },
                        );
                        self.textures.insert(key, (texture, image.size));
                    }
                }
            }
        }
    }

    pub(super) fn canvas(size: (u32, u32)) -> Canvas {
        let gl = gl();
        let texture = gl.new_render_texture(TextureParams {
            width: size.0,
            height: size.1,
            ..TextureParams::default()
        });
        let pass = gl.new_render_pass(texture, None);
        Canvas {
            pass,
            texture,
            size,
        }
    }

    /// Draws a small picture of a map into a texture of its own.
    pub(super) fn draw_thumb(&mut self, ctx: &egui::Context, thumb: &Wanted, ppp: f32) {
        let size = (
            (thumb.size.x * ppp).round().max(1.0) as u32,
            (thumb.size.y * ppp).round().max(1.0) as u32,
        );
        let key = key_of(thumb.texture);
        self.old.extend(self.thumbs.remove(&key));
        let canvas = Self::canvas(size);
        let pass = canvas.pass;
        self.textures
            .insert(key, (canvas.texture, [size.0 as usize, size.1 as usize]));
        self.thumbs.insert(key, canvas);
        let shapes = (thumb.shapes.as_slice(), Rect::EVERYTHING);
        self.draw_shapes(ctx, pass, shapes, Some(GROUND), size, ppp);
        self.stale = true;
    }

    /// Draws triangles in the pass that has begun.
    pub(super) fn draw(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        size: (u32, u32),
        ppp: f32,
        up: f32,
    ) {
        self.draw_within(primitives, &[Rect::EVERYTHING], size, ppp, up);
    }

    /// Draws as much of triangles as lies in some places, in the pass that has begun.
    pub(super) fn draw_within(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        places: &[Rect],
        size: (u32, u32),
        ppp: f32,
        up: f32,
    ) {
        let gl = gl();
        let (width, height) = (size.0 as f32, size.1 as f32);
        let mut applied = None;
        for primitive in primitives {
            let egui::epaint::Primitive::Mesh(mesh) = &primitive.primitive else {
                continue;
            };
            let Some((texture, _)) = self.textures.get(&key_of(mesh.texture_id)) else {
                continue;
            };
            let texture = *texture;
            let pipeline = if [BOARD, COMING, OVERVIEW, FRAME].contains(&mesh.texture_id) {
                self.opaque
            } else if mesh.vertices.iter().all(|v| v.uv == WHITE_UV) {
                self.plain
            } else {
                self.pipeline
            };
            if applied != Some(pipeline) {
                applied = Some(pipeline);
                gl.apply_pipeline(&pipeline);
                gl.apply_viewport(0, 0, size.0 as i32, size.1 as i32);
                gl.apply_uniforms(UniformsSource::table(&View {
                    view: [2.0 * ppp / width, 2.0 * ppp / height, up, 0.0],
                }));
            }
            let parts = places.iter().filter_map(|place| {
                let part = primitive.clip_rect.intersect(*place);
                let left = (part.min.x * ppp).round().clamp(0.0, width);
                let right = (part.max.x * ppp).round().clamp(left, width);
                let top = (part.min.y * ppp).round().clamp(0.0, height);
                let bottom = (part.max.y * ppp).round().clamp(top, height);
                let low = if up > 0.0 { height - bottom } else { top };
                let rect = [left, low, right - left, bottom - top].map(|x| x as i32);
                (rect[2] > 0 && rect[3] > 0).then_some(rect)
            });
            let parts: Vec<[i32; 4]> = parts.collect();
            if parts.is_empty() {
                continue;
            }
            if mesh.vertices.len() <= usize::from(u16::MAX) {
                self.indices.clear();
                self.indices.extend(mesh.indices.iter().map(|i| *i as u16));
                self.draw_part(&mesh.vertices, texture, &parts);
            } else {
                for part in mesh.clone().split_to_u16() {
                    self.indices.clear();
                    self.indices.extend(&part.indices);
                    self.draw_part(&part.vertices, texture, &parts);
                }
            }
        }
    }

    /// Draws the triangles of the indices that are there, in these parts of the screen.
    fn draw_part(
        &mut self,
        corners: &[egui::epaint::Vertex],
        texture: miniquad::TextureId,
        parts: &[[i32; 4]],
    ) {
        let gl = gl();
        self.vertices.clear();
        self.vertices.extend(corners.iter().map(|v| Vertex {
            pos: [v.pos.x, v.pos.y],
            uv: [v.uv.x, v.uv.y],
            tint: v.color.to_array(),
        }));
        let (have, want) = (
            self.buffers.get(self.next).map_or((0, 0), |b| (b.1, b.3)),
            (self.vertices.len(), self.indices.len()),
        );
        if have.0 < want.0 || have.1 < want.1 {
            let room = (
                want.0.next_power_of_two().max(1024),
                want.1.next_power_of_two().max(1024),
            );
            let buffers = (
                gl.new_buffer(
                    BufferType::VertexBuffer,
                    BufferUsage::Stream,
                    BufferSource::empty::<Vertex>(room.0),
                ),
                room.0,
                gl.new_buffer(
                    BufferType::IndexBuffer,
                    BufferUsage::Stream,
                    BufferSource::empty::<u16>(room.1),
                ),
                room.1,
            );
            if let Some(old) = self.buffers.get_mut(self.next) {
                gl.delete_buffer(old.0);
                gl.delete_buffer(old.2);
                *old = buffers;
            } else {
                self.buffers.push(buffers);
            }
        }
        let (vertex_buffer, _, index_buffer, _) = self.buffers[self.next];
        self.next += 1;
        gl.buffer_update(vertex_buffer, BufferSource::slice(&self.vertices));
        gl.buffer_update(index_buffer, BufferSource::slice(&self.indices));
        gl.apply_bindings_from_slice(&[vertex_buffer], index_buffer, &[texture]);
        for [x, y, width, height] in parts {
            gl.apply_scissor_rect(*x, *y, *width, *height);
            gl.draw(0, self.indices.len() as i32, 1);
        }
    }

    /// Frees the textures that are no longer shown, and those that a frame did without; after a frame has been drawn, when none of them
    /// is in use. A texture that is freed while miniquad holds it for the one in use would be
    /// taken for the next that gets its number, which then would stay empty.
    pub(super) fn tidy(&mut self, delta: &egui::TexturesDelta) {
        for id in &delta.free {
            if let Some((texture, _)) = self.textures.remove(&key_of(*id)) {
                gl().delete_texture(texture);
            }
        }
        for old in self.old.drain(..) {
            gl().delete_render_pass(old.pass);
        }
    }

    /// A picture of its own as a PNG file.
    pub(super) fn photo(
        &mut self,
        ctx: &egui::Context,
        photo: &Photo,
        ppp: f32,
        path: &Path,
    ) -> Result<(), Failure> {
        let dots = |points: f32| ((points * ppp).round() as u32).clamp(1, LARGEST);
        let size = (dots(photo.size.x), dots(photo.size.y));
        let primitives = tessellated(ctx, &photo.shapes, Rect::EVERYTHING, ppp);
        self.shot(&primitives, GROUND, size, ppp, path)
    }

    /// The last frame as a PNG file.
    pub(super) fn shot(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        ground: Color32,
        size: (u32, u32),
        ppp: f32,
        path: &Path,
    ) -> Result<(), Failure> {
        let dots = self.dots(primitives, ground, size, ppp);
        disk::write(path, &png(size.0, size.1, &dots))
    }

    /// A frame's dots, row by row from the top.
    pub(super) fn dots(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        ground: Color32,
        size: (u32, u32),
        ppp: f32,
    ) -> Vec<[u8; 4]> {
        let canvas = Self::canvas(size);
        gl().begin_pass(Some(canvas.pass), cleared(ground));
        self.draw(primitives, size, ppp, 1.0);
        gl().end_render_pass();
        read(canvas)
    }
}

/// Shows a texture's dots as they are, or mixes them where others lie between.
pub(super) fn filter(texture: miniquad::TextureId, sharp: bool) {
    let filter = if sharp {
        miniquad::FilterMode::Nearest
    } else {
        miniquad::FilterMode::Linear
    };
    gl().texture_set_filter(texture, filter, miniquad::MipmapFilterMode::None);
}

/// Shapes as triangles, clipped to a part.
pub(super) fn tessellated(
    ctx: &egui::Context,
    shapes: &[egui::Shape],
    within: Rect,
    ppp: f32,
) -> Vec<egui::ClippedPrimitive> {
    let clipped = |shape: &egui::Shape| egui::epaint::ClippedShape {
        clip_rect: within,
        shape: shape.clone(),
        transform_after_tessellation: egui::emath::TSTransform::IDENTITY,
    };
    ctx.tessellate(shapes.iter().map(clipped).collect(), ppp)
}

/// The beginning of a pass on an even ground.
pub(super) fn cleared(ground: Color32) -> PassAction {
    let [r, g, b, a] = ground.to_normalized_gamma_f32();
    // no depth: nothing lies before anything but by its order
    PassAction::Clear {
        color: Some((r, g, b, a)),
        depth: None,
        stencil: None,
    }
}

/// The dots that were drawn into a texture, row by row from the top; the texture is freed.
fn read(canvas: Canvas) -> Vec<[u8; 4]> {
    let (wide, high) = canvas.size;
    let mut bytes = vec![0; wide as usize * high as usize * 4];
    gl().texture_read_pixels(canvas.texture, &mut bytes);
    gl().delete_render_pass(canvas.pass);
    // a texture's rows come from the bottom up
    let rows = bytes.chunks_exact(wide as usize * 4).rev();
    let dots = rows.flat_map(|row| row.as_chunks::<4>().0);
    dots.map(|[r, g, b, _]| [*r, *g, *b, 255]).collect()
}
