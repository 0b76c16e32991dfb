//! The wiring: the one file that names concrete adapters.

use crate::{
    config::{ClockMode, Config, Environment, IdentityHost, MailTransport},
    jobs::{self, FoldMeasurements, MeasureDisks},
    private,
    readiness::AskedOnceASecond,
    telemetry,
};
use actix_web::rt;
use chrono::TimeDelta;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use rustix::fs::Access;
#[cfg(feature = "development")]
use sooner_adapters::{
    argon2::Argon2Passwords,
    bank_answers::SepaAnswers,
    bank_orders::PainOrders,
    bank_statements::CamtStatements,
    document_files::ObjectFiles,
    einvoices::EInvoices,
    file_trial::ProcessTrial,
    firebase::{FirebaseVerifier, KeyHost},
    jwt::JwtAccessTokens,
    link_tokens::HmacLinkTokens,
    mail::{FileMailer, Letterhead, LinksBefore, SmtpMailer},
    papers::{PdfPapers, Wording},
    stand_ins::{BelievesEveryPhone, NumberedIds, RemembersLinks},
    system::{SystemClock, Turns, Uuid7},
    totp::HmacCodes,
};
use sooner_application::{
    Ports, StorePorts, UseCases,
    cash::DueLines,
    identity::{OperatorAccess, ports::IdentityProvider},
    kernel::{
        clock::{BusinessClock, MachineTime, MovableTime},
        jobs::{Job, Node},
        outbox::{Digests, Mailer},
        readiness::Readiness,
    },
    onboarding::SweepFiles,
};
#[cfg(feature = "development")]
use sooner_application::{
    approvals::FourEyes,
    identity::ports::LinkTokens,
    kernel::{outbox::Delivery, turns::Bounds},
    parties::Agreement,
};
use sooner_domain::kernel::test_clock::TestClock;
use sooner_http::{
    Api, ClientConfig, FirebaseConfig, Host, HouseConfig, Listener, Readers, Settings, TrustedProxies, WebHost, api_app, metrics_app,
    web_app,
};
use sooner_shared::file_gate::FileGate;
use sooner_store::{DatabaseUrl, Store, Tables};
use std::{
    error::Error,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// From a read out of memory to an upload over a bad line.
const LATENCY_BUCKETS_SECONDS: &[f64] = &[0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];
/// How long requests in flight may take to finish when the process is told to stop.
const SHUTDOWN: Duration = Duration::from_secs(30);
/// Each takes memory; more than this many people at once is a flood.
const CONNECTIONS: usize = 2_000;

/// What people do, on the real adapters, at the command line.
pub fn use_cases(config: &Config) -> Result<UseCases, Box<dyn Error>> {
    Ok(ports(config, &at_command_line(config)?, document_files(config)?, &file_gate()?)?.use_cases())
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
    const READS_A_MINUTE: i32 = 1_000_000;
    migrate(config)?;
    let store = at_command_line(config)?;
    let kept = store.ports();
    goes_on(config, &kept).await?;
    let (ids, files) = (Arc::new(NumberedIds::default()), file_gate()?);
    let ports = Ports {
        provider: Arc::new(BelievesEveryPhone),
        ids: ids.clone(),
        four_eyes: FourEyes::On,
        operators: OperatorAccess::ByPassword,
        account_writes: WRITES_AN_HOUR,
        account_reads: READS_A_MINUTE,
        ..ports(config, &store, document_files(config)?, &files)?
    };
    let links = ports.link_tokens.clone();
    let folder = match &config.mail {
        MailTransport::Folder(_) => Some(mailer(config, &kept)?),
        MailTransport::Smtp(_) => None,
    };
    let host = Host { ready: Arc::new(store), ids, files, readers: readers(config), imports: imports(config), settings: settings(config) };
    let mails = Arc::new(RemembersLinks::new(folder));
    let delivery = kept.delivery(mails.clone(), Arc::new(SystemClock), config.time_zone);
    Ok(Stage { api: Api { use_cases: ports.use_cases(), host }, kept, links, mails, delivery })
}

/// The same for what goes by business time, which never runs backwards.
pub async fn use_cases_in_time(config: &Config) -> Result<UseCases, Box<dyn Error>> {
    let store = at_command_line(config)?;
    goes_on(config, &store.ports()).await?;
    Ok(ports(config, &store, document_files(config)?, &file_gate()?)?.use_cases())
}

/// What this instance keeps, at the command line.
pub fn kept(config: &Config) -> Result<StorePorts, Box<dyn Error>> {
    Ok(at_command_line(config)?.ports())
}

/// A database that is not up to date is none to work with: only the server and `sooner migrate` change it.
fn at_command_line(config: &Config) -> Result<Store, Box<dyn Error>> {
    Store::tables(&config.database_url)?.must_be_current(&config.database_url)?;
    Ok(Store::open(&config.database_url, config.database_threads)?)
}

/// # Errors
/// When a newer version has changed the database, for what this one makes of it would lack what it does not know; or when it is
/// something else's.
pub fn must_be_ours(config: &Config) -> Result<(), Box<dyn Error>> {
    Ok(Store::tables(&config.database_url)?.must_be_ours(&config.database_url)?)
}

/// Brings the database up to date at the command line, and answers the names of the migrations that ran. Nothing is logged there:
/// what is waited for is printed.
pub fn migrate(config: &Config) -> Result<Vec<String>, Box<dyn Error>> {
    must_be_ours(config)?;
    make_folder(&config.database_url)?;
    Ok(Store::migrate_and_tell(&config.database_url, &|waits| eprintln!("{waits}"))?)
}

/// Where a SQLite database is, or is to be.
fn make_folder(database: &DatabaseUrl) -> Result<(), String> {
    match database.strip_prefix("sqlite://").and_then(|path| Path::new(path).parent()) {
        Some(folder) => std::fs::create_dir_all(folder).map_err(|error| format!("cannot make the folder {}: {error}", folder.display())),
        None => Ok(()),
    }
}

/// How often it is looked whether a database can be reached, and how often it is told again that it cannot.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
const TELL_AGAIN: Duration = Duration::from_secs(30);
/// As long as a server that does not answer is tried, and a pause before it.
const TRYING: Duration = Duration::from_secs(4);

/// The store, up to date, once the database can be reached, however long that takes; none once nobody wants it any more.
fn store(database: &DatabaseUrl, threads: usize, unwanted: impl Fn() -> bool) -> Result<Option<Store>, Box<dyn Error + Send + Sync>> {
    let mut told: Option<Instant> = None;
    while !unwanted() {
        let away = match Store::tables(database) {
            Ok(tables) => {
                if told.is_some() {
                    tracing::info!("the database can be reached");
                }
                if tables == Tables::Absent {
                    tracing::warn!("there is nothing in the database {database} yet: a new instance begins");
                }
                tables.must_be_ours(database)?;
                make_folder(database)?;
                match Store::migrate(database).and_then(|_| Store::open(database, threads)) {
                    Ok(store) => return Ok(Some(store)),
                    // It may have gone away meanwhile; what is wrong otherwise stays wrong.
                    Err(error) => Store::tables(database).err().ok_or(error)?,
                }
            }
            Err(error) => error,
        };
        if database.starts_with("sqlite://") {
            return Err(away.into());
        }
        if told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
            tracing::warn!(error = %away, "waiting for the database {database}");
            told = Some(Instant::now());
        }
        thread::sleep(LOOK_AGAIN);
    }
    Ok(None)
}

/// What a service manager ends a process with. They are caught from here on.
struct Stop {
    terminated: Signal,
    interrupted: Signal,
}

impl Stop {
    fn listen() -> io::Result<Self> {
        Ok(Self { terminated: signal(SignalKind::terminate())?, interrupted: signal(SignalKind::interrupt())? })
    }

    async fn told(&mut self) {
        tokio::select! {
            _ = self.terminated.recv() => (),
            _ = self.interrupted.recv() => (),
        }
    }

    /// The store; none when the process is told to stop before there is one. A connection that is being tried is waited for then; a
    /// migration ends with the process.
    async fn or_store(&mut self, config: &Config) -> Result<Option<Store>, Box<dyn Error>> {
        let (database, threads) = (config.database_url.clone(), config.database_threads);
        let (tell, mut told) = tokio::sync::oneshot::channel();
        let start = move || {
            let store = store(&database, threads, || tell.is_closed());
            tell.send(store).ok();
        };
        let starting = thread::Builder::new().name("start".to_owned()).spawn(start)?;
        tokio::select! {
            store = &mut told => Ok(store.map_err(|_| "the start broke off")?.map_err(|error| -> Box<dyn Error> { error })?),
            () = self.told() => {
                told.close();
                let until = Instant::now() + TRYING;
                while !starting.is_finished() && Instant::now() < until {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                Ok(None)
            }
        }
    }
}

/// A terminal that is closed, and what wants logs or settings read anew, send SIGHUP: it ends nothing.
fn outlive_hangups() -> io::Result<()> {
    let mut hangups = signal(SignalKind::hangup())?;
    rt::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("SIGHUP: nothing is read anew; settings are read at the start");
        }
    });
    Ok(())
}

/// Where the documents lie.
///
/// # Errors
/// When their address leads nowhere.
pub fn document_files(config: &Config) -> Result<Arc<ObjectFiles>, Box<dyn Error>> {
    Ok(Arc::new(ObjectFiles::open(&config.documents_url, config.aws.clone())?))
}

/// Where files pass that were written outside the house.
fn file_gate() -> Result<FileGate, Box<dyn Error>> {
    Ok(FileGate::new(Arc::new(ProcessTrial::of_this_program()?)))
}

fn ports(config: &Config, store: &Store, files: Arc<ObjectFiles>, gate: &FileGate) -> Result<Ports, Box<dyn Error>> {
    let secret = config.jwt_secret.read()?;
    let secret = secret.0.as_bytes();
    let (mut tokens, mut codes) = (JwtAccessTokens::new(secret), HmacCodes::new(secret));
    if let Some(before) = &config.jwt_secret_before {
        (tokens, codes) = (tokens.and_before(before.0.as_bytes()), codes.and_before(before.0.as_bytes()));
    }
    let store = store.ports();
    Ok(Ports {
        business: business_clock(config, &store),
        store,
        files,
        passwords: Arc::new(Argon2Passwords::start(config.hashing_threads, config.context_words())?),
        tokens: Arc::new(tokens),
        link_tokens: Arc::new(HmacLinkTokens::new(secret)),
        codes: Arc::new(codes),
        provider: provider(config)?,
        order_format: Arc::new(PainOrders),
        statement_format: Arc::new(CamtStatements),
        invoice_reader: Arc::new(EInvoices::new(gate.clone())),
        paper_words: Arc::new(Wording),
        paper_format: Arc::new(PdfPapers::new(config.fonts.clone())?),
        check_page: format!("{}/check", config.web_origin),
        answer_format: Arc::new(SepaAnswers),
        clock: Arc::new(SystemClock),
        ids: Arc::new(Uuid7),
        pauses: Arc::new(Turns),
        session_life: TimeDelta::hours(config.session_hours),
        session_idle: TimeDelta::minutes(config.session_idle_minutes),
        account_writes: config.account_writes,
        account_reads: config.account_reads,
        operators: match config.environment {
            Environment::Production => OperatorAccess::BySecondFactor,
            Environment::Development => OperatorAccess::ByPassword,
        },
        four_eyes: config.four_eyes,
        time_zone: config.time_zone,
        agreement: Agreement { terms: config.imprint.terms_url.clone(), privacy: config.imprint.privacy_url.clone() },
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
        IdentityHost::Firebase { keys_url } => {
            let host = KeyHost::new(keys_url).map_err(|error| format!("SOONER_FIREBASE_KEYS_URL: {error}"))?;
            Ok(Arc::new(FirebaseVerifier::new(project, host)))
        }
        #[cfg(feature = "development")]
        IdentityHost::Emulator(_) => Ok(Arc::new(FirebaseVerifier::emulator(project))),
        #[cfg(not(feature = "development"))]
        IdentityHost::Emulator(_) => Err("this binary was built without the emulator".into()),
    }
}

fn mailer(config: &Config, kept: &StorePorts) -> Result<Arc<dyn Mailer>, Box<dyn Error>> {
    let tokens = Arc::new(HmacLinkTokens::new(config.jwt_secret.read()?.0.as_bytes()));
    let before = config.jwt_secret_before.as_ref().map(|before| LinksBefore {
        tokens: Arc::new(HmacLinkTokens::new(before.0.as_bytes())),
        links: kept.links.clone(),
        invitations: kept.teams.clone(),
        confirmations: kept.confirmations.clone(),
    });
    let letterhead = Letterhead {
        from: config.mail_from.clone(),
        imprint: config.imprint.clone(),
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
        log_client_address: config.log_client_address,
        hsts: config.environment == Environment::Production,
        deadline: Settings::DEADLINE,
    }
}

/// As many reads at once as the database answers.
fn readers(config: &Config) -> Readers {
    Readers::new(Bounds::of(config.database_threads))
}

/// As many requests that enter many rows at once as leave half of the database to others, one of each account.
fn imports(config: &Config) -> Readers {
    Readers::that_import(Bounds { each: 1, ..Bounds::of((config.database_threads / 2).max(1)) })
}

fn api(config: &Config, store: &Store) -> Result<Api, Box<dyn Error>> {
    let files = document_files(config)?;
    let both: [Arc<dyn Readiness>; 2] = [Arc::new(store.clone()), files.clone()];
    let gate = file_gate()?;
    let use_cases = ports(config, store, files, &gate)?.use_cases();
    let ready = Arc::new(AskedOnceASecond::new(both));
    Ok(Api {
        use_cases,
        host: Host {
            ready,
            ids: Arc::new(Uuid7),
            files: gate,
            readers: readers(config),
            imports: imports(config),
            settings: settings(config),
        },
    })
}

/// The folders this instance writes to, each with what it holds.
pub fn folders(config: &Config) -> Vec<(&'static str, PathBuf)> {
    let database = config.database_url.strip_prefix("sqlite://").and_then(|file| Path::new(file).parent());
    // A file without a folder lies in the one the process runs in.
    let database = database.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let documents = config.documents_url.strip_prefix("file://").map(Path::new);
    let both = [("database", database), ("documents", documents)];
    both.into_iter().filter_map(|(holds, folder)| Some((holds, folder?.to_owned()))).collect()
}

/// What is done beside the requests.
fn jobs(config: &Config, kept: &StorePorts, api: &Api, measured: Option<PrometheusHandle>) -> Result<Vec<Arc<dyn Job>>, Box<dyn Error>> {
    let clock = Arc::new(SystemClock);
    let delivery = kept.delivery(mailer(config, kept)?, clock.clone(), config.time_zone);
    let always: [Arc<dyn Job>; 8] = [
        Arc::new(Digests(delivery.clone())),
        Arc::new(delivery),
        Arc::new(kept.clearing(clock.clone())),
        Arc::new(kept.sealing()),
        Arc::new(kept.watching(clock)),
        Arc::new(api.use_cases.end_of_day.clone()),
        Arc::new(DueLines(api.use_cases.cash.clone())),
        Arc::new(SweepFiles { onboarding: api.use_cases.onboarding.clone(), others: kept.receivable_files.clone() }),
    ];
    let measuring =
        measured.map(|measured| -> [Arc<dyn Job>; 2] { [Arc::new(FoldMeasurements(measured)), Arc::new(MeasureDisks(folders(config)))] });
    Ok(always.into_iter().chain(measuring.into_iter().flatten()).collect())
}

fn web_host(config: &Config) -> WebHost {
    let emulator_origin = match &config.identity_host {
        IdentityHost::Emulator(host) => Some(format!("http://{host}")),
        IdentityHost::Firebase { .. } => None,
    };
    WebHost {
        config: ClientConfig {
            api_origin: config.api_origin.clone(),
            house: HouseConfig::from(&config.imprint),
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

/// Tries everything this instance depends on, and answers of each, by its setting, whether it is well, or what is wrong.
pub async fn try_out(config: &Config) -> Vec<(&'static str, Result<String, String>)> {
    let documents = match document_files(config) {
        Ok(files) => files.try_out().await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let mail = match &config.mail {
        MailTransport::Folder(folder) => Ok(format!("mails are written to {}", folder.display())),
        MailTransport::Smtp(server) => {
            let taken = if server.credentials.is_some() { "signed in" } else { "connected, without a password" };
            server.clone().try_out(&config.mail_from).await.map(|()| format!("{taken} at {}", server.host))
        }
    };
    let keys = match &config.identity_host {
        IdentityHost::Firebase { keys_url } => match KeyHost::new(keys_url) {
            Ok(host) => host.try_out().await.map(|keys| format!("{keys} keys")),
            Err(error) => Err(error),
        },
        IdentityHost::Emulator(host) => Ok(format!("the emulator at {host}, which has none")),
    };
    let open = if config.environment == Environment::Production { private::open_to_everybody(config) } else { Vec::new() };
    let open = open.into_iter().map(|line| ("the data", Err(line)));
    [
        ("SOONER_DATABASE_URL", try_database(config)),
        ("SOONER_DOCUMENTS_URL", documents.map(|()| "a file was written and taken away".to_owned())),
        ("SOONER_MAIL_URL", mail),
        ("SOONER_FIREBASE_KEYS_URL", keys),
    ]
    .into_iter()
    .chain(open)
    .collect()
}

/// Whether the file of SQLite can be written, or made; of PostgreSQL the server says it. Nothing is.
fn may_write(database: &DatabaseUrl) -> Result<(), String> {
    let Some(file) = database.strip_prefix("sqlite://") else {
        return Store::may_migrate(database).map_err(|error| error.to_string());
    };
    let there = Path::new(file).ancestors().find(|path| path.exists());
    let place = there.unwrap_or(Path::new("."));
    rustix::fs::access(place, Access::WRITE_OK).map_err(|error| format!("cannot write to {}: {error}", place.display()))
}

fn try_database(config: &Config) -> Result<String, String> {
    let database = &config.database_url;
    let tables = Store::tables(database).map_err(|error| error.to_string())?;
    let found = match &tables {
        Tables::Absent => format!("{database} is empty; `sooner serve` or `sooner migrate` sets it up"),
        Tables::Older(missing) => format!("{database} is older; `sooner serve` or `sooner migrate` runs {missing} migrations"),
        _ => format!("{database} is up to date"),
    };
    tables.must_be_ours(database).map_err(|error| error.to_string())?;
    may_write(database).map(|()| found)
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
        outlive_hangups()?;
        let mut stop = Stop::listen()?;
        let web = match config.web_addr {
            Some(address) => {
                let host = web_host(config);
                let server = sooner_http::serve(listener(address, Some(1)), move || web_app(host.clone()));
                let server = server.map_err(cannot_listen("SOONER_WEB_ADDR", address))?;
                tracing::info!(%address, origin = config.web_origin, "web host");
                Some((server.handle(), rt::spawn(server)))
            }
            None => None,
        };
        let measured = match config.metrics_addr {
            Some(address) => {
                let measured = PrometheusBuilder::new().set_buckets(LATENCY_BUCKETS_SECONDS)?.install_recorder()?;
                let shown = measured.clone();
                let server = sooner_http::serve(listener(address, Some(1)), move || metrics_app(shown.clone()));
                rt::spawn(server.map_err(cannot_listen("SOONER_METRICS_ADDR", address))?);
                tracing::info!(%address, "measurements");
                Some(measured)
            }
            None => None,
        };
        match config.api_addr {
            Some(address) => {
                if let Some(store) = stop.or_store(config).await? {
                    let served = serve_api(config, &store, address, measured, stop).await;
                    // Jobs and workers may still have handles, and end no sooner than the process does.
                    store.close();
                    served?;
                }
            }
            None => stop.told().await,
        }
        if let Some((handle, web)) = web {
            handle.stop(true).await;
            web.await??;
        }
        Ok(())
    })
}

async fn serve_api(
    config: &Config,
    store: &Store,
    address: SocketAddr,
    measured: Option<PrometheusHandle>,
    mut stop: Stop,
) -> Result<(), Box<dyn Error>> {
    let (api, kept) = (api(config, store)?, store.ports());
    goes_on(config, &kept).await?;
    if config.environment == Environment::Production && config.four_eyes == FourEyes::Off {
        tracing::warn!("SOONER_FOUR_EYES is false: one person alone releases payouts, changes accounts and gives roles");
        api.use_cases.house.started_without_four_eyes().await?;
    }
    let node = Node { id: api.host.ids.next(), leases: kept.leases.clone(), clock: Arc::new(SystemClock) };
    jobs::spawn(&node, jobs(config, &kept, &api, measured)?);
    thread::spawn(warm_up);
    let files = api.host.files.clone();
    let server = sooner_http::serve(listener(address, None), move || api_app(api.clone()));
    let server = server.map_err(cannot_listen("SOONER_API_ADDR", address))?;
    tracing::info!(%address, origin = config.api_origin, "API");
    let handle = server.handle();
    rt::spawn(async move {
        stop.told().await;
        // They would hold up the end by as long as a file takes at most.
        files.close();
        handle.stop(true).await;
    });
    Ok(server.await?)
}

fn listener(address: SocketAddr, workers: Option<usize>) -> Listener {
    Listener { address, workers, connections: CONNECTIONS, shutdown: SHUTDOWN }
}

fn cannot_listen(variable: &str, address: SocketAddr) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{variable}: cannot listen on {address}: {error}")
}

/// The numbering plans take a tenth of a second to load: better now than in somebody's sign-up.
fn warm_up() {
    if let Ok(country) = sooner_domain::kernel::country::CountryCode::parse("DE") {
        sooner_domain::kernel::phone::calling_code(country);
    }
}
