//! Files that went wrong once, imported one after the other: what counts, what was there before, and what waits. Money that went
//! out for a reason nobody knows is no entry of the ledger yet.

use crate::bank_statements::CamtStatements;
use chrono::{DateTime, Utc};
use sooner_application::{
    approvals::FourEyes, cash::ImportedFile, kernel::clock::Clock, ledger::ports::AccountFilter, payments::statements::StatementFormat,
    testing::World,
};
use sooner_domain::{kernel::minor::Minor, ledger::account::AccountKind};
use std::error::Error;

macro_rules! case {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../cases/", $name, ".xml")).as_slice())
    };
}

/// What the import of a file found: new, there before, perhaps there before, set aside.
type Counts = [usize; 4];

fn counts(done: &ImportedFile) -> Counts {
    [done.imported, done.repeated, done.perhaps, done.set_aside]
}

/// Imports files into a house of its own, each with what is to be found in it; what the bank's account then holds, in cents.
async fn imported(files: &[((&str, &[u8]), Counts)]) -> Result<i64, Box<dyn Error>> {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let last_day: DateTime<Utc> = "2026-12-31T12:00:00Z".parse()?;
    world.clock.advance(last_day - world.clock.now());
    let olga = world.stepped_up(&world.operator().await?).await?;
    world.house_says_who_it_is(&olga).await?;
    for ((name, file), expected) in files {
        let cases = world.use_cases();
        let done = cases.cash.import_statements(CamtStatements.read(file)?, &cases.cash.by_hand(&olga)?).await?;
        assert_eq!(counts(&done), *expected, "{name}");
    }
    world.use_cases().ledger.trial_balance(None, None).await?;
    let filter = AccountFilter { kind: Some(AccountKind::Bank), ..AccountFilter::default() };
    let held = world.store().journal.accounts(filter, None, 10).await?;
    Ok(held.into_iter().map(|balance| balance.amount).sum::<Minor>().get())
}

#[tokio::test]
async fn two_entries_that_are_alike_are_two_and_a_third_in_the_next_file_is_a_third() -> Result<(), Box<dyn Error>> {
    let held = imported(&[
        (case!("two_alike_no_ref"), [2, 0, 0, 0]),
        (case!("two_alike_again"), [0, 2, 0, 0]),
        (case!("third_alike_second_file"), [1, 0, 0, 0]),
    ])
    .await?;
    assert_eq!(held, 3_000);
    Ok(())
}

#[tokio::test]
async fn a_number_that_a_bank_gives_again_is_no_entry_again() -> Result<(), Box<dyn Error>> {
    let held = imported(&[
        (case!("ref_reused_day1"), [1, 0, 0, 0]),
        (case!("ref_reused_day2_same_amount_other_payer"), [1, 0, 0, 0]),
        (case!("ref_reused_day3_other_amount"), [1, 0, 0, 0]),
    ])
    .await?;
    assert_eq!(held, 57_700);
    Ok(())
}

#[tokio::test]
async fn a_batch_told_in_detail_is_the_batch() -> Result<(), Box<dyn Error>> {
    let held = imported(&[(case!("batch_summary"), [1, 0, 0, 0]), (case!("batch_then_details"), [0, 2, 0, 0])]).await?;
    assert_eq!(held, 6_000);
    Ok(())
}

#[tokio::test]
async fn an_entry_told_in_other_words_is_that_entry() -> Result<(), Box<dyn Error>> {
    let (name, file) = case!("no_ref_text_a");
    let other = String::from_utf8(file.to_vec())?.replace("Rechnung 7", "RECHNUNG NR. 7 DANKE").replace("<MsgId>M-1", "<MsgId>M-2");
    assert_ne!(other.as_bytes(), file);
    let held = imported(&[((name, file), [1, 0, 0, 0]), (("in other words", other.as_bytes()), [0, 1, 0, 0])]).await?;
    assert_eq!(held, 500);
    Ok(())
}

#[tokio::test]
async fn an_entry_of_tomorrow_holds_up_only_itself() -> Result<(), Box<dyn Error>> {
    let (name, file) = case!("ahead");
    let text = String::from_utf8(file.to_vec())?;
    assert_eq!(imported(&[((name, file), [0, 0, 0, 1])]).await?, 0);
    let (start, end) = (text.find("<Ntry>").ok_or("no entry")?, text.find("</Ntry>").ok_or("no entry")?);
    let today = text.get(start..end).ok_or("no entry")?.replace("2027-01-01", "2026-12-31").replace("B-3", "B-2") + "</Ntry>";
    let both = text.replacen("<Ntry>", &format!("{today}<Ntry>"), 1).replace(r#"<Amt Ccy="EUR">1</Amt>"#, r#"<Amt Ccy="EUR">2</Amt>"#);
    assert_eq!(imported(&[(("with one of today", both.as_bytes()), [1, 0, 0, 1])]).await?, 100);
    Ok(())
}

#[tokio::test]
async fn every_other_case_counts_each_line_once() -> Result<(), Box<dyn Error>> {
    for (file, lines, held) in [
        (case!("base"), 2, 10_000),
        (case!("bban_of_our_iban"), 1, 100),
        (case!("detail_amount_zero"), 1, 10_567_850),
        (case!("envelope"), 2, 10_000),
        (case!("stylesheet_pi"), 2, 10_000),
    ] {
        assert_eq!(imported(&[(file, [lines, 0, 0, 0]), (file, [0, lines, 0, 0])]).await?, held, "{}", file.0);
    }
    Ok(())
}
