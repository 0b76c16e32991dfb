//! That one person decides alone what two should: the trail says so for each start of an instance in production.

use super::House;
use crate::kernel::{commit::WriteContext, unavailable::Unavailable};
use sooner_domain::{
    house::settings::HOUSE,
    kernel::audit::{Actor, AuditAction, Entry, Subjects},
};

impl House {
    /// Writes into the trail that the instance starts with four eyes off.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn started_without_four_eyes(&self) -> Result<(), Unavailable> {
        let entry = Entry::new(self.clock.now(), Actor::System, AuditAction::StartedWithoutFourEyes, Subjects::house(HOUSE));
        self.commit.commit(Vec::new(), WriteContext::of(entry)).await.map_err(|error| error.unexpected())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;

    #[tokio::test]
    async fn a_start_without_four_eyes_is_in_the_trail() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.house().started_without_four_eyes().await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.by), (AuditAction::StartedWithoutFourEyes, Actor::System));
        Ok(())
    }
}
