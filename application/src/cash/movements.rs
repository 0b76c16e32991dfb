//! Money that moves on the house's account, in one write: what comes in and what it pays, what was ordered and came to be.

use crate::{
    cash::{Cash, CashError, payouts::release::sold},
    kernel::outbox::Mail,
    payments::changes::Change as PaymentChange,
    receivables::{
        Look,
        changes::Change,
        mails::{Paid, announced, announced_payouts},
        recording::{Pen, Recording, open_all, written},
        works,
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    house::open_days::OpenDays,
    kernel::{ids::ReceivableId, minor::Minor, text::Line},
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::Entry,
    },
    onboarding::bank_account::Iban,
    parties::operator::Operator,
    payments::{
        payout::Payout,
        receipt::{Payer, Receipt, Target},
    },
    receivables::{matching::names::ComparedName, receivable::Receivable},
};
use std::collections::{BTreeMap, BTreeSet};

/// A receipt, and what it is to be split into.
pub(in crate::cash) type Split<'a> = (&'a Receipt, &'a [(Target, Minor)]);

/// All that one write moves.
pub(in crate::cash) struct Movements<'a> {
    pub(in crate::cash) pen: Pen,
    pub(in crate::cash) by: &'a Operator,
    /// Those that something may be booked on.
    pub(in crate::cash) open: OpenDays,
    /// When what is passed on is due.
    pub(in crate::cash) due_on: NaiveDate,
    pub(in crate::cash) recordings: BTreeMap<ReceivableId, Recording>,
    /// What is paid and was never sold: its seller may owe what was passed on to it for it.
    pub(in crate::cash) unsold: BTreeMap<ReceivableId, Look>,
    /// What payouts are for, as it stood.
    looks: Vec<Look>,
    /// What sellers owe for these receivables.
    pub(in crate::cash) owed: BTreeMap<ReceivableId, Minor>,
    /// What is told to the sellers: what their debtors paid.
    pub(in crate::cash) paid: Paid,
    /// What is told to companies: what they were paid, and what came back.
    pub(in crate::cash) by_bank: Vec<Payout>,
    /// Invoices of sellers to whom money is passed on.
    pub(in crate::cash) others: BTreeMap<ReceivableId, Receivable>,
    pub(in crate::cash) entries: Vec<Entry>,
    pub(in crate::cash) payments: Vec<PaymentChange>,
}

/// What a step that may fail may change.
pub(in crate::cash) struct Mark {
    recordings: Vec<(ReceivableId, Recording)>,
    owed: BTreeMap<ReceivableId, Minor>,
    paid: Paid,
    lengths: [usize; 3],
}

impl Movements<'_> {
    /// As it is before a step that is about these.
    pub(in crate::cash) fn mark(&self, about: impl Iterator<Item = ReceivableId>) -> Mark {
        let about: BTreeSet<_> = about.collect();
        let recordings = about.into_iter().filter_map(|id| Some((id, self.recordings.get(&id)?.clone()))).collect();
        let lengths = [self.entries.len(), self.payments.len(), self.by_bank.len()];
        Mark { recordings, owed: self.owed.clone(), paid: self.paid.clone(), lengths }
    }

    /// Forgets the step.
    pub(in crate::cash) fn back_to(&mut self, Mark { recordings, owed, paid, lengths: [entries, payments, by_bank] }: Mark) {
        self.recordings.extend(recordings);
        (self.owed, self.paid) = (owed, paid);
        self.entries.truncate(entries);
        self.payments.truncate(payments);
        self.by_bank.truncate(by_bank);
    }
}

impl Cash {
    /// Reads all that these receipts are split into, and all that these payouts are for.
    pub(in crate::cash) async fn movements<'a>(
        &self,
        (split, payouts): (&[Split<'_>], &[Payout]),
        (pen, by): (Pen, &'a Operator),
    ) -> Result<Movements<'a>, CashError> {
        let looks = if payouts.is_empty() { Vec::new() } else { self.paid_for(payouts).await? };
        let mut recordings = open_all(sold(looks.clone()))?;
        let targets = || split.iter().flat_map(|(_, parts)| parts.iter().map(|(target, _)| *target));
        let paid = targets().filter_map(|target| if let Target::Receivable(id) = target { Some(id) } else { None });
        let paid: BTreeSet<_> = paid.filter(|id| !recordings.contains_key(id)).collect();
        let (more, unsold) =
            if paid.is_empty() { Default::default() } else { self.receivables.sold_of(paid.into_iter().collect()).await? };
        recordings.extend(more);
        let unsold: BTreeMap<_, _> = unsold.into_iter().map(|look| (look.receivable().id(), look)).collect();
        let owed = self.owed_by_payers(split, recordings.values().map(|recording| &recording.look).chain(unsold.values())).await?;
        let passed_on = targets().filter_map(|target| if let Target::PassOn(_, about) = target { Some(about) } else { None });
        let passed_on: Vec<_> = passed_on.collect();
        let others = if passed_on.is_empty() { Vec::new() } else { self.records.by_ids(passed_on).await? };
        let others = others.into_iter().map(|kept| (kept.receivable.id(), kept.receivable)).collect();
        let (days, now) = (self.house.business_days().await?, self.business.now().await?);
        let (open, due_on) = (self.house.open_days(days.date_of(now)), days.payout_day(now));
        let (paid, by_bank, entries, payments) = (Paid::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Movements { pen, by, open, due_on, recordings, unsold, looks, owed, paid, by_bank, others, entries, payments })
    }

    /// What sellers who paid themselves owe for these.
    async fn owed_by_payers(
        &self,
        split: &[Split<'_>],
        looks: impl Iterator<Item = &Look>,
    ) -> Result<BTreeMap<ReceivableId, Minor>, CashError> {
        let mut owed = BTreeMap::new();
        for receivable in looks.filter(|look| split.iter().any(|(receipt, _)| is_sellers(receipt, look))).map(Look::receivable) {
            let seller = Owner::Company(receivable.parts().seller);
            let Some(account) = Account::of(AccountKind::SellersOwe, receivable.currency(), seller) else { continue };
            owed.extend(self.journal.by_receivable(account).await?.into_iter().filter(|(id, _)| *id == receivable.id()));
        }
        Ok(owed)
    }

    /// All that is written of it, and told.
    ///
    /// # Errors
    /// `ChargeGivenBack`; when the store is unavailable.
    pub(in crate::cash) async fn moved(&self, movements: Movements<'_>) -> Result<(Vec<Change>, Vec<Mail>), CashError> {
        let Movements { pen, by, open, recordings, looks, paid, by_bank, mut entries, payments, .. } = movements;
        self.charges_remain(&entries).await?;
        let recordings: Vec<_> = recordings.into_values().collect();
        entries.extend(self.servicing.reclaims_paid(&recordings, &entries, (&pen, open.today())).await?);
        let told = announced_payouts(&by_bank, &looks).chain(announced(recordings.iter(), &paid));
        let mails = self.receivables.one_mail_each(told, pen.at);
        let changes = [works(by)].into_iter().chain(written(&recordings, entries, payments)).collect();
        Ok((changes, mails))
    }
}

/// Whether its seller sent it: from the account the house pays it to, or in its name where the bank told no account.
pub(in crate::cash) fn is_sellers(receipt: &Receipt, look: &Look) -> bool {
    let (scene, payer) = (&look.scene, &receipt.payer);
    let own = &scene.seller.bank_account;
    let is_called = |name: &Line, other: &Line| ComparedName::of(name.as_str()).is(&ComparedName::of(other.as_str()));
    match (&payer.iban, iban_of(payer)) {
        (_, Some(iban)) => own.iban.as_ref() == Some(&iban),
        (Some(told), None) => own.account_number.as_ref().is_some_and(|number| number.as_str() == told.as_str()),
        (None, None) => payer.name.as_ref().is_some_and(|name| {
            let is_debtors = scene.debtor.as_ref().is_some_and(|debtor| is_called(name, &debtor.parts().legal_name));
            !is_debtors && own.holder.iter().chain(scene.seller.company.name()).any(|own| is_called(name, own))
        }),
    }
}

/// The account a payer paid from, where it can be one.
pub(in crate::cash) fn iban_of(payer: &Payer) -> Option<Iban> {
    payer.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok())
}
