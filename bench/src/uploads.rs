//! P6: large documents, many at once.

use crate::{
    Bench, Failed,
    paired::Paired,
    report::{Line, Report},
    seed::People,
    server::Server,
};
use actix_web::web::Bytes;
use futures_util::future::try_join_all;
use reqwest::{
    Client,
    multipart::{Form, Part},
};
use std::{fs::File, io::Write, path::Path, time::Instant};

pub const AT_ONCE: usize = 50;
const BYTES: usize = 10_000_000;

pub fn documents(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P6") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_sqlite(bench)?;
    let tokens = std::fs::read_to_string(&accounts)?;
    let mut tokens = tokens.lines().filter_map(|line| line.split(' ').next());
    let server = Server::sooner(&bench.sooner, folder.path(), &url, &[])?;
    let content = content();
    let idle = server.memory("VmRSS")?;
    server.forget_peak()?;
    let mut round = 0;
    let upload = || upload(&server, tokens.by_ref().take(AT_ONCE), &content);
    let write = || -> Result<f64, Failed> {
        round += 1;
        let started = Instant::now();
        write_all(&folder.path().join(format!("raw-{round}")), &content)?;
        Ok(speed(started))
    };
    let paired = Paired::take(bench.rounds.min(5), upload, write)?;
    let more = server.memory("VmHWM")? - idle;
    report.add(Line {
        number: "P6",
        work: format!("uploading {AT_ONCE} documents of 10 MB at once"),
        compared: "writing and flushing the same bytes on as many threads".into(),
        goal: "≥ 0.7, memory ≤ idle + 64 MiB",
        measured: format!(
            "{} ({:.0} and {:.0} MB/s); idle {idle:.0} MiB, at most {more:.0} MiB more",
            paired.shown(),
            paired.ours,
            paired.theirs
        ),
        met: paired.ratio() >= 0.7 && more <= 64.0,
    });
    Ok(())
}

/// A document of the size under measurement.
pub fn content() -> Bytes {
    let (head, end) = (b"%PDF-1.7\n1 0 obj\nendobj\n", b"\n%%EOF\n");
    let mut content = head.to_vec();
    content.resize(BYTES - end.len(), b' ');
    content.extend(end);
    Bytes::from(content)
}

/// Uploads the document once for each token, all at once; answers megabytes a second.
///
/// # Errors
/// When an upload fails.
pub fn upload<'a>(server: &Server, tokens: impl Iterator<Item = &'a str>, content: &Bytes) -> Result<f64, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let client = Client::new();
    let started = Instant::now();
    runtime.block_on(try_join_all(tokens.map(|token| send(&client, server, token, content))))?;
    Ok(speed(started))
}

/// Megabytes a second.
fn speed(started: Instant) -> f64 {
    (AT_ONCE * BYTES) as f64 / 1e6 / started.elapsed().as_secs_f64()
}

async fn send(client: &Client, server: &Server, token: &str, content: &Bytes) -> Result<(), Failed> {
    let file = Part::stream_with_length(content.clone(), BYTES as u64).file_name("statement.pdf").mime_str("application/pdf")?;
    let form = Form::new().text("kind", "bank_statement").part("file", file);
    let request = client.post(format!("http://{}/semi-private/documents", server.address)).bearer_auth(token).multipart(form);
    let answer = request.send().await?;
    match answer.status().as_u16() {
        201 => Ok(()),
        other => Err(format!("an upload was answered {other}: {}", answer.text().await?).into()),
    }
}

fn write_all(folder: &Path, content: &[u8]) -> Result<(), Failed> {
    std::fs::create_dir(folder)?;
    std::thread::scope(|scope| -> Result<(), Failed> {
        let writing: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                scope.spawn(move || -> std::io::Result<()> {
                    let mut file = File::create(folder.join(number.to_string()))?;
                    file.write_all(content)?;
                    file.sync_all()
                })
            })
            .collect();
        for thread in writing {
            thread.join().map_err(|_| "a panic")??;
        }
        Ok(File::open(folder)?.sync_all()?)
    })
}
