//! What tells the references of this house from those of others: made once, with the first reference.

use super::{House, changes::Change};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    ids::Ids,
    unavailable::Unavailable,
};
use sooner_domain::{
    house::{reference_code::ReferenceCode, settings::HOUSE},
    kernel::audit::{Actor, AuditAction, Entry, Subjects},
};

impl House {
    /// The house's code for references. The first one who asks makes it at random; it never changes.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn reference_code(&self, ids: &dyn Ids) -> Result<ReferenceCode, Unavailable> {
        if let Some(code) = self.settings.settings().await?.reference_code() {
            return Ok(code);
        }
        // The last bits of an id are random.
        let (_, random) = ids.next().as_u64_pair();
        let code = ReferenceCode::of_random(random);
        let entry = Entry::new(self.clock.now(), Actor::System, AuditAction::HouseSettingsChanged, Subjects::house(HOUSE));
        let entry = entry.change("house.referenceCode", None, Some(code.to_string()));
        match self.commit.commit(vec![Change::ReferenceCodeMade(code)], WriteContext::of(entry)).await {
            Ok(()) => Ok(code),
            // Another one made it at this moment.
            Err(CommitError::Stale) => {
                let made = self.settings.settings().await?.reference_code();
                made.ok_or_else(|| Unavailable::Failed("there is no code for references".to_owned()))
            }
            Err(error) => Err(error.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::SettingsCommand;
    use crate::testing::{World, confirmed, house_details};
    use futures_util::future::join_all;

    #[tokio::test]
    async fn a_house_has_one_code_whoever_asks_first_and_keeps_it() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let (house, ids) = (world.house(), world.use_cases().identity.ids);
        let made = join_all((0..8).map(|_| house.reference_code(ids.as_ref()))).await;
        let code = made.first().cloned().ok_or("none")??;
        assert!(made.iter().all(|made| *made == Ok(code)), "{made:?}");
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.by), (AuditAction::HouseSettingsChanged, Actor::System));
        let told: Vec<_> = entry.changes.into_iter().map(|change| (change.field, change.before, change.after)).collect();
        assert_eq!(told, [("house.referenceCode".to_owned(), None, Some(code.to_string()))]);
        let olga = world.operator().await?;
        house.change_settings(SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() }).await?;
        assert_eq!(house.reference_code(ids.as_ref()).await?, code);
        Ok(())
    }
}
