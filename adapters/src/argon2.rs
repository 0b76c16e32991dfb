//! Password hashing: argon2id, 19 MiB, two passes, one lane (OWASP's recommendation), on a fixed number of threads.
//!
//! A hash takes some 20 ms of a core. Threads of their own, one fewer than there are cores, leave the rest of the
//! product its share; a bounded queue in front of them answers "busy" at once instead of piling up. Each thread keeps
//! its 19 MiB, so memory is bounded too.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use async_trait::async_trait;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use password_hash::phc::{Ident, Output, ParamsString, PasswordHash as Phc, Salt};
use sooner_application::{identity::ports::Passwords, ports::Unavailable};
use sooner_domain::identity::password::{PasswordHash, PlainPassword};
use std::{thread, time::Instant};
use tokio::sync::oneshot;

/// At 20 ms each, a third of a second of waiting.
const QUEUE_PER_THREAD: usize = 16;
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_BYTES: usize = 32;
const SALT_BYTES: usize = 16;

type Job = Box<dyn FnOnce(&mut [Block]) + Send>;

/// Hashes passwords on threads of its own.
pub struct Argon2Passwords {
    jobs: Sender<Job>,
    /// What an unknown account's password is compared with: a hash of nothing anybody knows, of the same cost.
    decoy: PasswordHash,
}

impl Argon2Passwords {
    /// Starts the threads.
    ///
    /// # Errors
    /// When a thread cannot be started or the machine gives no randomness.
    pub fn start(threads: usize) -> Result<Self, Unavailable> {
        let threads = threads.max(1);
        let (jobs, queue) = bounded::<Job>(threads * QUEUE_PER_THREAD);
        for number in 0..threads {
            let queue = queue.clone();
            let spawned = thread::Builder::new().name(format!("argon2-{number}")).spawn(move || work(&queue));
            spawned.map_err(|error| Unavailable::Failed(error.to_string()))?;
        }
        let mut memory = vec![Block::default(); MEMORY_KIB as usize];
        let secret = random::<32>()?;
        let decoy = hash(&secret, random()?, &mut memory)?;
        Ok(Self { jobs, decoy })
    }

    async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut [Block]) -> Result<T, Unavailable> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let asked = Instant::now();
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            // Nobody waits any more: leave the work.
            if !tell.is_closed() {
                tell.send(job(memory)).ok();
            }
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Unavailable::Busy("password hashing"),
            TrySendError::Disconnected(_) => Unavailable::Failed("the hashing threads have ended".into()),
        })?;
        let hashed = told.await.map_err(|_| Unavailable::Failed("the hashing thread failed".into()))?;
        metrics::histogram!("hashing_seconds").record(asked.elapsed().as_secs_f64());
        hashed
    }
}

fn work(queue: &Receiver<Job>) {
    let mut memory = vec![Block::default(); MEMORY_KIB as usize];
    while let Ok(job) = queue.recv() {
        job(&mut memory);
    }
}

#[async_trait]
impl Passwords for Argon2Passwords {
    async fn hash(&self, password: PlainPassword) -> Result<PasswordHash, Unavailable> {
        let salt = random()?;
        self.run(move |memory| hash(password.reveal().as_bytes(), salt, memory)).await
    }

    async fn verify(&self, password: PlainPassword, stored: Option<PasswordHash>) -> Result<bool, Unavailable> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        Ok(self.run(move |memory| matches(password.reveal().as_bytes(), &stored, memory)).await? && known)
    }
}

fn failed(error: impl std::fmt::Display) -> Unavailable {
    Unavailable::Failed(format!("hashing: {error}"))
}

fn random<const N: usize>() -> Result<[u8; N], Unavailable> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn hash(password: &[u8], salt: [u8; SALT_BYTES], memory: &mut [Block]) -> Result<PasswordHash, Unavailable> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(failed)?;
    let mut output = [0; HASH_BYTES];
    let context = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    context.hash_password_into_with_memory(password, &salt, &mut output, memory).map_err(failed)?;
    let phc = Phc {
        algorithm: Ident::new(Algorithm::Argon2id.as_str()).map_err(failed)?,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(failed)?,
        salt: Some(Salt::new(&salt).map_err(failed)?),
        hash: Some(Output::new(&output).map_err(failed)?),
    };
    Ok(PasswordHash::restore(phc.to_string()))
}

fn matches(password: &[u8], stored: &PasswordHash, memory: &mut [Block]) -> Result<bool, Unavailable> {
    let phc = Phc::new(stored.as_str()).map_err(failed)?;
    let params = Params::try_from(&phc).map_err(failed)?;
    let (Some(salt), Some(expected)) = (phc.salt, phc.hash) else { return Err(failed("a stored hash is incomplete")) };
    let mut output = vec![0; expected.len()];
    let context = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    context.hash_password_into_with_memory(password, salt.as_ref(), &mut output, memory).map_err(failed)?;
    // `Output` compares in constant time.
    Ok(Output::new(&output).map_err(failed)? == expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> PlainPassword {
        PlainPassword::parse_typed(text).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_matches_its_hash_alone() -> Result<(), Unavailable> {
        let passwords = Argon2Passwords::start(1)?;
        let hash = passwords.hash(password("correct horse battery")).await?;
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert_ne!(passwords.hash(password("correct horse battery")).await?.as_str(), hash.as_str());
        assert!(passwords.verify(password("correct horse battery"), Some(hash.clone())).await?);
        assert!(!passwords.verify(password("correct horse"), Some(hash)).await?);
        assert!(!passwords.verify(password("correct horse battery"), None).await?);
        Ok(())
    }

    #[tokio::test]
    async fn a_full_queue_answers_at_once() -> Result<(), Unavailable> {
        let passwords = Argon2Passwords::start(1)?;
        let all = (0..40).map(|_| passwords.verify(password("guess"), None));
        let answers = futures_util::future::join_all(all).await;
        let busy = answers.iter().filter(|answer| matches!(answer, Err(Unavailable::Busy(_)))).count();
        assert!((20..=24).contains(&busy), "{busy} of 40 were told to come back");
        Ok(())
    }
}
