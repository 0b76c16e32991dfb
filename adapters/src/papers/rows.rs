//! Facts and tables: rows of cells, over as many pages as it takes.

use super::{
    faces::{Run, Style},
    grid::{GAP, Grid, Slot, is_whole, style_of},
    layout::Layout,
    sheets::{Branch, LEFT, RIGHT, Role, Shade},
};
use krilla::tagging::{TableHeaderScope, Tag, TagKind};
use sooner_application::papers::{
    NotWritten,
    paper::{ColumnKind, Fact, Row, RowKind, Table},
};
use std::num::NonZeroU32;

/// Of a heading that is repeated on each page.
const MOST_LINES: usize = 8;
/// How much of a page may be kept together.
const TOGETHER: f32 = 0.6;

struct Cell {
    slot: Slot,
    lines: Vec<Run>,
    style: Style,
    role: Role,
}

/// How a row looks.
#[derive(Clone, Copy)]
struct Look {
    padding: f32,
    above: Option<Shade>,
    below: Option<Shade>,
    ground: Option<Shade>,
}

/// A row with its cells, and what each is.
struct Set {
    kind: RowKind,
    cells: Vec<Cell>,
    tree: Vec<(TagKind, Role)>,
}

impl Layout<'_> {
    pub(super) fn facts(&mut self, facts: &[Fact], ground: Option<Shade>) {
        let inset = if ground.is_some() { GAP } else { 0.0 };
        let label = |fact: &Fact| self.faces.widths(&fact.label, self.set(Style::LABEL)).0;
        let widest = facts.iter().map(label).fold(0.0, f32::max).min((RIGHT - LEFT) * 0.45);
        let first = Slot { x: LEFT + inset, width: widest, kind: ColumnKind::Text };
        let x = first.x + widest + 2.0 * GAP;
        let second = Slot { x, width: RIGHT - inset - x, kind: ColumnKind::Text };
        let look = Look { padding: self.gap(if ground.is_some() { 3.0 } else { 1.5 }), ground, ..self.entry() };
        let value = self.set(if ground.is_some() { Style::STRONG } else { Style::BODY });
        let label_style = self.set(Style::LABEL);
        let row = |layout: &mut Self, Fact { label, value: text }: &Fact| {
            let label = layout.cell(label, label_style, first);
            let value = layout.cell(text, value, second);
            let tree = vec![branch(Tag::TH(TableHeaderScope::Row).into(), label.role), branch(Tag::TD.into(), value.role)];
            (vec![label, value], Branch::Group(Tag::TR.into(), tree))
        };
        let rows: Vec<_> = facts.iter().map(|fact| row(self, fact)).collect();
        // Short ones stay together.
        let all = rows.iter().map(|(cells, _)| height(cells, look)).sum::<f32>();
        self.begin(all.min(200.0) + self.closing);
        let mut tree = Vec::new();
        for (cells, branch) in rows {
            self.row(&cells, look, &[]);
            tree.push(branch);
        }
        self.sheets.tree.push(Branch::Group(Tag::Table.into(), tree));
        self.y += self.gap(8.0);
    }

    pub(super) fn table(&mut self, table: &Table) -> Result<(), NotWritten> {
        let grid = Grid::of(table, self.faces)?;
        let mut headers = Vec::new();
        let mut heads = Vec::new();
        for (column, slot) in table.columns.iter().zip(&grid.slots) {
            let style = Style::COLUMN.scaled(grid.scale);
            let mut cell = self.cell(&column.header, style, *slot);
            cell.lines.truncate(MOST_LINES);
            heads.push(branch(Tag::TH(TableHeaderScope::Column).into(), cell.role));
            headers.push(cell);
        }
        if headers.is_empty() {
            return Ok(());
        }
        let rows: Vec<_> = table.rows.iter().map(|row| self.set_row(row, &grid)).collect();
        let kept = self.kept(&rows);
        // The head stays with the first rows.
        let head = Look { below: Some(Shade::Dark), ..self.entry() };
        self.begin(height(&headers, head) + kept.first().copied().unwrap_or(self.closing));
        self.row(&headers, head, &[]);
        headers.iter_mut().for_each(|cell| cell.role = Role::Header);
        let mut body = Vec::new();
        for (place, Set { kind, cells, tree }) in rows.iter().enumerate() {
            if place > 0 {
                self.y += if *kind == RowKind::Group { self.gap(GAP) } else { 0.0 };
                if self.keep(kept.get(place).copied().unwrap_or_default()) {
                    self.row(&headers, head, &[]);
                }
            }
            let look = self.look(*kind, rows.get(place + 1).map(|next| next.kind));
            self.row(cells, look, &headers);
            body.push(Branch::Group(Tag::TR.into(), tree.iter().map(|(tag, role)| branch(tag.clone(), *role)).collect()));
        }
        let head = Branch::Group(Tag::THead.into(), vec![Branch::Group(Tag::TR.into(), heads)]);
        let tag = Tag::Table.with_summary(Some(self.faces.readable(&table.summary)));
        let mut tree = vec![head];
        if !body.is_empty() {
            tree.push(Branch::Group(Tag::TBody.into(), body));
        }
        self.sheets.tree.push(Branch::Group(tag.into(), tree));
        self.y += self.gap(10.0);
        Ok(())
    }

    /// How high each row is together with those behind it that it stays with; nothing for a row that the one before it holds.
    fn kept(&self, rows: &[Set]) -> Vec<f32> {
        let kinds: Vec<_> = rows.iter().map(|row| row.kind).collect();
        let mut kept = vec![0.0; rows.len()];
        let mut first = 0;
        for (place, row) in rows.iter().enumerate() {
            let is_last = place + 1 == rows.len();
            if let Some(sum) = kept.get_mut(first) {
                let closing = if is_last { self.closing } else { 0.0 };
                *sum = (*sum + height(&row.cells, self.entry()) + closing).min(TOGETHER * self.foot());
            }
            if !stays(&kinds, place) {
                first = place + 1;
            }
        }
        kept
    }

    /// In rows that are no entries a text has the room of the empty cells behind it.
    fn set_row(&mut self, Row { kind, cells }: &Row, grid: &Grid) -> Set {
        let style = style_of(*kind).scaled(grid.scale);
        let text = |place: usize| cells.get(place).map_or("", String::as_str);
        let (mut set, mut tree, mut place) = (Vec::new(), Vec::new(), 0);
        while let Some(slot) = grid.slots.get(place) {
            let is_free = |next: usize| *kind != RowKind::Entry && next < grid.slots.len() && text(next).is_empty();
            let mut last = place;
            while slot.kind != ColumnKind::Figure && is_free(last + 1) {
                last += 1;
            }
            let end = grid.slots.get(last).map_or(slot.x + slot.width, |last| last.x + last.width);
            let mut cell = self.cell(text(place), style, Slot { width: end - slot.x, ..*slot });
            if is_whole(slot.kind, *kind) {
                cell.lines = vec![self.faces.line(text(place), style)];
            }
            let span = u32::try_from(last - place + 1).ok().and_then(NonZeroU32::new).filter(|span| span.get() > 1);
            tree.push((Tag::TD.with_col_span(span).into(), cell.role));
            set.push(cell);
            place = last + 1;
        }
        Set { kind: *kind, cells: set, tree }
    }

    fn cell(&mut self, text: &str, style: Style, slot: Slot) -> Cell {
        // What is empty is a cell as well.
        let text = if text.trim().is_empty() { "\u{a0}" } else { text };
        let role = Role::Leaf(self.sheets.leaf());
        Cell { slot, lines: self.faces.lines(text, style, slot.width), style, role }
    }

    /// A row, which breaks only if no page has room for all of it. `headers` are repeated on each further page.
    fn row(&mut self, cells: &[Cell], look: Look, headers: &[Cell]) {
        let (lines, leading) = lines(cells);
        let mut from = 0;
        while from < lines {
            let rest = (lines - from) as f32 * leading + 2.0 * look.padding;
            let is_long = rest > TOGETHER * self.foot();
            if self.keep(if is_long { leading + 2.0 * look.padding } else { rest }) && !headers.is_empty() {
                self.row(headers, Look { below: Some(Shade::Dark), ..self.entry() }, &[]);
            }
            let fitting = ((self.left() - 2.0 * look.padding) / leading).floor().max(1.0) as usize;
            let to = lines.min(from.saturating_add(fitting));
            self.strip(cells, look, leading, from, to);
            from = to;
        }
    }

    /// These lines of a row.
    fn strip(&mut self, cells: &[Cell], look: Look, leading: f32, from: usize, to: usize) {
        let height = (to - from) as f32 * leading + 2.0 * look.padding;
        if let Some(shade) = look.ground {
            self.sheets.rule(LEFT, self.y, RIGHT - LEFT, height, shade);
        }
        for (shade, y) in [(look.above, self.y), (look.below, self.y + height)] {
            if let Some(shade) = shade {
                self.sheets.rule(LEFT, y, RIGHT - LEFT, if shade == Shade::Dark { 0.8 } else { 0.4 }, shade);
            }
        }
        for Cell { slot, lines, style, role } in cells {
            for (place, run) in lines.iter().enumerate().take(to).skip(from) {
                let y = self.y + look.padding + (place - from) as f32 * leading + leading * 0.77;
                let x = if slot.kind == ColumnKind::Figure { slot.x + slot.width - run.width } else { slot.x };
                self.sheets.text(*role, x, y, run.clone(), *style);
            }
        }
        self.y += height;
    }

    fn entry(&self) -> Look {
        Look { padding: self.gap(3.0), above: None, below: None, ground: None }
    }

    fn look(&self, kind: RowKind, next: Option<RowKind>) -> Look {
        let entry = self.entry();
        match kind {
            RowKind::Entry if next == Some(RowKind::Entry) => Look { below: Some(Shade::Line), ..entry },
            RowKind::Entry => entry,
            RowKind::Group => Look { below: Some(Shade::Line), ..entry },
            RowKind::Subtotal => Look { above: Some(Shade::Line), ..entry },
            RowKind::Total => Look { above: Some(Shade::Dark), ..entry },
        }
    }
}

/// Whether a row stays with the one behind it: what is about a group with its first entry, what is above a sum with the sum, and
/// neither the first nor the last entry alone.
fn stays(kinds: &[RowKind], place: usize) -> bool {
    let at = |place: usize| kinds.get(place).copied();
    let (Some(kind), Some(next)) = (at(place), at(place + 1)) else { return false };
    let is_sum = |kind| matches!(kind, RowKind::Subtotal | RowKind::Total);
    let is_before_last = kind == RowKind::Entry && next == RowKind::Entry && at(place + 2) != Some(RowKind::Entry);
    place == 0 || kind == RowKind::Group || is_sum(next) || is_before_last
}

/// The most lines of a cell, and how far they are from each other.
fn lines(cells: &[Cell]) -> (usize, f32) {
    let leading = cells.iter().map(|cell| cell.style.leading).fold(1.0, f32::max);
    (cells.iter().map(|cell| cell.lines.len()).max().unwrap_or_default(), leading)
}

fn height(cells: &[Cell], look: Look) -> f32 {
    let (lines, leading) = lines(cells);
    lines as f32 * leading + 2.0 * look.padding
}

fn branch(tag: TagKind, role: Role) -> Branch {
    let leaf = if let Role::Leaf(leaf) = role { vec![Branch::Leaf(leaf)] } else { Vec::new() };
    Branch::Group(tag, leaf)
}
