//! Documents.

use super::form::{blocked, not_changed};
use crate::{
    kernel::{
        api::Api,
        body::Data,
        error::Problem,
        idempotency::Key,
        upload::{FILE, MOST_BYTES, broken, file_refused, form_of, too_large},
    },
    session::{Editor, SignedIn},
};
use actix_multipart::Field;
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder, delete, get,
    http::header::{self, ContentDisposition, DispositionParam, DispositionType, ExtendedValue},
    post, web,
};
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sooner_application::onboarding::{AttachError, NewDocument, Upload};
use sooner_domain::{
    kernel::{Invalid, coded::Coded},
    onboarding::{
        document::{Document, DocumentId, DocumentKind, FileName, FileType},
        inspection::{MAX_MEGAPIXELS, Refused},
    },
};
use sooner_shared::coded_body::{Code, DocumentKindCode, FileTypeCode, VerdictCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// The longest kind has 25.
const MAX_KIND_BYTES: usize = 100;
/// Whatever is sent, none is refused for its size that a document may have.
const _: () = assert!(MOST_BYTES == Document::MAX_BYTES);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentBody {
    id: Uuid,
    kind: DocumentKindCode,
    name: String,
    /// In bytes
    size: u64,
    content_type: FileTypeCode,
    uploaded_at: DateTime<Utc>,
    verdict: VerdictCode,
    /// Why, where the reviewer said so
    verdict_reason: Option<String>,
    /// When another one replaced it; such a document is history, and is not counted
    replaced_at: Option<DateTime<Utc>>,
}

impl From<&Document> for DocumentBody {
    fn from(document: &Document) -> Self {
        Self {
            id: document.id.0,
            kind: Code(document.kind),
            name: document.name.as_str().to_owned(),
            size: document.size_bytes,
            content_type: Code(document.file_type),
            uploaded_at: document.uploaded_at,
            verdict: Code(document.verdict),
            verdict_reason: document.verdict_reason.as_ref().map(|reason| reason.as_str().to_owned()),
            replaced_at: document.replaced_at,
        }
    }
}

/// The form as it is sent: the kind first, then the file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart body in the contract")]
struct UploadBody {
    kind: DocumentKindCode,
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

fn refused(error: AttachError) -> Problem {
    match error {
        AttachError::TooLarge => too_large(),
        AttachError::Refused(reason) => refused_content(reason),
        AttachError::Blocked(reason) => blocked(reason),
        AttachError::Idempotency(error) => error.into(),
        AttachError::Unavailable(unavailable) => unavailable.into(),
    }
}

pub(crate) fn refused_content(reason: Refused) -> Problem {
    match reason {
        Refused::Empty => file_refused(Invalid::FileEmpty),
        Refused::WrongType => file_refused(Invalid::FileTypeMismatch),
        Refused::Damaged => file_refused(Invalid::FileDamaged),
        Refused::TooManyPixels => Problem::field(FILE, Invalid::ImageTooLarge { max: MAX_MEGAPIXELS as i64 }),
    }
}

/// What a file is called, and what its sender says it is.
pub(crate) fn named(field: &Field) -> Result<(FileName, FileType), Problem> {
    let name = field.content_disposition().and_then(|disposition| disposition.get_filename()).unwrap_or_default();
    let name = FileName::parse(name).map_err(file_refused)?;
    // What browsers call XML.
    let code = |mime: &'_ str| if mime == "text/xml" { FileType::Xml.code().to_owned() } else { mime.to_owned() };
    let declared = field.content_type().and_then(|mime| FileType::from_code(&code(mime.essence_str())));
    Ok((name, declared.ok_or_else(|| file_refused(Invalid::FileTypeUnsupported))?))
}

/// A file to be kept, under its name.
pub(crate) fn download(name: &FileName, file_type: FileType) -> HttpResponseBuilder {
    let name = ExtendedValue { charset: header::Charset::Ext("UTF-8".to_owned()), language_tag: None, value: name.as_str().into() };
    let disposition =
        ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![DispositionParam::FilenameExt(name)] };
    let mut answer = HttpResponse::Ok();
    answer
        .content_type(file_type.code())
        .insert_header(disposition)
        // Whatever is in it, it runs nothing and reaches nothing.
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'"))
        // All of it or nothing: there are no parts to ask for.
        .insert_header((header::ACCEPT_RANGES, "none"));
    answer
}

async fn read_kind(field: &mut Field) -> Result<DocumentKind, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.try_next().await.map_err(|error| broken(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_KIND_BYTES {
            break;
        }
    }
    let kind = std::str::from_utf8(&bytes).ok().and_then(DocumentKind::from_code);
    kind.ok_or_else(|| Problem::field("kind", Invalid::DocumentKindUnknown))
}

/// Passes the file on piece by piece; what fails is cleared away before it is answered.
async fn stream(mut field: Field, mut upload: Upload) -> Result<Upload, Problem> {
    let result = async {
        while let Some(chunk) = field.try_next().await.map_err(|error| broken(&error))? {
            upload.push(chunk).await.map_err(refused)?;
        }
        Ok(())
    };
    match result.await {
        Ok(()) => Ok(upload),
        Err(problem) => {
            upload.abandon().await;
            Err(problem)
        }
    }
}

#[utoipa::path(tag = "documents", summary = "Upload a document", description = "PDF, PNG or JPEG, at most 10 MiB; what it is is judged by its content.", request_body(content = UploadBody, content_type = "multipart/form-data"),
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, the document is added once")),
    responses((status = 201, body = Data<DocumentBody>)))]
#[post("/semi-private/documents")]
pub(crate) async fn upload_document(
    me: Editor,
    api: web::Data<Api>,
    key: Key,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let mut parts = form_of(&request, payload)?;
    let mut kind = None;
    // The kind, then the file: more parts than that are not looked at.
    while let Some(mut field) = parts.try_next().await.map_err(|error| broken(&error))? {
        match (field.name().unwrap_or_default(), kind) {
            ("kind", None) => kind = Some(read_kind(&mut field).await?),
            (FILE, Some(kind)) => {
                let (name, declared) = named(&field)?;
                let new = NewDocument { kind, name, declared };
                let description = Sha256::new().chain_update(kind.code()).chain_update(new.name.as_str()).finalize().into();
                let request = key.request(me.user.id(), description)?;
                let upload = api.onboarding.begin_upload(me.membership, new, request.as_ref()).await.map_err(refused)?;
                let upload = stream(field, upload).await?;
                let document = upload.finish(request).await.map_err(refused)?;
                return Ok(HttpResponse::Created().json(Data { data: DocumentBody::from(&document) }));
            }
            (FILE, None) => return Err(Problem::field("kind", Invalid::KindAfterFile)),
            (other, _) => return Err(Problem::field(other, Invalid::FieldUnknown)),
        }
    }
    Err(Problem::field(FILE, Invalid::FileMissing))
}

#[utoipa::path(tag = "documents", summary = "A document's content", params(("id" = Uuid, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg")))))]
#[get("/semi-private/documents/{id}")]
pub(crate) async fn download_document(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let (document, content) = api.onboarding.open_document(&me, id).await?.ok_or_else(Problem::not_found)?;
    let stream = content.map_err(|error| std::io::Error::other(error.to_string()));
    Ok(download(&document.name, document.file_type).no_chunking(document.size_bytes).streaming(stream))
}

#[utoipa::path(tag = "documents", summary = "Take a document away", description = "Possible until it is handed in.",
    params(("id" = Uuid, Path)), responses((status = 204)))]
#[delete("/semi-private/documents/{id}")]
pub(crate) async fn remove_document(me: Editor, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    api.onboarding.remove_document(me.membership, parse_id(&id)?).await.map_err(not_changed)?;
    Ok(HttpResponse::NoContent().finish())
}

fn parse_id(text: &str) -> Result<DocumentId, Problem> {
    Uuid::try_parse(text).map(DocumentId).map_err(|_| Problem::not_found())
}
