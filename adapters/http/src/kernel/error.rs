//! Errors on the wire: RFC 9457 problems with a closed set of codes.

use super::invalid_fields::{InvalidBody, InvalidFields, Sentences};
use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use sooner_application::kernel::{idempotency::IdempotencyError, too_many::TooMany, unavailable::Unavailable};
use sooner_domain::kernel::{Invalid, allotment::Allotment};
use sooner_shared::{
    coded_body::{AllotmentCode, Code},
    fields::FieldErrors,
    request_id,
    sentences::sentence,
};
use std::{collections::BTreeMap, fmt};
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
    OwnCompany,
    FourEyes,
    StepUpRequired,
    SecondFactorRequired,
    SecondFactorMissing,
    SecondFactorOn,
    SecondFactorOff,
    CodeRefused,
    NotFound,
    RequestTimeout,
    EmailTaken,
    EmailAlreadyVerified,
    PhoneTaken,
    PhoneAlreadyVerified,
    PhoneProofRefused,
    LinkInvalid,
    NotEditable,
    ListFull,
    TooManyDocuments,
    LastOwner,
    LastAdmin,
    CompanyInUse,
    WorksForHouse,
    ApprovalPending,
    ApprovalClosed,
    ClockNotMovable,
    ClockBackwards,
    FacilityInactive,
    LimitReached,
    OfferChanged,
    DuplicateReceivable,
    NotPossible,
    StaleVersion,
    DebtorUndecided,
    DebtorMerged,
    SoldOnBoth,
    BuyersOwnDebtor,
    BuyerSold,
    Conflict,
    OnboardingIncomplete,
    IdempotencyMismatch,
    IdempotencyKeyRequired,
    FileTooLarge,
    BodyTooLarge,
    UnsupportedMediaType,
    FileRefused,
    TooManyRequests,
    Unavailable,
    OutcomeUnknown,
    Internal,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::MalformedRequest | Self::IdempotencyKeyRequired => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::WrongCredentials => StatusCode::UNAUTHORIZED,
            Self::VerificationRequired
            | Self::Forbidden
            | Self::OwnCompany
            | Self::FourEyes
            | Self::StepUpRequired
            | Self::SecondFactorRequired
            | Self::SecondFactorMissing => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::EmailTaken
            | Self::EmailAlreadyVerified
            | Self::PhoneTaken
            | Self::PhoneAlreadyVerified
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::NotEditable
            | Self::ListFull
            | Self::TooManyDocuments
            | Self::LastOwner
            | Self::LastAdmin
            | Self::CompanyInUse
            | Self::WorksForHouse
            | Self::ApprovalPending
            | Self::ApprovalClosed
            | Self::ClockNotMovable
            | Self::ClockBackwards
            | Self::FacilityInactive
            | Self::LimitReached
            | Self::OfferChanged
            | Self::DuplicateReceivable
            | Self::NotPossible
            | Self::StaleVersion
            | Self::DebtorUndecided
            | Self::DebtorMerged
            | Self::SoldOnBoth
            | Self::BuyersOwnDebtor
            | Self::BuyerSold
            | Self::Conflict => StatusCode::CONFLICT,
            Self::FileTooLarge | Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType | Self::FileRefused => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidInput
            | Self::CodeRefused
            | Self::PhoneProofRefused
            | Self::LinkInvalid
            | Self::OnboardingIncomplete
            | Self::IdempotencyMismatch => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable | Self::OutcomeUnknown => StatusCode::SERVICE_UNAVAILABLE,
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
    #[serde(skip_serializing_if = "Sentences::is_empty")]
    #[schema(required = false, inline)]
    fields: Sentences,
    /// The same as `fields`, for clients with sentences of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    field_codes: BTreeMap<String, Vec<InvalidBody>>,
    /// What there is no more of until the time of `Retry-After`; absent where too much was attempted.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_up: Option<AllotmentCode>,
    /// What a module above adds; the contract's document names it.
    #[serde(flatten)]
    #[schema(ignore)]
    extension: BTreeMap<&'static str, serde_json::Value>,
}

/// Why a handler gives up.
#[derive(Debug)]
pub struct Problem {
    code: ErrorCode,
    detail: String,
    fields: InvalidFields,
    /// What a module above adds, by name.
    extension: Vec<(&'static str, serde_json::Value)>,
    used_up: Option<AllotmentCode>,
    retry_after_seconds: Option<i64>,
}

impl Problem {
    pub(crate) fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            fields: InvalidFields::default(),
            extension: Vec::new(),
            used_up: None,
            retry_after_seconds: None,
        }
    }

    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::new(ErrorCode::MalformedRequest, detail)
    }

    pub(crate) fn invalid(fields: FieldErrors) -> Self {
        Self { fields: fields.into(), ..Self::new(ErrorCode::InvalidInput, "Check the marked fields.") }
    }

    pub(crate) fn field(field: &str, invalid: Invalid) -> Self {
        Self::invalid([(field.to_owned(), vec![invalid])].into())
    }

    /// A problem that lies in one field alone.
    pub(crate) fn in_field(code: ErrorCode, field: &str, invalid: Invalid) -> Self {
        Self { code, detail: sentence(invalid), ..Self::field(field, invalid) }
    }

    /// The same problem, naming the field the parser stopped at, in its words.
    pub(crate) fn malformed_at(self, field: String, message: String) -> Self {
        Self { fields: InvalidFields::malformed(field, message), ..self }
    }

    /// Parameters behind the question mark that an operation does not have.
    pub(crate) fn unknown_parameters(names: impl IntoIterator<Item = String>) -> Self {
        let mut problem = Self::malformed("The query has parameters that this operation does not have.");
        for name in names {
            let InvalidFields { sentences, codes } = InvalidFields::malformed(name, "There is no parameter of this name.".to_owned());
            problem.fields.sentences.extend(sentences);
            problem.fields.codes.extend(codes);
        }
        problem
    }

    /// The same problem with a member of its own.
    pub(crate) fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        self.extension.extend(serde_json::to_value(value).ok().map(|value| (name, value)));
        self
    }

    /// As it is answered.
    pub(crate) fn body(&self) -> ProblemBody {
        let name = self.code.name();
        ProblemBody {
            kind: format!("urn:sooner:problem:{name}"),
            title: name.replace('_', " "),
            status: self.code.status().as_u16(),
            code: self.code,
            detail: self.detail.clone(),
            request_id: request_id::current(),
            fields: self.fields.sentences.clone(),
            field_codes: self.fields.codes.clone(),
            used_up: self.used_up,
            extension: self.extension.iter().cloned().collect(),
        }
    }

    /// Others enter many rows at the moment; nothing was begun.
    pub(crate) fn too_many_imports() -> Self {
        const SECONDS: i64 = 10;
        tracing::warn!("too many imports at once");
        let detail = format!("Many tables are being entered at once. Nothing of this one was entered. Try again in {SECONDS} seconds.");
        Self { retry_after_seconds: Some(SECONDS), ..Self::new(ErrorCode::Unavailable, detail) }
    }

    pub(crate) fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "There is no such thing, or it is not yours.")
    }
}

impl From<Unavailable> for Problem {
    fn from(unavailable: Unavailable) -> Self {
        // Logged here, once; the person learns no internals.
        let problem = match &unavailable {
            // There is more to do than can be done: nothing is broken.
            Unavailable::Busy(what) => {
                tracing::warn!(what, "too busy");
                Self::new(ErrorCode::Unavailable, "A service we rely on isn’t responding. Try again in a moment.")
            }
            Unavailable::Conflicted(what) => {
                tracing::warn!(what, "changed meanwhile");
                return Self::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again.");
            }
            Unavailable::OverBudget(too_many) => return (*too_many).into(),
            Unavailable::Failed(error) => {
                tracing::error!(error, "unavailable");
                Self::new(ErrorCode::Unavailable, "A service we rely on isn’t responding. Try again in a moment.")
            }
            Unavailable::OutcomeUnknown(error) => {
                tracing::error!(error, "outcome unknown");
                let detail = "We cannot tell whether this was done. Sent with an Idempotency-Key, ask again under the same one: it is done once. Without one, look before you ask again.";
                Self::new(ErrorCode::OutcomeUnknown, detail)
            }
        };
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
    fn from(TooMany { of, retry_after_seconds }: TooMany) -> Self {
        let detail = format!("{} Try again in {retry_after_seconds} seconds.", used_up(of));
        let used_up = of.map(Code::<Allotment>);
        Self { retry_after_seconds: Some(retry_after_seconds), used_up, ..Self::new(ErrorCode::TooManyRequests, detail) }
    }
}

/// What there is no more of for now.
fn used_up(of: Option<Allotment>) -> &'static str {
    match of {
        None => "Too many attempts.",
        Some(Allotment::Writes) => "You’ve made as many changes as an account can in an hour.",
        Some(Allotment::Reads) => "You’ve opened as much as an account can in a minute.",
        Some(Allotment::Records) => "You’ve made as many changes as an account can in a day.",
        Some(Allotment::Files) => "You’ve stored as many files as an account can for now.",
        Some(Allotment::Readings) => "Too many of your files were too large or too complex to read.",
        Some(Allotment::Invitations) => "You’ve sent as many invitations as an account can in a day.",
        Some(Allotment::Mails) => "No more mails can be sent to this address or from your account for now.",
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
        let body = self.body();
        response.content_type("application/problem+json").body(serde_json::to_vec(&body).unwrap_or_default())
    }
}
