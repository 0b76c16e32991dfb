//! What was done in a case.

use super::Screens;
use crate::{
    approvals::PROPOSED_BY,
    kernel::{
        audit::{Record, Subject},
        paging::cut,
        unavailable::Unavailable,
    },
    onboarding::ReviewError,
};
use sooner_domain::{
    identity::user::User,
    kernel::{audit::Actor, ids::UserId},
    onboarding::application::ApplicationId,
    parties::operator::Operator,
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// A page of records about a case or a receivable, with who made them, the newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct TrailPage {
    pub records: Vec<Record>,
    pub people: HashMap<UserId, User>,
    /// Where the next page begins.
    pub next: Option<Uuid>,
}

/// Who proposed what somebody else approved.
pub fn proposer(record: &Record) -> Option<UserId> {
    let told = record.entry.changes.iter().find(|change| change.field == PROPOSED_BY)?.after.as_deref()?;
    Uuid::try_parse(told).ok().map(UserId)
}

impl Screens {
    /// Records of a page.
    pub const TRAIL_PAGE: i64 = 100;

    /// What was done to a case's company and to the accounts of its members.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where it is the operator's own.
    pub async fn case_trail(&self, by: &Operator, id: ApplicationId, before: Option<Uuid>) -> Result<TrailPage, ReviewError> {
        let application = self.applications.by_id(id).await?.ok_or(ReviewError::NotFound)?;
        application.operator_may_look(by)?;
        let company = application.parts().company;
        let members = self.memberships.people(company).await?;
        let accounts = members.iter().map(|member| Subject::User(member.id()));
        let subjects: Vec<_> = accounts.chain([Subject::Company(company)]).collect();
        let mut records = self.trail.about(&subjects, before, Self::TRAIL_PAGE + 1).await?;
        let next = cut(&mut records, Self::TRAIL_PAGE, |record| record.id);
        Ok(self.with_people(records, next).await?)
    }

    /// A page with who made its records.
    pub(super) async fn with_people(&self, records: Vec<Record>, next: Option<Uuid>) -> Result<TrailPage, Unavailable> {
        let actor = |record: &Record| if let Actor::User(id) = record.entry.by { Some(id) } else { None };
        let actors: BTreeSet<UserId> = records.iter().flat_map(|record| [actor(record), proposer(record)]).flatten().collect();
        let people = self.users.by_ids(&Vec::from_iter(actors)).await?;
        Ok(TrailPage { records, people: people.into_iter().map(|user| (user.id(), user)).collect(), next })
    }
}
