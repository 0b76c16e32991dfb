//! Pages as PDF/A-2a, which is also PDF/UA-1: fonts inside, colours defined, text tagged. What would break either is refused.

use super::{
    faces::{Faces, Piece},
    sheets::{Branch, HEIGHT, Landmark, Mark, Role, Shade, Sheet, Sheets, WIDTH},
};
use chrono::{DateTime, Datelike, Timelike, Utc};
use krilla::{
    Document, SerializeSettings,
    color::rgb,
    configure::{Accessibility, Archival, ConfigurationBuilder},
    destination::XyzDestination,
    geom::{PathBuilder, Point, Rect},
    metadata::{DateTime as PdfDateTime, Metadata},
    outline::{Outline, OutlineNode},
    page::PageSettings,
    paint::Fill,
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag, Identifier, Node, SpanTag, TagGroup, TagTree},
};
use sooner_application::papers::{NotWritten, paper::Paper};
use sooner_domain::kernel::coded::Coded;

pub(super) fn write(paper: &Paper, sheets: &Sheets, faces: &Faces) -> Result<Vec<u8>, NotWritten> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| NotWritten::Failed(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    let mut places = vec![Vec::new(); sheets.leaves];
    for sheet in &sheets.all {
        let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| NotWritten::Failed("a page has no size".to_owned()))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        draw(sheet, &mut surface, &mut places);
        surface.finish();
        page.finish();
    }
    let title = faces.readable(&paper.title).replace('\n', " ");
    let language = paper.language.code().to_owned();
    let mut tree = TagTree::new().with_lang(Some(language.clone()));
    tree.children = sheets.tree.iter().flat_map(|branch| nodes(branch, &mut places)).collect();
    document.set_tag_tree(tree);
    document.set_outline(outline(&sheets.landmarks));
    // Two papers are not two versions of one.
    let references = paper.references.iter().map(|reference| reference.value.as_str());
    let id = [title.as_str(), &paper.dateline].into_iter().chain(references).collect::<Vec<_>>().join("\n");
    let metadata = Metadata::new()
        .document_id(id)
        .title(if title.trim().is_empty() { "–".to_owned() } else { title })
        .authors(vec![faces.readable(&paper.letterhead.name)])
        .language(language)
        .creation_date(date(paper.made_at))
        .creator("Sooner".to_owned())
        .producer("Sooner".to_owned());
    document.set_metadata(metadata);
    document.finish().map_err(|error| NotWritten::Failed(format!("{error:?}")))
}

/// What belongs together is marked together: neighbours of one role.
fn draw(sheet: &Sheet, surface: &mut Surface<'_>, places: &mut [Vec<Identifier>]) {
    for marks in sheet.marks.chunk_by(|(one, _), (next, _)| one == next) {
        let Some((role, _)) = marks.first() else { continue };
        let artifact = |kind| ContentTag::Artifact(Artifact::with_kind(kind));
        let identifier = surface.start_tagged(match role {
            Role::Leaf(_) => ContentTag::Span(SpanTag::empty()),
            Role::Header => artifact(ArtifactType::Header),
            Role::Footer => artifact(ArtifactType::Footer),
            Role::Ornament => artifact(ArtifactType::Layout),
        });
        if let Role::Leaf(leaf) = role
            && let Some(place) = places.get_mut(*leaf)
        {
            place.push(identifier);
        }
        marks.iter().for_each(|(_, mark)| put(mark, surface));
        surface.end_tagged();
    }
}

fn put(mark: &Mark, surface: &mut Surface<'_>) {
    let fill = |(red, green, blue)| Some(Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() });
    match mark {
        Mark::Text { x, y, run, style } => {
            surface.set_fill(fill(if style.is_muted { (84, 92, 104) } else { (24, 29, 38) }));
            let mut x = *x;
            for Piece { font, range, glyphs, width } in &run.pieces {
                let text = run.text.get(range.clone()).unwrap_or_default();
                surface.draw_glyphs(Point::from_xy(x, *y), glyphs, font.clone(), text, style.size, false);
                x += width;
            }
        }
        Mark::Area { x, y, width, height, shade } => {
            surface.set_fill(fill(match shade {
                Shade::Dark => (45, 55, 72),
                Shade::Line => (203, 208, 216),
                Shade::Light => (242, 244, 247),
            }));
            let mut path = PathBuilder::new();
            if let Some(area) = Rect::from_xywh(*x, *y, *width, *height) {
                path.push_rect(area);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

/// A leaf may stand on several pages, and one of nothing but spaces on none.
fn nodes(branch: &Branch, places: &mut [Vec<Identifier>]) -> Vec<Node> {
    match branch {
        Branch::Leaf(leaf) => places.get_mut(*leaf).map(std::mem::take).unwrap_or_default().into_iter().map(Node::from).collect(),
        Branch::Group(tag, branches) => {
            let children = branches.iter().flat_map(|branch| nodes(branch, places)).collect();
            vec![TagGroup::with_children(tag.clone(), children).into()]
        }
    }
}

fn outline(landmarks: &[Landmark]) -> Outline {
    let mut outline = Outline::new();
    for Landmark { text, sheet, y } in landmarks {
        outline.push_child(OutlineNode::new(text.clone(), XyzDestination::new(*sheet, Point::from_xy(0.0, *y))));
    }
    outline
}

fn date(at: DateTime<Utc>) -> PdfDateTime {
    let small = |number: u32| u8::try_from(number).unwrap_or_default();
    PdfDateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(small(at.month()))
        .day(small(at.day()))
        .hour(small(at.hour()))
        .minute(small(at.minute()))
        .second(small(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
