//! A made-up course: receivables of two sellers and a supplier on two debtors, and whatever may happen to them, through the use
//! cases.

use super::{dice::Dice, market::invoice, releases::releasing, trader::Trader};
use crate::{
    approvals::{EndingCommand, Performed, ProposeError},
    cash::{CashError, ExecutedCommand, ExplainCommand, ReceiptCommand, ReturnedCommand},
    kernel::clock::BusinessClock,
    ledger::ports::AccountFilter,
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{AcceptCommand, AcceptError, Look, ReceivableError},
    servicing::{HouseCommand, HouseDecision, Resolution},
    testing::World,
};
use chrono::{Days, NaiveDate, TimeDelta};
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::account::{AccountKind, Owner},
    onboarding::bank_account::Iban,
    payments::{
        payout::{Payout, PayoutStatus, Returned},
        receipt::{EnteredPayer, Explained, ReceiptId, Target},
    },
    receivables::{
        book::{Book, LossCause},
        evidence::DisputeReason,
    },
};
use std::{collections::BTreeSet, error::Error, fmt::Debug};

pub(super) type Made<T> = Result<T, Box<dyn Error>>;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Sell,
    Release,
    Execute,
    Return,
    Receive,
    Explain,
    CreditNote,
    Dispute,
    Resolve,
    CloseShort,
    ChargeBack,
    WriteOff,
    Undo,
    UseCredit,
    PaidToSeller,
    GiveUp,
    SendBack,
    Refund,
    UndoPart,
    UndoGiveUp,
    Reject,
    Extend,
    Hold,
    Wait,
}

/// Each as often as it is tried.
const DEEDS: &[(Deed, i64)] = &[
    (Deed::Sell, 8),
    (Deed::Release, 16),
    (Deed::Execute, 16),
    (Deed::Return, 6),
    (Deed::Receive, 20),
    (Deed::Explain, 10),
    (Deed::CreditNote, 6),
    (Deed::Dispute, 5),
    (Deed::Resolve, 5),
    (Deed::CloseShort, 3),
    (Deed::ChargeBack, 4),
    (Deed::WriteOff, 4),
    (Deed::Undo, 14),
    (Deed::UseCredit, 6),
    (Deed::PaidToSeller, 6),
    (Deed::GiveUp, 3),
    (Deed::SendBack, 8),
    (Deed::Refund, 8),
    (Deed::UndoPart, 8),
    (Deed::UndoGiveUp, 3),
    (Deed::Reject, 3),
    (Deed::Extend, 4),
    (Deed::Hold, 4),
    (Deed::Wait, 10),
];

/// The account all sellers are paid to.
const SELLERS: &str = "DE89370400440532013000";

/// Whether it was done; else why not.
pub(super) type Tried = Result<(), String>;

pub(super) struct Course<'a> {
    pub(super) world: &'a World,
    pub(super) olga: &'a Member,
    /// Each with one of the debtors it sells on.
    pub(super) sellers: Vec<Trader>,
    pub(super) dice: Dice,
    number: u64,
    offered: u64,
    /// Those that were sold.
    pub(super) receivables: Vec<ReceivableId>,
    pub(super) receipts: Vec<ReceiptId>,
    /// What was tried, and what came of it.
    pub(super) told: Vec<String>,
}

/// What a use case refused; an error where it must not have.
pub(super) fn tried<T>(answer: Result<T, impl Into<CashError>>) -> Made<Tried> {
    match answer.map_err(Into::into) {
        Ok(_) => Ok(Ok(())),
        Err(error @ CashError::Receivable(ReceivableError::Unavailable(_) | ReceivableError::Idempotency(_) | ReceivableError::Stale)) => {
            Err(format!("nobody else was there: {error:?}").into())
        }
        Err(error) => Ok(Err(format!("{error:?}"))),
    }
}

pub(super) fn proposed<T: Debug>(answer: Result<Performed<T>, ProposeError>) -> Made<Tried> {
    match answer {
        Ok(Performed::Done(_)) => Ok(Ok(())),
        Err(ProposeError::Cash(error)) => tried::<()>(Err(error)),
        other => Err(format!("not expected: {other:?}").into()),
    }
}

pub(super) fn none(of: &str) -> Made<Tried> {
    Ok(Err(format!("no {of}")))
}

pub(super) fn note() -> Made<Note> {
    Ok(Note::parse("As it was drawn.")?)
}

pub(super) fn eur() -> Made<Currency> {
    Ok(Currency::parse("EUR")?)
}

impl<'a> Course<'a> {
    pub(super) fn of(world: &'a World, olga: &'a Member, sellers: Vec<Trader>, number: u64) -> Self {
        let (receivables, receipts, told) = (Vec::new(), Vec::new(), Vec::new());
        Self { world, olga, sellers, dice: Dice::of(number), number, offered: 0, receivables, receipts, told }
    }

    pub(super) fn sellers(&self) -> &[Trader] {
        &self.sellers
    }

    pub(super) fn companies(&self) -> BTreeSet<CompanyId> {
        self.sellers.iter().flat_map(|seller| [seller.me.membership.company, seller.holder]).collect()
    }

    /// A receivable as the house sees it.
    pub(super) async fn look(&self, id: ReceivableId) -> Made<Look> {
        Ok(self.world.receivables().examined(id, &self.olga.operator()).await?)
    }

    pub(super) async fn payouts(&self) -> Made<Vec<Payout>> {
        let mut payouts = Vec::new();
        for company in self.companies() {
            let filter = PayoutFilter { company: Some(company), ..PayoutFilter::default() };
            payouts.extend(self.world.store().payouts.page(filter, None, i64::MAX).await?);
        }
        for receipt in &self.receipts {
            let filter = PayoutFilter { receipt: Some(*receipt), ..PayoutFilter::default() };
            payouts.extend(self.world.store().payouts.page(filter, None, i64::MAX).await?);
        }
        Ok(payouts)
    }

    /// Sells the first two, which is always possible.
    ///
    /// # Errors
    /// When it is not.
    pub(super) async fn begin(&mut self) -> Made<()> {
        for _ in 0..2 {
            self.sell().await?.map_err(|refused| format!("nothing to begin with: {refused}"))?;
        }
        Ok(())
    }

    /// Tries something.
    ///
    /// # Errors
    /// When it is refused for what it must not be refused for.
    pub(super) async fn step(&mut self) -> Made<Tried> {
        let mut drawn = self.dice.below(DEEDS.iter().map(|(_, weight)| weight).sum());
        let deed = DEEDS.iter().find(|(_, weight)| {
            drawn -= weight;
            drawn < 0
        });
        let (deed, _) = *deed.ok_or("nothing to try")?;
        self.told.push(format!("{deed:?}"));
        let tried = self.attempt(deed).await?;
        self.told.push(format!("  {tried:?}"));
        Ok(tried)
    }

    async fn attempt(&mut self, deed: Deed) -> Made<Tried> {
        match deed {
            Deed::Sell => self.sell().await,
            Deed::Release => self.release().await,
            Deed::Execute => self.execute().await,
            Deed::Return => self.give_back().await,
            Deed::Receive => self.receive().await,
            Deed::Explain => self.explain().await,
            Deed::WriteOff => {
                let cause = self.dice.one_of(LossCause::ALL).ok_or("no cause")?;
                self.end(Ending::WriteOff(cause)).await
            }
            Deed::Undo => self.end(Ending::Undo).await,
            Deed::GiveUp => {
                let amount = Money::parse(self.dice.up_to(300_000), eur()?)?;
                self.end(Ending::GiveUp(amount)).await
            }
            Deed::SendBack => self.send_back().await,
            Deed::Refund => self.refund().await,
            Deed::UndoPart => Box::pin(self.undo_part()).await,
            Deed::UndoGiveUp => self.end(Ending::UndoGiveUp).await,
            Deed::Wait => {
                self.world.business().advance(TimeDelta::days(self.dice.up_to(40)));
                Ok(Ok(()))
            }
            _ => self.decide(deed).await,
        }
    }

    async fn today(&self) -> Made<NaiveDate> {
        Ok(self.world.house().business_days().await?.date_of(self.world.business().now().await?))
    }

    async fn some_days_ago(&mut self, most: i64) -> Made<NaiveDate> {
        Ok(self.today().await? - TimeDelta::days(self.dice.below(most)))
    }

    async fn sell(&mut self) -> Made<Tried> {
        let seller = self.dice.one_of(&self.sellers).ok_or("no seller")?;
        self.offered += 1;
        let days = self.world.house().business_days().await?;
        let today = self.today().await?;
        let number = format!("{}/{}/{}", self.number, self.offered, self.dice.below(1_000_000));
        let mut facts = invoice(&number, 50_000 + self.dice.below(1_900_000))?;
        facts.issued_on = today - TimeDelta::days(self.dice.below(30));
        // A buyer promises to pay on a business day.
        facts.due_on = days.calendar().on_or_after(today + TimeDelta::days(10 + self.dice.below(100)));
        let look = seller.offered(self.world, facts).await?;
        let Some(Ok(standing)) = &look.offer else { return none("offer") };
        let (offer, id) = (&standing.offer, look.receivable().id());
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        match self.world.receivables().accept(id, command).await {
            Ok(_) => {}
            Err(error @ (AcceptError::Unavailable(_) | AcceptError::OfferChanged(_))) => return Err(format!("not sold: {error:?}").into()),
            Err(refused) => return Ok(Err(format!("{refused:?}"))),
        }
        self.told.push(format!("{id} is sold: {}, due {}", look.receivable().face().get(), look.receivable().due_on()));
        self.receivables.push(id);
        Ok(Ok(()))
    }

    async fn payouts_at(&self, statuses: &[PayoutStatus]) -> Made<Vec<Payout>> {
        Ok(self.payouts().await?.into_iter().filter(|payout| statuses.contains(&payout.status)).collect())
    }

    async fn release(&mut self) -> Made<Tried> {
        let mut due = self.payouts_at(&[PayoutStatus::Due]).await?;
        due.retain(|_| !self.dice.once_in(4));
        if due.is_empty() {
            return none("payout is due");
        }
        let payouts = due.iter().map(|payout| payout.id).collect();
        self.told.push(format!("  {:?}", due.iter().map(|payout| (payout.payee, payout.gross.get())).collect::<Vec<_>>()));
        proposed(self.world.approvals().release_payouts(releasing(&self.world.approvals(), self.olga, payouts).await).await)
    }

    async fn execute(&mut self) -> Made<Tried> {
        let released = self.payouts_at(&[PayoutStatus::Released]).await?;
        let Some(payout) = self.dice.one_of(&released) else { return none("payout is released") };
        let Some(batch) = payout.release.and_then(|release| release.batch) else { return none("batch") };
        let on = self.some_days_ago(3).await?;
        tried(self.world.cash().executed(batch, ExecutedCommand { by: self.olga.clone(), on, request: None }).await)
    }

    async fn give_back(&mut self) -> Made<Tried> {
        let gone = self.payouts_at(&[PayoutStatus::Released, PayoutStatus::Executed]).await?;
        let Some(payout) = self.dice.one_of(&gone) else { return none("payout is gone") };
        let back = Returned { on: self.some_days_ago(2).await?, reason: Some(note()?) };
        self.told.push(format!("  of {:?}", payout.payee));
        tried(self.world.cash().returned(payout.id, ReturnedCommand { by: self.olga.clone(), back, request: None }).await)
    }

    /// Parts of so much, if that is given, for receivables, each once, or for the debtor, or the seller.
    async fn parts(&mut self, most: Option<i64>) -> Made<Vec<(Target, Minor)>> {
        let (mut parts, mut left) = (Vec::new(), most.unwrap_or(i64::MAX));
        let mut others = self.receivables.clone();
        for _ in 0..self.dice.below(4) {
            let Some(id) = self.dice.one_of(&others) else { break };
            others.retain(|other| *other != id);
            let look = self.look(id).await?;
            let (seller, debtor) = (look.receivable().parts().seller, look.receivable().parts().debtor.ok_or("no debtor")?);
            let target = match self.dice.below(12) {
                0 => Target::Credit(debtor),
                1 => Target::PassOn(seller, id),
                _ => Target::Receivable(id),
            };
            let amount = self.amount_for(&look).min(left);
            if amount > 0 {
                parts.push((target, Minor::new(amount)));
                left -= amount;
            }
        }
        Ok(parts)
    }

    /// All that is open, a part of it, or too much.
    fn amount_for(&mut self, look: &Look) -> i64 {
        let open = look.kept.position.open.get();
        match self.dice.below(5) {
            0 | 1 if open > 0 => open,
            2 | 3 if open > 0 => self.dice.up_to(open),
            _ => open + self.dice.up_to(50_000),
        }
    }

    async fn receive(&mut self) -> Made<Tried> {
        let parts = self.parts(None).await?;
        let rest = if parts.is_empty() || self.dice.once_in(3) { self.dice.up_to(900_000) } else { 0 };
        let amount = parts.iter().map(|(_, part)| part.get()).sum::<i64>() + rest;
        // From the seller's own account, or from any.
        let iban = match self.dice.below(6) {
            0 | 1 => Some(Iban::parse(SELLERS)?),
            2 => None,
            _ => Some(Iban::parse("NL91ABNA0417164300")?),
        };
        self.told.push(format!("  {amount} in {parts:?}, from {iban:?}"));
        let (on, payer) = (self.some_days_ago(15).await?, EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban });
        let amount = Money::parse(amount, eur()?)?;
        let command = ReceiptCommand { by: self.olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None };
        let answer = self.world.cash().enter_receipt(command).await;
        self.receipts.extend(answer.as_ref().ok().map(|explained| explained.receipt.id));
        tried(answer)
    }

    pub(super) async fn a_receipt_that_waits(&mut self) -> Made<Option<Explained>> {
        let mut waiting = Vec::new();
        for id in &self.receipts {
            let explained = self.world.store().receipts.by_id(*id).await?.ok_or("no receipt")?;
            waiting.extend(explained.left().is_positive().then_some(explained));
        }
        Ok(self.dice.one_of(&waiting))
    }

    async fn explain(&mut self) -> Made<Tried> {
        let Some(explained) = self.a_receipt_that_waits().await? else { return none("receipt waits") };
        // A little more than there is, now and then.
        let more = i64::from(self.dice.once_in(8));
        let parts = self.parts(Some(explained.left().get() + more)).await?;
        self.told.push(format!("  {} of {}: {parts:?}", explained.receipt.id, explained.left().get()));
        let command = ExplainCommand { by: self.olga.clone(), parts, request: None };
        tried(self.world.cash().explain(explained.receipt.id, command).await)
    }

    async fn end(&mut self, what: Ending) -> Made<Tried> {
        let Some(id) = self.dice.one_of(&self.receivables) else { return none("receivable") };
        let version = self.look(id).await?.receivable().parts().version;
        self.told.push(format!("  {id}"));
        let command = EndingCommand { by: self.olga.clone(), version, what, note: None, request: None };
        proposed(self.world.approvals().end_receivable(id, command).await)
    }

    async fn decide(&mut self, deed: Deed) -> Made<Tried> {
        let Some(id) = self.dice.one_of(&self.receivables) else { return none("receivable") };
        let look = self.look(id).await?;
        let Some(what) = self.decision(deed, &look).await? else { return none("such decision") };
        self.told.push(format!("  {id}: {what:?}"));
        let command = HouseCommand { by: self.olga.clone(), version: look.receivable().parts().version, what, request: None };
        tried(self.world.servicing().decide(id, command).await)
    }

    async fn decision(&mut self, deed: Deed, look: &Look) -> Made<Option<HouseDecision>> {
        let (receivable, open) = (look.receivable(), look.kept.position.open.get());
        let face = receivable.face().get();
        Ok(Some(match deed {
            Deed::CreditNote => {
                let most = if self.dice.once_in(2) { face } else { open.max(1) };
                let amount = Minor::new(self.dice.up_to(most));
                HouseDecision::CreditNote { on: self.some_days_ago(5).await?, amount, reason: note()? }
            }
            Deed::Dispute => {
                let amount = Minor::new(if self.dice.once_in(2) { face } else { self.dice.up_to(face) });
                HouseDecision::Dispute { amount, reason: DisputeReason::Defective, note: None }
            }
            Deed::Resolve => {
                let resolution = self.dice.one_of(&[Resolution::Won, Resolution::PartlyLost, Resolution::Lost]).ok_or("none")?;
                HouseDecision::Resolve { resolution }
            }
            Deed::CloseShort => HouseDecision::CloseShort { note: None },
            Deed::ChargeBack => HouseDecision::ChargeBack { note: None },
            Deed::PaidToSeller => {
                let amount = self.dice.up_to((open - look.kept.position.with_seller.get()).max(1));
                HouseDecision::PaidToSeller { amount: Minor::new(amount), note: None }
            }
            Deed::UseCredit => {
                let debtor = receivable.parts().debtor.ok_or("no debtor")?;
                let amount = self.credit_of(debtor).await?.min(open);
                HouseDecision::UseCredit { amount: Minor::new(amount) }
            }
            Deed::Reject => HouseDecision::Reject { reason: note()? },
            Deed::Extend => {
                let due_on = receivable.due_on() + Days::new(u64::try_from(self.dice.below(30))?);
                HouseDecision::Extend { due_on, note: None }
            }
            Deed::Hold if receivable.is_held() => HouseDecision::Release,
            Deed::Hold => HouseDecision::Hold { note: None },
            _ => return Ok(None),
        }))
    }

    /// What a debtor paid too much.
    pub(super) async fn credit_of(&self, debtor: DebtorId) -> Made<i64> {
        let filter = AccountFilter { kind: Some(AccountKind::DebtorCredits), holds_something: true, on: None };
        let accounts = self.world.store().journal.accounts(filter, None, 1_000).await?;
        let own = accounts.into_iter().find(|balance| balance.account.owner() == Owner::Debtor(debtor));
        Ok(own.map_or(0, |balance| -balance.amount.get()))
    }

    /// The book of a receivable that was sold.
    pub(super) fn book(look: &Look) -> Made<Book> {
        let book = look.book().ok_or("no book")?;
        Ok(book.map_err(|refused| format!("it does not replay: {}", refused.code()))?)
    }
}
