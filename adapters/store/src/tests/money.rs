//! What a hand in the database does to what is kept of money is named, by `sooner ledger verify` and at the end of the day.

use super::{Checked, Database, database::on_each_database};
use chrono::TimeDelta;
use sha2::{Digest as _, Sha256};
use sooner_application::{
    cash::OddMoney,
    kernel::commit::WriteContext,
    payments::{bank::BankFile, changes::Change},
    testing::{
        World,
        receivables::{
            a_book_of_every_part, a_book_of_everything, a_book_of_lines_and_merged_debtors, a_book_that_was_changed,
            by_hand_contracts::{a_line_of_an_entry_that_was_reversed, what_two_people_booked_and_reversed},
        },
    },
};
use sooner_domain::{
    end_of_day::step::{EndOfDayStep, FailureCode},
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        money::Currency,
    },
    payments::payout::BatchId,
};
use std::{error::Error, sync::Arc};
use uuid::Uuid;

/// What is told of it: whether all of this is in what `ledger verify` says, and why the end of day failed.
async fn told(world: &Arc<World>) -> Result<(Option<String>, Option<FailureCode>), Box<dyn std::error::Error>> {
    let odd = world.store().money_audit().odd().await?;
    let on = world.house().business_days().await?.date_of(world.clock_now());
    world.clock.advance(TimeDelta::days(1));
    let ended = world.end_of_day().end(on, Actor::System).await?;
    let failed = ended.parts().steps.iter().find(|run| run.step == EndOfDayStep::Balances).and_then(|run| run.failure.clone());
    if let (Some(odd), Some(about)) = (&odd, failed.as_ref().and_then(|failed| failed.about.as_ref())) {
        assert!(odd.to_string().contains(about), "{odd} is not about {about}");
    }
    Ok((odd.map(|odd| odd.to_string()), failed.map(|failed| failed.code)))
}

const PAYOUTS: [&str; 8] = ["fact_id", "passed_on_of", "gross", "set_off", "status", "executed_on", "unnamed", "purpose"];
const RECEIPTS: [&str; 2] = ["unexplained", "sent_back"];
const RECEIVABLES: [&str; 5] = ["open", "out", "diluted", "with_seller", "status"];
const FACTS: [&str; 2] = ["amount", "taken_back"];

fn each_table() -> [(&'static str, &'static [&'static str]); 4] {
    [("payouts", &PAYOUTS), ("receipts", &RECEIPTS), ("receivables", &RECEIVABLES), ("receivable_facts", &FACTS)]
}

/// As it was before anybody laid a hand on it.
fn mend(database: &Database) -> Checked {
    for (table, columns) in each_table() {
        let set: Vec<_> = columns.iter().map(|column| format!("{column} = kept.{column}")).collect();
        database.run(&format!("UPDATE {table} SET {} FROM kept_{table} AS kept WHERE kept.id = {table}.id", set.join(", ")))?;
    }
    Ok(())
}

async fn it_is_named_where_a_line_stands_for_a_reversed_entry(database: &Database, is_by_person: bool) -> Checked {
    let (world, line) = Box::pin(a_line_of_an_entry_that_was_reversed(&database.store()?.ports(), is_by_person)).await?;
    assert_eq!(world.store().money_audit().verify().await?, Some(OddMoney::Line(line)));
    assert_eq!(world.store().ledger_audit().verify(None).await?.flaw, None, "the entries alone are sound");
    Ok(())
}

async fn a_line_that_an_import_took_for_a_reversed_entry_is_named(database: &Database) -> Checked {
    it_is_named_where_a_line_stands_for_a_reversed_entry(database, false).await
}

async fn a_line_that_a_person_took_for_a_reversed_entry_is_named(database: &Database) -> Checked {
    it_is_named_where_a_line_stands_for_a_reversed_entry(database, true).await
}

/// By its hash, or by the hash that the audit trail has.
async fn a_file_for_the_bank_that_was_changed_is_named(database: &Database) -> Checked {
    let ports = database.store()?.ports();
    let world = World { instead: Some(ports.clone()), ..World::default() };
    let olga = world.operator().await?.user.id();
    let (at, currency) = (world.clock_now(), Currency::parse("EUR")?);
    let mut batches = Vec::new();
    for (number, content) in [(1, "<one/>"), (2, "<two/>")] {
        let (batch, sha256) = (BatchId(Uuid::from_u128(number)), Digest(Sha256::digest(content.as_bytes()).into()));
        let file = BankFile { batch, currency, content: content.to_owned(), sha256, written_by: olga, written_at: at };
        let entry = Entry::new(at, Actor::User(olga), AuditAction::BankFileWritten, Subjects::house(batch.0));
        let entry = entry.new_values([("currency", "EUR".to_owned()), ("sha256", sha256.to_string())]);
        ports.payments.commit(vec![Change::BankFileWritten(Box::new(file))], WriteContext::of(entry)).await?;
        batches.push(batch);
    }
    assert_eq!(ports.money_audit().verify().await?, None);
    let [_, two] = batches[..] else { return Err("not two".into()) };
    database.run("CREATE TABLE kept_files AS SELECT * FROM bank_files")?;
    let hash_of_one = "sha256 = (SELECT sha256 FROM kept_files WHERE content = '<one/>')";
    for (set, is_given) in [("content = '<three/>'", false), (hash_of_one, false), (&*format!("content = '<one/>', {hash_of_one}"), true)] {
        database.run(&format!("UPDATE bank_files SET {set} WHERE content = '<two/>'"))?;
        assert_eq!(ports.money_audit().verify().await?, Some(OddMoney::BankFile(two)), "{set}");
        assert_eq!(ports.bank_files.of_batch(two, currency).await.is_ok(), is_given, "{set}");
        database.run("DELETE FROM bank_files")?;
        database.run("INSERT INTO bank_files SELECT * FROM kept_files")?;
    }
    assert_eq!(ports.money_audit().verify().await?, None);
    Ok(())
}

async fn each_value_that_is_stored_is_proven(database: &Database) -> Checked {
    use FailureCode::{Due, Payout, Position, Receipt};
    let world = Box::pin(a_book_of_everything(&database.store()?.ports())).await?;
    assert_eq!(Box::pin(told(&world)).await?, (None, None));
    for (table, _) in each_table() {
        database.run(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}"))?;
    }
    let of = |number: &str| format!("(SELECT id FROM receivables WHERE invoice_number = '{number}')");
    let (settled, charged, open, draft) = (of("K-1"), of("M-22"), of("N-333"), of("P-55555"));
    let release = format!("receivable_id = {settled} AND purpose = 'release'");
    let other_fact = format!("(SELECT id FROM receivable_facts WHERE receivable_id = {open} AND kind = 'credited')");
    let executed = format!("receivable_id = {open} AND status = 'executed'");
    let breaks = [
        (format!("UPDATE payouts SET fact_id = NULL WHERE {release}"), "names nothing that it comes of", Payout),
        (format!("UPDATE payouts SET fact_id = {other_fact} WHERE {release}"), "names nothing that it comes of", Payout),
        ("UPDATE payouts SET passed_on_of = NULL WHERE purpose = 'passed_on'".to_owned(), "names nothing that it comes of", Payout),
        ("UPDATE payouts SET fact_id = NULL WHERE purpose = 'debt_returned'".to_owned(), "names nothing that it comes of", Payout),
        (format!("UPDATE payouts SET status = 'cancelled' WHERE {release}"), "as release, and no payout pays that", Due),
        (format!("UPDATE payouts SET gross = gross - 1 WHERE {release}"), "as release, and no payout pays that", Due),
        (
            "UPDATE payouts SET status = 'cancelled' WHERE purpose = 'debt_returned'".to_owned(),
            "as debt_returned, and no payout pays that",
            Due,
        ),
        // What was passed on of a receipt comes of no fact: the ledger owes it all the same.
        (
            format!("UPDATE payouts SET gross = 4999 WHERE receivable_id = {charged} AND purpose = 'passed_on'"),
            "the ledger owes it 5000",
            Due,
        ),
        (format!("UPDATE payouts SET status = 'cancelled' WHERE receivable_id = {charged} AND purpose = 'passed_on'"), "0 are due", Due),
        (format!("UPDATE payouts SET set_off = set_off + 1 WHERE {executed}"), "were ordered, and the ledger sent", Payout),
        (format!("UPDATE payouts SET status = 'released', executed_on = NULL WHERE {executed}"), "and by the ledger 0", Payout),
        (
            "UPDATE payouts SET status = 'executed', executed_on = released_on WHERE purpose = 'sent_back'".to_owned(),
            "0 are on their way, and by the ledger 100",
            Payout,
        ),
        (
            "UPDATE receipts SET unexplained = 399 WHERE unexplained = 400".to_owned(),
            "399 are kept as not explained, and its parts leave 400",
            Receipt,
        ),
        ("UPDATE receipts SET sent_back = 101 WHERE sent_back = 100".to_owned(), "101 are kept as sent back, and 100 went back", Receipt),
        (
            format!("UPDATE receivables SET open = open + 1 WHERE id = {open}"),
            "open is kept as 850001, and its facts come to 850000",
            Position,
        ),
        (format!("UPDATE receivables SET out = out - 1 WHERE id = {open}"), "out is kept as", Position),
        (
            format!("UPDATE receivables SET diluted = 49999 WHERE id = {open}"),
            "diluted is kept as 49999, and its facts come to 50000",
            Position,
        ),
        (
            format!("UPDATE receivables SET with_seller = 0 WHERE id = {open}"),
            "with_seller is kept as 0, and its facts come to 100000",
            Position,
        ),
        (format!("UPDATE receivables SET out = 1 WHERE id = {settled}"), "out is kept as 1, and its facts come to 0", Position),
        (
            format!("UPDATE receivables SET with_seller = 7 WHERE id = {draft}"),
            "with_seller is kept as 7, and its facts come to 0",
            Position,
        ),
        (
            format!("UPDATE receivables SET status = 'funded' WHERE id = {settled}"),
            "is kept as funded, and its facts make it settled",
            Position,
        ),
        (
            format!("UPDATE receivable_facts SET amount = 99999 WHERE receivable_id = {open} AND kind = 'paid_to_seller'"),
            "with_seller is kept as 100000, and its facts come to 99999",
            Position,
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {open} AND kind = 'funded'"),
            "cannot have happened as they are kept",
            Position,
        ),
    ];
    for (sql, words, code) in breaks {
        database.run(&sql)?;
        let (odd, failed) = Box::pin(told(&world)).await?;
        let odd = odd.ok_or_else(|| format!("nothing is told of: {sql}"))?;
        assert!(odd.contains(words), "{odd} after: {sql}");
        assert_eq!(failed, Some(code), "{sql}");
        mend(database)?;
        assert_eq!(world.store().money_audit().odd().await?, None, "mended after: {sql}");
    }
    // A payout that is gone.
    database.run(&format!("DELETE FROM payouts WHERE {release}"))?;
    let (odd, failed) = Box::pin(told(&world)).await?;
    assert!(odd.is_some_and(|odd| odd.contains("as release, and no payout pays that")) && failed == Some(Due));
    Ok(())
}

async fn what_an_upgrade_could_not_link_is_not_named(database: &Database) -> Checked {
    let world = Box::pin(a_book_of_everything(&database.store()?.ports())).await?;
    database.run("UPDATE payouts SET fact_id = NULL, passed_on_of = NULL, unnamed = TRUE WHERE company_id IS NOT NULL")?;
    assert_eq!(world.store().money_audit().odd().await?, None);
    // What is due is compared all the same.
    database.run("UPDATE payouts SET gross = gross + 1 WHERE purpose = 'release' AND status = 'due'")?;
    let odd = world.store().money_audit().odd().await?.ok_or("nothing is told")?;
    assert!(odd.to_string().contains("and the ledger owes it"), "{odd}");
    Ok(())
}

/// What the end of the day does not look for, or not in this way: each change with what undoes it, and a word of what is said.
async fn each_change_is_named_by_the_whole_proof(database: &Database) -> Checked {
    let world = Box::pin(a_book_of_every_part(&database.store()?.ports())).await?;
    let audit = || world.store().money_audit();
    assert_eq!(audit().verify().await?, None);
    world.store().sealing().all().await?;
    const TABLES: [&str; 5] = ["payouts", "receipts", "allocations", "receivables", "receivable_facts"];
    for table in TABLES {
        database.run(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}"))?;
    }
    let of = |number: &str| format!("(SELECT id FROM receivables WHERE invoice_number = '{number}')");
    let (settled, open, draft, accepted) = (of("K-1"), of("N-333"), of("P-55555"), of("Q-666666"));
    let other = |table: &str, own: &str| format!("(SELECT id FROM {table} WHERE id <> {own} ORDER BY id LIMIT 1)");
    let executed = format!("receivable_id = {open} AND purpose = 'advance'");
    let paid = format!("receivable_id = {settled} AND kind = 'received' AND NOT taken_back");
    let of_paid = format!("(SELECT cause FROM receivable_facts WHERE {paid})");
    let debtor = format!("(SELECT debtor_id FROM receivables WHERE id = {open})");
    let stranger = of("N-333");
    database.run(&format!(
        "INSERT INTO debtors (id, legal_entity, legal_name, created_at, version, state)
        SELECT {stranger}, 'DE:R:HRB999999', legal_name, created_at, version, state FROM debtors LIMIT 1"
    ))?;
    let passed_on = "company_id IS NOT NULL".to_owned();
    // The table and the columns that a change sets, where, and a word of what is said of it.
    let changes = [
        (
            "payouts",
            "status = 'due', batch_id = NULL, released_by = NULL, released_at = NULL, released_on = NULL, set_off = NULL, account = NULL, \
             executed_on = NULL",
            executed.clone(),
            "due to company",
        ),
        ("payouts", "status = 'returned', returned_on = executed_on", executed.clone(), "Where payout"),
        ("payouts", "executed_on = '2027-01-01'", executed.clone(), "Where payout"),
        ("receivable_facts", "happened_on = '2027-01-01'", format!("receivable_id = {open} AND kind = 'executed'"), "Where payout"),
        ("receivable_facts", "value_on = '2027-01-02'", paid.clone(), "The days, the currency or the payer"),
        ("receivable_facts", "happened_on = '2027-01-02'", paid.clone(), "What is booked for fact"),
        ("receivable_facts", "amount = amount - 100", paid.clone(), "Of receipt"),
        ("receivable_facts", "money_from = 'seller'", paid.clone(), "What is booked for fact"),
        ("receivable_facts", "cause = NULL", paid, "Receipt"),
        ("receipts", "amount = amount + 100, unexplained = unexplained + 100", "unexplained = 400".to_owned(), "Receipt"),
        ("receipts", "amount = amount + 100, unexplained = unexplained + 100", format!("id = {of_paid}"), "Receipt"),
        ("allocations", "amount = amount - 100", format!("receipt_id = {of_paid} AND debtor_id IS NULL"), "Of receipt"),
        ("allocations", &*format!("receivable_id = {open}"), format!("receivable_id = {settled} AND payout_id IS NULL"), "Of receipt"),
        ("receivables", "face = face + 1, owed = owed + 1, open = open + 1, out = out + 1", format!("id = {open}"), "is not what was sold"),
        ("receivables", "owed_due_on = '2027-12-30'", format!("id = {open}"), "is not what was sold"),
        ("receivables", &*format!("seller_id = {}", other("companies", "seller_id")), format!("id = {settled}"), "another company"),
        ("receivables", "currency = 'USD'", format!("id = {open}"), "is not what was sold"),
        ("receivables", "currency = 'USD'", format!("id = {settled}"), "is not what was sold"),
        ("receivables", &*format!("debtor_id = {stranger}"), format!("id = {settled}"), "another debtor owes it"),
        ("receivables", &*format!("debtor_id = {stranger}"), format!("id = {accepted}"), "another debtor owes it"),
        ("receivables", "face = face + 1", format!("id = {settled}"), "is not what was sold"),
        ("receivables", "due_on = '2026-08-01'", format!("id = {settled}"), "is not what was sold"),
        ("payouts", "gross = gross + 1", format!("receivable_id = {accepted}"), "The advance due for"),
        (
            "payouts",
            &*format!("company_id = {}", other("companies", "company_id")),
            format!("receivable_id = {accepted}"),
            "The advance due for",
        ),
        ("payouts", "status = 'cancelled'", format!("receivable_id = {accepted}"), "The advance due for"),
        ("payouts", &*format!("company_id = {}", other("companies", "company_id")), executed, "whom the ledger paid"),
        (
            "payouts",
            &*format!("debtor_id = {stranger}"),
            "purpose = 'sent_back' AND debtor_id IS NOT NULL".to_owned(),
            "whom the ledger paid",
        ),
        ("payouts", &*format!("passed_on_of = {of_paid}"), "purpose = 'passed_on' AND gross = 700".to_owned(), "passed no such amount on"),
        ("allocations", &*format!("debtor_id = {stranger}"), "debtor_id IS NOT NULL".to_owned(), "are kept as credit"),
        ("allocations", "undone_at = at", "debtor_id IS NOT NULL".to_owned(), "Of receipt"),
        ("allocations", "undone_at = at", passed_on.clone(), "Of receipt"),
        ("allocations", "undone_at = at", format!("receivable_id = {settled}"), "Of receipt"),
        ("allocations", "undone_at = at", "payout_id IS NOT NULL".to_owned(), "Of receipt"),
        ("allocations", "undone_at = at", "entry_id IS NOT NULL".to_owned(), "Of receipt"),
        ("allocations", &*format!("receivable_id = {open}"), passed_on.clone(), "are kept as passed_on"),
        ("allocations", &*format!("company_id = {}", other("companies", "company_id")), passed_on, "are kept as passed_on"),
        (
            "receipts",
            "booked_on = '2026-01-01', value_on = '2026-01-01'",
            "unexplained = 400".to_owned(),
            "The days, the currency or the payer",
        ),
        ("receipts", "value_on = '2026-01-01'", "unexplained = 400".to_owned(), "The days, the currency or the payer"),
        ("receipts", "value_on = '2026-01-01'", format!("id = {of_paid}"), "The days, the currency or the payer"),
        ("receipts", "value_on = '2026-01-01'", "unexplained = 800".to_owned(), "The days, the currency or the payer"),
        ("receipts", "payer_iban = 'NL91ABNA0417164300'", "unexplained = 800".to_owned(), "The days, the currency or the payer"),
        ("receipts", "payer_name = 'Suedwind'", "unexplained = 800".to_owned(), "The days, the currency or the payer"),
        ("receipts", "text = 'thanks'", "unexplained = 800".to_owned(), "The days, the currency or the payer"),
        ("receipts", "text = NULL", "unexplained = 800".to_owned(), "The days, the currency or the payer"),
        ("receipts", "currency = 'USD'", "unexplained = 400".to_owned(), "Receipt"),
        ("receivable_facts", "happened_on = '2026-01-01'", "kind = 'paid_to_seller'".to_owned(), "is of another day"),
        ("receivable_facts", "booked_before = TRUE", format!("receivable_id = {settled} AND kind = 'received'"), "was booked later"),
    ];
    let mut missed = Vec::new();
    for (table, set, matching, words) in changes {
        // Of a receipt that says more a part says more as well.
        database.run(&format!("UPDATE {table} SET {set} WHERE {matching}"))?;
        match audit().verify().await?.map(|odd| odd.to_string()) {
            Some(odd) if odd.contains(words) => {}
            other => missed.push(format!("{table} {set} where {matching}: {other:?}")),
        }
        let columns = set.split(", ").filter_map(|set| set.split(" = ").next());
        let back: Vec<_> = columns.map(|column| format!("{column} = kept.{column}")).collect();
        database.run(&format!("UPDATE {table} SET {} FROM kept_{table} AS kept WHERE kept.id = {table}.id", back.join(", ")))?;
    }
    assert_eq!(missed, Vec::<String>::new());
    assert_eq!(audit().verify().await?, None);
    for (sql, back, words) in [
        ("UPDATE exposures SET in_use = in_use + 1000 WHERE in_use > 0", "in_use = in_use - 1000 WHERE in_use > 0", "are kept as in use"),
        (
            "UPDATE exposures SET in_use = in_use + 7 WHERE ceiling = 'debtor_limit'",
            "in_use = in_use - 7 WHERE ceiling = 'debtor_limit'",
            "in use",
        ),
    ] {
        database.run(sql)?;
        let odd = audit().verify().await?.ok_or_else(|| format!("nothing is told of: {sql}"))?.to_string();
        assert!(odd.contains(words), "{odd} after: {sql}");
        database.run(&format!("UPDATE exposures SET {back}"))?;
    }
    assert_eq!(audit().verify().await?, None);
    // What a receipt was used for is gone: it could be used again.
    for used in [
        "debtor_id IS NOT NULL",
        "company_id IS NOT NULL",
        "payout_id IS NOT NULL",
        "entry_id IS NOT NULL",
        &format!("receivable_id = {settled}"),
    ] {
        let of_used = format!("id IN (SELECT receipt_id FROM allocations WHERE {used})");
        database.run(&format!("UPDATE receipts SET unexplained = amount WHERE {of_used}"))?;
        database.run(&format!("DELETE FROM allocations WHERE {used}"))?;
        let odd = audit().verify().await?.ok_or_else(|| format!("nothing is told of: {used}"))?.to_string();
        assert!(odd.contains("are kept as"), "{odd} after: {used}");
        database.run("INSERT INTO allocations SELECT * FROM kept_allocations WHERE id NOT IN (SELECT id FROM allocations)")?;
        database.run("UPDATE receipts SET unexplained = kept.unexplained FROM kept_receipts AS kept WHERE kept.id = receipts.id")?;
        assert_eq!(audit().verify().await?, None, "mended after: {used}");
    }
    database.run("DELETE FROM receivable_facts WHERE kind = 'paid_to_seller'")?;
    database.run(&format!("UPDATE receivables SET with_seller = 0 WHERE id = {open}"))?;
    let odd = audit().verify().await?.ok_or("nothing is told of what was paid to the seller")?.to_string();
    assert!(odd.contains("0 times, and 1 were entered"), "{odd}");
    database.run("INSERT INTO receivable_facts SELECT * FROM kept_receivable_facts WHERE kind = 'paid_to_seller'")?;
    database.run(&format!("UPDATE receivables SET with_seller = 100000 WHERE id = {open}"))?;
    for (ceiling, owner, part) in [("debtor_limit", &draft, "EUR"), ("facility_limit", &draft, ""), ("debtor_limit", &debtor, "USD")] {
        database.run(&format!("INSERT INTO exposures (ceiling, owner_id, part, in_use) SELECT '{ceiling}', {owner}, '{part}', 5"))?;
        let odd = audit().verify().await?.ok_or_else(|| format!("nothing is told of: {ceiling} {part}"))?.to_string();
        assert!(odd.contains("nothing that was sold falls under it"), "{odd}");
        database.run("DELETE FROM exposures WHERE in_use = 5")?;
    }
    let concentration = "ceiling = 'concentration'";
    let foreign = "'00000000000000000000000000000001'";
    database.run(&format!(
        "INSERT INTO exposures (ceiling, owner_id, part, in_use)
        SELECT ceiling, owner_id, {foreign}, 5 FROM exposures WHERE {concentration}"
    ))?;
    let odd = audit().verify().await?.ok_or("nothing is told of a debtor that nothing is sold on")?.to_string();
    assert!(odd.contains("5 are kept as in use"), "{odd}");
    database.run("DELETE FROM exposures WHERE in_use = 5")?;
    assert_eq!(audit().verify().await?, None);
    // A receipt that is gone with its parts.
    database.run("DELETE FROM receipts WHERE unexplained = 400")?;
    let odd = audit().verify().await?.ok_or("nothing is told")?.to_string();
    assert!(odd.starts_with("Receipt"), "{odd}");
    Ok(())
}

/// As a hand does it that no constraint holds back.
fn by_hand(database: &Database, sql: &str) -> Checked {
    let unchecked = match database.url.starts_with("sqlite") {
        true => "PRAGMA foreign_keys = OFF",
        false => "SET session_replication_role = replica",
    };
    database.run(&format!("{unchecked}; {sql}"))
}

const LINKED: [&str; 11] = [
    "payouts",
    "receipts",
    "allocations",
    "receivables",
    "receivable_facts",
    "exposures",
    "statements",
    "statement_lines",
    "statement_days",
    "fee_invoices",
    "fee_invoice_lines",
];

/// What was deleted, moved or flagged, one thing at a time.
async fn what_hangs_together_is_proven(database: &Database) -> Checked {
    let world = Box::pin(a_book_that_was_changed(&database.store()?.ports())).await?;
    let audit = || world.store().money_audit();
    world.store().sealing().all().await?;
    // An invoice for the fees of one entry.
    let of_fees = "kind = 'service_fees' AND amount < 0";
    database.run(&format!(
        "INSERT INTO fee_invoice_numbers (year, last) VALUES (2026, 1);
        INSERT INTO fee_invoices (id, company_id, year, place, month, made_on, made_at, currency, net, tax)
            SELECT receivables.id, seller_id, 2026, 1, '2026-06-01', '2026-07-01', receivables.entered_at, postings.currency, -amount, 0
            FROM ledger_postings AS postings INNER JOIN ledger_entries AS entries ON entries.id = entry_id
            INNER JOIN receivables ON receivables.id = subject WHERE {of_fees} AND invoice_number = 'K-1';
        INSERT INTO fee_invoice_lines
                (entry_id, invoice_id, line, dated_on, receivable_id, invoice_number, debtor, charged_for, net, rate, tax)
            SELECT entries.id, fee_invoices.id, 1, dated_on, subject, 'K-1', 'Nordwind AG', 'service_fee', net, 0, 0
            FROM fee_invoices INNER JOIN ledger_entries AS entries ON subject = fee_invoices.id
            INNER JOIN ledger_postings ON entry_id = entries.id WHERE {of_fees}"
    ))?;
    assert_eq!(audit().verify().await?, None);
    for table in LINKED {
        database.run(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}"))?;
    }
    let of = |number: &str| format!("(SELECT id FROM receivables WHERE invoice_number = '{number}')");
    let (settled, open, again, undone, rejected) = (of("K-1"), of("N-333"), of("R-7777777"), of("S-88888888"), of("T-999999999"));
    let first = format!("receivable_id = {again} AND purpose = 'advance' AND status = 'returned'");
    let release = format!("receivable_id = {settled} AND purpose = 'release'");
    let cases = [
        (format!("DELETE FROM receivable_facts WHERE receivable_id = {again} AND kind = 'returned'"), "cannot have happened"),
        (format!("DELETE FROM receivable_facts WHERE receivable_id = {settled} AND kind = 'executed'"), "is kept as settled"),
        (format!("DELETE FROM receivable_facts WHERE receivable_id = {undone} AND kind = 'received'"), "names nothing that it comes of"),
        ("DELETE FROM receivable_facts WHERE kind = 'paid_to_seller'".to_owned(), "0 times, and 1 were entered"),
        (
            format!("UPDATE receivable_facts SET happened_on = '2027-01-01' WHERE receivable_id = {again} AND kind = 'returned'"),
            "is not what the facts of its receivable say",
        ),
        (
            format!("UPDATE receivable_facts SET happened_on = '2027-01-01' WHERE receivable_id = {again} AND kind = 'executed'"),
            "or since when",
        ),
        (
            format!("UPDATE receivable_facts SET happened_on = '2027-01-01' WHERE receivable_id = {again} AND kind = 'funded'"),
            "cannot have happened",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {again} AND kind = 'returned'"),
            "cannot have happened",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {settled} AND kind = 'executed'"),
            "is kept as settled",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {settled} AND kind = 'received'"),
            "is kept as settled",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {rejected} AND kind = 'received'"),
            "are kept as paid",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = TRUE WHERE receivable_id = {rejected} AND kind = 'rejected'"),
            "is kept as rejected",
        ),
        (
            format!("UPDATE receivable_facts SET taken_back = FALSE WHERE receivable_id = {undone} AND kind = 'received'"),
            "is kept as funded",
        ),
        (
            format!(
                "UPDATE receivable_facts SET amount = 110000 WHERE kind = 'paid_to_seller';
            UPDATE receivables SET with_seller = 10000 WHERE id = {open}"
            ),
            "which was not entered as often",
        ),
        (format!("DELETE FROM payouts WHERE {first}"), "which is not kept any more"),
        (format!("DELETE FROM payouts WHERE receivable_id = {open} AND purpose = 'advance'"), "which is not kept any more"),
        (format!("DELETE FROM payouts WHERE receivable_id = {undone} AND status = 'cancelled'"), "as release, and no payout pays that"),
        (
            format!("DELETE FROM payouts WHERE receivable_id = {rejected} AND status = 'cancelled' AND purpose = 'advance'"),
            "The advance due for",
        ),
        (
            format!("DELETE FROM payouts WHERE receivable_id = {rejected} AND status = 'cancelled' AND purpose = 'passed_on'"),
            "What was passed on of receipt",
        ),
        ("DELETE FROM payouts WHERE purpose = 'sent_back'".to_owned(), "are kept as sent back"),
        (format!("DELETE FROM receivables WHERE id = {again}"), "which is not kept any more"),
        (format!("DELETE FROM receivables WHERE id = {rejected}"), "which is not kept any more"),
        (format!("DELETE FROM receivables WHERE id = {undone}"), "which is not kept any more"),
        ("DELETE FROM receivables WHERE status = 'charged_back'".to_owned(), "which is not kept any more"),
        (
            "UPDATE receivables SET status = 'accepted', payout_on = due_on WHERE invoice_number = 'P-55555'".to_owned(),
            "The advance due for",
        ),
        (
            "UPDATE receivables SET status = 'rejected', payout_on = due_on WHERE invoice_number = 'P-55555'".to_owned(),
            "The advance due for",
        ),
        ("UPDATE receivables SET status = 'offered' WHERE invoice_number = 'Q-666666'".to_owned(), "are due to company"),
        (format!("UPDATE receivables SET status = 'withdrawn' WHERE id = {again}"), "its facts make it sold"),
        (format!("UPDATE receivables SET payout_on = NULL WHERE id = {rejected}"), "does not parse"),
        ("UPDATE exposures SET part = 'x' WHERE ceiling = 'facility_limit'".to_owned(), "nothing that was sold falls under it"),
        ("UPDATE exposures SET part = '00000000000000000000000000000001' WHERE ceiling = 'concentration'".to_owned(), "are kept as in use"),
        ("UPDATE exposures SET part = 'USD' WHERE ceiling = 'debtor_limit'".to_owned(), "nothing that was sold falls under it"),
        (format!("UPDATE payouts SET due_on = '2027-01-01' WHERE receivable_id = {open} AND purpose = 'advance'"), "The advance due for"),
        (
            format!("UPDATE payouts SET due_on = '2027-01-01' WHERE receivable_id = {again} AND replaces IS NOT NULL"),
            "in place of one that came back",
        ),
        (
            format!("UPDATE payouts SET released_on = '2026-01-01' WHERE receivable_id = {open} AND purpose = 'advance'"),
            "is not what the facts of its receivable say",
        ),
        ("UPDATE payouts SET released_on = '2026-01-01' WHERE purpose = 'sent_back'".to_owned(), "The day or the batch"),
        (format!("UPDATE payouts SET batch_id = NULL WHERE receivable_id = {open} AND purpose = 'advance'"), "The day or the batch"),
        (
            format!("UPDATE payouts SET batch_id = receivable_id WHERE receivable_id = {open} AND purpose = 'advance'"),
            "The day or the batch",
        ),
        (format!("UPDATE payouts SET replaces = NULL WHERE receivable_id = {again}"), "is not what the facts of its receivable say"),
        (
            format!(
                "UPDATE payouts SET replaces = (SELECT id FROM payouts WHERE {release}) WHERE receivable_id = {again} AND replaces IS NOT NULL"
            ),
            "in place of one that came back",
        ),
        (
            format!("UPDATE payouts SET fact_id = NULL WHERE receivable_id = {undone} AND purpose = 'release'"),
            "names nothing that it comes of",
        ),
        (
            format!(
                "UPDATE payouts SET fact_id = (SELECT id FROM receivable_facts WHERE receivable_id = {undone} AND kind = 'funded')
            WHERE receivable_id = {undone} AND purpose = 'release'"
            ),
            "as release, and no payout pays that",
        ),
        ("UPDATE fee_invoices SET net = net + 1".to_owned(), "for fees is not what was charged"),
        (
            "UPDATE fee_invoices SET net = net + 1; UPDATE fee_invoice_lines SET net = net + 1".to_owned(),
            "for fees is not what was charged",
        ),
        ("DELETE FROM fee_invoices".to_owned(), "for fees is not what was charged"),
        ("DELETE FROM fee_invoice_lines; DELETE FROM fee_invoices".to_owned(), "The numbers of the invoices for fees"),
        ("UPDATE statements SET closing = closing + 1".to_owned(), "are not what its days say"),
        ("UPDATE statements SET opening = opening + 1".to_owned(), "are not what its days say"),
        ("DELETE FROM statement_lines WHERE amount = 800".to_owned(), "No line of a statement"),
        ("DELETE FROM statement_lines WHERE amount = 1400".to_owned(), "No line of a statement"),
    ];
    assert_eq!(unnoticed(database, &world, (&cases, &LINKED)).await?, Vec::<String>::new());
    assert_eq!(audit().verify().await?, None);
    Ok(())
}

/// Those of these changes by hand which the whole proof does not name by one of their words, each undone before the next. Of these
/// tables a copy is kept.
async fn unnoticed(
    database: &Database,
    world: &World,
    (changes, tables): (&[(String, &str)], &[&str]),
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut unnoticed = Vec::new();
    for (sql, words) in changes {
        by_hand(database, sql)?;
        // What cannot be read any more is said as well.
        let said = match world.store().money_audit().verify().await {
            Ok(odd) => odd.map(|odd| odd.to_string()),
            Err(failed) => Some(failed.to_string()),
        };
        if !said.as_ref().is_some_and(|said| words.split(" | ").any(|words| said.contains(words))) {
            unnoticed.push(format!("{sql}: {said:?}"));
        }
        for table in tables {
            by_hand(database, &format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept_{table}"))?;
        }
    }
    Ok(unnoticed)
}

/// What is kept of the bank's lines, and of a debtor that went, one change at a time.
async fn lines_and_merged_debtors_are_proven(database: &Database) -> Checked {
    let world = Box::pin(a_book_of_lines_and_merged_debtors(&database.store()?.ports())).await?;
    let audit = || world.store().money_audit();
    world.store().sealing().all().await?;
    const CHANGED: [&str; 12] = [
        "debtors",
        "buyers",
        "receivables",
        "remembered_payers",
        "allocations",
        "statements",
        "statement_lines",
        "statement_line_entries",
        "statement_line_receipts",
        "statement_days",
        "statement_held",
        "exposures",
    ];
    let stranger = "(SELECT id FROM receivables WHERE invoice_number = 'V-1')";
    database.run(&format!(
        "INSERT INTO debtors (id, legal_entity, legal_name, created_at, version, state)
        SELECT {stranger}, 'DE:R:HRB999999', legal_name, created_at, version, state FROM debtors LIMIT 1"
    ))?;
    assert_eq!(audit().verify().await?, None);
    for table in CHANGED {
        database.run(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}"))?;
    }
    let (gone, stays) = (
        "(SELECT id FROM kept_debtors WHERE merged_into IS NOT NULL)",
        "(SELECT merged_into FROM kept_debtors WHERE merged_into IS NOT NULL)",
    );
    // The database writes the one that stays where the one that is gone is named, unless a hand hides the merge from it.
    let unseen = |sql: &str| {
        format!(
            "UPDATE debtors SET merged_into = NULL WHERE id = {gone}; {sql}; UPDATE debtors SET merged_into = {stays} WHERE id = {gone}"
        )
    };
    let known = "decision = 'known'";
    let line = |amount: i64| format!("(SELECT id FROM kept_statement_lines WHERE amount = {amount})");
    let receipt = |amount: i64| format!("(SELECT id FROM receipts WHERE amount = {amount})");
    let by_hand = "(SELECT id FROM payouts WHERE executed_on IS NOT NULL AND id NOT IN (SELECT about_id FROM kept_statement_lines WHERE \
                   outcome = 'executed') LIMIT 1)";
    let cases = [
        (format!("UPDATE statement_line_entries SET line_id = {} WHERE line_id = {}", line(9), line(-50)), "was not booked for it"),
        (format!("UPDATE statement_line_entries SET line_id = {} WHERE line_id = {}", line(-50), line(8)), "was not booked for it"),
        (format!("UPDATE statement_line_receipts SET line_id = {}", line(9)), "was not booked for it"),
        (format!("UPDATE statement_line_receipts SET line_id = {} WHERE receipt_id = {}", line(9), receipt(3)), "was not booked for it"),
        (
            format!("UPDATE statement_line_receipts SET receipt_id = {} WHERE receipt_id = {}", receipt(9), receipt(3)),
            "was not booked for it",
        ),
        (format!("UPDATE statement_lines SET about_id = {} WHERE amount = -50", receipt(9)), "was not booked for it"),
        (format!("UPDATE statement_lines SET about_id = {} WHERE amount = 1000", receipt(9)), "was not booked for it"),
        ("UPDATE statement_lines SET about_id = NULL WHERE amount = 1000".to_owned(), "was not booked for it"),
        (format!("UPDATE statement_lines SET about_id = {by_hand} WHERE outcome = 'executed'"), "was not booked for it"),
        ("UPDATE allocations SET recognised_by = 'invoice_numbers' WHERE recognised_by IS NOT NULL".to_owned(), "was recognised by"),
        ("UPDATE allocations SET recognised_by = 'amount' WHERE recognised_by IS NOT NULL".to_owned(), "was recognised by"),
        ("UPDATE allocations SET recognised_by = NULL WHERE recognised_by IS NOT NULL".to_owned(), "was recognised by"),
        ("UPDATE allocations SET quoted = 'RF18539007547034' WHERE recognised_by IS NOT NULL".to_owned(), "was recognised by"),
        ("UPDATE allocations SET undone_at = at WHERE recognised_by IS NOT NULL".to_owned(), "Of receipt"),
        (format!("UPDATE debtors SET legal_name = 'Another AG' WHERE id = {stays}"), "is not called what"),
        (format!("UPDATE debtors SET legal_name = 'Another AG' WHERE id = {gone}"), "is not called what"),
        (format!("UPDATE debtors SET merged_into = NULL WHERE id = {gone}"), "another debtor owes it | The merge of debtor"),
        (format!("UPDATE debtors SET merged_into = {stays} WHERE id = {stranger}"), "The merge of debtor"),
        (format!("UPDATE debtors SET merged_into = {stranger} WHERE id = {stays}"), "The merge of debtor"),
        (format!("UPDATE debtors SET merged_into = {stranger} WHERE id = {gone}"), "The merge of debtor"),
        (
            unseen(&format!("UPDATE receivables SET debtor_id = {gone} WHERE invoice_number = 'V-1'")),
            "a receivable | nothing that was sold falls under it",
        ),
        (unseen(&format!("UPDATE receivables SET debtor_id = {gone} WHERE invoice_number = 'V-333'")), "a receivable"),
        (unseen(&format!("UPDATE remembered_payers SET debtor_id = {gone}")), "a remembered payer"),
        (format!("UPDATE exposures SET owner_id = {gone} WHERE ceiling = 'debtor_limit'"), "nothing that was sold falls under it"),
        (format!("UPDATE receivables SET booked_with = {stranger}"), "another debtor owes it"),
        ("UPDATE statement_held SET decision = 'known' WHERE decision = 'new' AND line IS NOT NULL".to_owned(), "The decision on line"),
        (format!("UPDATE statement_held SET decision = 'new', known_as = NULL WHERE {known}"), "The decision on line"),
        ("UPDATE statement_held SET decision = 'new', reason = NULL WHERE decision = 'set_aside'".to_owned(), "The decision on line"),
        (
            "UPDATE statement_held SET decision = NULL, decided_by = NULL, decided_at = NULL, reason = NULL WHERE decision = 'set_aside'"
                .to_owned(),
            "The decision on line",
        ),
        ("UPDATE statement_held SET proven = TRUE WHERE decision = 'set_aside'".to_owned(), "The decision on line"),
        (format!("UPDATE statement_held SET proven = TRUE WHERE {known}"), "The decision on line"),
        (
            format!("UPDATE statement_held SET known_as = (SELECT id FROM statement_lines WHERE amount = 300) WHERE {known}"),
            "The decision on line",
        ),
        (
            format!(
                "UPDATE statement_held SET perhaps_id = NULL, known_as = (SELECT id FROM statement_lines WHERE amount = 500 LIMIT 1) WHERE {known}"
            ),
            "The decision on line",
        ),
        (
            format!("UPDATE statement_held SET decision = 'set_aside', known_as = NULL, reason = 'x', proven = TRUE WHERE {known}"),
            "The decision on line",
        ),
        (
            "UPDATE statement_held SET line = REPLACE(line, '\"amount\":500', '\"amount\":501') WHERE decision = 'new'".to_owned(),
            "The decision on line",
        ),
        ("UPDATE statement_held SET booked_on = '2026-01-05' WHERE decision = 'known'".to_owned(), "The decision on line"),
        ("UPDATE statement_lines SET outcome = 'noted' WHERE amount = 1000".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'charge' WHERE amount = -50".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'executed' WHERE amount = -50".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'returned', about_id = id WHERE amount = 1000".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'receipt' WHERE amount = -50".to_owned(), "was not booked for it"),
        ("UPDATE statement_days SET closing = closing + 1 WHERE balance_to = 1000".to_owned(), "are not what its days say"),
        ("UPDATE statement_days SET closing = closing + 1".to_owned(), "are not what its days say"),
        ("UPDATE statement_days SET opening = opening + 1".to_owned(), "are not what its days say"),
        ("DELETE FROM statement_lines WHERE amount = -14".to_owned(), "are not what its days say"),
        ("DELETE FROM statement_days WHERE balance_from = 80015".to_owned(), "are not what its days say"),
        ("UPDATE statement_days SET stretch_id = statement_id WHERE balance_to = 1000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET account = 'DE75512108001245126199' WHERE opening = 1000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET closing = closing + 1 WHERE opening = 20000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET opening = opening + 1 WHERE opening = 30000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET differs = differs + 1 WHERE opening = 30000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET later = later + 1 WHERE later <> 0".to_owned(), "are not what its days say"),
        ("UPDATE statements SET excludes_later = FALSE WHERE later <> 0".to_owned(), "are not what its days say"),
        // A line that waits, in itself and in what was read of its entry.
        (
            "UPDATE statement_held SET line = REPLACE(line, '\"amount\":44,', '\"amount\":404,') WHERE decision IS NULL".to_owned(),
            "is not of the amount and day that were read",
        ),
        (
            "UPDATE statement_held SET entry_amount = 404 WHERE decision IS NULL".to_owned(),
            "is not of the amount and day that were read | are not what its days say",
        ),
        (
            "UPDATE statement_held SET entry_amount = 404, line = REPLACE(line, '\"amount\":44,', '\"amount\":404,') WHERE decision IS NULL"
                .to_owned(),
            "are not what its days say",
        ),
        // What was noted is in the books.
        ("UPDATE statement_lines SET outcome = 'noted' WHERE amount = -20".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'noted' WHERE amount = -30".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'open' WHERE amount = -30".to_owned(), "was not booked for it"),
        (format!("DELETE FROM statement_line_entries WHERE line_id = {}", line(-50)), "was not booked for it"),
        // What is open names nothing, no payout is noted where money came, and charges are the bank's word or a person's.
        ("UPDATE statement_lines SET outcome = 'open' WHERE amount = -50".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET outcome = 'open', about_id = NULL WHERE amount = -50".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET about_id = id WHERE amount = -20".to_owned(), "was not booked for it"),
        (format!("UPDATE statement_lines SET about_id = {by_hand} WHERE amount = 8"), "was not booked for it"),
        ("UPDATE statement_lines SET is_charge = FALSE WHERE amount = -30".to_owned(), "was not booked for it"),
        ("UPDATE statement_lines SET is_charge = TRUE WHERE amount = -20".to_owned(), "was not booked for it"),
        // A buyer is the debtor that something was sold on.
        (format!("UPDATE buyers SET debtor_id = {stranger}"), "another debtor owes it"),
        ("UPDATE statement_lines SET amount = -21 WHERE amount = -20".to_owned(), "are not what its days say"),
        // What the trail has of it since its import.
        ("UPDATE statements SET opening = opening + 1, closing = closing + 1 WHERE opening = 0".to_owned(), "are not what its days say"),
        (
            "UPDATE statements SET opening = opening + 1, closing = closing + 1; UPDATE statement_days SET balance_from = balance_from + 1,
                balance_to = balance_to + 1, opening = opening + 1, closing = closing + 1"
                .to_owned(),
            "are not what its days say",
        ),
        ("UPDATE statements SET opened_on = '2026-01-01' WHERE opening = 20000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET lines = lines - 1, taken = taken - 1 WHERE opening = 20000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET lines = lines + 1, taken = taken + 1 WHERE opening = 20000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET taken = taken - 1 WHERE opening = 20000".to_owned(), "are not what its days say"),
        ("UPDATE statements SET later = later + 44 WHERE opening = 60000".to_owned(), "are not what its days say"),
    ];
    assert_eq!(unnoticed(database, &world, (&cases, &CHANGED)).await?, Vec::<String>::new());
    assert_eq!(audit().verify().await?, None);
    Ok(())
}

/// What two people booked, with how the second one decided.
async fn an_approval_was_given_by_a_second_person(database: &Database) -> Checked {
    let (world, reversal) = Box::pin(what_two_people_booked_and_reversed(&database.store()?.ports())).await?;
    assert_eq!(world.store().money_audit().verify().await?, None);
    database.run("CREATE TABLE kept_approvals AS SELECT * FROM approvals")?;
    let mut cases = Vec::new();
    for one in [format!("id = '{reversal}'"), format!("id <> '{reversal}'")] {
        let one = if database.url.starts_with("sqlite") {
            one.replace(&format!("'{reversal}'"), &format!("x'{}'", reversal.0.simple()))
        } else {
            one
        };
        for change in ["state = 'pending'", "state = 'refused'", "decided_by = proposed_by", "decided_by = NULL"] {
            cases.push((format!("UPDATE approvals SET {change} WHERE {one}"), "was not decided by a second person"));
        }
    }
    assert_eq!(unnoticed(database, &world, (&cases, &["approvals"])).await?, Vec::<String>::new());
    assert_eq!(world.store().money_audit().verify().await?, None);
    Ok(())
}

/// Its hash was signed.
async fn terms_are_those_that_were_signed(database: &Database) -> Checked {
    let world = Box::pin(a_book_of_everything(&database.store()?.ports())).await?;
    match database.url.starts_with("sqlite") {
        true => database.run("DROP TRIGGER terms_versions_no_update; DROP TRIGGER terms_versions_no_other_terms")?,
        false => database.run("ALTER TABLE terms_versions DISABLE TRIGGER USER")?,
    }
    database.run("UPDATE terms_versions SET terms = replace(terms, '\"graceDays\":', '\"graceDays\":1')")?;
    let odd = world.store().money_audit().verify().await?.ok_or("nothing is told")?.to_string();
    assert!(odd.contains("of the terms of facility"), "{odd}");
    Ok(())
}

on_each_database!(
    a_line_that_an_import_took_for_a_reversed_entry_is_named,
    a_line_that_a_person_took_for_a_reversed_entry_is_named,
    an_approval_was_given_by_a_second_person,
    each_value_that_is_stored_is_proven,
    each_change_is_named_by_the_whole_proof,
    lines_and_merged_debtors_are_proven,
    terms_are_those_that_were_signed,
    what_hangs_together_is_proven,
    what_an_upgrade_could_not_link_is_not_named,
    a_file_for_the_bank_that_was_changed_is_named
);
