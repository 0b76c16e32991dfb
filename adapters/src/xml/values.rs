//! Sums and days as XML writes them.

use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    payments::statement::Statement,
};

/// An amount in major units, to the last digit. Nothing that has a sign, or more digits than the currency.
pub fn minor(text: &str, currency: Currency) -> Option<Minor> {
    scaled(text, currency.digits()).map(Minor::new)
}

/// A number without a sign, times ten to the power of `digits`. It has no more digits than that behind the point, but for zeros, and is
/// no larger than the largest amount.
pub fn scaled(text: &str, digits: usize) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let (kept, rest) = part.split_at_checked(digits).unwrap_or((part, ""));
    let is_number = whole.len() + part.len() > 0 && [whole, part].iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number || rest.bytes().any(|byte| byte != b'0') {
        return None;
    }
    whole.bytes().chain(format!("{kept:0<digits$}").bytes()).try_fold(0_i64, |number, digit| {
        let number = number.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
        (number <= Statement::MAX_MINOR).then_some(number)
    })
}

/// A day, which may have a time or a time zone behind it.
pub fn day_of(text: &str) -> Option<NaiveDate> {
    let (day, rest) = text.split_at_checked(10)?;
    let is_day = day.bytes().enumerate().all(|(place, byte)| if [4, 7].contains(&place) { byte == b'-' } else { byte.is_ascii_digit() });
    let is_whole = rest.is_empty() || rest.starts_with(['T', 'Z', '+', '-']);
    NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|_| is_day && is_whole)
}
