//! A server under measurement: a process of its own, listening on loopback.

use crate::Failed;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The secret of every server of the harness: tokens made here are good there.
pub const SECRET: &str = "a secret of the bench, long enough for production";

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// From its start to the first answer that says it is ready.
    pub ready_after: Duration,
}

/// An address nobody listens on.
pub fn free_address() -> Result<SocketAddr, std::io::Error> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

/// A command of the `sooner` binary, run in this folder on this database.
pub fn sooner(binary: &Path, folder: &Path, database: &str, subcommand: &str) -> Command {
    let mut command = Command::new(binary);
    command.arg(subcommand).current_dir(folder).env_clear().envs([
        ("SOONER_ENV", "development"),
        ("SOONER_WEB_ADDR", ""),
        ("SOONER_DATABASE_URL", database),
        ("SOONER_JWT_SECRET", SECRET),
        ("SOONER_LOG", "error"),
        ("SOONER_ACCOUNT_WRITES", "1000000"),
        ("SOONER_ACCOUNT_READS", "100000000"),
        ("SOONER_TRUSTED_PROXIES", "127.0.0.1"),
    ]);
    command
}

impl Server {
    /// `sooner serve` in this folder, on this database, with these variables besides.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn sooner(binary: &Path, folder: &Path, database: &str, more: &[(&str, &str)]) -> Result<Self, Failed> {
        let address = free_address()?;
        let mut command = sooner(binary, folder, database, "serve");
        command.env("SOONER_API_ADDR", address.to_string()).envs(more.iter().copied());
        Self::start(command, address, "/health/ready")
    }

    /// This binary once more, as a reference, with these variables besides.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn reference(arguments: &[&str], more: &[(&str, &str)]) -> Result<Self, Failed> {
        let address = free_address()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["reference", "--address", &address.to_string()]).args(arguments).envs(more.iter().copied());
        Self::start(command, address, "/health/live")
    }

    /// A command that serves at this address; it is ready when this page is.
    ///
    /// # Errors
    /// When it ends before.
    pub fn start(mut command: Command, address: SocketAddr, page: &str) -> Result<Self, Failed> {
        let started = Instant::now();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
        let mut server = Self { child, address, ready_after: Duration::ZERO };
        while status(address, page) != Some(200) {
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("{command:?} ended: {status}").into());
            }
            if started.elapsed() > Duration::from_secs(60) {
                return Err(format!("{command:?} does not get ready").into());
            }
            sleep(Duration::from_millis(1));
        }
        server.ready_after = started.elapsed();
        Ok(server)
    }

    /// A figure of its memory in MiB, such as `VmRSS`, with its children's.
    ///
    /// # Errors
    /// When it is gone.
    pub fn memory(&self, figure: &str) -> Result<f64, Failed> {
        let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", self.child.id())).unwrap_or_default();
        let mut kib = 0.0;
        for pid in std::iter::once(self.child.id().to_string()).chain(children.split_whitespace().map(str::to_owned)) {
            let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
            let line = status.lines().find_map(|line| line.strip_prefix(figure)?.strip_prefix(':')).ok_or("no such figure")?;
            kib += line.trim().trim_end_matches(" kB").parse::<f64>()?;
        }
        Ok(kib / 1024.0)
    }

    /// Lets `VmHWM` begin anew.
    ///
    /// # Errors
    /// When it is gone.
    pub fn forget_peak(&self) -> Result<(), Failed> {
        Ok(std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5")?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn status(address: SocketAddr, page: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
    stream.write_all(format!("GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes()).ok()?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).ok()?;
    std::str::from_utf8(&head).ok()?.split(' ').nth(1)?.parse().ok()
}
