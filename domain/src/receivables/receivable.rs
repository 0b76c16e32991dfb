//! A receivable: the aggregate that holds the invoice, what is known of it, and where it stands.

pub use super::changes::{Blocked, Change};

use super::{
    cash_discount::{self, CashDiscount},
    conditions::DisputeEnd,
    evidence::{Dispute, Evidence, Exception, Hold, Liftable},
    facts::{Facts, Figures, InvoiceDocument, InvoiceDocumentId},
    fingerprint::{Fingerprint, InvoiceNumber},
    reference::Reference,
    status::{Action, ReceivableStatus},
};
use crate::{
    facilities::terms::FacilityKind,
    kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        interest::YearlyRate,
        minor::Minor,
        money::Currency,
        text::Note,
    },
    parties::{buyer::BuyerId, legal_entity::LegalEntity},
};
use chrono::{DateTime, NaiveDate, Utc};

/// Who brought the invoice, and so under which kind of facility it is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The seller, who names somebody on its list of buyers.
    Seller { buyer: BuyerId },
    /// The company that owes it, in its programme.
    Programme { buyer: CompanyId },
}

impl Origin {
    pub fn kind(self) -> FacilityKind {
        match self {
            Self::Seller { .. } => FacilityKind::Factoring,
            Self::Programme { .. } => FacilityKind::ReverseFactoring,
        }
    }
}

/// Under what it is offered or was sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    pub facility: FacilityId,
    /// The version of the terms. What was sold keeps it to its end.
    pub terms_version: i64,
}

/// Who wrote the facts as they stand, or changed what proves them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// Who handed it in, or in a programme promised to pay it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Submitted {
    pub by: UserId,
    pub at: DateTime<Utc>,
    /// The business date.
    pub on: NaiveDate,
}

/// A credit note before the sale: what was sold is lowered in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credited {
    /// The business date.
    pub on: NaiveDate,
    pub amount: Minor,
}

/// The sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceptance {
    /// None where a supplier's automatic early payment did it.
    pub by: Option<UserId>,
    pub at: DateTime<Utc>,
    /// The hash of the offer.
    pub offer: Digest,
    /// The payout day it was priced for.
    pub payout_on: NaiveDate,
    /// The due date it was priced for, whatever extended it since.
    pub due_on: NaiveDate,
    /// What of the face came for certain, where that was another amount.
    pub certain: Option<Minor>,
    /// The supplier's own discount rate, where it had one.
    pub own_rate: Option<YearlyRate>,
    /// The one that was sold first of those accepted at once: itself, where it was accepted alone.
    pub with: ReceivableId,
}

/// What a receivable consists of, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub id: ReceivableId,
    /// Counts changes; a writer names the one it saw.
    pub version: i64,
    /// What the debtor quotes when it pays.
    pub reference: Reference,
    pub origin: Origin,
    pub seller: CompanyId,
    /// None until an operator approved the buyer.
    pub debtor: Option<DebtorId>,
    /// The debtor on whose accounts it is booked, where that one was merged into another since it was sold.
    pub booked_with: Option<DebtorId>,
    /// None while there is no facility for it.
    pub agreement: Option<Agreement>,
    /// The invoice as it was entered.
    pub facts: Facts,
    /// What of it counts now.
    pub figures: Figures,
    pub documents: Vec<InvoiceDocument>,
    pub status: ReceivableStatus,
    pub hold: Option<Hold>,
    /// The last one.
    pub dispute: Option<Dispute>,
    pub evidence: Vec<Evidence>,
    /// Of each check at most one.
    pub exceptions: Vec<Exception>,
    pub entered: Entered,
    /// Who added a document or took one away since the facts were written: each of them entered it too.
    pub documented: Vec<Entered>,
    pub submitted: Option<Submitted>,
    pub accepted: Option<Acceptance>,
    /// Why the house rejected it.
    pub rejection: Option<Note>,
    /// The first one first.
    pub credits: Vec<Credited>,
}

/// What a debtor owes on one invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receivable {
    pub(super) parts: Parts,
}

/// What a new one begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: ReceivableId,
    /// What its debtor quotes; no other one has it.
    pub reference: Reference,
    pub origin: Origin,
    pub seller: CompanyId,
    pub debtor: Option<DebtorId>,
    pub facts: Facts,
}

impl Receivable {
    pub fn restore(parts: Parts) -> Self {
        Self { parts }
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    pub fn id(&self) -> ReceivableId {
        self.parts.id
    }

    pub fn status(&self) -> ReceivableStatus {
        self.parts.status
    }

    pub fn kind(&self) -> FacilityKind {
        self.parts.origin.kind()
    }

    pub fn number(&self) -> &InvoiceNumber {
        &self.parts.facts.number
    }

    pub fn currency(&self) -> Currency {
        self.parts.facts.face.currency()
    }

    /// What is owed by what is known now, before anything is paid.
    pub fn face(&self) -> Minor {
        self.parts.figures.face
    }

    /// When it is due by what is known now.
    pub fn due_on(&self) -> NaiveDate {
        self.parts.figures.due_on
    }

    pub fn is_held(&self) -> bool {
        self.parts.hold.is_some()
    }

    /// The dispute that lasts: over what may still be paid.
    pub fn dispute(&self) -> Option<&Dispute> {
        let is_over = !ReceivableStatus::DISPUTABLE.contains(&self.status());
        self.parts.dispute.as_ref().filter(|dispute| dispute.end.is_none() && !is_over)
    }

    /// The last dispute as it is now. While it lasts, no more is disputed than is `open`: neither paid nor deducted.
    pub fn last_dispute(&self, open: Minor) -> Option<Dispute> {
        let last = self.parts.dispute.clone()?;
        Some(match self.dispute() {
            Some(lasting) => Dispute { amount: lasting.amount.min(open), ..last },
            None => Dispute { end: last.end.or(Some(DisputeEnd::Closed)), ..last },
        })
    }

    /// Whether it was sold, not ended, and is past the day it is due.
    pub fn is_overdue(&self, today: NaiveDate) -> bool {
        matches!(self.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded) && today > self.due_on()
    }

    /// Whether all that is owed was confirmed, since this moment if one is given.
    pub fn is_verified(&self, since: Option<DateTime<Utc>>) -> bool {
        let counts = |evidence: &&Evidence| since.is_none_or(|since| evidence.at >= since) && evidence.amount >= self.face();
        self.parts.evidence.iter().any(|evidence| counts(&evidence))
    }

    /// What no two receivables that were sold have in common, beside the series of an exception; none while the debtor is not
    /// known. `seller` is the legal entity of its seller.
    pub fn fingerprint(&self, seller: &LegalEntity) -> Option<Fingerprint> {
        self.parts.debtor.map(|debtor| Fingerprint::of(debtor, seller, self.number()))
    }

    /// On whose accounts it is booked: those of the debtor it was sold with, whatever that one was merged into since.
    pub fn account_holder(&self) -> Option<DebtorId> {
        self.parts.booked_with.or(self.parts.debtor)
    }

    /// Its debtor was merged into another one.
    pub fn follow_debtor(&mut self, into: DebtorId) {
        if self.parts.accepted.is_some() {
            self.parts.booked_with = self.account_holder();
        }
        self.parts.debtor = Some(into);
    }

    /// Why a check does not block it.
    pub fn exception(&self, check: Liftable) -> Option<&Exception> {
        self.parts.exceptions.iter().find(|exception| exception.check == check)
    }

    /// What tells it apart among those of its fingerprint that were sold.
    pub fn series(&self) -> i64 {
        self.exception(Liftable::DuplicateExact).map_or(0, |exception| exception.series)
    }

    /// The invoices that its own data says it corrects, by number, each with what it would have been sold by; none while the debtor
    /// is not known. `seller` is the legal entity of its seller.
    pub fn corrected(&self, seller: &LegalEntity) -> Vec<(InvoiceNumber, Fingerprint)> {
        let Some(debtor) = self.parts.debtor else { return Vec::new() };
        let instructions = self.parts.documents.iter().filter_map(|document| document.instructions.as_ref());
        let numbers = instructions.flat_map(|instructions| &instructions.preceding).filter_map(|number| InvoiceNumber::parse(number).ok());
        numbers.map(|number| (number.clone(), Fingerprint::of(debtor, seller, &number))).collect()
    }

    /// What its debtor may take off for paying early, as its own data says it; each once.
    pub fn cash_discounts(&self) -> Vec<CashDiscount> {
        let stated = self.parts.documents.iter().filter_map(|document| document.stated.as_ref());
        cash_discount::each_once(stated.flat_map(|stated| &stated.discounts))
    }

    /// One of its files.
    ///
    /// # Errors
    /// `NoSuchDocument`.
    pub fn document(&self, id: InvoiceDocumentId) -> Result<&InvoiceDocument, Blocked> {
        self.parts.documents.iter().find(|document| document.id == id).ok_or(Blocked::NoSuchDocument)
    }

    /// Goes where the action leads.
    pub(super) fn go(&mut self, action: Action) -> Result<Change, Blocked> {
        let from = self.parts.status;
        self.parts.status = from.after(action).ok_or(Blocked::NotNow(from))?;
        Ok(Change::Moved { action, from })
    }

    /// Ends an offer that stands; what is not offered stays as it is.
    pub(super) fn take_back(&mut self) -> Option<Change> {
        self.go(Action::TakeBack).ok()
    }
}
