//! What the ledger says of it.

use super::{
    super::{
        ledger::{balances_in_other_tools, verify},
        support::Checked,
    },
    answers::{number, text},
    house::{House, Made},
    story::{Ends, SERVICE_FEE},
};
use actix_web::rt::time::sleep;
use reqwest::Method;
use serde_json::Value;
use std::{collections::BTreeMap, time::Duration};

/// Every row of a list, page after page.
pub async fn rows(house: &House, path: &str, cursor: &str) -> Made<Vec<Value>> {
    let (mut rows, mut page) = (Vec::new(), path.to_owned());
    loop {
        let (status, mut answer) = house.once(&house.operator, Method::GET, &page, None).await?;
        assert_eq!(status, 200, "{page}: {answer}");
        rows.append(answer["data"].as_array_mut().ok_or("no list")?);
        let Some(next) = answer["next"].as_str() else { return Ok(rows) };
        page = format!("{path}{}{cursor}={next}", if path.contains('?') { '&' } else { '?' });
    }
}

/// Debit positive.
pub fn amount(row: &Value) -> Made<i64> {
    Ok(number(row, "debit")? - number(row, "credit")?)
}

/// What an account holds, debit positive: all that was posted to it.
pub async fn balance(house: &House, account: &str) -> Made<i64> {
    let lines = rows(house, &format!("/operator/ledger/accounts/{account}/entries"), "before").await?;
    lines.iter().map(amount).sum()
}

/// The accounts of a receivable are at zero at its end.
pub async fn are_closed(house: &House, receivable: &str, story: &str) -> Checked {
    for kind in ["receivables_purchased", "reserves", "unearned_discount"] {
        assert_eq!(balance(house, &format!("{kind}.EUR.{receivable}")).await?, 0, "{story}: {kind}");
    }
    Ok(())
}

/// What was booked about a receivable, by the kind of account.
async fn booked(house: &House, receivable: &str) -> Made<BTreeMap<String, i64>> {
    let mut kinds = BTreeMap::new();
    for entry in rows(house, &format!("/operator/ledger/entries?about={receivable}"), "before").await? {
        for posting in entry["postings"].as_array().ok_or("no postings")? {
            *kinds.entry(text(posting, "account")?).or_default() += amount(posting)?;
        }
    }
    Ok(kinds)
}

/// What the house earned and lost on a receivable.
pub async fn are_earned(house: &House, receivable: &str, (story, ends): (&str, &Ends)) -> Checked {
    let kinds = booked(house, receivable).await?;
    let of = |kind: &str| kinds.get(kind).copied().unwrap_or_default();
    let earned = [-of("discount_income"), -of("service_fees"), -of("late_charges"), of("credit_losses")];
    assert_eq!(earned, [ends.discount, SERVICE_FEE, ends.late, ends.loss + ends.given_up], "{story}: {kinds:?}");
    Ok(())
}

/// The trial balance by kind, debit positive. It adds up to nothing.
pub async fn trial_balance(house: &House) -> Made<BTreeMap<String, i64>> {
    let mut kinds = BTreeMap::new();
    for row in house.read("/operator/ledger/trial-balance").await?.as_array().ok_or("no rows")? {
        assert_eq!(row["currency"], "EUR");
        kinds.insert(text(row, "account")?, amount(row)?);
    }
    assert_eq!(kinds.values().sum::<i64>(), 0, "{kinds:?}");
    Ok(kinds)
}

/// The books hold together: here, at the command line and in the tools of the trade.
pub async fn hold(house: &House) -> Checked {
    trial_balance(house).await?;
    sealed(house).await?;
    balances_in_other_tools(&house.instance, &house.operator).await?;
    Ok(())
}

/// Waits until every entry has its number; each is as it was sealed.
async fn sealed(house: &House) -> Checked {
    for _ in 0..100 {
        let (whole, said) = verify(&house.instance, &[])?;
        assert!(whole, "{said}");
        if said.contains("No entry waits") {
            return Ok(());
        }
        sleep(Duration::from_millis(100)).await;
    }
    Err("entries wait for their numbers".into())
}

/// What all stories came to together, once everybody was paid.
pub async fn say(house: &House, ends: &[&Ends]) -> Checked {
    let kinds = trial_balance(house).await?;
    let of = |kind: &str| kinds.get(kind).copied().unwrap_or_default();
    let sum = |figure: fn(&Ends) -> i64| ends.iter().map(|ends| figure(ends)).sum::<i64>();
    let invoices = i64::try_from(ends.len())?;
    for (kind, expected) in [
        ("receivables_purchased", 0),
        ("reserves", 0),
        ("unearned_discount", 0),
        ("payouts_in_transit", 0),
        ("suspense", 0),
        ("sellers_payable", 0),
        ("sellers_owe", sum(|ends| ends.seller_owes - ends.given_up)),
        ("debtor_credits", -sum(|ends| ends.debtor_credit - ends.refunded)),
        ("discount_income", -sum(|ends| ends.discount)),
        ("service_fees", -SERVICE_FEE * invoices),
        ("late_charges", -sum(|ends| ends.late)),
        ("credit_losses", sum(|ends| ends.loss + ends.given_up)),
    ] {
        assert_eq!(of(kind), expected, "{kind} of {kinds:?}");
    }
    Ok(())
}
