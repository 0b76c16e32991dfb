//! Receivables with and without everything they can have.

use super::{
    super::contracts::{id, noon},
    examples::{Made, Scene, acceptance, day, document, was_sold, with},
};
use crate::receivables::ports::Kept;
use chrono::TimeDelta;
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::UserId,
        minor::Minor,
        text::{Line, Note},
    },
    receivables::{
        conditions::DisputeEnd,
        evidence::{Dispute, DisputeReason, Evidence, EvidenceKind, Exception, Hold, Liftable},
        facts::InvoiceDocumentId,
        position::Position,
        receivable::{Origin, Submitted},
        status::ReceivableStatus,
    },
};

/// Tells what is there and what is not: the same from run to run.
pub(super) struct Coin(u64);

impl Coin {
    pub(super) fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// A number of Marsaglia's xorshift.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn heads(&mut self) -> bool {
        self.next().is_multiple_of(2)
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        self.heads().then_some(value)
    }

    fn one_of<T: Coded>(&mut self) -> Made<T> {
        let place = usize::try_from(self.next() % T::ALL.len() as u64)?;
        T::ALL.get(place).copied().ok_or_else(|| "an empty set".into())
    }
}

fn note() -> Made<Note> {
    Ok(Note::parse("\"Ünïcødé\"\nand \\ more")?)
}

fn evidence(coin: &mut Coin, by: UserId) -> Made<Evidence> {
    Ok(Evidence {
        kind: coin.one_of::<EvidenceKind>()?,
        by: coin.maybe(by),
        at: noon() + TimeDelta::microseconds(1),
        amount: Minor::new(900_000),
        due_on: coin.maybe(day(30)),
        note: coin.maybe(note()?),
        file: coin.maybe(InvoiceDocumentId(id())),
    })
}

fn dispute(coin: &mut Coin, by: UserId) -> Made<Dispute> {
    let (reason, end) = (coin.one_of::<DisputeReason>()?, coin.one_of::<DisputeEnd>()?);
    Ok(Dispute { amount: Minor::new(5), reason, since: noon(), by: coin.maybe(by), note: coin.maybe(note()?), end: coin.maybe(end) })
}

/// A receivable at this status that has what it has to, and of the rest what the coin says.
pub(super) fn sample(scene: &Scene, status: ReceivableStatus, coin: &mut Coin) -> Made<Kept> {
    let by = scene.user;
    let number = format!("RE {}", id().simple());
    let kept = scene.kept(status, &number)?;
    let (note, files, proof, dispute) =
        (note()?, [document(1)?, document(2)?], [evidence(coin, by)?, evidence(coin, by)?], dispute(coin, by)?);
    let exceptions = [(Liftable::DuplicateExact, 7), (Liftable::PaymentMeans, 0)];
    let exceptions = exceptions.map(|(check, series)| Exception { check, series, by, at: noon(), note: note.clone() });
    let is_sold = ReceivableStatus::SOLD.contains(&status);
    let order = Line::parse("PO 7")?;
    let sampled = with(&kept, |parts| {
        if coin.heads() {
            parts.origin = Origin::Programme { buyer: scene.other };
        }
        if !is_sold && coin.heads() {
            parts.debtor = None;
        }
        parts.agreement = parts.agreement.filter(|_| was_sold(status) || coin.heads());
        parts.facts.order_reference = coin.maybe(order);
        parts.facts.note = coin.maybe(note.clone());
        parts.figures.face = Minor::new(900_000);
        parts.figures.due_on = coin.maybe(day(30)).unwrap_or(parts.figures.due_on);
        parts.documents = files.into_iter().filter(|_| coin.heads()).collect();
        let hold = Hold { by, since: noon(), note: coin.maybe(note.clone()) };
        parts.hold = coin.maybe(hold);
        parts.dispute = coin.maybe(dispute);
        parts.evidence = proof.into_iter().filter(|_| coin.heads()).collect();
        parts.exceptions = exceptions.into_iter().filter(|_| coin.heads()).collect();
        parts.submitted = match status {
            ReceivableStatus::Draft => None,
            ReceivableStatus::Withdrawn => coin.maybe(Submitted { by, at: noon(), on: day(4) }),
            _ => parts.submitted,
        };
        parts.accepted = parts.accepted.map(|_| acceptance(coin.maybe(by)));
        parts.rejection = coin.maybe(note);
    });
    let fingerprint = sampled.receivable.fingerprint(&scene.entity);
    let position = Position { open: Minor::new(3), out: Minor::new(2), diluted: Minor::new(1), with_seller: Minor::ZERO };
    Ok(Kept { fingerprint, position, ..sampled })
}
