//! argon2id at the product's parameters, by hand.

use crate::Failed;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use sooner_adapters::argon2::Argon2Passwords;
use sooner_application::identity::ports::Passwords;
use sooner_domain::identity::password::{ContextWords, NewPassword};
use std::time::{Duration, Instant};

/// What the product stores for this password.
///
/// # Errors
/// When hashing fails.
pub fn stored(password: &str) -> Result<String, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let passwords = Argon2Passwords::start(1, ContextWords::of(&[]))?;
        let hash = passwords.hash(passwords.slot()?, NewPassword::parse(password, &[])?).await?;
        Ok(hash.as_str().to_owned())
    })
}

/// Hashes a second, on so many threads, each keeping its memory.
///
/// # Errors
/// When hashing fails.
pub fn raw(threads: usize, seconds: u64) -> Result<f64, Failed> {
    let one = move || -> Result<u32, argon2::Error> {
        let params = Params::new(19_456, 2, 1, Some(32))?;
        let context = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let (mut memory, mut output) = (vec![Block::default(); 19_456], [0; 32]);
        let started = Instant::now();
        let mut count = 0;
        while started.elapsed() < Duration::from_secs(seconds) {
            context.hash_password_into_with_memory(b"correct horse battery staple", b"sixteen bytes of", &mut output, &mut memory)?;
            count += 1;
        }
        Ok(count)
    };
    let running: Vec<_> = (0..threads).map(|_| std::thread::spawn(one)).collect();
    let mut all = 0;
    for thread in running {
        all += thread.join().map_err(|_| "a panic")?.map_err(|error| error.to_string())?;
    }
    Ok(f64::from(all) / seconds as f64)
}
