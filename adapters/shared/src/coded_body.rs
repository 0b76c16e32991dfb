//! Closed sets on the wire: a string, and in the API contract an enum of the domain's codes.

use serde::{Serialize, Serializer};
use sooner_domain::{
    identity::user::Role,
    kernel::{audit::AuditAction, coded::Coded},
    onboarding::{
        company::{Industry, LegalForm, Want},
        decision::DisapprovalReason,
        document::{DocumentKind, FileType, Verdict},
        people::PersonRole,
        requirements::RequirementCode,
    },
    parties::buyer::{BuyerDecision, BuyerStatus},
};
use std::borrow::Cow;
use utoipa::{
    __dev::ComposeSchema,
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// A member of a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code<T>(pub T);

impl<T: Coded> Serialize for Code<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

// The name of the contract's schema is the set's own, so the derived composition by type arguments would not do.
impl<T: Coded> ComposeSchema for Code<T> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(T::ALL.iter().map(|member| member.code()))).into()
    }
}

impl<T: Coded> ToSchema for Code<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::NAME)
    }
}

// By name, for the contract's derives do not look into type arguments.
pub type AuditActionCode = Code<AuditAction>;
pub type BuyerDecisionCode = Code<BuyerDecision>;
pub type BuyerStatusCode = Code<BuyerStatus>;
pub type DisapprovalReasonCode = Code<DisapprovalReason>;
pub type DocumentKindCode = Code<DocumentKind>;
pub type FileTypeCode = Code<FileType>;
pub type IndustryCode = Code<Industry>;
pub type LegalFormCode = Code<LegalForm>;
pub type PersonRoleCode = Code<PersonRole>;
pub type RequirementCodeCode = Code<RequirementCode>;
pub type RoleCode = Code<Role>;
pub type VerdictCode = Code<Verdict>;
pub type WantCode = Code<Want>;
