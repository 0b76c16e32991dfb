//! Whatever a bank file holds, reading it neither fails nor takes what is beyond any statement; and the lines of what adds up do too.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_adapters::bank_statements;
use sooner_domain::{kernel::minor::Minor, payments::statement::Statement};

fuzz_target!(|file: &[u8]| {
    let Ok(statements) = bank_statements::read(file) else { return };
    let parts = |statement: &Statement| statement.entries.iter().map(|entry| 1 + entry.details.len()).sum::<usize>();
    // A return that names no detail is given one.
    assert!(statements.iter().map(parts).sum::<usize>() <= 2 * Statement::MAX_LINES);
    for statement in &statements {
        assert!(!statement.account.is_empty());
        assert!(statement.entries.iter().all(|entry| entry.amount.get().abs() <= Statement::MAX_MINOR && entry.charges <= Minor::ZERO));
        let booked: Minor = statement.lines().iter().map(|(_, line)| line.amount).sum();
        assert_eq!(booked, statement.booked());
    }
});
