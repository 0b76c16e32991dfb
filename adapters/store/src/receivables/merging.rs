//! What two debtors owe that are one, or one of which is taken for the other.

use super::{schema::receivables, sold::is_at};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_another_has},
        sql_types::Id,
    },
    parties::schema::companies,
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{BigInt, Bool},
};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    receivables::{
        changes::{NEVER_SOLD, SOLD_ONCE},
        ports::{OpenInvoices, SoldOnBoth},
    },
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::{buyer::BuyerId, legal_entity::LegalEntity},
    receivables::{
        fingerprint::{Fingerprint, InvoiceNumber},
        status::ReceivableStatus,
    },
};
use std::collections::HashMap;

/// Sold, and not at its end.
const OPEN: &[ReceivableStatus] = &[ReceivableStatus::Accepted, ReceivableStatus::Funded];

/// As many as fit into a statement.
const TOGETHER: usize = 500;

/// What makes a receivable one invoice.
#[derive(Queryable)]
struct Invoice {
    id: Id,
    legal_entity: Option<String>,
    number: String,
    series: i64,
    status: String,
    is_marked: bool,
}

impl Invoice {
    /// Its fingerprint once it is owed by this debtor; none while its seller has no legal entity.
    fn fingerprint(&self, debtor: DebtorId) -> Option<Vec<u8>> {
        let entity = LegalEntity::from_key(self.legal_entity.as_ref()?)?;
        let number = InvoiceNumber::parse(&self.number).ok()?;
        Some(Fingerprint::of(debtor, &entity, &number).0.0.to_vec())
    }

    fn is_at(&self, statuses: &[ReceivableStatus]) -> bool {
        ReceivableStatus::from_code(&self.status).is_some_and(|status| statuses.contains(&status))
    }
}

macro_rules! invoices {
    ($debtor:expr) => {
        receivables::table
            .inner_join(companies::table.on(companies::id.eq(receivables::seller_id)))
            .filter(receivables::debtor_id.eq(Id($debtor.0)))
            .order(receivables::id)
            .select((
                receivables::id,
                companies::legal_entity,
                receivables::invoice_number,
                receivables::series,
                receivables::status,
                receivables::fingerprint.is_not_null(),
            ))
    };
}

/// What is sold by one of these fingerprints: its id, its fingerprint, its series and whether it waits.
fn sold_by(conn: &mut Conn, fingerprints: &[Vec<u8>]) -> QueryResult<HashMap<(Vec<u8>, i64), bool>> {
    let mut found = HashMap::new();
    for some in fingerprints.chunks(TOGETHER) {
        let sold = receivables::table
            .filter(receivables::fingerprint.eq_any(some.to_vec()))
            .filter(sql::<Bool>(&is_at(ReceivableStatus::SOLD)))
            .select((receivables::fingerprint.assume_not_null(), receivables::series, sql::<Bool>(&is_at(OPEN))));
        let rows: Vec<(Vec<u8>, i64, bool)> = on!(&mut *conn, |c| sold.load(c))?;
        found.extend(rows.into_iter().map(|(fingerprint, series, waits)| ((fingerprint, series), waits)));
    }
    Ok(found)
}

/// Each is owed by the other debtor. What was sold stays booked on the accounts it was. Two that are sold keep different fingerprints where
/// one of them is at its end: new ones are compared with both.
pub(super) fn replace_debtor(conn: &mut Conn, before: DebtorId, after: DebtorId) -> Result<(), Failure<CommitError>> {
    if let Conn::Postgres(conn) = conn {
        // In the order in which others lock several.
        let own = receivables::table.filter(receivables::debtor_id.eq(Id(before.0))).order(receivables::id).select(receivables::id);
        own.for_no_key_update().load::<Id>(conn)?;
    }
    let own: Vec<Invoice> = on!(&mut *conn, |c| invoices!(before).load(c))?;
    let own: Vec<_> = own.into_iter().filter(|one| one.is_marked).filter_map(|one| Some((one.fingerprint(after)?, one))).collect();
    let sold = sold_by(conn, &own.iter().map(|(fingerprint, _)| fingerprint.clone()).collect::<Vec<_>>())?;
    let of_debtor = || receivables::table.filter(receivables::debtor_id.eq(Id(before.0)));
    let booked = of_debtor().filter(receivables::payout_on.is_not_null().and(receivables::booked_with.is_null()));
    let update = diesel::update(booked).set(receivables::booked_with.eq(Some(Id(before.0))));
    on!(&mut *conn, |c| update.execute(c))?;
    let moved = (receivables::debtor_id.eq(Some(Id(after.0))), receivables::version.eq(receivables::version + 1));
    on!(&mut *conn, |c| diesel::update(of_debtor()).set(moved).execute(c))?;
    for (fingerprint, one) in own {
        let same = sold.get(&(fingerprint.clone(), one.series)).filter(|_| one.is_at(ReceivableStatus::SOLD));
        match same {
            Some(true) if one.is_at(OPEN) => return Err(Failure::Refused(CommitError::Taken(SOLD_ONCE))),
            Some(_) => continue,
            None => {}
        }
        let update = diesel::update(receivables::table.find(one.id)).set(receivables::fingerprint.eq(Some(fingerprint)));
        unless_another_has(SOLD_ONCE, on!(&mut *conn, |c| update.execute(c)))?;
    }
    Ok(())
}

/// What was entered for a buyer is owed by the other debtor, unless something of it was sold.
pub(super) fn replace_buyers_debtor(
    conn: &mut Conn,
    buyer: BuyerId,
    (before, after): (DebtorId, DebtorId),
) -> Result<(), Failure<CommitError>> {
    let of_buyer = || receivables::table.filter(receivables::buyer_id.eq(Id(buyer.0)));
    let moved = (
        receivables::debtor_id.eq(Some(Id(after.0))),
        receivables::fingerprint.eq(None::<Vec<u8>>),
        receivables::version.eq(receivables::version + 1),
    );
    let unsold = of_buyer().filter(receivables::debtor_id.eq(Id(before.0)).and(receivables::payout_on.is_null()));
    on!(&mut *conn, |c| diesel::update(unsold).set(moved).execute(c))?;
    // After the others: who sold one of them at the same moment is waited for there.
    let sold = of_buyer().filter(receivables::payout_on.is_not_null()).select(receivables::id);
    let sold: Option<Id> = on!(conn, |c| sold.first(c)).optional()?;
    if sold.is_some() { Err(Failure::Refused(CommitError::Taken(NEVER_SOLD))) } else { Ok(()) }
}

pub(super) fn open_invoices(conn: &mut Conn, debtors: &[DebtorId]) -> Result<Vec<OpenInvoices>, Failure<Unavailable>> {
    let ids: Vec<Id> = debtors.iter().map(|debtor| Id(debtor.0)).collect();
    let of = (receivables::debtor_id, receivables::currency);
    // What is paid whole before its advance was carried out is sold still, and nothing of it is open.
    let is_open = sql::<Bool>(&is_at(OPEN)).and(receivables::open.gt(0));
    let open = receivables::table.filter(receivables::debtor_id.eq_any(ids)).filter(is_open).group_by(of).order(of).select((
        receivables::debtor_id.assume_not_null(),
        receivables::currency,
        diesel::dsl::count_star(),
        sql::<BigInt>("CAST(SUM(receivables.open) AS BIGINT)"),
    ));
    let rows: Vec<(Id, String, i64, i64)> = on!(conn, |c| open.load(c))?;
    let found = |(debtor, currency, invoices, open): (Id, String, i64, i64)| {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("receivable"))?;
        Ok(OpenInvoices { debtor: DebtorId(debtor.0), currency, invoices, open: Minor::new(open) })
    };
    rows.into_iter().map(found).collect()
}

/// The invoices that are sold on both and not at their end.
pub(super) fn sold_on_both(conn: &mut Conn, [first, second]: [DebtorId; 2]) -> Result<Vec<SoldOnBoth>, Failure<Unavailable>> {
    let open = |debtor: DebtorId| invoices!(debtor).filter(sql::<Bool>(&is_at(OPEN)));
    let of_first: Vec<Invoice> = on!(&mut *conn, |c| open(first).load(c))?;
    let of_second: Vec<Invoice> = on!(&mut *conn, |c| open(second).load(c))?;
    let key = |one: &Invoice| Some((one.fingerprint(first)?, one.series));
    let found: HashMap<_, Id> = of_first.iter().filter_map(|one| Some((key(one)?, one.id))).collect();
    let both = |other: &Invoice| {
        let one = found.get(&key(other)?)?;
        let number = InvoiceNumber::parse(&other.number).ok()?;
        Some(SoldOnBoth { number, on: [ReceivableId(one.0), ReceivableId(other.id.0)] })
    };
    Ok(of_second.iter().filter_map(both).collect())
}
