//! The letters papers are set in: which there are, how wide text is, where its lines break.

use super::fonts::{Face, Folders};
use krilla::text::{Font, KrillaGlyph};
use sooner_application::papers::NotWritten;
use std::{collections::BTreeSet, ops::Range, path::PathBuf};
use unicode_bidi::{Level, ParagraphBidiInfo};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

static REGULAR: &[u8] = include_bytes!("../../fonts/SourceSans3-Regular.ttf");
static SEMIBOLD: &[u8] = include_bytes!("../../fonts/SourceSans3-SemiBold.ttf");

/// What adding up widths in another order may change.
const SLACK: f32 = 0.05;

/// Stands for what all fonts lack, until the paper is refused for it.
const UNKNOWN: char = '?';

/// What text is for: its weight, size and distance from line to line, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Style {
    pub(super) is_bold: bool,
    pub(super) size: f32,
    pub(super) leading: f32,
    pub(super) is_muted: bool,
}

impl Style {
    pub(super) const HOUSE: Self = Self { is_bold: true, size: 17.0, leading: 20.0, is_muted: false };
    pub(super) const TITLE: Self = Self { is_bold: true, size: 14.0, leading: 18.0, is_muted: false };
    pub(super) const HEADING: Self = Self { is_bold: true, size: 11.0, leading: 15.0, is_muted: false };
    pub(super) const BODY: Self = Self { is_bold: false, size: 10.0, leading: 13.5, is_muted: false };
    pub(super) const STRONG: Self = Self { is_bold: true, ..Self::BODY };
    pub(super) const LABEL: Self = Self { is_muted: true, ..Self::BODY };
    pub(super) const CELL: Self = Self { is_bold: false, size: 9.0, leading: 11.5, is_muted: false };
    pub(super) const SUM: Self = Self { is_bold: true, ..Self::CELL };
    pub(super) const COLUMN: Self = Self { is_bold: true, size: 8.0, leading: 10.0, is_muted: true };
    pub(super) const SMALL: Self = Self { is_bold: false, size: 7.5, leading: 10.0, is_muted: true };
    pub(super) const REFERENCE: Self = Self { is_bold: false, size: 9.0, leading: 12.0, is_muted: false };

    /// The same text, smaller or larger.
    pub(super) fn scaled(self, by: f32) -> Self {
        Self { size: self.size * by, leading: self.leading * by, ..self }
    }
}

/// Letters next to each other in one font.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) font: Font,
    /// Which part of the line it is.
    pub(super) range: Range<usize>,
    /// In the order in which they are seen. Their ranges are those of the part.
    pub(super) glyphs: Vec<KrillaGlyph>,
    pub(super) width: f32,
}

/// A line of text, set.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) text: String,
    /// In the order in which they are seen.
    pub(super) pieces: Vec<Piece>,
    pub(super) width: f32,
}

impl Run {
    /// What cannot be broken, in the order in which it is read, and how wide it is.
    fn steps(&self, size: f32) -> Vec<(Range<usize>, f32)> {
        let glyphs = self.pieces.iter().flat_map(|piece| {
            let at = piece.range.start;
            piece.glyphs.iter().map(move |glyph| (glyph.text_range.start + at..glyph.text_range.end + at, glyph.x_advance * size))
        });
        let mut steps: Vec<(Range<usize>, f32)> = glyphs.collect();
        steps.sort_by_key(|(range, _)| range.start);
        steps.dedup_by(|(next, width), (range, sum)| {
            let is_same = next.start == range.start;
            if is_same {
                *sum += *width;
            }
            is_same
        });
        steps
    }
}

pub(super) struct Faces {
    regular: Face,
    bold: Face,
    others: Folders,
}

impl Faces {
    /// With fonts from these folders for letters that the built-in ones lack.
    pub(super) fn new(folders: Vec<PathBuf>) -> Result<Self, NotWritten> {
        Ok(Self { regular: Face::new(REGULAR, 0)?, bold: Face::new(SEMIBOLD, 0)?, others: Folders::new(folders) })
    }

    fn built_in(&self, is_bold: bool) -> &Face {
        if is_bold { &self.bold } else { &self.regular }
    }

    fn shape(&self, text: &str, style: Style) -> Run {
        let mut pieces = Vec::new();
        for (range, is_backwards) in directions(text) {
            let mut parts = self.parts(text, range, style.is_bold);
            if is_backwards {
                parts.reverse();
            }
            for (range, face) in parts {
                let is_plain = std::ptr::eq(face, self.built_in(style.is_bold));
                let glyphs = face.glyphs(text.get(range.clone()).unwrap_or_default(), is_plain, is_backwards);
                let width = glyphs.iter().map(|glyph| glyph.x_advance * style.size).sum();
                pieces.push(Piece { font: face.font.clone(), range, glyphs, width });
            }
        }
        let mut run = Run { text: text.to_owned(), pieces, width: 0.0 };
        // The space at which a line breaks is there, for whoever has it read aloud, and takes no room.
        let seen = text.trim_end_matches(' ').len();
        run.width = run.steps(style.size).iter().filter(|(range, _)| range.start < seen).map(|(_, width)| width).sum();
        run
    }

    /// Parts of a text that are in one font and one script.
    fn parts(&self, text: &str, within: Range<usize>, is_bold: bool) -> Vec<(Range<usize>, &Face)> {
        let mut parts: Vec<(Range<usize>, &Face, u32)> = Vec::new();
        for (place, letter) in text.get(within.clone()).unwrap_or_default().char_indices() {
            let (at, script) = (within.start + place, script(letter));
            let end = at + letter.len_utf8();
            if let Some((range, face, its)) = parts.last_mut() {
                // What belongs to the letter before it is set with it.
                let belongs = is_combining_mark(letter) || is_joiner(letter);
                let is_of_it = *its == script && !std::ptr::eq(*face, self.built_in(is_bold)) && face.has(letter);
                if belongs || is_of_it {
                    range.end = end;
                    continue;
                }
            }
            let face = self.face(letter, is_bold).unwrap_or_else(|| self.built_in(is_bold));
            match parts.last_mut() {
                Some((range, last, its)) if std::ptr::eq(*last, face) && *its == script => range.end = end,
                _ => parts.push((at..end, face, script)),
            }
        }
        parts.into_iter().map(|(range, face, _)| (range, face)).collect()
    }

    fn face(&self, letter: char, is_bold: bool) -> Option<&Face> {
        let built_in = self.built_in(is_bold);
        if built_in.has(letter) { Some(built_in) } else { self.others.of(letter, is_bold) }
    }

    /// As one line, however long.
    pub(super) fn line(&self, text: &str, style: Style) -> Run {
        self.shape(&self.readable(text).replace('\n', " "), style)
    }

    /// As many lines as it takes. They break at spaces, hyphens and slashes, and where a word is too long, within it.
    pub(super) fn lines(&self, text: &str, style: Style, width: f32) -> Vec<Run> {
        let readable = self.readable(text);
        let broken = readable.split('\n').flat_map(|text| breaks(&self.shape(text, style), style.size, width));
        broken.map(|line| self.shape(&line, style)).collect()
    }

    /// Texts, whole, in the room of so many lines: smaller where that is not enough, down to so many tenths, and then on more lines.
    pub(super) fn fitted(&self, texts: &[String], style: Style, width: f32, (most, least): (usize, u8)) -> (Style, Vec<Run>) {
        let at = |tenths: u8| {
            let style = style.scaled(f32::from(tenths) / 10.0);
            (style, texts.iter().flat_map(|text| self.lines(&clipped(text), style, width)).collect::<Vec<_>>())
        };
        let has_room = |(set, lines): &(Style, Vec<Run>)| lines.len() as f32 * set.leading <= most as f32 * style.leading + SLACK;
        (least + 1..=10).rev().map(at).find(has_room).unwrap_or_else(|| at(least))
    }

    /// The width of its longest line, and of its longest word.
    pub(super) fn widths(&self, text: &str, style: Style) -> (f32, f32) {
        let (mut whole, mut longest) = (0.0_f32, 0.0_f32);
        for line in self.readable(text).split('\n') {
            let run = self.shape(line, style);
            whole = whole.max(run.width);
            let mut word = 0.0;
            for (range, width) in run.steps(style.size) {
                let letters = line.get(range).unwrap_or_default();
                word = if letters == " " { 0.0 } else { word + width };
                longest = longest.max(word);
                if is_own_word(letters) {
                    word = 0.0;
                }
            }
        }
        (whole, longest)
    }

    /// In letters that can be printed: what nobody sees is left out, what is lacking is written without its marks or as a
    /// question mark.
    pub(super) fn readable(&self, text: &str) -> String {
        self.spelled(text).0
    }

    /// Letters of a text that no font has, not even without their marks.
    pub(super) fn lacking(&self, text: &str) -> BTreeSet<char> {
        self.spelled(text).1
    }

    fn spelled(&self, text: &str) -> (String, BTreeSet<char>) {
        let (mut readable, mut lacking, mut before) = (String::with_capacity(text.len()), BTreeSet::new(), ' ');
        for letter in text.nfc() {
            match letter {
                '\n' | '\u{a0}' => readable.push(letter),
                _ if letter.is_whitespace() => readable.push(' '),
                // It tells how the letters around it are written.
                _ if is_joiner(letter) && script(before) != 0 => readable.push(letter),
                _ if letter.is_control() || is_invisible(letter) => continue,
                _ if self.has(letter) => readable.push(letter),
                _ => {
                    let plain: String = letter.nfkd().filter(|part| !is_combining_mark(*part) && self.has(*part)).collect();
                    if !plain.is_empty() {
                        readable.push_str(&plain);
                    } else if !is_combining_mark(letter) {
                        readable.push(UNKNOWN);
                        lacking.insert(letter);
                    }
                }
            }
            before = letter;
        }
        (readable, lacking)
    }

    fn has(&self, letter: char) -> bool {
        let is_private = matches!(u32::from(letter), 0xe000..=0xf8ff | 0xf0000..);
        !is_private && [false, true].into_iter().all(|is_bold| self.face(letter, is_bold).is_some())
    }
}

/// Parts of a text as they are seen from left to right, and whether they are written from right to left.
fn directions(text: &str) -> Vec<(Range<usize>, bool)> {
    if !text.chars().any(is_backwards) {
        return if text.is_empty() { Vec::new() } else { vec![(0..text.len(), false)] };
    }
    let levels = ParagraphBidiInfo::new(text, Some(Level::ltr()));
    let (levels, runs) = levels.visual_runs(0..text.len());
    runs.into_iter().map(|run| (run.clone(), levels.get(run.start).is_some_and(Level::is_rtl))).collect()
}

/// Whether its script is written from right to left.
fn is_backwards(letter: char) -> bool {
    matches!(u32::from(letter), 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x10800..=0x10fff | 0x1e800..=0x1efff)
}

/// Tells scripts apart whose letters are written by what is around them; 0 for all others.
fn script(letter: char) -> u32 {
    match u32::from(letter) {
        0x590..=0x5ff | 0xfb1d..=0xfb4f => 0x590,
        0x600..=0x6ff | 0x750..=0x77f | 0x8a0..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfeff => 0x600,
        0x700..=0x8ff => 0x700,
        // Those of South and South East Asia have 128 places each.
        place @ 0x900..=0x109f => place & !0x7f,
        place @ 0x1780..=0x17ff => place & !0x7f,
        _ => 0,
    }
}

/// A letter that is a word of its own, as in Chinese: a line may end behind it.
fn is_own_word(letters: &str) -> bool {
    let is_one = |letter: char| matches!(u32::from(letter), 0x2e80..=0x9fff | 0xac00..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff);
    !letters.is_empty() && letters.chars().all(is_one)
}

/// Tells only how the letters around it are written.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// No more than a few lines have room for, so that nothing takes longer for what is left out anyway.
pub(super) fn clipped(text: &str) -> String {
    text.chars().take(1_000).collect()
}

/// Letters that only tell programs how to join or turn others.
fn is_invisible(letter: char) -> bool {
    matches!(u32::from(letter), 0xad | 0x34f | 0x61c | 0x180b..=0x180e | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff | 0xfff9..=0xfffb | 0xe0000..=0xe0fff)
}

/// A text cut into lines of at most this width, each with at least one letter.
fn breaks(run: &Run, size: f32, width: f32) -> Vec<String> {
    let text = run.text.as_str();
    let (mut lines, mut start, mut start_x, mut x) = (Vec::new(), 0, 0.0, 0.0);
    // Where the line may end, and how far it is then: behind a space, or where there is none, within a word.
    let mut end: Option<(usize, f32)> = None;
    let mut seam: Option<(usize, f32)> = None;
    for (Range { start: at, end: next }, advance) in run.steps(size) {
        let letters = text.get(at..next).unwrap_or_default();
        while letters != " " && x + advance - start_x > width + SLACK && at > start {
            let (cut, cut_x) = end.or(seam).unwrap_or((at, x));
            lines.push(text.get(start..cut).unwrap_or_default().to_owned());
            (start, start_x, end) = (cut, cut_x, None);
            seam = seam.filter(|(place, _)| *place > cut);
        }
        x += advance;
        match letters {
            " " => end = Some((next, x)),
            "-" | "/" => seam = Some((next, x)),
            _ if is_own_word(letters) => end = Some((next, x)),
            _ => {}
        }
    }
    lines.push(text.get(start..).unwrap_or_default().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_ends_at_a_space_else_within_a_word() {
        let faces = Faces::new(Vec::new()).unwrap();
        let lines = |text: &str, width| faces.lines(text, Style::BODY, width).into_iter().map(|run| run.text).collect::<Vec<_>>();
        assert_eq!(lines("pay by code 7KQ2-M4TX", 80.0), ["pay by code ", "7KQ2-M4TX"]);
        assert_eq!(lines("7KQ2-M4TX-9DHR", 50.0), ["7KQ2-", "M4TX-9DHR"]);
        assert_eq!(lines("DE02120300000000202051", 60.0).concat(), "DE02120300000000202051");
        assert_eq!(lines("one\n\ntwo", 80.0), ["one", "", "two"]);
        assert_eq!(lines("12,345.60\u{a0}EUR", 40.0).len(), 2, "nowhere else to break");
    }

    proptest! {
        #[test]
        fn lines_are_the_text_and_no_longer_than_they_may_be(text in "[a-zA-Zäß€0-9 ,.\\-/Łğ]{0,200}", width in 5.0_f32..300.0) {
            let faces = Faces::new(Vec::new()).unwrap();
            let lines = faces.lines(&text, Style::CELL, width);
            prop_assert_eq!(lines.iter().map(|run| run.text.as_str()).collect::<String>(), faces.readable(&text));
            for run in lines {
                let is_one = run.text.trim_end().chars().count() <= 1;
                // Letters that meet anew stand a little closer, or further apart.
                prop_assert!(is_one || run.width <= width + 1.5, "{} of {width}: {}", run.width, run.text);
            }
        }

        #[test]
        fn whatever_is_written_has_letters(text in ".{0,60}") {
            let faces = Faces::new(Vec::new()).unwrap();
            for style in [Style::BODY, Style::STRONG] {
                let line = faces.line(&text, style);
                let mut glyphs = line.pieces.iter().flat_map(|piece| &piece.glyphs);
                prop_assert!(glyphs.all(|glyph| glyph.glyph_id.to_u32() != 0), "{text:?}");
            }
        }
    }
}
