//! What every handler is given.

use super::{client_address::TrustedProxies, readers::Readers};
use sooner_application::{
    UseCases,
    kernel::{ids::Ids, readiness::Readiness},
};
use sooner_shared::file_gate::FileGate;
use std::{ops::Deref, sync::Arc, time::Duration};

/// Everything the handlers need: what people do, and where they do it.
#[derive(Clone)]
pub struct Api {
    pub use_cases: UseCases,
    pub host: Host,
}

impl Deref for Api {
    type Target = UseCases;

    fn deref(&self) -> &UseCases {
        &self.use_cases
    }
}

/// What the API itself needs.
#[derive(Clone)]
pub struct Host {
    pub ready: Arc<dyn Readiness>,
    pub ids: Arc<dyn Ids>,
    pub files: FileGate,
    pub readers: Readers,
    /// Requests that enter many rows.
    pub imports: Readers,
    pub settings: Settings,
}

/// What the operator of the instance decides about the API.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The one origin browsers may call from.
    pub web_origin: String,
    pub trusted_proxies: TrustedProxies,
    /// Whether the line of a request in the log says where it comes from.
    pub log_client_address: bool,
    /// Whether the product is served over HTTPS for good.
    pub hsts: bool,
    /// How long a request may take that brings no file.
    pub deadline: Duration,
}

impl Settings {
    /// A form is sent in a moment even over a bad line.
    pub const DEADLINE: Duration = Duration::from_secs(30);
}
