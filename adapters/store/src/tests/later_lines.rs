//! Statements of before, some of whose entries are in another currency: whether their closing balances hold lines of later days.

use super::{
    Checked, Store,
    database::{Database, on_each_database},
    sent_back::downgraded,
    use_cases,
};
use sooner_application::testing::{PASSWORD, a_user};
use sooner_domain::identity::password::NewPassword;
use uuid::Uuid;

/// An entry that cannot be read: its amount as the file writes it, that in the account's money, and which way it went.
type Unread = (&'static str, Option<i64>, &'static str);

/// Each with a line of 5300 of the day after its closing balance: what of its entries cannot be read, what its closing balance differed by
/// while that line was counted to it, and what it differs by.
const STATEMENTS: [(&[Unread], i64, i64, bool); 6] = [
    (&[("9.99 USD", None, "CRDT")], -5_300, 0, true),
    (&[("9.99 USD", None, "CRDT"), ("222.22 EUR", Some(22_222), "CRDT")], 16_922, 22_222, true),
    (&[("9.99 USD", None, "DBIT"), ("222.22 EUR", Some(22_222), "DBIT")], -27_522, -22_222, true),
    // It holds the line, or nothing says whether it does.
    (&[("9.99 USD", None, "CRDT")], 0, 0, false),
    (&[("9.99 USD", None, "CRDT")], -5_200, -5_200, false),
    (&[("9.99 EUR", None, "CRDT")], -5_300, -5_300, false),
];

async fn lines_of_later_days_are_left_out_where_they_always_were(database: &Database) -> Checked {
    let use_cases = use_cases(&database.store()?);
    let carl = a_user().email("carl@example.com");
    let token = use_cases.parties.sign_up(carl.member, NewPassword::parse(PASSWORD, &[])?, carl.from).await?;
    let user = use_cases.parties.member(&token).await?.ok_or("not signed in")?.membership.user.0;
    let is_sqlite = database.url.starts_with("sqlite");
    let spelled = |id: Uuid| if is_sqlite { format!("x'{}'", id.simple()) } else { format!("'{id}'") };
    let (at, bytes) = if is_sqlite { ("0", "x'") } else { ("to_timestamp(0)", r"'\x") };
    for (number, (odd, differs, ..)) in (1..).zip(STATEMENTS) {
        let id = spelled(Uuid::from_u128(number));
        let sha256 = format!("{bytes}{number:064x}'");
        database.run(&format!(
            "INSERT INTO statements (id, sha256, place, account, currency, name, opened_on, opening, closed_on, closing, lines, taken, differs,
                 imported_by, imported_at, later, excludes_later)
               VALUES ({id}, {sha256}, 0, 'DE1', 'EUR', '{number}', '2027-04-01', 0, '2027-04-01', 0, 9, 9, {differs}, {}, {at}, 5300, FALSE)",
            spelled(user)
        ))?;
        for (place, (amount, magnitude, direction)) in (0..).zip(odd) {
            let magnitude = magnitude.map_or("null".to_owned(), |magnitude| magnitude.to_string());
            let none = r#""bookedOn":null,"valueOn":null,"name":null,"iban":null,"text":null,"raw":"""#;
            let legible = format!(r#"{{"amount":"{amount}","direction":"{direction}","magnitude":{magnitude},{none}}}"#);
            database.run(&format!(
                "INSERT INTO statement_held (id, statement_id, place, currency, entry, entry_amount, at_line, why, legible)
                   VALUES ({}, {id}, {place}, 'EUR', {place}, 0, 7, 'unreadable', '{legible}')",
                spelled(Uuid::from_u128(100 * number + place))
            ))?;
        }
    }
    downgraded(database, "0094")?;
    assert!(!Store::migrate(&database.url)?.is_empty());
    let mut kept = database.store()?.ports().statements.page(None, 100).await?;
    kept.reverse();
    let kept: Vec<_> = kept.iter().map(|found| (found.record.differs.get(), found.record.excludes_later)).collect();
    assert_eq!(kept, STATEMENTS.map(|(_, _, differs, excludes_later)| (differs, excludes_later)));
    Ok(())
}

on_each_database!(lines_of_later_days_are_left_out_where_they_always_were);
