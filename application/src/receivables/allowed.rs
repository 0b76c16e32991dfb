//! What operators may do with a receivable now: the list that is offered and the use cases ask here.

use crate::receivables::holdings::Holdings;
use crate::{
    kernel::unavailable::Unavailable,
    receivables::{Look, ReceivableError, Receivables, scene::Applicant},
};
use chrono::Days;
use futures_util::future::try_join3;
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::Event,
    },
    parties::operator::Operator,
    receivables::{
        actions::OperatorAction,
        book::{Fact, LateCharge, LossCause, MoneyFrom, Overpayment, Receipt, Refused},
        confirmation::NotAsked,
        receivable::{Blocked, Parts},
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// The least amount there is.
const LEAST: Minor = Minor::new(1);

impl Look {
    /// Whether this operator may look at it as operators do.
    ///
    /// # Errors
    /// `NotOperators`; `OwnCompany` where their company sells it, entered it or owes it.
    pub fn operator_may_look(&self, me: &Operator) -> Result<(), Blocked> {
        self.receivable().operator_may_look(me)?;
        if self.is_of(me.membership.company) { Err(Blocked::OwnCompany) } else { Ok(()) }
    }

    /// Whether this company sells it, entered it or owes it.
    pub fn is_of(&self, company: CompanyId) -> bool {
        let is_debtors = |debtor: &Applicant| debtor.company.id == company;
        self.receivable().is_of(company) || self.scene.debtors_companies.iter().any(is_debtors)
    }

    /// Whether this operator may do this now. What is sold takes the least that the action could be, as its book would.
    ///
    /// # Errors
    /// `Blocked`, `Refused`, `NoMoreThan` nothing.
    pub fn operator_may(&self, action: OperatorAction, me: &Operator) -> Result<(), ReceivableError> {
        let receivable = self.receivable();
        self.operator_may_look(me)?;
        receivable.operator_may(action, me, self.ground().as_ref())?;
        if action.is_ending() && self.held.ending.is_some() {
            return Err(ReceivableError::EndingWaits);
        }
        if let Some((book, fact)) = self.book().zip(self.least(action)) {
            book?.record(fact)?;
        }
        let has = |amount: Minor| if amount.is_positive() { Ok(()) } else { Err(ReceivableError::NoMoreThan(Minor::ZERO)) };
        match action {
            OperatorAction::Undo => self.undoable().map(drop).map_err(ReceivableError::from),
            OperatorAction::UseCredit => has(self.held.credit),
            OperatorAction::GiveUp => has(self.held.owed),
            OperatorAction::LiftDuplicate if self.liftable().is_empty() => Err(Blocked::NothingToLift.into()),
            OperatorAction::UndoGiveUp if !self.held.given_up.is_positive() => Err(Refused::NothingToUndo.into()),
            OperatorAction::AskDebtor => {
                receivable.may_ask_debtor(self.terms().as_ref(), me)?;
                let contact = self.scene.debtor.as_ref().and_then(|debtor| debtor.parts().contact.as_ref());
                contact.map(drop).ok_or(Blocked::NotAsked(NotAsked::NoContact).into())
            }
            _ => Ok(()),
        }
    }

    /// Whether this operator may write it off now for this cause.
    ///
    /// # Errors
    /// As [`Self::operator_may`]; `Blocked` with what is unmet for this cause alone.
    pub fn may_write_off(&self, cause: LossCause, me: &Operator) -> Result<(), ReceivableError> {
        self.operator_may(OperatorAction::WriteOff, me)?;
        let ground = self.ground().ok_or(Blocked::NoAgreement)?;
        Ok(self.receivable().may_write_off(cause, &ground, me)?)
    }

    /// What this operator may do now.
    pub fn operators_actions(&self, me: &Operator) -> Vec<OperatorAction> {
        OperatorAction::ALL.iter().copied().filter(|action| self.operator_may(*action, me).is_ok()).collect()
    }

    /// What the book of what was sold would take at least, were this done; none where it takes nothing.
    fn least(&self, action: OperatorAction) -> Option<Fact> {
        let on = self.today();
        Some(match action {
            OperatorAction::Reject => Fact::Rejected { on, overpayment: Overpayment::Credited },
            OperatorAction::CreditNote => Fact::Credited { on, booked_on: on, amount: LEAST },
            OperatorAction::Extend => Fact::Extended { on, due_on: self.receivable().due_on() + Days::new(1) },
            OperatorAction::CloseShort => Fact::ClosedShort { on },
            OperatorAction::ChargeBack => Fact::ChargedBack { on },
            OperatorAction::WriteOff => Fact::WrittenOff { on, cause: LossCause::Insolvency, late: LateCharge::Claimed },
            OperatorAction::PaidToSeller => Fact::PaidToSeller { on, amount: LEAST },
            OperatorAction::UseCredit => {
                Fact::Received(Receipt { value_on: on, booked_on: on, amount: LEAST, from: MoneyFrom::DebtorCredit })
            }
            _ => return None,
        })
    }
}

/// Of what was funded its seller may owe something, and of what it was paid for one that was rejected.
const MAY_OWE: [ReceivableStatus; 5] = [
    ReceivableStatus::Rejected,
    ReceivableStatus::Funded,
    ReceivableStatus::Settled,
    ReceivableStatus::ChargedBack,
    ReceivableStatus::WrittenOff,
];

impl Receivables {
    /// These with what the ledger holds around them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn with_holdings(&self, looks: &mut [Look]) -> Result<(), Unavailable> {
        Box::pin(self.with_endings(looks)).await?;
        let of = |look: &Look| (look.receivable().id(), look.receivable().currency(), look.receivable().parts().clone());
        let accounts = |look: &Look| {
            let (currency, debtor) = (look.receivable().currency(), look.scene.debtor.as_ref());
            let named: Vec<DebtorId> = debtor.map(|debtor| debtor.accounts().collect()).unwrap_or_default();
            named.into_iter().filter_map(move |debtor| Account::of(AccountKind::DebtorCredits, currency, Owner::Debtor(debtor)))
        };
        let may_owe: Vec<_> = looks.iter().filter(|look| MAY_OWE.contains(&look.receivable().status())).map(of).collect();
        if may_owe.is_empty() {
            return Ok(());
        }
        let owing = may_owe.iter().filter_map(|(id, currency, Parts { seller, .. })| {
            Some((Account::of(AccountKind::SellersOwe, *currency, Owner::Company(*seller))?, *id))
        });
        let funded = looks.iter().filter(|look| look.receivable().status() == ReceivableStatus::Funded);
        let credits: BTreeSet<_> = funded.flat_map(accounts).collect();
        let credits: Vec<_> = credits.into_iter().collect();
        let (owed, given_up, held) = try_join3(
            self.journal.shares(owing.collect()),
            self.journal.of_event(Event::GivenUp, may_owe.iter().map(|(id, ..)| id.0).collect()),
            async { if credits.is_empty() { Ok(Vec::new()) } else { self.journal.balances(credits.clone()).await } },
        )
        .await?;
        let owed: BTreeMap<ReceivableId, Minor> = owed.into_iter().map(|((_, id), amount)| (id, amount)).collect();
        let given_up: BTreeSet<_> = given_up.iter().map(|record| record.entry.booking().subject).collect();
        let credits: BTreeMap<Account, Minor> = credits.into_iter().zip(held.into_iter().map(|held| -held)).collect();
        for look in looks {
            let id = look.receivable().id();
            let credit = accounts(look).filter_map(|account| credits.get(&account).copied()).sum();
            look.held = Holdings {
                owed: owed.get(&id).copied().unwrap_or_default(),
                given_up: match given_up.contains(&id.0) {
                    true => self.debt_of(look.receivable()).await?.newest_given_up().map_or(Minor::ZERO, |(_, stands)| stands),
                    false => Minor::ZERO,
                },
                credit,
                ending: look.held.ending,
            };
        }
        Ok(())
    }

    /// With what waits for a second person of how they end.
    async fn with_endings(&self, looks: &mut [Look]) -> Result<(), Unavailable> {
        let sold = looks.iter().filter(|look| look.receivable().parts().accepted.is_some());
        let sold: Vec<_> = sold.map(|look| look.receivable().id()).collect();
        if sold.is_empty() {
            return Ok(());
        }
        let waiting = self.proposed.endings_of(sold, self.identity.clock.now()).await?;
        for look in looks {
            look.held.ending = waiting.get(&look.receivable().id()).copied();
        }
        Ok(())
    }

    /// The same of one.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn with_its_holdings(&self, mut look: Look) -> Result<Look, Unavailable> {
        Box::pin(self.with_holdings(std::slice::from_mut(&mut look))).await?;
        Ok(look)
    }
}
