//! Invoices that come as data: looked at first, then entered as they say, with the file as their document.

use crate::{
    kernel::{
        idempotency::{IdempotencyError, RequestKey, once},
        sender::Sender,
        unavailable::Unavailable,
    },
    onboarding::{Incoming, IncomingError, ports::ByteStream},
    receivables::{
        EnterCommand, ReceivableError, Receivables,
        known_parties::{known_house, known_seller},
        look::Look,
        stored_file::{StoredFile, place},
    },
};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::NaiveDate;
use futures_util::stream;
use sooner_domain::{
    kernel::{
        Invalid,
        canonical::Digest,
        ids::{CompanyId, ReceivableId},
    },
    onboarding::{document::FileName, status::OnboardingStatus},
    parties::{
        buyer::{Buyer, BuyerId},
        membership::Membership,
    },
    receivables::{
        einvoice::{InvoiceData, Known, KnownParties, NotEInvoice, PaymentInstructions, Problem, Term},
        facts::{Facts, InvoiceDocument, InvoiceDocumentId},
        fingerprint::InvoiceNumber,
    },
};

/// Why nothing is known of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadInvoiceError {
    #[error(transparent)]
    NotEInvoice(#[from] NotEInvoice),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What a file says, and whom it says to pay: that takes a while of long texts, so that it is found out where it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadInvoice {
    pub data: InvoiceData,
    pub instructions: PaymentInstructions,
}

impl From<InvoiceData> for ReadInvoice {
    fn from(data: InvoiceData) -> Self {
        Self { instructions: data.instructions(), data }
    }
}

/// What tells what e-invoices say, be they XML or PDFs that hold them.
#[async_trait]
pub trait InvoiceReader: Send + Sync {
    /// What this file of a sender says. Whether that makes sense is asked of the answer, by [`InvoiceData::problems`]. Few are read at
    /// a time, one of a company, and none on a thread that serves.
    ///
    /// # Errors
    /// Why it is not taken.
    async fn read(&self, by: Sender, content: ByteStream) -> Result<ReadInvoice, ReadInvoiceError>;
}

/// An e-invoice as it would be entered.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundInvoice {
    pub data: InvoiceData,
    pub problems: Vec<Problem>,
    /// What is odd about it and keeps it from nothing.
    pub warnings: Vec<Problem>,
    /// What would be entered; none where there are problems, or it is not known when it is due.
    pub facts: Option<Facts>,
    /// It names this company as its seller.
    pub is_sellers: bool,
    /// It says that somebody else is to be paid.
    pub is_assigned: bool,
    /// Who it is to, where the seller has it on its list.
    pub buyer: Option<BuyerId>,
    /// It was entered before, for this buyer.
    pub entered_before: bool,
}

/// Why an e-invoice is not entered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotEnteredError {
    #[error(transparent)]
    Read(#[from] ReadInvoiceError),
    #[error(transparent)]
    File(#[from] IncomingError),
    /// What is wrong with it.
    #[error("it has problems")]
    Problems(Vec<Problem>),
    /// When it is due is not said, neither by it nor beside it, or cannot be.
    #[error("due date: {0}")]
    DueDate(Invalid),
    /// It names another seller.
    #[error("another seller's")]
    OtherSeller,
    /// It says that somebody else is to be paid.
    #[error("sold to somebody else")]
    Assigned,
    /// It was entered before.
    #[error("entered before")]
    EnteredBefore,
    #[error(transparent)]
    Receivable(#[from] ReceivableError),
}

impl From<IdempotencyError> for NotEnteredError {
    fn from(error: IdempotencyError) -> Self {
        ReceivableError::from(error).into()
    }
}

impl From<Unavailable> for NotEnteredError {
    fn from(error: Unavailable) -> Self {
        ReceivableError::from(error).into()
    }
}

/// An e-invoice that a seller enters.
#[derive(Debug, Clone, PartialEq)]
pub struct EnterInvoiceCommand {
    pub by: Membership,
    /// On the seller's list; whom the invoice names, where that is known.
    pub buyer: BuyerId,
    pub name: FileName,
    pub content: Bytes,
    /// When it is due, where the invoice does not say.
    pub due_on: Option<NaiveDate>,
    pub request: Option<RequestKey>,
}

fn known_buyer(buyer: &Buyer) -> Known {
    let details = &buyer.details;
    Known {
        names: vec![details.legal_name.as_str().to_owned()],
        numbers: vec![details.registration_number.as_str().to_owned()],
        accounts: Vec::new(),
    }
}

impl Receivables {
    /// On whose behalf files of this member are read.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn sender(&self, by: &Membership) -> Result<Sender, Unavailable> {
        let application = self.applications.filed(by.company).await?.application;
        let is_approved = application.is_some_and(|application| application.status() == OnboardingStatus::Approved);
        Ok(Sender::of_company(by.user, by.company, is_approved))
    }

    /// What an e-invoice says, and whether it can be entered. Nothing is kept.
    ///
    /// # Errors
    /// Why it is not taken for one.
    pub async fn read_invoice(&self, content: Bytes, by: &Membership) -> Result<FoundInvoice, ReadInvoiceError> {
        let read = self.invoice_reader.read(self.sender(by).await?, Box::pin(stream::iter([Ok(content)]))).await?;
        Ok(self.found(read, by.company, None).await?)
    }

    async fn found(&self, read: ReadInvoice, seller: CompanyId, due_on: Option<NaiveDate>) -> Result<FoundInvoice, Unavailable> {
        let ReadInvoice { data, instructions } = read;
        let parties = self.parties_of(seller).await?;
        let buyers = self.buyers.of(seller).await?;
        let buyer = buyers.iter().find(|buyer| known_buyer(buyer).is(&data.buyer)).map(|buyer| buyer.id);
        let entered_before = match buyer {
            Some(buyer) => self.is_entered(seller, buyer, &data).await?,
            None => false,
        };
        let is_assigned = instructions.case(&parties).is_assigned();
        let is_sellers = parties.seller.is(&data.seller);
        Ok(FoundInvoice {
            problems: data.to_correct(),
            warnings: data.warnings(),
            facts: data.facts(due_on).ok(),
            is_sellers,
            is_assigned,
            buyer,
            entered_before,
            data,
        })
    }

    /// Of the same number and day: numbers may begin again each year.
    async fn is_entered(&self, seller: CompanyId, buyer: BuyerId, data: &InvoiceData) -> Result<bool, Unavailable> {
        let Some(number) = data.number.as_deref().and_then(|number| InvoiceNumber::parse(number).ok()) else { return Ok(false) };
        let entered = self.records.invoices_numbered(seller, vec![number.normalised()]).await?;
        Ok(entered.iter().any(|(of, told)| *of == buyer && Some(told.issued_on) == data.issued_on))
    }

    async fn parties_of(&self, seller: CompanyId) -> Result<KnownParties, Unavailable> {
        let application = self.applications.filed(seller).await?.application;
        let known = application.map(|application| known_seller(&application.form().company, &application.form().bank_account));
        Ok(KnownParties { seller: known.unwrap_or_default(), house: known_house(&self.house.settings().await?) })
    }

    /// Enters an e-invoice: a draft of what it says, with the file as its document, or nothing of it.
    ///
    /// # Errors
    /// Why not; see [`NotEnteredError`].
    pub async fn enter_invoice(&self, command: EnterInvoiceCommand) -> Result<Look, NotEnteredError> {
        let EnterInvoiceCommand { by, buyer, name, content, due_on, request } = command;
        let read = self.invoice_reader.read(self.sender(&by).await?, Box::pin(stream::iter([Ok(content.clone())]))).await?;
        let repeat = async |made| Ok(self.shown(ReceivableId(made), &by).await?);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let FoundInvoice { problems, is_sellers, is_assigned, .. } = self.found(read.clone(), by.company, due_on).await?;
            if !problems.is_empty() {
                return Err(NotEnteredError::Problems(problems));
            }
            let facts = read.data.facts(due_on).map_err(|wrong| {
                let of_day = wrong.into_iter().find(|(term, _)| *term == Term::DueDate);
                NotEnteredError::DueDate(of_day.map_or(Invalid::Required, |(_, invalid)| invalid))
            })?;
            if !is_sellers {
                return Err(NotEnteredError::OtherSeller);
            }
            if is_assigned {
                return Err(NotEnteredError::Assigned);
            }
            if self.is_entered(by.company, buyer, &read.data).await? {
                return Err(NotEnteredError::EnteredBefore);
            }
            let id = InvoiceDocumentId(self.identity.ids.next());
            let declared = name.file_type().ok_or(NotEInvoice::Unknown).map_err(ReadInvoiceError::from)?;
            let mut incoming = Incoming::new(self.files.create(place(id)).await?, declared);
            let sha256 = match incoming.push(content.clone()).await {
                Ok(()) => incoming.sha256(),
                Err(error) => {
                    incoming.abandon().await;
                    return Err(error.into());
                }
            };
            incoming.keep().await?;
            let uploaded_at = self.business.now().await?;
            let document = InvoiceDocument {
                id,
                name: name.clone(),
                sha256: Digest(sha256),
                uploaded_at,
                instructions: Some(read.instructions.clone()),
                stated: Some(read.data.stated()),
            };
            let file = StoredFile { document, bytes: content.len() as u64 };
            let entered = self.enter_new(EnterCommand { by, buyer, facts, request: request.clone() }, Some(file)).await;
            if !matches!(&entered, Ok(Some(_)) | Err(ReceivableError::Unavailable(Unavailable::OutcomeUnknown(_)))) {
                // What stays is swept later.
                self.files.delete(place(id)).await.ok();
            }
            // Whoever sent the same invoice a moment earlier was first.
            entered?.ok_or(NotEnteredError::EnteredBefore)
        })
        .await
    }
}
