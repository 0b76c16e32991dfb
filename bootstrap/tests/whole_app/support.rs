//! The real binary, started on a database of its own.

use actix_web::rt::time::sleep;
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    error::Error,
    fmt,
    fs::File,
    net::{SocketAddr, TcpListener},
    ops::{Deref, DerefMut},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;

pub type Checked = Result<(), Box<dyn Error>>;

pub const PASSWORD: &str = "correct horse battery staple";
pub const PHONE: &str = "+4915112345678";

/// What production asks for wherever its data and its mails go.
pub const PRODUCTION: [(&str, &str); 15] = [
    ("SOONER_ENV", "production"),
    ("SOONER_API_ORIGIN", "https://api.sooner.example"),
    ("SOONER_WEB_ORIGIN", "https://sooner.example"),
    ("SOONER_MAIL_FROM", "Sooner <no-reply@sooner.example>"),
    ("SOONER_FIREBASE_PROJECT_ID", "sooner-1234"),
    ("SOONER_FIREBASE_API_KEY", "key"),
    ("SOONER_FIREBASE_AUTH_DOMAIN", "sooner-1234.firebaseapp.com"),
    ("SOONER_HOUSE_NAME", "Nordbank Factoring AG"),
    ("SOONER_HOUSE_ADDRESS", "Am Wall 1, 28195 Bremen"),
    ("SOONER_HOUSE_REGISTER", "Amtsgericht Bremen, HRB 98765"),
    ("SOONER_HOUSE_VAT_ID", "DE136695976"),
    ("SOONER_SUPPORT_EMAIL", "support@sooner.example"),
    ("SOONER_IMPRINT_URL", "https://sooner.example/imprint"),
    ("SOONER_TERMS_URL", "https://sooner.example/terms"),
    ("SOONER_PRIVACY_URL", "https://sooner.example/privacy"),
];

static KEYS: AtomicUsize = AtomicUsize::new(0);

/// A number nobody else of the tests has.
pub fn phone(number: usize) -> String {
    format!("+4915{:09}", 200_000_000 + number)
}

/// An address nobody else of the tests calls from.
pub fn client_address(number: usize) -> String {
    format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255)
}

fn sign_up_body(email: &str, phone: &str) -> Value {
    json!({ "email": email, "password": PASSWORD, "fname": "Ada", "lname": "Brandt", "phone": phone, "country": "DE", "countryCode": "+49" })
}

/// A command that sees these variables and none of the machine's.
pub fn sooner(arguments: &[&str], variables: &[(&str, &str)], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sooner"));
    // Whatever instance the machine has besides: its settings are not read.
    command.args(arguments).env_clear().env("SOONER_ENV", "development").envs(variables.iter().copied()).current_dir(folder);
    command
}

/// A process that ends with this value, however the test ends.
pub struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Result<Self, std::io::Error> {
        command.spawn().map(Self)
    }
}

impl Deref for Process {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Process {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().ok();
        // Not left for a zombie.
        self.0.wait().ok();
    }
}

pub fn output(arguments: &[&str], variables: &[(&str, &str)], folder: &Path) -> Result<Output, Box<dyn Error>> {
    Ok(sooner(arguments, variables, folder).output()?)
}

pub fn free_address() -> Result<SocketAddr, std::io::Error> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

/// The PostgreSQL server of `TEST_DATABASE_URL`: `make test` has one.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
pub fn test_server() -> Option<String> {
    std::env::var("TEST_DATABASE_URL").ok()
}

/// The address of a database; one that was made for a test is gone with the last value that names it.
#[derive(Clone)]
pub struct Database {
    url: String,
    _made: Option<Arc<Made>>,
}

impl Deref for Database {
    type Target = str;

    fn deref(&self) -> &str {
        &self.url
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl From<String> for Database {
    fn from(url: String) -> Self {
        Self { url, _made: None }
    }
}

/// A database on this server, under this name.
struct Made {
    server: String,
    name: String,
}

impl Drop for Made {
    fn drop(&mut self) {
        psql(&self.server, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).ok();
    }
}

/// A fresh database on the server in `TEST_DATABASE_URL`; none, and said so, without one.
pub fn fresh_database(name: &str) -> Result<Option<Database>, Box<dyn Error>> {
    let Some(server) = test_server() else {
        eprintln!("TEST_DATABASE_URL is not set: not run on PostgreSQL");
        return Ok(None);
    };
    let url = server.replacen("postgres:///postgres?", &format!("postgres:///{name}?"), 1);
    let made = Made { server, name: name.to_owned() };
    psql(&made.server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))?;
    psql(&made.server, &format!("CREATE DATABASE {name}"))?;
    Ok(Some(Database { url, _made: Some(Arc::new(made)) }))
}

/// Does this on a PostgreSQL database, as whoever runs it would.
pub fn psql(database: &str, statement: &str) -> Checked {
    let done = Command::new("psql").args(["-q", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", statement]).output()?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
}

/// A running product. Its log is in the file `log` of its folder.
pub struct Instance {
    // These three go in this order: nothing is taken away from a process that runs.
    child: RefCell<Option<Process>>,
    _database: Database,
    folder: TempDir,
    variables: Vec<(String, String)>,
    api: SocketAddr,
    metrics: SocketAddr,
    pub client: reqwest::Client,
}

impl Instance {
    /// On SQLite, with the emulator's tokens.
    pub async fn on_sqlite() -> Result<Self, Box<dyn Error>> {
        Self::on_sqlite_with(&[]).await
    }

    /// The same with these variables besides.
    pub async fn on_sqlite_with(variables: &[(&str, &str)]) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite://{}", folder.path().join("sooner.db").display());
        Self::start_on(folder, url, variables).await
    }

    /// On a fresh database of the server in `TEST_DATABASE_URL`; none, and said so, without one.
    pub async fn on_postgresql(name: &str) -> Result<Option<Self>, Box<dyn Error>> {
        Self::on_postgresql_with(name, &[]).await
    }

    /// The same with these variables besides.
    pub async fn on_postgresql_with(name: &str, variables: &[(&str, &str)]) -> Result<Option<Self>, Box<dyn Error>> {
        match fresh_database(name)? {
            Some(database) => Ok(Some(Self::start_on(tempfile::tempdir()?, database, variables).await?)),
            None => Ok(None),
        }
    }

    /// In this folder, on this database, with these variables besides.
    pub async fn start_on(folder: TempDir, database: impl Into<Database>, more: &[(&str, &str)]) -> Result<Self, Box<dyn Error>> {
        let database = database.into();
        let (api, metrics) = (free_address()?, free_address()?);
        // In production it starts on no other.
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o700))?;
        let variables = [
            ("SOONER_API_ADDR", api.to_string()),
            ("SOONER_METRICS_ADDR", metrics.to_string()),
            ("SOONER_WEB_ADDR", String::new()),
            ("SOONER_DATABASE_URL", database.to_string()),
            ("SOONER_DOCUMENTS_URL", format!("file://{}", folder.path().join("var/documents").display())),
            ("SOONER_JWT_SECRET", "a secret of the tests, long enough for production".to_owned()),
            ("SOONER_LOG", "warn".to_owned()),
            // A test asks as fast as it can.
            ("SOONER_ACCOUNT_READS", "100000000".to_owned()),
            // Each person of the tests comes from an address of their own.
            ("SOONER_TRUSTED_PROXIES", "127.0.0.1".to_owned()),
        ];
        let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).into_iter().chain(more).collect();
        // A test that computes for long finds connections that the server closed meanwhile: it begins new ones.
        let client = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(2)).build()?;
        let mut instance = Self { child: RefCell::default(), _database: database, folder, variables, api, metrics, client };
        instance.start().await?;
        Ok(instance)
    }

    pub async fn start(&mut self) -> Checked {
        let variables: Vec<_> = self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut serve = sooner(&["serve"], &variables, self.folder.path());
        self.child.replace(Some(Process::start(serve.stdout(Stdio::null()).stderr(self.log()?))?));
        loop {
            if self.client.get(self.url("/health/ready")).send().await.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            if let Some(status) = self.child.borrow_mut().as_mut().map(|child| child.try_wait()).transpose()?.flatten() {
                return Err(format!("sooner serve ended with {status}: {}", self.logged()?).into());
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    fn log(&self) -> Result<File, std::io::Error> {
        File::options().create(true).append(true).open(self.folder.path().join("log"))
    }

    /// All it logged since it was first started.
    pub fn logged(&self) -> Result<String, std::io::Error> {
        std::fs::read_to_string(self.folder.path().join("log"))
    }

    /// The number of its process.
    pub fn pid(&self) -> Result<u32, &'static str> {
        self.child.borrow().as_ref().map(|child| child.id()).ok_or("it does not run")
    }

    /// Changes its SQLite database behind its back, as time or an intruder would.
    pub fn sql(&self, statement: &str) -> Checked {
        let database = self.folder.path().join("sooner.db");
        let done = Command::new("sqlite3").arg(database).arg(format!("PRAGMA busy_timeout=5000; {statement}")).output()?;
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
    }

    /// Sends its process a signal, such as `-KILL`.
    pub fn signal(&self, signal: &str) -> Checked {
        let sent = Command::new("kill").args([signal, &self.pid()?.to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err(format!("{signal} could not be sent").into()) }
    }

    /// Asks it to stop, as a service manager does, and answers how it ended.
    pub async fn terminate(&mut self) -> Result<std::process::ExitStatus, Box<dyn Error>> {
        self.signal("-TERM")?;
        let mut child = self.child.take().ok_or("it does not run")?;
        loop {
            match child.try_wait()? {
                Some(status) => return Ok(status),
                None => sleep(Duration::from_millis(5)).await,
            }
        }
    }

    /// Stops it and starts it again with these variables in place of those of the same names.
    pub async fn restart_with(&mut self, variables: &[(&str, &str)]) -> Checked {
        self.terminate().await?;
        self.start_with(variables).await
    }

    /// The same where it does not run.
    pub async fn start_with(&mut self, variables: &[(&str, &str)]) -> Checked {
        for (name, value) in variables {
            self.variables.retain(|(known, _)| known != name);
            self.variables.push(((*name).to_owned(), (*value).to_owned()));
        }
        self.start().await
    }

    /// A figure of its process's memory in KiB, such as `VmRSS`.
    pub fn memory(&self, figure: &str) -> Result<u64, Box<dyn Error>> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()?))?;
        let line = status.lines().find_map(|line| line.strip_prefix(figure)?.strip_prefix(':')).ok_or("no such figure")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// kill -9, without waiting for its end: while others are at it.
    pub fn kill_now(&self) -> Checked {
        let mut child = self.child.borrow_mut();
        Ok(child.as_mut().ok_or("it does not run")?.kill()?)
    }

    /// kill -9.
    pub fn kill(&mut self) -> Checked {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.api)
    }

    /// What it measured so far.
    pub async fn measured(&self) -> Result<String, reqwest::Error> {
        self.client.get(format!("http://{}/metrics", self.metrics)).send().await?.error_for_status()?.text().await
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<(u16, Value), Box<dyn Error>> {
        // As a client of the back office does: each decision under a key of its own.
        self.post_under(&KEYS.fetch_add(1, Ordering::Relaxed).to_string(), path, token, body).await
    }

    pub async fn post_under(&self, key: &str, path: &str, token: Option<&str>, body: &Value) -> Result<(u16, Value), Box<dyn Error>> {
        let mut request = self.client.post(self.url(path)).header("idempotency-key", key).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok((status, serde_json::from_slice(&answer.bytes().await?).unwrap_or_default()))
    }

    /// Posts what a person confirms with their password.
    pub async fn post_confirmed(&self, path: &str, (token, password): (&str, &str), body: &Value) -> Result<(u16, Value), Box<dyn Error>> {
        let key = KEYS.fetch_add(1, Ordering::Relaxed).to_string();
        let (status, asked) = self.post_under(&key, path, Some(token), body).await?;
        assert_eq!((status, asked["code"].as_str()), (403, Some("step_up_required")), "{asked}");
        let proof = serde_json::json!({ "password": password, "confirm": asked["confirm"] });
        assert_eq!(self.post("/semi-private/auth/step-up", Some(token), &proof).await?.0, 204);
        self.post_under(&key, path, Some(token), body).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Result<(u16, Value), Box<dyn Error>> {
        let answer = self.client.get(self.url(path)).bearer_auth(token).send().await?;
        let status = answer.status().as_u16();
        Ok((status, answer.json().await.unwrap_or_default()))
    }

    pub fn address(&self) -> SocketAddr {
        self.api
    }

    pub async fn sign_up(&self, email: &str) -> Result<String, Box<dyn Error>> {
        let (status, answer) = self.post("/auth/signup", None, &sign_up_body(email, PHONE)).await?;
        assert_eq!(status, 201, "{answer}");
        Ok(answer["token"].as_str().ok_or("no token")?.to_owned())
    }

    /// Somebody nobody has met signs up, from an address of their own.
    pub async fn sign_up_somebody(&self, number: usize) -> Result<reqwest::Response, reqwest::Error> {
        let request = self.client.post(self.url("/auth/signup")).header("x-forwarded-for", client_address(number));
        request.json(&sign_up_body(&format!("somebody.{number}@example.com"), &phone(number))).send().await
    }

    /// The secret of the newest link mailed to this address, once it has been.
    pub async fn mailed_link(&self, email: &str) -> Result<String, Box<dyn Error>> {
        loop {
            let mut mails: Vec<PathBuf> = std::fs::read_dir(self.folder.path().join("var/mail"))?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<_, _>>()?;
            mails.sort();
            for mail in mails.iter().rev() {
                // Undo the line breaks of quoted-printable.
                let text = std::fs::read_to_string(mail)?.replace("=\r\n", "").replace("=3D", "=");
                if text.contains(&format!("<{email}>"))
                    && let Some((_, rest)) = text.split_once("token=")
                {
                    return Ok(rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect());
                }
            }
            sleep(Duration::from_millis(50)).await;
        }
    }
}
