//! Where somebody is signed in.

use crate::{
    kernel::{api::Api, body::Data, client_address::ClientAddress, error::Problem},
    session::SignedIn,
};
use actix_web::{HttpRequest, HttpResponse, delete, get, http::header, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::identity::{EndSessionError, Visitor};
use sooner_domain::{
    identity::{
        client::{Browser, Client, System},
        session::Session,
    },
    kernel::ids::SessionId,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Whoever signs in, with what their browser says of itself.
pub(crate) fn visitor(ClientAddress(address): ClientAddress, request: &HttpRequest) -> Visitor {
    let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    Visitor { address, client: agent.map(Client::of_user_agent).unwrap_or_default() }
}

/// A few words of a closed set: nobody's own text.
fn words(Client { browser, system }: Client) -> Option<String> {
    let browser = browser.map(|browser| match browser {
        Browser::Edge => "Edge",
        Browser::Opera => "Opera",
        Browser::SamsungInternet => "Samsung Internet",
        Browser::Firefox => "Firefox",
        Browser::Chrome => "Chrome",
        Browser::Safari => "Safari",
    });
    let system = system.map(|system| match system {
        System::Windows => "Windows",
        System::Android => "Android",
        System::Ios => "iOS",
        System::ChromeOs => "ChromeOS",
        System::Macos => "macOS",
        System::Linux => "Linux",
    });
    match (browser, system) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionBody {
    id: Uuid,
    started_at: DateTime<Utc>,
    /// To within five minutes
    last_used_at: DateTime<Utc>,
    /// Whether it is the one that asks
    is_current: bool,
    /// What it was opened with, such as `Firefox on Linux`; absent when that is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    client: Option<String>,
}

impl SessionBody {
    fn new(session: &Session, current: SessionId) -> Self {
        let Session { id, created_at, last_used_at, client, .. } = *session;
        Self { id: id.0, started_at: created_at, last_used_at, is_current: id == current, client: words(client) }
    }
}

#[utoipa::path(tag = "auth", summary = "Where one is signed in", description = "The account's sessions, the one used last first.",
    responses((status = 200, body = Data<Vec<SessionBody>>)))]
#[get("/semi-private/auth/sessions")]
pub(crate) async fn list_sessions(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let sessions = api.identity.sessions(&me).await?;
    let data: Vec<_> = sessions.iter().map(|session| SessionBody::new(session, me.session.id)).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "auth", summary = "End a session", description = "One of the account's own. Ending the one that asks is signing out.",
    params(("id" = Uuid, Path)), responses((status = 204)))]
#[delete("/semi-private/auth/sessions/{id}")]
pub(crate) async fn end_session(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(SessionId).map_err(|_| Problem::not_found())?;
    api.identity.end_session(&me, id).await.map_err(|error| match error {
        EndSessionError::NotFound => Problem::not_found(),
        EndSessionError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_described_by_what_is_known_of_it() {
        let said = |browser, system| words(Client { browser, system });
        assert_eq!(said(Some(Browser::Firefox), Some(System::Linux)).as_deref(), Some("Firefox on Linux"));
        assert_eq!(said(Some(Browser::Edge), None).as_deref(), Some("Edge"));
        assert_eq!(said(None, Some(System::Macos)).as_deref(), Some("macOS"));
        assert_eq!(said(None, None), None);
    }
}
