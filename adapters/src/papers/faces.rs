//! The letters papers are set in: which there are, how wide text is, where its lines break.

use harfrust::{Direction, Feature, FontRef, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer, script};
use krilla::{
    Data,
    text::{Font, GlyphId, KrillaGlyph},
};
use skrifa::{MetadataProvider, charmap::Charmap};
use sooner_application::papers::NotWritten;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

static REGULAR: &[u8] = include_bytes!("../../fonts/SourceSans3-Regular.ttf");
static SEMIBOLD: &[u8] = include_bytes!("../../fonts/SourceSans3-SemiBold.ttf");

/// What adding up widths in another order may change.
const SLACK: f32 = 0.05;

/// Stands for what the letters lack.
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
}

/// A line of text, set.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) glyphs: Vec<KrillaGlyph>,
    pub(super) width: f32,
}

struct Face {
    font: Font,
    tables: FontRef<'static>,
    letters: Charmap<'static>,
    shapes: ShaperData,
    plan: ShapePlan,
}

impl Face {
    fn new(file: &'static [u8]) -> Result<Self, NotWritten> {
        let font = Font::new(Data::from(file), 0).ok_or_else(|| NotWritten("the font is unreadable".to_owned()))?;
        let tables = FontRef::new(file).map_err(|error| NotWritten(error.to_string()))?;
        let shapes = ShaperData::new(&tables);
        // One glyph for each letter: whoever searches or copies the text finds its letters.
        let no_ligatures = [Feature::new(Tag::new(b"liga"), 0, ..)];
        let plan = ShapePlan::new(&shapes.shaper(&tables).build(), Direction::LeftToRight, Some(script::LATIN), None, &no_ligatures);
        Ok(Self { font, letters: tables.charmap(), tables, shapes, plan })
    }

    fn shape(&self, text: &str, size: f32) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
        let shaper = self.shapes.shaper(&self.tables).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&self.plan)));
        let em = self.font.units_per_em();
        let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
        let glyph = |place: usize| {
            let (info, position) = (&infos[place], &positions[place]);
            let next = infos[place..].iter().find(|other| other.cluster != info.cluster);
            let range = info.cluster as usize..next.map_or(text.len(), |next| next.cluster as usize);
            let [x_advance, x_offset, y_offset, y_advance] =
                [position.x_advance, position.x_offset, position.y_offset, position.y_advance].map(|units| units as f32 / em);
            KrillaGlyph::new(GlyphId::new(info.glyph_id), x_advance, x_offset, y_offset, y_advance, range, None)
        };
        let glyphs: Vec<_> = (0..shaped.len()).map(glyph).collect();
        // The space at which a line breaks is there, for whoever has it read aloud, and takes no room.
        let seen = text.trim_end_matches(' ').len();
        let width = glyphs.iter().filter(|glyph| glyph.text_range.start < seen).map(|glyph| glyph.x_advance * size).sum();
        Run { text: text.to_owned(), glyphs, width }
    }
}

pub(super) struct Faces {
    regular: Face,
    bold: Face,
}

impl Faces {
    pub(super) fn new() -> Result<Self, NotWritten> {
        Ok(Self { regular: Face::new(REGULAR)?, bold: Face::new(SEMIBOLD)? })
    }

    fn of(&self, style: Style) -> &Face {
        if style.is_bold { &self.bold } else { &self.regular }
    }

    pub(super) fn font(&self, style: Style) -> Font {
        self.of(style).font.clone()
    }

    /// As one line, however long.
    pub(super) fn line(&self, text: &str, style: Style) -> Run {
        self.of(style).shape(&self.readable(text).replace('\n', " "), style.size)
    }

    /// As many lines as it takes. They break at spaces, hyphens and slashes, and where a word is too long, within it.
    pub(super) fn lines(&self, text: &str, style: Style, width: f32) -> Vec<Run> {
        let face = self.of(style);
        let readable = self.readable(text);
        let broken = readable.split('\n').flat_map(|text| breaks(&face.shape(text, style.size), style.size, width));
        broken.map(|line| face.shape(&line, style.size)).collect()
    }

    /// As much of it as one line has room for.
    pub(super) fn first(&self, text: &str, style: Style, width: f32) -> Option<Run> {
        self.lines(&clipped(text), style, width).into_iter().next()
    }

    /// The width of its longest line, and of its longest word.
    pub(super) fn widths(&self, text: &str, style: Style) -> (f32, f32) {
        let (mut whole, mut longest) = (0.0_f32, 0.0_f32);
        for line in self.readable(text).split('\n') {
            let run = self.of(style).shape(line, style.size);
            whole = whole.max(run.width);
            let mut word = 0.0;
            for glyph in &run.glyphs {
                word = if line.get(glyph.text_range.clone()) == Some(" ") { 0.0 } else { word + glyph.x_advance * style.size };
                longest = longest.max(word);
            }
        }
        (whole, longest)
    }

    /// In letters that can be printed: what nobody sees is left out, what is lacking is written without its marks or as a
    /// question mark.
    pub(super) fn readable(&self, text: &str) -> String {
        let mut readable = String::with_capacity(text.len());
        for letter in text.nfc() {
            match letter {
                '\n' => readable.push('\n'),
                '\u{a0}' => readable.push(letter),
                _ if letter.is_whitespace() => readable.push(' '),
                _ if letter.is_control() || is_invisible(letter) => {}
                _ if self.has(letter) => readable.push(letter),
                _ => {
                    let plain: String = letter.nfkd().filter(|part| !is_combining_mark(*part) && self.has(*part)).collect();
                    if !plain.is_empty() {
                        readable.push_str(&plain);
                    } else if !is_combining_mark(letter) {
                        readable.push(UNKNOWN);
                    }
                }
            }
        }
        readable
    }

    fn has(&self, letter: char) -> bool {
        let is_private = matches!(u32::from(letter), 0xe000..=0xf8ff | 0xf0000..);
        !is_private && [&self.regular, &self.bold].iter().all(|face| face.letters.map(letter).is_some())
    }
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
    for glyph in &run.glyphs {
        let (at, next) = (glyph.text_range.start, glyph.text_range.end);
        let letters = text.get(at..next).unwrap_or_default();
        let advance = glyph.x_advance * size;
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
        let faces = Faces::new().unwrap();
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
            let faces = Faces::new().unwrap();
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
            let faces = Faces::new().unwrap();
            for style in [Style::BODY, Style::STRONG] {
                let line = faces.line(&text, style);
                prop_assert!(line.glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{text:?}");
            }
        }
    }
}
