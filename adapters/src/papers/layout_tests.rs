//! What holds of every page, whatever stands on the paper.

use super::{
    Wording,
    faces::{Faces, Run},
    layout::lay_out,
    samples,
    sheets::{HEIGHT, LEFT, MM, Mark, RIGHT, Role, Sheet},
};
use proptest::{prelude::*, sample::select};
use sooner_application::papers::{
    PaperWords,
    facts::Content,
    paper::{ColumnKind, Paper, Part, Row, RowKind, Table},
};
use sooner_domain::kernel::language::Language;
use std::{cell::RefCell, collections::BTreeMap};

fn said(content: &Content, language: Language) -> Paper {
    Wording.say(&samples::cover(language), content)
}

/// Lines of text on a sheet: where each begins, its baseline, and what it is.
fn texts<'a>(sheet: &'a Sheet) -> Vec<(f32, f32, &'a Run, Role)> {
    let text = |(role, mark): &'a (Role, Mark)| match mark {
        Mark::Text { x, y, run, .. } => Some((*x, *y, run, *role)),
        Mark::Area { .. } => None,
    };
    sheet.marks.iter().filter_map(text).collect()
}

/// Cells that are not to be broken.
fn whole(paper: &Paper) -> BTreeMap<&str, usize> {
    let mut whole = BTreeMap::new();
    for part in &paper.parts {
        let Part::Table(Table { columns, rows, .. }) = part else { continue };
        for Row { kind, cells } in rows {
            for (column, cell) in columns.iter().zip(cells) {
                let is_whole = column.kind == ColumnKind::Figure || column.kind == ColumnKind::Code && *kind == RowKind::Entry;
                if is_whole && !cell.is_empty() {
                    *whole.entry(cell.as_str()).or_default() += 1;
                }
            }
        }
    }
    whole
}

fn check(paper: &Paper, faces: &Faces) -> Result<(), TestCaseError> {
    let sheets = lay_out(paper, faces).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let mut printed: BTreeMap<&str, usize> = BTreeMap::new();
    for sheet in &sheets.all {
        let mut lines = texts(sheet);
        for (x, y, run, _) in &lines {
            prop_assert!(*x >= LEFT - 0.5 && x + run.width <= RIGHT + 0.5, "{} leaves the page: {x} + {}", run.text, run.width);
            prop_assert!(*y > 0.0 && *y < HEIGHT - 5.0 * MM, "{} is at {y}", run.text);
            *printed.entry(run.text.as_str()).or_default() += 1;
        }
        lines.sort_by(|(x, y, ..), (other_x, other_y, ..)| y.total_cmp(other_y).then(x.total_cmp(other_x)));
        for pair in lines.windows(2) {
            let [(x, y, run, _), (next, next_y, other, _)] = pair else { continue };
            let is_beside = (y - next_y).abs() < 0.01;
            prop_assert!(!is_beside || x + run.width <= next + 0.2, "{} lies over {}", run.text, other.text);
        }
    }
    for (cell, count) in whole(paper) {
        let found = printed.get(cell).copied().unwrap_or_default();
        prop_assert!(found >= count, "{cell} stands whole {found} times of {count}");
    }
    Ok(())
}

fn amount() -> impl Strategy<Value = String> {
    (any::<bool>(), 0_i64..18, any::<bool>()).prop_map(|(is_english, digits, is_negative)| {
        let whole: String = "9876543210123456789".chars().take(digits as usize + 1).collect();
        let (group, point) = if is_english { (",", ".") } else { (".", ",") };
        let chunks: Vec<_> = whole.as_bytes().rchunks(3).rev().map(|chunk| String::from_utf8_lossy(chunk).into_owned()).collect();
        format!("{}{}{point}89", if is_negative { "−" } else { "" }, chunks.join(group))
    })
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "Spezialmaschinenbaugesellschaft mbH",
            "RG2027000000000000000001234",
            "Präzisionsteile Weiß GmbH & Co. KG",
            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
            "1,234,567.89",
            "1.234.567,89",
            "A",
        ])
        .prop_map(str::to_owned),
        "[A-Za-zÄÖÜäöüß]{1,60}",
        "([A-Za-zäöü]{1,25}[ /-]){1,8}",
    ]
}

fn code() -> impl Strategy<Value = String> {
    select(vec!["28\u{a0}Sep\u{a0}2027", "31.12.2027", "RF24\u{a0}1000\u{a0}001", "RF18\u{a0}5390\u{a0}0754\u{a0}7034"])
        .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn figures_stay_whole_and_in_their_place_on_every_paper(
        words in proptest::collection::vec(words(), 7), codes in proptest::collection::vec(code(), 5),
        amounts in proptest::collection::vec(amount(), 11), is_english: bool,
    ) {
        thread_local!(static FACES: RefCell<Option<Faces>> = const { RefCell::new(None) });
        FACES.with_borrow_mut(|faces| {
            let faces = faces.get_or_insert_with(|| Faces::new(Vec::new()).unwrap());
            let language = if is_english { Language::English } else { Language::German };
            for (_, content) in samples::all() {
                let mut paper = said(&content, language);
                let mut place = 0;
                for part in &mut paper.parts {
                    let Part::Table(Table { columns, rows, .. }) = part else { continue };
                    rows.truncate(24);
                    for Row { kind, cells } in rows {
                        for (column, cell) in columns.iter().zip(cells) {
                            place += 1;
                            let of = |all: &[String]| all[place % all.len()].clone();
                            match column.kind {
                                ColumnKind::Figure => *cell = of(&amounts),
                                ColumnKind::Code if *kind == RowKind::Entry => *cell = of(&codes),
                                ColumnKind::Text if *kind == RowKind::Entry => *cell = of(&words),
                                _ => {}
                            }
                        }
                    }
                }
                check(&paper, faces)?;
            }
            Ok::<(), TestCaseError>(())
        })?;
    }
}

#[test]
fn schedules_with_long_words_and_amounts_have_their_figures_whole() {
    let faces = Faces::new(Vec::new()).unwrap();
    for face in [100, 123_456_789, 1_000_000_000_000_000] {
        for language in [Language::English, Language::German] {
            check(&said(&samples::hard_schedule(40, face), language), &faces).unwrap();
        }
    }
}

/// The last cell of each entry.
fn entries(paper: &Paper) -> Vec<&str> {
    let tables = paper.parts.iter().filter_map(|part| if let Part::Table(table) = part { Some(table) } else { None });
    let rows = tables.flat_map(|table| &table.rows).filter(|row| row.kind == RowKind::Entry);
    rows.filter_map(|row| row.cells.last()).map(String::as_str).collect()
}

#[test]
fn no_page_has_one_line_of_a_table_alone_nor_a_heading_at_its_end_nor_nothing_but_the_end() {
    let faces = Faces::new(Vec::new()).unwrap();
    for language in [Language::English, Language::German] {
        for count in (1..16).chain([33, 34, 35, 60, 61]) {
            for content in [samples::notice(count), samples::hard_schedule(count as i64, 1_234_567), samples::fees(count as i64, 1)] {
                let paper = said(&content, language);
                let sheets = lay_out(&paper, &faces).unwrap();
                let figures = entries(&paper);
                let closings: Vec<&str> = paper
                    .parts
                    .iter()
                    .rev()
                    .map_while(|part| match part {
                        Part::Paragraph(text) => Some(text.as_str()),
                        _ => None,
                    })
                    .collect();
                let pages = sheets.all.len();
                for (place, sheet) in sheets.all.iter().enumerate() {
                    let lines: Vec<_> = texts(sheet).into_iter().filter(|(.., role)| matches!(role, Role::Leaf(_))).collect();
                    let of_table = lines.iter().filter(|(_, _, run, _)| figures.contains(&run.text.as_str())).count();
                    let name = format!("{} in {language:?} with {count}, page {} of {pages}", paper.title, place + 1);
                    assert!(of_table != 1 || figures.len() == 1, "{name}: one line of a table alone");
                    let is_closing = |text: &str| closings.iter().any(|closing| closing.contains(text.trim()));
                    assert!(lines.iter().any(|(_, _, run, _)| !is_closing(&run.text)), "{name}: only the end");
                    for mark in sheets.landmarks.iter().filter(|mark| mark.sheet == place) {
                        assert!(
                            lines.iter().any(|(_, y, run, _)| *y > mark.y + 16.0 && run.text != mark.text),
                            "{name}: {} alone",
                            mark.text
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_notice_of_one_claim_is_one_page() {
    let faces = Faces::new(Vec::new()).unwrap();
    for language in [Language::English, Language::German] {
        let pages = |count| lay_out(&said(&samples::notice(count), language), &faces).unwrap().all.len();
        assert_eq!((pages(1), pages(30)), (1, 2), "{language:?}");
    }
}

#[test]
fn the_line_of_the_sender_is_whole() {
    let faces = Faces::new(Vec::new()).unwrap();
    for name in ["Hafen Factoring GmbH", "Norddeutsche Gesellschaft für Forderungsfinanzierung und Beteiligungen mbH & Co. KGaA"] {
        let mut paper = said(&samples::notice(1), Language::German);
        paper.letterhead.name = name.to_owned();
        let sheets = lay_out(&paper, &faces).unwrap();
        let window = texts(&sheets.all[0]).into_iter().filter(|(x, y, _, role)| *x < 30.0 * MM && *y < 62.0 * MM && *role == Role::Header);
        let line: String = window
            .map(|(x, y, run, _)| {
                assert!(x + run.width <= 106.0 * MM && y > 45.0 * MM, "{} is in the window", run.text);
                run.text.clone()
            })
            .collect();
        assert_eq!(line, format!("{name} · Am Sandtorkai 48 · 20457 Hamburg"));
    }
}
