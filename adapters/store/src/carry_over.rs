//! What a migration leaves to do because SQL cannot compute it. The migration writes down the name of the work; it is
//! crossed out once all of it is done, so that a start that was cut short is taken up by the next.

use crate::{
    kernel::{
        commit::Apply,
        conn::{Conn, on},
        failure::Failure,
        ids::id_at,
        schema::carry_overs,
        sql_types::{Id, JsonText},
    },
    onboarding::{company_from, schema::applications},
    parties::{
        buyers::BuyerRow,
        debtors,
        schema::{buyers, companies},
    },
    receivables::schema::receivables,
};
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::changes::Change,
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId},
    },
    parties::{
        buyer::{Buyer, BuyerStatus},
        debtor::Debtor,
    },
    receivables::fingerprint::InvoiceNumber,
};
use uuid::Uuid;

/// Companies are named as their applications say, and approved buyers are tied to debtors: both need the legal entity of
/// what people typed. Written down by `0006_parties_companies`.
const LEGAL_ENTITIES: &str = "legal_entities";

/// Applications are put in order by the folded names of their companies. Written down by `0013_onboarding_queue_columns`.
const COMPANY_KEYS: &str = "company_keys";

/// Debtors are found by what they look alike by. Written down by `0069_parties_debtor_marks`.
const DEBTOR_MARKS: &str = "debtor_marks";

/// Receivables are found by what their numbers look like. Written down by `0076_receivables_visible_numbers`, and again by
/// `0082_receivables_joined_numbers`.
const VISIBLE_NUMBERS: &str = "visible_numbers";

/// So many rows are changed in one transaction.
const PAGE: i64 = 500;

type Done<T> = Result<T, Failure<CommitError>>;

/// Does what is left to do; nothing, most of the time.
pub(crate) fn finish(conn: &mut Conn) -> Result<(), Unavailable> {
    carry_over(conn).map_err(|failure| Unavailable::Failed(format!("migration: {}", failure.into_port_error())))
}

/// Whether nothing is left to do.
pub(crate) fn is_finished(conn: &mut Conn) -> QueryResult<bool> {
    let left: i64 = on!(conn, |c| carry_overs::table.count().get_result(c))?;
    Ok(left == 0)
}

fn carry_over(conn: &mut Conn) -> Done<()> {
    unless_done(conn, LEGAL_ENTITIES, &[name_companies, tie_buyers])?;
    unless_done(conn, COMPANY_KEYS, &[fold_names])?;
    unless_done(conn, DEBTOR_MARKS, &[mark_debtors, mark_as_sellers_write])?;
    unless_done(conn, VISIBLE_NUMBERS, &[see_numbers])
}

/// Does the rows behind an id and answers the last one it did.
type Work = fn(&mut Conn, Id) -> Done<Option<Id>>;

/// Does what is written down by this name, and crosses it out.
fn unless_done(conn: &mut Conn, name: &str, works: &[Work]) -> Done<()> {
    let left = carry_overs::table.find(name).count();
    let left: i64 = on!(&mut *conn, |c| left.get_result(c))?;
    if left == 0 {
        return Ok(());
    }
    for work in works {
        page_by_page(conn, *work)?;
    }
    let delete = diesel::delete(carry_overs::table.find(name));
    on!(conn, |c| delete.execute(c))?;
    Ok(())
}

/// Works through a table in the order of its ids.
fn page_by_page(conn: &mut Conn, work: Work) -> Done<()> {
    let mut place = Some(Id(Uuid::nil()));
    while let Some(after) = place {
        place = conn.transaction(|conn| work(conn, after))?;
    }
    Ok(())
}

/// Names companies whose application was handed in before applications named them.
fn name_companies(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let query = applications::table
        .inner_join(companies::table.on(companies::id.eq(applications::company_id)))
        .filter(applications::submissions.gt(0).and(companies::legal_name.is_null()).and(companies::legal_entity.is_null()))
        .filter(companies::id.gt(after))
        .order(companies::id)
        .limit(PAGE)
        .select((companies::id, applications::form));
    let rows: Vec<(Id, JsonText)> = on!(&mut *conn, |c| query.load(c))?;
    for (id, form) in &rows {
        let Some(company) = company_from(form) else {
            // One row must not keep the others, and the product, from going on.
            tracing::error!(company = %id.0, "its application cannot be read: it stays without a name");
            continue;
        };
        let (legal_name, legal_entity) = (company.legal_name.clone(), company.legal_entity());
        Change::CompanyNamed { id: CompanyId(id.0), legal_name, legal_entity }.apply(conn)?;
    }
    Ok(rows.last().map(|(id, _)| *id))
}

/// Folds the names of companies whose application was saved before they were kept folded.
fn fold_names(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let query = applications::table
        .filter(applications::id.gt(after))
        .order(applications::id)
        .limit(PAGE)
        .select((applications::id, applications::form));
    let rows: Vec<(Id, JsonText)> = on!(&mut *conn, |c| query.load(c))?;
    for (id, form) in &rows {
        let Some(company) = company_from(form) else {
            tracing::error!(application = %id.0, "it cannot be read: the queue lists it among those without a name");
            continue;
        };
        // What was saved meanwhile has its name already.
        let blank = applications::table.find(*id).filter(applications::company_key.eq(""));
        let update = diesel::update(blank).set(applications::company_key.eq(company.folded_name()));
        on!(&mut *conn, |c| update.execute(c))?;
    }
    Ok(rows.last().map(|(id, _)| *id))
}

/// Ties buyers that were approved before there were debtors to the debtor of their legal entity. Ids sort by time: a debtor
/// is called what the first seller wrote.
fn tie_buyers(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let untied = buyers::status.eq(BuyerStatus::Approved.code()).and(buyers::debtor_id.is_null());
    let query = buyers::table.filter(untied.and(buyers::id.gt(after))).order(buyers::id).limit(PAGE);
    let rows: Vec<BuyerRow> = on!(&mut *conn, |c| query.select(BuyerRow::as_select()).load(c))?;
    let mut last = None;
    for row in rows {
        last = Some(row.id);
        let Ok(buyer) = row.into_buyer::<CommitError>() else {
            tracing::error!(buyer = ?last, "it cannot be read: it stays without a debtor until somebody decides on it again");
            continue;
        };
        let debtor = debtor_of(conn, &buyer)?;
        Change::BuyerDecided { buyer: Buyer { debtor: Some(debtor), ..buyer }, seen: BuyerStatus::Approved }.apply(conn)?;
    }
    Ok(last)
}

/// Marks debtors by their own number and name.
fn mark_debtors(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let page = debtors::after(conn, DebtorId(after.0), PAGE)?;
    for debtor in &page {
        Change::DebtorMarked(debtor.id(), debtor.marks()).apply(conn)?;
    }
    Ok(page.last().map(|debtor| Id(debtor.id().0)))
}

/// Marks debtors by what the sellers wrote of them.
fn mark_as_sellers_write(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let query = buyers::table.filter(buyers::debtor_id.is_not_null().and(buyers::id.gt(after))).order(buyers::id).limit(PAGE);
    let rows: Vec<BuyerRow> = on!(&mut *conn, |c| query.select(BuyerRow::as_select()).load(c))?;
    let mut last = None;
    for row in rows {
        last = Some(row.id);
        let Ok(Buyer { debtor: Some(debtor), details, .. }) = row.into_buyer::<CommitError>() else {
            tracing::error!(buyer = ?last, "it cannot be read: its debtor is not found by what it says");
            continue;
        };
        Change::DebtorMarked(debtor, details.marks()).apply(conn)?;
    }
    Ok(last)
}

/// Keeps what the numbers of receivables look like that were entered before that was kept.
fn see_numbers(conn: &mut Conn, after: Id) -> Done<Option<Id>> {
    let query = receivables::table.filter(receivables::id.gt(after)).order(receivables::id).limit(PAGE);
    let rows: Vec<(Id, String)> = on!(&mut *conn, |c| query.select((receivables::id, receivables::invoice_number)).load(c))?;
    for (id, number) in &rows {
        let Ok(number) = InvoiceNumber::parse(number) else {
            tracing::error!(receivable = %id.0, "its number cannot be read: it is not found by what that looks like");
            continue;
        };
        // What was entered meanwhile has it.
        let blank = receivables::table.find(*id).filter(receivables::visible_number.eq(""));
        let update = diesel::update(blank).set(receivables::visible_number.eq(number.visible().key()));
        on!(&mut *conn, |c| update.execute(c))?;
    }
    Ok(rows.last().map(|(id, _)| *id))
}

fn debtor_of(conn: &mut Conn, buyer: &Buyer) -> Done<DebtorId> {
    let entity = buyer.details.legal_entity();
    if let Some(debtor) = debtors::of_entity(conn, &entity)? {
        return Ok(debtor);
    }
    let id = DebtorId(id_at(buyer.created_at).map_err(|error| Failure::Refused(error.into()))?);
    Change::DebtorAdded(Debtor::new(id, entity, buyer.details.legal_name.clone(), buyer.created_at)).apply(conn)?;
    Ok(id)
}
