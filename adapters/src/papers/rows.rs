//! Facts and tables: rows of cells, over as many pages as it takes.

use super::{
    faces::{Run, Style},
    layout::Layout,
    sheets::{Branch, LEFT, RIGHT, Role, Shade},
};
use krilla::tagging::{TableHeaderScope, Tag, TagKind};
use sooner_application::papers::paper::{Align, Column, Fact, Row, RowKind, Table};
use std::num::NonZeroU32;

const GAP: f32 = 8.0;
/// Of a heading that is repeated on each page.
const MOST_LINES: usize = 8;

/// Where a column stands.
#[derive(Clone, Copy)]
struct Slot {
    x: f32,
    width: f32,
    align: Align,
}

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

impl Layout<'_> {
    pub(super) fn facts(&mut self, facts: &[Fact], ground: Option<Shade>) {
        let inset = if ground.is_some() { GAP } else { 0.0 };
        let label = |fact: &Fact| self.faces.widths(&fact.label, Style::LABEL).0;
        let widest = facts.iter().map(label).fold(0.0, f32::max).min((RIGHT - LEFT) * 0.45);
        let first = Slot { x: LEFT + inset, width: widest, align: Align::Left };
        let x = first.x + widest + 2.0 * GAP;
        let second = Slot { x, width: RIGHT - inset - x, align: Align::Left };
        let look = Look { padding: if ground.is_some() { 3.0 } else { 1.5 }, ground, ..ENTRY };
        let value = if ground.is_some() { Style::STRONG } else { Style::BODY };
        let row = |layout: &mut Self, Fact { label, value: text }: &Fact| {
            let label = layout.cell(label, Style::LABEL, first);
            let value = layout.cell(text, value, second);
            let tree = vec![branch(Tag::TH(TableHeaderScope::Row).into(), label.role), branch(Tag::TD.into(), value.role)];
            (vec![label, value], Branch::Group(Tag::TR.into(), tree))
        };
        let rows: Vec<_> = facts.iter().map(|fact| row(self, fact)).collect();
        // Short ones stay together.
        self.keep(rows.iter().map(|(cells, _)| height(cells)).sum::<f32>().min(200.0));
        let mut tree = Vec::new();
        for (cells, branch) in rows {
            self.row(&cells, look, &[]);
            tree.push(branch);
        }
        self.sheets.tree.push(Branch::Group(Tag::Table.into(), tree));
        self.y += 8.0;
    }

    pub(super) fn table(&mut self, table: &Table) {
        let slots = self.slots(table);
        let mut headers = Vec::new();
        let mut heads = Vec::new();
        for (column, slot) in table.columns.iter().zip(&slots) {
            let mut cell = self.cell(&column.header, Style::COLUMN, *slot);
            cell.lines.truncate(MOST_LINES);
            heads.push(branch(Tag::TH(TableHeaderScope::Column).into(), cell.role));
            headers.push(cell);
        }
        if headers.is_empty() {
            return;
        }
        let rows: Vec<_> = table.rows.iter().map(|row| self.cells(row, &slots)).collect();
        // The head stays with the first row, a sum with what is above it.
        self.keep(height(&headers) + rows.first().map_or(0.0, |(cells, ..)| height(cells)).min(100.0));
        self.row(&headers, HEAD, &[]);
        headers.iter_mut().for_each(|cell| cell.role = Role::Header);
        let mut body = Vec::new();
        for (place, (cells, tree)) in rows.iter().enumerate() {
            let kind = table.rows.get(place).map_or(RowKind::Entry, |row| row.kind);
            let next = table.rows.get(place + 1).map(|row| row.kind);
            if kind == RowKind::Group && place > 0 {
                self.y += GAP;
            }
            let stays = match next {
                Some(RowKind::Subtotal | RowKind::Total) => rows.get(place + 1),
                _ if kind == RowKind::Group => rows.get(place + 1),
                _ => None,
            };
            if let Some((following, _)) = stays
                && self.keep((height(cells) + height(following)).min(200.0))
            {
                self.row(&headers, HEAD, &[]);
            }
            self.row(cells, look(kind, next), &headers);
            body.push(Branch::Group(Tag::TR.into(), tree.iter().map(|(tag, role)| branch(tag.clone(), *role)).collect()));
        }
        let head = Branch::Group(Tag::THead.into(), vec![Branch::Group(Tag::TR.into(), heads)]);
        let tag = Tag::Table.with_summary(Some(self.faces.readable(&table.summary)));
        let mut tree = vec![head];
        if !body.is_empty() {
            tree.push(Branch::Group(Tag::TBody.into(), body));
        }
        self.sheets.tree.push(Branch::Group(tag.into(), tree));
        self.y += 10.0;
    }

    /// The cells of a row, and what each is. In rows that are no entries a text has the room of the empty cells behind it.
    fn cells(&mut self, Row { kind, cells }: &Row, slots: &[Slot]) -> (Vec<Cell>, Vec<(TagKind, Role)>) {
        let style = if *kind == RowKind::Entry { Style::CELL } else { Style::SUM };
        let text = |place: usize| cells.get(place).map_or("", String::as_str);
        let (mut set, mut tree, mut place) = (Vec::new(), Vec::new(), 0);
        while let Some(slot) = slots.get(place) {
            let is_free = |next: usize| *kind != RowKind::Entry && next < slots.len() && text(next).is_empty();
            let mut last = place;
            while slot.align == Align::Left && is_free(last + 1) {
                last += 1;
            }
            let end = slots.get(last).map_or(slot.x + slot.width, |last| last.x + last.width);
            let cell = self.cell(text(place), style, Slot { width: end - slot.x, ..*slot });
            let span = u32::try_from(last - place + 1).ok().and_then(NonZeroU32::new).filter(|span| span.get() > 1);
            tree.push((Tag::TD.with_col_span(span).into(), cell.role));
            set.push(cell);
            place = last + 1;
        }
        (set, tree)
    }

    fn cell(&mut self, text: &str, style: Style, slot: Slot) -> Cell {
        // What is empty is a cell as well.
        let text = if text.trim().is_empty() { "\u{a0}" } else { text };
        let role = Role::Leaf(self.sheets.leaf());
        Cell { slot, lines: self.faces.lines(text, style, slot.width), style, role }
    }

    /// As wide as what stands in them, if all of it has room: what is left over is for text. Else headings break, and then each
    /// column gives in by what its words leave it.
    fn slots(&self, table: &Table) -> Vec<Slot> {
        let columns = &table.columns;
        let count = columns.len();
        let room = RIGHT - LEFT - GAP * count.saturating_sub(1) as f32;
        let sum = |wanted: &[(f32, f32)]| wanted.iter().fold((0.0, 0.0), |(all, words), (one, word)| (all + one, words + word));
        let mut wanted = self.wanted(table, false);
        if sum(&wanted).0 > room {
            wanted = self.wanted(table, true);
        }
        let (all, words) = sum(&wanted);
        let lefts = columns.iter().filter(|column| column.align == Align::Left).count();
        let mut x = LEFT;
        let mut slots = Vec::with_capacity(count);
        for (column, (one, word)) in columns.iter().zip(wanted) {
            let width = if all <= room {
                let more = (room - all) / if lefts == 0 { count } else { lefts } as f32;
                if lefts == 0 || column.align == Align::Left { one + more } else { one }
            } else if words <= room && all > words {
                word + (room - words) * (one - word) / (all - words)
            } else {
                room * (word / words.max(1.0))
            };
            slots.push(Slot { x, width: width.max(1.0), align: column.align });
            x += width + GAP;
        }
        slots
    }

    /// What each column needs for its longest line, and for its longest word.
    fn wanted(&self, Table { columns, rows, .. }: &Table, heads_break: bool) -> Vec<(f32, f32)> {
        let style = |kind| if kind == RowKind::Entry { Style::CELL } else { Style::SUM };
        let of = |(place, column): (usize, &Column)| {
            let (whole, word) = self.faces.widths(&column.header, Style::COLUMN);
            let head = if heads_break { word } else { whole };
            let cells = rows.iter().filter_map(|row| Some((row.kind, row.cells.get(place)?)));
            // What sums are called has the room of the empty cells behind it.
            let counted = cells.filter(|(kind, _)| *kind == RowKind::Entry || *kind != RowKind::Group && column.align == Align::Right);
            let widths = counted.map(|(kind, text)| self.faces.widths(text, style(kind)));
            widths.fold((head, word), |(all, longest), (one, its)| (all.max(one), longest.max(its)))
        };
        columns.iter().enumerate().map(of).collect()
    }

    /// A row, which breaks only if no page has room for all of it. `headers` are repeated on each further page.
    fn row(&mut self, cells: &[Cell], look: Look, headers: &[Cell]) {
        let (lines, leading) = lines(cells);
        let mut from = 0;
        while from < lines {
            let rest = (lines - from) as f32 * leading + 2.0 * look.padding;
            let is_long = rest > 0.6 * self.foot();
            if self.keep(if is_long { leading + 2.0 * look.padding } else { rest }) && !headers.is_empty() {
                self.row(headers, HEAD, &[]);
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
                let x = if slot.align == Align::Right { slot.x + slot.width - run.width } else { slot.x };
                self.sheets.text(*role, x, y, run.clone(), *style);
            }
        }
        self.y += height;
    }
}

const ENTRY: Look = Look { padding: 3.0, above: None, below: None, ground: None };
const HEAD: Look = Look { below: Some(Shade::Dark), ..ENTRY };

fn look(kind: RowKind, next: Option<RowKind>) -> Look {
    match kind {
        RowKind::Entry if next == Some(RowKind::Entry) => Look { below: Some(Shade::Line), ..ENTRY },
        RowKind::Entry => ENTRY,
        RowKind::Group => Look { below: Some(Shade::Line), ..ENTRY },
        RowKind::Subtotal => Look { above: Some(Shade::Line), ..ENTRY },
        RowKind::Total => Look { above: Some(Shade::Dark), ..ENTRY },
    }
}

/// The most lines of a cell, and how far they are from each other.
fn lines(cells: &[Cell]) -> (usize, f32) {
    let leading = cells.iter().map(|cell| cell.style.leading).fold(1.0, f32::max);
    (cells.iter().map(|cell| cell.lines.len()).max().unwrap_or_default(), leading)
}

fn height(cells: &[Cell]) -> f32 {
    let (lines, leading) = lines(cells);
    lines as f32 * leading + 2.0 * ENTRY.padding
}

fn branch(tag: TagKind, role: Role) -> Branch {
    let leaf = if let Role::Leaf(leaf) = role { vec![Branch::Leaf(leaf)] } else { Vec::new() };
    Branch::Group(tag, leaf)
}
