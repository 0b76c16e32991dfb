//! What holds for every operation of the contract, said once.

use crate::{
    approvals::body::{SOLD_ON_BOTH, SoldOnBothBody},
    cash::refused::{CHARGED_ON, DIFFERS, DiffersBody, INVOICE_NUMBER, PAYOUTS, RECEIVED_ON, StoppedPayoutBody, WARNINGS},
    identity::step_up::CONFIRM,
    kernel::{error::ProblemBody, upload::CHARSET},
    onboarding::{
        form::{CONFLICTS, MISSING},
        requirements::RequirementBody,
        user_body::{NamedPersonBody, PEOPLE},
    },
    operator::cash::statements::{USED_RECEIPT, UsedReceiptBody},
    receivables::{
        body::ReceivableBody,
        refused::{LIMIT, LimitReachedBody, NotPossibleReason, REASON, RECEIVABLE, STOPS},
    },
    servicing::confirmations::EXPIRED,
    session::RIGHT,
};
use sooner_shared::{
    coded_body::{ReleaseWarningCode, StopCode},
    edit_body::ConflictBody,
};
use utoipa::{
    OpenApi, ToSchema,
    openapi::{
        self, Content, Ref, RefOr, ResponseBuilder, Schema,
        path::Operation,
        schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sooner",
        description = "Invoice finance: sign-up, verification, onboarding, buyers.\n\nErrors are RFC 9457 problems with a `code` of a closed set. \
                       Where an operation takes an `Idempotency-Key` header, a request sent twice under one key has one effect.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(ProblemBody, ConflictBody, DiffersBody, LimitReachedBody, NotPossibleReason, StoppedPayoutBody))
)]
pub(crate) struct Contract;

const BEARER: &str = "bearer";

/// The one operation that cannot fail: a process that does not live answers nothing.
const CANNOT_FAIL: &str = "/health/live";

/// Adds what holds for every operation: a failure is a problem, and what is not public needs a session.
pub(crate) fn complete(mut contract: openapi::OpenApi) -> openapi::OpenApi {
    contract.info.version = env!("CARGO_PKG_VERSION").to_owned();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let components = contract.components.get_or_insert_default();
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    complete_problem(components);
    for (path, item) in &mut contract.paths.paths {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            complete_one(path, operation);
        }
    }
    contract
}

/// Names what modules add to a problem: the kernel, which answers it, knows none of them.
fn complete_problem(components: &mut openapi::Components) {
    if let Some(RefOr::T(Schema::Object(problem))) = components.schemas.get_mut(ProblemBody::name().as_ref()) {
        let requirement = Ref::from_schema_name(RequirementBody::name());
        let missing = ArrayBuilder::new().items(requirement).description(Some("What an application lacks."));
        problem.properties.insert(MISSING.to_owned(), missing.into());
        let conflict = Ref::from_schema_name(ConflictBody::name());
        let conflicts = ArrayBuilder::new().items(conflict).description(Some("What another person changed since."));
        problem.properties.insert(CONFLICTS.to_owned(), conflicts.into());
        let person = Ref::from_schema_name(NamedPersonBody::name());
        let people = ArrayBuilder::new().items(person).description(Some("Who can do what one may not oneself."));
        problem.properties.insert(PEOPLE.to_owned(), people.into());
        let named = [
            (REASON, NotPossibleReason::name()),
            (LIMIT, LimitReachedBody::name()),
            (RECEIVABLE, ReceivableBody::name()),
            (DIFFERS, DiffersBody::name()),
            (USED_RECEIPT, UsedReceiptBody::name()),
        ];
        for (name, schema) in named {
            problem.properties.insert(name.to_owned(), Ref::from_schema_name(schema).into());
        }
        let stop = Ref::from_schema_name(StopCode::name());
        let stops = ArrayBuilder::new().items(stop).description(Some("What stops a payout."));
        problem.properties.insert(STOPS.to_owned(), stops.into());
        let payout = Ref::from_schema_name(StoppedPayoutBody::name());
        let payouts = ArrayBuilder::new().items(payout).description(Some("The payouts that keep all of them from being released."));
        problem.properties.insert(PAYOUTS.to_owned(), payouts.into());
        let both = Ref::from_schema_name(SoldOnBothBody::name());
        let both = ArrayBuilder::new().items(both).description(Some("The invoices that are sold on both debtors."));
        problem.properties.insert(SOLD_ON_BOTH.to_owned(), both.into());
        let warning = Ref::from_schema_name(ReleaseWarningCode::name());
        let warnings = ArrayBuilder::new().items(warning).description(Some("What a release needs a reason for."));
        problem.properties.insert(WARNINGS.to_owned(), warnings.into());
        let right = ObjectBuilder::new().schema_type(Type::String).description(Some("The right that one’s role does not have."));
        problem.properties.insert(RIGHT.to_owned(), right.into());
        let expired = ObjectBuilder::new().schema_type(Type::Boolean).description(Some("Whether the link was right once."));
        problem.properties.insert(EXPIRED.to_owned(), expired.into());
        let act = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What is to be confirmed before it is done: 64 hexadecimal digits."));
        problem.properties.insert(CONFIRM.to_owned(), act.into());
        let charset = ObjectBuilder::new().schema_type(Type::String).description(Some("The encoding that a file says it has."));
        problem.properties.insert(CHARSET.to_owned(), charset.into());
        for (name, description) in [
            (CHARGED_ON, "The day on which a statement has a charge of this amount."),
            (RECEIVED_ON, "The day on which a statement has a receipt of this amount."),
        ] {
            let day = ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
            problem.properties.insert(name.to_owned(), day.description(Some(description)).into());
        }
        let invoice = ObjectBuilder::new().schema_type(Type::String).description(Some("The number of the invoice that comes first."));
        problem.properties.insert(INVOICE_NUMBER.to_owned(), invoice.into());
    }
}

fn complete_one(path: &str, operation: &mut Operation) {
    if path != CANNOT_FAIL {
        let content = Content::new(Some(Ref::from_schema_name(ProblemBody::name())));
        let problem = ResponseBuilder::new().content("application/problem+json", content).build();
        operation.responses.responses.insert("default".to_owned(), problem.into());
    }
    if path.starts_with("/semi-private/") || path.starts_with("/operator/") {
        operation.security = Some(vec![SecurityRequirement::new(BEARER, Vec::<String>::new())]);
    }
}
