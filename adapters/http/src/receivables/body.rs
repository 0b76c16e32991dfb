//! A receivable, as its seller sees it.

use super::{
    CheckBody,
    offer_body::{ReceivableOfferBody, offer_of},
};
use crate::{kernel::error::Problem, onboarding::user_body::NamedPersonBody, pricing::settlement::SettledBody};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_application::receivables::{Look, Settled};
use sooner_domain::{
    kernel::{
        ids::ReceivableId,
        minor::Minor,
        text::{Line, Note},
    },
    onboarding::document::FileType,
    parties::membership::Membership,
    receivables::{
        book::{Lateness, Prospect, Receipt, Remedy},
        cash_discount::CashDiscount,
        checks::Told,
        evidence::Dispute,
        facts::{Figures, InvoiceDocument},
        position::Position,
        receivable::{Origin, Parts},
    },
};
use sooner_shared::coded_body::{
    AdvanceStateCode, Code, DisputeReasonCode, FacilityKindCode, FileTypeCode, MemberActionCode, NoOfferCode, ReceivableStatusCode,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A file of a receivable.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceDocumentBody {
    id: Uuid,
    name: String,
    content_type: FileTypeCode,
    /// 64 hexadecimal digits
    sha256: String,
    uploaded_at: DateTime<Utc>,
}

impl From<&InvoiceDocument> for InvoiceDocumentBody {
    fn from(document: &InvoiceDocument) -> Self {
        Self {
            id: document.id.0,
            name: document.name.as_str().to_owned(),
            content_type: Code(type_of(document)),
            sha256: document.sha256.to_string(),
            uploaded_at: document.uploaded_at,
        }
    }
}

/// A name without a type is none.
pub(crate) fn type_of(document: &InvoiceDocument) -> FileType {
    document.name.file_type().unwrap_or(FileType::Pdf)
}

/// What counts now: the invoice’s own, until a credit note, the debtor or the house says otherwise.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FiguresBody {
    face: i64,
    due_on: NaiveDate,
}

impl From<Figures> for FiguresBody {
    fn from(Figures { face, due_on }: Figures) -> Self {
        Self { face: face.get(), due_on }
    }
}

/// What the debtor may take off for paying early. Amounts are in minor units of the invoice’s currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashDiscountBody {
    /// The last value day of such a payment
    until: NaiveDate,
    /// In basis points
    rate: u16,
    /// What may be taken off
    off: i64,
    /// What comes then
    comes: i64,
}

impl CashDiscountBody {
    pub(super) fn of(discount: &CashDiscount, face: Minor) -> Self {
        let off = discount.off(face);
        Self { until: discount.until, rate: discount.rate.basis_points(), off: off.get(), comes: (face - off).get() }
    }

    pub(crate) fn all(look: &Look) -> Vec<Self> {
        let receivable = look.receivable();
        receivable.cash_discounts().iter().map(|discount| Self::of(discount, receivable.face())).collect()
    }
}

/// What is left of a receivable that was sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionBody {
    /// The open balance of the face
    open: i64,
    /// The outstanding advance
    out: i64,
    /// Credited or deducted
    diluted: i64,
    /// Of what is open: what the debtor paid to the seller
    with_seller: i64,
    /// Where the money of the advance is; none before it was ordered, and at the end
    advance: Option<AdvanceStateCode>,
    /// What the seller gets with the advance and beside it, once the bank has carried that out: where the debtor has paid all before, the
    /// whole; none at the end
    with_advance: Option<ComingReleaseBody>,
    /// What the seller gets beside the advance once the debtor has paid; none at the end
    coming: Option<ComingReleaseBody>,
    /// What came for it, the earliest first
    payments: Vec<PaymentBody>,
}

/// Money that came for a receivable.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaymentBody {
    /// The bank’s value day, from which it counts
    on: NaiveDate,
    /// In minor units
    amount: i64,
    /// Who paid it
    by: PaidByBody,
}

/// Who paid what came for a receivable.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PaidByBody {
    Debtor,
    /// The seller passed it on, or it was set off with what the seller gets
    Seller,
}

impl From<Receipt> for PaymentBody {
    fn from(Receipt { value_on, booked_on: _, amount, from }: Receipt) -> Self {
        Self { on: value_on, amount: amount.get(), by: if from.is_sellers() { PaidByBody::Seller } else { PaidByBody::Debtor } }
    }
}

/// What the seller gets by and by.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComingReleaseBody {
    /// Of the end: were all paid on the day it is due, or today where that is past
    on: NaiveDate,
    /// In minor units; below zero the seller would owe as much
    amount: i64,
}

impl PositionBody {
    pub(crate) fn of(look: &Look) -> Option<Self> {
        look.receivable().parts().accepted?;
        let Position { open, out, diluted, with_seller } = look.kept.position;
        let comes = |Prospect { on, amount }: Prospect| ComingReleaseBody { on, amount: amount.get() };
        let coming = look.coming();
        Some(Self {
            open: open.get(),
            out: out.get(),
            diluted: diluted.get(),
            with_seller: with_seller.get(),
            advance: look.advance_state().map(Code),
            with_advance: coming.map(|coming| comes(coming.with_advance)),
            coming: coming.map(|coming| comes(coming.at_end)),
            payments: look.payments().into_iter().map(PaymentBody::from).collect(),
        })
    }
}

/// How it ended, and why this cent; none before.
pub(crate) fn settled(look: &Look) -> Option<SettledBody> {
    let Settled { offered, settlement, differences } = look.settled()?;
    Some(SettledBody::new(offered, &settlement, &differences))
}

/// What becomes of it if it is not paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RemedyKind {
    /// The house may charge it back to the seller
    ChargeBack,
    /// It counts as a default, of which the house bears its share
    Default,
}

/// How late it is, and what comes of that.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LatenessBody {
    /// Since the day it was due
    days: i64,
    /// The first day that counts for the late charge
    late_from: NaiveDate,
    /// A year, in basis points
    late_rate: u16,
    /// The late charge so far: in factoring the seller bears it, in a programme the buyer
    late: i64,
    /// The discount since the day it was due, so far; nothing where it was taken at once
    discount: i64,
    /// What one more day costs, discount included where it goes on
    per_day: i64,
    /// What the seller gets beyond the payout, were all of it paid today; below zero it owes as much
    release: i64,
    remedy: RemedyKind,
    /// From when
    remedy_from: NaiveDate,
    /// What the seller would owe on that day, were it charged back; none for a default
    seller_owes: Option<i64>,
}

impl LatenessBody {
    pub(crate) fn of(look: &Look) -> Option<Self> {
        let Lateness { days, late_from, late_rate, late, discount, per_day, release, remedy } = look.lateness()?;
        let (remedy, remedy_from, seller_owes) = match remedy {
            Remedy::ChargeBack { from, seller_owes } => (RemedyKind::ChargeBack, from, Some(seller_owes.get())),
            Remedy::Default { from } => (RemedyKind::Default, from, None),
        };
        let (late, discount, per_day, release) = (late.get(), discount.get(), per_day.get(), release.get());
        Some(Self {
            days,
            late_from,
            late_rate: late_rate.basis_points(),
            late,
            discount,
            per_day,
            release,
            remedy,
            remedy_from,
            seller_owes,
        })
    }
}

/// What the debtor does not want to pay.
#[derive(Serialize, ToSchema)]
struct DisputedBody {
    /// No more than what is open
    amount: i64,
    reason: DisputeReasonCode,
    since: DateTime<Utc>,
    /// What the debtor itself says of it
    remark: Option<String>,
}

impl From<Dispute> for DisputedBody {
    fn from(dispute: Dispute) -> Self {
        Self { amount: dispute.amount.get(), reason: Code(dispute.reason), since: dispute.since, remark: text(dispute.remark()) }
    }
}

/// A receivable. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceivableBody {
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
    /// On the list of buyers; none in a programme
    buyer_id: Option<Uuid>,
    /// Who owes it
    debtor_name: Option<String>,
    /// In a programme: on the buyer’s list of suppliers
    supplier_id: Option<Uuid>,
    /// In a programme: the buyer’s name for its payee
    supplier_name: Option<String>,
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
    /// An operator is checking it
    being_looked_at: bool,
    disputed: Option<DisputedBody>,
    /// Sold, not ended, and past the day it is due
    overdue: bool,
    /// Of what is overdue and was paid out: what that costs, and what comes of it
    lateness: Option<LatenessBody>,
    /// What keeps it from being sold and what does not; nothing once it was sold or is at its end
    checks: Vec<CheckBody>,
    /// The present one, or the one that was accepted
    offer: Option<ReceivableOfferBody>,
    /// Why it is not priced, where everything else is as it should be
    no_offer: Option<NoOfferCode>,
    /// Once it was sold
    position: Option<PositionBody>,
    /// Once it was settled, one way or another
    settlement: Option<SettledBody>,
    entered_at: DateTime<Utc>,
    submitted_at: Option<DateTime<Utc>>,
    accepted_at: Option<DateTime<Utc>>,
    /// Once it was sold: the payout day it was priced for
    payout_on: Option<NaiveDate>,
    /// Why it was rejected
    rejection: Option<String>,
    allowed_actions: Vec<MemberActionCode>,
    /// The caller entered it, so that a colleague has to accept the offer, or approve the payable
    takes_colleague: bool,
    /// All of the seller who can accept the offer now, the first one first; empty without an offer. To the buyer of a programme: all
    /// who can approve the payable
    acceptors: Vec<NamedPersonBody>,
    /// For its supplier: it is sold at the end of the day without being accepted by hand
    sells_itself: bool,
}

pub(crate) fn line(line: Option<&Line>) -> Option<String> {
    line.map(|line| line.as_str().to_owned())
}

pub(crate) fn text(note: Option<&Note>) -> Option<String> {
    note.map(|note| note.as_str().to_owned())
}

/// As the seller calls it.
pub(crate) fn debtor_name(look: &Look) -> Option<String> {
    line(look.debtor_name())
}

impl ReceivableBody {
    pub(crate) fn new(look: &Look, me: &Membership) -> Self {
        let receivable = look.receivable();
        let parts = receivable.parts();
        let Parts { id, version, reference, origin, facts, figures, documents, status, entered, submitted, accepted, .. } = parts;
        let told = look.told();
        let checks = told.iter().filter_map(|told| match told {
            Told::Finding(finding) => Some(CheckBody::new(receivable, finding)),
            Told::BeingLookedAt => None,
        });
        // What a supplier gets is nothing to whoever pays.
        let is_sellers = me.company == parts.seller;
        let supplier = look.scene.supplier.as_ref().map(|found| found.supplier.parts());
        let (offer, no_offer) = if is_sellers { offer_of(look) } else { (None, None) };
        Self {
            id: id.0,
            number: reference.number(),
            reference: reference.as_str().to_owned(),
            status: Code(*status),
            listed_as: look.listed_otherwise().map(Code),
            version: *version,
            kind: Code(receivable.kind()),
            buyer_id: if let Origin::Seller { buyer } = origin { Some(buyer.0) } else { None },
            debtor_name: debtor_name(look),
            supplier_id: supplier.map(|supplier| supplier.id.0),
            supplier_name: supplier.map(|supplier| supplier.details.legal_name.as_str().to_owned()),
            invoice_number: facts.number.as_str().to_owned(),
            issued_on: facts.issued_on,
            due_on: facts.due_on,
            face: facts.face.amount().get(),
            currency: facts.face.currency().code(),
            order_reference: line(facts.order_reference.as_ref()),
            note: text(facts.note.as_ref()),
            documents: documents.iter().map(InvoiceDocumentBody::from).collect(),
            cash_discounts: CashDiscountBody::all(look),
            figures: FiguresBody::from(*figures),
            being_looked_at: told.contains(&Told::BeingLookedAt),
            disputed: look.dispute().filter(|dispute| dispute.end.is_none()).map(DisputedBody::from),
            overdue: receivable.is_overdue(look.today()),
            lateness: LatenessBody::of(look).filter(|_| is_sellers),
            checks: checks.collect(),
            offer,
            no_offer: no_offer.map(Code),
            position: PositionBody::of(look).filter(|_| is_sellers),
            settlement: settled(look).filter(|_| is_sellers),
            entered_at: entered.at,
            submitted_at: submitted.map(|submitted| submitted.at),
            accepted_at: accepted.map(|accepted| accepted.at),
            payout_on: accepted.map(|accepted| accepted.payout_on),
            rejection: text(parts.rejection.as_ref()),
            allowed_actions: look.members_actions(me).into_iter().map(Code).collect(),
            takes_colleague: look.takes_colleague(me),
            acceptors: if is_sellers { look.acceptors() } else { look.payable_approvers() }
                .into_iter()
                .map(NamedPersonBody::from)
                .collect(),
            sells_itself: look.receivable().parts().seller == me.company && look.sells_itself(),
        }
    }
}

pub(crate) fn parse_id(text: &str) -> Result<ReceivableId, Problem> {
    Uuid::try_parse(text).map(ReceivableId).map_err(|_| Problem::not_found())
}
