//! A receivable from its entry to its end.

mod ends;
mod entering;
mod house;

use super::{
    actions::{Ground, MemberAction, OperatorAction},
    book::LossCause,
    checks::{CheckCode, Finding, Outcome, Verdict},
    conditions::{DisputeEnd, Unmet},
    evidence::{Dispute, DisputeReason, Evidence, Exception, Hold, Liftable},
    examples::*,
    facts::{Facts, Figures, InvoiceDocument},
    receivable::{Agreement, Blocked, Change, Entry, Origin, Receivable},
    reference::Reference,
    sale::Acceptor,
    status::{Action, ReceivableStatus as S},
    stops::{PayeeAccount, Surroundings},
};
use crate::{
    facilities::{
        examples::{factoring, programme},
        terms::{FacilityKind, Parts as TermsParts, Terms},
    },
    identity::operator::{OperatorRight, OperatorRole},
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        text::Note,
    },
    onboarding::{examples::operator, status::OnboardingStatus},
    parties::{
        buyer::BuyerId,
        debtor::DebtorState,
        membership::{MemberRight, MemberRole, Membership},
        operator::Operator,
    },
};
use proptest::prelude::*;
use std::fmt::Write;
use uuid::Uuid;

fn owner(number: u128) -> Membership {
    member(number, SELLER, MemberRole::Owner)
}

fn buyers(number: u128) -> Membership {
    member(number, BUYER, MemberRole::Owner)
}

fn minor(amount: i64) -> Minor {
    Minor::new(amount)
}

fn block() -> Finding {
    let verdict = Verdict { outcome: Outcome::Block, figures: Vec::new(), cure: None, since: None };
    Finding { code: CheckCode::DebtorState, verdict }
}

fn dispute(amount: i64) -> Dispute {
    Dispute { amount: minor(amount), reason: DisputeReason::Defective, since: at(5), by: None, note: None, end: None }
}

fn ground(terms: &Terms, today: &str) -> Ground {
    Ground { terms: *terms, today: day(today), open: minor(1_000_000), short_below: None }
}

fn terms(parts: TermsParts) -> Terms {
    Terms::parse(parts).unwrap()
}

fn entry(origin: Origin) -> Entry {
    Entry {
        id: ReceivableId(Uuid::from_u128(1)),
        reference: Reference::new(house_code(), 7),
        origin,
        seller: SELLER,
        debtor: None,
        facts: facts(),
    }
}

fn sellers() -> Origin {
    Origin::Seller { buyer: BuyerId(Uuid::from_u128(50)) }
}
