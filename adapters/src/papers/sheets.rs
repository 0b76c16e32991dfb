//! Pages before they are written: what stands where, and what it is to whoever has it read aloud.

use super::faces::{Run, Style};
use krilla::tagging::TagKind;

pub(super) const MM: f32 = 72.0 / 25.4;
pub(super) const WIDTH: f32 = 210.0 * MM;
pub(super) const HEIGHT: f32 = 297.0 * MM;
pub(super) const LEFT: f32 = 25.0 * MM;
pub(super) const RIGHT: f32 = WIDTH - 20.0 * MM;

/// How dark a rule or an area is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shade {
    Dark,
    Line,
    Light,
}

/// What a mark is a part of.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// Of the text, by its leaf in the tree.
    Leaf(usize),
    /// What stands on every page alike.
    Header,
    Footer,
    /// What is only to be looked at.
    Ornament,
}

pub(super) enum Mark {
    /// `y` is the line the letters stand on.
    Text {
        x: f32,
        y: f32,
        run: Run,
        style: Style,
    },
    Area {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        shade: Shade,
    },
}

#[derive(Default)]
pub(super) struct Sheet {
    pub(super) marks: Vec<(Role, Mark)>,
}

/// The text as a tree, in the order in which it is read.
pub(super) enum Branch {
    Leaf(usize),
    Group(TagKind, Vec<Branch>),
}

/// A heading, and where it stands.
pub(super) struct Landmark {
    pub(super) text: String,
    pub(super) sheet: usize,
    pub(super) y: f32,
}

/// A paper, laid out.
#[derive(Default)]
pub(super) struct Sheets {
    pub(super) all: Vec<Sheet>,
    pub(super) tree: Vec<Branch>,
    pub(super) leaves: usize,
    pub(super) landmarks: Vec<Landmark>,
}

impl Sheets {
    pub(super) fn leaf(&mut self) -> usize {
        self.leaves += 1;
        self.leaves - 1
    }

    pub(super) fn put(&mut self, role: Role, mark: Mark) {
        if let Some(sheet) = self.all.last_mut() {
            sheet.marks.push((role, mark));
        }
    }

    pub(super) fn text(&mut self, role: Role, x: f32, y: f32, run: Run, style: Style) {
        if run.pieces.iter().any(|piece| !piece.glyphs.is_empty()) {
            self.put(role, Mark::Text { x, y, run, style });
        }
    }

    pub(super) fn rule(&mut self, x: f32, y: f32, width: f32, height: f32, shade: Shade) {
        self.put(Role::Ornament, Mark::Area { x, y, width, height, shade });
    }
}
