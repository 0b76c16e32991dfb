//! Entering an invoice, and changing what was entered while it is a draft.

use super::{Financing, ReceivableError, changes::Change, documents::named, look::Look, ports::Kept, stands, trail};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    idempotency::{RequestKey, once},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
    },
    parties::{buyer::BuyerId, membership::Membership},
    receivables::{
        facts::{Facts, InvoiceDocument},
        position::Position,
        receivable::{Entry, Origin, Receivable},
    },
};

/// An invoice that a seller enters.
#[derive(Debug, Clone, PartialEq)]
pub struct EnterCommand {
    pub by: Membership,
    /// On the seller's list.
    pub buyer: BuyerId,
    pub facts: Facts,
    pub request: Option<RequestKey>,
}

/// What a draft says from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct SaveCommand {
    pub by: Membership,
    /// The version they saw.
    pub version: i64,
    pub facts: Facts,
}

impl Financing {
    /// Enters an invoice: a draft, with what the checks find of it.
    ///
    /// # Errors
    /// `UnknownBuyer`; `Blocked` for whoever's role is another one.
    pub async fn enter(&self, command: EnterCommand) -> Result<Look, ReceivableError> {
        let repeat = async |made| self.shown(ReceivableId(made), &command.by).await;
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || self.enter_with(command.clone(), Vec::new()).await).await
    }

    /// The same with the files it has from the start; whoever calls this has asked whether it was done before.
    pub(super) async fn enter_with(&self, command: EnterCommand, documents: Vec<InvoiceDocument>) -> Result<Look, ReceivableError> {
        let EnterCommand { by, buyer, facts, request } = command;
        let (number, now) = (self.records.next_number().await?, self.business.now().await?);
        let id = ReceivableId(self.identity.ids.next());
        let entry = Entry { id, number, origin: Origin::Seller { buyer }, seller: by.company, debtor: None, facts };
        let mut receivable = Receivable::enter(entry, &by, now)?;
        for document in documents {
            receivable.attach(document, &by)?;
        }
        let scene = self.scene(receivable.clone()).await?;
        if scene.buyer.is_none() {
            return Err(ReceivableError::UnknownBuyer);
        }
        let kept = Kept { receivable, fingerprint: None, position: Position::default() };
        let mut look = Look::at(kept, scene, self.house.time_zone, now);
        let at = self.identity.clock.now();
        let parts = look.receivable().parts();
        let said: Vec<_> = parts.facts.answers().into_iter().chain(parts.documents.iter().flat_map(named)).collect();
        let entry = trail::entry(&look, AuditAction::ReceivableEntered, Actor::User(by.user), at).new_values(said);
        let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, at)));
        let added = Change::ReceivableAdded(Box::new(look.kept.clone()));
        match self.commit.commit(vec![stands(&by), added], context).await {
            Ok(()) => {
                look.changes.clear();
                Ok(look)
            }
            Err(CommitError::Stale) => Err(ReceivableError::UnknownBuyer),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Replaces what a draft says. What it is compared with, and the facility it falls under, go by what it says then.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked` once it was handed in; `NotPromisable` of a payable.
    pub async fn save(&self, id: ReceivableId, command: SaveCommand) -> Result<Look, ReceivableError> {
        let SaveCommand { by, version, facts } = command;
        let mut kept = self.kept_at(id, &by, version).await?;
        self.check_payable(&kept.receivable, &facts, &by).await?;
        let change = kept.receivable.save(facts, &by, self.business.now().await?)?;
        let mut look = self.look(kept).await?;
        look.changes.insert(0, change);
        let entry = trail::entry(&look, AuditAction::ReceivableChanged, Actor::User(by.user), self.identity.clock.now());
        self.write(look, vec![stands(&by)], WriteContext::of(entry)).await
    }

    /// A receivable of somebody's company at the version they saw.
    pub(super) async fn seen(&self, id: ReceivableId, by: &Membership, version: i64) -> Result<Look, ReceivableError> {
        let kept = self.kept_at(id, by, version).await?;
        Ok(self.look(kept).await?)
    }

    async fn kept_at(&self, id: ReceivableId, by: &Membership, version: i64) -> Result<Kept, ReceivableError> {
        let kept = self.kept(id, by).await?;
        if kept.receivable.parts().version == version { Ok(kept) } else { Err(ReceivableError::Stale) }
    }
}
