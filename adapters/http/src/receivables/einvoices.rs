//! Invoices that come as data.

use super::{
    body::{CashDiscountBody, ReceivableBody},
    refused::not_done,
};
use crate::{
    kernel::{
        api::Api,
        body::Data,
        error::Problem,
        idempotency::Key,
        query::Query,
        upload::{FileUploadBody, MOST_BYTES, file_refused, form_of, letters_refused, only_file, too_large, whole, whole_file},
    },
    onboarding::documents::{named, refused_content},
    session::InvoiceEnterer,
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sooner_application::{
    onboarding::IncomingError,
    receivables::einvoices::{EnterInvoiceCommand, FoundInvoice, NotEnteredError, ReadInvoiceError},
};
use sooner_domain::{
    kernel::Invalid,
    parties::buyer::BuyerId,
    receivables::einvoice::{InvoiceParty, NotEInvoice, Problem as InvoiceProblem, ProblemCode},
};
use sooner_shared::{
    coded_body::{Code, InvoiceProblemCodeCode, InvoiceTermCode},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What is wrong with an invoice, by EN 16931. Amounts are in minor units of its currency.
#[derive(Serialize, ToSchema)]
struct InvoiceProblemBody {
    code: InvoiceProblemCodeCode,
    /// Of what: a business term
    term: InvoiceTermCode,
    /// What it says there, where that is an amount
    stated: Option<i64>,
    /// What it would have to say, where that is an amount
    expected: Option<i64>,
    /// The text there, where that is no amount
    text: Option<String>,
}

impl From<&InvoiceProblem> for InvoiceProblemBody {
    fn from(InvoiceProblem { code, term, stated, expected, text }: &InvoiceProblem) -> Self {
        let (stated, expected) = (stated.map(|amount| amount.get()), expected.map(|amount| amount.get()));
        Self { code: Code(*code), term: Code(*term), stated, expected, text: text.clone() }
    }
}

/// The buyer as an invoice names it, from which a buyer on the list can be made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InvoicedBody {
    name: Option<String>,
    registration_number: Option<String>,
    vat_id: Option<String>,
    /// ISO 3166-1 alpha-2, as written there
    country: Option<String>,
    contact_name: Option<String>,
    contact_email: Option<String>,
}

impl From<&InvoiceParty> for InvoicedBody {
    fn from(party: &InvoiceParty) -> Self {
        Self {
            name: party.name.clone(),
            registration_number: party.registration.as_ref().map(|number| number.value.clone()),
            vat_id: party.vat_id.clone(),
            country: party.address.country.clone(),
            contact_name: party.contact.name.clone(),
            contact_email: party.contact.email.clone(),
        }
    }
}

/// An e-invoice as it would be entered
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundInvoiceBody {
    number: Option<String>,
    issued_on: Option<NaiveDate>,
    /// None: it has to be given when the invoice is entered
    due_on: Option<NaiveDate>,
    /// What is to be paid, in minor units
    face: Option<i64>,
    /// ISO 4217
    currency: Option<&'static str>,
    seller_name: Option<String>,
    buyer: InvoicedBody,
    /// On the company’s list; none where it is not there
    buyer_id: Option<Uuid>,
    problems: Vec<InvoiceProblemBody>,
    /// What is odd about it and keeps it from nothing
    warnings: Vec<InvoiceProblemBody>,
    /// What its buyer may take off for paying early
    cash_discounts: Vec<CashDiscountBody>,
    /// It names this company as its seller
    is_sellers: bool,
    /// It says that another party is to be paid: it seems to be sold
    is_assigned: bool,
    /// It was entered before, for this buyer
    entered_before: bool,
}

impl From<FoundInvoice> for FoundInvoiceBody {
    fn from(FoundInvoice { data, problems, warnings, facts: _, is_sellers, is_assigned, buyer, entered_before }: FoundInvoice) -> Self {
        let face = data.totals.due.unwrap_or_default();
        Self {
            cash_discounts: data.cash_discounts().iter().map(|discount| CashDiscountBody::of(discount, face)).collect(),
            warnings: warnings.iter().map(InvoiceProblemBody::from).collect(),
            issued_on: data.issued_on,
            due_on: data.due_on,
            face: data.totals.due.map(|due| due.get()),
            currency: data.currency.map(|currency| currency.code()),
            seller_name: data.seller.name,
            buyer: InvoicedBody::from(&data.buyer),
            number: data.number,
            buyer_id: buyer.map(|buyer| buyer.0),
            problems: problems.iter().map(InvoiceProblemBody::from).collect(),
            is_sellers,
            is_assigned,
            entered_before,
        }
    }
}

fn not_read(error: ReadInvoiceError) -> Problem {
    let invalid = match error {
        ReadInvoiceError::Unavailable(unavailable) => return unavailable.into(),
        ReadInvoiceError::NotEInvoice(NotEInvoice::TooLarge) => return too_large(),
        ReadInvoiceError::NotEInvoice(NotEInvoice::Unknown) => Invalid::EInvoiceUnknown,
        ReadInvoiceError::NotEInvoice(NotEInvoice::TooMuch | NotEInvoice::TooLargeUnpacked) => Invalid::EInvoiceTooLong,
        ReadInvoiceError::NotEInvoice(NotEInvoice::Malformed(line)) => {
            Invalid::XmlMalformed { line: i64::try_from(line).unwrap_or(i64::MAX) }
        }
        ReadInvoiceError::NotEInvoice(NotEInvoice::Letters(charset)) => return letters_refused(Invalid::LettersUnknown, &charset),
        ReadInvoiceError::NotEInvoice(NotEInvoice::WrongLetters { line, charset }) => {
            return letters_refused(Invalid::LettersWrong { line: i64::try_from(line).unwrap_or(i64::MAX) }, &charset);
        }
        ReadInvoiceError::NotEInvoice(NotEInvoice::NoneInPdf) => Invalid::EInvoiceNotInPdf,
        ReadInvoiceError::NotEInvoice(NotEInvoice::DamagedPdf) => Invalid::FileDamaged,
        ReadInvoiceError::NotEInvoice(NotEInvoice::EncryptedPdf) => Invalid::PdfLocked,
    };
    file_refused(invalid)
}

fn not_entered(error: NotEnteredError) -> Problem {
    match error {
        NotEnteredError::Read(error) => not_read(error),
        NotEnteredError::File(IncomingError::TooLarge) => too_large(),
        NotEnteredError::File(IncomingError::Refused(reason)) => refused_content(reason),
        NotEnteredError::File(IncomingError::Unavailable(unavailable)) => unavailable.into(),
        NotEnteredError::DueDate(invalid) => Problem::field("dueOn", invalid),
        NotEnteredError::Problems(problems) if problems.iter().all(|problem| problem.code == ProblemCode::DueTooEarly) => {
            file_refused(Invalid::EInvoiceDueTooEarly)
        }
        NotEnteredError::Problems(_) => file_refused(Invalid::EInvoiceWrong),
        NotEnteredError::OtherSeller => file_refused(Invalid::EInvoiceOthers),
        NotEnteredError::Assigned => file_refused(Invalid::EInvoiceAssigned),
        NotEnteredError::EnteredBefore => file_refused(Invalid::EInvoiceEntered),
        NotEnteredError::Receivable(error) => not_done(error),
    }
}

#[utoipa::path(tag = "receivables", summary = "Read an e-invoice",
    description = "By EN 16931, as UBL or CII (XRechnung, Peppol BIS), also in a PDF (Factur-X, ZUGFeRD); of ZUGFeRD 1.0 number, days, parties and what is to be paid, at most 10 MiB. Nothing is kept: it says what would be entered, for which buyer on the list, and what is wrong.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<FoundInvoiceBody>)))]
#[post("/semi-private/e-invoices/read")]
pub(crate) async fn read_e_invoice(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let sender = api.receivables.sender(&me.membership).await?;
    let file = whole_file(&request, payload, MOST_BYTES, (&api.host.files, sender)).await?;
    let found = api.receivables.read_invoice(file.content.clone(), &me.membership).await.map_err(not_read)?;
    Ok(HttpResponse::Ok().json(Data { data: FoundInvoiceBody::from(found) }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EnterQuery {
    buyer_id: Option<String>,
    due_on: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Enter an e-invoice",
    description = "As a draft of what the file says, with the file as its document; or nothing of it. Refused are invoices that contradict themselves, name another seller, say that another party is to be paid, or were entered before.",
    params(("Idempotency-Key" = String, Header), ("buyerId" = Uuid, Query, description = "On the company’s list"),
        ("dueOn" = Option<NaiveDate>, Query, description = "Where the invoice does not say when it is due")),
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ReceivableBody>)))]
#[post("/semi-private/e-invoices")]
pub(crate) async fn enter_e_invoice(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    query: Query<EnterQuery>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let mut form = form_of(&request, payload)?;
    let Query(EnterQuery { buyer_id, due_on }) = query;
    let mut fields = Fields::default();
    let buyer = buyer_id.as_deref().map_or(Err(Invalid::Required), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed));
    let buyer = fields.take("buyerId", buyer);
    let due_on = fields.optional("dueOn", due_on.as_deref(), parse_date);
    let buyer = fields.finish(buyer).map(BuyerId).map_err(Problem::invalid)?;
    let field = only_file(&mut form).await?;
    let (name, _) = named(&field)?;
    let sender = api.receivables.sender(&me.membership).await?;
    let file = whole(field, MOST_BYTES, (&api.host.files, sender)).await?;
    let told = Sha256::new_with_prefix(name.as_str()).chain_update(buyer.0).chain_update(due_on.map_or(String::new(), |on| on.to_string()));
    let request = key.required(me.user.id(), told.chain_update(Sha256::digest(&file.content)).finalize().into())?;
    let command = EnterInvoiceCommand { by: me.membership, buyer, name, content: file.content.clone(), due_on, request };
    let look = api.receivables.enter_invoice(command).await.map_err(not_entered)?;
    Ok(HttpResponse::Created().json(Data { data: ReceivableBody::new(&look, &me.membership) }))
}
