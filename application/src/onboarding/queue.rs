//! The queue of applications that wait for an operator.

use super::{
    Onboarding,
    ports::{QueueCursor, QueueEntry, QueueFilter, QueueOrder},
};
use crate::kernel::{paging::cut, unavailable::Unavailable};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, UserId},
        search,
    },
    onboarding::{application::ApplicationId, status::OnboardingStatus},
    parties::membership::Membership,
};

/// What an operator looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueSearch {
    /// Any status, where there are words to look for; those that wait, where there are none.
    pub status: Option<OnboardingStatus>,
    /// Words of the company, a person, an e-mail address or a registration number.
    pub words: String,
    /// Words are looked for among all.
    pub whose: Whose,
    pub order: QueueOrder,
    /// The company of the operator who looks: its case is for colleagues.
    pub own: Option<CompanyId>,
}

/// Who is on the cases that are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    Anybodys,
    /// This operator.
    Mine(UserId),
    Nobodys,
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

    /// The applications an operator looks for, the longest waiting first unless they want another order. `after` is a place
    /// in that order.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn queue(&self, wanted: QueueSearch, after: Option<QueueCursor>) -> Result<QueuePage, Unavailable> {
        let QueueSearch { status, words, whose, order, own } = wanted;
        let words = search::query(&words);
        let waiting = status.unwrap_or(OnboardingStatus::Pending);
        let filter = match (words.is_empty(), whose) {
            (false, _) => QueueFilter::Found(words, status),
            (true, Whose::Mine(operator)) => QueueFilter::MineOf(waiting, operator),
            (true, Whose::Nobodys) => QueueFilter::UnassignedOf(waiting),
            (true, Whose::Anybodys) => QueueFilter::Status(waiting),
        };
        let slice = self.applications.queue(filter, order, after, Self::QUEUE_PAGE + 1).await?;
        let mut entries = slice.entries;
        let next = cut(&mut entries, Self::QUEUE_PAGE, |entry| entry.place.clone());
        entries.retain(|entry| Some(entry.of) != own);
        let mut counts = self.applications.counts(Self::MAX_COUNTED).await?;
        self.leave_out(own, &mut counts).await?;
        Ok(QueuePage { entries, next, too_many: slice.too_many, counts })
    }

    /// Takes the case of this company out of what was counted, as it is out of the list.
    async fn leave_out(&self, own: Option<CompanyId>, counts: &mut [i64]) -> Result<(), Unavailable> {
        let Some(own) = own else { return Ok(()) };
        let application = self.applications.filed(own).await?.application;
        let at = application.and_then(|application| OnboardingStatus::ALL.iter().position(|status| *status == application.status()));
        if let Some(count) = at.and_then(|at| counts.get_mut(at)).filter(|count| (1..Self::MAX_COUNTED).contains(*count)) {
            *count -= 1;
        }
        Ok(())
    }

    /// The case an operator turns to after this one: the next that waits for a decision and that they, or nobody, are on;
    /// behind the last comes the first again.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn next_case(&self, by: &Membership, after: Option<ApplicationId>) -> Result<Option<ApplicationId>, Unavailable> {
        self.applications.next(by, after).await
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
        let behind_ada = world.onboarding().queue(QueueSearch::default(), Some(page.entries[0].place.clone())).await?;
        assert_eq!(behind_ada.entries.len(), 2);
        assert_eq!(world.onboarding().queue(of(OnboardingStatus::Approved), None).await?.entries, vec![]);
        Ok(())
    }

    #[tokio::test]
    async fn an_operator_finds_every_case_but_that_of_their_own_company() -> Result<(), Box<dyn std::error::Error>> {
        let world = three_wait().await?;
        let own = world.onboarding().queue(QueueSearch::default(), None).await?.entries[1].of;
        for words in ["", "muhle"] {
            let search = QueueSearch { words: words.to_owned(), own: Some(own), ..QueueSearch::default() };
            let page = world.onboarding().queue(search, None).await?;
            assert_eq!(emails(&page), ["ada@example.com", "cy@example.net"], "{words}");
            assert_eq!(page.counts[1], 2, "nor counted");
        }
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
