//! The rule book over any screen: contents, a chapter, a search. And words on any screen that
//! explain themselves when they are pointed at and open the book when they are clicked.

mod page;
mod picture;

use super::{dialog, platform, theme};
use crate::book::{Block, Book, BookBuilder};
use crate::rules::{Game, Rules};
use crate::source::Source;
use egui::mutex::Mutex;
use egui::{
    Align, Color32, Id, Key, Label, Layout, Modifiers, Rect, Response, RichText, ScrollArea, Sense,
    TextEdit, Ui, UiBuilder, vec2,
};
use std::sync::Arc;

/// The rules by which a screen plays: a ruleset and its house rules.
#[derive(Clone, Debug)]
pub struct InForce {
    /// The ruleset.
    pub rules: Rules,
    /// The rules file, if there are house rules.
    pub house: Option<Source>,
}

impl InForce {
    /// The rules of a battle.
    pub fn of(game: &Game) -> Self {
        Self {
            rules: game.rules(),
            house: game.brief().rules.clone(),
        }
    }
    /// A ruleset without house rules.
    pub fn plain(rules: Rules) -> Self {
        Self { rules, house: None }
    }
    fn is(&self, other: &InForce) -> bool {
        let text = |of: &InForce| of.house.as_ref().map(|house| house.text.clone());
        self.rules == other.rules && text(self) == text(other)
    }
}

/// A book that was made for a screen.
#[derive(Clone)]
struct Made {
    of: InForce,
    book: Arc<Book>,
}

/// A word that is asked for.
#[derive(Clone)]
struct Lookup {
    of: InForce,
    word: String,
}

/// Under which names the book and what is asked for are kept between frames.
fn made() -> Id {
    Id::unique("rule book")
}
fn pointed() -> Id {
    Id::unique("rule book pointed")
}
fn wanted() -> Id {
    Id::unique("rule book wanted")
}

/// The book of the rules in force.
enum Found {
    /// It is whole.
    Whole(Arc<Book>),
    /// It is still made, frame by frame: a page may not stand still for it.
    Unfinished,
    /// The rules file is wrong, which the screen has said.
    Wrong,
}

impl Found {
    fn whole(self) -> Option<Arc<Book>> {
        match self {
            Found::Whole(book) => Some(book),
            Found::Unfinished | Found::Wrong => None,
        }
    }
}

/// A book while it is made for a screen.
#[derive(Clone)]
struct Unfinished {
    of: InForce,
    /// Taken out while it grows.
    builder: Arc<Mutex<Option<BookBuilder>>>,
    /// The frame in which it grew last.
    frame: u64,
}

/// How long a page may stand still in a frame, in seconds.
const PART: f64 = 0.01;

/// The book of the rules in force, made now as far as a frame allows.
fn book(ctx: &egui::Context, of: &InForce) -> Found {
    let known: Option<Made> = ctx.data(|data| data.get_temp(made()));
    if let Some(known) = known.filter(|known| known.of.is(of)) {
        return Found::Whole(known.book);
    }
    let begun: Option<Unfinished> = ctx.data(|data| data.get_temp(made()));
    let frame = ctx.cumulative_frame_nr();
    let mut unfinished = match begun.filter(|begun| begun.of.is(of)) {
        Some(begun) if begun.frame == frame => return Found::Unfinished,
        Some(begun) => begun,
        None => match BookBuilder::begin(of.rules, of.house.as_ref()) {
            Err(_) => return Found::Wrong,
            Ok(builder) => Unfinished {
                of: of.clone(),
                builder: Arc::new(Mutex::new(Some(builder))),
                frame,
            },
        },
    };
    let Some(mut builder) = unfinished.builder.lock().take() else {
        return Found::Unfinished;
    };
    // Kept again only if it needs another frame: a faulty one is not waited for.
    ctx.data_mut(|data| data.remove::<Unfinished>(made()));
    let began = platform::now();
    loop {
        match builder.step() {
            Err(_) => return Found::Wrong,
            Ok(false) => break,
            Ok(true) if platform::ON_A_PAGE && platform::now() - began > PART => {
                *unfinished.builder.lock() = Some(builder);
                unfinished.frame = frame;
                ctx.data_mut(|data| data.insert_temp(made(), unfinished));
                ctx.request_repaint();
                return Found::Unfinished;
            }
            Ok(true) => {}
        }
    }
    let Ok(book) = builder.finish().map(Arc::new) else {
        return Found::Wrong;
    };
    let made_now = Made {
        of: of.clone(),
        book: book.clone(),
    };
    ctx.data_mut(|data| data.insert_temp(made(), made_now));
    Found::Whole(book)
}

/// What the book says about a word, in a sentence or a few.
fn about(ctx: &egui::Context, of: &InForce, word: &str) -> Option<String> {
    let book = book(ctx, of).whole()?;
    let found = book.explain(word);
    found.into_iter().find_map(|one| one.about)
}

/// What the book says about a word, in small letters below it.
pub fn sentence(ui: &mut Ui, of: &InForce, word: &str) {
    if let Some(text) = about(ui.ctx(), of, word) {
        ui.label(RichText::new(text).weak().small());
    }
}

/// Something on the screen that stands for a word of the book: pointed at, it explains itself, and
/// F1 opens the book there.
pub fn explained(response: Response, of: &InForce, word: &str) -> Response {
    if !response.hovered() {
        return response;
    }
    point_at(&response.ctx, of, word);
    match about(&response.ctx, of, word) {
        Some(text) => response.on_hover_text(text),
        None => response,
    }
}

/// F1 opens the book at this word while the mouse is where it is, unless it is already on another
/// word: a space stays pointed at while the mouse is on the panel about it.
pub fn point_at(ctx: &egui::Context, of: &InForce, word: &str) {
    let asked = Lookup {
        of: of.clone(),
        word: word.to_owned(),
    };
    ctx.data_mut(|data| {
        data.get_temp_mut_or(pointed(), asked);
    });
}

/// A word that explains itself, and opens the book when it is clicked.
pub fn link(ui: &mut Ui, of: &InForce, word: &str, text: RichText) -> Response {
    // it is no stop of the Tab key: there would be too many
    let response = explained(ui.add(Label::new(text).sense(Sense::CLICK)), of, word);
    if response.clicked() {
        let (of, word) = (of.clone(), word.to_owned());
        response
            .ctx
            .data_mut(|data| data.insert_temp(wanted(), Lookup { of, word }));
    }
    response
}

/// Words in a row, each of them a link.
pub fn links(ui: &mut Ui, of: &InForce, words: &[&str], colour: Color32) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (number, word) in words.iter().enumerate() {
            let comma = if number + 1 < words.len() { ", " } else { "" };
            let text = RichText::new(format!("{word}{comma}")).color(colour);
            link(ui, of, word, text);
        }
    });
}

/// Opens the book of these rules at its first page.
pub fn open(ctx: &egui::Context, of: &InForce) {
    let (of, word) = (of.clone(), String::new());
    ctx.data_mut(|data| data.insert_temp(wanted(), Lookup { of, word }));
}

/// A place in a book: the number of a chapter, from 0, and of a passage in it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    chapter: usize,
    passage: usize,
}

/// What the search has found: the text of the line, and where it leads.
type Hit = (String, Place);

/// The book as it lies open.
#[derive(Default)]
pub struct Reader {
    of: Option<InForce>,
    at: Place,
    /// For how many frames more the page is moved to the passage: in the first one its height is not
    /// known yet.
    moves: u8,
    /// Whether the search is to be typed into.
    begins: bool,
    search: String,
    past: Vec<Place>,
}

/// Frames in which a page is moved to a passage.
const MOVES: u8 = 3;

/// The most lines that a search shows.
const MOST: usize = 60;

impl Reader {
    /// Whether the book lies over the screen.
    pub fn is_open(&self) -> bool {
        self.of.is_some()
    }

    /// Before a screen is drawn: F1 opens the book, at what was pointed at in the last frame.
    pub fn keys(&mut self, ctx: &egui::Context, screen: impl FnOnce() -> InForce) {
        let asked: Option<Lookup> = ctx.data(|data| data.get_temp(pointed()));
        ctx.data_mut(|data| data.remove::<Lookup>(pointed()));
        let pressed = ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::F1));
        if pressed && self.of.take().is_none() {
            let first = || Lookup {
                of: screen(),
                word: String::new(),
            };
            let asked = asked.unwrap_or_else(first);
            ctx.data_mut(|data| data.insert_temp(wanted(), asked));
        }
    }

    /// After a screen is drawn: the book over it, if it is open.
    pub fn show(&mut self, ui: &Ui) {
        let ctx = ui.ctx().clone();
        let asked: Option<Lookup> = ctx.data(|data| data.get_temp(wanted()));
        if let Some(asked) = asked {
            let book = book(&ctx, &asked.of);
            if !matches!(book, Found::Unfinished) {
                ctx.data_mut(|data| data.remove::<Lookup>(wanted()));
                self.open(&ctx, book.whole(), asked);
            }
        }
        let Some(of) = self.of.clone() else { return };
        let book = match book(&ctx, &of) {
            Found::Whole(book) => book,
            // another ruleset was chosen in the open book
            Found::Unfinished => return,
            Found::Wrong => {
                self.of = None;
                return;
            }
        };
        let modal = dialog::over(ui, "rule book").show(&ctx, |ui| {
            let room = ctx.content_rect().size();
            ui.set_width((room.x - 60.0).clamp(200.0, 1000.0));
            ui.set_height((room.y - 60.0).max(150.0));
            let close = self.bar(ui, &of, &book);
            ui.separator();
            match self.search.trim().is_empty() {
                true => self.spread(ui, &book),
                false => self.hits(ui, &book),
            }
            close
        });
        if modal.inner || modal.should_close() {
            self.of = None;
        }
    }

    fn open(&mut self, ctx: &egui::Context, book: Option<Arc<Book>>, asked: Lookup) {
        let place = book.and_then(|book| {
            let found = book.explain(&asked.word);
            found.first().map(|one| Place {
                chapter: one.chapter.number - 1,
                passage: one.passage,
            })
        });
        self.of = Some(asked.of);
        self.at = place.unwrap_or_default();
        self.moves = MOVES;
        self.begins = true;
        self.search.clear();
        self.past.clear();
        ctx.request_repaint();
    }

    fn go(&mut self, to: Place) {
        if self.at != to {
            self.past.push(self.at);
        }
        self.at = to;
        self.moves = MOVES;
        self.search.clear();
    }

    /// Title, rulesets and search; whether the book is to be closed.
    fn bar(&mut self, ui: &mut Ui, of: &InForce, book: &Book) -> bool {
        let mut close = false;
        ui.horizontal_wrapped(|ui| {
            ui.heading("Rule book");
            for rules in Rules::ALL {
                let chosen = rules == of.rules;
                if ui.selectable_label(chosen, rules.name()).clicked() && !chosen {
                    self.of = Some(InForce::plain(rules));
                    self.at = Place::default();
                    self.past.clear();
                }
            }
            if book.is_changed() {
                ui.label(RichText::new("with house rules").color(theme::ACCENT));
            }
        });
        ui.horizontal_wrapped(|ui| {
            let back = ui.add_enabled(!self.past.is_empty(), egui::Button::new("Back"));
            if back.clicked()
                && let Some(place) = self.past.pop()
            {
                self.at = place;
                self.moves = MOVES;
                self.search.clear();
            }
            let field = TextEdit::singleline(&mut self.search)
                .hint_text("Search")
                .desired_width(220.0);
            let field = ui.add(field);
            if std::mem::take(&mut self.begins) {
                field.request_focus();
            }
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search"));
            close = ui.button("Close").on_hover_text("Esc").clicked();
        });
        close
    }

    /// Contents at the left, the chapter at the right.
    fn spread(&mut self, ui: &mut Ui, book: &Book) {
        let room = ui.available_size().max(vec2(200.0, 60.0));
        let corner = ui.cursor().min;
        let left = (room.x * 0.28).clamp(110.0, 240.0);
        let part = |from: f32, to: f32| {
            let rect = Rect::from_min_max(corner + vec2(from, 0.0), corner + vec2(to, room.y));
            UiBuilder::new()
                .max_rect(rect)
                .layout(Layout::top_down(Align::Min))
        };
        let mut to = None;
        ui.scope_builder(part(0.0, left), |ui| {
            ScrollArea::vertical()
                .id_salt("contents")
                .auto_shrink(false)
                .show(ui, |ui| to = self.contents(ui, book));
        });
        let moves = self.moves > 0;
        if moves {
            self.moves -= 1;
            ui.ctx().request_repaint();
        }
        if let Some(chapter) = book.chapters.get(self.at.chapter) {
            ui.scope_builder(part(left + 16.0, room.x), |ui| {
                let mut scroll = ScrollArea::vertical().id_salt(("chapter", self.at.chapter));
                if moves && self.at.passage == 0 {
                    scroll = scroll.vertical_scroll_offset(0.0);
                }
                scroll.auto_shrink(false).show(ui, |ui| {
                    let shown = (self.at.passage > 0).then_some(self.at.passage);
                    page::chapter(ui, chapter, shown.filter(|_| moves), shown);
                });
            });
        }
        if let Some(to) = to {
            self.go(to);
        }
    }

    /// The chapters as buttons; the one that was chosen.
    fn contents(&self, ui: &mut Ui, book: &Book) -> Option<Place> {
        let mut to = None;
        for chapter in &book.chapters {
            let place = Place {
                chapter: chapter.number - 1,
                passage: 0,
            };
            let chosen = place.chapter == self.at.chapter;
            let title = format!("{}. {}", chapter.number, chapter.title);
            if ui
                .add(egui::Button::selectable(chosen, title).wrap())
                .clicked()
            {
                to = Some(place);
            }
        }
        to
    }

    /// The lines that the search has found.
    fn hits(&mut self, ui: &mut Ui, book: &Book) {
        let hits = found(book, self.search.trim());
        if hits.is_empty() {
            ui.label("Nothing is found.");
        }
        let enter = ui.input(|i| i.key_pressed(Key::Enter));
        let mut to = hits.first().map(|(_, place)| *place).filter(|_| enter);
        ScrollArea::vertical()
            .id_salt("hits")
            .auto_shrink(false)
            .show(ui, |ui| {
                for (text, place) in &hits {
                    let chapter = &book.chapters[place.chapter];
                    let button = egui::Button::selectable(false, text).wrap();
                    let button = ui.add(button);
                    ui.label(
                        RichText::new(format!("Chapter {}, {}", chapter.number, chapter.title))
                            .weak(),
                    );
                    if button.clicked() {
                        to = Some(*place);
                    }
                }
            });
        if let Some(to) = to {
            self.go(to);
        }
    }
}

/// What a search finds: first what the word means, then the passages in which it stands.
fn found(book: &Book, word: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for one in book.explain(word) {
        let place = Place {
            chapter: one.chapter.number - 1,
            passage: one.passage,
        };
        let about = one.about.unwrap_or_default();
        hits.push((format!("{} ({}): {about}", one.name, one.sort), place));
    }
    let lower = word.to_lowercase();
    for chapter in &book.chapters {
        for (passage, one) in chapter.passages.iter().enumerate() {
            let place = Place {
                chapter: chapter.number - 1,
                passage,
            };
            let mut put = |text: String| {
                if text.to_lowercase().contains(&lower) && hits.len() < MOST {
                    hits.push((text, place));
                }
            };
            match &one.block {
                Block::Heading(heading) => put(heading.clone()),
                Block::Entries { entries, .. } => {
                    entries
                        .iter()
                        .for_each(|entry| put(format!("{}: {}", entry.name, entry.about)));
                }
                Block::Diagram(diagram) => put(diagram.note.clone()),
                Block::Table { head, rows } => {
                    for row in std::iter::once(head).chain(rows) {
                        let cells: Vec<String> = row.iter().map(|cell| cell.words()).collect();
                        put(cells.join(" · "));
                    }
                }
                block => block.texts().into_iter().for_each(|text| put(text.words())),
            }
        }
    }
    hits
}
