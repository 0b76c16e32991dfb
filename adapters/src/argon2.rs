//! Password hashing: argon2id, 19 MiB, two passes, one lane (OWASP's recommendation), on a fixed number of threads.
//!
//! A hash takes some 20 ms of a core. Threads of their own, one fewer than there are cores, leave the rest of the
//! product its share; a bounded queue in front of them answers "busy" at once instead of piling up. Each thread keeps
//! its 19 MiB as long as it is used, so memory is bounded too.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use async_trait::async_trait;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use password_hash::phc::{Ident, Output, ParamsString, PasswordHash as Phc, Salt};
use sooner_application::{
    identity::ports::{HashingSlot, NewPasswordError, Passwords},
    kernel::unavailable::Unavailable,
};
use sooner_domain::identity::password::{ContextWords, NewPassword, PasswordHash, PlainPassword};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use tokio::sync::{Semaphore, oneshot};

/// At 20 ms each, a third of a second of waiting.
const QUEUE_PER_THREAD: usize = 16;
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_BYTES: usize = 32;
const SALT_BYTES: usize = 16;
/// Who signs in waits a little longer on a busy machine, so that everybody else does not.
const NICENESS: i32 = 12;
/// Nobody signs in at night: then the memory is given back.
const KEPT_FOR: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce(&mut [Block]) + Send>;

/// Hashes passwords on threads of its own.
pub struct Argon2Passwords {
    jobs: Sender<Job>,
    slots: Arc<Semaphore>,
    /// What an unknown account's password is compared with: the hash of nothing anybody knows, of the same cost.
    decoy: PasswordHash,
    place: Arc<ContextWords>,
}

impl Argon2Passwords {
    /// Starts the threads. New passwords are not built on the words of the place.
    ///
    /// # Errors
    /// When a thread cannot be started or the machine gives no randomness.
    pub fn start(threads: usize, place: ContextWords) -> Result<Self, Unavailable> {
        let threads = threads.max(1);
        // One is being hashed, the others wait. So whoever has a slot finds room.
        let slots = threads * (1 + QUEUE_PER_THREAD);
        let (jobs, queue) = bounded::<Job>(slots);
        for number in 0..threads {
            let queue = queue.clone();
            let spawned = thread::Builder::new().name(format!("argon2-{number}")).spawn(move || work(&queue));
            spawned.map_err(|error| Unavailable::Failed(error.to_string()))?;
        }
        let decoy = encoded(&params()?, &random::<SALT_BYTES>()?, &random::<HASH_BYTES>()?)?;
        Ok(Self { jobs, slots: Arc::new(Semaphore::new(slots)), decoy, place: Arc::new(place) })
    }

    async fn run<T: Send + 'static, E: From<Unavailable> + Send + 'static>(
        &self,
        slot: HashingSlot,
        job: impl FnOnce(&mut [Block]) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let asked = Instant::now();
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            // Nobody waits any more: leave the work.
            let done = (!tell.is_closed()).then(|| job(memory));
            slot.end();
            if let Some(done) = done {
                tell.send(done).ok();
            }
        });
        self.jobs.try_send(job).map_err(|_| Unavailable::Failed("the hashing threads have ended".into()))?;
        let hashed = told.await.map_err(|_| Unavailable::Failed("the hashing thread failed".into()))?;
        metrics::histogram!("hashing_seconds").record(asked.elapsed().as_secs_f64());
        hashed
    }
}

fn work(queue: &Receiver<Job>) {
    give_way();
    while let Ok(first) = queue.recv() {
        let mut memory = vec![Block::default(); MEMORY_KIB as usize];
        first(&mut memory);
        loop {
            match queue.recv_timeout(KEPT_FOR) {
                Ok(job) => job(&mut memory),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// Lets every other thread go first when there is not enough processor for all: this thread alone is nicer.
fn give_way() {
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS) {
        tracing::warn!(%error, "the hashing thread keeps its priority");
    }
}

#[async_trait]
impl Passwords for Argon2Passwords {
    fn slot(&self) -> Result<HashingSlot, Unavailable> {
        let slot = self.slots.clone().try_acquire_owned();
        slot.map(HashingSlot::holding).map_err(|_| Unavailable::Busy("password hashing"))
    }

    async fn judge(&self, slot: HashingSlot, password: NewPassword) -> Result<(), NewPasswordError> {
        let place = self.place.clone();
        self.run(slot, move |_| judge(password, &place).map(drop)).await
    }

    async fn hash(&self, slot: HashingSlot, password: NewPassword) -> Result<PasswordHash, NewPasswordError> {
        let (salt, place) = (random()?, self.place.clone());
        self.run(slot, move |memory| Ok(hash(judge(password, &place)?.reveal().as_bytes(), salt, memory)?)).await
    }

    async fn verify(&self, slot: HashingSlot, password: PlainPassword, stored: Option<PasswordHash>) -> Result<bool, Unavailable> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        Ok(self.run(slot, move |memory| matches(password.reveal().as_bytes(), &stored, memory)).await? && known)
    }
}

#[expect(clippy::disallowed_methods, reason = "these are the hashing threads")]
fn judge(password: NewPassword, place: &ContextWords) -> Result<PlainPassword, NewPasswordError> {
    password.judge(place).map_err(NewPasswordError::Refused)
}

fn failed(error: impl std::fmt::Display) -> Unavailable {
    Unavailable::Failed(format!("hashing: {error}"))
}

fn random<const N: usize>() -> Result<[u8; N], Unavailable> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn params() -> Result<Params, Unavailable> {
    Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(failed)
}

fn hash(password: &[u8], salt: [u8; SALT_BYTES], memory: &mut [Block]) -> Result<PasswordHash, Unavailable> {
    let params = params()?;
    let mut output = [0; HASH_BYTES];
    let context = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    context.hash_password_into_with_memory(password, &salt, &mut output, memory).map_err(failed)?;
    encoded(&params, &salt, &output)
}

fn encoded(params: &Params, salt: &[u8], output: &[u8]) -> Result<PasswordHash, Unavailable> {
    let phc = Phc {
        algorithm: Ident::new(Algorithm::Argon2id.as_str()).map_err(failed)?,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(failed)?,
        salt: Some(Salt::new(salt).map_err(failed)?),
        hash: Some(Output::new(output).map_err(failed)?),
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
    use sooner_domain::kernel::Invalid;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn started() -> Result<Argon2Passwords, Unavailable> {
        Argon2Passwords::start(1, ContextWords::of(&["Nordbank"]))
    }

    fn password(text: &str) -> PlainPassword {
        PlainPassword::parse_typed(text).unwrap()
    }

    fn new(text: &str) -> NewPassword {
        NewPassword::parse(text, &[]).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_matches_its_hash_alone() -> Checked {
        let passwords = started()?;
        let hashed = async |text: &str| passwords.hash(passwords.slot()?, new(text)).await;
        let verified =
            async |text: &str, hash: Option<&PasswordHash>| passwords.verify(passwords.slot()?, password(text), hash.cloned()).await;
        let hash = hashed("correct horse battery").await?;
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert_ne!(hashed("correct horse battery").await?.as_str(), hash.as_str());
        assert!(verified("correct horse battery", Some(&hash)).await?);
        assert!(!verified("correct horse", Some(&hash)).await?);
        assert!(!verified("correct horse battery", None).await?);
        Ok(())
    }

    #[tokio::test]
    async fn the_decoy_costs_what_a_hash_costs() -> Checked {
        let passwords = started()?;
        let hash = passwords.hash(passwords.slot()?, new("correct horse battery")).await?;
        let shape = |hash: &PasswordHash| hash.as_str().rsplitn(3, '$').map(str::len).collect::<Vec<_>>();
        assert_eq!(shape(&passwords.decoy), shape(&hash), "salt and output are as long");
        assert_eq!(passwords.decoy.as_str().split('$').nth(3), hash.as_str().split('$').nth(3), "memory, passes and lanes");
        Ok(())
    }

    #[tokio::test]
    async fn there_are_so_many_slots_and_each_is_free_again_once_it_is_over() -> Checked {
        let passwords = started()?;
        let all_slots = || std::iter::from_fn(|| passwords.slot().ok()).take(100).collect::<Vec<_>>();
        let slots = all_slots();
        assert_eq!(slots.len(), 17, "one is hashed, sixteen wait");
        assert!(matches!(passwords.slot(), Err(Unavailable::Busy(_))));
        let all = slots.into_iter().map(|slot| passwords.verify(slot, password("guess"), None));
        for answer in futures_util::future::join_all(all).await {
            assert_eq!(answer, Ok(false));
        }
        assert_eq!(all_slots().len(), 17);
        Ok(())
    }

    #[tokio::test]
    async fn a_common_password_has_no_hash() -> Checked {
        let passwords = started()?;
        let refused = Err(NewPasswordError::Refused(Invalid::PasswordCommon));
        assert_eq!(passwords.judge(passwords.slot()?, new("passwordpassword")).await, refused);
        assert_eq!(passwords.judge(passwords.slot()?, new("Nordbank2026!")).await, refused);
        assert_eq!(
            passwords.hash(passwords.slot()?, new("passwordpassword")).await,
            refused.map(|()| PasswordHash::restore(String::new()))
        );
        assert_eq!(passwords.judge(passwords.slot()?, new("correct horse battery")).await, Ok(()));
        Ok(())
    }

    #[tokio::test]
    async fn whoever_asks_for_the_worst_password_is_not_who_judges_it() -> Checked {
        let passwords = started()?;
        // The longest one allowed, made of what the lists know: the estimate looks for the cheapest way to cut it.
        let worst = "4@8({[<3€6&9#!1|0$5+7%2".repeat(8).chars().take(128).collect::<String>();
        let asked = Instant::now();
        let mut judged = Box::pin(passwords.judge(passwords.slot()?, new(&worst)));
        assert!(futures_util::poll!(&mut judged).is_pending());
        let on_this_thread = asked.elapsed();
        judged.await.ok();
        let in_all = asked.elapsed();
        assert!(on_this_thread * 5 < in_all, "{on_this_thread:?} of {in_all:?}");
        Ok(())
    }
}
