//! What a debtor has as credit and owes of refunds, on all the accounts it has.

use crate::{
    kernel::unavailable::Unavailable,
    receivables::recording::{Pen, Recording},
    servicing::Servicing,
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{ids::DebtorId, minor::Minor, money::Currency},
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, Event, Place},
    },
};
use std::collections::BTreeMap;

/// The entry by which a credit goes from one account of a debtor to another one; none of nothing.
pub(crate) fn credit_moved(
    (from, to): (DebtorId, DebtorId),
    currency: Currency,
    amount: Minor,
    (pen, today): (&Pen, NaiveDate),
) -> Option<Entry> {
    let draft = Draft::new(currency).transfer(Place::debtor_credits(from), Place::debtor_credits(to), amount);
    pen.entry((Event::DebtorCreditMoved, today), to.0, None, &draft)
}

impl Servicing {
    /// What a debtor owes of refunds is paid first with what this write brings it as credit: the entries.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn reclaims_paid(
        &self,
        recordings: &[Recording],
        entries: &[Entry],
        (pen, today): (&Pen, NaiveDate),
    ) -> Result<Vec<Entry>, Unavailable> {
        let mut credited = BTreeMap::<_, Minor>::new();
        for posting in recordings.iter().flat_map(Recording::entries).chain(entries).flat_map(Entry::postings) {
            if let (AccountKind::DebtorCredits, Owner::Debtor(debtor)) = (posting.account.kind(), posting.account.owner()) {
                *credited.entry((debtor, posting.account.currency())).or_default() -= posting.amount;
            }
        }
        let (mut paid, mut owed) = (Vec::new(), BTreeMap::<_, Minor>::new());
        for ((debtor, currency), mut credit) in credited.into_iter().filter(|(_, credit)| credit.is_positive()) {
            for owing in self.accounts_beside(debtor).await? {
                // What one account owes may be paid by several that are credited at once.
                let left = match owed.get(&(owing, currency)) {
                    Some(left) => *left,
                    None => self.reclaimed_from(owing, currency).await?,
                };
                let amount = left.min(credit);
                let draft = Draft::new(currency).transfer(Place::debtor_credits(debtor), Place::debtors_owe(owing), amount);
                paid.extend(pen.entry((Event::ReclaimPaid, today), debtor.0, None, &draft));
                owed.insert((owing, currency), left - amount);
                credit -= amount;
            }
        }
        Ok(paid)
    }

    /// The debtors by whose names its accounts go: its own, and those of the debtors that were merged into it. Of one that was merged those
    /// of the debtor that it is now.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn accounts_named(&self, debtor: DebtorId) -> Result<Vec<DebtorId>, Unavailable> {
        let mut found = self.debtors.by_id(debtor).await?;
        if let Some(into) = found.as_ref().and_then(|debtor| debtor.parts().merged_into) {
            found = self.debtors.by_id(into).await?;
        }
        Ok(found.map(|debtor| debtor.accounts().collect()).unwrap_or_default())
    }

    /// The account of this name first, then the others of the debtor that it is now.
    pub(crate) async fn accounts_beside(&self, account: DebtorId) -> Result<Vec<DebtorId>, Unavailable> {
        let others = self.accounts_named(account).await?.into_iter().filter(|other| *other != account);
        Ok([account].into_iter().chain(others).collect())
    }

    /// What is short on an account of a debtor's credit is brought from the other ones it has, as far as they go: how much, and the entries.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn credit_brought(
        &self,
        (to, currency): (DebtorId, Currency),
        short: Minor,
        (pen, today): (&Pen, NaiveDate),
    ) -> Result<(Minor, Vec<Entry>), Unavailable> {
        let (mut brought, mut entries) = (Minor::ZERO, Vec::new());
        let others = if short.is_positive() { self.accounts_beside(to).await? } else { Vec::new() };
        for from in others.into_iter().filter(|from| *from != to) {
            let amount = self.credit_of(from, currency).await?.min(short - brought).or_zero();
            entries.extend(credit_moved((from, to), currency, amount, (pen, today)));
            brought += amount;
        }
        Ok((brought, entries))
    }

    /// What a debtor owes of refunds of credits that were taken back since.
    pub(crate) async fn reclaimed_from(&self, debtor: DebtorId, currency: Currency) -> Result<Minor, Unavailable> {
        match Account::of(AccountKind::DebtorsOwe, currency, Owner::Debtor(debtor)) {
            Some(account) => self.journal.balance(account).await,
            None => Ok(Minor::ZERO),
        }
    }

    /// What lies as credit on one account of a debtor.
    pub(crate) async fn credit_of(&self, debtor: DebtorId, currency: Currency) -> Result<Minor, Unavailable> {
        match Account::of(AccountKind::DebtorCredits, currency, Owner::Debtor(debtor)) {
            Some(account) => Ok(-self.journal.balance(account).await?),
            None => Ok(Minor::ZERO),
        }
    }
}
