//! Letters to debtors: whether one is genuine, and what operators see of them.

use crate::{
    cash,
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
    },
    receivables::{body::parse_id, refused::not_done},
    servicing::confirmations::DebtorStatementBody,
    session::{FacilityReader, ReceivableReader},
};
use actix_web::{
    HttpResponse, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    post, web,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::papers::{
    CheckError, Checked,
    ports::{Lacking, Letter, LetterFile, Unreachable},
};
use sooner_domain::{
    kernel::{ids::DebtorId, text::Line},
    onboarding::bank_account::Iban,
    receivables::{
        confirmation::{Confirmation, Statement},
        notice::NoticeId,
    },
};
use sooner_shared::coded_body::{Code, LanguageCode, NoticeKindCode, ToldDebtorCode};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CheckCodeBody {
    /// As it is printed on the letter, with or without dashes
    code: String,
}

/// What the finance company wrote, as far as the holder of the letter can compare it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckedLetterBody {
    kind: NoticeKindCode,
    made_on: NaiveDate,
    house: Option<String>,
    debtor: String,
    claims: i64,
    /// The last four digits of each account it says to pay to
    accounts: Vec<String>,
}

impl From<&Checked> for CheckedLetterBody {
    fn from(Checked { letter, debtor, house }: &Checked) -> Self {
        let last = |iban: &Iban| iban.as_str().chars().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect();
        Self {
            kind: Code(letter.kind),
            made_on: letter.made_on,
            house: house.as_ref().map(|house| house.legal_name.as_str().to_owned()),
            debtor: debtor.as_str().to_owned(),
            claims: letter.claims,
            accounts: letter.accounts.iter().map(last).collect(),
        }
    }
}

#[utoipa::path(tag = "debtors", summary = "Check that a letter is genuine",
    description = "By the code that is printed on it. 422 `link_invalid` where the finance company wrote none with this code; after 20 of these in an hour from one address 429.",
    request_body = CheckCodeBody, responses((status = 200, body = Data<CheckedLetterBody>)))]
#[post("/letters/check")]
pub(crate) async fn check_letter(api: web::Data<Api>, from: ClientAddress, body: Json<CheckCodeBody>) -> Result<HttpResponse, Problem> {
    let checked = api.papers.check(&body.value.code, from.0).await.map_err(|error| match error {
        CheckError::Unknown => Problem::new(ErrorCode::LinkInvalid, "We wrote no letter with this code."),
        CheckError::TooMany(too_many) => too_many.into(),
        CheckError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Ok().json(Data { data: CheckedLetterBody::from(&checked) }))
}

/// A letter to a debtor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LetterBody {
    id: Uuid,
    kind: NoticeKindCode,
    debtor_id: Uuid,
    made_on: NaiveDate,
    language: LanguageCode,
    sent_to: String,
    claims: i64,
    /// 64 hexadecimal digits
    sha256: String,
    made_at: DateTime<Utc>,
}

impl From<&Letter> for LetterBody {
    fn from(Letter { id, kind, debtor, made_on, language, sent_to, claims, accounts: _, sha256, made_at }: &Letter) -> Self {
        Self {
            id: id.0,
            kind: Code(*kind),
            debtor_id: debtor.0,
            made_on: *made_on,
            language: Code(*language),
            sent_to: sent_to.as_str().to_owned(),
            claims: *claims,
            sha256: sha256.to_string(),
            made_at: *made_at,
        }
    }
}

/// A link that was mailed to a debtor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SentConfirmationBody {
    sent_to: String,
    /// None where it went with a letter
    asked_by: Option<Uuid>,
    at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl From<&Confirmation> for SentConfirmationBody {
    fn from(Confirmation { id: _, receivable: _, sent_to, asked_by, created_at, expires_at }: &Confirmation) -> Self {
        let asked_by = asked_by.map(|by| by.0);
        Self { sent_to: sent_to.as_str().to_owned(), asked_by, at: *created_at, expires_at: *expires_at }
    }
}

/// What a debtor said, and from where.
#[derive(Serialize, ToSchema)]
struct HeardStatementBody {
    #[serde(flatten)]
    said: DebtorStatementBody,
    /// Of the network it came from
    address: String,
}

impl From<&Statement> for HeardStatementBody {
    fn from(statement: &Statement) -> Self {
        Self { said: statement.into(), address: statement.from.to_string() }
    }
}

/// What a debtor was asked and sent about one invoice, and its answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CorrespondenceBody {
    /// Links, the first one first
    asked: Vec<SentConfirmationBody>,
    /// The first one first
    statements: Vec<HeardStatementBody>,
    /// None before the debtor was notified
    told: Option<ToldDebtorCode>,
    /// Newest first
    letters: Vec<LetterBody>,
}

#[utoipa::path(tag = "receivables", summary = "What the debtor was asked and said", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<CorrespondenceBody>)))]
#[get("/operator/receivables/{id}/correspondence")]
pub(crate) async fn read_correspondence(me: ReceivableReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (asked, told, letters) = api.papers.correspondence(parse_id(&id)?, &me.operator()).await.map_err(not_done)?;
    let data = CorrespondenceBody {
        asked: asked.links.iter().map(SentConfirmationBody::from).collect(),
        statements: asked.statements.iter().map(HeardStatementBody::from).collect(),
        told: told.map(Code),
        letters: letters.iter().map(LetterBody::from).collect(),
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "facilities", summary = "Letters to a debtor", description = "Up to 100, newest first.", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Vec<LetterBody>>)))]
#[get("/operator/debtors/{id}/letters")]
pub(crate) async fn list_letters(me: FacilityReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(DebtorId).map_err(|_| Problem::not_found())?;
    let letters = api.papers.letters_to(id, &me.operator()).await.map_err(cash::refused::not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: letters.iter().map(LetterBody::from).collect::<Vec<_>>() }))
}

#[utoipa::path(tag = "facilities", summary = "A letter to a debtor as a paper", description = "PDF/A, as it was made and sent.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/operator/letters/{id}/paper")]
pub(crate) async fn read_letter(_me: FacilityReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(NoticeId).map_err(|_| Problem::not_found())?;
    let file = api.papers.letter(id).await.map_err(super::file::not_made)?;
    let paper = LetterFile::attached(file);
    let name = DispositionParam::Filename(paper.name);
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    Ok(HttpResponse::Ok().content_type(paper.media_type).insert_header(disposition).body(paper.content))
}

/// Letters that no font of this instance has.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LackingBody {
    /// The company whose invoices it is about
    company_id: Uuid,
    /// None before it has one
    company_name: Option<String>,
    /// Each once; up to 40
    letters: String,
}

/// A debtor that letters cannot reach.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnreachableBody {
    debtor_id: Uuid,
    legal_name: String,
    why: ToldDebtorCode,
    /// Of how many invoices
    claims: i64,
    /// Where it is for letters that cannot be printed: which, and of whose invoices
    lacking: Option<LackingBody>,
}

impl From<&Unreachable> for UnreachableBody {
    fn from(Unreachable { debtor, legal_name, why, claims, lacking }: &Unreachable) -> Self {
        let lacking = lacking.as_ref().map(|Lacking { seller, seller_name, letters }| LackingBody {
            company_id: seller.0,
            company_name: seller_name.as_ref().map(|name| name.as_str().to_owned()),
            letters: letters.clone(),
        });
        let legal_name = Line::as_str(legal_name).to_owned();
        Self { debtor_id: debtor.0, legal_name, why: Code(*why), claims: *claims, lacking }
    }
}

#[utoipa::path(tag = "facilities", summary = "Debtors that letters could not reach",
    description = "Debtors a notice or a release could not be sent to, and why: up to 100, by name. The next end of day tries again.",
    responses((status = 200, body = Data<Vec<UnreachableBody>>)))]
#[get("/operator/letters/unreachable")]
pub(crate) async fn list_unreachable(_me: FacilityReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let unreachable = api.papers.unreachable().await?;
    Ok(HttpResponse::Ok().json(Data { data: unreachable.iter().map(UnreachableBody::from).collect::<Vec<_>>() }))
}
