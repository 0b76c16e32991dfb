//! Files as they are sent: a multipart form with one.

use super::{
    body::is_plain,
    error::{ErrorCode, Problem},
};
use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::{HttpMessage, HttpRequest, http::header, web};
use futures_util::TryStreamExt;
use sooner_domain::kernel::Invalid;
use utoipa::ToSchema;

/// No file is larger.
pub(crate) const MOST_BYTES: u64 = 10 * 1024 * 1024;
/// What a request carries besides the file: boundaries, headers, the kind.
const ENVELOPE_BYTES: u64 = 64 * 1024;
/// The field the file is sent in.
pub(crate) const FILE: &str = "file";

/// The form as it is sent.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart body in the contract")]
pub(crate) struct FileUploadBody {
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

pub(crate) fn file_refused(invalid: Invalid) -> Problem {
    Problem::in_field(ErrorCode::FileRefused, FILE, invalid)
}

pub(crate) fn too_large() -> Problem {
    larger_than(MOST_BYTES)
}

fn larger_than(most: u64) -> Problem {
    Problem::new(ErrorCode::FileTooLarge, format!("The file is too large. The maximum is {} MB.", most / (1024 * 1024)))
}

pub(crate) fn broken(error: &MultipartError) -> Problem {
    tracing::info!(%error, "an upload broke off");
    Problem::malformed("The upload cannot be read. Send a multipart form with the fields named in the contract, in their order.")
}

/// The form of an upload, if the request can be one.
pub(crate) fn form_of(request: &HttpRequest, payload: web::Payload) -> Result<Multipart, Problem> {
    form_of_at_most(request, payload, MOST_BYTES)
}

/// The whole of a file that is the only one of its form, and has at most so many bytes.
pub(crate) async fn whole_file(request: &HttpRequest, payload: web::Payload, most: u64) -> Result<Vec<u8>, Problem> {
    let mut form = form_of_at_most(request, payload, most)?;
    let expected = declared_length(request).unwrap_or_default().min(most);
    collected(only_file(&mut form).await?, (expected, most)).await
}

/// All of a file that has at most so many bytes.
pub(crate) async fn whole(field: Field, most: u64) -> Result<Vec<u8>, Problem> {
    collected(field, (0, most)).await
}

/// All of a file, for which there is room at once: one that grows is copied, and needs twice its memory.
async fn collected(mut field: Field, (expected, most): (u64, u64)) -> Result<Vec<u8>, Problem> {
    let mut file = Vec::with_capacity(usize::try_from(expected).unwrap_or_default());
    while let Some(chunk) = field.try_next().await.map_err(|error| broken(&error))? {
        file.extend_from_slice(&chunk);
        if file.len() as u64 > most {
            return Err(larger_than(most));
        }
    }
    Ok(file)
}

fn form_of_at_most(request: &HttpRequest, payload: web::Payload, most: u64) -> Result<Multipart, Problem> {
    is_plain(request)?;
    if declared_length(request).is_some_and(|length| length > most + ENVELOPE_BYTES) {
        return Err(larger_than(most));
    }
    if !request.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Err(Problem::new(ErrorCode::UnsupportedMediaType, "Send a multipart form."));
    }
    Ok(Multipart::new(request.headers(), payload))
}

fn declared_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok())
}

/// The file of a form that has nothing before it.
pub(crate) async fn only_file(form: &mut Multipart) -> Result<Field, Problem> {
    let Some(field) = form.try_next().await.map_err(|error| broken(&error))? else {
        return Err(Problem::field(FILE, Invalid::FileMissing));
    };
    match field.name() {
        Some(FILE) => Ok(field),
        other => Err(Problem::field(other.unwrap_or_default(), Invalid::FieldUnknown)),
    }
}
