//! Errors on the wire: RFC 9457 problems with a closed set of codes.

use crate::onboarding::form::RequirementBody;
use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use sooner_application::kernel::{idempotency::IdempotencyError, rate_limits::TooMany, unavailable::Unavailable};
use sooner_domain::onboarding::requirements::Requirement;
use sooner_shared::{fields::FieldErrors, request_id};
use std::fmt;
use utoipa::ToSchema;

/// Why a request failed. Clients have a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    MalformedRequest,
    InvalidInput,
    Unauthenticated,
    WrongCredentials,
    VerificationRequired,
    Forbidden,
    SecondFactorRequired,
    SecondFactorMissing,
    SecondFactorOn,
    SecondFactorOff,
    CodeRefused,
    NotFound,
    RequestTimeout,
    EmailTaken,
    PhoneTaken,
    PhoneAlreadyVerified,
    PhoneProofRefused,
    LinkInvalid,
    NotEditable,
    ListFull,
    TooManyDocuments,
    StaleVersion,
    OnboardingIncomplete,
    IdempotencyMismatch,
    FileTooLarge,
    BodyTooLarge,
    UnsupportedMediaType,
    FileRefused,
    TooManyRequests,
    Unavailable,
    Internal,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::MalformedRequest => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::WrongCredentials => StatusCode::UNAUTHORIZED,
            Self::VerificationRequired | Self::Forbidden | Self::SecondFactorRequired | Self::SecondFactorMissing => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::EmailTaken
            | Self::PhoneTaken
            | Self::PhoneAlreadyVerified
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::NotEditable
            | Self::ListFull
            | Self::TooManyDocuments
            | Self::StaleVersion => StatusCode::CONFLICT,
            Self::FileTooLarge | Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType | Self::FileRefused => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidInput
            | Self::CodeRefused
            | Self::PhoneProofRefused
            | Self::LinkInvalid
            | Self::OnboardingIncomplete
            | Self::IdempotencyMismatch => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// A problem, as it is answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemBody {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    code: ErrorCode,
    /// What happened and what to do, for people.
    detail: String,
    request_id: String,
    /// What is wrong with the input, by field.
    #[serde(skip_serializing_if = "FieldErrors::is_empty")]
    #[schema(required = false, inline)]
    fields: FieldErrors,
    /// What an application lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    missing: Vec<RequirementBody>,
}

/// Why a handler gives up.
#[derive(Debug)]
pub struct Problem {
    code: ErrorCode,
    detail: String,
    fields: FieldErrors,
    missing: Vec<Requirement>,
    retry_after_seconds: Option<i64>,
}

impl Problem {
    pub(crate) fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), fields: FieldErrors::new(), missing: Vec::new(), retry_after_seconds: None }
    }

    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::new(ErrorCode::MalformedRequest, detail)
    }

    pub(crate) fn invalid(fields: FieldErrors) -> Self {
        Self { fields, ..Self::new(ErrorCode::InvalidInput, "Some fields need another look.") }
    }

    pub(crate) fn field(field: &str, message: &str) -> Self {
        Self::invalid([(field.to_owned(), vec![message.to_owned()])].into())
    }

    /// The same problem, naming the field it lies in.
    pub(crate) fn at(self, field: String, message: String) -> Self {
        Self { fields: [(field, vec![message])].into(), ..self }
    }

    pub(crate) fn incomplete(missing: Vec<Requirement>) -> Self {
        Self { missing, ..Self::new(ErrorCode::OnboardingIncomplete, "The application is not complete yet.") }
    }

    pub(crate) fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "There is no such thing, or it is not yours.")
    }
}

impl From<Unavailable> for Problem {
    fn from(unavailable: Unavailable) -> Self {
        // Logged here, once; the person learns no internals.
        match &unavailable {
            // There is more to do than can be done: nothing is broken.
            Unavailable::Busy(what) => tracing::warn!(what, "too busy"),
            Unavailable::Failed(error) => tracing::error!(error, "unavailable"),
        }
        let problem =
            Self::new(ErrorCode::Unavailable, "Something we need does not answer right now. Nothing was lost; try again in a moment.");
        Self { retry_after_seconds: Some(1), ..problem }
    }
}

impl From<IdempotencyError> for Problem {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::OtherContent => {
                Self::new(ErrorCode::IdempotencyMismatch, "This idempotency key was used for another request.")
            }
            IdempotencyError::Unavailable(unavailable) => unavailable.into(),
        }
    }
}

impl From<TooMany> for Problem {
    fn from(TooMany { retry_after_seconds }: TooMany) -> Self {
        let detail = format!("Too many attempts. Try again in {retry_after_seconds} seconds.");
        Self { retry_after_seconds: Some(retry_after_seconds), ..Self::new(ErrorCode::TooManyRequests, detail) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.code.status();
        let mut response = HttpResponse::build(status);
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        let name = self.code.name();
        let body = ProblemBody {
            kind: format!("urn:sooner:problem:{name}"),
            title: name.replace('_', " "),
            status: status.as_u16(),
            code: self.code,
            detail: self.detail.clone(),
            request_id: request_id::current(),
            fields: self.fields.clone(),
            missing: self.missing.iter().map(RequirementBody::from).collect(),
        };
        response.content_type("application/problem+json").body(serde_json::to_vec(&body).unwrap_or_default())
    }
}
