//! Looking at a file's first and last bytes neither fails nor takes one type for another.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::onboarding::{
    document::FileType,
    inspection::{HEAD_BYTES, TAIL_BYTES, inspect},
};

fuzz_target!(|content: &[u8]| {
    let head = &content[..content.len().min(HEAD_BYTES)];
    let tail = &content[content.len().saturating_sub(TAIL_BYTES)..];
    let taken = [FileType::Pdf, FileType::Png, FileType::Jpeg].map(|claimed| inspect(claimed, head, tail).is_ok());
    assert!(taken.iter().filter(|taken| **taken).count() <= 1, "a file of two types");
});
