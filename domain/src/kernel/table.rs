//! What stands in the cells of a table that somebody made with a spreadsheet, and how it is read: never by guessing.

use super::{Invalid, coded::coded_enum, minor::Minor, money::Currency};
use chrono::NaiveDate;

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Blank,
    /// As somebody typed it.
    Text(String),
    /// As a spreadsheet keeps it: digits, at most one point, perhaps a minus.
    Number(String),
    Day(NaiveDate),
}

impl Cell {
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Blank => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) | Self::Day(_) => false,
        }
    }

    /// What a reader sees in it; of a number, its digits.
    pub fn text(&self) -> String {
        match self {
            Self::Blank => String::new(),
            Self::Text(text) | Self::Number(text) => text.trim().to_owned(),
            Self::Day(day) => day.to_string(),
        }
    }

    /// A day as spreadsheets keep it, as 2026-03-31, or as 31.03.2026. With strokes nobody can tell the day from the month.
    ///
    /// # Errors
    /// `Required`, `DateMalformed`.
    pub fn day(&self) -> Result<NaiveDate, Invalid> {
        match self {
            Self::Day(day) => Ok(*day),
            _ if self.is_blank() => Err(Invalid::Required),
            Self::Text(text) => {
                let parts = |separator| -> Vec<&str> { text.trim().split(separator).collect() };
                match (parts('-').as_slice(), parts('.').as_slice()) {
                    ([year, month, day], _) | (_, [day, month, year]) => day_of([year, month, day]),
                    _ => None,
                }
                .ok_or(Invalid::DateMalformed)
            }
            Self::Blank | Self::Number(_) => Err(Invalid::DateMalformed),
        }
    }

    /// An amount in major units, such as 1234.5, 1.234,50 or 1'234.50. What could be thousands or decimals is neither.
    ///
    /// # Errors
    /// `Required`, `AmountMalformed`, `AmountAmbiguous`, `AmountTooLarge`.
    pub fn amount(&self, currency: Currency) -> Result<Minor, Invalid> {
        match self {
            _ if self.is_blank() => Err(Invalid::Required),
            Self::Number(number) => minor(number, '.', currency),
            Self::Text(text) => {
                let plain: String = text.chars().filter(|sign| !matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’')).collect();
                written(&plain, currency)
            }
            Self::Blank | Self::Day(_) => Err(Invalid::AmountMalformed),
        }
    }
}

coded_enum!(
    /// What came of a row.
    RowOutcome {
        Imported = "imported",
        /// It was there before.
        Skipped = "skipped",
        Failed = "failed",
    }
);

/// A column that a table is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The field it fills.
    pub field: &'static str,
    /// What its heading may be, in small letters without anything between.
    pub headings: &'static [&'static str],
    pub is_required: bool,
}

/// Where the columns of a table are, by what their headings say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(Vec<(&'static str, usize)>);

impl Columns {
    /// # Errors
    /// With the field of the first column that has to be there and is not.
    pub fn find(headings: &[Cell], wanted: &[Column]) -> Result<Self, &'static str> {
        let plain = |cell: &Cell| cell.text().chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let headings: Vec<String> = headings.iter().map(plain).collect();
        let mut found = Vec::new();
        for Column { field, headings: names, is_required } in wanted {
            match headings.iter().position(|heading| names.contains(&heading.as_str())) {
                Some(place) => found.push((*field, place)),
                None if *is_required => return Err(field),
                None => {}
            }
        }
        Ok(Self(found))
    }

    /// The cell of a field in a row; a row may end early.
    pub fn cell<'a>(&self, row: &'a [Cell], field: &str) -> &'a Cell {
        let place = self.0.iter().find(|(name, _)| *name == field).map(|(_, place)| *place);
        place.and_then(|place| row.get(place)).unwrap_or(&Cell::Blank)
    }
}

fn day_of([year, month, day]: [&str; 3]) -> Option<NaiveDate> {
    let digits = |text: &str, most: usize| {
        let is_number = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    let year = digits(year, 4).filter(|_| year.len() == 4)?;
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, digits(month, 2)?, digits(day, 2)?)
}

/// An amount that somebody typed, in whatever way of their country.
fn written(plain: &str, currency: Currency) -> Result<Minor, Invalid> {
    let separators: Vec<(usize, char)> = plain.char_indices().filter(|(_, sign)| matches!(sign, '.' | ',')).collect();
    let Some(&(last, decimal)) = separators.last() else { return minor(plain, '.', currency) };
    let behind = plain.len() - last - 1;
    let is_repeated = separators.len() > 1 && separators.iter().all(|(_, sign)| *sign == decimal);
    if is_repeated {
        return minor(&without_groups(plain, decimal)?, '.', currency);
    }
    if separators.len() == 1 && behind == 3 && last <= 3 {
        return Err(Invalid::AmountAmbiguous);
    }
    let (whole, decimals) = plain.split_at(last);
    let other = if decimal == '.' { ',' } else { '.' };
    minor(&format!("{}{decimals}", without_groups(whole, other)?), decimal, currency)
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

/// Digits with a decimal sign, as minor units.
fn minor(plain: &str, decimal: char, currency: Currency) -> Result<Minor, Invalid> {
    let (sign, digits) = plain.strip_prefix('-').map_or((1, plain), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once(decimal).unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || (digits.contains(decimal) && decimals.is_empty()) {
        return Err(Invalid::AmountMalformed);
    }
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > currency.digits() {
        return Err(Invalid::AmountMalformed);
    }
    let too_large = Invalid::AmountTooLarge { max: super::money::Money::MAX_MINOR };
    let all = format!("{whole}{decimals:0<width$}", width = currency.digits());
    all.parse::<i64>().map(|amount| Minor::new(sign * amount)).map_err(|_| too_large)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    fn number(number: &str) -> Cell {
        Cell::Number(number.to_owned())
    }

    #[test]
    fn days_are_read_as_they_are_written_without_doubt() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 1);
        for written in ["2026-03-01", "2026-3-1", "01.03.2026", "1.3.2026", " 1.3.2026 "] {
            assert_eq!(text(written).day().ok(), day, "{written}");
        }
        for written in ["01/03/2026", "3/1/2026", "1.3.26", "31.02.2026", "2026-13-01", "x", "1.3", "+1.3.2026", "١.3.2026"] {
            assert_eq!(text(written).day(), Err(Invalid::DateMalformed), "{written}");
        }
        assert_eq!(text(" ").day(), Err(Invalid::Required));
        assert_eq!(number("46082").day(), Err(Invalid::DateMalformed));
    }

    #[test]
    fn amounts_are_read_as_they_are_written_without_doubt() -> Result<(), Invalid> {
        let euro = Currency::parse("EUR")?;
        let is = |cell: Cell, amount: Result<i64, Invalid>| assert_eq!(cell.amount(euro).map(Minor::get), amount, "{cell:?}");
        for written in ["1234.5", "1234,50", "1.234,50", "1,234.50", "1'234.50", "1 234,5", "1234.500"] {
            is(text(written), Ok(123_450));
        }
        for written in ["1.234.567", "1,234,567", "1234567", "1 234 567"] {
            is(text(written), Ok(123_456_700));
        }
        // A thousand, or one and a bit more?
        for written in ["1.234", "1,234", "0.500"] {
            is(text(written), Err(Invalid::AmountAmbiguous));
        }
        for written in ["1.23.4", "12.34,5,6", "1,2345.00", "1234.567,8.9", "12 EUR", "1e5", "1.", ".5", "-", "1.2345", "1..2"] {
            is(text(written), Err(Invalid::AmountMalformed));
        }
        is(text("-5"), Ok(-500));
        is(number("1234.567"), Err(Invalid::AmountMalformed));
        is(number("1234"), Ok(123_400));
        is(number("1.234e3"), Err(Invalid::AmountMalformed));
        is(text("99999999999999999999"), Err(Invalid::AmountTooLarge { max: super::super::money::Money::MAX_MINOR }));
        is(Cell::Blank, Err(Invalid::Required));
        is(Cell::Day(NaiveDate::MIN), Err(Invalid::AmountMalformed));
        assert_eq!(text("1234.5").amount(Currency::parse("JPY")?), Err(Invalid::AmountMalformed));
        assert_eq!(text("1234.0").amount(Currency::parse("JPY")?), Ok(Minor::new(1234)));
        Ok(())
    }

    #[test]
    fn columns_are_found_by_their_headings_in_any_order() {
        const WANTED: &[Column] = &[
            Column { field: "dueOn", headings: &["dueon", "fälligam"], is_required: true },
            Column { field: "note", headings: &["note"], is_required: false },
            Column { field: "face", headings: &["amount"], is_required: true },
        ];
        let headings = [text("Amount"), Cell::Blank, text(" Fällig am: ")];
        let columns = Columns::find(&headings, WANTED);
        let row = [number("5"), text("x"), text("1.3.2026")];
        let cells = columns.map(|columns| ["dueOn", "note", "face"].map(|field| columns.cell(&row, field).text()));
        assert_eq!(cells, Ok(["1.3.2026".to_owned(), String::new(), "5".to_owned()]));
        assert_eq!(Columns::find(&headings[1..], WANTED), Err("face"));
        let short = Columns::find(&headings, WANTED).map(|columns| columns.cell(&row[..1], "dueOn").clone());
        assert_eq!(short, Ok(Cell::Blank));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// However the thousands and decimals are set apart, it is the same amount, or it is refused.
        #[test]
        fn no_way_of_writing_makes_another_amount(amount in 0i64..=100_000_000_000, style in 0usize..4, code in prop::sample::select(vec!["EUR", "JPY", "KWD"])) {
            let currency = Currency::parse(code).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
            let (group, decimal) = [(',', '.'), ('.', ','), ('\'', '.'), (' ', ',')][style];
            let digits = Minor::new(amount).in_major(currency).to_string();
            let (whole, decimals) = digits.split_once('.').map_or((digits.as_str(), None), |(whole, decimals)| (whole, Some(decimals)));
            let mut grouped = String::new();
            for (place, digit) in whole.chars().enumerate() {
                if place > 0 && (whole.len() - place) % 3 == 0 {
                    grouped.push(group);
                }
                grouped.push(digit);
            }
            let written = decimals.map_or(grouped.clone(), |decimals| format!("{grouped}{decimal}{decimals}"));
            match text(&written).amount(currency) {
                Ok(read) => prop_assert_eq!(read.get(), amount, "{}", written),
                Err(error) => prop_assert!(error == Invalid::AmountAmbiguous, "{}: {:?}", written, error),
            }
            prop_assert_eq!(number(&digits).amount(currency), Ok(Minor::new(amount)));
        }
    }
}
