//! The files of a receivable: the invoice, and what belongs to it.

use crate::receivables::stored_file::{StoredFile, named, place};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        unavailable::Unavailable,
    },
    onboarding::{Incoming, IncomingError, ports::ByteStream},
    parties::Member,
    receivables::{
        ReceivableError, Receivables, SeenCommand,
        changes::Change,
        einvoices::{ReadInvoice, ReadInvoiceError},
        look::Look,
        ports::Kept,
        stands, trail,
    },
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        ids::ReceivableId,
    },
    onboarding::{
        document::{FileName, FileType},
        inspection::Refused,
    },
    parties::{approvers::Approvers, membership::Membership},
    receivables::{
        actions::MemberAction,
        facts::{InvoiceDocument, InvoiceDocumentId},
        receivable::Blocked,
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    #[error("there is no such receivable")]
    NotFound,
    #[error("the file is larger than 10 MiB")]
    TooLarge,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Blocked(Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<Blocked> for AttachError {
    fn from(blocked: Blocked) -> Self {
        if blocked == Blocked::NotTheirs { Self::NotFound } else { Self::Blocked(blocked) }
    }
}

impl From<IncomingError> for AttachError {
    fn from(error: IncomingError) -> Self {
        match error {
            IncomingError::TooLarge => Self::TooLarge,
            IncomingError::Refused(refused) => Self::Refused(refused),
            IncomingError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

impl From<ReceivableError> for AttachError {
    fn from(error: ReceivableError) -> Self {
        match error {
            ReceivableError::Blocked(blocked) => blocked.into(),
            ReceivableError::Idempotency(error) => error.into(),
            ReceivableError::Unavailable(unavailable) => unavailable.into(),
            ReceivableError::Stale => Unavailable::Conflicted("receivable").into(),
            // Reading one meets none of the others.
            _ => Self::NotFound,
        }
    }
}

/// What is said of a file before its bytes come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvoiceDocument {
    pub name: FileName,
    /// The type its sender declares; it must be the one of the name and the one found.
    pub declared: FileType,
}

/// A file on its way in.
pub struct Upload {
    receivables: Receivables,
    to: ReceivableId,
    by: Membership,
    id: InvoiceDocumentId,
    name: FileName,
    incoming: Incoming,
}

impl Receivables {
    /// Begins an upload, if the receivable would take the file now.
    ///
    /// # Errors
    /// `NotFound`, `Blocked`, `Refused` when name and declared type differ.
    pub async fn begin_upload(&self, to: ReceivableId, by: Membership, new: NewInvoiceDocument) -> Result<Upload, AttachError> {
        if new.name.file_type() != Some(new.declared) {
            return Err(Refused::WrongType.into());
        }
        // Whether there is room is asked at the end, when it is known whether this was done before.
        self.kept(to, &by).await?.receivable.member_may(MemberAction::AttachDocuments, &by, &Approvers::default())?;
        let id = InvoiceDocumentId(self.identity.ids.next());
        let file = self.files.create(place(id)).await?;
        Ok(Upload { receivables: self.clone(), to, by, id, name: new.name, incoming: Incoming::new(file, new.declared) })
    }

    /// Adds it to what the receivable is by then: files that come at once do not hinder each other.
    async fn attach(
        &self,
        to: ReceivableId,
        file: &StoredFile,
        by: &Membership,
        request: Option<&RequestKey>,
    ) -> Result<(), ReceivableError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut kept = self.kept(to, by).await?;
            let document = &file.document;
            kept.receivable.attach(document.clone(), by)?;
            let at = self.identity.clock.now();
            let entry = told(&kept, AuditAction::ReceivableDocumentAdded, by, at).new_values(named(document));
            let context = WriteContext::of(entry).with_file(file.bytes).under(request.map(|request| request.made(document.id.0, at)));
            match self.commit.commit(vec![stands(by), Change::ReceivableChanged(Box::new(kept))], context).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("receivable").into())
    }

    /// What a kept file says, where it is an e-invoice: data always is one, a PDF may be.
    async fn e_invoice(&self, id: InvoiceDocumentId, name: &FileName, by: &Membership) -> Result<Option<ReadInvoice>, AttachError> {
        let file_type = name.file_type();
        if !matches!(file_type, Some(FileType::Xml | FileType::Pdf)) {
            return Ok(None);
        }
        match self.invoice_reader.read(self.sender(by).await?, self.files.read(place(id)).await?).await {
            Ok(read) => Ok(Some(read)),
            Err(ReadInvoiceError::NotEInvoice(_)) if file_type == Some(FileType::Pdf) => Ok(None),
            Err(ReadInvoiceError::NotEInvoice(_)) => Err(Refused::WrongType.into()),
            Err(ReadInvoiceError::Unavailable(unavailable)) => Err(unavailable.into()),
        }
    }

    /// A file and its content, for members of the company and operators; none for anybody else, as if it did not exist.
    ///
    /// # Errors
    /// When the store or the files are unavailable.
    pub async fn open_document(
        &self,
        me: &Member,
        of: ReceivableId,
        id: InvoiceDocumentId,
    ) -> Result<Option<(InvoiceDocument, ByteStream)>, Unavailable> {
        let may_look =
            |kept: &Kept| kept.receivable.is_seen_by(me.membership.company) || kept.receivable.operator_may_look(&me.operator()).is_ok();
        let kept = self.records.by_id(of).await?.filter(may_look);
        match kept.and_then(|kept| kept.receivable.document(id).cloned().ok()) {
            Some(document) => Ok(Some((document, self.files.read(place(id)).await?))),
            None => Ok(None),
        }
    }

    /// Takes a file of a draft away, first from the draft, then from the disk.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`.
    pub async fn remove_document(&self, of: ReceivableId, id: InvoiceDocumentId, command: SeenCommand) -> Result<Look, ReceivableError> {
        let SeenCommand { by, version, request: _ } = command;
        let (mut look, now) = (self.seen(of, &by, version).await?, self.business.now().await?);
        look.change(|receivable| receivable.detach(id, &by, now).map(|change| vec![change]))?;
        let entry = trail::entry(&look, AuditAction::ReceivableDocumentRemoved, Actor::User(by.user), self.identity.clock.now());
        let look = self.write(look, vec![stands(&by)], WriteContext::of(entry)).await?;
        // It is taken away, also where its file stays: that is swept later.
        self.files.delete(place(id)).await.ok();
        Ok(look)
    }
}

fn told(kept: &Kept, action: AuditAction, by: &Membership, at: DateTime<Utc>) -> Entry {
    let receivable = &kept.receivable;
    let about = Subjects { debtor: receivable.parts().debtor, ..Subjects::of_company(by.company, receivable.id().0) };
    Entry::new(at, Actor::User(by.user), action, about)
}

impl Upload {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// `TooLarge` past 10 MiB. After an error the upload is to be abandoned.
    pub async fn push(&mut self, chunk: Bytes) -> Result<(), AttachError> {
        Ok(self.incoming.push(chunk).await?)
    }

    /// Judges what came, keeps the file and adds it to the receivable, in this order: an answer means both are stored, and a
    /// crash between leaves a file nobody sees.
    ///
    /// # Errors
    /// `Refused` when the content is not what it claims, `Blocked` when the receivable takes no file any more.
    pub async fn finish(self, request: Option<RequestKey>) -> Result<InvoiceDocument, AttachError> {
        let Self { receivables, to, by, id, name, incoming } = self;
        let (sha256, bytes) = (incoming.sha256(), incoming.size_bytes());
        // The content is part of the request, but known only now.
        let request = request.map(|request| request.and(&sha256));
        let repeat = async |made| {
            let kept = receivables.kept(to, &by).await?;
            Ok(kept.receivable.document(InvoiceDocumentId(made))?.clone())
        };
        let mut incoming = Some(incoming);
        let document = once(receivables.idempotency.as_ref(), request.as_ref(), repeat, async || {
            if let Some(incoming) = incoming.take() {
                incoming.keep().await?;
            }
            let read = match receivables.e_invoice(id, &name, &by).await {
                Ok(read) => read,
                Err(error) => {
                    receivables.files.delete(place(id)).await.ok();
                    return Err(error);
                }
            };
            let uploaded_at = receivables.business.now().await?;
            let (stated, instructions) = read.map(|read| (read.data.stated(), read.instructions)).unzip();
            let document = InvoiceDocument { id, name, sha256: Digest(sha256), uploaded_at, instructions, stated };
            let file = StoredFile { document, bytes };
            match receivables.attach(to, &file, &by, request.as_ref()).await {
                Ok(()) => Ok(file.document),
                // It may be stored: its file must not go.
                Err(error @ ReceivableError::Unavailable(Unavailable::OutcomeUnknown(_))) => Err(error.into()),
                Err(error) => {
                    // What stays is swept later.
                    receivables.files.delete(place(id)).await.ok();
                    Err(AttachError::from(error))
                }
            }
        })
        .await;
        if let Some(incoming) = incoming {
            incoming.abandon().await;
        }
        document
    }

    /// Gives the upload up.
    pub async fn abandon(self) {
        self.incoming.abandon().await;
    }
}
