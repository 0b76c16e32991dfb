//! Whether the product is well, and what it measures.

use super::{api::Api, error::Problem, head::answer_head};
use actix_web::{
    App, Error, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    get,
    http::header,
    middleware::from_fn,
    web,
};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct HealthBody {
    status: &'static str,
}

/// All is well.
pub(crate) fn well() -> HttpResponse {
    HttpResponse::Ok().json(HealthBody { status: "ok" })
}

#[utoipa::path(tag = "health", summary = "Whether the process lives", responses((status = 200, body = HealthBody)))]
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    well()
}

#[utoipa::path(tag = "health", summary = "Whether requests can be served",
    description = "Tries a write of the database and of the documents’ folder, at most once a second.",
    responses((status = 200, body = HealthBody)))]
#[get("/health/ready")]
pub(crate) async fn readiness(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    api.host.ready.ready().await?;
    Ok(well())
}

/// The host of the measurements, for Prometheus, on an address of its own.
pub fn metrics_app(
    measured: PrometheusHandle,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<impl MessageBody>, Error = Error, InitError = ()>> {
    App::new()
        .app_data(web::Data::new(measured))
        .route("/metrics", web::get().to(metrics))
        .wrap(from_fn(answer_head))
        .wrap(from_fn(super::server::take_turns))
}

async fn metrics(measured: web::Data<PrometheusHandle>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").insert_header((header::CACHE_CONTROL, "no-store")).body(measured.render())
}
