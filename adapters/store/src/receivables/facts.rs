//! What happened to receivables.

use super::schema::receivable_facts;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale, unless_taken},
    sql_types::{Id, Time},
};
use chrono::NaiveDate;
use diesel::{dsl::max, prelude::*};
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{FactId, ReceivableId, UserId},
        minor::Minor,
    },
    receivables::{
        book::{DeductionCause, Fact, LateCharge, LossCause, MoneyFrom, Overpayment, Receipt},
        position::Recorded,
    },
};
use std::collections::HashMap;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = receivable_facts, treat_none_as_default_value = false)]
struct FactRow {
    id: Id,
    receivable_id: Id,
    place: i64,
    kind: String,
    happened_on: NaiveDate,
    value_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
    amount: Option<i64>,
    money_from: Option<String>,
    loss_cause: Option<String>,
    cause: Option<Id>,
    by_user: Option<Id>,
    at: Time,
    taken_back: bool,
    booked_before: bool,
}

/// A deduction's kind of row says its cause.
fn deduction(cause: DeductionCause) -> &'static str {
    match cause {
        DeductionCause::Dispute => "deducted",
        DeductionCause::CashDiscount => "cash_discount",
    }
}

impl FactRow {
    fn of(recorded: &Recorded, place: i64) -> Self {
        let Recorded { id, receivable, fact, cause, by, at } = recorded;
        let bare = |kind: &str, on: NaiveDate| Self {
            id: Id(id.0),
            receivable_id: Id(receivable.0),
            place,
            kind: kind.to_owned(),
            happened_on: on,
            value_on: None,
            due_on: None,
            amount: None,
            money_from: None,
            loss_cause: None,
            cause: cause.map(Id),
            by_user: by.map(|by| Id(by.0)),
            at: Time(*at),
            taken_back: false,
            booked_before: false,
        };
        match *fact {
            Fact::Received(Receipt { value_on, booked_on, amount, from }) => Self {
                value_on: Some(value_on),
                amount: Some(amount.get()),
                money_from: Some(from.code().to_owned()),
                ..bare("received", booked_on)
            },
            Fact::Rejected { on, overpayment } => Self { booked_before: overpayment == Overpayment::PassedOn, ..bare("rejected", on) },
            Fact::Funded { on } => bare("funded", on),
            Fact::Executed { on } => bare("executed", on),
            Fact::Returned { on } => bare("returned", on),
            Fact::Credited { on, booked_on, amount } => {
                Self { value_on: Some(on), amount: Some(amount.get()), ..bare("credited", booked_on) }
            }
            Fact::Deducted { on, amount, cause } => Self { amount: Some(amount.get()), ..bare(deduction(cause), on) },
            Fact::PaidToSeller { on, amount } => Self { amount: Some(amount.get()), ..bare("paid_to_seller", on) },
            Fact::Extended { on, due_on } => Self { due_on: Some(due_on), ..bare("extended", on) },
            Fact::ClosedShort { on } => bare("closed_short", on),
            Fact::ChargedBack { on } => bare("charged_back", on),
            Fact::WrittenOff { on, cause, late } => {
                Self { loss_cause: Some(cause.code().to_owned()), booked_before: late == LateCharge::Forgone, ..bare("written_off", on) }
            }
        }
    }

    fn fact(&self) -> Option<Fact> {
        let on = self.happened_on;
        Some(match self.kind.as_str() {
            "received" => Fact::Received(Receipt {
                value_on: self.value_on?,
                booked_on: on,
                amount: Minor::new(self.amount?),
                from: MoneyFrom::from_code(self.money_from.as_deref()?)?,
            }),
            "rejected" => {
                Fact::Rejected { on, overpayment: if self.booked_before { Overpayment::PassedOn } else { Overpayment::Credited } }
            }
            "funded" => Fact::Funded { on },
            "executed" => Fact::Executed { on },
            "returned" => Fact::Returned { on },
            // An earlier release dated the entry by the note's own day.
            "credited" => Fact::Credited { on: self.value_on.unwrap_or(on), booked_on: on, amount: Minor::new(self.amount?) },
            "deducted" => Fact::Deducted { on, amount: Minor::new(self.amount?), cause: DeductionCause::Dispute },
            "cash_discount" => Fact::Deducted { on, amount: Minor::new(self.amount?), cause: DeductionCause::CashDiscount },
            "paid_to_seller" => Fact::PaidToSeller { on, amount: Minor::new(self.amount?) },
            "extended" => Fact::Extended { on, due_on: self.due_on? },
            "closed_short" => Fact::ClosedShort { on },
            "charged_back" => Fact::ChargedBack { on },
            "written_off" => Fact::WrittenOff {
                on,
                cause: LossCause::from_code(self.loss_cause.as_deref()?)?,
                late: if self.booked_before { LateCharge::Forgone } else { LateCharge::Claimed },
            },
            _ => return None,
        })
    }

    fn into_recorded(self) -> Result<Recorded, Failure<Unavailable>> {
        Ok(Recorded {
            id: FactId(self.id.0),
            receivable: ReceivableId(self.receivable_id.0),
            fact: self.fact().ok_or_else(|| corrupt("fact"))?,
            cause: self.cause.map(|cause| cause.0),
            by: self.by_user.map(|by| UserId(by.0)),
            at: self.at.0,
        })
    }
}

/// Those that were not taken back, of a receivable or of several.
macro_rules! standing {
    ($own:expr) => {
        receivable_facts::table.filter($own).filter(diesel::dsl::not(receivable_facts::taken_back))
    };
}

macro_rules! standing_of {
    ($receivables:expr) => {{
        let own = receivable_facts::receivable_id.eq_any($receivables);
        standing!(own).order((receivable_facts::receivable_id, receivable_facts::place))
    }};
}

/// The place of the newest one that stands; 0 where none does.
fn newest(conn: &mut Conn, receivable: ReceivableId) -> QueryResult<i64> {
    let own = receivable_facts::receivable_id.eq(Id(receivable.0));
    let place: Option<i64> = on!(conn, |c| standing!(own).select(max(receivable_facts::place)).get_result(c))?;
    Ok(place.unwrap_or(0))
}

pub(super) fn insert(conn: &mut Conn, recorded: &Recorded) -> Result<(), Failure<CommitError>> {
    let place = newest(conn, recorded.receivable)? + 1;
    let insert = diesel::insert_into(receivable_facts::table).values(FactRow::of(recorded, place));
    // Another one took the place meanwhile.
    unless_taken(on!(conn, |c| insert.execute(c)), "place", CommitError::Stale).map(drop)
}

/// Takes it back, if it stands.
pub(super) fn take_back(conn: &mut Conn, recorded: &Recorded) -> Result<(), Failure<CommitError>> {
    let own = receivable_facts::table.find(Id(recorded.id.0)).filter(receivable_facts::receivable_id.eq(Id(recorded.receivable.0)));
    let stands = own.filter(diesel::dsl::not(receivable_facts::taken_back));
    let update = diesel::update(stands).set(receivable_facts::taken_back.eq(true));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// What happened to each of these, in its order.
pub(super) fn of(conn: &mut Conn, receivables: &[ReceivableId]) -> Result<HashMap<ReceivableId, Vec<Recorded>>, Failure<Unavailable>> {
    let mut found: HashMap<ReceivableId, Vec<Recorded>> = HashMap::new();
    if receivables.is_empty() {
        return Ok(found);
    }
    let ids: Vec<Id> = receivables.iter().map(|id| Id(id.0)).collect();
    let rows: Vec<FactRow> = on!(conn, |c| standing_of!(ids).select(FactRow::as_select()).load(c))?;
    for row in rows {
        let recorded = row.into_recorded()?;
        found.entry(recorded.receivable).or_default().push(recorded);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use uuid::Uuid;

    #[test]
    fn what_happened_is_one_range_of_an_index() {
        let nil = Id(Uuid::nil());
        assert_one_range(
            &standing!(receivable_facts::receivable_id.eq(nil)).select(max(receivable_facts::place)),
            "receivable_facts_place",
        );
        assert_one_range(&standing_of!(vec![nil; 2]).select(receivable_facts::id), "receivable_facts_place");
    }
}
