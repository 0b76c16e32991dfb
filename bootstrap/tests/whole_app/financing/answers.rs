//! Where in an answer something stands. The finance page settles the bodies that are sent, and some of what is answered; what it
//! leaves open is here, and nowhere else in these tests.

use super::house::Made;
use serde_json::Value;

/// A text that has to be there.
pub fn text(answer: &Value, field: &str) -> Made<String> {
    Ok(answer[field].as_str().ok_or_else(|| format!("no {field} in {answer}"))?.to_owned())
}

/// A whole number that has to be there.
pub fn number(answer: &Value, field: &str) -> Made<i64> {
    Ok(answer[field].as_i64().ok_or_else(|| format!("no {field} in {answer}"))?)
}

/// The settlement in a receivable, the seller's or the house's: the figures have the names they have in a quote.
pub fn settlement(receivable: &Value) -> &Value {
    &receivable["settlement"]
}

/// The receipt that was entered.
pub fn receipt(answer: &Value) -> Made<String> {
    text(answer, "id")
}

/// Where a receipt that was entered by hand is explained later.
pub fn explanation(receipt: &str) -> String {
    format!("/operator/receipts/{receipt}/explain")
}

/// Payouts to a company that are due.
pub fn due_payouts(company: &str) -> String {
    format!("/operator/payouts?status=due&companyId={company}")
}

/// What is due by it; what the company owes is set off when it is released.
pub fn payout_amount(payout: &Value) -> Made<i64> {
    number(payout, "amount")
}
