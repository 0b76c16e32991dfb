//! Payouts.

use super::{PaymentStore, schema::payouts};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    first::First,
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::ports::{PayoutFilter, PayoutOrder, Payouts},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FactId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
        text::Note,
    },
    payments::{
        payout::{BatchId, Payee, Payout, PayoutId, PayoutStatus, Purpose, Release, Returned},
        receipt::ReceiptId,
    },
};
use sooner_shared::{fields::Fields, form_body::BankAccountBody};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = payouts, treat_none_as_default_value = false, treat_none_as_null = true)]
struct PayoutRow {
    id: Id,
    company_id: Option<Id>,
    receivable_id: Option<Id>,
    purpose: String,
    currency: String,
    gross: i64,
    due_on: NaiveDate,
    status: String,
    batch_id: Option<Id>,
    released_by: Option<Id>,
    released_at: Option<Time>,
    released_on: Option<NaiveDate>,
    set_off: Option<i64>,
    account: Option<String>,
    executed_on: Option<NaiveDate>,
    returned_on: Option<NaiveDate>,
    return_reason: Option<String>,
    replaces: Option<Id>,
    receipt_id: Option<Id>,
    debtor_id: Option<Id>,
    fact_id: Option<Id>,
    passed_on_of: Option<Id>,
}

impl PayoutRow {
    fn of(payout: &Payout) -> QueryResult<Self> {
        let Payout { id, payee, fact, passed_on_of, purpose, currency, gross, due_on, status, release, executed_on, returned, replaces } =
            payout;
        let (seller, payer) = match *payee {
            Payee::Company { company, about } => (Some((company, about)), None),
            Payee::Payer { receipt, credit_of } => (None, Some((receipt, credit_of))),
        };
        let account = release.as_ref().map(|release| serde_json::to_string(&BankAccountBody::from(&*release.account)));
        Ok(Self {
            id: Id(id.0),
            company_id: seller.map(|(company, _)| Id(company.0)),
            receivable_id: seller.map(|(_, about)| Id(about.0)),
            purpose: purpose.code().to_owned(),
            currency: currency.code().to_owned(),
            gross: gross.get(),
            due_on: *due_on,
            status: status.code().to_owned(),
            batch_id: release.as_ref().and_then(|release| release.batch).map(|batch| Id(batch.0)),
            released_by: release.as_ref().map(|release| Id(release.by.0)),
            released_at: release.as_ref().map(|release| Time(release.at)),
            released_on: release.as_ref().map(|release| release.on),
            set_off: release.as_ref().map(|release| release.set_off.get()),
            account: account.transpose().map_err(|error| diesel::result::Error::SerializationError(error.into()))?,
            executed_on: *executed_on,
            returned_on: returned.as_ref().map(|returned| returned.on),
            return_reason: returned.as_ref().and_then(|returned| Some(returned.reason.as_ref()?.as_str().to_owned())),
            replaces: replaces.map(|id| Id(id.0)),
            receipt_id: payer.map(|(receipt, _)| Id(receipt.0)),
            debtor_id: payer.and_then(|(_, credit_of)| credit_of).map(|debtor| Id(debtor.0)),
            fact_id: fact.map(|fact| Id(fact.0)),
            passed_on_of: passed_on_of.map(|receipt| Id(receipt.0)),
        })
    }

    fn payee(&self) -> Option<Payee> {
        match (self.company_id, self.receivable_id, self.receipt_id) {
            (Some(company), Some(about), None) => Some(Payee::Company { company: CompanyId(company.0), about: ReceivableId(about.0) }),
            (None, None, Some(receipt)) => {
                let credit_of = self.debtor_id.map(|debtor| DebtorId(debtor.0));
                Some(Payee::Payer { receipt: ReceiptId(receipt.0), credit_of })
            }
            _ => None,
        }
    }

    fn release(&self) -> Option<Option<Release>> {
        let Some(account) = &self.account else { return Some(None) };
        let mut fields = Fields::default();
        let account = serde_json::from_str::<BankAccountBody>(account).ok()?.parse(&mut fields);
        Some(Some(Release {
            batch: self.batch_id.map(|id| BatchId(id.0)),
            by: UserId(self.released_by?.0),
            at: self.released_at?.0,
            on: self.released_on?,
            set_off: Minor::new(self.set_off?),
            account: Box::new(account),
        }))
    }

    fn into_payout(self) -> Result<Payout, Failure<Unavailable>> {
        let read = || {
            let reason = self.return_reason.as_deref().map(Note::parse).transpose().ok()?;
            Some(Payout {
                id: PayoutId(self.id.0),
                payee: self.payee()?,
                fact: self.fact_id.map(|fact| FactId(fact.0)),
                passed_on_of: self.passed_on_of.map(|receipt| ReceiptId(receipt.0)),
                purpose: Purpose::from_code(&self.purpose)?,
                currency: Currency::parse(&self.currency).ok()?,
                gross: Minor::new(self.gross),
                due_on: self.due_on,
                status: PayoutStatus::from_code(&self.status)?,
                release: self.release()?,
                executed_on: self.executed_on,
                returned: self.returned_on.map(|on| Returned { on, reason }),
                replaces: self.replaces.map(|id| PayoutId(id.0)),
            })
        };
        read().ok_or_else(|| corrupt("payout"))
    }
}

pub(super) fn insert(conn: &mut Conn, payout: &Payout) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(payouts::table).values(PayoutRow::of(payout)?);
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

pub(super) fn change(conn: &mut Conn, payout: &Payout, seen: PayoutStatus) -> Result<(), Failure<CommitError>> {
    let as_seen = payouts::table.find(Id(payout.id.0)).filter(payouts::status.eq(seen.code()));
    let update = diesel::update(as_seen).set(PayoutRow::of(payout)?);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

fn page(conn: &mut Conn, filter: &PayoutFilter, after: Option<PayoutId>, most: i64) -> Result<Vec<Payout>, Failure<Unavailable>> {
    let rows: Vec<PayoutRow> = on!(conn, |c| {
        let mut wanted = payouts::table.select(PayoutRow::as_select()).into_boxed();
        if let Some(status) = filter.status {
            wanted = wanted.filter(payouts::status.eq(status.code()));
        }
        if let Some(company) = filter.company {
            wanted = wanted.filter(payouts::company_id.eq(Id(company.0)));
        }
        if let Some(companies) = &filter.companies {
            let companies: Vec<_> = companies.iter().map(|id| Some(Id(id.0))).collect();
            wanted = wanted.filter(payouts::company_id.eq_any(companies));
        }
        if let Some(batch) = filter.batch {
            wanted = wanted.filter(payouts::batch_id.eq(Id(batch.0)));
        }
        if let Some(about) = filter.about {
            wanted = wanted.filter(payouts::receivable_id.eq(Id(about.0)));
        }
        if let Some(advance_of) = &filter.advance_of {
            let of = payouts::receivable_id.eq_any(advance_of.iter().map(|id| Id(id.0)).collect::<Vec<_>>());
            wanted = wanted.filter(of).filter(payouts::purpose.eq(Purpose::Advance.code()));
        }
        if let Some(receipt) = filter.receipt {
            wanted = wanted.filter(payouts::receipt_id.eq(Id(receipt.0)));
        }
        wanted = match (filter.order, after) {
            (PayoutOrder::OldestFirst, None) => wanted.order(payouts::id),
            (PayoutOrder::OldestFirst, Some(after)) => wanted.filter(payouts::id.gt(Id(after.0))).order(payouts::id),
            (PayoutOrder::NewestFirst, None) => wanted.order(payouts::id.desc()),
            (PayoutOrder::NewestFirst, Some(after)) => wanted.filter(payouts::id.lt(Id(after.0))).order(payouts::id.desc()),
        };
        First(most, wanted).load(c)
    })?;
    rows.into_iter().map(PayoutRow::into_payout).collect()
}

#[async_trait]
impl Payouts for PaymentStore {
    async fn by_id(&self, id: PayoutId) -> Result<Option<Payout>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = payouts::table.find(Id(id.0));
            let row: Option<PayoutRow> = on!(conn, |c| query.select(PayoutRow::as_select()).get_result(c)).optional()?;
            row.map(PayoutRow::into_payout).transpose()
        };
        self.db.read(read).await
    }

    async fn by_ids(&self, ids: Vec<PayoutId>) -> Result<Vec<Payout>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let ids: Vec<Id> = ids.into_iter().map(|id| Id(id.0)).collect();
            let query = payouts::table.filter(payouts::id.eq_any(ids)).order(payouts::id);
            let rows: Vec<PayoutRow> = on!(conn, |c| query.select(PayoutRow::as_select()).load(c))?;
            rows.into_iter().map(PayoutRow::into_payout).collect()
        };
        self.db.read(read).await
    }

    async fn page(&self, filter: PayoutFilter, after: Option<PayoutId>, most: i64) -> Result<Vec<Payout>, Unavailable> {
        self.db.read(move |conn| page(conn, &filter, after, most)).await
    }
}
