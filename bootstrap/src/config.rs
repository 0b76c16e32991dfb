//! The configuration: environment variables, read once, checked as a whole.

mod clock;
mod env_file;
pub(crate) mod imprint;
mod mail;
mod reader;
mod settings;

pub use clock::ClockMode;
pub use settings::Settings;

use ipnet::IpNet;
use reader::{Reader, shown};
use sooner_adapters::{
    firebase::GOOGLE_KEYS,
    mail::{MailFrom, SmtpServer},
};
use sooner_application::{approvals::FourEyes, identity::Allowance};
use sooner_domain::{
    house::local_time::TimeZone,
    identity::{password::ContextWords, session::Session},
};
use sooner_shared::imprint::Imprint;
use sooner_store::DatabaseUrl;
use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    error::Error,
    fmt,
    io::Write,
    net::{IpAddr, SocketAddr},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};
use tracing_subscriber::{EnvFilter, filter::LevelFilter};
use url::Url;

/// Where the product runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    Development,
    /// Refuses every stand-in that development allows.
    Production,
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Development => "development",
            Self::Production => "production",
        })
    }
}

/// A text that never shows itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What tokens and links are made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JwtSecret {
    Given(Secret),
    /// Development makes one in this folder, when it is first needed.
    Made(PathBuf),
}

impl JwtSecret {
    /// # Errors
    /// When one must be made, and cannot be kept.
    pub fn read(&self) -> Result<Secret, Box<dyn Error>> {
        match self {
            Self::Given(secret) => Ok(secret.clone()),
            Self::Made(var) => {
                let unkept = |error| format!("SOONER_JWT_SECRET: is not set, and none could be kept in {}: {error}", var.display());
                Ok(generated_secret(var).map_err(unkept)?)
            }
        }
    }
}

/// How mails leave.
#[derive(Clone, PartialEq, Eq)]
pub enum MailTransport {
    Folder(PathBuf),
    Smtp(SmtpServer),
}

/// Who vouches for phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdentityHost {
    /// The address of the keys its tokens are signed with.
    Firebase { keys_url: String },
    /// The Firebase emulator, at `host:port`. Its tokens are unsigned.
    Emulator(String),
}

/// Everything that can be set.
#[derive(Clone)]
pub struct Config {
    pub environment: Environment,
    /// None: the API is not served.
    pub api_addr: Option<SocketAddr>,
    /// None: the web client is not served.
    pub web_addr: Option<SocketAddr>,
    /// None: what is measured is not served.
    pub metrics_addr: Option<SocketAddr>,
    pub api_origin: String,
    pub web_origin: String,
    pub database_url: DatabaseUrl,
    pub database_threads: usize,
    pub documents_url: String,
    /// Folders with fonts for letters that those of the product lack; one that is not there is as an empty one.
    pub fonts: Vec<PathBuf>,
    /// The usual AWS variables, for a bucket.
    pub aws: Vec<(String, String)>,
    pub mail: MailTransport,
    pub mail_from: MailFrom,
    /// Who runs the instance: pages and mails name them.
    pub imprint: Imprint,
    pub jwt_secret: JwtSecret,
    /// The one from before, what was made under which is still taken.
    pub jwt_secret_before: Option<Secret>,
    pub session_hours: i64,
    /// How long a session may lie unused.
    pub session_idle_minutes: i64,
    /// How much an account may write in an hour.
    pub account_writes: i32,
    /// How much an account may read in a minute; what is dear counts several times.
    pub account_reads: i32,
    /// Whether what needs a second person waits for one.
    pub four_eyes: FourEyes,
    pub clock: ClockMode,
    /// Where the house's day begins and ends, until an admin sets another time zone.
    pub time_zone: TimeZone,
    pub hashing_threads: usize,
    pub firebase_project_id: String,
    pub firebase_api_key: String,
    pub firebase_auth_domain: String,
    pub identity_host: IdentityHost,
    pub trusted_proxies: Vec<IpNet>,
    pub log: String,
    /// Whether the line of a request in the log says where it comes from.
    pub log_client_address: bool,
    /// Where traces are collected.
    pub collector: Option<String>,
    /// What works still and should be changed, a line each.
    pub warnings: Vec<String>,
}

/// Something wrong with one variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// A variable, or the file of settings itself.
    what: Cow<'static, str>,
    message: String,
}

impl Mistake {
    fn of(what: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { what: what.into(), message: message.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.message)
    }
}

/// Where development keeps what it makes.
const VAR: &str = "var";
const MIN_SECRET_BYTES: usize = 32;
/// What stands for a password in samples of addresses.
const PASSWORD_OF_THE_PAGE: &str = ":password@";

impl Config {
    /// The configuration these settings describe.
    ///
    /// # Errors
    /// With every mistake at once.
    pub fn of(settings: &Settings) -> Result<Self, Vec<Mistake>> {
        let mut config = Self::parse(&settings.variables, Path::new(VAR), cfg!(feature = "development"))?;
        config.warnings.extend(settings.warnings.iter().cloned());
        Ok(config)
    }

    /// The configuration these variables describe. `var` is where development keeps a generated secret; `development`
    /// says whether the binary was built for it: one that was not is for production alone, whatever is set.
    fn parse(variables: &HashMap<String, String>, var: &Path, development: bool) -> Result<Self, Vec<Mistake>> {
        let mut reader = Reader::of(variables);
        let config = Self::read(&mut reader, var, development);
        if reader.mistakes.is_empty() { Ok(config) } else { Err(reader.mistakes) }
    }

    fn read(reader: &mut Reader<'_>, var: &Path, development: bool) -> Self {
        let environment = environment(reader, development);
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let api_addr = reader.address("SOONER_API_ADDR", "127.0.0.1:8080");
        let firebase_project_id = firebase_project_id(reader, environment);
        let config = Self {
            environment,
            api_addr,
            web_addr: reader.address("SOONER_WEB_ADDR", "127.0.0.1:3000"),
            metrics_addr: reader.address("SOONER_METRICS_ADDR", ""),
            api_origin: reader.origin("SOONER_API_ORIGIN", "http://localhost:8080", environment),
            web_origin: reader.origin("SOONER_WEB_ORIGIN", "http://localhost:3000", environment),
            database_url: database_url(reader, environment),
            database_threads: reader.number("SOONER_DATABASE_THREADS", cores.max(2), 1, 256),
            documents_url: documents_url(reader, environment),
            fonts: fonts(reader),
            aws: reader
                .variables
                .iter()
                .filter(|(name, _)| name.starts_with("AWS_"))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            mail: mail::transport(reader, environment),
            mail_from: mail_from(reader, environment),
            imprint: imprint::read(reader, environment),
            jwt_secret_before: jwt_secret_before(reader, environment),
            jwt_secret: jwt_secret(reader, environment, var),
            session_hours: reader.number("SOONER_SESSION_HOURS", Session::DEFAULT_LIFE_HOURS, 1, 24 * 30),
            session_idle_minutes: reader.number("SOONER_SESSION_IDLE", Session::DEFAULT_IDLE_MINUTES, 15, 24 * 30 * 60),
            account_writes: reader.number("SOONER_ACCOUNT_WRITES", Allowance::WRITES_AN_HOUR, 60, 1_000_000),
            account_reads: reader.number("SOONER_ACCOUNT_READS", Allowance::READS_A_MINUTE, 600, 100_000_000),
            four_eyes: four_eyes(reader, environment),
            clock: clock::mode(reader, environment),
            time_zone: time_zone(reader),
            hashing_threads: reader.number("SOONER_HASHING_THREADS", cores.saturating_sub(1).max(1), 1, 256),
            firebase_api_key: reader.required("SOONER_FIREBASE_API_KEY", "demo-key", environment),
            firebase_auth_domain: firebase_auth_domain(reader, environment),
            identity_host: identity_host(reader, environment, development, api_addr, &firebase_project_id),
            firebase_project_id,
            trusted_proxies: trusted_proxies(reader),
            log: log(reader),
            log_client_address: reader.flag("SOONER_LOG_CLIENT_ADDRESS").unwrap_or(false),
            collector: collector(reader),
            warnings: std::mem::take(&mut reader.warnings),
        };
        if config.api_addr.is_none() && config.web_addr.is_none() {
            reader.mistake("SOONER_API_ADDR", "is switched off, and so is SOONER_WEB_ADDR: there is nothing to serve");
        }
        if config.api_origin == config.web_origin {
            reader.mistake("SOONER_WEB_ORIGIN", "is the same as SOONER_API_ORIGIN: each host has an origin of its own");
        }
        config.ports_are_free(reader);
        reader.refuse_unknown();
        config
    }

    /// Each address is for one host.
    fn ports_are_free(&self, reader: &mut Reader<'_>) {
        let addresses =
            [("SOONER_API_ADDR", self.api_addr), ("SOONER_WEB_ADDR", self.web_addr), ("SOONER_METRICS_ADDR", self.metrics_addr)];
        let taken: Vec<_> = addresses.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
        for (index, (second, address)) in taken.iter().enumerate() {
            let meets = |other: &SocketAddr| {
                let everywhere = address.ip().is_unspecified() || other.ip().is_unspecified();
                address.port() != 0 && address.port() == other.port() && (everywhere || address.ip() == other.ip())
            };
            if let Some((first, _)) = taken.iter().take(index).find(|(_, other)| meets(other)) {
                reader.mistake(second, format!("has the same port as {first}"));
            }
        }
    }

    /// What guesses at a password here begin with: the names the company that runs this instance gives it.
    #[must_use]
    pub fn context_words(&self) -> ContextWords {
        let domain = self.mail_from.address.as_str().split_once('@').map_or("", |(_, domain)| domain);
        ContextWords::of(&[&self.mail_from.name, domain, &self.web_origin, &self.api_origin])
    }
}

fn environment(reader: &mut Reader<'_>, development: bool) -> Environment {
    const VARIABLE: &str = "SOONER_ENV";
    match reader.given(VARIABLE) {
        None if development => Environment::Development,
        Some("development") if development => Environment::Development,
        None | Some("production") => Environment::Production,
        Some("development") => {
            reader.mistake(VARIABLE, "is development, but this binary was built for production alone");
            Environment::Production
        }
        Some(other) => {
            reader.mistake(VARIABLE, format!("'{other}' is neither development nor production"));
            Environment::Production
        }
    }
}

fn four_eyes(reader: &mut Reader<'_>, environment: Environment) -> FourEyes {
    const VARIABLE: &str = "SOONER_FOUR_EYES";
    match reader.flag(VARIABLE) {
        Some(true) => FourEyes::On,
        Some(false) => FourEyes::Off,
        None if environment == Environment::Production => FourEyes::On,
        None => FourEyes::Off,
    }
}

fn time_zone(reader: &mut Reader<'_>) -> TimeZone {
    const VARIABLE: &str = "SOONER_TIME_ZONE";
    let Some(name) = reader.given(VARIABLE) else { return TimeZone::default() };
    TimeZone::parse(name).unwrap_or_else(|_| {
        reader.mistake(VARIABLE, format!("'{name}' is no IANA time zone, such as Europe/Berlin"));
        TimeZone::default()
    })
}

fn database_url(reader: &mut Reader<'_>, environment: Environment) -> DatabaseUrl {
    const VARIABLE: &str = "SOONER_DATABASE_URL";
    const DEFAULT: &str = "sqlite://var/sooner.db";
    let url = reader.required(VARIABLE, DEFAULT, environment);
    if environment == Environment::Production && url.contains(PASSWORD_OF_THE_PAGE) {
        reader.mistake(VARIABLE, "has the password of the documentation");
    }
    if environment == Environment::Production && is_relative(&url, "sqlite://") {
        reader
            .mistake(VARIABLE, "must name the file from the root on in production, with three slashes: sqlite:///var/lib/sooner/sooner.db");
    }
    // What is wrong is told without the value, which may hold a password.
    match DatabaseUrl::parse(&url).or_else(|bad| {
        reader.mistake(VARIABLE, bad.to_string());
        DatabaseUrl::parse(DEFAULT)
    }) {
        Ok(url) => url,
        Err(_) => unreachable!("the default is an address"),
    }
}

/// Whether a path of this scheme is another one for each folder it is looked at from.
fn is_relative(url: &str, scheme: &str) -> bool {
    url.strip_prefix(scheme).is_some_and(|path| !path.starts_with('/'))
}

fn documents_url(reader: &mut Reader<'_>, environment: Environment) -> String {
    const VARIABLE: &str = "SOONER_DOCUMENTS_URL";
    let url = reader.required(VARIABLE, "file://var/documents", environment);
    if !["file://", "s3://"].iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty())) {
        reader.mistake(VARIABLE, "must be file://folder or s3://bucket/prefix");
    } else if environment == Environment::Production && is_relative(&url, "file://") {
        reader
            .mistake(VARIABLE, "must name the folder from the root on in production, with three slashes: file:///var/lib/sooner/documents");
    } else if url.starts_with("s3://") && url.contains('@') {
        reader.mistake(VARIABLE, "must hold no key: that is AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    }
    url
}

/// Where Debian's packages put fonts, unless other folders are named, with colons between.
fn fonts(reader: &mut Reader<'_>) -> Vec<PathBuf> {
    const VARIABLE: &str = "SOONER_FONTS";
    let Some(named) = reader.given(VARIABLE) else { return vec![PathBuf::from("/usr/share/fonts")] };
    let folders: Vec<_> = named.split(':').filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
    if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
        reader.mistake(VARIABLE, format!("'{}' is no folder", folder.display()));
    }
    folders
}

fn firebase_project_id(reader: &mut Reader<'_>, environment: Environment) -> String {
    const VARIABLE: &str = "SOONER_FIREBASE_PROJECT_ID";
    let project = reader.required(VARIABLE, "demo-sooner", environment);
    // Firebase keeps such names for its emulator.
    if environment == Environment::Production && project.starts_with("demo-") {
        reader.mistake(VARIABLE, format!("'{project}' is a project of the emulator, which has no users"));
    }
    project
}

fn firebase_auth_domain(reader: &mut Reader<'_>, environment: Environment) -> String {
    const VARIABLE: &str = "SOONER_FIREBASE_AUTH_DOMAIN";
    let domain = reader.required(VARIABLE, "localhost", environment);
    if domain.contains(['/', '@', ' ']) {
        reader.mistake(VARIABLE, format!("'{}' is no host alone, such as my-project.firebaseapp.com", shown(&domain)));
    }
    domain
}

/// What is logged. A level that is mistyped would be taken for a part of the program, and everything else would be silent.
fn log(reader: &mut Reader<'_>) -> String {
    const VARIABLE: &str = "SOONER_LOG";
    let text = reader.text(VARIABLE, "info,actix_server=warn,actix_http=off");
    let is_plain = |directive: &&str| !directive.contains(['=', '[', '{', '}', ']']);
    let unknown = text.split(',').map(str::trim).filter(is_plain).find(|level| level.parse::<LevelFilter>().is_err());
    if let Some(level) = unknown {
        reader.mistake(VARIABLE, format!("'{level}' is no level: error, warn, info, debug, trace or off"));
    } else if let Err(error) = EnvFilter::builder().parse(&text) {
        reader.mistake(VARIABLE, error.to_string());
    }
    text
}

fn mail_from(reader: &mut Reader<'_>, environment: Environment) -> MailFrom {
    const VARIABLE: &str = "SOONER_MAIL_FROM";
    const DEFAULT: &str = "Sooner <no-reply@localhost>";
    let text = reader.required(VARIABLE, DEFAULT, environment);
    match MailFrom::parse(&text).or_else(|_| {
        reader.mistake(VARIABLE, format!("'{text}' is no sender, such as Sooner <no-reply@sooner.example>"));
        MailFrom::parse(DEFAULT)
    }) {
        Ok(from) => from,
        Err(_) => unreachable!("the default is a sender"),
    }
}

/// Whether anybody could say it: a secret that was published, or one of few different characters.
fn is_known(secret: &str) -> bool {
    const FEW: usize = 8;
    const PUBLISHED: [&str; 2] = ["end-to-end tests have a secret too", "change-me-change-me-change-me-change-me"];
    PUBLISHED.contains(&secret) || secret.chars().collect::<BTreeSet<_>>().len() < FEW
}

fn jwt_secret(reader: &mut Reader<'_>, environment: Environment, var: &Path) -> JwtSecret {
    const VARIABLE: &str = "SOONER_JWT_SECRET";
    match reader.given(VARIABLE) {
        Some(secret) => {
            if environment == Environment::Production && secret.len() < MIN_SECRET_BYTES {
                reader.mistake(VARIABLE, "must have at least 32 bytes in production");
            } else if environment == Environment::Production && is_known(secret) {
                reader.mistake(VARIABLE, "is no secret: it stands in the documentation, or is one thing over and over");
            }
            JwtSecret::Given(Secret(secret.to_owned()))
        }
        None => {
            if environment == Environment::Production {
                reader.mistake(VARIABLE, "must be set in production, to at least 32 random bytes");
            }
            JwtSecret::Made(var.to_owned())
        }
    }
}

fn jwt_secret_before(reader: &mut Reader<'_>, environment: Environment) -> Option<Secret> {
    const VARIABLE: &str = "SOONER_JWT_SECRET_BEFORE";
    let before = reader.given(VARIABLE)?;
    if environment == Environment::Production && before.len() < MIN_SECRET_BYTES {
        reader.mistake(VARIABLE, "must have at least 32 bytes in production");
    }
    if reader.given("SOONER_JWT_SECRET") == Some(before) {
        reader.mistake(VARIABLE, "is the same as SOONER_JWT_SECRET: it is for the one from before");
    }
    Some(Secret(before.to_owned()))
}

/// The secret of a development instance: made once, so that a restart signs nobody out.
fn generated_secret(var: &Path) -> std::io::Result<Secret> {
    let file = var.join("jwt-secret");
    if let Ok(secret) = std::fs::read_to_string(&file) {
        return Ok(Secret(secret));
    }
    std::fs::create_dir_all(var)?;
    let mut bytes = [0; MIN_SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let secret = data_encoding::HEXLOWER.encode(&bytes);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(&file) {
        Ok(mut opened) => opened.write_all(secret.as_bytes()).map(|()| Secret(secret)),
        // Another process was faster.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => std::fs::read_to_string(&file).map(Secret),
        Err(error) => Err(error),
    }
}

fn identity_host(
    reader: &mut Reader<'_>,
    environment: Environment,
    development: bool,
    api_addr: Option<SocketAddr>,
    project_id: &str,
) -> IdentityHost {
    const VARIABLE: &str = "FIREBASE_AUTH_EMULATOR_HOST";
    let by_default = (environment == Environment::Development && development).then_some("127.0.0.1:9099");
    let keys_url = reader.text("SOONER_FIREBASE_KEYS_URL", GOOGLE_KEYS);
    let emulator = match reader.get(VARIABLE) {
        Some("") => None,
        Some(host) => Some(host),
        // Whoever names a key host wants signatures checked.
        None => by_default.filter(|_| reader.given("SOONER_FIREBASE_KEYS_URL").is_none()),
    };
    let Some(host) = emulator else {
        match Url::parse(&keys_url) {
            Ok(url) if environment == Environment::Production && url.scheme() != "https" => {
                reader.mistake(
                    "SOONER_FIREBASE_KEYS_URL",
                    "must begin with https:// in production: whoever changes the keys on the way proves any phone",
                );
            }
            Ok(url) if matches!(url.scheme(), "https" | "http") && !reader::names_user(&url) => {}
            _ => reader.mistake("SOONER_FIREBASE_KEYS_URL", format!("'{}' is no address, or holds a password", shown(&keys_url))),
        }
        return IdentityHost::Firebase { keys_url };
    };
    if !development {
        reader.mistake(VARIABLE, "is set, but this binary was built without the emulator");
    }
    if environment == Environment::Production {
        reader.mistake(VARIABLE, "must not be set in production: anybody can type the emulator's tokens");
    }
    if api_addr.is_some_and(|address| !address.ip().is_loopback()) {
        reader.mistake(VARIABLE, "is set, so SOONER_API_ADDR must be an address of this machine alone, such as 127.0.0.1:8080");
    }
    if !project_id.starts_with("demo-") {
        reader.mistake("SOONER_FIREBASE_PROJECT_ID", "must begin with demo- when the emulator is used");
    }
    if Url::parse(&format!("http://{host}")).is_err() {
        reader.mistake(VARIABLE, format!("'{host}' is no host and port, such as 127.0.0.1:9099"));
    }
    IdentityHost::Emulator(host.to_owned())
}

fn collector(reader: &mut Reader<'_>) -> Option<String> {
    const VARIABLE: &str = "SOONER_OTLP_ENDPOINT";
    let text = reader.given(VARIABLE)?;
    if Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && !reader::names_user(&url)) {
        return Some(text.to_owned());
    }
    reader.mistake(VARIABLE, format!("'{}' is no address of a collector, such as http://127.0.0.1:4318, without a password", shown(text)));
    None
}

fn trusted_proxies(reader: &mut Reader<'_>) -> Vec<IpNet> {
    const VARIABLE: &str = "SOONER_TRUSTED_PROXIES";
    let texts = reader.text(VARIABLE, "");
    let mut proxies = Vec::new();
    for text in texts.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        match text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse::<IpNet>()) {
            Ok(network) if network.prefix_len() < if network.addr().is_ipv4() { 8 } else { 7 } => {
                reader.mistake(VARIABLE, format!("'{text}' is more than anybody’s own network: strangers in it would slip out of every limit by writing X-Forwarded-For"));
            }
            Ok(network) if network.trunc() != network => {
                reader.mistake(VARIABLE, format!("'{text}' is an address in a network: write {} for all of it", network.trunc()));
            }
            Ok(network) => proxies.push(network),
            Err(_) => reader.mistake(VARIABLE, format!("'{text}' is no IP address, and no network such as 10.0.0.0/8")),
        }
    }
    proxies
}

#[cfg(test)]
mod tests;
