//! Fonts: those that are built in, and those of the machine, for letters which the built-in ones lack.

use harfrust::{Direction, Feature, FontRef, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer, script};
use krilla::{
    Data,
    text::{Font, GlyphId, KrillaGlyph},
};
use skrifa::{
    MetadataProvider,
    attribute::{Style as Slant, Weight},
    charmap::Charmap,
    raw::{FileRef, TableProvider},
};
use sooner_application::papers::NotWritten;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// One font, ready to set text in.
pub(super) struct Face {
    pub(super) font: Font,
    tables: FontRef<'static>,
    letters: Charmap<'static>,
    shapes: ShaperData,
    /// How Latin text is set.
    plan: ShapePlan,
}

impl Face {
    pub(super) fn new(file: &'static [u8], index: u32) -> Result<Self, NotWritten> {
        let unreadable = || NotWritten::Failed("the font is unreadable".to_owned());
        let font = Font::new(Data::from(file), index).ok_or_else(unreadable)?;
        let tables = FontRef::from_index(file, index).map_err(|error| NotWritten::Failed(error.to_string()))?;
        let shapes = ShaperData::new(&tables);
        // One glyph for each letter: whoever searches or copies the text finds its letters.
        let no_ligatures = [Feature::new(Tag::new(b"liga"), 0, ..)];
        let plan = ShapePlan::new(&shapes.shaper(&tables).build(), Direction::LeftToRight, Some(script::LATIN), None, &no_ligatures);
        Ok(Self { font, letters: tables.charmap(), tables, shapes, plan })
    }

    pub(super) fn has(&self, letter: char) -> bool {
        self.letters.map(letter).is_some()
    }

    /// The glyphs of a text of one direction and script, in the order in which they are seen. They say which part of the text they
    /// are.
    pub(super) fn glyphs(&self, text: &str, is_plain: bool, is_backwards: bool) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(if is_backwards { Direction::RightToLeft } else { Direction::LeftToRight });
        if is_plain {
            buffer.set_script(script::LATIN);
        }
        buffer.guess_segment_properties();
        let shaper = self.shapes.shaper(&self.tables).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan((is_plain && !is_backwards).then_some(&self.plan)));
        let em = self.font.units_per_em();
        let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
        let mut starts: Vec<u32> = infos.iter().map(|info| info.cluster).collect();
        starts.sort_unstable();
        starts.dedup();
        let end = |start: u32| {
            let next = starts.get(starts.partition_point(|other| *other <= start));
            next.map_or(text.len(), |next| *next as usize)
        };
        let glyph = |(info, position): (&harfrust::GlyphInfo, &harfrust::GlyphPosition)| {
            let range = info.cluster as usize..end(info.cluster);
            let [x_advance, x_offset, y_offset, y_advance] =
                [position.x_advance, position.x_offset, position.y_offset, position.y_advance].map(|units| units as f32 / em);
            KrillaGlyph::new(GlyphId::new(info.glyph_id), x_advance, x_offset, y_offset, y_advance, range, None)
        };
        infos.iter().zip(positions).map(glyph).collect()
    }
}

/// A font of the machine, and which letters it has.
struct Listed {
    path: PathBuf,
    index: u32,
    is_bold: bool,
    /// From one to another, in their order.
    letters: Vec<(u32, u32)>,
    face: OnceLock<Option<Face>>,
}

impl Listed {
    fn has(&self, letter: char) -> bool {
        let letter = u32::from(letter);
        let place = self.letters.partition_point(|(_, last)| *last < letter);
        self.letters.get(place).is_some_and(|(first, _)| *first <= letter)
    }

    /// It is read once, and kept for as long as the process runs.
    fn face(&self) -> Option<&Face> {
        let read = || {
            let file = fs::read(&self.path).map_err(|error| NotWritten::Failed(error.to_string()));
            let face = file.and_then(|file| Face::new(Box::leak(file.into_boxed_slice()), self.index));
            face.inspect_err(|why| tracing::warn!(font = %self.path.display(), %why, "a font is not used")).ok()
        };
        self.face.get_or_init(read).as_ref()
    }
}

/// The fonts in folders of the machine. They are looked through when the first letter comes which the built-in fonts lack.
#[derive(Default)]
pub(super) struct Folders {
    folders: Vec<PathBuf>,
    found: OnceLock<Vec<Listed>>,
}

impl Folders {
    /// How deep folders are looked into, how many files, and how large one may be.
    const DEPTH: usize = 6;
    const FILES: usize = 5_000;
    const BYTES: u64 = 100 << 20;

    pub(super) fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, found: OnceLock::new() }
    }

    /// The first font with this letter; of its weight, where there is one.
    pub(super) fn of(&self, letter: char, is_bold: bool) -> Option<&Face> {
        let found = self.found.get_or_init(|| self.look());
        let with = |bold: bool| found.iter().filter(move |listed| listed.is_bold == bold && listed.has(letter));
        with(is_bold).chain(with(!is_bold)).find_map(Listed::face)
    }

    fn look(&self) -> Vec<Listed> {
        let mut files = Vec::new();
        for folder in &self.folders {
            gather(folder, Self::DEPTH, &mut files);
        }
        // The order of a folder is that of its disk: the same paper is to come out the same.
        files.sort_by_key(|path| (rank(path), path.clone()));
        files.dedup();
        files.truncate(Self::FILES);
        files.iter().flat_map(|path| listed(path)).collect()
    }
}

fn gather(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder).inspect_err(|why| tracing::debug!(folder = %folder.display(), %why, "no fonts")) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        if path.is_dir() && depth > 0 {
            gather(&path, depth - 1, into);
        } else if matches!(ending.as_str(), "ttf" | "otf" | "ttc" | "otc") {
            into.push(path);
        }
    }
}

/// Text is set in what looks like text in the built-in fonts, where there is such a font.
fn rank(path: &Path) -> u8 {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    match name {
        _ if name.contains("Mono") => 3,
        _ if name.starts_with("NotoSans") => 0,
        _ if name.contains("Sans") => 1,
        _ => 2,
    }
}

/// The fonts of a file that papers can be set in: upright ones, with outlines, which may be embedded.
fn listed(path: &Path) -> Vec<Listed> {
    // Their letters are boxes, or nothing at all.
    let is_filler = path.to_str().is_some_and(|path| path.contains("LastResort") || path.contains("Blank"));
    let is_large = fs::metadata(path).map_or(true, |file| file.len() > Folders::BYTES);
    if is_filler || is_large {
        return Vec::new();
    }
    let file = fs::read(path).inspect_err(|why| tracing::warn!(font = %path.display(), %why, "a font is not used"));
    let file = file.unwrap_or_default();
    let Ok(fonts) = FileRef::new(&file) else { return Vec::new() };
    let one = |(index, font): (usize, Result<FontRef<'_>, _>)| {
        let font = font.ok().filter(is_usable)?;
        let is_bold = font.attributes().weight >= Weight::SEMI_BOLD;
        Some(Listed {
            path: path.to_owned(),
            index: u32::try_from(index).ok()?,
            is_bold,
            letters: ranges(&font.charmap()),
            face: OnceLock::new(),
        })
    };
    fonts.fonts().enumerate().filter_map(one).collect()
}

fn is_usable(font: &FontRef<'_>) -> bool {
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    let is_drawn = has(b"glyf") || has(b"CFF ");
    let is_coloured = [b"COLR", b"CBDT", b"sbix", b"SVG "].into_iter().any(has);
    let may_be_embedded = font.os2().is_ok_and(|table| table.fs_type() & 0xf != 2);
    is_drawn && !is_coloured && may_be_embedded && font.attributes().style == Slant::Normal
}

fn ranges(letters: &Charmap<'_>) -> Vec<(u32, u32)> {
    let mut all: Vec<u32> = letters.mappings().filter(|(_, glyph)| glyph.to_u32() != 0).map(|(letter, _)| letter).collect();
    all.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for letter in all {
        match ranges.last_mut() {
            Some((_, last)) if letter <= *last + 1 => *last = letter,
            _ => ranges.push((letter, letter)),
        }
    }
    ranges
}
