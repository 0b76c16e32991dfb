//! A receivable, as operators see it.

use crate::receivables::newest_body::NewestBody;
use crate::{
    pricing::settlement::SettledBody,
    receivables::{
        CheckBody,
        body::{CashDiscountBody, FiguresBody, InvoiceDocumentBody, LatenessBody, PositionBody, debtor_name, line, settled, text},
        offer_body::{ReceivableOfferBody, offer_of},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_application::receivables::Look;
use sooner_domain::{
    kernel::ids::{DebtorId, UserId},
    parties::operator::Operator,
    pricing::settlement::Settlement,
    receivables::{
        actions::OperatorAction,
        book::LossCause,
        evidence::{Dispute, Evidence, Exception, Hold},
        receivable::{Acceptance, Agreement, Parts},
    },
};
use sooner_shared::coded_body::{
    Code, DebtorStateCode, DisputeEndCode, DisputeReasonCode, EvidenceKindCode, FacilityKindCode, LiftableCode, LossCauseCode, NoOfferCode,
    OperatorActionCode, ReceivableStatusCode,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Under what it is offered, or was sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AgreementBody {
    facility_id: Uuid,
    terms_version: i64,
}

impl From<&Agreement> for AgreementBody {
    fn from(Agreement { facility, terms_version }: &Agreement) -> Self {
        Self { facility_id: facility.0, terms_version: *terms_version }
    }
}

/// Why nothing happens to it until it is released.
#[derive(Serialize, ToSchema)]
struct HoldBody {
    by: Uuid,
    since: DateTime<Utc>,
    note: Option<String>,
}

impl From<&Hold> for HoldBody {
    fn from(Hold { by, since, note }: &Hold) -> Self {
        Self { by: by.0, since: *since, note: text(note.as_ref()) }
    }
}

/// What the debtor does not want to pay.
#[derive(Serialize, ToSchema)]
struct DisputeBody {
    /// While it lasts no more than what is open
    amount: i64,
    reason: DisputeReasonCode,
    since: DateTime<Utc>,
    /// None where the debtor said so itself
    by: Option<Uuid>,
    note: Option<String>,
    /// None while it lasts
    end: Option<DisputeEndCode>,
}

impl From<Dispute> for DisputeBody {
    fn from(Dispute { amount, reason, since, by, note, end }: Dispute) -> Self {
        Self { amount: amount.get(), reason: Code(reason), since, by: of(by), note: text(note.as_ref()), end: end.map(Code) }
    }
}

/// How an operator found out that it is owed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EvidenceBody {
    kind: EvidenceKindCode,
    /// None where the debtor said so itself
    by: Option<Uuid>,
    at: DateTime<Utc>,
    amount: i64,
    due_on: Option<NaiveDate>,
    note: Option<String>,
    /// One of `documents`
    file: Option<Uuid>,
}

impl From<&Evidence> for EvidenceBody {
    fn from(Evidence { kind, by, at, amount, due_on, note, file }: &Evidence) -> Self {
        let (by, file) = (of(*by), file.map(|file| file.0));
        Self { kind: Code(*kind), by, at: *at, amount: amount.get(), due_on: *due_on, note: text(note.as_ref()), file }
    }
}

/// Why it may be sold in spite of what a check finds.
#[derive(Serialize, ToSchema)]
struct ExceptionBody {
    check: LiftableCode,
    by: Uuid,
    at: DateTime<Utc>,
    note: String,
}

impl From<&Exception> for ExceptionBody {
    fn from(Exception { check, series: _, by, at, note }: &Exception) -> Self {
        Self { check: Code(*check), by: by.0, at: *at, note: note.as_str().to_owned() }
    }
}

/// Who did something, and when.
#[derive(Serialize, ToSchema)]
struct DoneBody {
    by: Uuid,
    at: DateTime<Utc>,
}

/// The sale.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptedBody {
    /// None where it was accepted automatically
    by: Option<Uuid>,
    at: DateTime<Utc>,
    /// Of the offer: 64 hexadecimal digits
    hash: String,
    payout_on: NaiveDate,
}

impl From<&Acceptance> for AcceptedBody {
    fn from(Acceptance { by, at, offer, payout_on, due_on: _, certain: _, own_rate: _, with: _ }: &Acceptance) -> Self {
        Self { by: of(*by), at: *at, hash: offer.to_string(), payout_on: *payout_on }
    }
}

fn of(user: Option<UserId>) -> Option<Uuid> {
    user.map(|user| user.0)
}

/// A receivable. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExaminedReceivableBody {
    id: Uuid,
    /// Its own, beside the invoice’s
    number: Option<u64>,
    /// What the debtor quotes when it pays (ISO 11649)
    reference: String,
    status: ReceivableStatusCode,
    /// The status by which lists find and count it, where the checks make another one of it now: until its next change
    listed_as: Option<ReceivableStatusCode>,
    /// Counts changes: a change names the version that was seen
    version: i64,
    kind: FacilityKindCode,
    seller_id: Uuid,
    seller_name: Option<String>,
    /// None until the buyer is approved
    debtor_id: Option<Uuid>,
    /// As the seller calls it
    debtor_name: Option<String>,
    /// As the debtor is called now: another name where it was merged, or where the seller calls it otherwise
    #[serde(skip_serializing_if = "Option::is_none")]
    debtor_legal_name: Option<String>,
    debtor_state: Option<DebtorStateCode>,
    invoice_number: String,
    /// As the invoice says
    issued_on: NaiveDate,
    /// As the invoice says
    due_on: NaiveDate,
    /// As the invoice says: its total with tax
    face: i64,
    /// ISO 4217
    currency: &'static str,
    order_reference: Option<String>,
    note: Option<String>,
    documents: Vec<InvoiceDocumentBody>,
    figures: FiguresBody,
    /// As the e-invoice with it says
    cash_discounts: Vec<CashDiscountBody>,
    agreement: Option<AgreementBody>,
    hold: Option<HoldBody>,
    /// The last one
    dispute: Option<DisputeBody>,
    /// Sold, not ended, and past the day it is due
    overdue: bool,
    /// Of what is overdue and was paid out: what that costs, and what comes of it
    lateness: Option<LatenessBody>,
    evidence: Vec<EvidenceBody>,
    exceptions: Vec<ExceptionBody>,
    /// All of them; nothing once it was sold or is at its end
    checks: Vec<CheckBody>,
    /// The present one, or the one that was accepted
    offer: Option<ReceivableOfferBody>,
    /// Why it is not priced, where everything else is as it should be
    no_offer: Option<NoOfferCode>,
    /// Once it was sold
    position: Option<PositionBody>,
    /// Once it was settled, one way or another
    settlement: Option<SettledBody>,
    entered: DoneBody,
    submitted: Option<DoneBody>,
    accepted: Option<AcceptedBody>,
    /// Why it was rejected
    rejection: Option<String>,
    allowed_actions: Vec<OperatorActionCode>,
    /// What the seller would get or owe, and the house lose, were it ended today
    would_end: Vec<WouldEndBody>,
    /// What `undo` would take back; none where it is not allowed
    newest: Option<NewestBody>,
}

/// How one of the allowed actions would end it today, all of what is open included.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WouldEndBody {
    action: OperatorActionCode,
    /// Why it is lost; none of what is not
    cause: Option<LossCauseCode>,
    to_seller: i64,
    seller_owes: i64,
    /// What the house bears
    loss: i64,
}

type End = (OperatorAction, Option<LossCause>, Settlement);

fn would_end((action, cause, Settlement { to_seller, seller_owes, loss, .. }): End) -> WouldEndBody {
    let (to_seller, seller_owes, loss) = (to_seller.get(), seller_owes.get(), loss.get());
    WouldEndBody { action: Code(action), cause: cause.map(Code), to_seller, seller_owes, loss }
}

impl ExaminedReceivableBody {
    pub(crate) fn new(look: &Look, me: &Operator) -> Self {
        let receivable = look.receivable();
        let parts = receivable.parts();
        let Parts { id, version, reference, seller, debtor, facts, figures, documents, status, entered, submitted, .. } = parts;
        let (offer, no_offer) = offer_of(look);
        let allowed = look.operators_actions(me);
        Self {
            id: id.0,
            number: reference.number(),
            reference: reference.as_str().to_owned(),
            status: Code(*status),
            listed_as: look.listed_otherwise().map(Code),
            version: *version,
            kind: Code(receivable.kind()),
            seller_id: seller.0,
            seller_name: line(look.scene.seller.company.name()),
            debtor_id: debtor.map(|DebtorId(id)| id),
            debtor_name: debtor_name(look),
            debtor_legal_name: line(look.debtor_legal_name()),
            debtor_state: look.scene.debtor.as_ref().map(|debtor| Code(debtor.parts().state)),
            invoice_number: facts.number.as_str().to_owned(),
            issued_on: facts.issued_on,
            due_on: facts.due_on,
            face: facts.face.amount().get(),
            currency: facts.face.currency().code(),
            order_reference: line(facts.order_reference.as_ref()),
            note: text(facts.note.as_ref()),
            documents: documents.iter().map(InvoiceDocumentBody::from).collect(),
            figures: FiguresBody::from(*figures),
            cash_discounts: CashDiscountBody::all(look),
            agreement: parts.agreement.as_ref().map(AgreementBody::from),
            hold: parts.hold.as_ref().map(HoldBody::from),
            dispute: look.dispute().map(DisputeBody::from),
            overdue: receivable.is_overdue(look.today()),
            lateness: LatenessBody::of(look),
            evidence: parts.evidence.iter().map(EvidenceBody::from).collect(),
            exceptions: parts.exceptions.iter().map(ExceptionBody::from).collect(),
            checks: look.findings.iter().map(|finding| CheckBody::new(receivable, finding)).collect(),
            offer,
            no_offer: no_offer.map(Code),
            position: PositionBody::of(look),
            settlement: settled(look),
            entered: DoneBody { by: entered.by.0, at: entered.at },
            submitted: submitted.map(|submitted| DoneBody { by: submitted.by.0, at: submitted.at }),
            accepted: parts.accepted.as_ref().map(AcceptedBody::from),
            rejection: text(parts.rejection.as_ref()),
            newest: look.undoable().ok().filter(|_| allowed.contains(&OperatorAction::Undo)).as_ref().map(NewestBody::from),
            allowed_actions: allowed.into_iter().map(Code).collect(),
            would_end: look.would_end(me).into_iter().map(would_end).collect(),
        }
    }
}
