//! Where the columns of a table are. What a heading does not say beyond doubt is asked: an amount without its tax is never taken for
//! the whole.

use super::{
    super::{Invalid, money::Currency, search},
    Cell, DayOrder,
};
use chrono::NaiveDate;

/// A column that a table is read for. Headings are folded: small letters, without accents and anything between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The field it fills.
    pub field: &'static str,
    /// What its heading may be, and says it beyond doubt.
    pub headings: &'static [&'static str],
    /// What its heading may be where no other column may be meant too.
    pub perhaps: &'static [&'static str],
    /// What the headings of those others have in them.
    pub others: Others,
    pub holds: Holds,
    pub is_required: bool,
}

impl Column {
    /// One of texts that has to be there, to be given its names.
    pub const TEXT: Self = Self { field: "", headings: &[], perhaps: &[], others: Others::NONE, holds: Holds::Text, is_required: true };
}

/// How a column is known that could be taken for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Others {
    /// Anywhere in the heading.
    pub within: &'static [&'static str],
    /// As a word of it.
    pub words: &'static [&'static str],
}

impl Others {
    pub const NONE: Self = Self { within: &[], words: &[] };
}

/// What stands below a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Text,
    Day,
    /// Its heading may say in which currency.
    Amount,
}

/// Why a column is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoColumn {
    /// None has a heading of this field.
    #[error("there is no column for {0}")]
    Missing(&'static str),
    /// Several could be meant.
    #[error("several columns could be {0}")]
    Ambiguous(&'static str),
}

/// Words of headings that number or name something: no amount stands below them, whatever else they say.
const OF_NUMBERS: &[&str] = &["id", "idnr", "nr", "no", "number", "nummer", "numero", "code", "name"];

/// A heading, as far as people write it alike.
struct Heading {
    folded: String,
    /// Without a currency.
    of_amount: String,
    words: Vec<String>,
}

impl Heading {
    fn of(cell: &Cell) -> Self {
        let plain = search::plain(&cell.text());
        let words: Vec<String> =
            plain.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let is_currency = |word: &String| Currency::parse(&word.to_uppercase()).is_ok();
        let of_amount = match words.as_slice() {
            [before @ .., between, last] if is_currency(last) && matches!(between.as_str(), "in" | "en" | "w") => before,
            [before @ .., last] if is_currency(last) => before,
            [first, behind @ ..] if is_currency(first) => behind,
            all => all,
        };
        Self { folded: words.concat(), of_amount: of_amount.concat(), words }
    }

    fn is_among(&self, names: &[&str], holds: Holds) -> bool {
        let is_named = |heading: &String| names.contains(&heading.as_str());
        is_named(&self.folded) || (holds == Holds::Amount && is_named(&self.of_amount))
    }

    fn is_other(&self, others: Others) -> bool {
        let is_word = |words: &[&str]| self.words.iter().any(|word| words.contains(&word.as_str()));
        let is_there = others.within.iter().any(|part| self.folded.contains(part)) || is_word(others.words);
        is_there && !is_word(OF_NUMBERS)
    }
}

/// Where the columns of a table are, by what their headings say, and how its days are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    places: Vec<(Column, usize)>,
    order: DayOrder,
}

impl Columns {
    /// # Errors
    /// With the first column that has to be there and is not, or of which several could be meant.
    pub fn find(headings: &[Cell], wanted: &[Column]) -> Result<Self, NoColumn> {
        let headings: Vec<Heading> = headings.iter().map(Heading::of).collect();
        let mut places = Vec::new();
        for column in wanted {
            match place_of(column, &headings, wanted)? {
                Some(place) => places.push((*column, place)),
                None if column.is_required => return Err(NoColumn::Missing(column.field)),
                None => {}
            }
        }
        Ok(Self { places, order: DayOrder::Unknown })
    }

    /// How many of the columns these could be the headings of.
    pub fn known(headings: &[Cell], wanted: &[Column]) -> usize {
        let headings: Vec<Heading> = headings.iter().map(Heading::of).collect();
        let is_there = |column: &&Column| headings.iter().any(|heading| could_be(column, heading));
        wanted.iter().filter(is_there).count()
    }

    /// With what the rows say of the order in which days are written.
    #[must_use]
    pub fn with_days_of<'a>(self, rows: impl Iterator<Item = &'a [Cell]>) -> Self {
        let days: Vec<usize> = self.places.iter().filter(|(column, _)| column.holds == Holds::Day).map(|(_, place)| *place).collect();
        let order = DayOrder::of(rows.flat_map(|row| days.iter().filter_map(|place| row.get(*place))));
        Self { order, ..self }
    }

    /// The cell of a field in a row; a row may end early.
    pub fn cell<'a>(&self, row: &'a [Cell], field: &str) -> &'a Cell {
        let place = self.places.iter().find(|(column, _)| column.field == field).map(|(_, place)| *place);
        place.and_then(|place| row.get(place)).unwrap_or(&Cell::Blank)
    }

    /// The day of a field in a row.
    ///
    /// # Errors
    /// See [`Cell::day`].
    pub fn day(&self, row: &[Cell], field: &str) -> Result<NaiveDate, Invalid> {
        self.cell(row, field).day(self.order)
    }
}

fn could_be(column: &Column, heading: &Heading) -> bool {
    heading.is_among(column.headings, column.holds) || heading.is_among(column.perhaps, column.holds)
}

fn place_of(column: &Column, headings: &[Heading], wanted: &[Column]) -> Result<Option<usize>, NoColumn> {
    let with = |names| -> Vec<usize> {
        let named = headings.iter().enumerate().filter(|(_, heading)| heading.is_among(names, column.holds));
        named.map(|(place, _)| place).collect()
    };
    let sure = with(column.headings);
    match (sure.as_slice(), with(column.perhaps).as_slice()) {
        ([place], _) => return Ok(Some(*place)),
        ([], []) => return Ok(None),
        ([], [place]) => {
            let is_elsewhere = |heading: &Heading| wanted.iter().any(|other| other.field != column.field && could_be(other, heading));
            let is_rival =
                |(other, heading): (usize, &Heading)| other != *place && !is_elsewhere(heading) && heading.is_other(column.others);
            if !headings.iter().enumerate().any(is_rival) {
                return Ok(Some(*place));
            }
        }
        _ => {}
    }
    Err(NoColumn::Ambiguous(column.field))
}
