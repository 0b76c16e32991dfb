//! HTTP: the API's routes and its contract, and the host of the web client.
//!
//! A handler is *parse, call, convert*. What it parses into and converts from is the domain's; the shapes in between
//! (`…Body`) are private to its file.

mod audit;
mod auth;
mod body;
mod buyers;
mod case;
mod client_address;
mod documents;
mod endless;
mod error;
mod health;
mod idempotency;
mod onboarding;
mod operator;
mod queue;
mod request;
mod second_factor;
mod session;
#[cfg(test)]
mod tests;
mod user;
mod web_host;

use actix_cors::Cors;
use actix_web::{
    App, Error, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header,
    middleware::from_fn,
    web,
};
use metrics_exporter_prometheus::PrometheusHandle;
use sooner_application::{
    buyers::BuyerList,
    identity::Identity,
    kernel::{audit::Audit, ids::Ids},
    onboarding::Onboarding,
};
use std::sync::Arc;
use utoipa::{
    OpenApi,
    openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};
use utoipa_actix_web::AppExt;

pub use client_address::TrustedProxies;
pub use health::Readiness;
pub use web_host::{ClientConfig, FirebaseConfig, WebHost, web_app};

/// Everything the handlers need.
#[derive(Clone)]
pub struct Api {
    pub identity: Identity,
    pub onboarding: Onboarding,
    pub buyers: BuyerList,
    pub audit: Audit,
    pub ready: Arc<dyn Readiness>,
    pub ids: Arc<dyn Ids>,
    pub metrics: Option<PrometheusHandle>,
    pub settings: Settings,
}

/// What the operator of the instance decides about the API.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The one origin browsers may call from.
    pub web_origin: String,
    pub trusted_proxies: TrustedProxies,
    /// Whether the product is served over HTTPS for good.
    pub hsts: bool,
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Sooner",
    description = "Invoice finance: sign-up, verification, onboarding, buyers.\n\nErrors are RFC 9457 problems with a `code` of a closed set. \
                   Every POST under `/semi-private` and `/operator` honours an `Idempotency-Key` header.",
    license(name = "MIT OR Apache-2.0")
))]
struct Contract;

fn cors(web_origin: &str) -> Cors {
    Cors::default()
        .allowed_origin(web_origin)
        .allowed_methods(["GET", "POST", "PUT", "DELETE"])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT, idempotency::HEADER])
        .expose_headers([header::RETRY_AFTER, request::REQUEST_ID])
        .supports_credentials()
        .block_on_origin_mismatch(true)
        .max_age(600)
}

/// The API.
pub fn api_app(
    api: Api,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<impl MessageBody>, Error = Error, InitError = ()>> {
    let settings = api.settings.clone();
    let (app, _) = routes();
    app.app_data(web::Data::new(api))
        .wrap(from_fn(endless::refuse_endless))
        .wrap(cors(&settings.web_origin))
        .wrap(from_fn(request::accompany))
}

/// The contract, generated from the handlers.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, mut contract) = routes();
    contract.info.version = env!("CARGO_PKG_VERSION").to_owned();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    contract.components.get_or_insert_default().add_security_scheme("bearer", SecurityScheme::Http(bearer));
    contract
}

fn routes() -> (
    App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()>>,
    utoipa::openapi::OpenApi,
) {
    let (app, contract) = App::new()
        .into_utoipa_app()
        .openapi(Contract::openapi())
        .service(auth::sign_up)
        .service(auth::sign_in)
        .service(auth::forgot_password)
        .service(auth::reset_password)
        .service(auth::verify_email)
        .service(auth::sign_out)
        .service(auth::verify_gtoken)
        .service(auth::change_phone)
        .service(auth::send_email_verification)
        .service(second_factor::read_second_factor)
        .service(second_factor::pass_second_factor)
        .service(second_factor::begin_second_factor)
        .service(second_factor::confirm_second_factor)
        .service(second_factor::remove_second_factor)
        .service(user::read_user)
        .service(onboarding::read_onboarding)
        .service(onboarding::save_onboarding)
        .service(onboarding::submit_onboarding)
        .service(documents::upload_document)
        .service(documents::download_document)
        .service(documents::remove_document)
        .service(buyers::add_buyer)
        .service(buyers::list_buyers)
        .service(queue::list_applications)
        .service(case::read_application)
        .service(case::read_submission)
        .service(audit::read_audit)
        .service(audit::export_audit)
        .service(operator::take)
        .service(operator::give_back)
        .service(operator::judge_document)
        .service(operator::decide_buyer)
        .service(operator::approve)
        .service(operator::disapprove)
        .service(operator::request_documents)
        .service(operator::reopen)
        .service(health::live)
        .service(health::readiness)
        .service(health::metrics)
        .split_for_parts();
    (app.default_service(web::to(not_found)), contract)
}

async fn not_found() -> Result<HttpResponse, error::Problem> {
    Err(error::Problem::new(error::ErrorCode::NotFound, "There is nothing at this address, or not with this method."))
}
