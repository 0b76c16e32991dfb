//! What the product is compared with: bare implementations of the same work, each in a process of its own.

mod postgres;
mod rows;
mod sqlite;

use crate::{Failed, server::SECRET};
use actix_web::{App, HttpResponse, HttpServer, http::header, rt, web};
use async_trait::async_trait;
use chrono::TimeDelta;
use clap::{Args, ValueEnum};
use metrics_exporter_prometheus::PrometheusBuilder;
use sooner_adapters::{
    argon2::Argon2Passwords,
    document_files::ObjectFiles,
    firebase::{FirebaseVerifier, GOOGLE_KEYS, KeyHost},
    jwt::JwtAccessTokens,
    link_tokens::HmacLinkTokens,
    system::{SystemClock, Uuid7},
    totp::HmacCodes,
};
use sooner_application::{
    buyers::{BuyerList, Buyers},
    identity::{Identity, OperatorAccess, ports::Sessions},
    kernel::{audit::Audit, commit::WriteContext, unavailable::Unavailable},
    onboarding::{
        Onboarding,
        ports::{Applications, Overview, QueueFilter, QueuePlace, QueueSlice, SaveError, Submission},
    },
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{ApplicationId, DocumentId, SessionId, UserId},
    onboarding::{
        application::{Application, Change},
        decision::Transition,
        document::Document,
    },
};
use sooner_http::{Api, Settings, TrustedProxies, api_app};
use sooner_store::DieselStore;
use std::{net::SocketAddr, sync::Arc};

#[derive(Args)]
pub struct Arguments {
    #[arg(long)]
    address: SocketAddr,
    #[arg(long, value_enum)]
    kind: Kind,
    #[arg(long, default_value = "")]
    database: String,
    /// Of the constant's body
    #[arg(long, default_value_t = 0)]
    bytes: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The framework alone: a text out of memory.
    Constant,
    /// The product's HTTP server, with rusqlite on the thread that serves.
    Sqlite,
    /// The product's HTTP server, with tokio-postgres, pipelined.
    Postgres,
}

/// Serves until killed.
pub fn serve(arguments: &Arguments) -> Result<(), Failed> {
    let Arguments { address, kind, database, bytes } = arguments;
    rt::System::new().block_on(async {
        if let Kind::Constant = kind {
            // A JSON string of this length, quotes and all.
            let body = format!("\"{}\"", "x".repeat(bytes.saturating_sub(2)));
            let app = move || {
                let body = body.clone();
                let constant = web::get().to(move || {
                    let body = body.clone();
                    async { HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(body) }
                });
                App::new().route("/{any:.*}", constant)
            };
            return Ok(HttpServer::new(app).bind(address)?.run().await?);
        }
        let api = match kind {
            Kind::Postgres => {
                let store = Arc::new(DieselStore::open(database, 1)?);
                api(&store, Arc::new(postgres::Bare::new(store.clone(), database)), store.clone())?
            }
            _ => {
                let store = Arc::new(DieselStore::open(database, 1)?);
                let bare = Arc::new(sqlite::Bare::new(store.clone(), database)?);
                api(&store, bare.clone(), bare)?
            }
        };
        Ok(HttpServer::new(move || api_app(api.clone())).bind(address)?.run().await?)
    })
}

/// The product's API, with these in the place of its own.
fn api(store: &Arc<DieselStore>, reads: Arc<impl Reads + 'static>, buyers: Arc<dyn Buyers>) -> Result<Api, Failed> {
    let reads = Arc::new(Swapped(reads));
    let secret = SECRET.as_bytes();
    let (clock, ids) = (Arc::new(SystemClock), Arc::new(Uuid7));
    let files = tempfile::tempdir()?;
    Ok(Api {
        identity: Identity {
            users: store.clone(),
            sessions: reads.clone(),
            links: store.clone(),
            link_tokens: Arc::new(HmacLinkTokens::new(secret)),
            passwords: Arc::new(Argon2Passwords::start(1)?),
            tokens: Arc::new(JwtAccessTokens::new(secret)),
            provider: Arc::new(FirebaseVerifier::new("bench", KeyHost::new(GOOGLE_KEYS)?)),
            second_factors: store.clone(),
            codes: Arc::new(HmacCodes::new(secret)),
            budgets: store.clone(),
            known_addresses: store.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            session_life: TimeDelta::hours(1),
            operators: OperatorAccess::ByPassword,
        },
        onboarding: Onboarding {
            applications: reads.clone(),
            files: Arc::new(ObjectFiles::open(&format!("file://{}", files.path().display()), None)?),
            buyers: buyers.clone(),
            users: store.clone(),
            idempotency: store.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
        buyers: BuyerList { buyers, applications: reads, idempotency: store.clone(), clock, ids: ids.clone() },
        audit: Audit { trail: store.clone(), applications: store.clone(), users: store.clone() },
        ready: store.clone(),
        ids,
        metrics: Some(PrometheusBuilder::new().install_recorder()?),
        settings: Settings { web_origin: "http://localhost:3000".to_owned(), trusted_proxies: TrustedProxies(Vec::new()), hsts: false },
    })
}

/// The reads under measurement; what else the ports do is left to the product's store.
#[async_trait]
trait Reads: Send + Sync {
    fn store(&self) -> &DieselStore;
    async fn session(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable>;
    async fn screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable>;
}

/// The product's store with these reads in the place of its own.
struct Swapped<R>(Arc<R>);

#[async_trait]
impl<R: Reads> Sessions for Swapped<R> {
    async fn open(&self, session: &Session, effects: WriteContext) -> Result<(), Unavailable> {
        Sessions::open(self.0.store(), session, effects).await
    }

    async fn find(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable> {
        self.0.session(id).await
    }

    async fn end(&self, id: SessionId, effects: WriteContext) -> Result<(), Unavailable> {
        self.0.store().end(id, effects).await
    }
}

#[async_trait]
impl<R: Reads> Applications for Swapped<R> {
    async fn of(&self, applicant: UserId) -> Result<Option<Application>, Unavailable> {
        Applications::of(self.0.store(), applicant).await
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        Applications::by_id(self.0.store(), id).await
    }

    async fn queue(&self, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Unavailable> {
        self.0.store().queue(filter, after, most).await
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        self.0.store().counts(most).await
    }

    async fn save(&self, application: &Application, change: &Change, effects: WriteContext) -> Result<(), SaveError> {
        self.0.store().save(application, change, effects).await
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        self.0.store().submissions(id).await
    }

    async fn history(&self, id: ApplicationId) -> Result<Vec<Transition>, Unavailable> {
        self.0.store().history(id).await
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(UserId, Document)>, Unavailable> {
        self.0.store().document(id).await
    }

    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable> {
        self.0.screen(session).await
    }
}
