//! Adding a document.

use super::{
    ChangeError, Onboarding,
    incoming::{Incoming, IncomingError},
};
use crate::kernel::{
    idempotency::{Earlier, IdempotencyError, RequestKey, once},
    unavailable::Unavailable,
};
use bytes::Bytes;
use sooner_domain::{
    onboarding::{
        actions::ApplicantAction,
        application::{Application, Blocked},
        document::{Document, DocumentId, DocumentKind, FileName, FileType, Verdict},
        inspection::Refused,
    },
    parties::membership::Membership,
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    #[error("the file is larger than 10 MiB")]
    TooLarge,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
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

impl From<ChangeError> for AttachError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Blocked(blocked) => Self::Blocked(blocked),
            // Nobody says which version a document is for.
            ChangeError::Stale => Self::Unavailable(Unavailable::Busy("application")),
            ChangeError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

/// What is said of a file before its bytes come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDocument {
    pub kind: DocumentKind,
    pub name: FileName,
    /// The type its sender declares; it must be the one of the name and the one found.
    pub declared: FileType,
}

/// A document on its way in.
pub struct Upload {
    onboarding: Onboarding,
    by: Membership,
    id: DocumentId,
    new: NewDocument,
    incoming: Incoming,
}

impl Onboarding {
    /// Begins an upload, if the application would take the document now.
    ///
    /// # Errors
    /// `Blocked` when the kind is closed or the application is full, `Refused` when name and declared type differ, or show nobody anything.
    pub async fn begin_upload(&self, by: Membership, new: NewDocument, request: Option<&RequestKey>) -> Result<Upload, AttachError> {
        if new.name.file_type() != Some(new.declared) || !new.declared.is_shown() {
            return Err(Refused::WrongType.into());
        }
        let filed = self.applications.filed(by.company).await?;
        // What was done under this key is answered as it was, though there may be no room for another: its end tells.
        ApplicantAction::AttachDocuments.is_open_to(&by)?;
        if let Err(blocked) = self.open(&filed, &by).has_room_for(new.kind)
            && !self.is_known(request).await?
        {
            return Err(blocked.into());
        }
        let id = DocumentId(self.ids.next());
        let file = self.files.create(id).await?;
        let incoming = Incoming::new(file, new.declared);
        Ok(Upload { onboarding: self.clone(), by, id, new, incoming })
    }

    /// Whether something was done under this key before.
    async fn is_known(&self, request: Option<&RequestKey>) -> Result<bool, Unavailable> {
        match request {
            Some(request) => Ok(self.idempotency.earlier(request).await? != Earlier::Nothing),
            None => Ok(false),
        }
    }
}

impl Upload {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// `TooLarge` past 10 MiB. After an error the upload is to be abandoned.
    pub async fn push(&mut self, chunk: Bytes) -> Result<(), AttachError> {
        Ok(self.incoming.push(chunk).await?)
    }

    /// Judges what came, keeps the file and adds the document to the application, in this order: an answer means both
    /// are stored, and a crash between leaves a file nobody sees.
    ///
    /// # Errors
    /// `Refused` when the content is not what it claims, `Blocked` when the application was closed meanwhile.
    pub async fn finish(self, request: Option<RequestKey>) -> Result<Document, AttachError> {
        let Self { onboarding, by, id, new, incoming } = self;
        let (sha256, size_bytes) = (incoming.sha256(), incoming.size_bytes());
        // The content is part of the request, but known only now.
        let request = request.map(|request| request.and(&sha256));
        let keys = onboarding.idempotency.clone();
        let repeat = async |made| onboarding.attached_before(DocumentId(made)).await;
        let mut incoming = Some(incoming);
        let document = once(keys.as_ref(), request.as_ref(), repeat, async || {
            if let Some(incoming) = incoming.take() {
                incoming.keep().await?;
            }
            let uploaded_at = onboarding.clock.now();
            let NewDocument { kind, name, declared: file_type } = new;
            let (verdict, verdict_reason, replaced_at) = (Verdict::Pending, None, None);
            let document = Document { id, kind, name, file_type, size_bytes, sha256, uploaded_at, verdict, verdict_reason, replaced_at };
            let attach = |application: &mut Application| application.attach(document.clone(), uploaded_at);
            match onboarding.change(&by, ApplicantAction::AttachDocuments, request.as_ref(), attach).await {
                Ok(_) => Ok(document),
                // The document may be stored: its file must not go.
                Err(error @ ChangeError::Unavailable(Unavailable::OutcomeUnknown(_))) => Err(error.into()),
                Err(error) => {
                    // What stays is swept later.
                    onboarding.files.delete(id).await.ok();
                    Err(error.into())
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

impl Onboarding {
    async fn attached_before(&self, id: DocumentId) -> Result<Document, AttachError> {
        let found = self.applications.document(id).await?;
        found.map(|(_, document)| document).ok_or(AttachError::Blocked(Blocked::NoSuchDocument))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::IdempotencyKey,
        testing::{PDF, World, a_user},
    };
    use sha2::{Digest, Sha256};

    fn bank_statement() -> NewDocument {
        NewDocument { kind: DocumentKind::BankStatement, name: FileName::parse("june.pdf").unwrap(), declared: FileType::Pdf }
    }

    async fn upload(world: &World, me: Membership, chunks: &[&[u8]], request: Option<RequestKey>) -> Result<Document, AttachError> {
        let mut upload = world.onboarding().begin_upload(me, bank_statement(), request.as_ref()).await?;
        for chunk in chunks {
            if let Err(error) = upload.push(Bytes::copy_from_slice(chunk)).await {
                upload.abandon().await;
                return Err(error);
            }
        }
        let answer = upload.finish(request).await;
        assert_eq!(world.files.under_way(), 0);
        answer
    }

    #[tokio::test]
    async fn a_document_is_stored_byte_for_byte() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let pieces: Vec<&[u8]> = PDF.chunks(3).collect();
        let document = upload(&world, me, &pieces, None).await?;
        assert_eq!(document.size_bytes, PDF.len() as u64);
        assert_eq!(document.sha256, <[u8; 32]>::from(Sha256::digest(PDF)));
        assert_eq!(world.files.content(document.id), Some(PDF.to_vec()));
        assert_eq!(world.onboarding().view(me).await?.application.documents(), [document]);
        Ok(())
    }

    #[tokio::test]
    async fn what_is_refused_leaves_nothing_behind() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        assert_eq!(upload(&world, me, &[b"<html>"], None).await, Err(Refused::WrongType.into()));
        assert_eq!(upload(&world, me, &[], None).await, Err(Refused::Empty.into()));
        let mega = vec![b' '; 1024 * 1024];
        let much: Vec<&[u8]> = std::iter::once(PDF).chain(std::iter::repeat_n(mega.as_slice(), 10)).collect();
        assert_eq!(upload(&world, me, &much, None).await, Err(AttachError::TooLarge));
        assert_eq!(world.files.count(), 0);
        assert!(world.onboarding().view(me).await?.application.documents().is_empty());
        Ok(())
    }

    #[tokio::test]
    async fn name_and_declared_type_must_agree() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let data = NewDocument { name: FileName::parse("june.xml")?, declared: FileType::Xml, ..bank_statement() };
        assert_eq!(world.onboarding().begin_upload(me, data, None).await.err(), Some(Refused::WrongType.into()), "nobody can look at it");
        let lying = NewDocument { declared: FileType::Png, ..bank_statement() };
        assert_eq!(world.onboarding().begin_upload(me, lying, None).await.err(), Some(Refused::WrongType.into()));
        Ok(())
    }

    #[tokio::test]
    async fn a_repeated_upload_is_one_document() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let once = RequestKey { user: me.user, key: IdempotencyKey::parse("one")?, fingerprint: [1; 32] };
        let first = upload(&world, me, &[PDF], Some(once.clone())).await?;
        assert_eq!(upload(&world, me, &[PDF], Some(once.clone())).await, Ok(first));
        assert_eq!(
            upload(&world, me, &[b"%PDF-1.4\nother\n%%EOF"], Some(once)).await,
            Err(AttachError::Idempotency(IdempotencyError::OtherContent))
        );
        assert_eq!(world.files.count(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn the_last_one_there_is_room_for_can_be_repeated_and_no_other_begun() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let key = |key: &str| {
            Ok::<_, sooner_domain::kernel::Invalid>(RequestKey { user: me.user, key: IdempotencyKey::parse(key)?, fingerprint: [1; 32] })
        };
        for _ in 1..Document::MAX_PER_APPLICATION {
            upload(&world, me, &[PDF], None).await?;
        }
        let last = upload(&world, me, &[PDF], Some(key("last")?)).await?;
        assert_eq!(upload(&world, me, &[PDF], Some(key("last")?)).await, Ok(last));
        let begun = world.onboarding().begin_upload(me, bank_statement(), Some(&key("another")?)).await.err();
        assert_eq!(begun, Some(AttachError::Blocked(Blocked::TooManyDocuments)));
        Ok(())
    }

    #[tokio::test]
    async fn files_uploaded_at_once_all_arrive() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let uploads = (0..6).map(|_| upload(&world, me, &[PDF], None));
        let all = futures_util::future::join_all(uploads).await;
        assert!(all.iter().all(Result::is_ok));
        assert_eq!(world.onboarding().view(me).await?.application.documents().len(), 6);
        Ok(())
    }
}
