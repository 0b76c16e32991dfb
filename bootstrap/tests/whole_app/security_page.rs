//! docs/security.md claims what tests prove: every test it names exists, and no requirement of ASVS is passed over.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// The requirements of OWASP ASVS 5.0 at levels 1 and 2: how many each section has. Those of level 3 come last in theirs.
const ASVS: &str = "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 \
    5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 \
    9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 \
    13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2";

/// Looks like a test's name and is none: an attribute of serde, a check of schemathesis.
const NO_TESTS: &[&str] = &["deny_unknown_fields", "content_type_conformance"];

/// Folders whose paths the page names.
const FOLDERS: &[&str] = &["adapters", "application", "bootstrap", "docs", "domain", "frontend", "fuzz", "scripts"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> Result<String, Box<dyn Error>> {
    Ok(fs::read_to_string(root().join("docs/security.md"))?)
}

/// What stands between back quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Whether this reads like a test's name, whole or with `…` for its end.
fn is_name(text: &str) -> bool {
    let stem = text.strip_suffix('…').unwrap_or(text);
    let is_long = stem != text || stem.matches('_').count() > 1;
    is_long && stem.contains('_') && stem.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The functions marked as tests in a source, and what the lists of contracts and of tests for each database make tests of.
fn tests_of(code: &str) -> Vec<String> {
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let Some((_, rest)) = line.split_once("fn ") else { continue };
        let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let marks = lines[..place].iter().rev().take_while(|line| line.starts_with('#'));
        if marks.into_iter().any(|mark| mark.ends_with("test]") || mark.contains("test(")) {
            found.push(name);
        }
    }
    if let Some((_, list)) = code.split_once("macro_rules! for_each_contract") {
        found.extend(list.lines().filter_map(|line| line.trim().strip_suffix(',')).filter(|name| is_name(name)).map(str::to_owned));
    }
    for list in code.split("on_each_database!(").skip(1) {
        let names = list.split_once(')').map_or("", |(names, _)| names);
        found.extend(names.split([',', ':']).map(str::trim).filter(|name| is_name(name)).map(str::to_owned));
    }
    found
}

/// Every test of the Rust sources by name.
fn tests(folder: &Path, found: &mut BTreeSet<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            tests(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(tests_of(&fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn all_tests() -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut found = BTreeSet::new();
    for folder in ["adapters", "application", "bootstrap", "domain"] {
        tests(&root().join(folder), &mut found)?;
    }
    Ok(found)
}

fn exists(name: &str, tests: &BTreeSet<String>) -> bool {
    match name.strip_suffix('…') {
        Some(stem) => tests.iter().any(|test| test.starts_with(stem)),
        None => tests.contains(name),
    }
}

/// A row of the table: what it answers, whether that is held, and why.
struct Row<'a> {
    item: &'a str,
    held: &'a str,
    why: &'a str,
}

/// `6.1.2, 6.2.1–6.2.3 words` as its four ids. A range stays within its section.
fn ids(item: &str) -> Vec<String> {
    let mut found = Vec::new();
    let starts = item.split([',', ' ']).take_while(|word| word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()));
    for word in starts.filter(|word| !word.is_empty()) {
        let (first, last) = word.split_once('–').unwrap_or((word, word));
        let parts = |id: &str| id.rsplit_once('.').and_then(|(section, number)| Some((section.to_owned(), number.parse::<u32>().ok()?)));
        match (parts(first), parts(last)) {
            (Some((section, from)), Some((same, to))) if section == same => {
                found.extend((from..=to).map(|number| format!("{section}.{number}")));
            }
            _ => found.push(format!("{word}?")),
        }
    }
    found
}

fn rows(page: &str) -> Vec<Row<'_>> {
    let chapter = page.split("\n## ").find(|chapter| chapter.starts_with("OWASP ASVS")).unwrap_or_default();
    let cells = chapter.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| item")).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').splitn(3, " |").map(str::trim).collect();
        (cells.first().copied().unwrap_or_default(), cells.get(1).copied().unwrap_or_default(), cells.get(2).copied().unwrap_or_default())
    });
    cells.map(|(item, held, why)| Row { item, held, why }).collect()
}

/// The lists over the contract name a test where an operation needs more than they send.
#[test]
fn every_test_that_a_list_over_the_contract_names_exists() -> Result<(), Box<dyn Error>> {
    let tests = all_tests()?;
    let mut named = BTreeSet::new();
    for entry in fs::read_dir(root().join("adapters/http/src/tests/matrix"))? {
        let code = fs::read_to_string(entry?.path())?;
        let names = code.split("::In(\"").skip(1).filter_map(|rest| rest.split_once('"'));
        named.extend(names.map(|(name, _)| name.to_owned()));
    }
    assert!(!named.is_empty(), "no list names a test");
    let missing: Vec<_> = named.difference(&tests).collect();
    assert!(missing.is_empty(), "there are no such tests: {missing:?}");
    Ok(())
}

#[test]
fn every_test_and_every_file_that_the_page_names_exists() -> Result<(), Box<dyn Error>> {
    let (page, tests) = (page()?, all_tests()?);
    let mut missing = BTreeSet::new();
    for token in quoted(&page) {
        let is_missing = if is_name(token) {
            !NO_TESTS.contains(&token) && !exists(token, &tests)
        } else if token.ends_with(".spec.ts") {
            !root().join("frontend/e2e").join(token).exists()
        } else {
            FOLDERS.iter().any(|folder| token.starts_with(&format!("{folder}/"))) && !root().join(token).exists()
        };
        if is_missing {
            missing.insert(token);
        }
    }
    assert!(missing.is_empty(), "docs/security.md names what is not there: {missing:#?}");
    Ok(())
}

#[test]
fn no_requirement_of_asvs_is_passed_over_and_each_claim_says_how_it_is_known() -> Result<(), Box<dyn Error>> {
    let (page, tests) = (page()?, all_tests()?);
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for section in ASVS.split_whitespace() {
        let (section, count) = section.split_once(':').ok_or("a section without its count")?;
        answers.extend((1..=count.parse::<usize>()?).map(|number| (format!("{section}.{number}"), 0)));
    }
    assert_eq!(answers.len(), 253, "ASVS 5.0 has 253 requirements at levels 1 and 2");
    let mut wrong = Vec::new();
    for Row { item, held, why } in rows(&page) {
        let is_known = quoted(why).into_iter().any(|token| token.ends_with(".spec.ts") || is_name(token) && exists(token, &tests));
        match held {
            "–" => {}
            "partly" | "no" if !why.is_empty() => {}
            "yes" if is_known || why.contains("by reading: ") || why.contains("drill") => {}
            _ if held.starts_with("yes but") && is_known => {}
            _ => wrong.push(format!("{item}: held '{held}', and it does not say how that is known")),
        }
        for id in ids(item) {
            match answers.get_mut(&id) {
                Some(count) => *count += 1,
                None if item.contains("(level 3)") => {}
                None => wrong.push(format!("{id} is no requirement of levels 1 and 2")),
            }
        }
    }
    wrong.extend(answers.iter().filter(|(_, count)| **count != 1).map(|(id, count)| format!("{id} has {count} rows")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn a_name_is_told_from_other_words_and_a_test_from_other_functions() {
    assert_eq!(quoted("a `b_c_d` and `x`\nnot ` over` lines"), ["b_c_d", "x", " over"]);
    assert!(is_name("a_b_c") && is_name("a_…") && is_name("asvs_9_1_2_…"));
    assert!(!is_name("a_b") && !is_name("SOONER_JWT_SECRET") && !is_name("a b_c_d") && !is_name("…"));
    let code = "#[test]\nfn one() {}\nfn two() {}\n#[tokio::test(flavor = \"x\")]\n#[ignore]\nasync fn three() {}\n// fn four";
    assert_eq!(tests_of(code), ["one", "three"]);
    assert_eq!(ids("1.1.1, 2.10.3–2.10.4 of 3.1.1"), ["1.1.1", "2.10.3", "2.10.4"]);
    assert_eq!(ids("1.1.1–1.2.2 x"), ["1.1.1–1.2.2?"]);
    let tests = ["of_many_one_wins".to_owned()].into();
    assert!(exists("of_many_…", &tests) && exists("of_many_one_wins", &tests));
    assert!(!exists("of_many", &tests) && !exists("of_few_…", &tests));
}
