//! What the house has outstanding at the end of a day, as rows that add up.

use super::ageing::AgeingBucket;
use crate::kernel::{
    ids::{DebtorId, FacilityId},
    minor::Minor,
    money::Currency,
};
use std::collections::BTreeMap;

/// What a row is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey {
    pub facility: FacilityId,
    pub debtor: DebtorId,
    pub currency: Currency,
    pub bucket: AgeingBucket,
}

/// What is paid out and not at its end, in minor units of the row's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PositionFigures {
    /// How many.
    pub receivables: i64,
    /// What debtors have neither paid nor been let off.
    pub open: Minor,
    /// What of the advances has not come back.
    pub out: Minor,
    /// What sellers are to get of it, as it is booked.
    pub reserve: Minor,
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionRow {
    pub key: PositionKey,
    pub figures: PositionFigures,
}

impl PositionFigures {
    pub fn and(self, other: Self) -> Self {
        Self {
            receivables: self.receivables + other.receivables,
            open: self.open + other.open,
            out: self.out + other.out,
            reserve: self.reserve + other.reserve,
        }
    }
}

/// Adds up what falls into the same row. In the order of their keys.
pub fn added_up(all: impl IntoIterator<Item = PositionRow>) -> Vec<PositionRow> {
    let mut rows: BTreeMap<PositionKey, PositionFigures> = BTreeMap::new();
    for PositionRow { key, figures } in all {
        let row = rows.entry(key).or_default();
        *row = row.and(figures);
    }
    rows.into_iter().map(|(key, figures)| PositionRow { key, figures }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn row(facility: u128, bucket: AgeingBucket, open: i64) -> PositionRow {
        let currency = Currency::parse("EUR").unwrap();
        let key = PositionKey { facility: FacilityId(Uuid::from_u128(facility)), debtor: DebtorId(Uuid::nil()), currency, bucket };
        let open = Minor::new(open);
        PositionRow { key, figures: PositionFigures { receivables: 1, open, out: open, reserve: Minor::new(1) } }
    }

    #[test]
    fn what_falls_into_one_row_is_added_up_and_nothing_is_lost() {
        use AgeingBucket as B;
        let rows = added_up([row(2, B::NotDue, 5), row(1, B::NotDue, 10), row(2, B::Over90, 7), row(1, B::NotDue, 20)]);
        let told: Vec<_> = rows.iter().map(|row| (row.key.bucket, row.figures.receivables, row.figures.open.get())).collect();
        assert_eq!(told, [(B::NotDue, 2, 30), (B::NotDue, 1, 5), (B::Over90, 1, 7)]);
        assert_eq!(rows[0].figures.reserve, Minor::new(2));
        assert_eq!(rows[0].figures.out, Minor::new(30));
    }
}
