//! What operators decide in a course of the model.

use super::{
    Cents,
    book::{Done, Held},
    course::{Both, Course, Deed, idle},
    days::Day,
    sold::{Cause, Status},
    town::{Made, RECOURSE_AFTER, day, minor},
};
use crate::{
    approvals::EndingCommand,
    receivables::Look,
    servicing::{HouseCommand, HouseDecision, Resolution},
    testing::receivables::course::{eur, note, proposed, tried},
};
use chrono::{Days, NaiveDate};
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::money::Money,
    receivables::{book::LossCause, evidence::DisputeReason},
};

/// Whether it is refused for what the model knows nothing of: days, disputes and what else stops something for a while.
pub(super) fn is_outside(deed: Deed, why: &str) -> bool {
    match deed {
        Deed::Undo | Deed::UndoPart | Deed::Book | Deed::Reverse => false,
        _ => !why.is_empty(),
    }
}

impl Course<'_> {
    fn one(&mut self, which: impl Fn(&Held) -> bool) -> Option<usize> {
        let places = self.model.places(which);
        self.dice.one_of(&places)
    }

    /// One with which something may be done; now and then any.
    fn one_for(&mut self, deed: Deed, today: Day) -> Option<usize> {
        if self.dice.once_in(10) {
            return self.one(|_| true);
        }
        let owes: Vec<usize> = self.model.places(|held| self.model.ledger.at(held.sale.owing()) > 0);
        // Of those that are disputed much comes to nothing else.
        let disputed = self.disputed.clone();
        let is_disputed = |held: &Held| disputed.contains(&held.sale.place);
        // Of two charge backs one is of what was disputed, the other of what is long due.
        let only_these = self.dice.once_in(2) && self.model.held.iter().any(|held| is_disputed(held) && held.state.is_live());
        // What the bank did since may book something else without what is taken back.
        let bank_since = self.dice.once_in(3) && self.model.held.iter().any(Held::has_the_bank_since);
        let credits: Vec<usize> = self.model.places(|held| self.model.credit(held.sale.debtor) > 0);
        self.one(|held| match deed {
            Deed::CreditNote => matches!(held.state.status, Status::Funded | Status::Settled) && !held.sale.deal.in_advance,
            Deed::Resolve => is_disputed(held) && held.state.is_live(),
            Deed::Dispute | Deed::Extend => held.state.is_live(),
            Deed::ChargeBack if only_these => is_disputed(held) && held.state.is_live(),
            Deed::ChargeBack => {
                let is_late = held.state.due_on.after(RECOURSE_AFTER) <= today;
                is_late && held.state.executed_on.is_some() && held.state.is_live() && held.sale.deal.cover == 0
            }
            Deed::CloseShort => held.state.executed_on.is_some() && held.state.is_live() && held.may_close_short(),
            Deed::WriteOff => held.state.executed_on.is_some() && held.state.is_live(),
            Deed::PaidToSeller => held.state.status == Status::Funded,
            Deed::UseCredit => held.state.status == Status::Funded && credits.contains(&held.sale.place),
            Deed::GiveUp => owes.contains(&held.sale.place),
            Deed::Reject => held.state.status == Status::Accepted,
            Deed::Undo if bank_since => held.has_the_bank_since(),
            Deed::Undo => held.can_undo(),
            _ => true,
        })
    }

    pub(super) async fn end(&mut self, deed: Deed) -> Made<Option<Both>> {
        let today = day(self.today().await?);
        let Some(place) = self.one_for(deed, today) else { return idle() };
        let id = self.id(place)?;
        let look = self.world.receivables().examined(id, &self.olga.operator()).await?;
        let owed = self.model.ledger.at(self.model.of(place)?.sale.owing());
        let amount = if self.dice.once_in(3) { owed.max(1) } else { self.up_to(owed + owed / 10)? };
        let (cause, lost) = self
            .dice
            .one_of(&[(Cause::Insolvency, LossCause::Insolvency), (Cause::Default, LossCause::Default), (Cause::Other, LossCause::Other)])
            .ok_or("no cause")?;
        let what = match deed {
            Deed::WriteOff => Ending::WriteOff(lost),
            Deed::GiveUp => Ending::GiveUp(Money::parse(i64::try_from(amount)?, eur()?)?),
            _ => Ending::Undo,
        };
        self.told.push(format!("  {place}: {what:?}"));
        let version = look.receivable().parts().version;
        let command = EndingCommand { by: self.olga.clone(), version, what, note: None, request: None };
        let tried = proposed(self.world.approvals().end_receivable(id, command).await)?;
        let done = self.model.whole(|model| match deed {
            Deed::WriteOff => model.write_off(place, cause, today),
            Deed::GiveUp => model.give_up(place, amount),
            _ => model.undo(place),
        });
        Ok(Some((tried, done)))
    }

    pub(super) async fn decide(&mut self, deed: Deed) -> Made<Option<Both>> {
        let today = self.today().await?;
        let Some(place) = self.one_for(deed, day(today)) else { return idle() };
        let id = self.id(place)?;
        let look = self.world.receivables().examined(id, &self.olga.operator()).await?;
        let Some(what) = self.decision(deed, (place, &look), today).await? else { return idle() };
        self.told.push(format!("  {place}: {what:?}"));
        let disputed = look.receivable().dispute().map_or(0, |dispute| super::town::cents(dispute.amount));
        let command = HouseCommand { by: self.olga.clone(), version: look.receivable().parts().version, what: what.clone(), request: None };
        let tried = tried(self.world.servicing().decide(id, command).await)?;
        if deed == Deed::Dispute && tried.is_ok() {
            self.disputed.insert(place);
        }
        let done = self.decided(place, &what, (disputed, day(today)));
        Ok(Some((tried, done)))
    }

    fn decided(&mut self, place: usize, what: &HouseDecision, (disputed, today): (Cents, Day)) -> Done {
        self.model.whole(|model| match *what {
            HouseDecision::CreditNote { on, amount, .. } => model.credit_note(place, amount.get().into(), (day(on), today)),
            HouseDecision::Resolve { resolution: Resolution::PartlyLost } => model.deduct(place, disputed, today),
            HouseDecision::CloseShort { .. } => model.close_short(place, today),
            HouseDecision::ChargeBack { .. } => model.charge_back(place, today),
            HouseDecision::Extend { due_on, .. } => model.extend(place, day(due_on)),
            HouseDecision::PaidToSeller { amount, .. } => model.paid_to_seller(place, amount.get().into()),
            HouseDecision::UseCredit { amount } => model.use_credit(place, amount.get().into(), today),
            HouseDecision::Reject { .. } => model.reject(place),
            _ => Ok(()),
        })
    }

    async fn decision(&mut self, deed: Deed, (place, look): (usize, &Look), today: NaiveDate) -> Made<Option<HouseDecision>> {
        let held = self.model.of(place)?.clone();
        let (open, face) = (held.state.open, held.sale.price.face);
        let credit = self.model.credit(held.sale.debtor);
        Ok(Some(match deed {
            Deed::CreditNote => {
                let most = if self.dice.once_in(2) { face - held.state.credited } else { open };
                let amount = if self.dice.once_in(3) { most.max(1) } else { self.up_to(most)? };
                HouseDecision::CreditNote { on: self.some_days_ago(5).await?, amount: minor(amount)?, reason: note()? }
            }
            Deed::Dispute => {
                let amount = minor(if self.dice.once_in(2) { open.max(1) } else { self.up_to(open)? })?;
                HouseDecision::Dispute { amount, reason: DisputeReason::Defective, note: None }
            }
            Deed::Resolve if look.receivable().dispute().is_none() => return Ok(None),
            Deed::Resolve => {
                let resolution = self.dice.one_of(&[Resolution::Won, Resolution::PartlyLost, Resolution::Lost]).ok_or("none")?;
                HouseDecision::Resolve { resolution }
            }
            Deed::CloseShort => HouseDecision::CloseShort { note: None },
            Deed::ChargeBack => HouseDecision::ChargeBack { note: None },
            Deed::Extend => {
                let due_on = look.receivable().due_on() + Days::new(u64::try_from(self.dice.below(30))?);
                HouseDecision::Extend { due_on, note: None }
            }
            Deed::PaidToSeller => {
                let amount = if self.dice.once_in(3) { open.max(1) } else { self.up_to(open)? };
                HouseDecision::PaidToSeller { amount: minor(amount)?, note: None }
            }
            Deed::UseCredit => {
                let most = credit.min(open);
                let amount = if self.dice.once_in(2) { most.max(1) } else { self.up_to(most)? };
                HouseDecision::UseCredit { amount: minor(amount)? }
            }
            Deed::Reject if today > look.receivable().due_on() => return Ok(None),
            Deed::Reject => HouseDecision::Reject { reason: note()? },
            _ => return Ok(None),
        }))
    }
}
