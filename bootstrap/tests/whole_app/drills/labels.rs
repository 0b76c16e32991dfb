//! Threat 28: requests that each name something new, so that something is kept for each.

use super::{
    super::support::{Checked, Instance},
    raw::Raw,
    soaking,
};
use std::{collections::BTreeSet, error::Error};

/// What the jobs measure, each from its first run on, whatever anybody asks.
const OF_JOBS: [&str; 7] = ["disk_", "job_", "expired_", "mails_", "outbox_", "document_files_", "database_"];

/// How many series are measured besides. What is said of sizes and times differs; what is counted must not be new.
async fn series(instance: &Instance) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let measured = instance.measured().await?;
    let is_ours = |line: &&str| !line.starts_with('#') && !line.is_empty() && !OF_JOBS.iter().any(|job| line.starts_with(job));
    Ok(measured.lines().filter(is_ours).filter_map(|line| line.rsplit_once(' ')).map(|(name, _)| name.to_owned()).collect())
}

/// So many requests over one connection, each odd in its own way.
async fn odd_requests(instance: &Instance, numbers: std::ops::Range<usize>) -> Checked {
    let mut raw = Raw::send(instance.address(), b"").await?;
    for number in numbers {
        let request = match number % 4 {
            0 => format!("M{number} / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            1 => format!("GET /nowhere/{number} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            2 => format!(
                "GET /nowhere HTTP/1.1\r\nHost: host-{number}.example\r\nX-Forwarded-For: 10.{}.{}.1\r\n\r\n",
                number / 256 % 256,
                number % 256
            ),
            _ => format!(
                "GET /semi-private/documents/{number}?x={number} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {number}\r\n\r\n"
            ),
        };
        raw.go_on(request.as_bytes()).await?;
        let answer = raw.first_answer().await?;
        let status: u16 = answer.get(9..12).unwrap_or_default().parse()?;
        assert!((400..500).contains(&status), "{request}: {answer}");
    }
    Ok(())
}

#[actix_web::test]
async fn requests_that_each_name_something_new_leave_nothing_behind() -> Checked {
    let many = if soaking() { 40_000 } else { 2_000 };
    let instance = Instance::on_sqlite_with(&[("SOONER_LOG", "off")]).await?;
    // One of each kind, and what the first requests make anyway; asking is measured too.
    odd_requests(&instance, 0..500).await?;
    series(&instance).await?;
    let (before, memory) = (series(&instance).await?, instance.memory("VmRSS")?);
    odd_requests(&instance, 500..500 + many).await?;
    let grown = instance.memory("VmRSS")?.saturating_sub(memory);
    println!("{many} requests that each name something new: {} series before and after, memory grew by {grown} KiB", before.len());
    let after = series(&instance).await?;
    assert!(after.is_subset(&before), "{:?}", after.difference(&before).collect::<Vec<_>>());
    assert!(grown < 8 * 1024, "{grown} KiB");
    Ok(())
}
