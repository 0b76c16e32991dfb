//! Entering an invoice, and changing what was entered while it is a draft.

use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    receivables::{
        ReceivableError, Receivables,
        changes::{Change, ENTERED_ONCE},
        look::Look,
        ports::{InvoiceKey, Kept},
        stands,
        stored_file::{StoredFile, named},
        trail,
    },
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
    },
    parties::{buyer::BuyerId, membership::Membership},
    receivables::{
        facts::Facts,
        position::Position,
        receivable::{Entry, Origin, Receivable},
        reference::Reference,
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

fn not_kept(error: CommitError) -> ReceivableError {
    match error {
        CommitError::Stale => ReceivableError::UnknownBuyer,
        error => error.unexpected().into(),
    }
}

impl Receivables {
    /// Enters an invoice: a draft, with what the checks find of it.
    ///
    /// # Errors
    /// `UnknownBuyer`; `Facts` that contradict each other; `Blocked` for whoever's role is another one.
    pub async fn enter(&self, command: EnterCommand) -> Result<Look, ReceivableError> {
        let repeat = async |made| self.shown(ReceivableId(made), &command.by).await;
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let (look, context) = self.draft(command.clone(), None).await?;
            self.keep(look, vec![stands(&command.by)], context).await.map_err(not_kept)
        })
        .await
    }

    /// The same with the files it has from the start, unless an invoice of its number and day stands for its buyer: then there is none.
    /// Whoever calls this has asked whether it was done before.
    pub(crate) async fn enter_new(&self, command: EnterCommand, file: Option<StoredFile>) -> Result<Option<Look>, ReceivableError> {
        let by = command.by;
        let invoice = InvoiceKey::of(command.buyer, &command.facts);
        let (look, context) = self.draft(command, file).await?;
        let is_new = Change::InvoiceIsNew { seller: by.company, invoice };
        match self.keep(look, vec![stands(&by), is_new], context).await {
            Ok(look) => Ok(Some(look)),
            Err(CommitError::Taken(ENTERED_ONCE)) => Ok(None),
            Err(error) => Err(not_kept(error)),
        }
    }

    /// What the debtor of the next receivable quotes.
    pub(crate) async fn next_reference(&self) -> Result<Reference, Unavailable> {
        let (number, code) = self.records.next_number().await?;
        let code = match code {
            Some(code) => code,
            None => self.house.reference_code(self.identity.ids.as_ref()).await?,
        };
        Ok(Reference::new(code, number))
    }

    /// A draft as it stands, not stored yet.
    async fn draft(&self, command: EnterCommand, file: Option<StoredFile>) -> Result<(Look, WriteContext), ReceivableError> {
        let EnterCommand { by, buyer, facts, request } = command;
        facts.check().map_err(|wrong| ReceivableError::Facts(vec![wrong]))?;
        let (reference, now) = (self.next_reference().await?, self.business.now().await?);
        let id = ReceivableId(self.identity.ids.next());
        let entry = Entry { id, reference, origin: Origin::Seller { buyer }, seller: by.company, debtor: None, facts };
        let mut receivable = Receivable::enter(entry, &by, now)?;
        let file_bytes = file.as_ref().map_or(0, |file| file.bytes);
        if let Some(file) = file {
            receivable.attach(file.document, &by)?;
        }
        let scene = self.scene(receivable.clone()).await?;
        if scene.buyer.is_none() {
            return Err(ReceivableError::UnknownBuyer);
        }
        let kept = Kept { receivable, fingerprint: None, position: Position::default() };
        let look = Look::at(kept, scene, self.house.time_zone, now);
        let at = self.identity.clock.now();
        let parts = look.receivable().parts();
        let said: Vec<_> = parts.facts.answers().into_iter().chain(parts.documents.iter().flat_map(named)).collect();
        let entry = trail::entry(&look, AuditAction::ReceivableEntered, Actor::User(by.user), at).new_values(said);
        let context = WriteContext::of(entry).with_file(file_bytes).under(request.as_ref().map(|request| request.made(id.0, at)));
        Ok((look, context))
    }

    async fn keep(&self, mut look: Look, mut changes: Vec<Change>, context: WriteContext) -> Result<Look, CommitError> {
        changes.push(Change::ReceivableAdded(Box::new(look.kept.clone())));
        self.commit.commit(changes, context).await?;
        look.changes.clear();
        Ok(look)
    }

    /// Replaces what a draft says.
    ///
    /// # Errors
    /// `Blocked` once it was handed in; `Facts` that contradict each other.
    pub(crate) async fn save(&self, mut kept: Kept, facts: Facts, by: &Membership) -> Result<Look, ReceivableError> {
        facts.check().map_err(|wrong| ReceivableError::Facts(vec![wrong]))?;
        let change = kept.receivable.save(facts, by, self.business.now().await?)?;
        let mut look = self.look(kept).await?;
        look.changes.insert(0, change);
        let entry = trail::entry(&look, AuditAction::ReceivableChanged, Actor::User(by.user), self.identity.clock.now());
        self.write(look, vec![stands(by)], WriteContext::of(entry)).await
    }

    /// A receivable of somebody's company at the version they saw.
    pub(crate) async fn seen(&self, id: ReceivableId, by: &Membership, version: i64) -> Result<Look, ReceivableError> {
        let kept = self.kept_at(id, by, version).await?;
        Ok(self.look(kept).await?)
    }

    pub(crate) async fn kept_at(&self, id: ReceivableId, by: &Membership, version: i64) -> Result<Kept, ReceivableError> {
        let kept = self.kept(id, by).await?;
        if kept.receivable.parts().version == version { Ok(kept) } else { Err(ReceivableError::Stale) }
    }
}
