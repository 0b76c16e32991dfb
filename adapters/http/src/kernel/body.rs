//! JSON bodies, in and out.

use super::{
    admission::Admission,
    error::{ErrorCode, Problem},
};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use futures_util::{StreamExt, future::LocalBoxFuture};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// The largest form with fifty people has about twenty kilobytes.
const MAX_BYTES: usize = 64 * KIB;
const KIB: usize = 1024;

/// A hundred suggestions of twenty invoices each have less.
pub(crate) const MANY_BYTES: usize = 512 * KIB;

/// An answer's envelope.
#[derive(Serialize, ToSchema)]
pub struct Data<T> {
    pub data: T,
}

/// A JSON body as it should be, with the hash of its bytes. `MOST`: the largest, in bytes.
pub struct Json<T, const MOST: usize = MAX_BYTES> {
    pub value: T,
    pub content: [u8; 32],
}

/// Whether the body comes as it is: nothing is unpacked here, so nothing can unfold.
///
/// # Errors
/// When it is encoded.
pub(crate) fn is_plain(request: &HttpRequest) -> Result<(), Problem> {
    let mut encodings = request.headers().get_all(header::CONTENT_ENCODING);
    if encodings.all(|encoding| encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")) {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::UnsupportedMediaType, "Send the body as it is, without a Content-Encoding."))
}

/// Whether the body says that it is JSON, which is UTF-8 and nothing else.
fn is_json(request: &HttpRequest) -> bool {
    let Ok(Some(said)) = request.mime_type() else { return false };
    let is_utf_8 = |charset: &str| charset.eq_ignore_ascii_case("utf-8");
    let is_in_utf_8 = said.params().all(|(name, value)| !name.as_str().eq_ignore_ascii_case("charset") || is_utf_8(value.as_str()));
    said.essence_str().eq_ignore_ascii_case("application/json") && is_in_utf_8
}

impl<T: DeserializeOwned + 'static, const MOST: usize> FromRequest for Json<T, MOST> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
        let is_plain = is_plain(request);
        let mut payload = web::Payload::from_request(request, payload).into_inner();
        let admission = request.extensions().get::<Admission>().cloned();
        Box::pin(async move {
            Admission::awaited(admission).await;
            is_plain?;
            if !is_json {
                return Err(Problem::new(ErrorCode::UnsupportedMediaType, "Send JSON, with the content type application/json."));
            }
            let too_large = || Problem::new(ErrorCode::BodyTooLarge, format!("The body is larger than {} KiB.", MOST / KIB));
            if declared.is_some_and(|length| length > MOST) {
                return Err(too_large());
            }
            let mut bytes = Vec::with_capacity(declared.unwrap_or(0));
            let payload = payload.as_mut().map_err(|_| Problem::malformed("The body cannot be read."))?;
            while let Some(chunk) = payload.next().await {
                let chunk = chunk.map_err(|_| Problem::malformed("The body broke off."))?;
                if bytes.len() + chunk.len() > MOST {
                    return Err(too_large());
                }
                bytes.extend_from_slice(&chunk);
            }
            Ok(Self { value: read(&bytes)?, content: Sha256::digest(&bytes).into() })
        })
    }
}

/// What the parser says, without where it read and what types the program has.
fn in_words(message: &str) -> String {
    const NUMBERS: [&str; 12] = ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "usize", "isize"];
    let said = message.rsplit_once(" at line ").map_or(message, |(said, _)| said);
    let Some((before, expected)) = said.rsplit_once("expected ") else { return said.to_owned() };
    let expected = match expected.split(' ').collect::<Vec<_>>()[..] {
        [number] if NUMBERS.contains(&number) => "a whole number",
        ["struct", ..] => "an object",
        ["enum", ..] => "one of its values",
        _ => expected,
    };
    format!("{before}expected {expected}")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A list of values in the right order would pass for an object.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(Problem::malformed("The body is not a JSON object."));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let why = in_words(&error.inner().to_string());
        let problem = Problem::malformed(format!("The body is not what is expected here: {why}"));
        if path == "." { problem } else { problem.malformed_at(path, why) }
    })?;
    reader.end().map_err(|_| Problem::malformed("There is something behind the JSON value."))?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn what_the_parser_says_names_no_type_of_the_program() {
        for (said, words) in [
            (
                "invalid type: floating point `1.5`, expected i64 at line 1 column 34",
                "invalid type: floating point `1.5`, expected a whole number",
            ),
            ("invalid type: integer `1`, expected struct TermsBody at line 3 column 1", "invalid type: integer `1`, expected an object"),
            ("unknown field `x`, expected one of `a`, `b` at line 1 column 5", "unknown field `x`, expected one of `a`, `b`"),
            ("missing field `amount` at line 1 column 2", "missing field `amount`"),
        ] {
            assert_eq!(in_words(said), words);
        }
    }
}
