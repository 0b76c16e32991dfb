//! The real clock and real ids, the only place that asks the machine for either, and turns of its threads.

use async_trait::async_trait;
use chrono::{DateTime, SubsecRound, Utc};
use sooner_application::kernel::{clock::Clock, ids::Ids, pause::Pause};
use uuid::Uuid;

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock port's adapter")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// UUIDs of version 7: later ones sort behind earlier ones, and 74 random bits keep them from being guessed.
pub struct Uuid7;

impl Ids for Uuid7 {
    #[expect(clippy::disallowed_methods, reason = "this is the Ids port's adapter")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// Turns of the threads that serve: what came in over the network in between has its own.
pub struct Turns;

#[async_trait]
impl Pause for Turns {
    async fn pause(&self) {
        tokio::task::yield_now().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, io::Write, net::TcpStream, rc::Rc};
    use tokio::{io::AsyncReadExt, net::TcpListener, runtime::Builder, task::LocalSet};

    #[test]
    fn what_comes_in_while_long_work_pauses_is_served_in_between() -> std::io::Result<()> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(LocalSet::new().run_until(async {
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            let at = listener.local_addr()?;
            let (done, steps) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(0)));
            let server = tokio::task::spawn_local({
                let done = done.clone();
                async move {
                    let (mut connection, _) = listener.accept().await?;
                    let mut byte = [0];
                    connection.read_exact(&mut byte).await?;
                    done.set(true);
                    std::io::Result::Ok(())
                }
            });
            let work = tokio::task::spawn_local({
                let (done, steps) = (done.clone(), steps.clone());
                async move {
                    // It came while the work had the thread.
                    TcpStream::connect(at)?.write_all(b"?")?;
                    while !done.get() && steps.get() < 1_000 {
                        steps.set(steps.get() + 1);
                        Turns.pause().await;
                    }
                    std::io::Result::Ok(())
                }
            });
            work.await.unwrap()?;
            server.await.unwrap()?;
            assert!(steps.get() < 10, "it waited for {} steps", steps.get());
            Ok(())
        }))
    }
}
