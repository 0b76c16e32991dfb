//! The real binary, started on a database of its own.

use serde_json::{Value, json};
use std::{
    error::Error,
    io::Read,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};
use tempfile::TempDir;

pub type Checked = Result<(), Box<dyn Error>>;

pub const PASSWORD: &str = "correct horse battery staple";
pub const PHONE: &str = "+4915112345678";

/// A command that sees these variables and none of the machine's.
pub fn sooner(arguments: &[&str], variables: &[(&str, &str)], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sooner"));
    command.args(arguments).env_clear().envs(variables.iter().copied()).current_dir(folder);
    command
}

pub fn output(arguments: &[&str], variables: &[(&str, &str)], folder: &Path) -> Result<Output, Box<dyn Error>> {
    Ok(sooner(arguments, variables, folder).output()?)
}

fn free_address() -> Result<SocketAddr, std::io::Error> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

/// A running product.
pub struct Instance {
    folder: TempDir,
    variables: Vec<(String, String)>,
    api: SocketAddr,
    child: Option<Child>,
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
    #[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
    pub async fn on_postgresql(name: &str) -> Result<Option<Self>, Box<dyn Error>> {
        let Ok(server) = std::env::var("TEST_DATABASE_URL") else {
            eprintln!("TEST_DATABASE_URL is not set: not run on PostgreSQL");
            return Ok(None);
        };
        for statement in [format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), format!("CREATE DATABASE {name}")] {
            let status = Command::new("psql").args(["-q", "-d", &server, "-c", &statement]).stderr(Stdio::null()).status()?;
            assert!(status.success(), "psql failed");
        }
        let url = server.replacen("postgres:///postgres?", &format!("postgres:///{name}?"), 1);
        Ok(Some(Self::start_on(tempfile::tempdir()?, url, &[]).await?))
    }

    async fn start_on(folder: TempDir, database: String, more: &[(&str, &str)]) -> Result<Self, Box<dyn Error>> {
        let api = free_address()?;
        let variables = [
            ("SOONER_API_ADDR", api.to_string()),
            ("SOONER_WEB_ADDR", String::new()),
            ("SOONER_DATABASE_URL", database),
            ("SOONER_JWT_SECRET", "a secret of the tests, long enough for production".to_owned()),
            ("SOONER_LOG", "warn".to_owned()),
        ];
        let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).into_iter().chain(more).collect();
        let mut instance = Self { folder, variables, api, child: None, client: reqwest::Client::new() };
        instance.start().await?;
        Ok(instance)
    }

    pub async fn start(&mut self) -> Checked {
        let variables: Vec<_> = self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let child = sooner(&["serve"], &variables, self.folder.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        self.child = Some(child);
        loop {
            if self.client.get(self.url("/health/ready")).send().await.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            if let Some(child) = &mut self.child
                && let Some(status) = child.try_wait()?
            {
                let mut said = String::new();
                child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said)).transpose()?;
                return Err(format!("sooner serve ended with {status}: {said}").into());
            }
            thread::sleep(Duration::from_millis(20));
        }
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

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<(u16, Value), Box<dyn Error>> {
        let mut request = self.client.post(self.url(path)).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok((status, serde_json::from_slice(&answer.bytes().await?).unwrap_or_default()))
    }

    pub async fn get(&self, path: &str, token: &str) -> Result<(u16, Value), Box<dyn Error>> {
        let answer = self.client.get(self.url(path)).bearer_auth(token).send().await?;
        let status = answer.status().as_u16();
        Ok((status, answer.json().await.unwrap_or_default()))
    }

    pub async fn sign_up(&self, email: &str) -> Result<String, Box<dyn Error>> {
        let body = json!({
            "email": email, "password": PASSWORD, "fname": "Ada", "lname": "Brandt", "phone": PHONE, "country": "DE", "countryCode": "+49",
        });
        let (status, answer) = self.post("/auth/signup", None, &body).await?;
        assert_eq!(status, 201, "{answer}");
        Ok(answer["token"].as_str().ok_or("no token")?.to_owned())
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
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.kill().ok();
    }
}
