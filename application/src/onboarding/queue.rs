//! The queue of applications that wait for an operator.

use super::{
    Onboarding,
    ports::{QueueCursor, QueueEntry, QueueFilter},
};
use crate::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{ids::UserId, search},
    onboarding::status::OnboardingStatus,
};

/// What an operator looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueSearch {
    /// Any status, where there are words to look for; those that wait, where there are none.
    pub status: Option<OnboardingStatus>,
    /// Words of the company, a person, an e-mail address or a registration number.
    pub words: String,
    /// Only the cases of this operator. Words are looked for among all.
    pub reviewer: Option<UserId>,
}

/// A page of the queue and where the next one begins.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuePage {
    pub entries: Vec<QueueEntry>,
    pub next: Option<QueueCursor>,
    /// The words are too common: not all that match are here.
    pub too_many: bool,
    /// How many applications have each status, in the order of `OnboardingStatus::ALL`, up to [`Onboarding::MAX_COUNTED`].
    pub counts: Vec<i64>,
}

impl Onboarding {
    /// As many as an operator looks through before turning the page.
    pub const QUEUE_PAGE: i64 = 50;
    /// Whether a thousand wait or more makes no difference to anybody's day.
    pub const MAX_COUNTED: i64 = 1_000;

    /// The applications an operator looks for, the longest waiting first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn queue(&self, wanted: QueueSearch, after: Option<QueueCursor>) -> Result<QueuePage, Unavailable> {
        let QueueSearch { status, words, reviewer } = wanted;
        let words = search::query(&words);
        let filter = match (words.is_empty(), reviewer) {
            (false, _) => QueueFilter::Found(words, status),
            (true, Some(operator)) => QueueFilter::MineOf(status.unwrap_or(OnboardingStatus::Pending), operator),
            (true, None) => QueueFilter::Status(status.unwrap_or(OnboardingStatus::Pending)),
        };
        // One more than a page says whether there is another.
        let slice = self.applications.queue(filter, after, Self::QUEUE_PAGE + 1).await?;
        let mut entries = slice.entries;
        let page = usize::try_from(Self::QUEUE_PAGE).unwrap_or(usize::MAX);
        let next = if entries.len() > page { entries.get(page - 1).map(|entry| entry.place) } else { None };
        entries.truncate(page);
        let counts = self.applications.counts(Self::MAX_COUNTED).await?;
        Ok(QueuePage { entries, next, too_many: slice.too_many, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};
    use chrono::TimeDelta;

    fn of(status: OnboardingStatus) -> QueueSearch {
        QueueSearch { status: Some(status), ..QueueSearch::default() }
    }

    async fn three_wait() -> Result<World, Box<dyn std::error::Error>> {
        let world = World::default();
        for email in ["ada@example.com", "bob@example.com", "cy@example.net"] {
            world.submitted(a_user().email(email)).await?;
            world.clock.advance(TimeDelta::minutes(1));
        }
        Ok(world)
    }

    fn emails(page: &QueuePage) -> Vec<&str> {
        page.entries.iter().map(|entry| entry.applicant.email().as_str()).collect()
    }

    #[tokio::test]
    async fn the_queue_has_the_longest_waiting_first() -> Result<(), Box<dyn std::error::Error>> {
        let world = three_wait().await?;
        let page = world.onboarding().queue(of(OnboardingStatus::Pending), None).await?;
        assert_eq!(emails(&page), ["ada@example.com", "bob@example.com", "cy@example.net"]);
        assert_eq!(page.counts, OnboardingStatus::ALL.map(|status| if status == OnboardingStatus::Pending { 3 } else { 0 }));
        assert_eq!(page.entries[0].pending_buyers, 1);
        let behind_ada = world.onboarding().queue(QueueSearch::default(), Some(page.entries[0].place)).await?;
        assert_eq!(behind_ada.entries.len(), 2);
        assert_eq!(world.onboarding().queue(of(OnboardingStatus::Approved), None).await?.entries, vec![]);
        Ok(())
    }

    #[tokio::test]
    async fn a_case_is_found_by_company_person_address_and_number() -> Result<(), Box<dyn std::error::Error>> {
        let world = three_wait().await?;
        for (words, found) in [("muhle", 3), ("BRAN", 3), ("hrb 123", 3), ("bob@example.com", 1), ("example.net", 1), ("nobody", 0)] {
            let search = QueueSearch { words: words.to_owned(), ..QueueSearch::default() };
            assert_eq!(world.onboarding().queue(search, None).await?.entries.len(), found, "{words}");
        }
        let elsewhere = QueueSearch { words: "muhle".to_owned(), ..of(OnboardingStatus::Approved) };
        assert_eq!(world.onboarding().queue(elsewhere, None).await?.entries.len(), 0);
        Ok(())
    }
}
