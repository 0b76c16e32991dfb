//! Money that goes back to whoever paid it: out of suspense, or out of a debtor's credit.

use crate::cash::payouts::release::concerned;
use crate::{
    cash::{Cash, CashError, payouts::release::may_manage},
    kernel::unavailable::Unavailable,
    payments::{changes::Change as PaymentChange, ports::PayoutFilter},
    receivables::{Prepared, ReceivableError, ports::ReceivableFilter, recording::written},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry},
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::entry::{Draft, Event, Place},
    onboarding::bank_account::{BankAccount, Iban},
    parties::{debtor::Debtor, operator::Operator},
    payments::{
        payout::{BatchId, Payee, Payout, PayoutId, PayoutStatus, Release},
        receipt::{AccountOwner, Allocation, AllocationId, Explained, Payer, ReceiptId, Target},
    },
    receivables::{
        matching::names::ComparedName,
        receivable::{Blocked, Receivable},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// What is to go back to whoever paid a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Back {
    pub receipt: ReceiptId,
    /// Whose credit it is taken from; none where it lies in suspense.
    pub credit_of: Option<DebtorId>,
    pub amount: Minor,
    /// Of the amount; none where it is the receipt's, whichever that is.
    pub currency: Option<Currency>,
    /// Where to, as people entered it, for a payer whose account the bank did not tell.
    pub to: Option<BankAccount>,
}

/// What can go back.
#[derive(Debug, Clone, PartialEq)]
pub struct Returnable {
    /// By whose name the account of the credit goes; none where it lies in suspense.
    pub credit_of: Option<DebtorId>,
    explained: Explained,
    pub amount: Money,
    /// Its payer's, whose holder and IBAN are known.
    pub account: BankAccount,
    /// Whose that is, where it is a debtor's credit that goes back.
    pub owner: Option<AccountOwner>,
}

/// What is known of the accounts to which a debtor's credit may go back.
pub(in crate::cash) struct KnownAccounts {
    /// What it is called, and what those were called that were merged into it.
    debtor: Vec<ComparedName>,
    sellers: Vec<Iban>,
}

impl KnownAccounts {
    pub(in crate::cash) fn owner_of(&self, account: &BankAccount) -> AccountOwner {
        let is_sellers = account.iban.as_ref().is_some_and(|iban| self.sellers.contains(iban));
        let is_debtors = account.holder.as_ref().is_some_and(|holder| {
            let holder = ComparedName::of(holder.as_str());
            self.debtor.iter().any(|name| holder.is(name))
        });
        match (is_sellers, is_debtors) {
            (true, _) => AccountOwner::Seller,
            (false, true) => AccountOwner::Debtor,
            (false, false) => AccountOwner::Other,
        }
    }
}

/// The company an operator belongs to: its money is for others to move.
pub(in crate::cash) struct Own {
    id: CompanyId,
    iban: Option<Iban>,
    /// Of those that were looked at, those that concern this company.
    debtors: BTreeSet<DebtorId>,
}

impl Own {
    /// Whether it is one of those that were looked at, and concerns this company.
    pub(in crate::cash) fn is_concerned_by(&self, debtor: DebtorId) -> bool {
        self.debtors.contains(&debtor)
    }

    /// # Errors
    /// `Blocked(OwnCompany)` when it is paid.
    pub(in crate::cash) fn is_not_paid(&self, payout: &Payout) -> Result<(), CashError> {
        let is_paid = match payout.payee {
            Payee::Company { company, .. } => company == self.id,
            Payee::Payer { credit_of, .. } => {
                let iban = payout.release.as_ref().and_then(|release| release.account.iban.as_ref());
                self.has(iban) || credit_of.is_some_and(|debtor| self.debtors.contains(&debtor))
            }
        };
        if is_paid { Err(Blocked::OwnCompany.into()) } else { Ok(()) }
    }

    pub(in crate::cash) fn has(&self, iban: Option<&Iban>) -> bool {
        iban.is_some() && iban == self.iban.as_ref()
    }
}

/// The account that paid or was paid, where it is one.
pub(in crate::cash) fn account_of(other: &Payer) -> Option<Iban> {
    other.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok())
}

/// What of a receipt was booked on the account of this name.
fn paid_for(explained: &Explained, receivables: &[Receivable], account: DebtorId) -> Minor {
    let owes = |target: Target| match target {
        Target::Credit(of) => of == account,
        Target::Receivable(id) => receivables.iter().any(|paid| paid.id() == id && paid.account_holder() == Some(account)),
        Target::PassOn(..) | Target::SentBack(_) | Target::Entry(_) => false,
    };
    explained.standing().filter(|part| owes(part.target)).map(|part| part.amount).sum()
}

/// The receivables that a receipt paid, or that what was passed on of it is for.
fn receivables_of(explained: &Explained) -> impl Iterator<Item = ReceivableId> {
    explained.standing().filter_map(|part| match part.target {
        Target::Receivable(id) | Target::PassOn(_, id) => Some(id),
        Target::Credit(_) | Target::SentBack(_) | Target::Entry(_) => None,
    })
}

/// The debtors whose credit a receipt made.
fn credited_by(explained: &Explained) -> impl Iterator<Item = DebtorId> {
    explained.standing().filter_map(|part| if let Target::Credit(debtor) = part.target { Some(debtor) } else { None })
}

impl Cash {
    /// What an operator leaves to others of these payouts.
    pub(in crate::cash) async fn own_among(&self, payouts: &[Payout], by: &Operator) -> Result<Own, Unavailable> {
        let debtor = |payout: &Payout| match payout.payee {
            Payee::Payer { credit_of, .. } => Some(credit_of),
            Payee::Company { .. } => None,
        };
        let payers: Vec<_> = payouts.iter().filter_map(debtor).collect();
        match payers.is_empty() {
            true => Ok(Own { id: by.membership.company, iban: None, debtors: BTreeSet::new() }),
            false => self.own_company(by, payers.into_iter().flatten().collect()).await,
        }
    }

    pub(in crate::cash) async fn own_company(&self, by: &Operator, debtors: BTreeSet<DebtorId>) -> Result<Own, Unavailable> {
        let id = by.membership.company;
        let matters = self.receivables.own_matters(by).await?;
        let application = self.applications.filed(id).await?.application;
        let mut debtors = self.debtors.by_ids(&Vec::from_iter(debtors)).await?;
        let merged_into: BTreeSet<_> = debtors.iter().filter_map(|debtor| debtor.parts().merged_into).collect();
        if !merged_into.is_empty() {
            debtors.extend(self.debtors.by_ids(&Vec::from_iter(merged_into)).await?);
        }
        let own: BTreeSet<_> = debtors.iter().filter(|debtor| matters.concern(debtor)).map(Debtor::id).collect();
        // An account keeps the name of a debtor that was merged.
        let went = debtors.iter().filter(|debtor| debtor.parts().merged_into.is_some_and(|into| own.contains(&into))).map(Debtor::id);
        let debtors = own.iter().copied().chain(went).collect();
        let iban = application.and_then(|application| application.form().bank_account.iban.clone());
        Ok(Own { id, iban, debtors })
    }

    /// Whether this can go back now, and to whom.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` with `NotOperators` and `OwnCompany`; `NotItsCurrency`; `PaidForOthers` by what paid nothing for the
    /// debtor; `Payer`; `NoMoreThan`.
    pub async fn returnable(&self, back: Back, by: &Operator) -> Result<Returnable, CashError> {
        may_manage(by)?;
        let debtor = match back.credit_of {
            Some(debtor) => Some(self.debtors.by_id(debtor).await?.ok_or(ReceivableError::NotFound)?),
            None => None,
        };
        let missing = if debtor.is_some() { CashError::PaidForOthers } else { ReceivableError::NotFound.into() };
        let explained = self.receipts.by_id(back.receipt).await?.ok_or(missing)?;
        let receivables = self.paid_by(&explained).await?;
        self.not_of_their_own(&explained, &receivables, back.credit_of, by).await?;
        let currency = explained.receipt.amount.currency();
        if back.currency.is_some_and(|asked| asked != currency) {
            return Err(CashError::NotItsCurrency);
        }
        let (credit_of, held) = match back.credit_of {
            Some(debtor) => {
                let (account, held) = self.refundable_on(&explained, &receivables, debtor).await?;
                (Some(account), held)
            }
            None => (None, explained.left()),
        };
        let account = explained.receipt.payer.account_or(back.to.as_ref())?;
        if back.to.is_some() && self.own_company(by, BTreeSet::new()).await?.has(account.iban.as_ref()) {
            return Err(Blocked::OwnCompany.into());
        }
        let most = explained.most_to_send_back(held);
        let amount = Money::parse(back.amount.get(), currency).ok().filter(|_| back.amount.is_positive() && back.amount <= most);
        let amount = amount.ok_or(ReceivableError::NoMoreThan(most))?;
        let owner = match &debtor {
            Some(debtor) => Some(self.known_accounts(debtor.id()).await?.owner_of(&account)),
            None => None,
        };
        Ok(Returnable { credit_of, explained, amount, account, owner })
    }

    /// So many of a debtor's newest receivables are searched for sellers.
    const SEARCHED: i64 = 200;

    /// Of a debtor, whether it was merged or not.
    pub(in crate::cash) async fn known_accounts(&self, debtor: DebtorId) -> Result<KnownAccounts, Unavailable> {
        let names = self.debtors.by_ids(&self.servicing.accounts_beside(debtor).await?).await?;
        let now = names.iter().find_map(|one| one.parts().merged_into).unwrap_or(debtor);
        let mut sellers = Vec::new();
        for seller in self.sellers_to(now).await? {
            let application = self.applications.filed(seller).await?.application;
            sellers.extend(application.and_then(|application| application.form().bank_account.iban.clone()));
        }
        let debtor = names.iter().map(|one| ComparedName::of(one.parts().legal_name.as_str())).collect();
        Ok(KnownAccounts { debtor, sellers })
    }

    /// How much of a debtor's credit can go back now to whoever paid a receipt, and to which account.
    ///
    /// # Errors
    /// As [`Cash::returnable`].
    pub(in crate::cash) async fn most_to_refund(
        &self,
        explained: &Explained,
        debtor: DebtorId,
        by: &Operator,
    ) -> Result<(Minor, BankAccount), CashError> {
        let receivables = self.paid_by(explained).await?;
        self.not_of_their_own(explained, &receivables, Some(debtor), by).await?;
        let account = explained.receipt.payer.account()?;
        let (_, refundable) = self.refundable_on(explained, &receivables, debtor).await?;
        Ok((explained.most_to_send_back(refundable), account))
    }

    /// Who sells what a debtor owes.
    pub(in crate::cash) async fn sellers_to(&self, debtor: DebtorId) -> Result<BTreeSet<CompanyId>, Unavailable> {
        let filter = ReceivableFilter { debtor: Some(debtor), ..ReceivableFilter::default() };
        let kept = self.records.page(filter, None, Self::SEARCHED).await?;
        Ok(kept.iter().map(|kept| kept.receivable.parts().seller).collect())
    }

    /// The receivables that a receipt pays, or was passed on for.
    async fn paid_by(&self, explained: &Explained) -> Result<Vec<Receivable>, Unavailable> {
        let named: BTreeSet<_> = receivables_of(explained).collect();
        let kept = self.records.by_ids(Vec::from_iter(named)).await?;
        Ok(kept.into_iter().map(|kept| kept.receivable).collect())
    }

    /// Those of these receipts that concern this operator's own company: it paid them, or they paid its invoices or what its debtors owe.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(in crate::cash) async fn of_their_own(&self, receipts: &[Explained], by: &Operator) -> Result<BTreeSet<ReceiptId>, Unavailable> {
        let named: BTreeSet<_> = receipts.iter().flat_map(receivables_of).collect();
        let kept = if named.is_empty() { Vec::new() } else { self.records.by_ids(Vec::from_iter(named)).await? };
        let receivables: BTreeMap<_, _> = kept.into_iter().map(|kept| (kept.receivable.id(), kept.receivable)).collect();
        let owing = receivables.values().filter_map(|receivable| receivable.parts().debtor);
        let own = self.own_company(by, owing.chain(receipts.iter().flat_map(credited_by)).collect()).await?;
        let is_own = |explained: &&Explained| {
            let paid = || receivables_of(explained).filter_map(|id| receivables.get(&id));
            own.has(account_of(&explained.receipt.payer).as_ref())
                || credited_by(explained).any(|debtor| own.debtors.contains(&debtor))
                || paid().any(|receivable| receivable.operator_may_look(by).is_err())
                || paid().filter_map(|receivable| receivable.parts().debtor).any(|debtor| own.debtors.contains(&debtor))
        };
        Ok(receipts.iter().filter(is_own).map(|explained| explained.receipt.id).collect())
    }

    /// Colleagues look after a receipt that concerns one’s own company.
    ///
    /// # Errors
    /// `Blocked` with `OwnCompany`.
    pub(in crate::cash) async fn is_not_of_their_own(&self, explained: &Explained, by: &Operator) -> Result<(), CashError> {
        let own = self.of_their_own(std::slice::from_ref(explained), by).await?;
        if own.is_empty() { Ok(()) } else { Err(Blocked::OwnCompany.into()) }
    }

    /// Nobody sends back what their own company paid, what was paid for it, or what it owed.
    async fn not_of_their_own(
        &self,
        explained: &Explained,
        receivables: &[Receivable],
        credit_of: Option<DebtorId>,
        by: &Operator,
    ) -> Result<(), CashError> {
        receivables.iter().try_for_each(|receivable| receivable.operator_may_look(by))?;
        let credited = credited_by(explained);
        let owing = receivables.iter().filter_map(|receivable| receivable.parts().debtor);
        let own = self.own_company(by, credit_of.into_iter().chain(credited).chain(owing).collect()).await?;
        let payer = account_of(&explained.receipt.payer);
        if own.has(payer.as_ref()) || !own.debtors.is_empty() { Err(Blocked::OwnCompany.into()) } else { Ok(()) }
    }

    /// # Errors
    /// `Blocked` with `OwnCompany` where the debtor concerns the operator's own company.
    pub(crate) async fn is_not_their_own_debtor(&self, debtor: DebtorId, by: &Operator) -> Result<(), CashError> {
        let own = self.own_company(by, BTreeSet::from([debtor])).await?;
        if own.debtors.is_empty() { Ok(()) } else { Err(Blocked::OwnCompany.into()) }
    }

    /// Nobody says by hand what their own company paid or was paid, or what a debtor that concerns it has as credit.
    ///
    /// # Errors
    /// `Blocked` with `OwnCompany`.
    pub(in crate::cash) async fn is_not_their_own_money(
        &self,
        others: impl Iterator<Item = &Payer>,
        parts: &[(Target, Minor)],
        by: &Operator,
    ) -> Result<(), CashError> {
        let credited = parts.iter().filter_map(|(target, _)| if let Target::Credit(debtor) = target { Some(*debtor) } else { None });
        let credited: BTreeSet<_> = credited.collect();
        let accounts: Vec<_> = others.filter_map(account_of).collect();
        if accounts.is_empty() && credited.is_empty() {
            return Ok(());
        }
        let own = self.own_company(by, credited).await?;
        let is_own = accounts.iter().any(|account| own.has(Some(account))) || !own.debtors.is_empty();
        if is_own { Err(Blocked::OwnCompany.into()) } else { Ok(()) }
    }

    /// How much of a debtor's credit a receipt may have brought: what it paid on any of its accounts, and did not go back yet; with the name
    /// of the first account on which it paid something.
    async fn refundable_on(
        &self,
        explained: &Explained,
        receivables: &[Receivable],
        debtor: DebtorId,
    ) -> Result<(DebtorId, Minor), CashError> {
        let accounts = self.servicing.accounts_named(debtor).await?;
        let paid = |account: &DebtorId| paid_for(explained, receivables, *account);
        let first = accounts.iter().copied().find(|account| paid(account).is_positive()).ok_or(CashError::PaidForOthers)?;
        let refunded = self.refunded(explained.receipt.id, &accounts).await?;
        let currency = explained.receipt.amount.currency();
        let mut credit = Minor::ZERO;
        for account in &accounts {
            credit += self.servicing.credit_of(*account, currency).await?;
        }
        Ok((first, credit.min(accounts.iter().map(paid).sum::<Minor>() - refunded).or_zero()))
    }

    /// What was refunded to the payer of a receipt out of a credit on these accounts, and did not come back.
    pub(in crate::cash) async fn refunded(&self, receipt: ReceiptId, accounts: &[DebtorId]) -> Result<Minor, Unavailable> {
        let filter = PayoutFilter { receipt: Some(receipt), ..PayoutFilter::default() };
        let sent = self.payouts.page(filter, None, i64::MAX).await?;
        let is_of = |payout: &&Payout| matches!(payout.payee, Payee::Payer { credit_of: Some(of), .. } if accounts.contains(&of));
        let went = sent.iter().filter(|payout| payout.status != PayoutStatus::Returned).filter(is_of);
        Ok(went.map(|payout| payout.gross).sum())
    }

    /// What is written when it goes back: it takes two people, so it is written by whoever sees to that. The trail's entry is about
    /// the payout.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn send_back(&self, found: Returnable, by: &Operator) -> Result<Prepared, Unavailable> {
        let Returnable { credit_of, explained, amount, account, owner: _ } = found;
        let receipt = explained.receipt.id;
        let (pen, today) = (self.receivables.pen(Some(by.user())), self.receivables.today().await?);
        let (id, batch) = (PayoutId(pen.next()), BatchId(pen.next()));
        let (set_off, account) = (Minor::ZERO, Box::new(account));
        let release = Release { batch: Some(batch), by: by.user(), at: pen.at, on: today, set_off, account };
        let payout = Payout::sent_back(id, (receipt, credit_of), amount, release);
        let (event, from) = match credit_of {
            Some(debtor) => (Event::DebtorCreditRefunded, Place::debtor_credits(debtor)),
            None => (Event::ReceiptExplained, Place::suspense()),
        };
        let draft = Draft::new(payout.currency).transfer(from, Place::payouts_in_transit(), payout.gross);
        let mut entries = match credit_of {
            Some(account) => {
                let short = payout.gross - self.servicing.credit_of(account, payout.currency).await?;
                self.servicing.credit_brought((account, payout.currency), short, (&pen, today)).await?.1
            }
            None => Vec::new(),
        };
        entries.extend(pen.entry((event, today), receipt.0, Some(id.0), &draft));
        let entry = AuditEntry::new(pen.at, Actor::User(by.user()), AuditAction::MoneySentBack, concerned(&payout));
        let allocated = credit_of.is_none().then(|| {
            let (allocation, target, amount) = (AllocationId(pen.next()), Target::SentBack(id), payout.gross);
            let allocation =
                Allocation { id: allocation, receipt, target, amount, by: by.user(), at: pen.at, undone_at: None, recognised: None };
            PaymentChange::Allocated { allocation, left: explained.left() }
        });
        let sent = PaymentChange::SentBack { receipt, amount: payout.gross, seen: explained.sent_back };
        let made = [PaymentChange::BatchMade(batch), PaymentChange::PayoutAdded(Box::new(payout))];
        let payments = made.into_iter().chain(allocated).chain([sent]).collect();
        Ok(Prepared { changes: written(&[], entries, payments), entry, mails: Vec::new() })
    }

    /// Where the money lies that a payer did not get, and what that changes of the receipt.
    ///
    /// # Errors
    /// `NotFound` when there is no such receipt.
    pub(in crate::cash) async fn not_sent_back(
        &self,
        payout: &Payout,
        (receipt, credit_of): (ReceiptId, Option<DebtorId>),
        at: DateTime<Utc>,
    ) -> Result<(Place, Vec<PaymentChange>), CashError> {
        let explained = self.receipts.by_id(receipt).await?.ok_or(ReceivableError::NotFound)?;
        let part = explained.standing().find(|part| part.target == Target::SentBack(payout.id));
        let undone = part.map(|part| PaymentChange::AllocationUndone(Allocation { undone_at: Some(at), ..part.clone() }));
        let sent = PaymentChange::SentBack { receipt, amount: -payout.gross, seen: explained.sent_back };
        let place = credit_of.map_or(Place::suspense(), Place::debtor_credits);
        Ok((place, undone.into_iter().chain([sent]).collect()))
    }
}
