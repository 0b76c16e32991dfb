//! Threat 2: learning who has an account from the time an answer takes.

use super::{
    super::support::{Checked, Instance, client_address},
    soaking,
};
use serde_json::{Value, json};
use std::{
    error::Error,
    time::{Duration, Instant},
};

/// Guesses at one account that its rate limit bears.
const BY_ACCOUNT: usize = 8;

/// The chance that a random time of `one` is longer than one of `other` (Mann-Whitney); 0.5 when they cannot be told apart.
fn auc(one: &[Duration], other: &[Duration]) -> f64 {
    let wins = one.iter().flat_map(|a| {
        other.iter().map(move |b| match a.cmp(b) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    });
    wins.sum::<f64>() / (one.len() * other.len()) as f64
}

async fn timed(instance: &Instance, path: &str, body: &Value, from: usize, expected: u16) -> Result<Duration, Box<dyn Error>> {
    let request = instance.client.post(instance.url(path)).header("x-forwarded-for", client_address(from)).json(body);
    let began = Instant::now();
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    answer.bytes().await?;
    let elapsed = began.elapsed();
    assert_eq!(status, expected, "{path}");
    Ok(elapsed)
}

#[actix_web::test]
async fn the_time_of_an_answer_tells_nothing() -> Checked {
    let accounts = if soaking() { 50 } else { 3 };
    let instance = Instance::on_sqlite().await?;
    for number in 0..accounts {
        instance.sign_up_somebody(number).await?.error_for_status()?;
    }
    // The mails of the sign-ups are out of the way.
    actix_web::rt::time::sleep(Duration::from_secs(2)).await;
    let mut times: [Vec<Duration>; 4] = Default::default();
    for turn in 0..BY_ACCOUNT {
        for number in 0..accounts {
            let from = 10_000 + turn * accounts + number;
            let emails = ["somebody", "nobody"].map(|name| format!("{name}.{number}@example.com"));
            // Whoever goes first changes: no side is always the one after the other's work.
            let order: [usize; 2] = if (turn + number).is_multiple_of(2) { [0, 1] } else { [1, 0] };
            for side in order {
                let guess = json!({ "email": emails[side], "password": "not the password" });
                times[side].push(timed(&instance, "/auth/signin", &guess, from, 401).await?);
            }
            for side in order {
                let forgotten = json!({ "email": emails[side] });
                times[2 + side].push(timed(&instance, "/auth/forgot-password", &forgotten, from, 202).await?);
            }
        }
    }
    for (what, one, other) in [("sign-in", &times[0], &times[1]), ("forgot-password", &times[2], &times[3])] {
        let auc = auc(one, other);
        println!("{what}, known or unknown address: AUC {auc:.3} of {} pairs", one.len());
        assert!(!soaking() || (auc - 0.5).abs() <= 0.05, "{what}: {auc}");
    }
    Ok(())
}
