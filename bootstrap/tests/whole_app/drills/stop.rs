//! F6: SIGTERM with many requests in flight.

use super::{
    super::{
        applicant::{form, pdf, verified},
        support::{Checked, Instance},
    },
    raw::{Raw, head},
    rounds,
};
use actix_web::rt::time::sleep;
use futures_util::future::join_all;
use std::{
    error::Error,
    time::{Duration, Instant},
};

const IN_FLIGHT: usize = 200;
const EDGE: &str = "multipart/form-data; boundary=edge";

/// A request of which the server has the head and the first half of the body, and the other half.
async fn half_sent(instance: &Instance, token: &str, number: usize) -> std::io::Result<(Raw, Vec<u8>)> {
    let (method, path, content_type, body) = if number.is_multiple_of(2) {
        let mut draft = form();
        draft["company"]["registrationNumber"] = format!("HRB {number}").into();
        ("PUT", "/semi-private/onboarding", "application/json", draft.to_string().into_bytes())
    } else {
        let start =
            b"--edge\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nbank_statement\r\n--edge\r\nContent-Disposition: form-data; \
                      name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\n";
        ("POST", "/semi-private/documents", EDGE, [start.as_slice(), &pdf(20_000), b"\r\n--edge--\r\n"].concat())
    };
    let (first, rest) = body.split_at(body.len() / 2);
    let start = [head(method, path, token, content_type, body.len()).as_bytes(), first].concat();
    Ok((Raw::send(instance.address(), &start).await?, rest.to_vec()))
}

/// How many requests the server is answering.
async fn in_flight(instance: &Instance) -> Result<usize, Box<dyn Error>> {
    let measured = instance.measured().await?;
    let line = measured.lines().find_map(|line| line.strip_prefix("http_requests_in_flight "));
    Ok(line.ok_or("not measured")?.parse::<f64>()? as usize)
}

#[actix_web::test]
async fn told_to_stop_it_finishes_what_it_began() -> Checked {
    let mut instance = Instance::on_sqlite().await?;
    let mut token = verified(&instance, "ada@example.com").await?;
    for round in 0..rounds(1).min(20) {
        let mut requests = Vec::new();
        for number in 0..IN_FLIGHT {
            requests.push(half_sent(&instance, &token, number).await?);
        }
        while in_flight(&instance).await? < IN_FLIGHT {
            sleep(Duration::from_millis(5)).await;
        }
        let told = Instant::now();
        instance.signal("-TERM")?;
        while Raw::send(instance.address(), b"").await.is_ok() {
            sleep(Duration::from_millis(5)).await;
        }
        let finished = join_all(requests.into_iter().map(async |(mut raw, rest)| {
            raw.go_on(&rest).await.ok()?;
            raw.status().await
        }));
        let statuses = finished.await;
        let ended = instance.terminate().await?;
        let count = |wanted: &[u16]| statuses.iter().flatten().filter(|status| wanted.contains(status)).count();
        println!(
            "SIGTERM with {IN_FLIGHT} requests in flight, round {round}: {} done, {} refused, {} cut off; ended after {} ms",
            count(&[200, 201]),
            count(&[409, 503]),
            statuses.iter().filter(|status| status.is_none()).count(),
            told.elapsed().as_millis()
        );
        // 409: the application is full of documents; 503: too many at once.
        assert_eq!(count(&[200, 201, 409, 503]), IN_FLIGHT, "{statuses:?}");
        assert!(count(&[200]) > 0 && count(&[201]) > 0, "{statuses:?}");
        assert!(ended.success(), "{ended}");
        instance.start().await?;
        let (_, stored) = instance.get("/semi-private/onboarding", &token).await?;
        let documents = stored["data"]["documents"].as_array().ok_or("no documents")?.len();
        assert_eq!(documents, count(&[201]), "what was acknowledged is there");
        token = super::super::applicant::verified_somebody(&instance, round).await?;
    }
    Ok(())
}
