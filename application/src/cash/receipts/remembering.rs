//! For whom payers pay: learnt from what treasury matches, seen and taken back on the debtor.

use crate::{
    cash::{
        Cash, CashError,
        movements::{Movements, is_sellers},
        payouts::release::{may_manage, may_read},
    },
    kernel::{commit::WriteContext, unavailable::Unavailable},
    parties::Member,
    payments::{changes::Change as PaymentChange, ports::PaidFrom},
    receivables::{ReceivableError, recording::Pen, works},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
        ids::DebtorId,
        minor::Minor,
        text::Line,
    },
    parties::operator::Operator,
    payments::{
        receipt::{Allocation, Explained, Payer, Receipt, Target},
        remembered::{Forgotten, PayerMark, Remembered, RememberedId},
    },
    receivables::matching::names::ComparedName,
};
use std::collections::BTreeSet;

impl Cash {
    /// Who is known to pay for a debtor: what is remembered and holds, the oldest first, and then the accounts that paid for it before.
    ///
    /// # Errors
    /// `Blocked` without a role for it, and with `OwnCompany` where the debtor concerns the operator's own.
    pub async fn payers_of(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<Remembered>, CashError> {
        may_read(by)?;
        self.is_not_their_own_debtor(debtor, by).await?;
        let mut known = self.remembered_payers.of_debtor(debtor).await?;
        let forgotten = Forgotten::of(&known);
        known.retain(Remembered::holds);
        for paid in self.receipts.paid_for(debtor).await? {
            let payer = Payer { name: None, iban: Line::parse(&paid.iban).ok() };
            let is_known = |account: &Line| known.iter().any(|kept| kept.mark == PayerMark::Account && kept.value == *account);
            let account = payer.known_account().filter(|account| !is_known(account) && !forgotten.has(account, debtor));
            known.extend(account.map(|account| paid_before(debtor, account, &paid)));
        }
        let is_account = |kept: &&Remembered| kept.mark == PayerMark::Account;
        let companies = self.companies_paid_to(known.iter().filter(is_account).map(|kept| kept.value.clone())).await?;
        known.retain(|kept| kept.mark == PayerMark::Name || !companies.contains_key(&kept.value));
        Ok(known)
    }

    /// Takes it back: the payer is not known by this to pay for the debtor any more, until a person matches it again.
    ///
    /// # Errors
    /// `NotFound` where the debtor has no such one that holds; `Stale` when another person took it back; `Blocked`.
    pub async fn forget_payer(&self, debtor: DebtorId, id: RememberedId, by: &Member) -> Result<(), CashError> {
        let operator = by.operator();
        may_manage(&operator)?;
        self.is_not_their_own_debtor(debtor, &operator).await?;
        let found = self.payers_of(debtor, &operator).await?.into_iter().find(|remembered| remembered.id == id);
        let found = found.ok_or(ReceivableError::NotFound)?;
        let at = self.identity.clock.now();
        let by = operator.user();
        let is_remembered = self.remembered_payers.of_debtor(debtor).await?.iter().any(|remembered| remembered.id == id);
        let forgotten = match is_remembered {
            true => PaymentChange::PayerForgotten { id, by, at },
            false => PaymentChange::PayerRemembered(Box::new(Remembered { forgotten: Some((by, at)), ..found.clone() })),
        };
        let entry = AuditEntry::new(at, Actor::User(operator.user()), AuditAction::PayerForgotten, Subjects::debtor(debtor));
        let (field, was) = (format!("payer.{}", found.mark.code()), found.value.as_str().to_owned());
        let entry = entry.change(&field, Some(was), None);
        Ok(self.receivables.put(vec![works(&operator), forgotten.into()], WriteContext::of(entry)).await?)
    }

    /// What was learnt of the payer by what a person said that a receipt is for, and that is taken back: it is forgotten with it, unless
    /// another part, of which was said at once that it is that debtor's too, stays what it is.
    pub(in crate::cash) async fn unlearnt(&self, paid: &Explained, target: Target, pen: &Pen) -> Result<Vec<PaymentChange>, Unavailable> {
        let by_hand = || paid.standing().filter(|part| part.recognised.is_none());
        let (taken, stay): (Vec<&Allocation>, Vec<&Allocation>) = by_hand().partition(|part| part.target == target);
        let Some(debtor) = self.debtor_paid_for(target).await?.filter(|_| !taken.is_empty()) else { return Ok(Vec::new()) };
        let mut said: BTreeSet<_> = taken.iter().map(|part| (part.by, part.at)).collect();
        for part in stay {
            if said.contains(&(part.by, part.at)) && self.debtor_paid_for(part.target).await? == Some(debtor) {
                said.remove(&(part.by, part.at));
            }
        }
        let remembered = if said.is_empty() { Vec::new() } else { self.remembered_payers.of_debtor(debtor).await? };
        let learnt = remembered.into_iter().filter(|kept| kept.holds() && said.contains(&(kept.by, kept.at)));
        let forgotten = |kept: Remembered| PaymentChange::PayerForgotten { id: kept.id, by: pen.by().unwrap_or(kept.by), at: pen.at };
        Ok(learnt.map(forgotten).collect())
    }

    /// The debtor, as it is now, of whose payer such a part tells.
    async fn debtor_paid_for(&self, target: Target) -> Result<Option<DebtorId>, Unavailable> {
        match target {
            Target::Receivable(id) => Ok(self.records.by_ids(vec![id]).await?.pop().and_then(|kept| kept.receivable.parts().debtor)),
            Target::Credit(debtor) => {
                let found = self.debtors.by_id(debtor).await?;
                Ok(Some(found.and_then(|debtor| debtor.parts().merged_into).unwrap_or(debtor)))
            }
            Target::PassOn(..) | Target::SentBack(_) | Target::Entry(_) => Ok(None),
        }
    }

    /// Remembers for which debtors a payer pays, as a person says; answers by what. Money of companies that sell teaches nothing.
    pub(in crate::cash) async fn learn(
        &self,
        movements: &mut Movements<'_>,
        (receipt, parts): (&Receipt, &[(Target, Minor)]),
    ) -> Result<BTreeSet<PayerMark>, Unavailable> {
        let credits = parts.iter().filter_map(|(target, _)| if let Target::Credit(debtor) = target { Some(*debtor) } else { None });
        let is_companys = match (receipt.payer.known_account(), &receipt.payer.name) {
            (Some(account), _) => !self.companies_paid_to([account].into_iter()).await?.is_empty(),
            (None, Some(name)) => self.is_seller_to(credits.collect(), name).await?,
            (None, None) => false,
        };
        Ok(if is_companys { BTreeSet::new() } else { movements.remember(receipt, parts) })
    }

    /// Whether one who sells what any of these debtors owes has this name.
    async fn is_seller_to(&self, debtors: BTreeSet<DebtorId>, name: &Line) -> Result<bool, Unavailable> {
        let mut sellers = BTreeSet::new();
        for debtor in debtors {
            sellers.extend(self.sellers_to(debtor).await?);
        }
        let companies = if sellers.is_empty() { Vec::new() } else { self.teams.companies(&Vec::from_iter(sellers)).await? };
        let name = ComparedName::of(name.as_str());
        Ok(companies.iter().filter_map(|company| company.name()).any(|own| ComparedName::of(own.as_str()).is(&name)))
    }
}

/// What an account paid before, as if it had been remembered then.
fn paid_before(debtor: DebtorId, value: Line, paid: &PaidFrom) -> Remembered {
    Remembered { id: RememberedId(paid.part.0), debtor, mark: PayerMark::Account, value, by: paid.by, at: paid.at, forgotten: None }
}

impl Movements<'_> {
    /// Remembers for which debtors a payer pays, as a person says; answers by what. A seller who passes money on pays for none.
    fn remember(&mut self, receipt: &Receipt, parts: &[(Target, Minor)]) -> BTreeSet<PayerMark> {
        let mut remembered = BTreeSet::new();
        for (debtor, name) in parts.iter().filter_map(|(target, _)| self.debtor_of(receipt, *target)).collect::<BTreeSet<_>>() {
            for (mark, value) in receipt.payer.marks() {
                // Its own name is known.
                let is_own = name.as_ref().is_some_and(|name| ComparedName::of(name).is(&ComparedName::of(value.as_str())));
                if mark == PayerMark::Name && is_own {
                    continue;
                }
                let (id, by, at) = (RememberedId(self.pen.next()), self.by.user(), self.pen.at);
                let payer = Remembered { id, debtor, mark, value, by, at, forgotten: None };
                self.payments.push(PaymentChange::PayerRemembered(Box::new(payer)));
                remembered.insert(mark);
            }
        }
        remembered
    }

    /// Whose debt is paid, and what it is called.
    fn debtor_of(&self, receipt: &Receipt, target: Target) -> Option<(DebtorId, Option<String>)> {
        match target {
            Target::Receivable(id) => {
                let recording = self.recordings.get(&id).filter(|recording| !is_sellers(receipt, &recording.look))?;
                let name = recording.look.scene.debtor.as_ref().map(|debtor| debtor.parts().legal_name.as_str().to_owned());
                Some((recording.look.receivable().parts().debtor?, name))
            }
            Target::Credit(debtor) => Some((debtor, None)),
            Target::PassOn(..) | Target::SentBack(_) | Target::Entry(_) => None,
        }
    }
}
