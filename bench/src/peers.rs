//! The same two pieces of work beside other open products, on one PostgreSQL database with the same accounts, hashes and
//! buyers: signing in, and who is signed in. How each is set up is in `peers/`.

use crate::{
    Bench, Failed, load,
    paired::Paired,
    report::Report,
    seed::{PASSWORD, People},
    server::{Server, free_address},
    shell,
};
use std::{
    fmt::Write,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const CONNECTIONS: usize = 16;
/// Whoever reads has signed in before.
const READERS: i64 = 50;

struct Peer {
    name: String,
    server: Server,
    sign_in: &'static str,
    /// Where an answer to a sign-in has the token.
    token: fn(&reqwest::header::HeaderMap, &serde_json::Value) -> Option<String>,
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("peers") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_postgres(bench, "peers")?;
    let cores = std::thread::available_parallelism()?.to_string();
    let ours = Server::sooner(&bench.sooner, folder.path(), &url, &[("SOONER_HASHING_THREADS", &cores)])?;
    let mut table =
        "| peer | sign-in, Sooner to peer | who is signed in, Sooner to peer | memory after, Sooner and peer |\n|---|---|---|---|\n"
            .to_owned();
    for start in [better_auth, django] {
        let peer = start(&url, &folder.path().join("peer.log"))?;
        let readers = folder.path().join("readers");
        std::fs::write(&readers, tokens(&peer)?)?;
        let pair = |ask: &str, theirs: &str, readers: &Path| {
            let run = |address: SocketAddr, accounts: &Path, ask: &str| {
                load::run(address, CONNECTIONS, bench.seconds, accounts, ask).map(|load| load.per_second())
            };
            run(ours.address, &accounts, ask)?;
            run(peer.server.address, readers, theirs)?;
            Paired::take(bench.rounds, || run(ours.address, &accounts, ask), || run(peer.server.address, readers, theirs))
        };
        let signed_in = pair("sign-in", &format!("sign-in {}", peer.sign_in), &accounts)?;
        let read = pair("read", "get /me", &readers)?;
        let cell = |paired: &Paired| format!("{} ({:.0} and {:.0} a second)", paired.shown(), paired.ours, paired.theirs);
        let memory = format!("{:.0} and {:.0} MiB", ours.memory("VmRSS")?, peer.server.memory("VmRSS")?);
        writeln!(table, "| {} | {} | {} | {memory} |", peer.name, cell(&signed_in), cell(&read))?;
    }
    report.add_table("Peers", table);
    Ok(())
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(name)
}

/// The folder of the server's socket and the name of the database, out of our own spelling.
fn parts(url: &str) -> Result<(&str, &str), Failed> {
    let (name, rest) = url.trim_start_matches("postgres:///").split_once('?').ok_or("no server")?;
    let host = rest.split('&').find_map(|part| part.strip_prefix("host=")).ok_or("no host")?;
    Ok((host, name))
}

fn better_auth(url: &str, log: &Path) -> Result<Peer, Failed> {
    let (host, name) = parts(url)?;
    let database = format!("postgres://postgres@localhost/{name}?host={host}");
    let node = |arguments: &[&str]| -> Command {
        let mut command = Command::new("node");
        command.arg("server.mjs").args(arguments).current_dir(folder("better-auth"));
        command
    };
    shell(&mut node(&["prepare", &database]))?;
    let address = free_address()?;
    let mut serve = node(&["serve", &database, &address.port().to_string()]);
    serve.stderr(std::fs::File::create(log)?);
    let package: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(folder("better-auth").join("package.json"))?)?;
    let version = package["dependencies"]["better-auth"].as_str().ok_or("no version")?.to_owned();
    Ok(Peer {
        name: format!("better-auth {version}, Node {}", shell(Command::new("node").arg("--version"))?),
        server: Server::start(serve, address, "/health")?,
        sign_in: "/api/auth/sign-in/email",
        token: |headers, _| Some(headers.get("set-auth-token")?.to_str().ok()?.to_owned()),
    })
}

fn django(url: &str, log: &Path) -> Result<Peer, Failed> {
    let (host, name) = parts(url)?;
    let run = |program: &str, arguments: &[&str]| -> Command {
        let mut command = Command::new(folder("django").join(".venv/bin").join(program));
        let database = format!("HOST={host} NAME={name} USER=postgres");
        command.args(arguments).current_dir(folder("django")).env("DATABASE", database).stderr(Stdio::null());
        command
    };
    shell(&mut run("python", &["peer.py", "prepare"]))?;
    let address = free_address()?;
    let cores = std::thread::available_parallelism()?.to_string();
    let mut serve = run("gunicorn", &["--workers", &cores, "--bind", &address.to_string(), "peer:application"]);
    serve.stderr(std::fs::File::create(log)?);
    let pinned = std::fs::read_to_string(folder("django").join("requirements.txt"))?;
    let version = |of: &str| pinned.lines().find_map(|line| line.strip_prefix(of)?.strip_prefix("==")).unwrap_or("?").to_owned();
    Ok(Peer {
        name: format!("Django {} with allauth {}, gunicorn {}", version("Django"), version("django-allauth"), version("gunicorn")),
        server: Server::start(serve, address, "/health")?,
        sign_in: "/_allauth/app/v1/auth/login",
        token: |_, body| Some(body["meta"]["session_token"].as_str()?.to_owned()),
    })
}

/// Signs some people in and answers their lines for `lua/load.lua`.
fn tokens(peer: &Peer) -> Result<String, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let client = reqwest::Client::new();
        let mut lines = String::new();
        for number in 2..2 + READERS {
            let email = format!("u{number}@example.com");
            let body = serde_json::json!({ "email": email, "password": PASSWORD });
            let answer =
                client.post(format!("http://{}{}", peer.server.address, peer.sign_in)).json(&body).send().await?.error_for_status()?;
            let (headers, text) = (answer.headers().clone(), answer.bytes().await?);
            let token = (peer.token)(&headers, &serde_json::from_slice(&text)?).ok_or("no token")?;
            writeln!(lines, "{token} {email}")?;
        }
        Ok(lines)
    })
}
