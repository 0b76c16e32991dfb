//! A course of the model: what is drawn is done by the use cases and in the model, and both must say the same, or both refuse.

use super::{
    Cents,
    beside::{Before, as_paid, paid},
    book::{Done, Model, Stands},
    deciding::is_outside,
    sold::{Sale, State},
    town::{Made, Names, Stall, cents, day, known},
};
use crate::{
    approvals::ReleaseCommand,
    cash::{ExecutedCommand, ReturnedCommand},
    kernel::clock::BusinessClock as _,
    parties::Member,
    receivables::{AcceptCommand, AcceptError},
    testing::{
        World,
        receivables::{
            course::{Tried, note, proposed, tried},
            dice::Dice,
            invoice, releasing,
        },
    },
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::payments::payout::{self, BatchId, Returned};
use std::collections::{BTreeMap, BTreeSet};

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deed {
    Sell,
    Release,
    Execute,
    Return,
    Receive,
    Explain,
    SendBack,
    Refund,
    CreditNote,
    Dispute,
    Resolve,
    CloseShort,
    ChargeBack,
    WriteOff,
    Extend,
    PaidToSeller,
    UseCredit,
    GiveUp,
    Reject,
    Undo,
    UndoPart,
    Book,
    Reverse,
    Wait,
}

/// Each as often as it is tried.
pub(super) const DEEDS: &[(Deed, i64)] = &[
    (Deed::Sell, 6),
    (Deed::Release, 16),
    (Deed::Execute, 16),
    (Deed::Return, 4),
    (Deed::Receive, 24),
    (Deed::Explain, 8),
    (Deed::SendBack, 3),
    (Deed::Refund, 6),
    (Deed::CreditNote, 8),
    (Deed::Dispute, 5),
    (Deed::Resolve, 5),
    (Deed::CloseShort, 3),
    (Deed::ChargeBack, 8),
    (Deed::WriteOff, 6),
    (Deed::Extend, 3),
    (Deed::PaidToSeller, 6),
    (Deed::UseCredit, 10),
    (Deed::GiveUp, 5),
    (Deed::Reject, 2),
    (Deed::Undo, 20),
    (Deed::UndoPart, 10),
    (Deed::Wait, 12),
];

/// What other dice draw.
pub(super) const BY_HAND: [Deed; 2] = [Deed::Book, Deed::Reverse];

/// What became of a deed: by the use cases, and in the model.
pub(super) type Both = (Tried, Done);

pub(super) struct Course<'a> {
    pub(super) world: &'a World,
    pub(super) olga: &'a Member,
    /// The second person.
    pub(super) paul: &'a Member,
    pub(super) stalls: Vec<Stall>,
    pub(super) names: Names,
    pub(super) model: Model,
    pub(super) before: Before,
    /// As the settlement of each was compared last.
    pub(super) looked_at: Vec<State>,
    pub(super) told: Vec<String>,
    pub(super) dice: Dice,
    /// Of what is booked by hand, where anything is: what else is drawn is the same without it.
    hands: Option<Dice>,
    /// Those that are disputed, or were until that was lost.
    pub(super) disputed: BTreeSet<usize>,
    /// How often each deed was done.
    pub(super) done: BTreeMap<Deed, u64>,
    number: u64,
    offered: u64,
}

/// Nothing to do it with.
pub(super) fn idle() -> Made<Option<Both>> {
    Ok(None)
}

impl<'a> Course<'a> {
    /// # Errors
    /// When the ledger cannot be read.
    pub(super) async fn of(
        world: &'a World,
        (olga, paul): (&'a Member, &'a Member),
        stalls: Vec<Stall>,
        (number, by_hand): (u64, bool),
    ) -> Made<Self> {
        let (names, model, looked_at, told) = (Names::of(&stalls), Model::default(), Vec::new(), Vec::new());
        let dice = Dice::of(number.wrapping_mul(7_919));
        let hands = by_hand.then(|| Dice::of(number.wrapping_mul(104_729)));
        let (before, disputed, done, offered) = (Before::new(), BTreeSet::new(), BTreeMap::new(), 0);
        let mut course =
            Self { world, olga, paul, stalls, names, model, before, looked_at, told, dice, hands, disputed, done, number, offered };
        course.before = course.house_holds().await?;
        Ok(course)
    }

    /// Another one in the same town: so far as it is told, and two more are sold.
    ///
    /// # Errors
    /// When they are not.
    pub(super) async fn begin(&mut self) -> Made<()> {
        for _ in 0..2 {
            self.told.push("Sell".to_owned());
            let (tried, _) = self.sell().await?.ok_or("nobody sells")?;
            self.told.push(format!("  {tried:?}"));
        }
        self.hold_beside().await
    }

    pub(super) fn state(&self, place: usize) -> Option<&State> {
        self.model.held.get(place).map(|held| &held.state)
    }

    /// Does something, and holds both beside each other.
    ///
    /// # Errors
    /// Where they differ.
    pub(super) async fn go_on(&mut self) -> Made<()> {
        if let Some(hands) = self.hands.take() {
            let others = std::mem::replace(&mut self.dice, hands);
            if self.dice.once_in(4) {
                let deed = self.dice.one_of(&BY_HAND).ok_or("nothing to book")?;
                self.tries(deed).await?;
            }
            self.hands = Some(std::mem::replace(&mut self.dice, others));
        }
        for _ in 0..99 {
            let mut drawn = self.dice.below(DEEDS.iter().map(|(_, weight)| weight).sum());
            let deed = DEEDS.iter().find(|(_, weight)| {
                drawn -= weight;
                drawn < 0
            });
            let (deed, _) = *deed.ok_or("nothing to try")?;
            if self.tries(deed).await? {
                return Ok(());
            }
        }
        Err("nothing could be tried".into())
    }

    /// Whether there was anything to do it with.
    async fn tries(&mut self, deed: Deed) -> Made<bool> {
        let was = self.model.clone();
        self.told.push(format!("{deed:?}"));
        let Some((tried, done)) = self.attempt(deed).await? else {
            self.told.pop();
            return Ok(false);
        };
        self.told.push(format!("  {tried:?}, by the model {done:?}"));
        match (&tried, &done) {
            (Ok(()), Err(why)) => return Err(format!("{deed:?} was done, by the model not: {why}").into()),
            (Err(why), Ok(())) if !is_outside(deed, why) => return Err(format!("{deed:?} was refused: {why}").into()),
            _ => {}
        }
        match tried {
            Ok(()) => *self.done.entry(deed).or_default() += 1,
            Err(_) => self.model = was,
        }
        self.hold_beside().await?;
        Ok(true)
    }

    async fn attempt(&mut self, deed: Deed) -> Made<Option<Both>> {
        match deed {
            Deed::Sell => self.sell().await,
            Deed::Release => self.release().await,
            Deed::Execute => self.execute().await,
            Deed::Return => self.give_back().await,
            Deed::Receive => self.receive().await,
            Deed::Explain => self.explain().await,
            Deed::SendBack => self.send_back().await,
            Deed::Refund => self.refund().await,
            Deed::UndoPart => Box::pin(self.undo_part()).await,
            Deed::Book => Box::pin(self.book()).await,
            Deed::Reverse => Box::pin(self.reverse()).await,
            Deed::WriteOff | Deed::Undo | Deed::GiveUp => self.end(deed).await,
            Deed::Wait => {
                self.world.business().advance(TimeDelta::days(self.dice.up_to(30)));
                Ok(Some((Ok(()), Ok(()))))
            }
            _ => self.decide(deed).await,
        }
    }

    pub(super) async fn today(&self) -> Made<NaiveDate> {
        Ok(self.world.house().business_days().await?.date_of(self.world.business().now().await?))
    }

    pub(super) async fn some_days_ago(&mut self, most: i64) -> Made<NaiveDate> {
        Ok(self.today().await? - TimeDelta::days(self.dice.below(most)))
    }

    pub(super) fn up_to(&mut self, most: Cents) -> Made<Cents> {
        Ok(self.dice.up_to(i64::try_from(most.max(1))?).into())
    }

    async fn sell(&mut self) -> Made<Option<Both>> {
        let Stall { trader, deal } = self.dice.one_of(&self.stalls).ok_or("no seller")?;
        self.offered += 1;
        let (days, today) = (self.world.house().business_days().await?, self.today().await?);
        let number = format!("M{}/{}/{}", self.number, self.offered, self.dice.below(1_000_000));
        let mut facts = invoice(&number, 50_000 + self.dice.below(1_900_000))?;
        facts.issued_on = today - TimeDelta::days(self.dice.below(30));
        facts.due_on = days.calendar().on_or_after(today + TimeDelta::days(10 + self.dice.below(50)));
        let look = trader.offered(self.world, facts).await?;
        let Some(Ok(standing)) = &look.offer else { return Ok(Some((Err("no offer".to_owned()), Ok(())))) };
        let (offer, id) = (&standing.offer, look.receivable().id());
        let components = *offer.price().components();
        let command = AcceptCommand { by: trader.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        match self.world.receivables().accept(id, command).await {
            Ok(_) => {}
            Err(error @ (AcceptError::Unavailable(_) | AcceptError::OfferChanged(_))) => return Err(format!("not sold: {error:?}").into()),
            Err(refused) => return Ok(Some((Err(format!("{refused:?}")), Ok(())))),
        }
        let (face, payout_on, due_on) = (components.case.face, components.case.payout_on, components.case.due_on);
        let price = deal.price(cents(face), day(payout_on), day(due_on));
        let told = [components.advance, components.reserve, components.service_fee, components.discount, components.payout].map(cents);
        if told != [price.advance, price.reserve, price.service_fee, price.discount, price.payout] {
            return Err(format!("offered {components:?}, by the model {price:?}").into());
        }
        self.names.receivables.push(id);
        self.told.push(format!("  {}: {deal:?} {price:?} paid {payout_on}, due {due_on}", self.names.receivables.len() - 1));
        self.model.sell(Sale {
            place: self.model.held.len(),
            deal,
            facility: known(&self.names.facilities, &trader.facility)?,
            seller: known(&self.names.companies, &trader.me.membership.company)?,
            holder: known(&self.names.companies, &trader.holder)?,
            debtor: known(&self.names.debtors, &trader.debtor)?,
            price,
            payout_on: day(payout_on),
            due_on: day(due_on),
        });
        Ok(Some((Ok(()), Ok(()))))
    }

    fn payouts_at(&self, at: &[Stands]) -> Vec<usize> {
        let all = self.model.payouts.iter().enumerate();
        all.filter(|(_, payout)| at.contains(&payout.stands)).map(|(place, _)| place).collect()
    }

    /// What the use cases call a payout of the model: of equal ones that of the same place among them.
    fn called(&self, all: &[payout::Payout], place: usize) -> Made<payout::Payout> {
        let it = self.model.payouts.get(place).map(paid).ok_or("no such payout")?;
        let rank = self.model.payouts.iter().take(place).filter(|other| paid(other) == it).count();
        let mut equal = Vec::new();
        for payout in all {
            if as_paid(&self.names, payout)? == it {
                equal.push(payout);
            }
        }
        equal.get(rank).map(|payout| (*payout).clone()).ok_or_else(|| "the payout is not kept".into())
    }

    async fn release(&mut self) -> Made<Option<Both>> {
        let mut due = self.payouts_at(&[Stands::Due]);
        due.retain(|_| !self.dice.once_in(4));
        if due.is_empty() {
            return idle();
        }
        let (all, today) = (self.payouts().await?, self.today().await?);
        let called = due.iter().map(|place| Ok((self.called(&all, *place)?.id, *place))).collect::<Made<Vec<_>>>()?;
        // What one step made due at once is released in the order in which the use cases made it.
        let (payouts, due): (Vec<_>, Vec<_>) = called.into_iter().collect::<BTreeMap<_, _>>().into_iter().unzip();
        self.told.push(format!("  {due:?} on {today}"));
        let command = ReleaseCommand { reason: Some(note()?), ..releasing(&self.world.approvals(), self.olga, payouts.clone()).await };
        let tried = proposed(self.world.approvals().release_payouts(command).await)?;
        if tried.is_ok() {
            let released = self.world.store().payouts.by_ids(payouts).await?;
            let batch = released.first().and_then(|payout| payout.release.as_ref()?.batch);
            self.names.batches.push(batch.ok_or("no batch")?);
        }
        let (count, today) = (self.model.count, day(today));
        let done = self.model.whole(|model| model.release(&due, today).and_then(|()| model.let_go_since(count, today)));
        Ok(Some((tried, done)))
    }

    async fn execute(&mut self) -> Made<Option<Both>> {
        let Some(place) = self.dice.one_of(&self.payouts_at(&[Stands::Released])) else { return idle() };
        let number = self.model.payouts.get(place).and_then(|payout| payout.batch).ok_or("no batch")?;
        let batch: BatchId = *self.names.batches.get(number - 1).ok_or("no batch")?;
        let on = self.some_days_ago(3).await?;
        self.told.push(format!("  batch {number} on {on}"));
        let command = ExecutedCommand { by: self.olga.clone(), on, request: None };
        let tried = tried(self.world.cash().executed(batch, command).await)?;
        let (count, on) = (self.model.count, day(on));
        let done = self.model.whole(|model| model.executed(number, on).and_then(|()| model.let_go_since(count, on)));
        Ok(Some((tried, done)))
    }

    async fn give_back(&mut self) -> Made<Option<Both>> {
        let gone = self.payouts_at(&[Stands::Released, Stands::Executed]);
        let Some(place) = self.dice.one_of(&gone) else { return idle() };
        let back = Returned { on: self.some_days_ago(2).await?, reason: Some(note()?) };
        let payout = self.called(&self.payouts().await?, place)?;
        self.told.push(format!("  {place}: {:?}", self.model.payouts.get(place)));
        let command = ReturnedCommand { by: self.olga.clone(), back, request: None };
        let tried = tried(self.world.cash().returned(payout.id, command).await)?;
        let done = self.model.whole(|model| model.returned(place));
        Ok(Some((tried, done)))
    }
}
