//! Whether the product can do its work, asked so seldom that asking is no work.

use async_trait::async_trait;
use sooner_application::kernel::{readiness::Readiness, unavailable::Unavailable};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

/// How long an answer holds: anybody may ask, and each answer takes a write.
const HOLDS: Duration = Duration::from_secs(1);

/// Everything that must be well, asked together, and by one at a time: whoever asks meanwhile is told the same.
pub struct AskedOnceASecond {
    parts: Vec<Arc<dyn Readiness>>,
    last: Mutex<Option<(Instant, Result<(), Unavailable>)>>,
}

impl AskedOnceASecond {
    pub fn new(parts: impl IntoIterator<Item = Arc<dyn Readiness>>) -> Self {
        Self { parts: parts.into_iter().collect(), last: Mutex::default() }
    }

    async fn ask(&self) -> Result<(), Unavailable> {
        for part in &self.parts {
            part.ready().await?;
        }
        Ok(())
    }
}

#[async_trait]
impl Readiness for AskedOnceASecond {
    async fn ready(&self) -> Result<(), Unavailable> {
        let mut last = self.last.lock().await;
        if let Some((asked, answer)) = &*last
            && asked.elapsed() < HOLDS
        {
            return answer.clone();
        }
        let answer = self.ask().await;
        *last = Some((Instant::now(), answer.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Well the first time it is asked, and never after.
    #[derive(Default)]
    struct Part(AtomicUsize);

    #[async_trait]
    impl Readiness for Part {
        async fn ready(&self) -> Result<(), Unavailable> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0 => Ok(()),
                _ => Err(Unavailable::Busy("part")),
            }
        }
    }

    #[actix_web::test]
    async fn many_who_ask_at_once_are_one_who_asks() {
        let parts = [Arc::new(Part::default()), Arc::new(Part::default())];
        let both = AskedOnceASecond::new(parts.clone().map(|part| part as Arc<dyn Readiness>));
        for _ in 0..100 {
            assert_eq!(both.ready().await, Ok(()));
        }
        assert_eq!(parts.each_ref().map(|part| part.0.load(Ordering::Relaxed)), [1, 1]);
        // As if a second had passed.
        *both.last.lock().await = None;
        assert_eq!(both.ready().await, Err(Unavailable::Busy("part")));
        assert_eq!(both.ready().await, Err(Unavailable::Busy("part")));
        assert_eq!(parts.each_ref().map(|part| part.0.load(Ordering::Relaxed)), [2, 1], "what is not well is asked about no further");
    }
}
