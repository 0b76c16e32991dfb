//! F4: PostgreSQL is cut off, hangs, or answers late.

use super::{
    super::{
        applicant::{buyer, form, pdf, verified},
        support::{Checked, Instance, fresh_database},
    },
    outage::{Outage, Probe},
    rounds, soaking,
};
use actix_web::rt::{self, time::sleep};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::{
    cell::Cell,
    error::Error,
    net::SocketAddr,
    path::PathBuf,
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};

/// What the line to the database does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Carries,
    /// Every connection is gone and none comes about.
    Cut,
    /// Connections stay, and nothing goes through them.
    Hangs,
    /// What is committed is committed, and the answer to it does not come.
    Late,
}

/// A line between the product and its database.
struct Proxy {
    address: SocketAddr,
    line: watch::Sender<Line>,
    connections: Rc<Cell<usize>>,
}

/// Waits until the line does something like this; with nobody left to mend it, it is cut.
async fn until(state: &watch::Receiver<Line>, wanted: impl Fn(Line) -> bool) -> Line {
    state.clone().wait_for(|line| wanted(*line)).await.map_or(Line::Cut, |line| *line)
}

/// Carries questions, and notes when one commits while answers are late.
async fn ask(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: &watch::Receiver<Line>,
    late: &Cell<bool>,
) -> std::io::Result<()> {
    let mut buffer = [0; 16_384];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 || until(state, |line| line != Line::Hangs).await == Line::Cut {
            return Ok(());
        }
        if *state.borrow() == Line::Late && buffer[..read].windows(6).any(|word| word == b"COMMIT") {
            late.set(true);
        }
        to.write_all(&buffer[..read]).await?;
    }
}

/// Carries answers; late ones wait until the line carries again.
async fn answer(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: &watch::Receiver<Line>,
    late: &Cell<bool>,
) -> std::io::Result<()> {
    let mut buffer = [0; 16_384];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 || until(state, |line| line != Line::Hangs).await == Line::Cut {
            return Ok(());
        }
        if late.take() && until(state, |line| line != Line::Late).await == Line::Cut {
            return Ok(());
        }
        to.write_all(&buffer[..read]).await?;
    }
}

/// Carries what goes between the two for as long as the line does.
async fn connect(client: TcpStream, socket: PathBuf, state: watch::Receiver<Line>) -> std::io::Result<()> {
    if until(&state, |line| line != Line::Hangs).await == Line::Cut {
        return Ok(());
    }
    let database = UnixStream::connect(socket).await?;
    let late = Cell::new(false);
    let (from_client, to_client) = client.into_split();
    let (from_database, to_database) = database.into_split();
    tokio::select! {
        done = ask(from_client, to_database, &state, &late) => done,
        done = answer(from_database, to_client, &state, &late) => done,
        _ = until(&state, |line| line == Line::Cut) => Ok(()),
    }
}

impl Proxy {
    async fn start(socket: PathBuf) -> Result<Self, Box<dyn Error>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (line, state) = watch::channel(Line::Carries);
        let connections = Rc::new(Cell::new(0));
        let count = connections.clone();
        rt::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                count.set(count.get() + 1);
                rt::spawn(connect(client, socket.clone(), state.clone()));
            }
        });
        Ok(Self { address, line, connections })
    }
}

fn said_when_to_try_again(outage: &Outage) -> bool {
    outage.failed > 0 && outage.refusals.len() == outage.failed && outage.refusals.iter().all(|refusal| *refusal == (503, true))
}

#[actix_web::test]
async fn a_database_that_is_away_is_said_so_and_its_return_is_noticed() -> Checked {
    let Some(url) = fresh_database("outages")? else { return Ok(()) };
    let folder = url.split_once("host=").and_then(|(_, rest)| rest.split('&').next()).ok_or("no socket")?;
    let proxy = Proxy::start(PathBuf::from(folder).join(".s.PGSQL.5432")).await?;
    let url = format!("postgres://postgres@127.0.0.1:{}/outages?sslmode=disable", proxy.address.port());
    let instance = Instance::start_on(tempfile::tempdir()?, url, &[("SOONER_LOG", "off")]).await?;
    let token = instance.sign_up("ada@example.com").await?;
    for round in 0..rounds(1).min(20) {
        for broken in [Line::Cut, Line::Hangs] {
            let probe = Probe::start(&instance, "/semi-private/user", &token);
            proxy.line.send(broken)?;
            let answer = instance
                .client
                .post(instance.url("/auth/signin"))
                .json(&json!({ "email": "ada@example.com", "password": "guess" }))
                .send()
                .await?;
            assert_eq!(answer.status(), 503, "{broken:?}");
            assert!(answer.headers().contains_key("retry-after"), "{broken:?}");
            sleep(Duration::from_millis(500)).await;
            proxy.line.send(Line::Carries)?;
            let back = Instant::now();
            while !instance.client.get(instance.url("/health/ready")).send().await?.status().is_success() {
                sleep(Duration::from_millis(10)).await;
            }
            let healthy = back.elapsed();
            let outage = probe.stop().await?;
            println!("database {broken:?}, round {round}: {outage}; healthy {} ms after its return", healthy.as_millis());
            assert!(said_when_to_try_again(&outage), "{broken:?}: {:?}", outage.refusals);
            assert!(!soaking() || (healthy <= Duration::from_secs(2) && outage.slowest <= Duration::from_millis(2_300)), "{broken:?}");
            assert_eq!(instance.get("/semi-private/user", &token).await?.0, 200);
        }
    }
    assert!(proxy.connections.get() > 1, "it went through the proxy");
    Ok(())
}

#[actix_web::test]
async fn of_an_answer_that_comes_late_the_outcome_is_unknown_and_asking_again_does_it_once() -> Checked {
    let Some(url) = fresh_database("late_answers")? else { return Ok(()) };
    let folder = url.split_once("host=").and_then(|(_, rest)| rest.split('&').next()).ok_or("no socket")?;
    let proxy = Proxy::start(PathBuf::from(folder).join(".s.PGSQL.5432")).await?;
    let url = format!("postgres://postgres@127.0.0.1:{}/late_answers?sslmode=disable", proxy.address.port());
    let instance = Instance::start_on(tempfile::tempdir()?, url, &[]).await?;
    let token = verified(&instance, "ada@example.com").await?;
    let part = || Part::bytes(pdf(50_000)).file_name("a.pdf").mime_str("application/pdf");
    for round in 0..rounds(2).min(20) {
        for what in ["buyer", "document", "draft"] {
            let key = format!("{what}-{round}");
            let ask = async || {
                let request = match what {
                    "buyer" => instance.client.post(instance.url("/semi-private/buyers")).json(&buyer(&format!("Buyer {round}"))),
                    "document" => {
                        let parts = Form::new().text("kind", "bank_statement").part("file", part()?);
                        instance.client.post(instance.url("/semi-private/documents")).multipart(parts)
                    }
                    _ => {
                        // Another one each time: what is saved already is not saved again.
                        let mut form = form();
                        form["company"]["tradingName"] = json!(format!("Round {round}"));
                        instance.client.put(instance.url("/semi-private/onboarding")).json(&form)
                    }
                };
                let answer = request.bearer_auth(&token).header("idempotency-key", &key).send().await?;
                let (status, waits) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
                Ok::<_, Box<dyn Error>>((status, waits, answer.json::<Value>().await?))
            };
            let there = async || {
                let list = instance.get("/semi-private/buyers", &token).await?.1;
                let view = instance.get("/semi-private/onboarding", &token).await?.1;
                let count = |list: &Value| list.as_array().map_or(0, Vec::len);
                Ok::<_, Box<dyn Error>>((count(&list["data"]), count(&view["data"]["documents"])))
            };
            let before = there().await?;
            proxy.line.send(Line::Late)?;
            let (status, waits, problem) = ask().await?;
            assert_eq!((status, waits, problem["code"].as_str()), (503, true, Some("outcome_unknown")), "{what}: {problem}");
            proxy.line.send(Line::Carries)?;
            while !instance.client.get(instance.url("/health/ready")).send().await?.status().is_success() {
                sleep(Duration::from_millis(10)).await;
            }
            let (status, _, answer) = ask().await?;
            assert!(matches!(status, 200 | 201), "{what}: {answer}");
            let after = there().await?;
            let one_more = (before.0 + usize::from(what == "buyer"), before.1 + usize::from(what == "document"));
            assert_eq!(after, one_more, "{what} is there once");
            if what == "document" {
                let path = format!("/semi-private/documents/{}", answer["data"]["id"].as_str().ok_or("no id")?);
                let content = instance.client.get(instance.url(&path)).bearer_auth(&token).send().await?.bytes().await?;
                assert_eq!(content, pdf(50_000), "its file was not taken away");
            }
        }
    }
    Ok(())
}
