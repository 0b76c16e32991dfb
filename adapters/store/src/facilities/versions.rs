//! Versions of terms as rows.

use super::schema::terms_versions;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    facilities::{
        facility::{Acceptance, EndedBy, Signature, TermsOutcome, TermsState, TermsVersion},
        terms::Terms,
    },
    kernel::{
        canonical::Digest,
        coded::Coded,
        ids::{FacilityId, UserId},
        text::Line,
    },
};
use sooner_shared::terms_body::StoredTermsBody;

pub(super) fn to_json(terms: &Terms) -> QueryResult<String> {
    serde_json::to_string(&StoredTermsBody::from(terms)).map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

pub(super) fn from_json<E: From<Unavailable>>(terms: &str) -> Result<Terms, Failure<E>> {
    let body: Option<StoredTermsBody> = serde_json::from_str(terms).ok();
    body.and_then(StoredTermsBody::into_terms).ok_or_else(|| corrupt("set of terms"))
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = terms_versions, treat_none_as_default_value = false)]
pub(super) struct VersionRow {
    facility_id: Id,
    number: i32,
    terms: String,
    hash: Vec<u8>,
    proposed_by: Id,
    proposed_at: Time,
    state: String,
    ended_by: Option<Id>,
    ended_at: Option<Time>,
    signed_name: Option<String>,
    address: Option<String>,
}

impl VersionRow {
    fn of(facility: FacilityId, version: &TermsVersion) -> QueryResult<Self> {
        let TermsVersion { number, terms, proposed_by, proposed_at, outcome } = version;
        let (ended, signature) = match outcome {
            TermsOutcome::Open => (None, None),
            TermsOutcome::Accepted(Acceptance { signature, at, .. }) => (Some(EndedBy { by: signature.by, at: *at }), Some(signature)),
            TermsOutcome::Declined(ended) | TermsOutcome::Withdrawn(ended) => (Some(*ended), None),
        };
        Ok(Self {
            facility_id: Id(facility.0),
            number: *number,
            terms: to_json(terms)?,
            hash: terms.hash().0.to_vec(),
            proposed_by: Id(proposed_by.0),
            proposed_at: Time(*proposed_at),
            state: outcome.state().code().to_owned(),
            ended_by: ended.map(|ended| Id(ended.by.0)),
            ended_at: ended.map(|ended| Time(ended.at)),
            signed_name: signature.map(|signature| signature.name.as_str().to_owned()),
            address: signature.map(|signature| signature.address.to_string()),
        })
    }

    pub(super) fn facility(&self) -> FacilityId {
        FacilityId(self.facility_id.0)
    }

    pub(super) fn into_version<E: From<Unavailable>>(self) -> Result<TermsVersion, Failure<E>> {
        let terms = from_json(&self.terms)?;
        let read = || {
            let hash = Digest(self.hash.as_slice().try_into().ok()?);
            let ended = self.ended_by.zip(self.ended_at).map(|(by, at)| EndedBy { by: UserId(by.0), at: at.0 });
            let outcome = match TermsState::from_code(&self.state)? {
                TermsState::Open => TermsOutcome::Open,
                TermsState::Declined => TermsOutcome::Declined(ended?),
                TermsState::Withdrawn => TermsOutcome::Withdrawn(ended?),
                TermsState::Accepted => {
                    let EndedBy { by, at } = ended?;
                    let (name, address) = (Line::parse(&self.signed_name?).ok()?, self.address?.parse().ok()?);
                    TermsOutcome::Accepted(Acceptance { signature: Signature { by, name, address }, at, hash })
                }
            };
            let (proposed_by, proposed_at) = (UserId(self.proposed_by.0), self.proposed_at.0);
            Some(TermsVersion { number: self.number, terms, proposed_by, proposed_at, outcome })
        };
        read().ok_or_else(|| corrupt("version of terms"))
    }
}

/// Writes the last version: a new one is added, and one that waited ends. Those before it are history.
pub(super) fn write(conn: &mut Conn, facility: FacilityId, last: Option<&TermsVersion>) -> Result<(), Failure<CommitError>> {
    let Some(last) = last else { return Ok(()) };
    let VersionRow { facility_id, number, state, ended_by, ended_at, signed_name, address, .. } = VersionRow::of(facility, last)?;
    let insert = diesel::insert_into(terms_versions::table).values(VersionRow::of(facility, last)?).on_conflict_do_nothing();
    if on!(&mut *conn, |c| insert.execute(c))? == 1 || last.outcome == TermsOutcome::Open {
        return Ok(());
    }
    let waits = terms_versions::table.find((facility_id, number)).filter(terms_versions::state.eq(TermsState::Open.code()));
    let update = diesel::update(waits).set((
        terms_versions::state.eq(state),
        terms_versions::ended_by.eq(ended_by),
        terms_versions::ended_at.eq(ended_at),
        terms_versions::signed_name.eq(signed_name),
        terms_versions::address.eq(address),
    ));
    on!(conn, |c| update.execute(c))?;
    Ok(())
}

/// The versions of these facilities, the first one of each first.
pub(super) fn of(conn: &mut Conn, facilities: &[Id]) -> QueryResult<Vec<VersionRow>> {
    let query = terms_versions::table
        .filter(terms_versions::facility_id.eq_any(facilities.to_vec()))
        .order((terms_versions::facility_id, terms_versions::number));
    on!(conn, |c| query.select(VersionRow::as_select()).load(c))
}
