//! Receivables, and people who deal with them, for the tests of this module.

use super::{
    evidence::{Evidence, EvidenceKind},
    facts::{Face, Facts, Figures, InvoiceDocument, InvoiceDocumentId},
    fingerprint::InvoiceNumber,
    receivable::{Acceptance, Agreement, Entered, Origin, Parts, Receivable, Submitted},
    reference::Reference,
    status::ReceivableStatus,
};
use crate::{
    house::reference_code::ReferenceCode,
    kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    onboarding::document::FileName,
    parties::{
        approvers::Approvers,
        buyer::BuyerId,
        membership::{MemberRole, Membership},
    },
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use uuid::Uuid;

pub(crate) const SELLER: CompanyId = CompanyId(Uuid::from_u128(10));
pub(crate) const BUYER: CompanyId = CompanyId(Uuid::from_u128(20));

pub(crate) fn house_code() -> ReferenceCode {
    ReferenceCode::parse("K7QM").unwrap()
}

pub(crate) fn approvers(people: &[u128]) -> Approvers {
    Approvers { people: people.iter().copied().map(user).collect(), alone_from: None }
}

pub(crate) fn user(number: u128) -> UserId {
    UserId(Uuid::from_u128(number))
}

pub(crate) fn member(number: u128, company: CompanyId, role: MemberRole) -> Membership {
    Membership { user: user(number), company, role, since: at(0) }
}

/// So many hours after 4 January 2027 began.
pub(crate) fn at(hours: i64) -> DateTime<Utc> {
    day("2027-01-04").and_time(chrono::NaiveTime::MIN).and_utc() + TimeDelta::hours(hours)
}

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn agreement() -> Agreement {
    Agreement { facility: FacilityId(Uuid::from_u128(30)), terms_version: 1 }
}

pub(crate) fn acceptance() -> Acceptance {
    Acceptance {
        by: None,
        at: at(9),
        offer: Digest([9; 32]),
        payout_on: day("2027-01-04"),
        due_on: day("2027-02-18"),
        certain: None,
        own_rate: None,
        with: ReceivableId(Uuid::from_u128(1)),
    }
}

pub(crate) fn document(number: u8) -> InvoiceDocument {
    InvoiceDocument {
        instructions: None,
        stated: None,
        id: InvoiceDocumentId(Uuid::from_u128(number.into())),
        name: FileName::parse("invoice.pdf").unwrap(),
        sha256: Digest([number; 32]),
        uploaded_at: at(1),
    }
}

/// An invoice over 10,000 euro of 2 January, due on 18 February 2027.
pub(crate) fn facts() -> Facts {
    Facts {
        number: InvoiceNumber::parse("RE-2027-001").unwrap(),
        issued_on: day("2027-01-02"),
        due_on: day("2027-02-18"),
        face: Face::parse(1_000_000, Currency::parse("EUR").unwrap()).unwrap(),
        order_reference: None,
        note: None,
    }
}

pub(crate) fn evidence(amount: i64, hours: i64) -> Evidence {
    Evidence {
        kind: EvidenceKind::Call,
        by: Some(user(90)),
        at: at(hours),
        amount: Minor::new(amount),
        due_on: None,
        note: None,
        file: None,
    }
}

/// A receivable at this status, entered by member 1, with everything it has by then. `Origin::Seller` is in factoring.
pub(crate) fn at_status(status: ReceivableStatus, origin: Origin) -> Receivable {
    use ReceivableStatus as S;
    let was_sold = matches!(status, S::Accepted | S::Funded | S::Settled | S::ChargedBack | S::WrittenOff);
    Receivable::restore(Parts {
        id: ReceivableId(Uuid::from_u128(1)),
        version: 1,
        reference: Reference::new(house_code(), 1),
        origin,
        seller: SELLER,
        debtor: Some(DebtorId(Uuid::from_u128(40))),
        booked_with: None,
        agreement: (status != S::Draft).then(agreement),
        figures: Figures::from(&facts()),
        facts: facts(),
        documents: vec![document(1)],
        status,
        hold: None,
        dispute: None,
        evidence: Vec::new(),
        exceptions: Vec::new(),
        entered: Entered { by: user(1), at: at(0) },
        documented: Vec::new(),
        submitted: (status != S::Draft).then(|| Submitted { by: user(1), at: at(2), on: day("2027-01-04") }),
        accepted: was_sold.then(acceptance),
        rejection: None,
        credits: Vec::new(),
    })
}

pub(crate) fn factored(status: ReceivableStatus) -> Receivable {
    at_status(status, Origin::Seller { buyer: BuyerId(Uuid::from_u128(50)) })
}

pub(crate) fn payable(status: ReceivableStatus) -> Receivable {
    at_status(status, Origin::Programme { buyer: BUYER })
}
