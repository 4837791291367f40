//! The shell around the app: macroquad's loop, egui's input and output, triangles on the screen.
//!
//! With a blocking event loop nothing runs until something happens: a frame is drawn for input,
//! and again at once only while the app or egui asks for it.

use super::app::{App, Ended, Picture};
use super::platform;
use super::script::Driver;
use egui::{Color32, Event, Key, Modifiers, Pos2, Rect, TextureId, pos2, vec2};
use macroquad::miniquad::{
    self, BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType,
    BufferUsage, Equation, EventHandler, KeyCode, KeyMods, MouseButton, PassAction, Pipeline,
    PipelineParams, RenderPass, RenderingBackend, ShaderMeta, ShaderSource, TextureParams,
    UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute, VertexFormat,
};
use std::collections::BTreeMap;
use std::path::Path;

/// The texture under which egui knows the picture of the board.
pub const BOARD: TextureId = TextureId::User(1);

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
struct Canvas {
    pass: RenderPass,
    texture: miniquad::TextureId,
    size: (u32, u32),
}

/// Draws egui's triangles.
struct Painter {
    pipeline: Pipeline,
    textures: BTreeMap<u64, (miniquad::TextureId, [usize; 2])>,
    /// Vertex and index buffers with how many of each they hold, reused from frame to frame.
    buffers: Vec<(BufferId, usize, BufferId, usize)>,
    next: usize,
    board: Option<Canvas>,
    drawn: Option<u64>,
}

fn gl() -> &'static mut dyn RenderingBackend {
    // macroquad gives its rendering backend away only like this; it lives as long as the
    // window, and nothing else holds it while a frame of ours is drawn.
    #[allow(unsafe_code)]
    unsafe {
        macroquad::window::get_internal_gl().quad_context
    }
}

fn key_of(id: TextureId) -> u64 {
    match id {
        TextureId::Managed(n) => n * 2,
        TextureId::User(n) => n * 2 + 1,
    }
}

impl Painter {
    fn new() -> Result<Self, String> {
        let gl = gl();
        let shader = gl
            .new_shader(
                ShaderSource::Glsl {
                    vertex: VERTEX,
                    fragment: FRAGMENT,
                },
                ShaderMeta {
                    uniforms: UniformBlockLayout {
                        uniforms: vec![UniformDesc::new("view", UniformType::Float4)],
                    },
                    images: vec!["image".to_owned()],
                },
            )
            .map_err(|e| format!("the graphics driver refuses a simple shader: {e}"))?;
        let over = |factor| {
            BlendState::new(
                Equation::Add,
                factor,
                BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
            )
        };
        let pipeline = gl.new_pipeline(
            &[BufferLayout::default()],
            &[
                VertexAttribute::new("pos", VertexFormat::Float2),
                VertexAttribute::new("uv", VertexFormat::Float2),
                VertexAttribute::new("tint", VertexFormat::Byte4),
            ],
            shader,
            PipelineParams {
                // egui's colours are premultiplied
                color_blend: Some(over(BlendFactor::One)),
                alpha_blend: Some(over(BlendFactor::One)),
                ..PipelineParams::default()
            },
        );
        Ok(Self {
            pipeline,
            textures: BTreeMap::new(),
            buffers: Vec::new(),
            next: 0,
            board: None,
            drawn: None,
        })
    }

    fn take_textures(&mut self, delta: &egui::TexturesDelta) {
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

    fn free_textures(&mut self, delta: &egui::TexturesDelta) {
        for id in &delta.free {
            if let Some((texture, _)) = self.textures.remove(&key_of(*id)) {
                gl().delete_texture(texture);
            }
        }
    }

    fn canvas(size: (u32, u32)) -> Canvas {
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

    /// Draws the board's picture into its texture, if it is not there yet.
    fn draw_board(
        &mut self,
        ctx: &egui::Context,
        picture: Option<&Picture>,
        size: (u32, u32),
        ppp: f32,
    ) {
        let Some(picture) = picture else { return };
        let fits = self.board.as_ref().is_some_and(|b| b.size == size);
        if fits && self.drawn == Some(picture.revision) {
            return;
        }
        if !fits {
            if let Some(old) = self.board.take() {
                gl().delete_render_pass(old.pass);
            }
            self.board = Some(Self::canvas(size));
        }
        let board = self.board.as_ref().expect("made above");
        let (pass, texture) = (board.pass, board.texture);
        self.textures
            .insert(key_of(BOARD), (texture, [size.0 as usize, size.1 as usize]));
        let shapes: Vec<egui::epaint::ClippedShape> = picture
            .shapes
            .iter()
            .map(|shape| egui::epaint::ClippedShape {
                clip_rect: Rect::EVERYTHING,
                shape: shape.clone(),
                transform_after_tessellation: egui::emath::TSTransform::IDENTITY,
            })
            .collect();
        let primitives = ctx.tessellate(shapes, ppp);
        let [r, g, b, _] = picture.ground.to_normalized_gamma_f32();
        gl().begin_pass(Some(pass), PassAction::clear_color(r, g, b, 1.0));
        // upside down, so that the texture's first row is the top
        self.draw(&primitives, size, ppp, -1.0);
        gl().end_render_pass();
        self.drawn = Some(picture.revision);
    }

    /// Draws triangles in the pass that has begun.
    fn draw(&mut self, primitives: &[egui::ClippedPrimitive], size: (u32, u32), ppp: f32, up: f32) {
        let gl = gl();
        gl.apply_pipeline(&self.pipeline);
        let (width, height) = (size.0 as f32, size.1 as f32);
        gl.apply_viewport(0, 0, size.0 as i32, size.1 as i32);
        gl.apply_uniforms(UniformsSource::table(&View {
            view: [2.0 * ppp / width, 2.0 * ppp / height, up, 0.0],
        }));
        for primitive in primitives {
            let egui::epaint::Primitive::Mesh(mesh) = &primitive.primitive else {
                continue;
            };
            let Some((texture, _)) = self.textures.get(&key_of(mesh.texture_id)) else {
                continue;
            };
            let texture = *texture;
            let clip = primitive.clip_rect;
            let left = (clip.min.x * ppp).round().clamp(0.0, width);
            let right = (clip.max.x * ppp).round().clamp(left, width);
            let top = (clip.min.y * ppp).round().clamp(0.0, height);
            let bottom = (clip.max.y * ppp).round().clamp(top, height);
            if right <= left || bottom <= top {
                continue;
            }
            let low = if up > 0.0 { height - bottom } else { top };
            gl.apply_scissor_rect(
                left as i32,
                low as i32,
                (right - left) as i32,
                (bottom - top) as i32,
            );
            for part in mesh.clone().split_to_u16() {
                self.draw_part(&part, texture);
            }
        }
    }

    fn draw_part(&mut self, part: &egui::epaint::Mesh16, texture: miniquad::TextureId) {
        let gl = gl();
        let vertices: Vec<Vertex> = part
            .vertices
            .iter()
            .map(|v| Vertex {
                pos: [v.pos.x, v.pos.y],
                uv: [v.uv.x, v.uv.y],
                tint: v.color.to_array(),
            })
            .collect();
        let (have, want) = (
            self.buffers.get(self.next).map_or((0, 0), |b| (b.1, b.3)),
            (vertices.len(), part.indices.len()),
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
        gl.buffer_update(vertex_buffer, BufferSource::slice(&vertices));
        gl.buffer_update(index_buffer, BufferSource::slice(&part.indices));
        gl.apply_bindings_from_slice(&[vertex_buffer], index_buffer, &[texture]);
        gl.draw(0, part.indices.len() as i32, 1);
    }

    /// The last frame as a PNG file.
    fn shot(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        size: (u32, u32),
        ppp: f32,
        path: &Path,
    ) -> Result<(), String> {
        let canvas = Self::canvas(size);
        gl().begin_pass(
            Some(canvas.pass),
            PassAction::clear_color(0.0, 0.0, 0.0, 1.0),
        );
        self.draw(primitives, size, ppp, 1.0);
        gl().end_render_pass();
        let mut bytes = vec![0; size.0 as usize * size.1 as usize * 4];
        gl().texture_read_pixels(canvas.texture, &mut bytes);
        gl().delete_render_pass(canvas.pass);
        for pixel in bytes.chunks_exact_mut(4) {
            pixel[3] = 255;
        }
        let image = macroquad::texture::Image {
            bytes,
            width: size.0 as u16,
            height: size.1 as u16,
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let name = path
            .to_str()
            .ok_or_else(|| format!("{}: not a name that can be used", path.display()))?;
        // checked first: the exporter panics where it cannot write
        std::fs::write(path, []).map_err(|e| format!("{name}: {e}"))?;
        image.export_png(name);
        Ok(())
    }
}

/// Turns miniquad's events into egui's.
struct Input {
    ppp: f32,
    events: Vec<Event>,
    modifiers: Modifiers,
    pointer: Pos2,
}

fn modifiers(keys: KeyMods) -> Modifiers {
    Modifiers {
        alt: keys.alt,
        ctrl: keys.ctrl,
        shift: keys.shift,
        mac_cmd: false,
        command: keys.ctrl || keys.logo,
    }
}

fn button(button: MouseButton) -> Option<egui::PointerButton> {
    Some(match button {
        MouseButton::Left => egui::PointerButton::Primary,
        MouseButton::Right => egui::PointerButton::Secondary,
        MouseButton::Middle => egui::PointerButton::Middle,
        _ => return None,
    })
}

fn key(code: KeyCode, shift: bool) -> Option<Key> {
    Some(match code {
        KeyCode::Space => Key::Space,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Right => Key::ArrowRight,
        KeyCode::Left => Key::ArrowLeft,
        KeyCode::Down => Key::ArrowDown,
        KeyCode::Up => Key::ArrowUp,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Minus | KeyCode::KpSubtract => Key::Minus,
        KeyCode::KpAdd => Key::Plus,
        KeyCode::Equal => {
            if shift {
                Key::Plus
            } else {
                Key::Equals
            }
        }
        KeyCode::Comma => Key::Comma,
        KeyCode::Period => Key::Period,
        KeyCode::Slash => {
            if shift {
                Key::Questionmark
            } else {
                Key::Slash
            }
        }
        KeyCode::LeftBracket => Key::OpenBracket,
        KeyCode::RightBracket => Key::CloseBracket,
        other => return Key::from_name(format!("{other:?}").trim_start_matches("Key")),
    })
}

impl EventHandler for Input {
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.pointer = pos2(x / self.ppp, y / self.ppp);
        self.events.push(Event::PointerMoved(self.pointer));
    }
    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(x.clamp(-3.0, 3.0), y.clamp(-3.0, 3.0)),
            phase: egui::TouchPhase::Move,
            modifiers: self.modifiers,
            source: egui::MouseWheelSource::Wheel,
        });
    }
    fn mouse_button_down_event(&mut self, which: MouseButton, x: f32, y: f32) {
        self.press(which, x, y, true);
    }
    fn mouse_button_up_event(&mut self, which: MouseButton, x: f32, y: f32) {
        self.press(which, x, y, false);
    }
    fn char_event(&mut self, character: char, keys: KeyMods, _repeat: bool) {
        if !character.is_control() && !keys.ctrl && !keys.logo {
            self.events.push(Event::Text(character.to_string()));
        }
    }
    fn key_down_event(&mut self, code: KeyCode, keys: KeyMods, repeat: bool) {
        self.modifiers = modifiers(keys);
        match (keys.ctrl, code) {
            (true, KeyCode::C) => self.events.push(Event::Copy),
            (true, KeyCode::X) => self.events.push(Event::Cut),
            (true, KeyCode::V) => {
                if let Some(text) = miniquad::window::clipboard_get() {
                    self.events.push(Event::Paste(text));
                }
            }
            _ => self.strike(code, keys, true, repeat),
        }
    }
    fn key_up_event(&mut self, code: KeyCode, keys: KeyMods) {
        self.modifiers = modifiers(keys);
        self.strike(code, keys, false, false);
    }
}

impl Input {
    fn press(&mut self, which: MouseButton, x: f32, y: f32, pressed: bool) {
        self.pointer = pos2(x / self.ppp, y / self.ppp);
        if let Some(button) = button(which) {
            self.events.push(Event::PointerMoved(self.pointer));
            self.events.push(Event::PointerButton {
                pos: self.pointer,
                button,
                pressed,
                modifiers: self.modifiers,
            });
        }
    }
    fn strike(&mut self, code: KeyCode, keys: KeyMods, pressed: bool, repeat: bool) {
        if let Some(key) = key(code, keys.shift) {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat,
                modifiers: modifiers(keys),
            });
        }
    }
}

fn cursor(icon: egui::CursorIcon) -> miniquad::CursorIcon {
    use egui::CursorIcon as E;
    use miniquad::CursorIcon as M;
    match icon {
        E::PointingHand => M::Pointer,
        E::Text => M::Text,
        E::Grab | E::Grabbing | E::Move | E::AllScroll => M::Move,
        E::Crosshair => M::Crosshair,
        E::NotAllowed | E::NoDrop => M::NotAllowed,
        E::ResizeHorizontal | E::ResizeEast | E::ResizeWest | E::ResizeColumn => M::EWResize,
        E::ResizeVertical | E::ResizeNorth | E::ResizeSouth | E::ResizeRow => M::NSResize,
        E::Wait | E::Progress => M::Wait,
        E::Help => M::Help,
        _ => M::Default,
    }
}

/// Runs the app frame by frame until it ends; the driver, if there is one, is at the mouse.
pub async fn run(app: &mut App, scale: Option<f32>, mut driver: Option<Driver>) -> Ended {
    let ctx = egui::Context::default();
    let mut painter = match Painter::new() {
        Ok(painter) => painter,
        Err(error) => return Ended::Failed(error),
    };
    app.opened(&ctx);
    if driver.is_some() {
        ctx.enable_accesskit();
    }
    macroquad::input::prevent_quit();
    let subscriber = macroquad::input::utils::register_input_subscriber();
    let mut input = Input {
        ppp: 1.0,
        events: Vec::new(),
        modifiers: Modifiers::default(),
        pointer: Pos2::ZERO,
    };
    let began = platform::now();
    let mut scripted_time = 0.0;
    loop {
        let started = platform::now();
        let (width, height) = miniquad::window::screen_size();
        let size = (width.max(1.0) as u32, height.max(1.0) as u32);
        let dots = scale.unwrap_or_else(|| miniquad::window::dpi_scale().max(0.5));
        input.ppp = dots * ctx.zoom_factor();
        macroquad::input::utils::repeat_all_miniquad_input(&mut input, subscriber);
        let mut events = std::mem::take(&mut input.events);
        let mut time = started - began;
        if let Some(driver) = &mut driver {
            // a script sees a clock of its own, so that it never depends on the machine
            scripted_time += 1.0 / 30.0;
            time = scripted_time;
            events = driver.events(app);
        }
        let mut raw = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(
                Pos2::ZERO,
                vec2(width, height) / input.ppp,
            )),
            time: Some(time),
            predicted_dt: 1.0 / 60.0,
            max_texture_side: Some(4096),
            events,
            focused: true,
            ..egui::RawInput::default()
        };
        raw.viewports
            .entry(egui::ViewportId::ROOT)
            .or_default()
            .native_pixels_per_point = Some(dots);
        let mut output = ctx.run_ui(raw, |ui| app.frame(ui));
        let ppp = output.pixels_per_point;
        let primitives = ctx.tessellate(std::mem::take(&mut output.shapes), ppp);
        painter.next = 0;
        painter.take_textures(&output.textures_delta);
        painter.draw_board(&ctx, app.picture(), size, ppp);
        gl().begin_default_pass(PassAction::clear_color(0.05, 0.05, 0.06, 1.0));
        painter.draw(&primitives, size, ppp, 1.0);
        gl().end_render_pass();
        let mut failed = None;
        if let Some(driver) = &mut driver {
            match driver.after(app, &output.platform_output, || {
                output
                    .viewport_output
                    .values()
                    .any(|v| v.repaint_delay.is_zero())
            }) {
                Ok(Some(path)) => failed = painter.shot(&primitives, size, ppp, &path).err(),
                Ok(None) => {}
                Err(error) => failed = Some(error),
            }
        }
        if let Some(name) = app.take_picture() {
            let path = platform::home().map(|h| h.join(&name));
            app.say(match path {
                None => "There is no folder to keep files in.".to_owned(),
                Some(path) => match painter.shot(&primitives, size, ppp, &path) {
                    Ok(()) => format!("The picture is in {}", path.display()),
                    Err(error) => error,
                },
            });
        }
        painter.free_textures(&output.textures_delta);
        output.textures_delta.clear();
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                miniquad::window::clipboard_set(text);
            }
        }
        miniquad::window::set_mouse_cursor(cursor(output.platform_output.cursor_icon));
        if macroquad::input::is_quit_requested() {
            app.close();
        }
        if let Some(error) = failed {
            return Ended::Script(error);
        }
        if driver.as_ref().is_some_and(Driver::is_over) {
            return Ended::Closed;
        }
        if app.is_closed() {
            return Ended::Closed;
        }
        let soon = output
            .viewport_output
            .values()
            .map(|v| v.repaint_delay)
            .min()
            .unwrap_or(std::time::Duration::MAX);
        if driver.is_some() {
            miniquad::window::schedule_update();
        } else if soon < std::time::Duration::from_secs(2) {
            miniquad::window::schedule_update();
            platform::rest((1.0 / 60.0 - (platform::now() - started)).max(0.0));
        }
        macroquad::window::next_frame().await;
    }
}
