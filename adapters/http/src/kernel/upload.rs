//! Files as they are sent: a multipart form with one.

use super::{
    body::is_plain,
    error::{ErrorCode, Problem},
};
use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::{HttpMessage, HttpRequest, http::header, web};
use bytes::Bytes;
use futures_util::TryStreamExt;
use sha2::{Digest as _, Sha256};
use sooner_application::kernel::{sender::Sender, unavailable::Unavailable};
use sooner_domain::kernel::{Invalid, charset::Charset};
use sooner_shared::file_gate::{FileGate, Room};
use std::fmt::Display;
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
};
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

/// What a problem names the encoding that a file says it has.
pub(crate) const CHARSET: &str = "charset";

/// Why the letters of a file are not read, in the encoding it says.
pub(crate) fn letters_refused(why: Invalid, charset: &Charset) -> Problem {
    file_refused(why).with(CHARSET, charset.as_str())
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

/// A file that was sent whole, in memory.
pub(crate) struct WholeFile {
    pub(crate) content: Bytes,
    /// Of the content, and nothing of the form around it.
    pub(crate) sha256: [u8; 32],
    _room: Room,
}

/// The whole of a file that is the only one of its form, and has at most so many bytes.
pub(crate) async fn whole_file(
    request: &HttpRequest,
    payload: web::Payload,
    most: u64,
    gate: (&FileGate, Sender),
) -> Result<WholeFile, Problem> {
    let mut form = form_of_at_most(request, payload, most)?;
    whole(only_file(&mut form).await?, most, gate).await
}

/// All of a file that has at most so many bytes. Until it is whole it lies on the disk, however slowly it comes; then it waits for room
/// in memory.
pub(crate) async fn whole(mut field: Field, most: u64, (gate, by): (&FileGate, Sender)) -> Result<WholeFile, Problem> {
    let mut file = File::from_std(web::block(tempfile::tempfile).await.map_err(not_written)?.map_err(not_written)?);
    let (mut length, mut sha256) = (0, Sha256::new());
    while let Some(chunk) = field.try_next().await.map_err(|error| broken(&error))? {
        length += chunk.len() as u64;
        if length > most {
            return Err(larger_than(most));
        }
        sha256.update(&chunk);
        file.write_all(&chunk).await.map_err(not_written)?;
    }
    // What could not be written is said here, and nowhere later.
    file.flush().await.map_err(not_written)?;
    let room = gate.room(by, length).await?;
    let mut content = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.rewind().await.map_err(not_written)?;
    file.read_to_end(&mut content).await.map_err(not_written)?;
    Ok(WholeFile { content: content.into(), sha256: sha256.finalize().into(), _room: room })
}

fn not_written(error: impl Display) -> Problem {
    Unavailable::Failed(format!("an upload could not be kept: {error}")).into()
}

fn form_of_at_most(request: &HttpRequest, payload: web::Payload, most: u64) -> Result<Multipart, Problem> {
    is_plain(request)?;
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > most + ENVELOPE_BYTES) {
        return Err(larger_than(most));
    }
    if !request.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Err(Problem::new(ErrorCode::UnsupportedMediaType, "Send a multipart form."));
    }
    Ok(Multipart::new(request.headers(), payload))
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
