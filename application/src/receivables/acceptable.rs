//! Offers that somebody can accept from now on: because of another limit, or because they may approve.

use crate::{
    kernel::{
        outbox::{Content, Details, Mail},
        unavailable::Unavailable,
    },
    parties::ports::AwaitsApprovers,
    receivables::{
        ListSearch, Receivables,
        look::Look,
        mails::{Announced, OFFER_FITS, Telling, whole},
        ports::ReceivableFilter,
    },
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::{
        debtor::{Debtor, Limits, Parts},
        membership::{MemberRight, Membership},
    },
    receivables::{actions::MemberAction, status::ReceivableStatus},
};
use std::collections::BTreeMap;

/// Offers that nobody could accept any more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoppedOffers {
    pub count: usize,
    /// What their invoices are for.
    pub face: Minor,
}

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

impl Receivables {
    /// Offers of a debtor that are looked through for those that fit: as many as are bought in a day.
    const MOST_OFFERED: usize = 500;

    /// To those who may accept offers on this debtor that fit under these limits, and did not before.
    pub(crate) async fn mails_of_limits(&self, debtor: &Debtor, after: &Limits, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let mut telling = Telling::default();
        for look in self.offered_on(debtor.id()).await? {
            let fitted = look.fits_today();
            let look = look.limited(after);
            if !fitted && look.fits_today() && !look.sells_itself() {
                telling.tell(&look, whole(&look));
            }
        }
        let announced: Vec<Announced> = telling.said(OFFER_FITS).collect();
        Ok(self.one_mail_each(announced, now))
    }

    /// The offers on this debtor that could be accepted now, and could not under these limits: how many, and what their invoices are for.
    pub(crate) async fn stopped_by_limits(
        &self,
        debtor: DebtorId,
        after: &Limits,
    ) -> Result<BTreeMap<Currency, StoppedOffers>, Unavailable> {
        let stands = |look: &Look| look.receivable().status() == ReceivableStatus::Offered && look.fits_today();
        let mut stopped = BTreeMap::<Currency, StoppedOffers>::new();
        for look in self.offered_on(debtor).await? {
            let (stood, currency, face) = (stands(&look), look.receivable().currency(), look.receivable().face());
            if stood && !stands(&look.limited(after)) {
                let sum = stopped.entry(currency).or_default();
                sum.count += 1;
                sum.face += face;
            }
        }
        Ok(stopped)
    }

    async fn offered_on(&self, debtor: DebtorId) -> Result<Vec<Look>, Unavailable> {
        let filter = ReceivableFilter { debtor: Some(debtor), statuses: vec![ReceivableStatus::Offered], ..ReceivableFilter::default() };
        let (mut looks, mut place) = (Vec::new(), None::<ReceivableId>);
        loop {
            let found = self.page(filter.clone(), place).await?;
            looks.extend(found.looks);
            place = found.next;
            if place.is_none() || looks.len() >= Self::MOST_OFFERED {
                return Ok(looks);
            }
        }
    }
}

#[async_trait]
impl AwaitsApprovers for Receivables {
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
