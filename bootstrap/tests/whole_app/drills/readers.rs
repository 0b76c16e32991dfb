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
/// Of one account that reads in a loop.
const CONNECTIONS: usize = 8;
/// What an account reads in a row stays far below what it may.
const HONEST: usize = 100;

async fn reads(instance: &Instance, token: &str, path: &str) -> Result<u16, Box<dyn Error>> {
    let answer = instance.client.get(instance.url(path)).bearer_auth(token).send().await?;
    let status = answer.status().as_u16();
    answer.bytes().await?;
    Ok(status)
}

/// The times of an honest account's reads, the shortest first.
async fn honest(instance: &Instance, token: &str) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::with_capacity(HONEST);
    for _ in 0..HONEST {
        let started = Instant::now();
        assert_eq!(reads(instance, token, "/semi-private/onboarding").await?, 200);
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

/// An honest account alone, and beside those of these that read this in a loop. How many answers and refusals they had comes last.
async fn beside(instance: &Instance, own: &str, others: &[&str], path: &str) -> Result<(usize, usize), Box<dyn Error>> {
    let alone = honest(instance, own).await?;
    let (is_over, served, refused) = (Cell::new(false), Cell::new(0), Cell::new(0));
    let in_a_loop = others.iter().map(async |token| {
        while !is_over.get() {
            let count = if reads(instance, token, path).await? == 200 { &served } else { &refused };
            count.set(count.get() + 1);
        }
        Ok::<_, Box<dyn Error>>(())
    });
    let meanwhile = async {
        let times = honest(instance, own).await;
        is_over.set(true);
        times
    };
    let (meanwhile, in_a_loop) = join(meanwhile, join_all(in_a_loop)).await;
    in_a_loop.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (served, refused) = (served.get(), refused.get());
    println!(
        "alone {}; beside {} that read {path} in a loop {}; they had {served} answers and {refused} refusals",
        shown(&alone),
        others.len(),
        shown(&meanwhile?)
    );
    Ok((served, refused))
}

#[actix_web::test]
async fn an_honest_account_is_answered_beside_ten_that_read_in_a_loop() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let mut tokens = Vec::new();
    for number in 0..=READERS {
        tokens.push(verified_somebody(&instance, number + 1).await?);
    }
    let (own, others) = tokens.split_first().ok_or("nobody")?;
    let others: Vec<_> = others.iter().map(String::as_str).collect();
    for _ in 0..rounds(1).min(10) {
        let (served, refused) = beside(&instance, own, &others, "/semi-private/onboarding").await?;
        assert!(served + refused > HONEST, "they read on");
        // What their minute's count lets through at once, and a little more.
        assert!(served < READERS * 600, "{served}");
        // Their minutes begin anew.
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

#[actix_web::test]
async fn an_honest_account_is_answered_beside_one_that_reads_over_many_connections() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let (own, other) = (verified_somebody(&instance, 1).await?, verified_somebody(&instance, 2).await?);
    let (served, refused) = beside(&instance, &own, &[&*other; CONNECTIONS], "/semi-private/receivables").await?;
    assert!(served + refused > CONNECTIONS, "it reads on");
    Ok(())
}
