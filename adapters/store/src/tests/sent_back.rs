//! Money that goes back: what the database itself refuses.

use super::{
    Checked,
    database::{Database, on_each_database},
    use_cases,
};
use sooner_application::testing::{PASSWORD, a_user};
use sooner_domain::identity::password::NewPassword;
use uuid::Uuid;

fn spelled(database: &Database, id: Uuid) -> String {
    if database.url.starts_with("sqlite") { format!("x'{}'", id.simple()) } else { format!("'{id}'") }
}

fn number(database: &Database, number: u128) -> String {
    spelled(database, Uuid::from_u128(number))
}

/// A payout that came back and the one in its place; a receipt with a part for each kind of target; what went back of it.
async fn laid_down(database: &Database) -> Checked {
    let use_cases = use_cases(&database.store()?);
    let carl = a_user().email("carl@example.com");
    let token = use_cases.parties.sign_up(carl.member, NewPassword::parse(PASSWORD, &[])?, carl.from).await?;
    let carl = use_cases.parties.member(&token).await?.ok_or("not signed in")?.membership;
    let (user, company) = (spelled(database, carl.user.0), spelled(database, carl.company.0));
    let at = if database.url.starts_with("sqlite") { "0" } else { "to_timestamp(0)" };
    let id = |of| number(database, of);
    let account = r#"{"holder":"Muehle","iban":"DE89370400440532013000"}"#;
    let released = format!("{user}, {at}, '2027-01-04', 0, '{account}'");
    database.run(&format!(
        "INSERT INTO payouts (id, company_id, receivable_id, purpose, currency, gross, due_on, status, batch_id, released_by, released_at,
             released_on, set_off, account, returned_on, return_reason)
           VALUES ({}, {company}, {}, 'advance', 'EUR', 800, '2027-01-04', 'returned', {}, {released}, '2027-01-05', 'Closed');
         INSERT INTO payouts (id, company_id, receivable_id, purpose, currency, gross, due_on, status, replaces)
           VALUES ({}, {company}, {}, 'advance', 'EUR', 800, '2027-01-05', 'due', {});
         INSERT INTO receipts (id, booked_on, value_on, amount, currency, entered_by, entered_at, unexplained, sent_back)
           VALUES ({}, '2027-01-05', '2027-01-04', 1000, 'EUR', {user}, {at}, 0, 100);
         INSERT INTO payouts (id, receipt_id, purpose, currency, gross, due_on, status, batch_id, released_by, released_at, released_on,
             set_off, account)
           VALUES ({}, {}, 'sent_back', 'EUR', 100, '2027-01-05', 'released', {}, {released});
         INSERT INTO allocations (id, receipt_id, receivable_id, company_id, payout_id, amount, by_user, at)
           VALUES ({}, {}, {}, NULL, NULL, 600, {user}, {at}), ({}, {}, {}, {company}, NULL, 300, {user}, {at}),
             ({}, {}, NULL, NULL, {}, 100, {user}, {at});",
        id(1),
        id(9),
        id(8),
        id(2),
        id(9),
        id(1),
        id(3),
        id(4),
        id(3),
        id(8),
        id(5),
        id(3),
        id(9),
        id(6),
        id(3),
        id(9),
        id(7),
        id(3),
        id(4),
    ))?;
    Ok(())
}

async fn one_kind_of_payee_is_paid_and_no_more_goes_back_than_came(database: &Database) -> Checked {
    laid_down(database).await?;
    let id = |of| number(database, of);
    for refused in [
        // Nobody, or both kinds.
        format!("UPDATE payouts SET receipt_id = NULL WHERE id = {}", id(4)),
        format!("UPDATE payouts SET receipt_id = {} WHERE id = {}", id(3), id(2)),
        format!("UPDATE payouts SET receivable_id = {} WHERE id = {}", id(9), id(4)),
        format!("UPDATE payouts SET company_id = NULL WHERE id = {}", id(2)),
        format!("UPDATE payouts SET company_id = NULL, receivable_id = NULL WHERE id = {}", id(2)),
        // For what it is not paid.
        format!("UPDATE payouts SET purpose = 'advance' WHERE id = {}", id(4)),
        format!("UPDATE payouts SET purpose = 'sent_back' WHERE id = {}", id(2)),
        // Of nothing, or of two.
        format!("UPDATE allocations SET payout_id = NULL WHERE id = {}", id(7)),
        format!("UPDATE allocations SET receivable_id = {} WHERE id = {}", id(9), id(7)),
        format!("UPDATE allocations SET receivable_id = NULL WHERE id = {}", id(6)),
        format!("UPDATE receipts SET sent_back = 1001 WHERE id = {}", id(3)),
        format!("UPDATE receipts SET sent_back = -1 WHERE id = {}", id(3)),
    ] {
        assert!(database.run(&refused).is_err(), "{refused}");
    }
    database.run(&format!("UPDATE receipts SET sent_back = 1000 WHERE id = {}", id(3)))?;
    Ok(())
}

on_each_database!(one_kind_of_payee_is_paid_and_no_more_goes_back_than_came);
