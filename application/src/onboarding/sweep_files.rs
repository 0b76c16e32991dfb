//! Deleting files that belong to no document: of uploads whose outcome nobody knew, and of documents that were taken away
//! while the disk could not be written.

use super::{Onboarding, ports::FileOwners};
use crate::kernel::{
    jobs::{Count, Job, Lease, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use std::{collections::HashSet, sync::Arc, time::Duration};

/// Deletes files that belong to no document once they are old.
pub struct SweepFiles {
    pub onboarding: Onboarding,
    /// Whose the files are that no application knows.
    pub others: Arc<dyn FileOwners>,
}

impl SweepFiles {
    const INTERVAL: Duration = Duration::from_secs(6 * 3600);
    /// Longer than a run can take.
    const HELD: TimeDelta = TimeDelta::hours(12);
    /// Long after the last repetition of an upload under its key could find it, and after somebody noticed a mistake.
    const OLD: TimeDelta = TimeDelta::days(7);
    /// As many as one question to the store asks for.
    const AT_ONCE: usize = 500;
    /// So many strangers are no sign of anything.
    const FEW: usize = 20;
}

#[async_trait]
impl Job for SweepFiles {
    fn schedule(&self) -> Schedule {
        Schedule { name: "sweep_files", interval: Self::INTERVAL, lease: Lease::OneNode(Self::HELD) }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let Self { onboarding: Onboarding { applications, files, clock, .. }, others } = self;
        let old = files.kept_before(clock.now() - Self::OLD).await?;
        let mut orphans = Vec::new();
        for some in old.chunks(Self::AT_ONCE) {
            let mut known: HashSet<_> = applications.known_documents(some).await?.into_iter().collect();
            known.extend(others.owned(some).await?);
            orphans.extend(some.iter().copied().filter(|id| !known.contains(id)));
        }
        // Where none is known, be they ever so few, this is a new instance with nothing worth deleting, or not their database.
        if orphans.len() == old.len() && orphans.len() <= Self::FEW {
            return Ok(Report::default());
        }
        if orphans.len() > Self::FEW && orphans.len() * 2 > old.len() {
            let warning =
                "most document files belong to no document of this database, so none was deleted: is the place another instance's?";
            return Ok(Report { warning: Some(warning), ..Report::default() });
        }
        for id in &orphans {
            files.delete(*id).await?;
        }
        let number = orphans.len() as u64;
        Ok(Report { counts: vec![Count { metric: "document_files_total", label: ("outcome", "swept"), number }], ..Report::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        onboarding::ports::DocumentFiles,
        testing::{World, a_user},
    };
    use sooner_domain::onboarding::document::DocumentId;
    use uuid::Uuid;

    fn sweep(world: &World) -> SweepFiles {
        SweepFiles { onboarding: world.onboarding(), others: world.store().receivable_files }
    }

    async fn orphan(world: &World, number: u128) -> Result<DocumentId, Unavailable> {
        let id = DocumentId(Uuid::from_u128(number));
        world.files.create(id).await?.keep().await?;
        Ok(id)
    }

    #[tokio::test]
    async fn a_file_without_a_document_goes_once_it_is_old() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let document = world.document(me).await?;
        let old = orphan(&world, 1).await?;
        world.clock.advance(SweepFiles::OLD);
        world.files.is(world.clock_now());
        let young = orphan(&world, 2).await?;
        world.clock.advance(TimeDelta::seconds(1));
        let report = sweep(&world).run().await?;
        assert_eq!((report.counts[0].number, report.warning), (1, None));
        assert_eq!([old, young, document.id].map(|id| world.files.content(id).is_some()), [false, true, true]);
        Ok(())
    }

    #[tokio::test]
    async fn anothers_place_is_not_cleared_out() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        for number in 0..SweepFiles::FEW as u128 {
            orphan(&world, number).await?;
        }
        world.clock.advance(SweepFiles::OLD + TimeDelta::seconds(1));
        assert_eq!(sweep(&world).run().await?.warning, None);
        assert_eq!(world.files.count(), SweepFiles::FEW);
        orphan(&world, SweepFiles::FEW as u128).await?;
        world.clock.advance(SweepFiles::OLD + TimeDelta::seconds(1));
        assert!(sweep(&world).run().await?.warning.is_some());
        assert_eq!(world.files.count(), SweepFiles::FEW + 1);
        Ok(())
    }
}
