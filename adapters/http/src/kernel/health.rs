//! Whether the product is well.

use super::{api::Api, error::Problem};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct HealthBody {
    status: &'static str,
}

#[utoipa::path(tag = "health", summary = "Whether the process lives", responses((status = 200, body = HealthBody)))]
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(HealthBody { status: "ok" })
}

#[utoipa::path(tag = "health", summary = "Whether requests can be served",
    responses((status = 200, body = HealthBody)))]
#[get("/health/ready")]
pub(crate) async fn readiness(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    api.host.ready.ready().await?;
    Ok(HttpResponse::Ok().json(HealthBody { status: "ok" }))
}

#[utoipa::path(tag = "health", summary = "Measurements for Prometheus", description = "Only on the machine itself.",
    responses((status = 200, body = String, content_type = "text/plain")))]
#[get("/metrics")]
pub(crate) async fn metrics(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    // Through a proxy on the same machine the peer is local too; such a request is forwarded.
    let local = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let forwarded = request.headers().contains_key("x-forwarded-for") || request.headers().contains_key("forwarded");
    match &api.host.metrics {
        Some(handle) if local && !forwarded => Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(handle.render())),
        _ => Err(Problem::not_found()),
    }
}
