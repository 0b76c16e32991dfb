//! Where what stands on a paper: a letter by DIN 5008, form B, whose address shows in the window of an envelope.

use super::{
    faces::{Faces, Style},
    sheets::{Branch, HEIGHT, LEFT, Landmark, MM, RIGHT, Role, Shade, Sheet, Sheets},
};
use krilla::tagging::{Tag, TagKind};
use sooner_application::papers::{
    NotWritten,
    paper::{Fact, Letterhead, Paper, Part},
};
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
/// A last page that is emptier than this is spared, if all of the paper fits on one page less when it is set closer.
const EMPTY: f32 = 0.35;

/// What is being laid out.
pub(super) struct Layout<'a> {
    pub(super) faces: &'a Faces,
    pub(super) paper: &'a Paper,
    pub(super) sheets: Sheets,
    /// How far down it is.
    pub(super) y: f32,
    /// How high what follows the last table is: it stays with the end of that.
    pub(super) closing: f32,
    /// A heading that waits for what it is the heading of.
    waiting: Option<(u16, String, Style)>,
    setting: Setting,
}

/// How a paper is set.
#[derive(Debug, Clone, Copy, Default)]
struct Setting {
    /// Smaller, and with less between the lines.
    is_close: bool,
    /// The page that ends above its foot, and how much.
    short: Option<(usize, f32)>,
}

impl Setting {
    const CLOSE: Self = Self { is_close: true, short: None };
}

/// A last page that is nearly empty is spared where that can be, or else gets more of what is before it.
///
/// # Errors
/// Where the figures of a table have no room on a page.
pub(super) fn lay_out(paper: &Paper, faces: &Faces) -> Result<Sheets, NotWritten> {
    let (sheets, filled) = laid_out(paper, faces, Setting::default())?;
    let pages = sheets.all.len();
    if pages == 1 || filled >= EMPTY {
        return Ok(sheets);
    }
    let (closer, _) = laid_out(paper, faces, Setting::CLOSE)?;
    if closer.all.len() < pages {
        return Ok(closer);
    }
    let short = Some((pages - 1, (EMPTY - filled) * (LATER_FOOT - LATER_TOP)));
    let (fuller, _) = laid_out(paper, faces, Setting { short, ..Setting::default() })?;
    Ok(if fuller.all.len() == pages { fuller } else { sheets })
}

/// Also answers how much of the last page is filled.
fn laid_out(paper: &Paper, faces: &Faces, setting: Setting) -> Result<(Sheets, f32), NotWritten> {
    let mut layout = Layout { faces, paper, sheets: Sheets::default(), y: 0.0, closing: 0.0, waiting: None, setting };
    layout.sheets.all.push(Sheet::default());
    layout.letterhead();
    let below = layout.address().max(layout.aside());
    layout.y = if paper.recipient.is_empty() { below + 10.0 * MM } else { BODY.max(below + 8.0 * MM) };
    layout.heading(1, &paper.title, layout.set(Style::TITLE));
    // Paragraphs at the end stay together, and with the end of the table above them.
    let last = paper.parts.iter().rposition(|part| !matches!(part, Part::Paragraph(_))).map_or(0, |place| place + 1);
    let closing: f32 = paper.parts.iter().skip(last).map(|part| layout.height(part)).sum();
    for (place, part) in paper.parts.iter().enumerate() {
        if place == last {
            layout.begin(closing.min(MOST_TOGETHER));
        }
        layout.closing = if place + 1 == last { closing.min(MOST_TOGETHER) } else { 0.0 };
        layout.part(part)?;
    }
    layout.begin(0.0);
    let filled = (layout.y - LATER_TOP) / (LATER_FOOT - LATER_TOP);
    layout.feet();
    Ok((layout.sheets, filled))
}

/// How much is kept together at the end.
const MOST_TOGETHER: f32 = 220.0;

impl Layout<'_> {
    /// Lines one below the other, as one paragraph of the tree, in the room of so many lines. `at` is where the first stands on;
    /// answers where the next would.
    fn column(&mut self, text: &[String], style: Style, at: (f32, f32), width: f32, most: usize) -> f32 {
        let (x, mut y) = at;
        let (style, lines) = self.faces.fitted(text, style, width, (most, 6));
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

    /// A small line that is repeated, whole: what has no room goes on lines above it, which all end before `right`, or begin at
    /// `left`. Answers the width of the longest.
    fn small(&mut self, text: &str, (role, is_right): (Role, bool), (x, y): (f32, f32), width: f32) -> f32 {
        let (style, lines) = self.faces.fitted(std::slice::from_ref(&text.to_owned()), Style::SMALL, width, (1, 8));
        let (count, mut widest) = (lines.len(), 0.0_f32);
        for (place, run) in lines.into_iter().enumerate() {
            widest = widest.max(run.width);
            let x = if is_right { x - run.width } else { x };
            self.sheets.text(role, x, y - (count - 1 - place) as f32 * style.leading, run, style);
        }
        widest
    }

    /// A distance, as it is on this paper.
    pub(super) fn gap(&self, usual: f32) -> f32 {
        if self.setting.is_close { usual * 0.4 } else { usual }
    }

    /// Letters, as they are on this paper.
    pub(super) fn set(&self, style: Style) -> Style {
        if self.setting.is_close { style.scaled(0.9) } else { style }
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
        let width = self.small(&sender, (Role::Header, false), (LEFT, RETURN_LINE), ADDRESS_WIDTH);
        self.sheets.rule(LEFT, RETURN_LINE + 2.5, width, 0.4, Shade::Line);
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

    fn part(&mut self, part: &Part) -> Result<(), NotWritten> {
        match part {
            Part::Heading(text) => {
                self.begin(0.0);
                self.y += self.gap(6.0);
                self.heading(2, text, self.set(Style::HEADING));
            }
            Part::Paragraph(text) => {
                self.begin(self.height(part).min(6.0 * Style::BODY.leading));
                self.flow(Tag::P.into(), text, self.set(Style::BODY));
                self.y += self.gap(6.0);
            }
            Part::Facts(facts) => self.facts(facts, None),
            Part::Highlight(facts) => self.facts(facts, Some(Shade::Light)),
            Part::Table(table) => self.table(table)?,
        }
        Ok(())
    }

    /// Of a paragraph.
    fn height(&self, part: &Part) -> f32 {
        let Part::Paragraph(text) = part else { return 0.0 };
        let style = self.set(Style::BODY);
        self.faces.lines(text, style, RIGHT - LEFT).len() as f32 * style.leading + self.gap(6.0)
    }

    fn heading(&mut self, level: u16, text: &str, style: Style) {
        let shown = self.faces.readable(text).replace('\n', " ");
        if !shown.trim().is_empty() {
            self.waiting = Some((level, shown, style));
        }
    }

    /// Begins something of which so much stays together, and with its heading.
    pub(super) fn begin(&mut self, height: f32) {
        let Some((level, text, style)) = self.waiting.take() else {
            self.keep(height);
            return;
        };
        let lines = self.faces.lines(&text, style, RIGHT - LEFT).len() as f32;
        self.keep((lines + 0.34) * style.leading + height.max(2.0 * Style::BODY.leading));
        self.sheets.landmarks.push(Landmark { text: text.clone(), sheet: self.sheets.all.len() - 1, y: self.y });
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.flow(Tag::Hn(level, Some(text.clone())).into(), &text, style);
        self.y += style.leading / 3.0;
    }

    /// Text over the whole width, over as many pages as it takes.
    fn flow(&mut self, tag: TagKind, text: &str, style: Style) {
        let lines = self.faces.lines(text, style, RIGHT - LEFT);
        let leaf = self.sheets.leaf();
        self.sheets.tree.push(Branch::Group(tag, vec![Branch::Leaf(leaf)]));
        let count = lines.len();
        for (place, run) in lines.into_iter().enumerate() {
            // The last line of a long text does not stand alone.
            self.keep(style.leading * if place + 2 == count { 2.0 } else { 1.0 });
            self.y += style.leading;
            self.sheets.text(Role::Leaf(leaf), LEFT, self.y - style.leading / 4.0, run, style);
        }
    }

    pub(super) fn foot(&self) -> f32 {
        let page = self.sheets.all.len();
        let lifted = self.setting.short.filter(|(short, _)| *short == page).map_or(0.0, |(_, by)| by);
        (if page > 1 { LATER_FOOT } else { FOOT }) - lifted
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
            let at = (if is_right { RIGHT } else { LEFT }, 16.0 * MM);
            self.small(text, (Role::Header, is_right), at, width);
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
            } else if let Some(check) = check {
                self.small(check, (Role::Footer, false), (LEFT, y), room);
            }
            self.sheets.text(Role::Footer, RIGHT - number.width, y, number, Style::SMALL);
        }
    }
}
