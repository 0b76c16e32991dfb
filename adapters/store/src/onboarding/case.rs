//! What a decision needs.

use super::{
    application_row::ApplicationRow,
    applications::{find, with_the_rest},
    documents, similar, submissions, transitions,
};
use crate::{
    identity::users,
    kernel::{
        conn::Conn,
        failure::{Failure, corrupt},
        sql_types::Id,
    },
    parties::{buyers, debtors, likenesses, memberships},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    onboarding::ports::{BuyerInCase, CaseFile},
};
use sooner_domain::{
    onboarding::application::{ApplicationId, Parts},
    parties::buyer::BuyerId,
};

/// An application with everything that belongs to it.
pub(super) fn file(conn: &mut Conn, id: ApplicationId) -> Result<Option<CaseFile>, Failure<Unavailable>> {
    let Some(row) = find(conn, id)? else { return Ok(None) };
    let buyers = buyers::of(conn, row.company(), None)?;
    let documents = documents::of(conn, row.id)?;
    let application = row.into_application(documents, buyers.len())?;
    let Parts { applicant, company, reviewer, .. } = application.parts();
    let ids: Vec<_> = [Some(*applicant), *reviewer].into_iter().flatten().map(|id| Id(id.0)).collect();
    let people = users::of_ids::<Unavailable>(conn, &ids)?;
    let person = |id| people.iter().find(|user| user.id() == id).cloned();
    Ok(Some(CaseFile {
        history: transitions::of(conn, Id(id.0))?,
        submissions: submissions::of(conn, Id(id.0))?,
        applicant: person(*applicant).ok_or_else(|| corrupt("applicant"))?,
        owners: memberships::owners(conn, *company)?,
        reviewer: reviewer.and_then(person),
        buyers,
        similar: similar::to(conn, &application)?,
        application,
    }))
}

/// One buyer of a case, and the debtors it may be.
pub(super) fn buyer(conn: &mut Conn, id: ApplicationId, buyer: BuyerId) -> Result<Option<BuyerInCase>, Failure<Unavailable>> {
    let Some(row) = find(conn, id)? else { return Ok(None) };
    let Some(buyer) = buyers::of_seller(conn, ApplicationRow::company(&row), buyer)? else { return Ok(None) };
    let debtor = debtors::of_entity(conn, &buyer.details.legal_entity())?;
    let alike = likenesses::to(conn, &buyer.details.marks())?;
    Ok(Some(BuyerInCase { application: with_the_rest(conn, row)?, buyer, debtor, alike }))
}
