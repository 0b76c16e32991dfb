//! Threat 75: accounts that read in a loop, beside an honest one.

use super::{
    super::{
        applicant::verified_somebody,
        support::{Checked, Instance},
    },
    rounds,
};
use actix_web::rt::time::sleep;
use futures_util::future::{join, join_all};
use std::{
    cell::Cell,
    error::Error,
    time::{Duration, Instant},
};

const READERS: usize = 10;
/// What an account reads in a row stays far below what it may.
const HONEST: usize = 100;

async fn reads(instance: &Instance, token: &str) -> Result<u16, Box<dyn Error>> {
    let answer = instance.client.get(instance.url("/semi-private/onboarding")).bearer_auth(token).send().await?;
    let status = answer.status().as_u16();
    answer.bytes().await?;
    Ok(status)
}

/// The times of an honest account's reads, the shortest first.
async fn honest(instance: &Instance, token: &str) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::with_capacity(HONEST);
    for _ in 0..HONEST {
        let started = Instant::now();
        assert_eq!(reads(instance, token).await?, 200);
        times.push(started.elapsed());
        sleep(Duration::from_millis(20)).await;
    }
    times.sort();
    Ok(times)
}

fn shown(times: &[Duration]) -> String {
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    format!("median {:?}, p99 {:?}", at(50), at(99))
}

#[actix_web::test]
async fn an_honest_account_is_answered_beside_ten_that_read_in_a_loop() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let mut tokens = Vec::new();
    for number in 0..=READERS {
        tokens.push(verified_somebody(&instance, number + 1).await?);
    }
    let (own, others) = tokens.split_first().ok_or("nobody")?;
    for round in 0..rounds(1).min(10) {
        let alone = honest(&instance, own).await?;
        let (is_over, served, refused) = (Cell::new(false), Cell::new(0), Cell::new(0));
        let in_a_loop = others.iter().map(async |token| {
            while !is_over.get() {
                let count = if reads(&instance, token).await? == 429 { &refused } else { &served };
                count.set(count.get() + 1);
            }
            Ok::<_, Box<dyn Error>>(())
        });
        let beside = async {
            let beside = honest(&instance, own).await;
            is_over.set(true);
            beside
        };
        let (beside, in_a_loop) = join(beside, join_all(in_a_loop)).await;
        in_a_loop.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (served, refused) = (served.get(), refused.get());
        println!(
            "{round}: alone {}; beside {READERS} in a loop {}; they had {served} answers and {refused} refusals",
            shown(&alone),
            shown(&beside?)
        );
        assert!(served + refused > HONEST, "they read on");
        // What their minute's count lets through at once, and a little more.
        assert!(served < READERS * 600, "{served}");
        // Their minutes begin anew.
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}
