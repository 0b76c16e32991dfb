//! Load, made by wrk: it costs a small part of what the servers cost, which matters where they share the cores.

use crate::Failed;
use serde::Deserialize;
use std::{net::SocketAddr, path::Path, process::Command};

/// What a run of wrk measured.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Load {
    requests: u64,
    microseconds: u64,
    /// Microseconds.
    pub p50: f64,
    /// Microseconds.
    pub p99: f64,
    /// Answers of status 400 and up.
    refused: u64,
    /// Requests without an answer.
    failed: u64,
}

impl Load {
    /// Answers that were no refusals, each second.
    pub fn per_second(&self) -> f64 {
        (self.requests - self.refused) as f64 / (self.microseconds as f64 / 1e6)
    }
}

/// So many connections, each asking again as soon as it is answered; `accounts` and `ask` as in `lua/load.lua`.
///
/// # Errors
/// When wrk is missing, or any request went without an answer or was refused.
pub fn run(address: SocketAddr, connections: usize, seconds: u64, accounts: &Path, ask: &str) -> Result<Load, Failed> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/lua/load.lua");
    wrk(address, connections, seconds, script, accounts, ask)
}

/// So many connections that accept the offers of a file, as in `lua/accept.lua`, each once.
///
/// # Errors
/// When wrk is missing, or any request went without an answer or was refused.
pub fn accept(address: SocketAddr, connections: usize, offers: &Path) -> Result<Load, Failed> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/lua/accept.lua");
    wrk(address, connections, LONGEST, script, offers, "accept")
}

/// Seconds that accepting may take.
const LONGEST: u64 = 120;

fn wrk(address: SocketAddr, connections: usize, seconds: u64, script: &str, file: &Path, ask: &str) -> Result<Load, Failed> {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "--timeout", "30s", "-c", &connections.to_string(), "-d", &format!("{seconds}s"), "-s", script]);
    let output = wrk.arg(format!("http://{address}")).arg("--").arg(file).args(ask.split(' ')).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let result = text.lines().find_map(|line| line.strip_prefix("RESULT ")).ok_or_else(|| format!("wrk failed: {text}{output:?}"))?;
    let load: Load = serde_json::from_str(result)?;
    if load.refused + load.failed > 0 || load.requests == 0 {
        return Err(format!("{ask} on {address}: {result}").into());
    }
    Ok(load)
}
