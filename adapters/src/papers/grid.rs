//! How wide the columns of a table are. Words give way, figures and codes never: where a page has no room for those, all of the
//! table is set smaller.

use super::{
    faces::{Faces, Style},
    sheets::{LEFT, RIGHT},
};
use sooner_application::papers::{
    NotWritten,
    paper::{Column, ColumnKind, RowKind, Table},
};

pub(super) const GAP: f32 = 8.0;
/// What a column of words, and a heading, has at least, if it has so many of them.
const LEAST_TEXT: f32 = 72.0;
/// How small a table may be set: smaller letters cannot be read.
const LEAST_SCALE: f32 = 0.5;
/// How much smaller a table is set so that no word in it breaks.
const GENTLE_SCALE: f32 = 0.85;
/// What adding up widths in another order may change.
const SLACK: f32 = 0.1;

/// Where a column stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) x: f32,
    pub(super) width: f32,
    pub(super) kind: ColumnKind,
}

/// The columns of a table, and how large its letters are, where 1 is as large as usual.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) slots: Vec<Slot>,
    pub(super) scale: f32,
}

/// What a column needs: at least, for its longest word, for all of its cells, and for its heading too.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    least: f32,
    word: f32,
    whole: f32,
    headed: f32,
}

impl Wanted {
    fn unbroken(&self) -> f32 {
        self.least.max(self.word)
    }
}

pub(super) fn style_of(kind: RowKind) -> Style {
    if kind == RowKind::Entry { Style::CELL } else { Style::SUM }
}

/// Whether this cell of a row stays whole. What sums are called may stand where entries have a code.
pub(super) fn is_whole(column: ColumnKind, row: RowKind) -> bool {
    match column {
        ColumnKind::Text => false,
        ColumnKind::Code => row == RowKind::Entry,
        ColumnKind::Figure => true,
    }
}

impl Grid {
    /// # Errors
    /// Where the figures of a row have no room on a page, however small.
    pub(super) fn of(table: &Table, faces: &Faces) -> Result<Self, NotWritten> {
        let wanted: Vec<_> = table.columns.iter().enumerate().map(|column| wanted(table, column, faces)).collect();
        let count = wanted.len();
        let gaps = GAP * count.saturating_sub(1) as f32;
        let room = RIGHT - LEFT;
        let sum = |of: fn(&Wanted) -> f32| wanted.iter().map(of).sum::<f32>() + gaps;
        let (unbroken, least) = (sum(Wanted::unbroken), sum(|one| one.least));
        let is_gentle = unbroken > room && room / unbroken >= GENTLE_SCALE;
        let (needed, of): (f32, fn(&Wanted) -> f32) = if is_gentle { (unbroken, Wanted::unbroken) } else { (least, |one| one.least) };
        let scale = (room / needed.max(1.0)).min(1.0);
        if scale < LEAST_SCALE {
            return Err(NotWritten::Failed(format!("the columns of a table are too wide: {least:.0} points")));
        }
        let mut widths: Vec<f32> = wanted.iter().map(of).collect();
        let mut rest = (room - needed).max(0.0);
        for target in [|one: &Wanted| one.word, |one: &Wanted| one.whole, |one: &Wanted| one.headed] {
            rest = grow(&mut widths, wanted.iter().map(target), rest);
        }
        // What is left over is for words.
        let texts = table.columns.iter().filter(|column| column.kind == ColumnKind::Text).count();
        let more = rest / if texts == 0 { count.max(1) } else { texts } as f32;
        let (mut x, mut slots) = (LEFT, Vec::with_capacity(count));
        for (Column { kind, .. }, width) in table.columns.iter().zip(widths) {
            let width = (width + if texts == 0 || *kind == ColumnKind::Text { more } else { 0.0 }) * scale;
            slots.push(Slot { x, width, kind: *kind });
            x += width + GAP * scale;
        }
        Ok(Self { slots, scale })
    }
}

/// Gives each column what it lacks, or so much of it as there is; answers what is left.
fn grow(widths: &mut [f32], targets: impl Iterator<Item = f32>, rest: f32) -> f32 {
    let lacks: Vec<f32> = targets.zip(widths.iter()).map(|(target, width)| (target - width).max(0.0)).collect();
    let all: f32 = lacks.iter().sum();
    let share = if all > rest { rest / all } else { 1.0 };
    for (width, lack) in widths.iter_mut().zip(lacks) {
        *width += lack * share;
    }
    (rest - all * share).max(0.0)
}

fn wanted(Table { rows, .. }: &Table, (place, column): (usize, &Column), faces: &Faces) -> Wanted {
    let (headed, head) = faces.widths(&column.header, Style::COLUMN);
    // What sums are called has the room of the empty cells behind it.
    let counts = |kind: RowKind| kind == RowKind::Entry || column.kind == ColumnKind::Figure;
    let cells = rows.iter().filter(|row| counts(row.kind)).filter_map(|row| Some((row.kind, row.cells.get(place)?)));
    let (mut whole, mut word) = (0.0_f32, head);
    for (kind, text) in cells {
        if is_whole(column.kind, kind) {
            whole = whole.max(faces.line(text, style_of(kind)).width + SLACK);
        } else {
            let (line, longest) = faces.widths(text, style_of(kind));
            (whole, word) = (whole.max(line + SLACK), word.max(longest + SLACK));
        }
    }
    let least = match column.kind {
        ColumnKind::Text => word.min(LEAST_TEXT),
        ColumnKind::Code | ColumnKind::Figure => whole.max(head.min(LEAST_TEXT)),
    };
    Wanted { least, word, whole: whole.max(word), headed }
}
