//! An approval, as it is shown, and why it is not done.

use crate::{
    cash::refused::{PAYOUTS, StoppedPayoutBody, not_done},
    facilities::{
        body::{facility_refused, own_company},
        suppliers::supplier_refused,
    },
    identity::step_up::step_up_required,
    kernel::{
        body::Data,
        error::{ErrorCode, Problem},
    },
    onboarding::{
        form::blocked,
        user_body::{NamedPersonBody, PEOPLE},
    },
    receivables::refused::not_reversible,
    session::not_their_role,
};
use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::{
    approvals::{DecideError, ProposeError, hash_of},
    receivables::ports::SoldOnBoth,
};
use sooner_domain::{
    approvals::approval::Approval,
    kernel::Invalid,
    parties::debtor::{DebtorRefusal, MergeRefusal},
};
use sooner_shared::coded_body::{ApprovalActionCode, Code};
use utoipa::ToSchema;
use uuid::Uuid;

/// What waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitingBody {
    id: Uuid,
    action: ApprovalActionCode,
    /// Of what exactly is proposed: 64 hexadecimal digits
    hash: String,
    expires_at: DateTime<Utc>,
}

impl From<&Approval> for WaitingBody {
    fn from(approval: &Approval) -> Self {
        Self { id: approval.id.0, action: Code(approval.proposal.action()), hash: hash_of(approval), expires_at: approval.expires_at }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct AwaitsBody {
    approval: WaitingBody,
}

/// What a problem names the invoices that are sold on two debtors.
pub(crate) const SOLD_ON_BOTH: &str = "soldOnBoth";

/// An invoice that is sold on both of two debtors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoldOnBothBody {
    invoice_number: String,
    /// On the debtor that is merged
    gone_id: Uuid,
    /// On the one that stays
    stays_id: Uuid,
}

impl From<&SoldOnBoth> for SoldOnBothBody {
    fn from(SoldOnBoth { number, on: [gone, stays] }: &SoldOnBoth) -> Self {
        Self { invoice_number: number.as_str().to_owned(), gone_id: gone.0, stays_id: stays.0 }
    }
}

/// The answer to what needs a second person.
pub(crate) fn awaits(approval: &Approval) -> HttpResponse {
    HttpResponse::Accepted().json(Data { data: AwaitsBody { approval: WaitingBody::from(approval) } })
}

fn last_admin() -> Problem {
    Problem::new(ErrorCode::LastAdmin, "Someone has to manage the operators. Make someone else an admin first.")
}

pub(crate) fn not_proposed(error: ProposeError) -> Problem {
    match error {
        ProposeError::NotFound => Problem::not_found(),
        ProposeError::Stale => Problem::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again."),
        ProposeError::LastAdmin => last_admin(),
        ProposeError::AlreadyProposed => {
            Problem::new(ErrorCode::ApprovalPending, "A change has already been proposed and is waiting for approval.")
        }
        ProposeError::PayoutsProposed(payouts) => {
            let named: Vec<_> = payouts.iter().map(|proposed| StoppedPayoutBody::proposed(proposed.payout, proposed.approval)).collect();
            Problem::new(ErrorCode::ApprovalPending, "The release of these payouts is already waiting for approval.").with(PAYOUTS, named)
        }
        ProposeError::StepUpRequired(required) => step_up_required(required),
        ProposeError::Blocked(reason) => blocked(reason),
        ProposeError::Facility(refusal) => facility_refused(refusal),
        ProposeError::Debtor(DebtorRefusal::NotOperators(right)) => not_their_role(right),
        ProposeError::Debtor(DebtorRefusal::OwnCompany) => own_company(),
        ProposeError::Debtor(DebtorRefusal::Merged(_)) | ProposeError::Merge(MergeRefusal::MergedBefore) => {
            Problem::new(ErrorCode::DebtorMerged, "This debtor was merged into another one. Look at that one.")
        }
        ProposeError::Merge(MergeRefusal::Itself) => Problem::field("into", Invalid::NotListed),
        ProposeError::SoldOnBoth(invoices) => {
            let named: Vec<_> = invoices.iter().map(SoldOnBothBody::from).collect();
            Problem::new(ErrorCode::SoldOnBoth, "The same invoices are sold on both debtors. One of each has to end first.")
                .with(SOLD_ON_BOTH, named)
        }
        ProposeError::Supplier(refusal) => supplier_refused(refusal),
        ProposeError::Cash(why) => not_done(why),
        ProposeError::NotReversible(why) => not_reversible(why),
        ProposeError::Idempotency(once) => once.into(),
        ProposeError::Unavailable(unavailable) => unavailable.into(),
    }
}

pub(crate) fn not_decided(error: DecideError) -> Problem {
    match error {
        DecideError::NotFound => Problem::not_found(),
        DecideError::StepUpRequired(required) => step_up_required(required),
        DecideError::FourEyes(people) => {
            let people: Vec<_> = people.iter().map(NamedPersonBody::from).collect();
            Problem::new(ErrorCode::FourEyes, "You proposed this, so someone else has to approve it.").with(PEOPLE, people)
        }
        DecideError::Forbidden => Problem::new(ErrorCode::Forbidden, "Your role doesn’t allow this."),
        DecideError::OwnCompany => own_company(),
        DecideError::Closed => Problem::new(ErrorCode::ApprovalClosed, "This was already decided or withdrawn, or has expired."),
        DecideError::Outdated => Problem::new(ErrorCode::StaleVersion, "What this was based on has changed. It has to be proposed again."),
        DecideError::LastAdmin => last_admin(),
        DecideError::Idempotency(once) => once.into(),
        DecideError::Unavailable(unavailable) => unavailable.into(),
    }
}
