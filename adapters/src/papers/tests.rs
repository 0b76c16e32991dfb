use super::{PdfPapers, Wording, samples, words::terms::groups};
use serde_json::{Value, json};
use sooner_application::papers::{
    NotWritten, PaperWords,
    facts::{Content, MonthEvent},
    paper::{Column, ColumnKind, Fact, Letterhead, Paper, Part, Row, RowKind, Table},
};
use sooner_domain::{
    facilities::terms::{FacilityKind, Notification, Parts, Terms, VerificationRule},
    kernel::{
        coded::Coded,
        interest::{DayCount, YearlyRate},
        language::Language,
        minor::Minor,
        money::{Currency, Percentage},
    },
};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(super) type Checked = Result<(), Box<dyn Error>>;

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(super) fn said(content: &Content, language: Language) -> Paper {
    Wording.say(&samples::cover(language), content)
}

/// The file, which is left there to be looked at.
pub(super) fn printed(name: &str, paper: &Paper) -> Result<PathBuf, Box<dyn Error>> {
    let folder = root().join("target/papers");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.pdf"));
    fs::write(&path, PdfPapers::new(Vec::new())?.pdf(paper)?)?;
    Ok(path)
}

fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// What another reader finds in it, line by line as it is seen; no break of a line is a break of the text.
pub(super) fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    output(Command::new("pdftotext").args(["-layout", "-nopgbrk"]).arg(path).arg("-"))
}

/// What an archive finds, which refuses what is none of its files.
pub(super) fn archived(path: &Path) -> Result<String, Box<dyn Error>> {
    output(Command::new(root().join("target/oracles/bin/python")).arg(root().join("scripts/papers/check.py")).arg(path))
}

/// The words of a text, whatever is between them.
fn words(text: &str) -> String {
    text.split(|letter: char| letter.is_whitespace()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

pub(super) fn plain(parts: Vec<Part>) -> Paper {
    let made_at = samples::cover(Language::English).made_at;
    Paper {
        language: Language::English,
        title: "Title".to_owned(),
        letterhead: Letterhead { name: "House".to_owned(), ..Letterhead::default() },
        recipient: Vec::new(),
        dateline: String::new(),
        made_at,
        references: Vec::new(),
        parts,
        check: Some("Check".to_owned()),
    }
}

fn table(rows: Vec<Row>) -> Table {
    let column = |header: &str, kind| Column { header: header.to_owned(), kind };
    let columns = vec![column("Invoice", ColumnKind::Text), column("Seller", ColumnKind::Text), column("Amount", ColumnKind::Figure)];
    Table { summary: "Claims".to_owned(), columns, rows }
}

fn entry(cells: [&str; 3]) -> Row {
    Row { kind: RowKind::Entry, cells: cells.map(str::to_owned).to_vec() }
}

#[test]
fn every_paper_is_for_archives_and_has_all_of_its_text_in_both_languages() -> Checked {
    for language in [Language::English, Language::German] {
        for (name, content) in samples::all() {
            let paper = said(&content, language);
            let path = printed(&format!("{name}-{}", language.code()), &paper)?;
            let archived = archived(&path)?;
            assert!(archived.contains("pdfa 2A pdfua 1\n"), "{name}: {archived}");
            assert!(archived.contains(&format!("language {}\n", language.code())), "{name}: {archived}");
            assert!(archived.contains(&format!("title {}\nmade 2027-01-04T13:00:00+00:00\n", paper.title)), "{name}: {archived}");
            let text = words(&output(Command::new("pdftotext").args(["-raw", "-nopgbrk"]).arg(&path).arg("-"))?);
            let cells = |table: &Table| table.rows.iter().flat_map(|row| row.cells.clone()).collect::<Vec<_>>();
            for part in &paper.parts {
                let told = match part {
                    Part::Heading(text) | Part::Paragraph(text) => vec![text.clone()],
                    Part::Facts(facts) | Part::Highlight(facts) => {
                        facts.iter().flat_map(|fact| [fact.label.clone(), fact.value.clone()]).collect()
                    }
                    Part::Table(table) => cells(table),
                };
                for told in told {
                    assert!(text.contains(&words(&told)), "{name}-{}: {told} is not in {text}", language.code());
                }
            }
        }
    }
    Ok(())
}

#[test]
fn a_notice_says_what_is_owed_to_whom_and_by_when() -> Checked {
    let text = text(&printed("owed", &said(&samples::notice(2), Language::German))?)?;
    let row = text.lines().find(|line| line.contains("MB-2026-10441")).ok_or("no such row")?;
    assert_eq!(words(row), "Žďár Ocel s.r.o. MB-2026-10441 02.01.2027 02.03.2027 RF37 AUS8 0100 0001 13.333,32");
    let total = text.lines().find(|line| line.starts_with("Summe")).ok_or("no total")?;
    assert_eq!(words(total), "Summe 25.678,99");
    assert!(text.contains("DE02 1203 0000 0000 2020 51") && text.contains("Prüfcode 7KQ2-M4TX-9DHR"), "{text}");
    Ok(())
}

#[test]
fn the_words_of_each_paper() {
    for language in [Language::English, Language::German] {
        for (name, content) in samples::all().into_iter().filter(|(name, _)| !["month", "fees"].contains(name)) {
            let paper = said(&content, language);
            let lines = paper.parts.iter().flat_map(|part| match part {
                Part::Heading(text) => vec![format!("## {text}")],
                Part::Paragraph(text) => vec![text.clone()],
                Part::Facts(facts) | Part::Highlight(facts) => {
                    facts.iter().map(|Fact { label, value }| format!("{label}: {value}")).collect()
                }
                Part::Table(Table { columns, rows, .. }) => {
                    let headers = columns.iter().map(|column| column.header.clone()).collect::<Vec<_>>().join(" | ");
                    let rows = rows.iter().map(|row| format!("{:?} {}", row.kind, row.cells.join(" | ")));
                    [headers].into_iter().chain(rows).collect()
                }
            });
            let told = [format!("# {}", paper.title)].into_iter().chain(lines).chain(paper.check).collect::<Vec<_>>().join("\n");
            insta::assert_snapshot!(format!("{name}-{}", language.code()), told.replace('\u{a0}', "~"));
        }
    }
}

#[test]
fn the_same_paper_is_the_same_bytes() -> Checked {
    let paper = said(&samples::notice(40), Language::English);
    let first = PdfPapers::new(Vec::new())?.pdf(&paper)?;
    for _ in 0..5 {
        assert!(PdfPapers::new(Vec::new())?.pdf(&paper)? == first);
    }
    let printer = PdfPapers::new(Vec::new())?;
    assert!(printer.pdf(&said(&samples::notice(41), Language::English))? != first);
    assert!(printer.pdf(&paper)? == first, "whatever was written in between");
    Ok(())
}

#[test]
fn a_long_table_goes_on_over_pages_under_its_headings() -> Checked {
    let path = printed("long", &said(&samples::notice(300), Language::English))?;
    let archived = archived(&path)?;
    // Four rows of the account, three of suppliers, one of headings, one of the total.
    assert!(archived.contains("TR=309 "), "{archived}");
    let pages: usize = output(Command::new("pdfinfo").arg(&path))?
        .lines()
        .find_map(|line| line.strip_prefix("Pages:"))
        .ok_or("no pages")?
        .trim()
        .parse()?;
    let all = text(&path)?;
    let headed = all.lines().filter(|line| words(line).starts_with("Supplier Invoice Invoice date Due on")).count();
    assert_eq!(all.matches("MB-2026-").count(), 300);
    for page in 1..=pages {
        assert!(all.contains(&format!("Page {page} of {pages}")), "{page} of {pages}");
    }
    // The last one has no room for the table.
    assert!(headed >= pages - 1 && (8..12).contains(&pages), "{headed} on {pages}");
    let last = all.lines().rfind(|line| line.contains("MB-2026-10739")).ok_or("no last row")?;
    assert!(last.ends_with("307,653.02"), "{last}");
    Ok(())
}

#[test]
fn a_schedule_of_long_names_and_numbers_has_every_figure_on_one_line() -> Checked {
    for (language, face, payout) in [(Language::English, "1,234,567.89", "975,308.65"), (Language::German, "1.234.567,89", "975.308,65")] {
        let paper = said(&samples::hard_schedule(60, 123_456_789), language);
        let text = text(&printed(&format!("hard-{}", language.code()), &paper)?)?;
        let whole = text.lines().filter(|line| line.contains(face) && line.contains("2027") && line.contains(payout)).count();
        assert_eq!(whole, 60, "{text}");
    }
    Ok(())
}

/// Where a word ends on its page, in points.
fn right_edges(path: &Path, is_it: impl Fn(&str) -> bool) -> Result<Vec<f32>, Box<dyn Error>> {
    let boxes = output(Command::new("pdftotext").arg("-bbox").arg(path).arg("-"))?;
    let edge = |line: &str| {
        let (attributes, word) = line.trim().strip_prefix("<word ")?.split_once('>')?;
        let edge = attributes.split("xMax=\"").nth(1)?.split('"').next()?;
        is_it(word.strip_suffix("</word>")?).then(|| edge.parse().ok()).flatten()
    };
    Ok(boxes.lines().filter_map(edge).collect())
}

#[test]
fn amounts_stand_below_each_other() -> Checked {
    let rows = ["1.00", "1,111.11", "−17.40", "9,999,999.90", "0.05"].map(|amount| entry(["A-1", "Weiß & Söhne", amount]));
    let total = Row { kind: RowKind::Total, cells: ["Total", "", "10,001,094.66"].map(str::to_owned).to_vec() };
    let path = printed("amounts", &plain(vec![Part::Table(table(rows.into_iter().chain([total]).collect()))]))?;
    let edges = right_edges(&path, |word| word.contains('.') && word.ends_with(|last: char| last.is_ascii_digit()))?;
    assert_eq!(edges.len(), 6, "{edges:?}");
    assert!(edges.iter().all(|edge| (edge - edges[0]).abs() < 0.1), "{edges:?}");
    Ok(())
}

#[test]
fn nothing_is_also_a_paper() -> Checked {
    let empty = [
        Vec::new(),
        vec![
            Part::Facts(Vec::new()),
            Part::Highlight(Vec::new()),
            Part::Table(Table { summary: String::new(), columns: Vec::new(), rows: Vec::new() }),
        ],
        vec![Part::Table(table(Vec::new())), Part::Table(table(vec![Row { kind: RowKind::Entry, cells: Vec::new() }]))],
        vec![Part::Table(Table {
            columns: vec![Column { header: "Amount".to_owned(), kind: ColumnKind::Figure }; 12],
            ..table(vec![entry(["1", "2", "3"])])
        })],
    ];
    for parts in empty {
        archived(&printed("empty", &plain(parts))?)?;
    }
    Ok(())
}

#[test]
fn figures_that_no_page_has_room_for_are_refused() -> Checked {
    let endless = "9".repeat(400);
    let refused = PdfPapers::new(Vec::new())?.pdf(&plain(vec![Part::Table(table(vec![entry(["A-1", "Weiß", &endless])]))]));
    assert!(matches!(refused, Err(NotWritten::Failed(_))));
    Ok(())
}

/// Terms that differ in whatever is said differently.
fn all_terms() -> Vec<Parts> {
    let (factoring, programme) = (samples::factoring(), samples::programme());
    let none = Parts { verification_above: None, ..factoring };
    let bought = Parts { verification_above: None, ..programme };
    vec![
        factoring,
        Parts {
            verification: VerificationRule::Always,
            day_count: DayCount::Act365,
            notification: Notification::Undisclosed,
            cover: Percentage::parse_basis_points(9_050).unwrap(),
            ..none
        },
        Parts { verification: VerificationRule::FirstOfDebtor, day_count: DayCount::ThirtyE360, grace_days: 0, ..none },
        Parts { verification: VerificationRule::Never, max_days: 1, max_invoice_age_days: 3_650, recourse_after_days: 1, ..none },
        programme,
        Parts { verification: VerificationRule::Always, ..bought },
        Parts { verification: VerificationRule::FirstOfDebtor, ..bought },
        Parts { verification: VerificationRule::Never, ..bought },
    ]
}

/// The client's tests read it, and compare what it shows to whoever signs.
#[test]
fn signed_terms_are_said_in_the_words_of_the_screen() -> Checked {
    let mut told = Vec::new();
    for terms in all_terms() {
        let terms = Terms::parse(terms).map_err(|refused| format!("{refused:?}"))?;
        let fields: Value = serde_json::from_str(&terms.canonical().to_string())?;
        for language in [Language::English, Language::German] {
            let groups = groups(&terms, language).into_iter().map(|group| {
                let rows = group.terms.into_iter().map(|said| json!({ "label": said.label, "value": said.value }));
                json!({ "title": group.title.to(language), "rows": rows.collect::<Vec<_>>() })
            });
            told.push(json!({ "terms": fields, "language": language.code(), "groups": groups.collect::<Vec<_>>() }));
        }
    }
    insta::assert_snapshot!("terms-in-words", serde_json::to_string_pretty(&told)?.replace('\u{a0}', " "));
    Ok(())
}

#[test]
fn hours_that_were_signed_stay_in_writing() -> Checked {
    for (parts, label) in [(samples::factoring(), "Offers are valid"), (samples::programme(), "Offers to your suppliers are valid")] {
        let terms = Terms::parse(parts).map_err(|refused| format!("{refused:?}"))?;
        let hours = |terms: Terms| {
            let rows = groups(&terms, Language::English).into_iter().flat_map(|group| group.terms);
            rows.filter(|said| said.label == label).map(|said| said.value).collect::<Vec<_>>()
        };
        assert_eq!((hours(terms), hours(terms.with_offer_hours(Some(1)))), (vec![], vec!["at most 1 hour".to_owned()]));
    }
    Ok(())
}

#[test]
fn no_term_is_signed_that_is_not_in_writing() -> Checked {
    let share = |points| Percentage::parse_basis_points(points).map_err(|invalid| format!("{invalid:?}"));
    let rate = |points| YearlyRate::parse_basis_points(points).map_err(|invalid| format!("{invalid:?}"));
    let (one, programme) = (samples::factoring(), samples::programme());
    let cases = [
        (one, Parts { currency: Currency::parse("EUR").map_err(|invalid| format!("{invalid:?}"))?, ..one }),
        (one, Parts { limit: Minor::new(1), ..one }),
        (one, Parts { advance_rate: share(1)?, ..one }),
        (one, Parts { discount_rate: rate(1)?, ..one }),
        (one, Parts { day_count: DayCount::Act365, ..one }),
        (one, Parts { service_fee: share(1)?, ..one }),
        (one, Parts { service_fee_minimum: Minor::new(1), ..one }),
        (one, Parts { payout_fee: Minor::new(1), ..one }),
        (one, Parts { fee_tax: share(1)?, ..one }),
        (one, Parts { cover: share(1)?, ..one }),
        (one, Parts { grace_days: 7, ..one }),
        (one, Parts { late_rate: rate(1)?, ..one }),
        (one, Parts { recourse_after_days: 7, ..one }),
        (one, Parts { min_days: 7, ..one }),
        (one, Parts { max_days: 7, ..one }),
        (one, Parts { max_invoice_age_days: 7, ..one }),
        (one, Parts { concentration: share(1)?, ..one }),
        (one, Parts { verification: VerificationRule::Never, verification_above: None, ..one }),
        (one, Parts { verification_above: Some(Minor::new(1)), ..one }),
        (one, Parts { notification: Notification::Undisclosed, ..one }),
        (programme, Parts { buyer_share: share(1)?, ..programme }),
        (one, programme),
    ];
    for (before, after) in cases {
        for language in [Language::English, Language::German] {
            let said = |parts| {
                let terms = Terms::parse(parts).map_err(|refused| format!("{refused:?}"))?;
                let rows = groups(&terms, language).into_iter().flat_map(|group| group.terms);
                Ok::<_, String>(rows.map(|said| (said.label, said.value)).collect::<Vec<_>>())
            };
            assert_ne!(said(before)?, said(after)?, "{after:?}");
        }
    }
    Ok(())
}

/// As it is called under the agreement that an invoice was sold under: in German in a programme otherwise than in factoring.
#[test]
fn the_charge_for_the_time_is_called_as_under_its_agreement() {
    let under = |kind: FacilityKind, mut content: Content| {
        match &mut content {
            Content::Advice(batch) => {
                let all = batch.transfers.iter_mut().flat_map(|transfer| &mut transfer.payouts).chain(&mut batch.set_off_whole);
                all.for_each(|advised| advised.told.kind = Some(kind));
            }
            Content::Settlement(settlement) => settlement.kind = kind,
            Content::Month(month) => {
                for entry in &mut month.entries {
                    (entry.event, entry.kind) = (MonthEvent::Discount, Some(kind));
                }
            }
            _ => return None,
        }
        let written = format!("{:?}", said(&content, Language::German));
        Some((written.contains("Zinsen"), written.contains("Diskont")))
    };
    let of = |kind| samples::all().into_iter().filter_map(|(_, content)| under(kind, content)).collect::<Vec<_>>();
    let (factoring, programme) = (of(FacilityKind::Factoring), of(FacilityKind::ReverseFactoring));
    assert!(factoring.len() >= 3 && factoring.iter().all(|found| *found == (true, false)), "{factoring:?}");
    assert!(programme.len() >= 3 && programme.iter().all(|found| *found == (false, true)), "{programme:?}");
}
