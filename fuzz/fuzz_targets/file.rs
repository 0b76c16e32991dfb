//! Looking at a file as it passes neither fails nor takes one type for another, however it is cut into pieces.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::onboarding::{document::FileType, inspection::Inspection};

fuzz_target!(|content: &[u8]| {
    let verdict = |claimed, piece: usize| {
        let mut inspection = Inspection::of(claimed);
        for piece in content.chunks(piece) {
            assert!(inspection.take(piece) <= piece.len());
        }
        inspection.verdict()
    };
    let all = [FileType::Pdf, FileType::Png, FileType::Jpeg, FileType::Xml];
    assert!(all.iter().filter(|claimed| verdict(**claimed, 1 << 20).is_ok()).count() <= 1, "a file of two types");
    let piece = usize::from(content.first().copied().unwrap_or_default()) + 1;
    assert!(all.iter().all(|claimed| verdict(*claimed, piece) == verdict(*claimed, 1 << 20)));
});
