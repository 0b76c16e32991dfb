//! Amounts as people of many countries type them.

use super::super::{Invalid, minor::Minor, money::Currency, money::Money};

/// No currency has more digits behind the point.
pub(super) const MOST_DIGITS: usize = 4;

/// Signs of currencies, and the currencies that are written with them.
const SIGNS: &[(&str, &[&str])] = &[
    ("€", &["EUR"]),
    ("£", &["GBP", "EGP", "GIP", "FKP", "SHP", "SSP", "SDG", "LBP", "SYP"]),
    ("US$", &["USD"]),
    ("$", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "CLP", "COP", "ARS", "BRL", "UYU"]),
    ("¥", &["JPY", "CNY"]),
    ("₹", &["INR"]),
    ("₺", &["TRY"]),
    ("₽", &["RUB"]),
    ("₩", &["KRW"]),
    ("₪", &["ILS"]),
    ("₴", &["UAH"]),
    ("zł", &["PLN"]),
    ("Kč", &["CZK"]),
    ("Ft", &["HUF"]),
    ("kr.", &["DKK", "SEK", "NOK", "ISK"]),
    ("kr", &["DKK", "SEK", "NOK", "ISK"]),
    ("Fr.", &["CHF"]),
    ("SFr.", &["CHF"]),
    ("лв.", &["BGN"]),
    ("lei", &["RON"]),
];

fn is_space(sign: char) -> bool {
    matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// An amount as it is typed: its figures, and what stands before and behind them.
struct Typed<'a> {
    figures: String,
    signs: [&'a str; 2],
}

impl<'a> Typed<'a> {
    fn of(text: &'a str) -> Self {
        let is_digit = |sign: char| sign.is_ascii_digit();
        let (Some(first), Some(last)) = (text.find(is_digit), text.rfind(is_digit)) else {
            return Self { figures: text.to_owned(), signs: [""; 2] };
        };
        let (before, behind) = (text[..first].trim_matches(is_space), text[last + 1..].trim_matches(is_space));
        let unsigned = before.strip_prefix('-').or_else(|| before.strip_suffix('-'));
        let minus = if unsigned.is_some() { "-" } else { "" };
        Self { figures: format!("{minus}{}", &text[first..=last]), signs: [unsigned.unwrap_or(before).trim_matches(is_space), behind] }
    }
}

/// Whether a sign or a code is this currency's.
///
/// # Errors
/// `AmountMalformed` where it is none of any.
fn is_of(sign: &str, currency: Currency) -> Result<bool, Invalid> {
    if let Some((_, currencies)) = SIGNS.iter().find(|(known, _)| sign.eq_ignore_ascii_case(known)) {
        return Ok(currencies.contains(&currency.code()));
    }
    let code = Currency::parse(&sign.to_uppercase()).map_err(|_| Invalid::AmountMalformed)?;
    Ok(code == currency)
}

/// An amount in a currency, whose own sign or code may stand with it.
///
/// # Errors
/// As those of [`super::Cell::amount`].
pub(super) fn of_text(text: &str, currency: Currency) -> Result<Minor, Invalid> {
    let typed = Typed::of(text);
    for sign in typed.signs.into_iter().filter(|sign| !sign.is_empty()) {
        if !is_of(sign, currency)? {
            return Err(Invalid::CurrencyDiffers);
        }
    }
    read(&typed.figures, currency.digits())
}

/// An amount in a currency that is not known.
///
/// # Errors
/// As those of [`super::Cell::amount`].
pub(super) fn in_any_currency(text: &str) -> Result<Minor, Invalid> {
    let typed = Typed::of(text);
    for sign in typed.signs.into_iter().filter(|sign| !sign.is_empty()) {
        is_of(sign, Currency::parse("EUR")?)?;
    }
    read(&typed.figures, MOST_DIGITS)
}

/// An amount that somebody typed, in whatever way of their country, with at most so many digits behind the point.
fn read(text: &str, digits: usize) -> Result<Minor, Invalid> {
    let plain: String = text.chars().filter(|sign| !is_space(*sign) && !matches!(sign, '\'' | '’')).collect();
    let separators: Vec<(usize, char)> = plain.char_indices().filter(|(_, sign)| matches!(sign, '.' | ',')).collect();
    let Some(&(last, decimal)) = separators.last() else { return minor(&plain, '.', digits) };
    let behind = plain.len() - last - 1;
    let is_repeated = separators.len() > 1 && separators.iter().all(|(_, sign)| *sign == decimal);
    if is_repeated {
        return minor(&without_groups(&plain, decimal)?, '.', digits);
    }
    if separators.len() == 1 && behind == 3 && last <= 3 {
        return Err(Invalid::AmountAmbiguous);
    }
    let (whole, decimals) = plain.split_at(last);
    let other = if decimal == '.' { ',' } else { '.' };
    minor(&format!("{}{decimals}", without_groups(whole, other)?), decimal, digits)
}

/// The digits of a whole number whose thousands are kept apart.
fn without_groups(whole: &str, separator: char) -> Result<String, Invalid> {
    let mut groups = whole.split(separator);
    let first = groups.next().unwrap_or_default();
    let are_thousands = groups.all(|group| group.len() == 3);
    if are_thousands && (first.len() <= 3 || !whole.contains(separator)) {
        Ok(whole.replace(separator, ""))
    } else {
        Err(Invalid::AmountMalformed)
    }
}

/// A number as a spreadsheet keeps it.
pub(super) fn of_number(number: &str, digits: usize) -> Result<Minor, Invalid> {
    minor(number, '.', digits)
}

/// Digits with a decimal sign, as minor units.
fn minor(plain: &str, decimal: char, digits_behind: usize) -> Result<Minor, Invalid> {
    let (sign, digits) = plain.strip_prefix('-').map_or((1, plain), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once(decimal).unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || (digits.contains(decimal) && decimals.is_empty()) {
        return Err(Invalid::AmountMalformed);
    }
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > digits_behind {
        return Err(Invalid::AmountMalformed);
    }
    let all = format!("{whole}{decimals:0<digits_behind$}");
    all.parse::<i64>().map(|amount| Minor::new(sign * amount)).map_err(|_| Invalid::AmountTooLarge { max: Money::MAX_MINOR })
}
