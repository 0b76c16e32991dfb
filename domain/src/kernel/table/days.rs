//! Days as people of many countries type them.

use super::{super::Invalid, Cell};
use chrono::NaiveDate;

/// Whether the days of a table that are written with strokes have the day first, as in Britain, or the month, as in America. One
/// program wrote them all: one of them that can be nothing else says it of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DayOrder {
    DayFirst,
    MonthFirst,
    /// Nothing says it, or it is said both ways.
    #[default]
    Unknown,
}

impl DayOrder {
    /// As these cells say it.
    pub fn of<'a>(cells: impl Iterator<Item = &'a Cell>) -> Self {
        let (mut is_day_first, mut is_month_first) = (false, false);
        for cell in cells {
            let Cell::Text(text) = cell else { continue };
            let Some([first, second, year]) = with_strokes(text.trim()) else { continue };
            is_day_first |= day_of([year, second, first]).is_some() && day_of([year, first, second]).is_none();
            is_month_first |= day_of([year, first, second]).is_some() && day_of([year, second, first]).is_none();
        }
        match (is_day_first, is_month_first) {
            (true, false) => Self::DayFirst,
            (false, true) => Self::MonthFirst,
            (true, true) | (false, false) => Self::Unknown,
        }
    }
}

/// The parts of a day whose year stands last and that says not which of the others is the month: 04/12/2026, 04-12-2026.
fn with_strokes(text: &str) -> Option<[&str; 3]> {
    let of = |separator| <[&str; 3]>::try_from(text.split(separator).map(str::trim).collect::<Vec<_>>()).ok();
    of('/').or_else(|| of('-')).filter(|[.., year]| year.len() == 4)
}

/// What somebody typed.
pub(super) fn read(text: &str, order: DayOrder) -> Result<NaiveDate, Invalid> {
    // A spreadsheet that keeps days as instants writes midnight behind them.
    let text = MIDNIGHT.iter().find_map(|midnight| text.strip_suffix(midnight)).unwrap_or(text);
    if let Some([first, second, year]) = with_strokes(text) {
        let (day_first, month_first) = (day_of([year, second, first]), day_of([year, first, second]));
        return match (order, day_first, month_first) {
            (_, None, None) => Err(Invalid::DateMalformed),
            (_, Some(day), Some(other)) if day == other => Ok(day),
            (DayOrder::DayFirst, day, _) | (DayOrder::MonthFirst, _, day) => day.ok_or(Invalid::DateMalformed),
            (DayOrder::Unknown, ..) => Err(Invalid::DateAmbiguous),
        };
    }
    let parts = |separator| -> Vec<&str> { text.split(separator).collect() };
    match (parts('-').as_slice(), parts('/').as_slice(), parts('.').as_slice()) {
        ([year, month, day], ..) | (_, [year, month, day], _) | (.., [day, month, year]) => day_of([year, month, day]),
        _ => None,
    }
    .ok_or(Invalid::DateMalformed)
}

const MIDNIGHT: &[&str] = &["T00:00:00Z", "T00:00:00", " 00:00:00", " 00:00", " 0:00"];

fn day_of([year, month, day]: [&str; 3]) -> Option<NaiveDate> {
    let digits = |text: &str, most: usize| {
        let is_number = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    let year = digits(year, 4).filter(|_| year.len() == 4)?;
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, digits(month, 2)?, digits(day, 2)?)
}
