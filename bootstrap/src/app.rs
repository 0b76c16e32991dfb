//! The wiring: the one file that names concrete adapters.

use crate::{
    config::{Config, Environment, IdentityHost, MailTransport},
    telemetry,
};
use actix_web::{HttpServer, rt};
use chrono::TimeDelta;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sooner_adapters::{
    argon2::Argon2Passwords,
    document_files::ObjectFiles,
    firebase::{FirebaseVerifier, KeyHost},
    jwt::JwtAccessTokens,
    link_tokens::HmacLinkTokens,
    mail::{FileMailer, Letterhead, SmtpMailer},
    system::{SystemClock, Uuid7},
    totp::HmacCodes,
};
use sooner_application::{
    buyers::BuyerList,
    identity::{Identity, OperatorAccess, ports::IdentityProvider},
    kernel::{
        audit::Audit,
        clock::Clock,
        outbox::{Delivery, Mailer, Outbox},
    },
    onboarding::Onboarding,
};
use sooner_http::{Api, ClientConfig, FirebaseConfig, Settings, TrustedProxies, WebHost, api_app, web_app};
use sooner_store::DieselStore;
use std::{error::Error, sync::Arc, thread, time::Duration};

/// How often the outbox is looked at.
const DELIVERY_INTERVAL: Duration = Duration::from_millis(500);
/// How often expired rows are cleared away: often, so that it is never many at once.
const TIDY_INTERVAL: Duration = Duration::from_secs(60);
/// How often measurements are folded together; otherwise each one is kept.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
/// From a read out of memory to an upload over a bad line.
const LATENCY_BUCKETS_SECONDS: &[f64] = &[0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];
/// Who sends the head of a request this slowly does not mean to be answered.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How long requests in flight may take to finish when the process is told to stop.
const SHUTDOWN_SECONDS: u64 = 30;
/// Each takes memory; more than this many people at once is a flood.
const MAX_CONNECTIONS: usize = 2_000;

/// The identity use cases on the real adapters.
pub fn identity(config: &Config) -> Result<Identity, Box<dyn Error>> {
    identity_on(config, &Arc::new(store(config)?))
}

/// The audit trail of this instance.
pub fn audit(config: &Config) -> Result<Audit, Box<dyn Error>> {
    Ok(audit_on(&Arc::new(store(config)?)))
}

/// The mails of this instance.
pub fn outbox(config: &Config) -> Result<impl Outbox + use<>, Box<dyn Error>> {
    store(config)
}

fn audit_on(store: &Arc<DieselStore>) -> Audit {
    Audit { trail: store.clone(), applications: store.clone(), users: store.clone() }
}

fn store(config: &Config) -> Result<DieselStore, Box<dyn Error>> {
    if let Some(parent) = config.database_url.strip_prefix("sqlite://").and_then(|path| std::path::Path::new(path).parent()) {
        std::fs::create_dir_all(parent)?;
    }
    DieselStore::migrate(&config.database_url)?;
    Ok(DieselStore::open(&config.database_url, config.database_threads)?)
}

fn identity_on(config: &Config, store: &Arc<DieselStore>) -> Result<Identity, Box<dyn Error>> {
    let secret = config.jwt_secret.0.as_bytes();
    Ok(Identity {
        users: store.clone(),
        sessions: store.clone(),
        links: store.clone(),
        link_tokens: Arc::new(HmacLinkTokens::new(secret)),
        passwords: Arc::new(Argon2Passwords::start(config.hashing_threads)?),
        tokens: Arc::new(JwtAccessTokens::new(secret)),
        provider: provider(config)?,
        second_factors: store.clone(),
        codes: Arc::new(HmacCodes::new(secret)),
        budgets: store.clone(),
        known_addresses: store.clone(),
        clock: Arc::new(SystemClock),
        ids: Arc::new(Uuid7),
        session_life: TimeDelta::hours(config.session_hours),
        operators: match config.environment {
            Environment::Production => OperatorAccess::BySecondFactor,
            Environment::Development => OperatorAccess::ByPassword,
        },
    })
}

fn provider(config: &Config) -> Result<Arc<dyn IdentityProvider>, Box<dyn Error>> {
    let project = &config.firebase_project_id;
    match &config.identity_host {
        IdentityHost::Firebase { keys_url } => Ok(Arc::new(FirebaseVerifier::new(project, KeyHost::new(keys_url)?))),
        #[cfg(feature = "development")]
        IdentityHost::Emulator(_) => Ok(Arc::new(FirebaseVerifier::emulator(project))),
        #[cfg(not(feature = "development"))]
        IdentityHost::Emulator(_) => Err("this binary was built without the emulator".into()),
    }
}

fn mailer(config: &Config) -> Result<Arc<dyn Mailer>, Box<dyn Error>> {
    let tokens = Arc::new(HmacLinkTokens::new(config.jwt_secret.0.as_bytes()));
    let letterhead = Letterhead { from: config.mail_from.clone(), web_origin: config.web_origin.clone(), tokens };
    Ok(match &config.mail {
        MailTransport::Folder(folder) => Arc::new(FileMailer::new(folder.clone(), letterhead)?),
        MailTransport::Smtp(server) => Arc::new(SmtpMailer::new(server.clone(), letterhead)?),
    })
}

fn api(config: &Config, store: &Arc<DieselStore>) -> Result<Api, Box<dyn Error>> {
    let files = Arc::new(ObjectFiles::open(&config.documents_url, config.aws.clone())?);
    let (clock, ids) = (Arc::new(SystemClock), Arc::new(Uuid7));
    Ok(Api {
        identity: identity_on(config, store)?,
        onboarding: Onboarding {
            applications: store.clone(),
            files,
            buyers: store.clone(),
            users: store.clone(),
            idempotency: store.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
        buyers: BuyerList { buyers: store.clone(), applications: store.clone(), idempotency: store.clone(), clock, ids: ids.clone() },
        audit: audit_on(store),
        ready: store.clone(),
        ids,
        metrics: Some(PrometheusBuilder::new().set_buckets(LATENCY_BUCKETS_SECONDS)?.install_recorder()?),
        settings: Settings {
            web_origin: config.web_origin.clone(),
            trusted_proxies: TrustedProxies(config.trusted_proxies.clone()),
            hsts: config.environment == Environment::Production,
        },
    })
}

fn web_host(config: &Config) -> WebHost {
    let emulator_origin = match &config.identity_host {
        IdentityHost::Emulator(host) => Some(format!("http://{host}")),
        IdentityHost::Firebase { .. } => None,
    };
    WebHost {
        config: ClientConfig {
            api_origin: config.api_origin.clone(),
            support_email: config.support_email.as_ref().map(|email| email.as_str().to_owned()),
            firebase: FirebaseConfig {
                project_id: config.firebase_project_id.clone(),
                api_key: config.firebase_api_key.clone(),
                auth_domain: config.firebase_auth_domain.clone(),
                emulator_origin,
            },
        },
        hsts: config.environment == Environment::Production,
    }
}

/// Serves until told to stop.
///
/// # Errors
/// When something needed cannot be had: the database, an address to listen on.
pub fn serve(config: &Config) -> Result<(), Box<dyn Error>> {
    let _until_the_end = telemetry::start(config.environment, &config.log, config.collector.as_deref())?;
    rt::System::new().block_on(async {
        let web = match config.web_addr {
            Some(address) => {
                let host = web_host(config);
                let server = HttpServer::new(move || web_app(host.clone())).workers(1).bind(address);
                let server = server.map_err(|error| format!("SOONER_WEB_ADDR: cannot listen on {address}: {error}"))?;
                tracing::info!(%address, origin = config.web_origin, "web host");
                Some(rt::spawn(server.client_request_timeout(HEAD_DEADLINE).shutdown_timeout(SHUTDOWN_SECONDS).run()))
            }
            None => None,
        };
        let served = match config.api_addr {
            Some(address) => {
                let store = Arc::new(store(config)?);
                let api = api(config, &store)?;
                let delivery = Delivery { outbox: store.clone(), mailer: mailer(config)?, clock: Arc::new(SystemClock) };
                rt::spawn(deliver(delivery));
                rt::spawn(tidy(store));
                if let Some(metrics) = api.metrics.clone() {
                    rt::spawn(fold_measurements(metrics));
                }
                thread::spawn(warm_up);
                let server = HttpServer::new(move || api_app(api.clone())).bind(address);
                let server = server.map_err(|error| format!("SOONER_API_ADDR: cannot listen on {address}: {error}"))?;
                tracing::info!(%address, origin = config.api_origin, "API");
                let limited = server.client_request_timeout(HEAD_DEADLINE).max_connections(MAX_CONNECTIONS);
                limited.shutdown_timeout(SHUTDOWN_SECONDS).run().await
            }
            None => Ok(()),
        };
        served?;
        if let Some(web) = web {
            web.await??;
        }
        Ok(())
    })
}

/// The numbering plans take a tenth of a second to load: better now than in somebody's sign-up.
fn warm_up() {
    if let Ok(country) = sooner_domain::kernel::country::CountryCode::parse("DE") {
        sooner_domain::kernel::phone::calling_code(country);
    }
}

async fn deliver(delivery: Delivery) {
    loop {
        match delivery.round().await {
            Ok(round) => {
                metrics::counter!("mails_total", "outcome" => "sent").increment(round.sent as u64);
                metrics::counter!("mails_total", "outcome" => "postponed").increment(round.postponed as u64);
                metrics::counter!("mails_total", "outcome" => "buried").increment(round.buried as u64);
                if round.postponed + round.buried > 0 {
                    tracing::warn!(postponed = round.postponed, buried = round.buried, "mails could not be delivered");
                }
                if let Ok(depth) = delivery.outbox.depth().await {
                    metrics::gauge!("outbox_depth").set(depth as f64);
                }
            }
            Err(error) => tracing::error!(%error, "the outbox is unavailable"),
        }
        rt::time::sleep(DELIVERY_INTERVAL).await;
    }
}

async fn fold_measurements(metrics: PrometheusHandle) {
    loop {
        rt::time::sleep(UPKEEP_INTERVAL).await;
        metrics.run_upkeep();
    }
}

async fn tidy(store: Arc<DieselStore>) {
    loop {
        if let Err(error) = store.tidy(SystemClock.now()).await {
            tracing::error!(%error, "expired rows could not be cleared away");
        }
        rt::time::sleep(TIDY_INTERVAL).await;
    }
}
