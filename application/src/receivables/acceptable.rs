//! Offers that somebody can accept from now on: because of another limit, or because they may approve.

use super::{
    Financing, ListSearch,
    look::Look,
    mails::{Announced, OFFER_FITS, Telling, whole},
    ports::ReceivableFilter,
};
use crate::{
    kernel::{
        outbox::{Content, Details, Mail},
        unavailable::Unavailable,
    },
    parties::ports::AwaitsApprovers,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::ids::ReceivableId,
    parties::{
        debtor::{Debtor, Limits, Parts},
        membership::{MemberRight, Membership},
    },
    receivables::{actions::MemberAction, status::ReceivableStatus},
};

impl Look {
    /// As it is with other limits of its debtor.
    fn limited(mut self, limits: &Limits) -> Self {
        if let Some(debtor) = self.scene.debtor.take() {
            let parts = Parts { limits: limits.clone(), ..debtor.parts().clone() };
            self.scene.debtor = Some(Debtor::restore(parts));
        }
        self.again();
        self
    }

    /// Whether this member could accept it, among those who may approve, and nobody else could.
    fn awaits_only(&self, place: &Membership) -> bool {
        let mut approvers = self.approvers();
        if !approvers.people.contains(&place.user) {
            approvers.people.push(place.user);
        }
        let can = |member: &Membership| self.receivable().member_may(MemberAction::Accept, member, &approvers).is_ok();
        let others = self.scene.sellers.iter().map(|(_, other)| other).filter(|other| other.user != place.user);
        can(place) && !others.into_iter().any(can)
    }
}

impl Financing {
    /// Offers of a debtor that are looked through for those that fit: as many as are bought in a day.
    const MOST_OFFERED: usize = 500;

    /// To those who may accept offers on this debtor that fit under these limits, and did not before.
    pub(crate) async fn mails_of_limits(&self, debtor: &Debtor, after: &Limits, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let filter =
            ReceivableFilter { debtor: Some(debtor.id()), statuses: vec![ReceivableStatus::Offered], ..ReceivableFilter::default() };
        let (mut telling, mut place, mut seen) = (Telling::default(), None::<ReceivableId>, 0);
        loop {
            let found = self.page(filter.clone(), place).await?;
            seen += found.looks.len();
            for look in found.looks {
                let fitted = look.fits_today();
                let look = look.limited(after);
                if !fitted && look.fits_today() && !look.sells_itself() {
                    telling.tell(&look, whole(&look));
                }
            }
            place = found.next;
            if place.is_none() || seen >= Self::MOST_OFFERED {
                break;
            }
        }
        let announced: Vec<Announced> = telling.said(OFFER_FITS).collect();
        Ok(self.one_mail_each(announced, now))
    }
}

#[async_trait]
impl AwaitsApprovers for Financing {
    async fn awaiting(&self, place: &Membership) -> Result<Option<Content>, Unavailable> {
        if !place.may(MemberRight::AcceptOffers) {
            return Ok(None);
        }
        let search = ListSearch { statuses: vec![ReceivableStatus::Offered], ..ListSearch::default() };
        let looks = self.sold_by(place.company, search, None).await?.looks;
        let matters: Vec<_> = looks.iter().filter(|look| look.awaits_only(place)).map(whole).collect();
        let details = Some(Details { matters, ..Details::default() });
        Ok(details.filter(|details| !details.matters.is_empty()).map(|details| Content::OffersWait { details: Some(details) }))
    }
}
