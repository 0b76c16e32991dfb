//! Whether what is kept of money beside the ledger is what the ledger and the facts say: each payout comes of something, what is due
//! is what the ledger owes, and every sum that is stored is what it sums up. (finance.md, section 16)

use crate::cash::odd_money::OddMoney;
use crate::{
    cash::ports::MoneyChecks,
    facilities::ports::{Exposures, FacilityRecords},
    kernel::unavailable::Unavailable,
    ledger::ports::Journal,
    receivables::{
        Look,
        ports::{Kept, ReceivableFilter, ReceivableRecords},
        scene::Scenes,
    },
};
use chrono::DateTime;
use sooner_domain::{
    house::local_time::TimeZone,
    kernel::{coded::Coded, ids::ReceivableId},
    receivables::{position::Position, status::ReceivableStatus},
};
use std::sync::Arc;

/// Checks what is kept of money.
#[derive(Clone)]
pub struct MoneyAudit {
    pub checks: Arc<dyn MoneyChecks>,
    pub records: Arc<dyn ReceivableRecords>,
    pub scenes: Arc<dyn Scenes>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub exposures: Arc<dyn Exposures>,
    pub journal: Arc<dyn Journal>,
}

/// Those that were sold.
pub(in crate::cash) const SOLD: [ReceivableStatus; 6] = [
    ReceivableStatus::Accepted,
    ReceivableStatus::Rejected,
    ReceivableStatus::Funded,
    ReceivableStatus::Settled,
    ReceivableStatus::ChargedBack,
    ReceivableStatus::WrittenOff,
];

impl MoneyAudit {
    pub(in crate::cash) const PAGE: i64 = 200;
    /// What people do meanwhile looks odd for a moment.
    pub(in crate::cash) const LOOKS: usize = 3;

    /// The first that does not fit; none when all does.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn odd(&self) -> Result<Option<OddMoney>, Unavailable> {
        if let Some(odd) = self.checks.odd().await? {
            return Ok(Some(odd));
        }
        let filter = ReceivableFilter { statuses: SOLD.to_vec(), ..ReceivableFilter::default() };
        let mut before = None;
        loop {
            let page = self.records.page(filter.clone(), before, Self::PAGE).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < Self::PAGE);
            before = page.last().map(|kept| kept.receivable.id());
            for (id, _) in self.odd_of(page).await? {
                if let Some(odd) = self.still_odd(id).await? {
                    return Ok(Some(odd));
                }
            }
            if is_last {
                return Ok(None);
            }
        }
    }

    async fn still_odd(&self, id: ReceivableId) -> Result<Option<OddMoney>, Unavailable> {
        let mut odd = None;
        for _ in 0..Self::LOOKS {
            odd = self.odd_of(self.records.by_ids(vec![id]).await?).await?.pop();
            if odd.is_none() {
                return Ok(None);
            }
        }
        Ok(odd.map(|(_, odd)| odd))
    }

    /// What is odd of these, the first of each.
    async fn odd_of(&self, all: Vec<Kept>) -> Result<Vec<(ReceivableId, OddMoney)>, Unavailable> {
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let looks = self.looks_at(all).await?;
        Ok(looks.iter().filter_map(|look| Some((look.receivable().id(), odd_in(look)?))).collect())
    }

    pub(in crate::cash) async fn looks_at(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        let scenes = self.scenes.scenes(all.iter().map(|kept| kept.receivable.clone()).collect()).await?;
        // Nothing of a book goes by what time it is.
        let look = |(kept, scene)| Look::at(kept, scene, TimeZone::default(), DateTime::UNIX_EPOCH);
        Ok(all.into_iter().zip(scenes).map(look).collect())
    }
}

/// What is stored of it that its facts do not come to.
fn odd_in(look: &Look) -> Option<OddMoney> {
    let (receivable, kept, status) = (look.receivable().id(), look.kept.position, look.receivable().status());
    let is_sold = look.receivable().parts().accepted.is_some();
    let told = match look.book() {
        Some(Ok(book)) => {
            let told = book.state().status.code();
            if told != status.code() {
                return Some(OddMoney::Status { receivable, kept: status, told });
            }
            Position::of(&book)
        }
        None if !is_sold => Position::default(),
        Some(Err(_)) | None => return Some(OddMoney::Facts(receivable)),
    };
    let each = kept.figures().into_iter().zip(told.figures());
    let odd = each.map(|((figure, kept), (_, told))| (figure, kept, told)).find(|(_, kept, told)| kept != told);
    odd.map(|(figure, kept, told)| OddMoney::Position { receivable, figure, kept, told })
}
