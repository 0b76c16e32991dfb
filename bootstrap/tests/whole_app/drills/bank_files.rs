//! Threats 56 and 58: files of a bank that want too much, and statements that are cut short by the end of the process.

use super::super::{
    financing::{
        TEST,
        bank::{Bank, Booked, Payment},
        books,
        house::{House, Made},
    },
    support::{Checked, Instance},
};
use actix_web::rt::time::sleep;
use std::time::Duration;

/// KiB that reading may take besides.
const GROWTH: u64 = 64 * 1024;

/// A statement that has this where its entries are.
fn around(inside: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt>{inside}</Stmt></BkToCstmrStmt></Document>"
    )
}

/// Ten of the one before in each: a thousand million in the last.
fn bomb() -> String {
    let entities = (1..10).map(|level| format!("<!ENTITY e{level} \"{}\">", format!("&e{};", level - 1).repeat(10)));
    format!("<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY e0 \"boom\">{}]>{}", entities.collect::<String>(), around("&e9;"))
}

#[actix_web::test]
async fn bank_files_that_want_too_much_are_refused_and_memory_stays_flat() -> Checked {
    let house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    let whole = Bank::with(0).statement(house.now().await?.date_naive(), &entries(1)?)?;
    let outside = "<!DOCTYPE d [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>";
    let cases = [
        ("an entity bomb", bomb(), "xml_malformed"),
        ("what is outside the file", format!("{outside}{}", around("&e;")), "xml_malformed"),
        ("an entity nobody knows", around("&e;"), "xml_malformed"),
        ("depth", around(&"<a>".repeat(100_000)), "statement_too_long"),
        ("elements", around(&"<a/>".repeat(2_000_000)), "statement_too_long"),
        ("a text without end", around(&format!("<Id>{}</Id>", "x".repeat(20 << 20))), "statement_too_long"),
        ("a cut", whole.replace("</Document>", ""), "xml_malformed"),
        ("two files in one", whole.repeat(2), "xml_malformed"),
        ("no statement", "%PDF-1.7".to_owned(), "statement_unreadable"),
        ("nothing", String::new(), "statement_unreadable"),
    ];
    // What reads files is in memory from the first one on.
    for path in ["/operator/bank-statements", "/operator/bank-answers"] {
        house.upload(path, whole.repeat(2)).await?;
    }
    let before = house.instance.memory("VmRSS")?;
    for (name, content, code) in cases {
        for path in ["/operator/bank-statements", "/operator/bank-answers"] {
            let (status, answer) = house.upload(path, content.clone()).await?;
            if path.ends_with("statements") {
                assert_eq!((status, answer["fieldCodes"]["file"][0]["code"].as_str()), (415, Some(code)), "{name}: {answer}");
            } else {
                assert!([413, 415].contains(&status), "{name}: {answer}");
            }
        }
    }
    let (status, answer) = house.upload("/operator/bank-statements", " ".repeat(33 << 20)).await?;
    assert_eq!(status, 413, "{answer}");
    let grown = house.instance.memory("VmHWM")?.saturating_sub(before);
    println!("bank files that want too much: {grown} KiB more at most");
    assert!(grown < GROWTH, "{grown} KiB");
    Ok(())
}

impl House {
    /// How many lines of the statement that was imported last were gone through.
    async fn taken(&self) -> Made<i64> {
        let all = books::rows(self, "/operator/bank-statements", "before").await?;
        Ok(all.first().and_then(|one| one["taken"].as_i64()).unwrap_or_default())
    }
}

/// Money from people nobody knows.
fn entries(count: usize) -> Made<Vec<Booked>> {
    let payment =
        |number: usize| Ok(Payment { amount: i64::try_from(number)?, text: Some(format!("payment {number}")), ..Payment::default() });
    (1..=count).map(|number| payment(number).map(Booked::one)).collect()
}

async fn killed_while_a_statement_is_imported(instance: Instance) -> Checked {
    let mut house = House::open(instance).await?;
    let today = house.now().await?.date_naive();
    let (count, mut bank) = (700, Bank::with(super::super::financing::CAPITAL));
    let statement = bank.statement(today, &entries(count)?)?;
    for taken in [1, 300, 500] {
        let cut = async {
            while house.taken().await? < taken {
                sleep(Duration::from_millis(5)).await;
            }
            house.instance.kill_now()
        };
        let (answer, killed) = futures_util::future::join(house.upload("/operator/bank-statements", statement.clone()), cut).await;
        killed?;
        println!("killed after {taken} lines: {}", if answer.is_ok() { "it was done" } else { "it was not answered" });
        house.instance.kill()?;
        house.instance.start().await?;
    }
    let [imported, repeated, ..] = house.import(&statement).await?;
    println!("taken before: {repeated}, completed: {imported}");
    assert_eq!(usize::try_from(imported + repeated)?, count);
    assert_eq!(repeated % 100, 0, "a page is all or nothing");
    let waiting = books::rows(&house, "/operator/receipts?unexplained=true", "before").await?;
    assert_eq!(waiting.len(), count, "each counts once");
    house.is_reconciled().await?;
    books::hold(&house).await
}

#[actix_web::test]
async fn a_statement_is_completed_after_kill_9_on_sqlite() -> Checked {
    killed_while_a_statement_is_imported(Instance::on_sqlite_with(TEST).await?).await
}

#[actix_web::test]
async fn a_statement_is_completed_after_kill_9_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("cut_statement", TEST).await? {
        Some(instance) => killed_while_a_statement_is_imported(instance).await,
        None => Ok(()),
    }
}
