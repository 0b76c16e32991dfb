//! Where what stands on a paper: a letter by DIN 5008, form B, whose address shows in the window of an envelope.

use super::{
    faces::{Faces, Run, Style, clipped},
    sheets::{Branch, HEIGHT, LEFT, Landmark, MM, RIGHT, Role, Shade, Sheet, Sheets},
};
use krilla::tagging::{Tag, TagKind};
use sooner_application::papers::paper::{Fact, Letterhead, Paper, Part};
use sooner_domain::kernel::language::Language;
use std::num::NonZeroU16;

/// Of the first page, where the house says who it is, and of the others.
const FOOT: f32 = 268.0 * MM;
const LATER_TOP: f32 = 28.0 * MM;
const LATER_FOOT: f32 = 278.0 * MM;

const RETURN_LINE: f32 = 60.5 * MM;
const ADDRESS: f32 = 66.5 * MM;
const ADDRESS_WIDTH: f32 = 80.0 * MM;
const ASIDE: f32 = 125.0 * MM;
const BODY: f32 = 101.0 * MM;
/// What is being laid out.
pub(super) struct Layout<'a> {
    pub(super) faces: &'a Faces,
    pub(super) paper: &'a Paper,
    pub(super) sheets: Sheets,
    /// How far down it is.
    pub(super) y: f32,
}

pub(super) fn lay_out(paper: &Paper, faces: &Faces) -> Sheets {
    let mut layout = Layout { faces, paper, sheets: Sheets::default(), y: 0.0 };
    layout.sheets.all.push(Sheet::default());
    layout.letterhead();
    let below = layout.address().max(layout.aside());
    layout.y = if paper.recipient.is_empty() { below + 10.0 * MM } else { BODY.max(below + 8.0 * MM) };
    layout.heading(1, &paper.title, Style::TITLE);
    paper.parts.iter().for_each(|part| layout.part(part));
    layout.feet();
    layout.sheets
}

impl Layout<'_> {
    /// Lines one below the other, as one paragraph of the tree: as many as have room there. `at` is where the first stands on;
    /// answers where the next would.
    fn column(&mut self, text: &[String], style: Style, at: (f32, f32), width: f32, most: usize) -> f32 {
        let (x, mut y) = at;
        let lines: Vec<Run> = text.iter().flat_map(|line| self.faces.lines(&clipped(line), style, width)).take(most).collect();
        if !lines.is_empty() {
            let leaf = self.sheets.leaf();
            self.sheets.tree.push(Branch::Group(Tag::P.into(), vec![Branch::Leaf(leaf)]));
            for run in lines {
                self.sheets.text(Role::Leaf(leaf), x, y, run, style);
                y += style.leading;
            }
        }
        y
    }

    fn letterhead(&mut self) {
        let house = &self.paper.letterhead;
        self.column(std::slice::from_ref(&house.name), Style::HOUSE, (LEFT, 22.0 * MM), ASIDE - LEFT - 5.0 * MM, 3);
        let lines = [house.address.as_slice(), &house.contact].concat();
        self.column(&lines, Style::SMALL, (ASIDE, 18.0 * MM), RIGHT - ASIDE, 8);
    }

    /// The window. Answers where it ends.
    fn address(&mut self) -> f32 {
        let Paper { recipient, letterhead, .. } = self.paper;
        if recipient.is_empty() {
            return ADDRESS - 12.0 * MM;
        }
        let sender = [std::slice::from_ref(&letterhead.name), &letterhead.address].concat().join(" · ");
        if let Some(run) = self.faces.first(&sender, Style::SMALL, ADDRESS_WIDTH) {
            let width = run.width;
            self.sheets.text(Role::Header, LEFT, RETURN_LINE, run, Style::SMALL);
            self.sheets.rule(LEFT, RETURN_LINE + 2.5, width, 0.4, Shade::Line);
        }
        self.column(recipient, Style { leading: 12.5, ..Style::BODY }, (LEFT, ADDRESS), ADDRESS_WIDTH, 9)
    }

    /// Beside the window: by what both sides file it, and when it was written.
    fn aside(&mut self) -> f32 {
        let mut y = 50.0 * MM;
        for Fact { label, value } in &self.paper.references {
            y = self.column(std::slice::from_ref(label), Style::SMALL, (ASIDE, y), RIGHT - ASIDE, 2) + 1.5;
            y = self.column(std::slice::from_ref(value), Style::REFERENCE, (ASIDE, y), RIGHT - ASIDE, 3) + 3.0;
        }
        self.column(std::slice::from_ref(&self.paper.dateline), Style::REFERENCE, (ASIDE, y + 2.0), RIGHT - ASIDE, 2)
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Heading(text) => {
                self.y += 6.0;
                self.heading(2, text, Style::HEADING);
            }
            Part::Paragraph(text) => {
                self.flow(Tag::P.into(), text, Style::BODY);
                self.y += 6.0;
            }
            Part::Facts(facts) => self.facts(facts, None),
            Part::Highlight(facts) => self.facts(facts, Some(Shade::Light)),
            Part::Table(table) => self.table(table),
        }
    }

    fn heading(&mut self, level: u16, text: &str, style: Style) {
        let shown = self.faces.readable(text).replace('\n', " ");
        if shown.trim().is_empty() {
            return;
        }
        // It stays with what it is the heading of.
        self.keep(style.leading + 4.0 * Style::BODY.leading);
        self.sheets.landmarks.push(Landmark { text: shown.clone(), sheet: self.sheets.all.len() - 1, y: self.y });
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.flow(Tag::Hn(level, Some(shown)).into(), text, style);
        self.y += style.leading / 3.0;
    }

    /// Text over the whole width, over as many pages as it takes.
    fn flow(&mut self, tag: TagKind, text: &str, style: Style) {
        let lines = self.faces.lines(text, style, RIGHT - LEFT);
        let leaf = self.sheets.leaf();
        self.sheets.tree.push(Branch::Group(tag, vec![Branch::Leaf(leaf)]));
        // No line of a short paragraph stands alone.
        self.keep(style.leading * lines.len().min(3) as f32);
        for run in lines {
            self.keep(style.leading);
            self.y += style.leading;
            self.sheets.text(Role::Leaf(leaf), LEFT, self.y - style.leading / 4.0, run, style);
        }
    }

    pub(super) fn foot(&self) -> f32 {
        if self.sheets.all.len() > 1 { LATER_FOOT } else { FOOT }
    }

    pub(super) fn left(&self) -> f32 {
        self.foot() - self.y
    }

    /// Goes on with the next page where less than this is left. Answers whether it did.
    pub(super) fn keep(&mut self, height: f32) -> bool {
        let is_full = self.left() < height;
        if is_full {
            self.next();
        }
        is_full
    }

    pub(super) fn next(&mut self) {
        self.sheets.all.push(Sheet::default());
        self.y = LATER_TOP;
        let width = (RIGHT - LEFT) / 2.0 - 2.0 * MM;
        for (text, is_right) in [(&self.paper.letterhead.name, false), (&self.paper.title, true)] {
            if let Some(run) = self.faces.first(text, Style::SMALL, width) {
                let x = if is_right { RIGHT - run.width } else { LEFT };
                self.sheets.text(Role::Header, x, 16.0 * MM, run, Style::SMALL);
            }
        }
        self.sheets.rule(LEFT, 18.5 * MM, RIGHT - LEFT, 0.5, Shade::Line);
    }

    /// Who the house is, at the foot of the first page; the code and the number at that of each.
    fn feet(&mut self) {
        let Paper { letterhead: Letterhead { register, account, .. }, check, language, .. } = self.paper;
        let pages = self.sheets.all.len();
        let all = std::mem::take(&mut self.sheets.all);
        for (place, sheet) in all.into_iter().enumerate() {
            self.sheets.all.push(sheet);
            let number = match language {
                Language::English => format!("Page {} of {pages}", place + 1),
                Language::German => format!("Seite {} von {pages}", place + 1),
            };
            let number = self.faces.line(&number, Style::SMALL);
            let y = HEIGHT - 11.0 * MM;
            let room = RIGHT - LEFT - number.width - 5.0 * MM;
            if place == 0 {
                self.sheets.rule(LEFT, FOOT + 3.0 * MM, RIGHT - LEFT, 0.5, Shade::Line);
                let (half, below) = ((RIGHT - LEFT) / 2.0, FOOT + 7.0 * MM);
                self.column(register, Style::SMALL, (LEFT, below), half - 3.0 * MM, 3);
                self.column(account, Style::SMALL, (LEFT + half, below), half, 3);
                self.column(check.as_slice(), Style::SMALL, (LEFT, y), room, 2);
            } else if let Some(check) = check
                && let Some(run) = self.faces.first(check, Style::SMALL, room)
            {
                self.sheets.text(Role::Footer, LEFT, y, run, Style::SMALL);
            }
            self.sheets.text(Role::Footer, RIGHT - number.width, y, number, Style::SMALL);
        }
    }
}
