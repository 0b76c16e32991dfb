//! A facility, as it is shown, and why nothing is done with it.

use crate::{
    identity::step_up::step_up_required,
    kernel::error::{ErrorCode, Problem},
    session::{not_their_right, not_their_role},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::facilities::{FacilityError, ports::FacilityFound};
use sooner_domain::{
    facilities::{
        facility::{Facility, FacilityRefusal, Parts, TermsOutcome, TermsVersion},
        status::FacilityAction,
    },
    kernel::{Invalid, ids::FacilityId, minor::Minor, text::Line},
};
use sooner_shared::{
    coded_body::{Code, FacilityActionCode, FacilityKindCode, FacilityStatusCode, TermsStateCode},
    terms_body::TermsBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// One version of the terms.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TermsVersionBody {
    /// 1 for the first
    number: i32,
    state: TermsStateCode,
    terms: TermsBody,
    /// Of the terms: 64 hexadecimal digits
    hash: String,
    proposed_at: DateTime<Utc>,
    /// When it was accepted, declined or withdrawn
    ended_at: Option<DateTime<Utc>>,
    /// Where it was accepted: the name as it was typed
    signed_name: Option<String>,
}

impl From<&TermsVersion> for TermsVersionBody {
    fn from(version: &TermsVersion) -> Self {
        let TermsVersion { number, terms, proposed_by: _, proposed_at, outcome } = version;
        let (ended_at, signed_name) = match outcome {
            TermsOutcome::Open => (None, None),
            TermsOutcome::Accepted(acceptance) => (Some(acceptance.at), Some(acceptance.signature.name.as_str().to_owned())),
            TermsOutcome::Declined(ended) | TermsOutcome::Withdrawn(ended) => (Some(ended.at), None),
        };
        Self {
            number: *number,
            state: Code(outcome.state()),
            terms: TermsBody::from(terms),
            hash: terms.hash().to_string(),
            proposed_at: *proposed_at,
            ended_at,
            signed_name,
        }
    }
}

/// An agreement with a company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FacilityBody {
    id: Uuid,
    company_id: Uuid,
    company_name: Option<String>,
    kind: FacilityKindCode,
    /// ISO 4217
    currency: String,
    status: FacilityStatusCode,
    /// Counts changes: a change names the version that was seen
    version: i64,
    created_at: DateTime<Utc>,
    /// Those that rule; where none ever did, those proposed last
    terms: Option<TermsBody>,
    /// Of `terms`: 64 hexadecimal digits
    hash: Option<String>,
    /// What waits for the company: its hash is what is accepted
    proposed: Option<TermsVersionBody>,
    /// Every version, the first one first
    versions: Vec<TermsVersionBody>,
    /// What of the limit is in use, in minor units: where an operator reads facilities
    #[serde(skip_serializing_if = "Option::is_none")]
    in_use: Option<i64>,
    /// What is still free under the terms that rule, in minor units; nothing where it isn’t active. Where an operator reads facilities
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<i64>,
    /// Whether anything new is bought under it now
    takes_new: bool,
    allowed_actions: Vec<FacilityActionCode>,
}

impl FacilityBody {
    pub(crate) fn new(found: &FacilityFound, actions: &[FacilityAction]) -> Self {
        let FacilityFound { facility, company, status: at } = found;
        let Parts { id, company: of, kind, currency, status, version, created_at, versions } = facility.parts();
        let shown = facility.shown().map(|shown| &shown.terms);
        Self {
            id: id.0,
            company_id: of.0,
            company_name: company.name().map(Line::as_str).map(str::to_owned),
            kind: Code(*kind),
            currency: currency.code().to_owned(),
            status: Code(*status),
            version: *version,
            created_at: *created_at,
            terms: shown.map(TermsBody::from),
            hash: shown.map(|terms| terms.hash().to_string()),
            proposed: facility.waiting().map(TermsVersionBody::from),
            versions: versions.iter().map(TermsVersionBody::from).collect(),
            in_use: None,
            free: None,
            takes_new: facility.may_take_new(*at).is_ok(),
            allowed_actions: actions.iter().map(|action| Code(*action)).collect(),
        }
    }

    /// The same with what is in use of its limit, and what is free.
    pub(crate) fn with_use(self, facility: &Facility, in_use: Minor) -> Self {
        let free = facility.headroom(in_use);
        Self { in_use: free.map(|_| in_use.get()), free: free.map(Minor::get), ..self }
    }
}

pub(crate) fn parse_id(text: &str) -> Result<FacilityId, Problem> {
    Uuid::try_parse(text).map(FacilityId).map_err(|_| Problem::not_found())
}

pub(crate) fn own_company() -> Problem {
    Problem::new(ErrorCode::OwnCompany, "This concerns your own company. A colleague has to decide.")
}

pub(crate) fn stale() -> Problem {
    Problem::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again.")
}

pub(crate) fn facility_refused(refusal: FacilityRefusal) -> Problem {
    let inactive = |detail: &str| Problem::new(ErrorCode::FacilityInactive, detail);
    match refusal {
        FacilityRefusal::NotMembers(right) => not_their_right(right),
        FacilityRefusal::NotOperators(right) => not_their_role(right),
        FacilityRefusal::OwnCompany => own_company(),
        FacilityRefusal::CompanyNotApproved => inactive("The company isn’t approved."),
        FacilityRefusal::NotActive => inactive("The facility isn’t active."),
        FacilityRefusal::NotPossible => inactive("This isn’t possible at the facility’s current status."),
        FacilityRefusal::AlreadyOpen => {
            Problem::new(ErrorCode::Conflict, "The company has a facility of this kind in this currency. Propose new terms for it.")
        }
        FacilityRefusal::TermsWait => Problem::new(ErrorCode::ApprovalPending, "Other terms wait for the company. Withdraw them first."),
        FacilityRefusal::NotWanted | FacilityRefusal::OtherKind => Problem::field("terms.kind", Invalid::NotListed),
        FacilityRefusal::OtherCurrency => Problem::field("terms.currency", Invalid::NotListed),
    }
}

pub(crate) fn not_done(error: FacilityError) -> Problem {
    match error {
        FacilityError::NotFound => Problem::not_found(),
        FacilityError::Stale => stale(),
        FacilityError::StepUpRequired(required) => step_up_required(required),
        FacilityError::OtherName => Problem::field("signedName", Invalid::OtherName),
        FacilityError::Refused(refusal) => facility_refused(refusal),
        FacilityError::Idempotency(once) => once.into(),
        FacilityError::Unavailable(unavailable) => unavailable.into(),
    }
}
