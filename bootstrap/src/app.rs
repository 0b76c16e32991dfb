//! The wiring: the one file that names concrete adapters.

use crate::{
    config::{ClockMode, Config, Environment, IdentityHost, MailTransport},
    jobs::{self, FoldMeasurements},
    private, telemetry,
};
use actix_web::rt;
use chrono::TimeDelta;
use metrics_exporter_prometheus::PrometheusBuilder;
#[cfg(feature = "development")]
use sooner_adapters::stand_ins::{BelievesEveryPhone, NumberedIds, RemembersLinks};
use sooner_adapters::{
    argon2::Argon2Passwords,
    bank_answers::SepaAnswers,
    bank_orders::PainOrders,
    bank_statements::CamtStatements,
    document_files::ObjectFiles,
    einvoices::EInvoices,
    firebase::{FirebaseVerifier, KeyHost},
    jwt::JwtAccessTokens,
    link_tokens::HmacLinkTokens,
    mail::{FileMailer, Letterhead, LinksBefore, SmtpMailer},
    papers::{PdfPapers, Wording},
    system::{SystemClock, Uuid7},
    totp::HmacCodes,
};
use sooner_application::{
    Ports, StorePorts, UseCases,
    identity::{OperatorAccess, ports::IdentityProvider},
    kernel::{
        clock::{BusinessClock, MachineTime, MovableTime},
        jobs::{Job, Node},
        outbox::{Digests, Mailer},
    },
    onboarding::{SweepFiles, ports::DocumentFiles},
};
#[cfg(feature = "development")]
use sooner_application::{approvals::FourEyes, identity::ports::LinkTokens, kernel::outbox::Delivery};
use sooner_domain::kernel::test_clock::TestClock;
use sooner_http::{Api, ClientConfig, FirebaseConfig, Host, Listener, Settings, TrustedProxies, WebHost, api_app, web_app};
use sooner_store::Store;
use std::{error::Error, sync::Arc, thread, time::Duration};

/// From a read out of memory to an upload over a bad line.
const LATENCY_BUCKETS_SECONDS: &[f64] = &[0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];
/// How long requests in flight may take to finish when the process is told to stop.
const SHUTDOWN: Duration = Duration::from_secs(30);
/// Each takes memory; more than this many people at once is a flood.
const CONNECTIONS: usize = 2_000;

/// What people do, on the real adapters, at the command line.
pub fn use_cases(config: &Config) -> Result<UseCases, Box<dyn Error>> {
    Ok(ports(config, &at_command_line(config)?)?.use_cases())
}

/// What a demo is played on.
#[cfg(feature = "development")]
pub struct Stage {
    pub api: Api,
    pub kept: StorePorts,
    pub links: Arc<dyn LinkTokens>,
    pub mails: Arc<RemembersLinks>,
    /// Takes what is written to them.
    pub delivery: Delivery,
}

/// The API of this instance for people who exist nowhere: their phones are believed, their mails reach nobody but a folder, ids are
/// the same each time, and whatever binds the house takes two of its people.
#[cfg(feature = "development")]
pub async fn stage(config: &Config) -> Result<Stage, Box<dyn Error>> {
    const WRITES_AN_HOUR: i32 = 100_000;
    let store = at_command_line(config)?;
    let kept = store.ports();
    goes_on(config, &kept).await?;
    let ids = Arc::new(NumberedIds::default());
    let ports = Ports {
        provider: Arc::new(BelievesEveryPhone),
        ids: ids.clone(),
        four_eyes: FourEyes::On,
        operators: OperatorAccess::ByPassword,
        account_writes: WRITES_AN_HOUR,
        ..ports(config, &store)?
    };
    let links = ports.link_tokens.clone();
    let folder = match &config.mail {
        MailTransport::Folder(_) => Some(mailer(config, &kept)?),
        MailTransport::Smtp(_) => None,
    };
    let host = Host { ready: Arc::new(store), ids, metrics: None, settings: settings(config) };
    let mails = Arc::new(RemembersLinks::new(folder));
    let delivery = kept.delivery(mails.clone(), Arc::new(SystemClock), config.time_zone);
    Ok(Stage { api: Api { use_cases: ports.use_cases(), host }, kept, links, mails, delivery })
}

/// The same for what goes by business time, which never runs backwards.
pub async fn use_cases_in_time(config: &Config) -> Result<UseCases, Box<dyn Error>> {
    let store = at_command_line(config)?;
    goes_on(config, &store.ports()).await?;
    Ok(ports(config, &store)?.use_cases())
}

/// What this instance keeps, at the command line.
pub fn kept(config: &Config) -> Result<StorePorts, Box<dyn Error>> {
    Ok(at_command_line(config)?.ports())
}

/// Nothing is logged there: what is waited for is printed.
fn at_command_line(config: &Config) -> Result<Store, Box<dyn Error>> {
    migrate(config)?;
    Ok(Store::open(&config.database_url, config.database_threads)?)
}

/// Brings the database up to date at the command line, and answers the names of the migrations that ran.
pub fn migrate(config: &Config) -> Result<Vec<String>, Box<dyn Error>> {
    make_folder(config)?;
    Ok(Store::migrate_and_tell(&config.database_url, &|waits| eprintln!("{waits}"))?)
}

fn make_folder(config: &Config) -> std::io::Result<()> {
    match config.database_url.strip_prefix("sqlite://").and_then(|path| std::path::Path::new(path).parent()) {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    }
}

fn store(config: &Config) -> Result<Store, Box<dyn Error>> {
    make_folder(config)?;
    Store::migrate(&config.database_url)?;
    Ok(Store::open(&config.database_url, config.database_threads)?)
}

/// Where the documents lie.
pub fn document_files(config: &Config) -> Result<Arc<dyn DocumentFiles>, Box<dyn Error>> {
    Ok(Arc::new(ObjectFiles::open(&config.documents_url, config.aws.clone())?))
}

fn ports(config: &Config, store: &Store) -> Result<Ports, Box<dyn Error>> {
    let secret = config.jwt_secret.0.as_bytes();
    let (mut tokens, mut codes) = (JwtAccessTokens::new(secret), HmacCodes::new(secret));
    if let Some(before) = &config.jwt_secret_before {
        (tokens, codes) = (tokens.and_before(before.0.as_bytes()), codes.and_before(before.0.as_bytes()));
    }
    let store = store.ports();
    Ok(Ports {
        business: business_clock(config, &store),
        store,
        files: document_files(config)?,
        passwords: Arc::new(Argon2Passwords::start(config.hashing_threads, config.context_words())?),
        tokens: Arc::new(tokens),
        link_tokens: Arc::new(HmacLinkTokens::new(secret)),
        codes: Arc::new(codes),
        provider: provider(config)?,
        order_format: Arc::new(PainOrders),
        statement_format: Arc::new(CamtStatements),
        invoice_reader: Arc::new(EInvoices::default()),
        paper_words: Arc::new(Wording),
        paper_format: Arc::new(PdfPapers::new()?),
        check_page: format!("{}/check", config.web_origin),
        answer_format: Arc::new(SepaAnswers),
        clock: Arc::new(SystemClock),
        ids: Arc::new(Uuid7),
        session_life: TimeDelta::hours(config.session_hours),
        session_idle: TimeDelta::minutes(config.session_idle_minutes),
        account_writes: config.account_writes,
        operators: match config.environment {
            Environment::Production => OperatorAccess::BySecondFactor,
            Environment::Development => OperatorAccess::ByPassword,
        },
        four_eyes: config.four_eyes,
        time_zone: config.time_zone,
    })
}

fn business_clock(config: &Config, kept: &StorePorts) -> Arc<dyn BusinessClock> {
    let machine = Arc::new(SystemClock);
    match config.clock {
        ClockMode::Machine => Arc::new(MachineTime(machine)),
        ClockMode::Test => Arc::new(MovableTime { machine, test_clocks: kept.test_clocks.clone() }),
    }
}

/// Business time never runs backwards, not by a start without the test clock either.
///
/// # Errors
/// When it was moved ahead in this database and would be the machine's again.
async fn goes_on(config: &Config, kept: &StorePorts) -> Result<(), Box<dyn Error>> {
    if config.clock == ClockMode::Machine && kept.test_clocks.test_clock().await? > TestClock::default() {
        return Err("SOONER_CLOCK: is not test, but business time was moved ahead in this database, and cannot go back".into());
    }
    Ok(())
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

fn mailer(config: &Config, kept: &StorePorts) -> Result<Arc<dyn Mailer>, Box<dyn Error>> {
    let tokens = Arc::new(HmacLinkTokens::new(config.jwt_secret.0.as_bytes()));
    let before = config.jwt_secret_before.as_ref().map(|before| LinksBefore {
        tokens: Arc::new(HmacLinkTokens::new(before.0.as_bytes())),
        links: kept.links.clone(),
        invitations: kept.teams.clone(),
        confirmations: kept.confirmations.clone(),
    });
    let letterhead = Letterhead {
        from: config.mail_from.clone(),
        support: config.support_email.clone(),
        web_origin: config.web_origin.clone(),
        tokens,
        before,
        attachments: kept.attachments.clone(),
    };
    Ok(match &config.mail {
        MailTransport::Folder(folder) => Arc::new(FileMailer::new(folder.clone(), letterhead)?),
        MailTransport::Smtp(server) => Arc::new(SmtpMailer::new(server.clone(), letterhead)?),
    })
}

fn settings(config: &Config) -> Settings {
    Settings {
        web_origin: config.web_origin.clone(),
        trusted_proxies: TrustedProxies(config.trusted_proxies.clone()),
        hsts: config.environment == Environment::Production,
    }
}

fn api(config: &Config, store: &Store) -> Result<Api, Box<dyn Error>> {
    let host = Host {
        ready: Arc::new(store.clone()),
        ids: Arc::new(Uuid7),
        metrics: Some(PrometheusBuilder::new().set_buckets(LATENCY_BUCKETS_SECONDS)?.install_recorder()?),
        settings: settings(config),
    };
    Ok(Api { use_cases: ports(config, store)?.use_cases(), host })
}

/// What is done beside the requests.
fn jobs(config: &Config, kept: &StorePorts, api: &Api) -> Result<Vec<Arc<dyn Job>>, Box<dyn Error>> {
    let clock = Arc::new(SystemClock);
    let delivery = kept.delivery(mailer(config, kept)?, clock.clone(), config.time_zone);
    let always: [Arc<dyn Job>; 7] = [
        Arc::new(Digests(delivery.clone())),
        Arc::new(delivery),
        Arc::new(kept.clearing(clock.clone())),
        Arc::new(kept.sealing()),
        Arc::new(kept.watching(clock)),
        Arc::new(api.use_cases.end_of_day.clone()),
        Arc::new(SweepFiles { onboarding: api.use_cases.onboarding.clone(), others: kept.receivable_files.clone() }),
    ];
    let fold = api.host.metrics.clone().map(|metrics| Arc::new(FoldMeasurements(metrics)) as Arc<dyn Job>);
    Ok(always.into_iter().chain(fold).collect())
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
            terms_url: config.terms_url.clone(),
            privacy_url: config.privacy_url.clone(),
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
    if config.environment == Environment::Production {
        let open = private::open_to_everybody(config);
        if !open.is_empty() {
            return Err(open.join("\n").into());
        }
    }
    let _until_the_end = telemetry::start(config.environment, &config.log, config.collector.as_deref())?;
    rt::System::new().block_on(async {
        let web = match config.web_addr {
            Some(address) => {
                let host = web_host(config);
                let listener = Listener { address, workers: Some(1), connections: CONNECTIONS, shutdown: SHUTDOWN };
                let server = sooner_http::serve(listener, move || web_app(host.clone()));
                let server = server.map_err(|error| format!("SOONER_WEB_ADDR: cannot listen on {address}: {error}"))?;
                tracing::info!(%address, origin = config.web_origin, "web host");
                Some(rt::spawn(server))
            }
            None => None,
        };
        let served = match config.api_addr {
            Some(address) => {
                let store = store(config)?;
                let (api, kept) = (api(config, &store)?, store.ports());
                goes_on(config, &kept).await?;
                let node = Node { id: api.host.ids.next(), leases: kept.leases.clone(), clock: Arc::new(SystemClock) };
                jobs::spawn(&node, jobs(config, &kept, &api)?);
                thread::spawn(warm_up);
                let listener = Listener { address, workers: None, connections: CONNECTIONS, shutdown: SHUTDOWN };
                let server = sooner_http::serve(listener, move || api_app(api.clone()));
                let server = server.map_err(|error| format!("SOONER_API_ADDR: cannot listen on {address}: {error}"))?;
                tracing::info!(%address, origin = config.api_origin, "API");
                server.await
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
