//! Receipts and what was said of them.

use super::{
    PaymentStore,
    schema::{allocations, receipts, statement_line_receipts as together, statement_lines},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    first::First,
    sql_types::{DbUuid, Id, Time},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::ports::{PaidFrom, ReceiptRecords, Receipts},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::entry::EntryId,
    payments::{
        payout::PayoutId,
        receipt::{Allocation, AllocationId, Explained, MatchReason, Payer, Receipt, ReceiptId, Recognised, Target},
    },
};
use std::collections::HashSet;

/// Who pays often does not change whose account it is.
const MOST_PAID_FROM: i64 = 2_000;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = receipts, treat_none_as_default_value = false)]
struct ReceiptRow {
    id: Id,
    booked_on: NaiveDate,
    value_on: NaiveDate,
    amount: i64,
    currency: String,
    payer_name: Option<String>,
    payer_iban: Option<String>,
    text: Option<String>,
    entered_by: Id,
    entered_at: Time,
    unexplained: i64,
    sent_back: i64,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = allocations, treat_none_as_default_value = false)]
struct AllocationRow {
    id: Id,
    receipt_id: Id,
    receivable_id: Option<Id>,
    company_id: Option<Id>,
    debtor_id: Option<Id>,
    amount: i64,
    by_user: Id,
    at: Time,
    undone_at: Option<Time>,
    payout_id: Option<Id>,
    entry_id: Option<Id>,
    recognised_by: Option<String>,
    quoted: Option<String>,
}

impl From<&Receipt> for ReceiptRow {
    fn from(receipt: &Receipt) -> Self {
        let Receipt { id, booked_on, value_on, amount, payer, text, entered_by, entered_at } = receipt;
        let Payer { name, iban } = payer;
        Self {
            id: Id(id.0),
            booked_on: *booked_on,
            value_on: *value_on,
            amount: amount.amount_minor(),
            currency: amount.currency().code().to_owned(),
            payer_name: name.as_ref().map(|name| name.as_str().to_owned()),
            payer_iban: iban.as_ref().map(|iban| iban.as_str().to_owned()),
            text: text.as_ref().map(|text| text.as_str().to_owned()),
            entered_by: Id(entered_by.0),
            entered_at: Time(*entered_at),
            unexplained: amount.amount_minor(),
            sent_back: 0,
        }
    }
}

impl ReceiptRow {
    fn into_receipt(self) -> Result<Receipt, Failure<Unavailable>> {
        let read = || {
            let line = |text: &Option<String>| text.as_deref().map(Line::parse).transpose();
            Some(Receipt {
                id: ReceiptId(self.id.0),
                booked_on: self.booked_on,
                value_on: self.value_on,
                amount: Money::parse(self.amount, Currency::parse(&self.currency).ok()?).ok()?,
                payer: Payer { name: line(&self.payer_name).ok()?, iban: line(&self.payer_iban).ok()? },
                text: self.text.as_deref().map(Note::parse).transpose().ok()?,
                entered_by: UserId(self.entered_by.0),
                entered_at: self.entered_at.0,
            })
        };
        read().ok_or_else(|| corrupt("receipt"))
    }
}

impl From<&Allocation> for AllocationRow {
    fn from(allocation: &Allocation) -> Self {
        let Allocation { id, receipt, target, amount, by, at, undone_at, recognised } = allocation;
        let (receivable, company, debtor, payout, entry) = match target {
            Target::Receivable(receivable) => (Some(receivable), None, None, None, None),
            Target::PassOn(company, receivable) => (Some(receivable), Some(company), None, None, None),
            Target::Credit(debtor) => (None, None, Some(debtor), None, None),
            Target::SentBack(payout) => (None, None, None, Some(payout), None),
            Target::Entry(entry) => (None, None, None, None, Some(entry)),
        };
        Self {
            id: Id(id.0),
            receipt_id: Id(receipt.0),
            receivable_id: receivable.map(|id| Id(id.0)),
            company_id: company.map(|id| Id(id.0)),
            debtor_id: debtor.map(|id| Id(id.0)),
            amount: amount.get(),
            by_user: Id(by.0),
            at: Time(*at),
            undone_at: undone_at.map(Time),
            payout_id: payout.map(|id| Id(id.0)),
            entry_id: entry.map(|id| Id(id.0)),
            recognised_by: recognised.as_ref().map(|found| found.by.code().to_owned()),
            quoted: recognised.as_ref().map(|found| found.quoted.as_str().to_owned()),
        }
    }
}

fn recognised(by: Option<&str>, quoted: Option<&str>) -> Result<Option<Recognised>, Failure<Unavailable>> {
    let read = |(by, quoted)| Some(Recognised { by: MatchReason::from_code(by)?, quoted: Line::parse(quoted).ok()? });
    by.zip(quoted).map(|both| read(both).ok_or_else(|| corrupt("allocation"))).transpose()
}

impl AllocationRow {
    fn into_allocation(self) -> Result<Allocation, Failure<Unavailable>> {
        let target = match (self.receivable_id, self.company_id, self.debtor_id, self.payout_id, self.entry_id) {
            (Some(receivable), None, None, None, None) => Target::Receivable(ReceivableId(receivable.0)),
            (Some(receivable), Some(company), None, None, None) => Target::PassOn(CompanyId(company.0), ReceivableId(receivable.0)),
            (None, None, Some(debtor), None, None) => Target::Credit(DebtorId(debtor.0)),
            (None, None, None, Some(payout), None) => Target::SentBack(PayoutId(payout.0)),
            (None, None, None, None, Some(entry)) => Target::Entry(EntryId(entry.0)),
            _ => return Err(corrupt("allocation")),
        };
        Ok(Allocation {
            id: AllocationId(self.id.0),
            receipt: ReceiptId(self.receipt_id.0),
            target,
            amount: Minor::new(self.amount),
            by: UserId(self.by_user.0),
            at: self.at.0,
            undone_at: self.undone_at.map(|at| at.0),
            recognised: recognised(self.recognised_by.as_deref(), self.quoted.as_deref())?,
        })
    }
}

pub(super) fn insert(conn: &mut Conn, receipt: &Receipt) -> QueryResult<()> {
    let insert = diesel::insert_into(receipts::table).values(ReceiptRow::from(receipt));
    on!(conn, |c| insert.execute(c)).map(drop)
}

/// Takes a part from what is left to explain, if that is what was seen: of many at once one is written.
pub(super) fn allocate(conn: &mut Conn, allocation: &Allocation, left: Minor) -> Result<(), Failure<CommitError>> {
    let as_seen = receipts::table.find(Id(allocation.receipt.0)).filter(receipts::unexplained.eq(left.get()));
    let update = diesel::update(as_seen).set(receipts::unexplained.eq(receipts::unexplained - allocation.amount.get()));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    let insert = diesel::insert_into(allocations::table).values(AllocationRow::from(allocation));
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

pub(super) fn undo(conn: &mut Conn, allocation: &Allocation) -> Result<(), Failure<CommitError>> {
    let stands = allocations::table.find(Id(allocation.id.0)).filter(allocations::undone_at.is_null());
    let update = diesel::update(stands).set(allocations::undone_at.eq(allocation.undone_at.map(Time)));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    let receipt = diesel::update(receipts::table.find(Id(allocation.receipt.0)));
    let give_back = receipt.set(receipts::unexplained.eq(receipts::unexplained + allocation.amount.get()));
    unless_stale(on!(conn, |c| give_back.execute(c))?)
}

/// Counts what went back, if so much had before as was seen: of many at once one is written.
pub(super) fn send_back(conn: &mut Conn, receipt: ReceiptId, amount: Minor, seen: Minor) -> Result<(), Failure<CommitError>> {
    let as_seen = receipts::table.find(Id(receipt.0)).filter(receipts::sent_back.eq(seen.get()));
    let update = diesel::update(as_seen).set(receipts::sent_back.eq((seen + amount).get()));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// The same receipts with all that was said of each.
fn explained(conn: &mut Conn, rows: Vec<ReceiptRow>) -> Result<Vec<Explained>, Failure<Unavailable>> {
    let ids: Vec<Id> = rows.iter().map(|row| row.id).collect();
    let query = allocations::table.filter(allocations::receipt_id.eq_any(ids)).order(allocations::id);
    let parts: Vec<AllocationRow> = on!(&mut *conn, |c| query.select(AllocationRow::as_select()).load(c))?;
    let parts = parts.into_iter().map(AllocationRow::into_allocation).collect::<Result<Vec<_>, _>>()?;
    let with_parts = |(receipt, sent_back): (Receipt, i64)| {
        let allocations = parts.iter().filter(|part| part.receipt == receipt.id).cloned().collect();
        Explained { receipt, allocations, sent_back: Minor::new(sent_back) }
    };
    let with_sum = |row: ReceiptRow| {
        let sent_back = row.sent_back;
        Ok((row.into_receipt()?, sent_back))
    };
    rows.into_iter().map(|row| with_sum(row).map(with_parts)).collect()
}

fn one(conn: &mut Conn, id: Id) -> Result<Option<Explained>, Failure<Unavailable>> {
    let query = receipts::table.find(id);
    let row: Option<ReceiptRow> = on!(&mut *conn, |c| query.select(ReceiptRow::as_select()).get_result(c)).optional()?;
    Ok(explained(conn, row.into_iter().collect())?.pop())
}

fn page(conn: &mut Conn, which: Receipts, before: Option<ReceiptId>, most: i64) -> Result<Vec<Explained>, Failure<Unavailable>> {
    let rows: Vec<ReceiptRow> = on!(&mut *conn, |c| {
        let mut wanted = receipts::table.select(ReceiptRow::as_select()).order(receipts::id.desc()).into_boxed();
        if which == Receipts::Unexplained {
            wanted = wanted.filter(receipts::unexplained.gt(0));
        }
        if let Some(before) = before {
            wanted = wanted.filter(receipts::id.lt(Id(before.0)));
        }
        First(most, wanted).load(c)
    })?;
    explained(conn, rows)
}

/// Those of these receipts that stand on no statement, oldest first.
fn on_no_statement(conn: &mut Conn, mut found: Vec<Id>) -> Result<Vec<Explained>, Failure<Unavailable>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let told = statement_lines::table.filter(statement_lines::about_id.eq_any(found.iter().copied().map(Some)));
    let told: HashSet<Option<Id>> = on!(&mut *conn, |c| told.select(statement_lines::about_id).load(c))?.into_iter().collect();
    // Its own line may tell of another one that is the same money.
    let lines = statement_lines::table.filter(statement_lines::id.eq_any(found.clone()));
    let lines: HashSet<Id> = on!(&mut *conn, |c| lines.select(statement_lines::id).load(c))?.into_iter().collect();
    // With others, as one sum.
    let several = together::table.filter(together::receipt_id.eq_any(found.clone()));
    let several: HashSet<Id> = on!(&mut *conn, |c| several.select(together::receipt_id).load(c))?.into_iter().collect();
    found.retain(|id| !told.contains(&Some(*id)) && !lines.contains(id) && !several.contains(id));
    let query = receipts::table.filter(receipts::id.eq_any(found)).order(receipts::id);
    let rows: Vec<ReceiptRow> = on!(&mut *conn, |c| query.select(ReceiptRow::as_select()).load(c))?;
    explained(conn, rows)
}

#[async_trait]
impl ReceiptRecords for PaymentStore {
    async fn by_id(&self, id: ReceiptId) -> Result<Option<Explained>, Unavailable> {
        self.db.read(move |conn| one(conn, Id(id.0))).await
    }

    async fn by_ids(&self, ids: Vec<ReceiptId>) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let ids: Vec<Id> = ids.into_iter().map(|id| Id(id.0)).collect();
            let query = receipts::table.filter(receipts::id.eq_any(ids)).order(receipts::id);
            let rows: Vec<ReceiptRow> = on!(&mut *conn, |c| query.select(ReceiptRow::as_select()).load(c))?;
            explained(conn, rows)
        };
        self.db.read(read).await
    }

    async fn of_allocation(&self, id: AllocationId) -> Result<Option<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = allocations::table.find(Id(id.0)).select(allocations::receipt_id);
            let receipt: Option<Id> = on!(&mut *conn, |c| query.get_result(c)).optional()?;
            receipt.map_or(Ok(None), |receipt| one(conn, receipt))
        };
        self.db.read(read).await
    }

    async fn page(&self, which: Receipts, before: Option<ReceiptId>, most: i64) -> Result<Vec<Explained>, Unavailable> {
        self.db.read(move |conn| page(conn, which, before, most)).await
    }

    /// Which of them a statement tells is asked of those alone: with a statement imported page by page there are ever more of a day.
    async fn by_hand(&self, currency: Currency, days: Vec<NaiveDate>, amounts: Vec<Minor>) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let amounts = amounts.into_iter().map(Minor::get);
            let wanted = receipts::booked_on.eq_any(days).and(receipts::currency.eq(currency.code()));
            let query = receipts::table.filter(wanted.and(receipts::amount.eq_any(amounts))).select(receipts::id);
            let found: Vec<Id> = on!(&mut *conn, |c| query.load(c))?;
            on_no_statement(conn, found)
        };
        self.db.read(read).await
    }

    async fn entered_for(&self, receivables: Vec<ReceivableId>, (from, to): (NaiveDate, NaiveDate)) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let receivables: Vec<_> = receivables.into_iter().map(|id| Some(Id(id.0))).collect();
            let stands = allocations::undone_at.is_null().and(allocations::company_id.is_null());
            let pays =
                allocations::table.filter(allocations::receivable_id.eq_any(receivables).and(stands)).select(allocations::receipt_id);
            let of_days = receipts::booked_on.ge(from).and(receipts::booked_on.le(to));
            let query = receipts::table.filter(receipts::id.eq_any(pays).and(of_days)).select(receipts::id);
            let found: Vec<Id> = on!(&mut *conn, |c| query.load(c))?;
            on_no_statement(conn, found)
        };
        self.db.read(read).await
    }

    async fn of_amounts(
        &self,
        currency: Currency,
        amounts: Vec<Minor>,
        (from, to): (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let amounts: Vec<i64> = amounts.into_iter().map(Minor::get).collect();
            let is_between = receipts::booked_on.ge(from).and(receipts::booked_on.le(to));
            let is_it = receipts::currency.eq(currency.code()).and(receipts::amount.eq_any(amounts));
            let query = receipts::table.filter(is_between.and(is_it)).order(receipts::id.desc()).limit(most);
            let mut rows: Vec<ReceiptRow> = on!(&mut *conn, |c| query.select(ReceiptRow::as_select()).load(c))?;
            rows.reverse();
            explained(conn, rows)
        };
        self.db.read(read).await
    }

    async fn of_size(
        &self,
        currency: Currency,
        (least, largest): (Minor, Minor),
        (from, to): (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let is_of_size = receipts::amount.between(least.get(), largest.get());
            let is_it = receipts::currency.eq(currency.code()).and(receipts::booked_on.between(from, to));
            let query = receipts::table.filter(is_it.and(is_of_size)).order((receipts::amount.desc(), receipts::id));
            let rows: Vec<ReceiptRow> = on!(&mut *conn, |c| First(most, query.select(ReceiptRow::as_select())).load(c))?;
            explained(conn, rows)
        };
        self.db.read(read).await
    }

    async fn between(&self, currency: Currency, (from, to): (NaiveDate, NaiveDate), most: i64) -> Result<Vec<Explained>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let is_between = receipts::booked_on.ge(from).and(receipts::booked_on.le(to));
            let query = receipts::table.filter(receipts::currency.eq(currency.code()).and(is_between)).order(receipts::id.desc());
            let rows: Vec<ReceiptRow> = on!(&mut *conn, |c| First(most, query.select(ReceiptRow::as_select())).load(c))?;
            explained(conn, rows)
        };
        self.db.read(read).await
    }

    async fn paid_from(&self, ibans: Vec<String>) -> Result<Vec<(String, ReceivableId)>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let standing = allocations::undone_at.is_null().and(allocations::company_id.is_null());
            let ibans: Vec<_> = ibans.into_iter().map(Some).collect();
            let query = receipts::table
                .inner_join(allocations::table.on(allocations::receipt_id.eq(receipts::id)))
                .filter(receipts::payer_iban.eq_any(ibans).and(standing).and(allocations::receivable_id.is_not_null()))
                .order(allocations::id.desc())
                .limit(MOST_PAID_FROM)
                .select((receipts::payer_iban.assume_not_null(), allocations::receivable_id.assume_not_null()));
            let rows: Vec<(String, Id)> = on!(conn, |c| query.load(c))?;
            Ok(rows.into_iter().map(|(iban, id)| (iban, ReceivableId(id.0))).collect())
        };
        self.db.read(read).await
    }

    async fn paid_for(&self, debtor: DebtorId) -> Result<Vec<PaidFrom>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let standing = allocations::undone_at.is_null().and(allocations::company_id.is_null());
            // Receivables are of a module above.
            let of_debtor = sql::<Bool>("allocations.receivable_id IN (SELECT id FROM receivables WHERE debtor_id = ");
            let of_debtor = of_debtor.bind::<DbUuid, _>(Id(debtor.0)).sql(")");
            let query = receipts::table
                .inner_join(allocations::table.on(allocations::receipt_id.eq(receipts::id)))
                .filter(receipts::payer_iban.is_not_null().and(standing).and(of_debtor))
                .order(allocations::id.desc())
                .limit(MOST_PAID_FROM)
                .select((receipts::payer_iban.assume_not_null(), allocations::id, allocations::by_user, allocations::at));
            let rows: Vec<(String, Id, Id, Time)> = on!(conn, |c| query.load(c))?;
            let paid =
                |(iban, part, by, at): (String, Id, Id, Time)| PaidFrom { iban, part: AllocationId(part.0), by: UserId(by.0), at: at.0 };
            Ok(rows.into_iter().map(paid).collect())
        };
        self.db.read(read).await
    }
}
