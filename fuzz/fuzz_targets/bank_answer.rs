//! Whatever a bank answers, reading it does not fail, and what is said of a transfer says which one.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_adapters::bank_answers;

fuzz_target!(|file: &[u8]| {
    let Ok(answer) = bank_answers::read(file) else { return };
    let reasons = answer.transfers.iter().map(|transfer| &transfer.reason).chain([&answer.reason]);
    assert!(reasons.flatten().all(|reason| !reason.is_empty() && reason.chars().count() <= 200));
    assert!(!answer.of.is_empty() && answer.transfers.iter().all(|transfer| !transfer.id.trim().is_empty()));
});
