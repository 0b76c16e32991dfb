//! The ledger on the real binary: what it is exported as is read by the tools of the trade, and a hand in it shows.

use super::{
    review::operator,
    support::{Checked, Instance, PASSWORD, output, psql, test_server},
};
use actix_web::rt::time::sleep;
use chrono::{DateTime, NaiveDate};
use serde_json::{Value, json};
use sooner_application::{kernel::commit::WriteContext, ledger::changes::Change};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::{AccountClass, AccountKind},
        entry::{Booking, Draft, Entry, EntryId, Event, Place},
    },
};
use sooner_store::Store;
use std::{collections::BTreeMap, error::Error, fs, path::Path, process::Command, time::Duration};
use uuid::Uuid;

/// What accounts hold, by their kind and currency in the words of the journals, such as `Assets:Bank:EUR`.
pub type Balances = BTreeMap<String, String>;

fn database(instance: &Instance) -> Result<String, Box<dyn Error>> {
    let variables = instance.variables();
    Ok(variables.iter().find(|(name, _)| *name == "SOONER_DATABASE_URL").ok_or("no database")?.1.to_owned())
}

/// Entries with accounts of every owner in currencies with 2, 0 and 3 digits, dated in another order than they are booked, and
/// one that is taken back.
async fn book(instance: &Instance) -> Checked {
    let store = Store::open(&database(instance)?, 1)?;
    let id = |number: u128| Uuid::from_u128(0xabcd_ef01_2345_7000_8000_0000_0000_0000 + number);
    let mut entries = Vec::new();
    for (place, code) in (0..).zip(["EUR", "JPY", "KWD"]) {
        let (receivable, seller, debtor) = (ReceivableId(id(place)), CompanyId(id(10)), DebtorId(id(20 + place)));
        let (owed, payable) = (Place::receivables_purchased(receivable), Place::sellers_payable(seller, receivable));
        let amount = |amount: i64| Minor::new(amount);
        let draft = || -> Result<Draft, Box<dyn Error>> { Ok(Draft::new(Currency::parse(code)?)) };
        let drafts = [
            draft()?.transfer(owed, Place::reserves(receivable), amount(200_000)).transfer(owed, payable, amount(800_005)),
            draft()?.transfer(payable, Place::payouts_in_transit(), amount(800_005)),
            draft()?.transfer(Place::payouts_in_transit(), Place::bank(), amount(800_005)),
            draft()?.transfer(Place::bank(), owed, amount(1_000_005)).transfer(Place::bank(), Place::debtor_credits(debtor), amount(7)),
            draft()?.transfer(Place::reserves(receivable), Place::discount_income(), amount(12_001)),
        ];
        for (day, draft) in (0..).zip(drafts) {
            let on = NaiveDate::from_ymd_opt(2027, 1, 28 - day).ok_or("no such day")?;
            let entry = EntryId(id(100 + 10 * place + u128::from(day)));
            // What moves the bank is the owners': of anything else the proof of money misses the payout or the receipt.
            let event = if matches!(day, 2 | 3) { Event::CapitalPaidIn } else { Event::Funded };
            let booking = Booking { id: entry, on, booked_at: DateTime::UNIX_EPOCH, event, subject: receivable.0, cause: None };
            entries.push(Entry::new(booking, &draft).ok_or("nothing is posted")?);
        }
    }
    // What entries are about is there.
    for place in 0..3 {
        let about = id(place);
        let written = if database(instance)?.starts_with("sqlite") { format!("X'{}'", about.simple()) } else { format!("'{about}'") };
        tamper(instance, &format!("INSERT INTO payout_batches (id) VALUES ({written})"))?;
    }
    let last = entries.last().ok_or("no entry")?;
    let taken_back = last.reversal(Booking { id: EntryId(id(999)), ..*last.booking() });
    for entries in [entries, vec![taken_back]] {
        let about = AuditEntry::new(DateTime::UNIX_EPOCH, Actor::CommandLine, AuditAction::LedgerEntryBooked, Subjects::house(Uuid::nil()));
        store.ports().ledger.commit(vec![Change::Booked(entries)], WriteContext::of(about)).await?;
    }
    Ok(())
}

/// By hand, as the treasury does.
async fn book_by_hand(instance: &Instance, token: &str) -> Checked {
    for (event, amount, currency) in [("capital", 5_000_000, "EUR"), ("bank_charge", 1, "EUR"), ("capital", 70, "JPY")] {
        let entry = json!({ "on": "2026-01-05", "event": event, "amount": amount, "currency": currency, "note": "=1+1" });
        let (status, answer) = instance.post("/operator/ledger/entries", Some(token), &entry).await?;
        assert_eq!(status, 201, "{answer}");
    }
    Ok(())
}

/// The trial balance in the words of the journals, without what is nothing.
async fn trial_balance(instance: &Instance, token: &str) -> Result<Balances, Box<dyn Error>> {
    let (_, answer) = instance.get("/operator/ledger/trial-balance", token).await?;
    let mut balances = Balances::new();
    for row in answer["data"].as_array().ok_or("no rows")? {
        let text = |field: &str| row[field].as_str().ok_or("no text");
        let amount = row["debit"].as_i64().ok_or("no debit")? - row["credit"].as_i64().ok_or("no credit")?;
        let class = match AccountKind::from_code(text("account")?).ok_or("no such account")?.class() {
            AccountClass::Asset => "Assets",
            AccountClass::Liability => "Liabilities",
            AccountClass::Equity => "Equity",
            AccountClass::Income => "Income",
            AccountClass::Expense => "Expenses",
        };
        let kind = text("account")?.replace('_', "-");
        let currency = text("currency")?;
        let name = format!("{class}:{}{}:{currency}", kind[..1].to_uppercase(), &kind[1..]);
        if amount != 0 {
            balances.insert(name, Minor::new(amount).in_major(Currency::parse(currency)?));
        }
    }
    Ok(balances)
}

fn export(instance: &Instance, format: &str) -> Result<String, Box<dyn Error>> {
    let printed = output(&["ledger", "export", "--format", format], &instance.variables(), instance.folder())?;
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    Ok(String::from_utf8(printed.stdout)?)
}

/// What a tool prints; none, and said so, where it is not installed and the run is not the whole one, which installs it.
fn run(tool: &Path, arguments: &[&str]) -> Result<Option<String>, Box<dyn Error>> {
    let done = match Command::new(tool).args(arguments).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && test_server().is_none() => {
            eprintln!("{} is not installed: not checked", tool.display());
            return Ok(None);
        }
        done => done?,
    };
    assert!(done.status.success(), "{}: {}", tool.display(), String::from_utf8_lossy(&done.stderr));
    Ok(Some(String::from_utf8(done.stdout)?))
}

/// Names and amounts, one a line, with or without quotes, a currency and those of nothing.
fn parsed(printed: &str) -> Balances {
    let lines = printed.lines().filter_map(|line| line.split_once(','));
    let plain = lines.map(|(name, amount)| (name.trim_matches('"').to_owned(), amount.trim_matches('"')));
    let amounts = plain.map(|(name, amount)| (name, amount.split(' ').next().unwrap_or_default().to_owned()));
    amounts.filter(|(name, amount)| name.contains(':') && amount.chars().any(|digit| ('1'..='9').contains(&digit))).collect()
}

/// What is served balances in hledger and beancount as in the trial balance; answers with what that says.
pub async fn balances_in_other_tools(instance: &Instance, token: &str) -> Result<Balances, Box<dyn Error>> {
    let expected = trial_balance(instance, token).await?;
    let journal = served(instance, token, "hledger").await?;
    let hledger = Path::new("hledger");
    run(hledger, &["-f", &journal, "check", "--strict"])?;
    if let Some(printed) = run(hledger, &["-f", &journal, "balance", "--flat", "--no-total", "--depth", "3", "-O", "csv"])? {
        assert_eq!(parsed(&printed), expected, "hledger");
    }
    let journal = served(instance, token, "beancount").await?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    run(&root.join("target/oracles/bin/bean-check"), &[&journal])?;
    let script = root.join("scripts/ledger/balances.py").display().to_string();
    if let Some(printed) = run(&root.join("target/oracles/bin/python"), &[&script, &journal])? {
        assert_eq!(parsed(&printed), expected, "beancount");
    }
    Ok(expected)
}

/// Saves the ledger as it is served, and answers where.
async fn served(instance: &Instance, token: &str, format: &str) -> Result<String, Box<dyn Error>> {
    let answer = instance.client.get(instance.url(&format!("/operator/ledger/export?format={format}"))).bearer_auth(token).send().await?;
    let file = instance.folder().join(format!("served.{format}"));
    fs::write(&file, answer.error_for_status()?.text().await?)?;
    Ok(file.display().to_string())
}

async fn what_is_exported_balances_in_other_tools(instance: Instance) -> Checked {
    let token = operator(&instance).await?;
    book(&instance).await?;
    book_by_hand(&instance, &token).await?;
    let expected = balances_in_other_tools(&instance, &token).await?;
    assert_eq!(expected.get("Assets:Bank:EUR").map(String::as_str), Some("52000.06"), "{expected:?}");
    assert!(expected.contains_key("Assets:Bank:KWD") && expected.contains_key("Liabilities:Reserves:JPY"), "{expected:?}");

    for format in ["hledger", "beancount"] {
        assert_eq!(fs::read_to_string(served(&instance, &token, format).await?)?, export(&instance, format)?, "{format}");
    }
    let csv = export(&instance, "csv")?;
    assert_eq!(csv.lines().count(), 1 + 3 * (3 + 2 + 2 + 3 + 2) + 2 + 3 * 2, "{csv}");
    assert!(!csv.contains("=1+1"), "nothing that was typed is in it");
    Ok(())
}

pub fn verify(instance: &Instance, noted: &[&str]) -> Result<(bool, String), Box<dyn Error>> {
    let answer = output(&[&["ledger", "verify"], noted].concat(), &instance.variables(), instance.folder())?;
    Ok((answer.status.success(), format!("{}{}", String::from_utf8(answer.stdout)?, String::from_utf8(answer.stderr)?)))
}

/// Runs SQL as somebody with the database in hand would.
fn tamper(instance: &Instance, sql: &str) -> Checked {
    let url = database(instance)?;
    if url.starts_with("sqlite") { instance.sql(sql) } else { psql(&url, sql) }
}

async fn a_hand_in_the_ledger_shows(instance: Instance, let_go: &[&str]) -> Checked {
    let token = operator(&instance).await?;
    book(&instance).await?;
    book_by_hand(&instance, &token).await?;
    // The sealer of the running instance gives the numbers.
    let (mut whole, mut said) = verify(&instance, &[])?;
    for _ in 0..100 {
        if said.contains("No entry waits") && said.contains("19 entries hold together") {
            break;
        }
        sleep(Duration::from_millis(100)).await;
        (whole, said) = verify(&instance, &[])?;
    }
    assert!(whole && said.contains("19 entries hold together"), "{said}");
    let head = said.rsplit(' ').next().ok_or("no head")?.trim().to_owned();
    assert!(verify(&instance, &["--noted", &head])?.0);
    assert!(verify(&instance, &["--noted", "7"])?.1.contains("64 hexadecimal digits"));
    assert!(!verify(&instance, &["--noted", &"0".repeat(64)])?.0);

    let receipt = json!({ "on": "2026-01-05", "amount": 42, "currency": "JPY", "receivables": [] });
    let (status, answer) = instance.post_confirmed("/operator/receipts", (&token, PASSWORD), &receipt).await?;
    assert_eq!(status, 201, "{answer}");
    tamper(&instance, "UPDATE receipts SET unexplained = 41")?;
    let (whole, said) = verify(&instance, &[])?;
    assert!(!whole && said.contains("41 are kept as not explained, and its parts leave 42."), "{said}");
    assert!(!said.contains("are what the ledger and the facts say"), "{said}");
    tamper(&instance, "UPDATE receipts SET unexplained = 42")?;
    let (whole, said) = verify(&instance, &[])?;
    assert!(whole && said.contains("Payouts, receipts and receivables are what the ledger and the facts say."), "{said}");

    let balance = "UPDATE ledger_balances SET balance = balance + 1 WHERE kind = 'bank' AND currency = 'EUR'";
    let amount = "UPDATE ledger_postings SET amount = amount + 1 WHERE kind = 'capital' AND currency = 'JPY'";
    assert!(tamper(&instance, amount).is_err());
    // Whoever owns the database can take the guards away.
    for guard in let_go {
        tamper(&instance, guard)?;
    }
    tamper(&instance, balance)?;
    let (whole, said) = verify(&instance, &[])?;
    assert!(!whole && said.contains("The balance of bank.EUR is 5200007, and its postings add up to 5200006."), "{said}");
    tamper(&instance, amount)?;
    let (whole, said) = verify(&instance, &[])?;
    assert!(!whole && said.contains("The postings of entry 19 do not add up in JPY."), "{said}");
    tamper(&instance, "DELETE FROM ledger_postings WHERE entry_id = (SELECT id FROM ledger_entries WHERE number = 3) AND line = 2")?;
    assert!(verify(&instance, &[])?.1.contains("Posting 2 of entry 3 is missing."));
    Ok(())
}

#[actix_web::test]
async fn what_is_exported_balances_in_other_tools_on_sqlite() -> Checked {
    what_is_exported_balances_in_other_tools(Instance::on_sqlite().await?).await
}

#[actix_web::test]
async fn what_is_exported_balances_in_other_tools_on_postgresql() -> Checked {
    match Instance::on_postgresql("ledger_tools").await? {
        Some(instance) => what_is_exported_balances_in_other_tools(instance).await,
        None => Ok(()),
    }
}

#[actix_web::test]
async fn a_hand_in_the_ledger_shows_on_sqlite() -> Checked {
    let let_go = ["DROP TRIGGER ledger_postings_no_update", "DROP TRIGGER ledger_postings_no_delete"];
    a_hand_in_the_ledger_shows(Instance::on_sqlite().await?, &let_go).await
}

#[actix_web::test]
async fn a_hand_in_the_ledger_shows_on_postgresql() -> Checked {
    let let_go = ["ALTER TABLE ledger_postings DISABLE TRIGGER ALL", "ALTER TABLE ledger_balances DISABLE TRIGGER ALL"];
    match Instance::on_postgresql("ledger_hand").await? {
        Some(instance) => a_hand_in_the_ledger_shows(instance, &let_go).await,
        None => Ok(()),
    }
}

/// Who asks for a figure again gets the same one, from whichever node.
#[actix_web::test]
async fn a_trial_balance_is_asked_for_again() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = operator(&instance).await?;
    book_by_hand(&instance, &token).await?;
    let (_, first) = instance.get("/operator/ledger/trial-balance?on=2026-01-05", &token).await?;
    book_by_hand(&instance, &token).await?;
    let known = first["known"].as_str().ok_or("no moment")?;
    let (_, again) = instance.get(&format!("/operator/ledger/trial-balance?on=2026-01-05&known={known}"), &token).await?;
    assert_eq!(again, first);
    let (_, now) = instance.get("/operator/ledger/trial-balance?on=2026-01-05", &token).await?;
    assert_ne!(now["data"], first["data"]);
    assert_eq!(instance.get("/operator/ledger/trial-balance?on=2026-01-04", &token).await?.1["data"], Value::Array(Vec::new()));
    Ok(())
}
