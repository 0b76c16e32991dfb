//! What operators do with a receivable. Afterwards the checks are made anew.

use super::{Financing, ReceivableError, changes::Change, look::Look, trail, works};
use crate::{
    facilities::changes::Change as FacilityChange,
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        outbox::Content,
    },
    parties::Member,
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::exposure::Exposure,
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
        minor::Minor,
        text::Note,
    },
    parties::operator::Operator,
    receivables::{
        book::Fact,
        conditions::DisputeEnd,
        evidence::{Dispute, DisputeReason, DuplicateException, Evidence, EvidenceKind},
        facts::InvoiceDocumentId,
        position::{self, FactId, Recorded},
        receivable::{Blocked, Change as Changed, Receivable},
        status::ReceivableStatus,
    },
};

/// How a dispute ends by an operator's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// The debtor owes what it owed.
    Won,
    /// What was disputed is not paid. Before the sale it goes on with the rest.
    PartlyLost,
    /// Nothing is paid.
    Lost,
}

/// What an operator does alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HouseDecision {
    /// Somebody confirmed that it is owed.
    Verify {
        kind: EvidenceKind,
        amount: Minor,
        due_on: Option<NaiveDate>,
        note: Option<Note>,
        file: Option<InvoiceDocumentId>,
    },
    Reject {
        reason: Note,
    },
    Hold {
        note: Option<Note>,
    },
    Release,
    Dispute {
        amount: Minor,
        reason: DisputeReason,
        note: Option<Note>,
    },
    Resolve {
        resolution: Resolution,
    },
    /// Of what is not sold yet.
    CreditNote {
        on: NaiveDate,
        amount: Minor,
        reason: Note,
    },
}

/// What an operator does, and what it is based on.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseCommand {
    pub by: Member,
    /// The version they saw.
    pub version: i64,
    pub what: HouseDecision,
    pub request: Option<RequestKey>,
}

impl Financing {
    /// Does what an operator does with it as they saw it.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`; `MoneyMoved` where money came already for what is to be rejected, or went out for what
    /// is to be lowered.
    pub async fn decide(&self, id: ReceivableId, command: HouseCommand) -> Result<Look, ReceivableError> {
        let HouseCommand { by, version, what, request } = command;
        let operator = by.operator();
        let repeat = async |_| self.examined(id, &operator).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut look = self.examined(id, &operator).await?;
            if look.receivable().parts().version != version {
                return Err(ReceivableError::Stale);
            }
            let before = look.receivable().status();
            let was_sold = ReceivableStatus::SOLD.contains(&before);
            if was_sold && money_would_move(&what, &look) {
                return Err(ReceivableError::MoneyMoved);
            }
            let now = look.now;
            look.change(|receivable| done(receivable, &what, &operator, now))?;
            let at = self.identity.clock.now();
            let entry = trail::entry(&look, audited(&what), Actor::User(operator.user()), at).new_values(told(&what));
            let mails = match said(&what, before, look.receivable().status()) {
                Some(said) => self.mails_to_approvers(&look.scene, &said, None, at),
                None => Vec::new(),
            };
            let given_back =
                if was_sold && matches!(what, HouseDecision::Reject { .. }) { self.given_back(&mut look, &operator)? } else { Vec::new() };
            let context = WriteContext { mails, ..WriteContext::of(entry) };
            let changes = [works(&operator)].into_iter().chain(given_back).collect();
            self.write(look, changes, context.under(request.as_ref().map(|request| request.made(id.0, at)))).await
        })
        .await
    }

    /// What goes with the end of what was sold and not paid out: nothing of it is in use any more.
    fn given_back(&self, look: &mut Look, by: &Operator) -> Result<Vec<Change>, ReceivableError> {
        let no_agreement = || ReceivableError::Blocked(Blocked::NoAgreement);
        let mut book = look.opened().ok_or_else(no_agreement)?;
        let (scope, before) = (look.scope().ok_or_else(no_agreement)?, position::in_use(&book));
        let fact = Fact::Rejected { on: look.today() };
        book.record(fact).map_err(|_| ReceivableError::MoneyMoved)?;
        look.kept.position = position::Position::of(&book);
        let change = position::in_use(&book).since(before);
        let id = FactId(self.identity.ids.next());
        let receivable = look.receivable().id();
        let recorded = Recorded { id, receivable, fact, cause: None, by: Some(by.user()), at: look.now };
        look.scene.use_more(change);
        look.scene.facts.push(recorded);
        Ok(vec![FacilityChange::Exposed(Exposure { scope, change, within: None }).into(), Change::FactRecorded(recorded)])
    }

    /// Lets it be sold though another one of its fingerprint was: what of it changes. It takes two people, so it is written by
    /// whoever sees to that.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`.
    pub async fn lifted(&self, id: ReceivableId, by: &Operator, version: i64, note: Note) -> Result<Look, ReceivableError> {
        let mut look = self.examined(id, by).await?;
        if look.receivable().parts().version != version {
            return Err(ReceivableError::Stale);
        }
        // Its own number tells it apart from every other one.
        let series = look.receivable().parts().reference.number().and_then(|number| i64::try_from(number).ok());
        let series = series.ok_or(ReceivableError::Blocked(Blocked::NotNow(look.receivable().status())))?;
        let exception = DuplicateException { series, by: by.user(), at: look.now, note };
        look.change(|receivable| receivable.lift_duplicate(exception, by).map(|change| vec![change]))?;
        Ok(look)
    }
}

/// What an operator does to what was sold that is booked beside, and so is not done here.
fn money_would_move(what: &HouseDecision, look: &Look) -> bool {
    match what {
        HouseDecision::Reject { .. } => !look.scene.facts.is_empty(),
        HouseDecision::CreditNote { .. } | HouseDecision::Resolve { resolution: Resolution::PartlyLost } => true,
        HouseDecision::Resolve { .. }
        | HouseDecision::Verify { .. }
        | HouseDecision::Hold { .. }
        | HouseDecision::Release
        | HouseDecision::Dispute { .. } => false,
    }
}

fn done(receivable: &mut Receivable, what: &HouseDecision, by: &Operator, now: DateTime<Utc>) -> Result<Vec<Changed>, Blocked> {
    let who = Some(by.user());
    match what.clone() {
        HouseDecision::Verify { kind, amount, due_on, note, file } => {
            if let Some(file) = file {
                receivable.document(file)?;
            }
            receivable.verify(Evidence { kind, by: who, at: now, amount, due_on, note, file }, by)
        }
        HouseDecision::Reject { reason } => receivable.reject(reason, by).map(|change| vec![change]),
        HouseDecision::Hold { note } => receivable.hold(note, by, now),
        HouseDecision::Release => receivable.release(by).map(|change| vec![change]),
        HouseDecision::Dispute { amount, reason, note } => {
            receivable.enter_dispute(Dispute { amount, reason, since: now, by: who, note, end: None }, by)
        }
        HouseDecision::Resolve { resolution } => resolved(receivable, resolution, by),
        HouseDecision::CreditNote { amount, .. } => receivable.credit_note(amount, by),
    }
}

/// What is lost of what was not sold yet is not offered any more. Of what was sold it is a deduction or a charge back, both of
/// which are booked beside.
fn resolved(receivable: &mut Receivable, resolution: Resolution, by: &Operator) -> Result<Vec<Changed>, Blocked> {
    let is_sold = ReceivableStatus::SOLD.contains(&receivable.status());
    let lost = receivable.dispute().map(|dispute| dispute.amount).filter(|_| !is_sold && resolution != Resolution::Won);
    let end = match resolution {
        Resolution::Won => DisputeEnd::Won,
        Resolution::PartlyLost => DisputeEnd::PartlyLost,
        Resolution::Lost => DisputeEnd::Lost,
    };
    let ended = receivable.resolve(end, receivable.face(), by)?;
    let lowered = lost.map(|amount| receivable.credit_note(amount, by)).transpose()?;
    Ok([ended].into_iter().chain(lowered.into_iter().flatten()).collect())
}

fn audited(what: &HouseDecision) -> AuditAction {
    match what {
        HouseDecision::Verify { .. } => AuditAction::ReceivableVerified,
        HouseDecision::Reject { .. } => AuditAction::ReceivableRejected,
        HouseDecision::Hold { .. } => AuditAction::ReceivableHeld,
        HouseDecision::Release => AuditAction::ReceivableReleased,
        HouseDecision::Dispute { .. } => AuditAction::ReceivableDisputed,
        HouseDecision::Resolve { .. } => AuditAction::DisputeResolved,
        HouseDecision::CreditNote { .. } => AuditAction::ReceivableCredited,
    }
}

/// What of it is in no field of the receivable.
fn told(what: &HouseDecision) -> Vec<(&'static str, String)> {
    match what {
        HouseDecision::Reject { reason } => vec![("note", reason.as_str().to_owned())],
        HouseDecision::CreditNote { on, amount, reason } => {
            vec![("on", on.to_string()), ("amount", amount.get().to_string()), ("note", reason.as_str().to_owned())]
        }
        _ => Vec::new(),
    }
}

/// What those who may accept are told.
fn said(what: &HouseDecision, before: ReceivableStatus, after: ReceivableStatus) -> Option<Content> {
    match what {
        HouseDecision::Reject { .. } => Some(Content::InvoiceRejected),
        HouseDecision::Dispute { .. } => Some(Content::InvoiceDisputed),
        _ => (before != ReceivableStatus::Offered && after == ReceivableStatus::Offered).then_some(Content::OfferReady),
    }
}
