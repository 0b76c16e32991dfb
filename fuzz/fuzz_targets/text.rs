//! Accepted names, lines, notes and addresses hold no control character and read back as themselves.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::{
    identity::password::{NewPassword, PlainPassword},
    kernel::text::{Line, Note, PersonName, Website},
    onboarding::document::FileName,
};

fuzz_target!(|text: &str| {
    let plain = |kept: &str, breaks: bool| assert!(!kept.contains(|c: char| c.is_control() && !(breaks && c == '\n')), "{kept:?}");
    if let Ok(name) = PersonName::parse(text) {
        plain(name.as_str(), false);
        assert_eq!(PersonName::parse(name.as_str()).as_ref(), Ok(&name));
    }
    if let Ok(line) = Line::parse(text) {
        plain(line.as_str(), false);
        assert!(line.as_str().chars().count() <= Line::MAX_CHARS);
    }
    if let Ok(note) = Note::parse(text) {
        plain(note.as_str(), true);
    }
    if let Ok(website) = Website::parse(text) {
        assert!(website.as_str().starts_with("http://") || website.as_str().starts_with("https://"));
        plain(website.as_str(), false);
    }
    if let Ok(name) = FileName::parse(text) {
        plain(name.as_str(), false);
        assert!(name.file_type().is_some() && !name.as_str().contains(['/', '\\']));
    }
    PlainPassword::parse_typed(text).ok();
    // Judging it is a thousand times as slow, and the work of a library.
    NewPassword::parse(text, &["ada@example.com", "Ada"]).ok();
});
