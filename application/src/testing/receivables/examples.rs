//! Receivables to store, with everything they name stored beforehand.

use super::super::{
    contracts::{context, id, member, noon, parties},
    parties::contracts::buyer,
};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    parties::changes::Change as PartyChange,
    receivables::{changes::Change, ports::Kept},
};
use chrono::NaiveDate;
use sooner_domain::{
    house::reference_code::ReferenceCode,
    kernel::{
        canonical::Digest,
        country::CountryCode,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
        text::Line,
    },
    onboarding::document::FileName,
    parties::{buyer::BuyerId, debtor::Debtor, legal_entity::LegalEntity},
    receivables::{
        facts::{Face, Facts, Figures, InvoiceDocument, InvoiceDocumentId},
        fingerprint::{Fingerprint, InvoiceNumber},
        position::Position,
        receivable::{Acceptance, Agreement, Credited, Entered, Origin, Parts, Receivable, Submitted},
        reference::Reference,
        status::ReceivableStatus,
    },
};
use std::error::Error;

pub(in crate::testing) type Made<T> = Result<T, Box<dyn Error>>;

/// Whom receivables are between.
#[derive(Debug, Clone)]
pub(in crate::testing) struct Scene {
    pub(in crate::testing) user: UserId,
    pub(in crate::testing) seller: CompanyId,
    pub(in crate::testing) entity: LegalEntity,
    pub(in crate::testing) buyer: BuyerId,
    pub(in crate::testing) debtor: DebtorId,
    /// Who pays in a programme: a company of whom nobody knows yet who it is.
    pub(in crate::testing) other: CompanyId,
    pub(in crate::testing) facility: FacilityId,
}

/// A legal entity of its own.
pub(in crate::testing) fn entity() -> Made<LegalEntity> {
    Ok(LegalEntity::registered(CountryCode::parse("DE")?, &Line::parse(&id().simple().to_string())?))
}

pub(in crate::testing) async fn named(ports: &StorePorts, company: CompanyId, entity: &LegalEntity) -> Made<()> {
    let legal_name = Some(Line::parse("Mühle Brandt GmbH")?);
    let change = PartyChange::CompanyNamed { id: company, legal_name, legal_entity: Some(entity.clone()) };
    Ok(parties(ports, change).await?)
}

pub(in crate::testing) async fn debtor(ports: &StorePorts) -> Made<DebtorId> {
    let debtor = Debtor::new(DebtorId(id()), entity()?, Line::parse("Nordwind AG")?, noon());
    let id = debtor.id();
    parties(ports, PartyChange::DebtorAdded(debtor)).await?;
    Ok(id)
}

/// A seller with a buyer, and a company with a programme. `word` keeps the addresses of several apart.
pub(in crate::testing) async fn scene(ports: &StorePorts, word: &str) -> Made<Scene> {
    let (_, place) = member(ports, &format!("{word}.seller@example.com")).await?;
    let (_, other) = member(ports, &format!("{word}.other@example.com")).await?;
    let (seller, entity) = (place.company, entity()?);
    named(ports, seller, &entity).await?;
    let buyer = buyer(seller, "Nordwind AG");
    parties(ports, PartyChange::BuyerAdded { buyer: buyer.clone(), max: 10 }).await?;
    let (debtor, facility) = (debtor(ports).await?, FacilityId(id()));
    Ok(Scene { user: place.user, seller, entity, buyer: buyer.id, debtor, other: other.company, facility })
}

pub(in crate::testing) fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap_or_default()
}

pub(in crate::testing) fn invoice(number: &str) -> Made<Facts> {
    Ok(Facts {
        number: InvoiceNumber::parse(number)?,
        issued_on: day(2),
        due_on: day(31),
        face: Face::parse(1_000_000, Currency::parse("EUR")?)?,
        order_reference: None,
        note: None,
    })
}

pub(in crate::testing) fn document(content: u8) -> Made<InvoiceDocument> {
    let (id, name) = (InvoiceDocumentId(id()), FileName::parse("invoice.pdf")?);
    Ok(InvoiceDocument { id, name, sha256: Digest([content; 32]), uploaded_at: noon(), instructions: None, stated: None })
}

pub(in crate::testing) fn acceptance(by: Option<UserId>) -> Acceptance {
    Acceptance {
        by,
        at: noon(),
        offer: Digest([9; 32]),
        payout_on: day(5),
        due_on: day(25),
        certain: None,
        own_rate: None,
        with: ReceivableId(uuid::Uuid::from_u128(7)),
    }
}

/// Whether it was sold on its way to this status, come what may.
pub(in crate::testing) fn was_sold(status: ReceivableStatus) -> bool {
    ReceivableStatus::SOLD.contains(&status) || status == ReceivableStatus::ChargedBack
}

impl Scene {
    /// A receivable of the seller on the debtor at this status, with what it has by then at least.
    pub(in crate::testing) fn kept(&self, status: ReceivableStatus, number: &str) -> Made<Kept> {
        let (id, facts) = (id(), invoice(number)?);
        let receivable = Receivable::restore(Parts {
            id: ReceivableId(id),
            version: 0,
            reference: Reference::new(ReferenceCode::parse("K7QM")?, u64::try_from(id.as_u128())?),
            origin: Origin::Seller { buyer: self.buyer },
            seller: self.seller,
            debtor: Some(self.debtor),
            booked_with: None,
            agreement: Some(Agreement { facility: self.facility, terms_version: 3 }),
            figures: Figures::from(&facts),
            facts,
            documents: Vec::new(),
            status,
            hold: None,
            dispute: None,
            evidence: Vec::new(),
            exceptions: Vec::new(),
            entered: Entered { by: self.user, at: noon() },
            documented: Vec::new(),
            submitted: (status != ReceivableStatus::Draft).then(|| Submitted { by: self.user, at: noon(), on: day(4) }),
            accepted: was_sold(status).then(|| acceptance(Some(self.user))),
            rejection: None,
            credits: vec![Credited { on: day(3), amount: Minor::new(100) }],
        });
        let fingerprint = receivable.fingerprint(&self.entity);
        let open = if was_sold(status) { receivable.face() } else { Minor::ZERO };
        Ok(Kept { receivable, fingerprint, position: Position { open, ..Position::default() } })
    }

    pub(in crate::testing) fn fingerprint(&self, number: &str) -> Made<Fingerprint> {
        Ok(Fingerprint::of(self.debtor, &self.entity, &InvoiceNumber::parse(number)?))
    }

    /// The same of a payable in the other company's programme.
    pub(in crate::testing) fn payable(&self, status: ReceivableStatus, number: &str) -> Made<Kept> {
        let kept = self.kept(status, number)?;
        Ok(with(&kept, |parts| parts.origin = Origin::Programme { buyer: self.other }))
    }
}

/// The same with other parts.
pub(in crate::testing) fn with(kept: &Kept, change: impl FnOnce(&mut Parts)) -> Kept {
    let mut parts = kept.receivable.parts().clone();
    change(&mut parts);
    Kept { receivable: Receivable::restore(parts), ..kept.clone() }
}

/// The same one, of as much of another currency.
pub(in crate::testing) fn in_currency(kept: &Kept, code: &str) -> Made<Kept> {
    let face = Face::parse(kept.receivable.parts().facts.face.amount().get(), Currency::parse(code)?)?;
    Ok(with(kept, |parts| parts.facts.face = face))
}

/// The same one, at another status, with what it has by then.
pub(in crate::testing) fn moved(kept: &Kept, status: ReceivableStatus) -> Kept {
    with(kept, |parts| {
        parts.status = status;
        parts.accepted = parts.accepted.or_else(|| was_sold(status).then(|| acceptance(None)));
    })
}

/// As it is stored after it was changed once more.
pub(in crate::testing) fn newer(kept: &Kept) -> Kept {
    with(kept, |parts| parts.version += 1)
}

pub(in crate::testing) async fn commit(ports: &StorePorts, changes: Vec<Change>) -> Result<(), CommitError> {
    ports.receivable_changes.commit(changes, context()).await
}

pub(in crate::testing) async fn added(ports: &StorePorts, kept: &Kept) -> Result<(), CommitError> {
    commit(ports, vec![Change::ReceivableAdded(Box::new(kept.clone()))]).await
}

/// Changes it, and answers it as it is stored then.
pub(in crate::testing) async fn changed(ports: &StorePorts, kept: &Kept) -> Result<Kept, CommitError> {
    commit(ports, vec![Change::ReceivableChanged(Box::new(kept.clone()))]).await?;
    Ok(newer(kept))
}
