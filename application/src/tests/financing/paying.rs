//! From the sale to its end, in money: the vectors of the product's definition.

use super::*;
use crate::{
    approvals::{
        AccountCommand, DecideError, EndingCommand, FourEyes, InboxQuery, Performed, ProposeError, ProposedPayout, Ruling, hash_of,
    },
    cash::{CashError, DuePayouts, ExecutedCommand, ExplainCommand, ReceiptCommand, Releasable, ReturnedCommand, SetOff, StoppedPayout},
    house::SettingsCommand,
    ledger::ports::AccountFilter,
    payments::ports::{PayoutFilter, Receipts},
    testing::{
        UNCONFIRMED, confirmed,
        house::house_details,
        receivables::{Trader, releasing},
    },
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    approvals::{
        approval::{Approval, Verdict},
        proposal::Ending,
    },
    house::open_days::NotOpen,
    identity::operator::{OperatorRight, OperatorRole},
    kernel::{
        ids::ReceivableId,
        money::{Money, Percentage},
        text::Line,
    },
    ledger::account::AccountKind,
    onboarding::bank_account::{BankAccount, Iban},
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutRefused, PayoutStatus, Purpose, Returned},
        receipt::{EnteredPayer, Explained, Target},
    },
    receivables::{
        actions::OperatorAction,
        book::{LossCause, Refused},
        evidence::DisputeReason,
        stops::Stop,
    },
};
use std::collections::BTreeMap;

/// A world in which an invoice of 10,000.00 was sold on 15 June, due 45 days later, under the terms of the first vector.
pub(super) struct Sold {
    pub(super) world: World,
    pub(super) olga: Member,
    pub(super) seller: Trader,
    pub(super) id: ReceivableId,
}

impl Sold {
    pub(super) async fn under(terms: Terms) -> Made<Self> {
        let world = world();
        let olga = world.stepped_up(&world.operator().await?).await?;
        let seller = Trader::under(&world, &olga, "Muehle", terms).await?;
        world.limit(&olga, seller.debtor, 1_000_000_000).await?;
        let mut facts = invoice("RE-1", 1_000_000)?;
        facts.due_on = day(45)?;
        let look = seller.offered(&world, facts).await?;
        let id = look.receivable().id();
        world.receivables().accept(id, accept(&seller.me, &look)?).await?;
        Ok(Self { world, olga, seller, id })
    }

    pub(super) async fn look(&self) -> Made<Look> {
        Ok(self.world.receivables().examined(self.id, &self.olga.operator()).await?)
    }

    /// The account its seller is paid to.
    pub(super) async fn account(&self) -> Made<BankAccount> {
        Ok(self.look().await?.scene.seller.bank_account)
    }

    pub(super) async fn status(&self) -> Made<ReceivableStatus> {
        Ok(self.look().await?.receivable().status())
    }

    pub(super) async fn due(&self) -> Made<Vec<Payout>> {
        let filter = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(filter, None, 10).await?)
    }

    pub(super) async fn release(&self, payouts: Vec<PayoutId>) -> Result<BatchId, ProposeError> {
        let olga = self.world.stepped_up(&self.olga).await.map_err(|_| ProposeError::StepUpRequired(UNCONFIRMED))?;
        match self.world.approvals().release_payouts(releasing(&self.world.approvals(), &olga, payouts).await).await? {
            Performed::Done(batch) => Ok(batch),
            Performed::Awaits(_) => Err(ProposeError::AlreadyProposed),
        }
    }

    pub(super) async fn execute(&self, batch: BatchId) -> Made<Vec<Payout>> {
        let on = self.look().await?.today();
        Ok(self.world.cash().executed(batch, ExecutedCommand { by: self.olga.clone(), on, request: None }).await?)
    }

    /// Everything that is due is released and carried out today.
    pub(super) async fn pay_out(&self) -> Made<Vec<Payout>> {
        let due = self.due().await?.iter().map(|payout| payout.id).collect();
        self.execute(self.release(due).await?).await
    }

    /// Goes to the day so many days after the sale.
    pub(super) fn go_to(&self, days: i64) {
        self.world.business().advance(TimeDelta::days(days));
    }

    pub(super) async fn receive(&self, amount: i64, parts: &[i64]) -> Result<Explained, CashError> {
        let on = self.look().await.map_err(|_| ReceivableError::NotFound)?.today();
        let parts = parts.iter().map(|part| (Target::Receivable(self.id), Minor::new(*part))).collect();
        self.world.cash().enter_receipt(self.receipt(on, amount, parts, None)).await
    }

    pub(super) fn receipt(&self, on: NaiveDate, amount: i64, parts: Vec<(Target, Minor)>, iban: Option<Iban>) -> ReceiptCommand {
        let amount = Money::parse(amount, Currency::parse("EUR").expect("a currency")).expect("money");
        let payer = EnteredPayer { name: None, iban };
        ReceiptCommand { by: self.olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None }
    }

    pub(super) async fn decide(&self, what: HouseDecision) -> Result<Look, ReceivableError> {
        let look = self.look().await.map_err(|_| ReceivableError::NotFound)?;
        self.world.servicing().decide(self.id, decision(&self.olga, &look, what)).await
    }

    pub(super) async fn end(&self, what: Ending) -> Result<(), ProposeError> {
        let version = self.look().await.map_err(|_| ProposeError::NotFound)?.receivable().parts().version;
        let command = EndingCommand { by: self.olga.clone(), version, what, note: None, request: None };
        self.world.approvals().end_receivable(self.id, command).await.map(drop)
    }

    /// What the accounts hold, without those that hold nothing.
    pub(super) async fn balances(&self) -> Made<Vec<(AccountKind, i64)>> {
        let filter = AccountFilter { holds_something: true, ..AccountFilter::default() };
        self.world.use_cases().ledger.trial_balance(None, None).await?;
        let all = self.world.store().journal.accounts(filter, None, 100).await?;
        let sum: Minor = all.iter().map(|balance| balance.amount).sum();
        assert_eq!(sum, Minor::ZERO, "everything adds up");
        Ok(all.into_iter().map(|balance| (balance.account.kind(), balance.amount.get())).collect())
    }

    pub(super) async fn holds(&self, kind: AccountKind) -> Made<i64> {
        Ok(self.balances().await?.into_iter().find(|(of, _)| *of == kind).map_or(0, |(_, amount)| amount))
    }

    /// Nothing of it is left, in the ledger or of the limits but for what its seller owes.
    pub(super) async fn is_over(&self) -> Made<()> {
        use AccountKind as A;
        for kind in [A::ReceivablesPurchased, A::Reserves, A::UnearnedDiscount, A::PayoutsInTransit] {
            assert_eq!(self.holds(kind).await?, 0, "{kind:?}");
        }
        let scope = Scope { facility: self.seller.facility, debtor: self.seller.debtor, currency: Currency::parse("EUR")? };
        let owed = Minor::new(self.holds(A::SellersOwe).await?);
        let in_use = self.world.store().exposures.in_use(scope).await?;
        assert_eq!(in_use, InUse { facility: owed, ..InUse::default() });
        Ok(())
    }
}

pub(super) fn day(after: i64) -> Made<NaiveDate> {
    let sold = NaiveDate::from_ymd_opt(2026, 6, 15).ok_or("no day")?;
    Ok(sold + TimeDelta::days(after))
}

#[tokio::test]
async fn an_invoice_becomes_cash_and_its_reserve_comes_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let due = sold.due().await?;
    assert_eq!(due.iter().map(|payout| (payout.purpose, payout.gross.get())).collect::<Vec<_>>(), [(Purpose::Advance, 800_000)]);
    let paid = sold.pay_out().await?;
    assert_eq!((paid[0].status, sold.status().await?), (PayoutStatus::Executed, ReceivableStatus::Funded));
    sold.go_to(45);
    sold.receive(1_000_000, &[1_000_000]).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    let release = sold.due().await?;
    assert_eq!((release[0].purpose, release[0].gross), (Purpose::Release, Minor::new(173_000)));
    sold.pay_out().await?;
    sold.is_over().await?;
    use AccountKind as A;
    let expected = [(A::Bank, 27_000), (A::DiscountIncome, -12_000), (A::ServiceFees, -15_000)];
    assert_eq!(sold.balances().await?, expected);
    Ok(())
}

#[tokio::test]
async fn an_advance_that_waits_says_since_when_its_invoice_is_overdue_and_no_other_payout_does() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let later = sold.sell("AB-2", 900_000).await?;
    let since = async || {
        let told = sold.world.cash().as_told(sold.due().await?).await?;
        Made::Ok(told.into_iter().map(|told| (told.payout.about(), told.overdue_since)).collect::<Vec<_>>())
    };
    sold.go_to(45);
    assert_eq!(since().await?, [(Some(sold.id), None), (Some(later), None)]);
    sold.go_to(1);
    assert_eq!(since().await?, [(Some(sold.id), Some(day(45)?)), (Some(later), None)]);
    sold.go_to(45);
    assert_eq!(since().await?, [(Some(sold.id), Some(day(45)?)), (Some(later), Some(day(90)?))]);
    let paid = sold.pay_out().await?;
    let told = sold.world.cash().as_told(paid).await?;
    assert_eq!((told.len(), told.iter().filter_map(|told| told.overdue_since).count()), (2, 0), "they were paid out");
    Ok(())
}

#[tokio::test]
async fn what_came_for_an_invoice_is_told_with_its_day_until_it_is_taken_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let came = async || {
        let payments = sold.look().await?.payments();
        Made::Ok(payments.into_iter().map(|payment| (payment.value_on, payment.amount.get())).collect::<Vec<_>>())
    };
    assert_eq!(came().await?, []);
    sold.go_to(20);
    sold.receive(400_000, &[400_000]).await?;
    sold.go_to(10);
    sold.receive(100_000, &[100_000]).await?;
    assert_eq!(came().await?, [(day(20)?, 400_000), (day(30)?, 100_000)]);
    sold.end(Ending::Undo).await?;
    assert_eq!(came().await?, [(day(20)?, 400_000)]);
    Ok(())
}

#[tokio::test]
async fn what_is_credited_is_taken_off_the_reserve_and_then_owed() -> Checked {
    for (paid, release, owed) in [(950_000, 123_000, 0), (790_000, 0, 37_000)] {
        let sold = Sold::under(terms_with(|_| {})?).await?;
        sold.pay_out().await?;
        sold.go_to(45);
        sold.receive(paid, &[paid]).await?;
        let credit = HouseDecision::CreditNote { on: day(45)?, amount: Minor::new(1_000_000 - paid), reason: note()? };
        let over = sold.decide(credit).await?;
        assert_eq!(over.receivable().status(), ReceivableStatus::Settled);
        assert_eq!(sold.due().await?.iter().map(|payout| payout.gross.get()).sum::<i64>(), release);
        assert_eq!(sold.holds(AccountKind::SellersOwe).await?, owed);
        sold.is_over().await?;
    }
    Ok(())
}

#[tokio::test]
async fn who_pays_late_costs_the_seller_more() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(75);
    sold.receive(1_000_000, &[1_000_000]).await?;
    assert_eq!(sold.due().await?[0].gross, Minor::new(161_667));
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(30);
    sold.receive(500_000, &[500_000]).await?;
    sold.go_to(30);
    sold.receive(500_000, &[500_000]).await?;
    assert_eq!(sold.due().await?[0].gross, Minor::new(173_500));
    sold.is_over().await
}

#[tokio::test]
async fn a_payout_says_for_which_invoice_it_was_reduced() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    let (cases, membership) = (sold.world.use_cases(), &sold.seller.me.membership);
    let mut facts = invoice("AB-77", 900_000)?;
    facts.due_on = day(90)?;
    let look = sold.seller.offered(&sold.world, facts).await?;
    let second = look.receivable().id();
    cases.receivables.accept(second, accept(&sold.seller.me, &look)?).await?;
    let first = sold.due().await?.into_iter().find(|payout| payout.about() == Some(sold.id)).ok_or("nothing is due")?;
    sold.execute(sold.release(vec![first.id]).await?).await?;
    sold.go_to(45);
    sold.receive(790_000, &[790_000]).await?;
    sold.decide(HouseDecision::CreditNote { on: day(45)?, amount: Minor::new(210_000), reason: note()? }).await?;
    assert_eq!(cases.cash.paid_for_own(sold.id, membership).await?.owed, Minor::new(37_000));
    let due = sold.due().await?;
    sold.world.four_eyes = FourEyes::On;
    let tom = sold.world.operator_of("tom@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let world = &sold.world;
    let by = world.stepped_up(&sold.olga).await?;
    let payouts = due.iter().map(|payout| payout.id).collect();
    let approval = waits(world.approvals().release_payouts(releasing(&world.approvals(), &by, payouts).await).await?)?;
    let inbox = world.approvals().inbox(&sold.olga, InboxQuery::default()).await?.approvals;
    let gross: Minor = due.iter().map(|payout| payout.gross).sum();
    let net = gross - Minor::new(37_000);
    assert_eq!(inbox[0].about, format!("{} EUR", net.in_major(Currency::parse("EUR")?)));
    world.delivery().round().await?;
    let mail = world.mailer.sent().pop().and_then(|mail| mail.content.details().cloned()).ok_or("no mail")?;
    assert_eq!(mail.matters[0].amounts[0].money.amount_minor(), net.get());
    let told: Vec<_> = inbox.iter().flat_map(|view| &view.ground.payouts).map(|payout| payout.set_off).collect();
    assert_eq!(told, [Some(Minor::new(37_000))], "whoever approves knows what is sent");
    assert_eq!(cases.cash.paid_for_own(sold.id, membership).await?.owed, Minor::new(37_000), "it is looked at, not done");
    decide(world, &approval, &world.stepped_up(&tom).await?).await?;

    let newest = cases.cash.own_payouts(membership, None, None).await?.payouts.remove(0);
    assert_eq!((newest.payout.about(), newest.payout.net()), (Some(second), newest.payout.gross - Minor::new(37_000)));
    assert_eq!(newest.set_offs, [SetOff { receivable: sold.id, number: "RE-1".into(), amount: Minor::new(37_000) }]);
    let first = cases.cash.paid_for_own(sold.id, membership).await?;
    assert_eq!((first.owed, first.payouts.last()), (Minor::ZERO, Some(&newest)));
    let house = async |about| {
        let filter = PayoutFilter { about: Some(about), ..PayoutFilter::default() };
        Ok::<_, CashError>(cases.cash.payouts_of_all(&sold.olga.operator(), filter, None).await?.payouts)
    };
    assert_eq!(house(sold.id).await?, first.payouts, "the house reads of it what the seller does");
    assert_eq!(house(second).await?, std::slice::from_ref(&newest));
    assert_eq!(cases.cash.paid_for_own(second, membership).await?.payouts, [newest]);
    Ok(())
}

#[tokio::test]
async fn what_nobody_pays_goes_back_to_the_seller_and_is_set_off() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(104);
    assert!(matches!(sold.decide(HouseDecision::ChargeBack { note: None }).await, Err(ReceivableError::Blocked(Blocked::Unmet(_)))));
    sold.go_to(1);
    let over = sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    assert_eq!(over.receivable().status(), ReceivableStatus::ChargedBack);
    assert_eq!(sold.holds(AccountKind::SellersOwe).await?, 850_333);
    sold.is_over().await?;

    // The debtor pays after all: it is the seller's, which owes more than that.
    sold.receive(600_000, &[600_000]).await?;
    assert_eq!(sold.due().await?[0].purpose, Purpose::PassedOn);
    let kept_back = sold.due().await?[0].id;
    sold.release(vec![kept_back]).await?;
    let told = sold.world.cash().paid_for_own(sold.id, &sold.seller.me.membership).await?;
    assert_eq!(told.owed, Minor::new(250_333));
    let of = told.payouts.iter().find(|told| told.payout.id == kept_back).ok_or("not told")?;
    assert_eq!(of.set_offs, [SetOff { receivable: sold.id, number: "RE-1".into(), amount: Minor::new(600_000) }]);
    assert_eq!((of.invoice.as_deref(), of.debtor.is_some()), (Some("RE-1"), true));
    let kept_back = sold.world.store().payouts.by_id(kept_back).await?.ok_or("no payout")?;
    assert_eq!((kept_back.status, kept_back.net()), (PayoutStatus::Executed, Minor::ZERO), "all of it is kept back");
    assert_eq!(sold.holds(AccountKind::SellersOwe).await?, 250_333);
    sold.is_over().await?;

    // The seller pays the rest, and too much.
    let on = sold.look().await?.today();
    let iban = sold.look().await?.scene.seller.bank_account.iban.clone().ok_or("no account")?;
    let paid = vec![(Target::Receivable(sold.id), Minor::new(250_333))];
    let receipt = sold.receipt(on, 250_333, paid, Some(iban));
    sold.world.cash().enter_receipt(receipt).await?;
    assert_eq!(sold.holds(AccountKind::SellersOwe).await?, 0);
    sold.is_over().await
}

#[tokio::test]
async fn a_loss_is_shared_by_the_cover_and_so_is_what_comes_back_of_it() -> Checked {
    for (cover, loss, owed, release) in [(0, 0, 850_333, 0), (5_000, 500_000, 350_333, 0), (10_000, 1_000_000, 0, 149_667)] {
        let cover = Percentage::parse_basis_points(cover)?;
        let sold = Sold::under(terms_with(|parts| parts.cover = cover)?).await?;
        sold.pay_out().await?;
        sold.go_to(105);
        sold.end(Ending::WriteOff(LossCause::Insolvency)).await?;
        assert_eq!(sold.status().await?, ReceivableStatus::WrittenOff);
        let held = (sold.holds(AccountKind::CreditLosses).await?, sold.holds(AccountKind::SellersOwe).await?);
        assert_eq!(held, (loss, owed));
        assert_eq!(sold.due().await?.iter().map(|payout| payout.gross.get()).sum::<i64>(), release);
        sold.is_over().await?;
        sold.receive(100_000, &[100_000]).await?;
        let part = loss / 10;
        assert_eq!(sold.holds(AccountKind::CreditLosses).await?, loss - part);
        assert_eq!(sold.due().await?.iter().map(|payout| payout.gross.get()).sum::<i64>(), release + 100_000 - part);
        sold.is_over().await?;
    }
    Ok(())
}

#[tokio::test]
async fn money_nobody_can_explain_waits_and_counts_from_its_day() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    let receipt = sold.receive(1_000_050, &[]).await?;
    assert_eq!((receipt.left(), sold.holds(AccountKind::Suspense).await?), (Minor::new(1_000_050), -1_000_050));
    sold.go_to(20);
    let explain = |amount: i64| ExplainCommand {
        by: sold.olga.clone(),
        parts: vec![(Target::Receivable(sold.id), Minor::new(amount))],
        request: None,
    };
    let cases = sold.world.use_cases();
    assert!(matches!(cases.cash.explain(receipt.receipt.id, explain(1_000_051)).await, Err(CashError::Split(_))));
    let explained = cases.cash.explain(receipt.receipt.id, explain(1_000_050)).await?;
    assert!(explained.left().is_zero());
    assert_eq!(sold.due().await?[0].gross, Minor::new(173_000), "as if it had been explained in time");
    assert_eq!(sold.holds(AccountKind::DebtorCredits).await?, -50, "too much is the debtor's");
    assert_eq!(sold.world.store().receipts.page(Receipts::Unexplained, None, 10).await?, []);
    sold.is_over().await
}

#[tokio::test]
async fn what_comes_back_is_due_again_and_costs_from_when_it_arrives() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let paid = sold.pay_out().await?;
    let back = |on| Returned { on, reason: note().ok() };
    let returned = |id, on| {
        let command = ReturnedCommand { by: sold.olga.clone(), back: back(on), request: None };
        let cases = sold.world.use_cases();
        async move { cases.cash.returned(id, command).await }
    };
    assert_eq!(returned(paid[0].id, day(1)?).await, Err(NotOpen::Future.into()), "not tomorrow");
    sold.go_to(3);
    let again = returned(paid[0].id, day(3)?).await?;
    assert_eq!((again.status, again.gross, again.replaces), (PayoutStatus::Due, Minor::new(800_000), Some(paid[0].id)));
    assert_eq!(returned(paid[0].id, day(3)?).await, Err(CashError::from(PayoutRefused::Status)), "once");
    let failed = |told: BTreeMap<PayoutId, Releasable>| told.into_values().map(|told| told.account_failed).collect::<Vec<_>>();
    assert_eq!(failed(sold.releasable().await?), [Some(back(day(3)?))], "the account may be closed");
    let dispute = HouseDecision::Dispute { amount: Minor::new(1_000), reason: DisputeReason::Defective, note: None };
    sold.decide(dispute).await?;
    let stopped = CashError::Stopped(vec![StoppedPayout { payout: again.id, about: sold.id, stops: vec![Stop::Disputed] }]);
    assert_eq!(sold.release(vec![again.id]).await, Err(ProposeError::Cash(stopped)), "what stops an advance stops it again");
    sold.decide(HouseDecision::Resolve { resolution: Resolution::Won }).await?;
    sold.pay_out().await?;
    let accounts = BTreeMap::from([(sold.seller.me.membership.company, sold.account().await?)]);
    assert_eq!(sold.world.cash().accounts_failed(&accounts).await?, BTreeMap::new(), "it took the next one");
    sold.go_to(42);
    sold.receive(1_000_000, &[1_000_000]).await?;
    // Three days less of 800,000 at 12 %.
    assert_eq!(sold.due().await?[0].gross, Minor::new(173_800));
    sold.is_over().await
}

#[tokio::test]
async fn what_ended_it_is_taken_back_newest_first_and_money_waits_in_suspense_again() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let before = sold.balances().await?;
    sold.go_to(45);
    sold.receive(1_000_000, &[1_000_000]).await?;
    sold.end(Ending::Undo).await?;
    assert_eq!((sold.status().await?, sold.due().await?), (ReceivableStatus::Funded, vec![]));
    assert_eq!(sold.holds(AccountKind::Suspense).await?, -1_000_000);
    let unexplained = sold.world.store().receipts.page(Receipts::Unexplained, None, 10).await?;
    assert_eq!(unexplained[0].left(), Minor::new(1_000_000));
    let mut now = sold.balances().await?;
    now.retain(|(kind, _)| *kind != AccountKind::Suspense);
    let bank = |of: &[(AccountKind, i64)]| of.iter().find(|(kind, _)| *kind == AccountKind::Bank).map_or(0, |(_, amount)| *amount);
    assert_eq!(bank(&now), bank(&before) + 1_000_000);

    // Explained again it ends as it had, and what was paid out of it is owed once it is taken back.
    let parts = vec![(Target::Receivable(sold.id), Minor::new(1_000_000))];
    let command = ExplainCommand { by: sold.olga.clone(), parts, request: None };
    sold.world.cash().explain(unexplained[0].receipt.id, command).await?;
    sold.pay_out().await?;
    sold.is_over().await?;
    sold.end(Ending::Undo).await?;
    assert_eq!(sold.holds(AccountKind::SellersOwe).await?, 173_000);
    // What the bank did with the payout is not taken back like this.
    assert_eq!(sold.end(Ending::Undo).await, Err(ProposeError::Cash(ReceivableError::Refused(Refused::NotUndoable).into())));
    Ok(())
}

#[tokio::test]
async fn what_is_passed_on_is_due_though_its_invoice_is_rejected() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let (on, company) = (sold.look().await?.today(), sold.seller.me.membership.company);
    let passed_on = vec![(Target::PassOn(company, sold.id), Minor::new(500))];
    sold.world.cash().enter_receipt(sold.receipt(on, 500, passed_on, None)).await?;
    sold.decide(HouseDecision::Reject { reason: note()? }).await?;
    let due: Vec<_> = sold.due().await?.iter().map(|payout| (payout.purpose, payout.gross.get())).collect();
    assert_eq!((due, sold.holds(AccountKind::SellersPayable).await?), (vec![(Purpose::PassedOn, 500)], -500));
    Ok(())
}

#[tokio::test]
async fn what_a_seller_paid_of_a_debt_and_beyond_is_its_own_once_the_debt_is_taken_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(105);
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    let (on, iban) = (sold.look().await?.today(), sold.look().await?.scene.seller.bank_account.iban.clone().ok_or("no account")?);
    let paid = vec![(Target::Receivable(sold.id), Minor::new(850_433))];
    sold.world.cash().enter_receipt(sold.receipt(on, 850_433, paid, Some(iban))).await?;
    assert_eq!(sold.holds(AccountKind::SellersPayable).await?, -100);
    sold.end(Ending::Undo).await?;
    assert_eq!(sold.world.store().receipts.page(Receipts::Unexplained, None, 10).await?, []);
    assert_eq!((sold.holds(AccountKind::SellersPayable).await?, sold.holds(AccountKind::SellersOwe).await?), (-850_433, 0));
    let due: Vec<_> = sold.due().await?.iter().map(|payout| (payout.purpose, payout.gross.get())).collect();
    assert_eq!(due, [(Purpose::PassedOn, 100), (Purpose::DebtReturned, 850_333)]);
    Ok(())
}

#[tokio::test]
async fn time_that_was_given_is_taken_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.decide(HouseDecision::Extend { due_on: day(60)?, note: None }).await?;
    assert_eq!(sold.look().await?.receivable().due_on(), day(60)?);
    sold.end(Ending::Undo).await?;
    assert_eq!(sold.look().await?.receivable().due_on(), day(45)?, "as in its book");
    Ok(())
}

#[tokio::test]
async fn what_is_stopped_is_not_paid_out_and_what_is_rejected_is_never_due() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let due: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    sold.decide(HouseDecision::Hold { note: None }).await?;
    let stopped = CashError::Stopped(vec![StoppedPayout { payout: due[0], about: sold.id, stops: vec![Stop::Held] }]);
    let account = sold.account().await?;
    let told = |stops: Vec<Stop>| BTreeMap::from([(due[0], Releasable { account: account.clone(), stops, account_failed: None })]);
    assert_eq!(sold.releasable().await?, told(vec![Stop::Held]), "it is told before anybody tries");
    assert_eq!(sold.release(due.clone()).await, Err(ProposeError::Cash(stopped)));
    sold.decide(HouseDecision::Release).await?;
    assert_eq!(sold.releasable().await?, told(vec![]));
    sold.receive(300, &[300]).await?;
    sold.decide(HouseDecision::Reject { reason: note()? }).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Rejected);
    let now = sold.due().await?;
    assert_eq!(now.iter().map(|payout| (payout.purpose, payout.gross.get())).collect::<Vec<_>>(), [(Purpose::PassedOn, 300)]);
    let refused = CashError::from(PayoutRefused::Status);
    assert_eq!(sold.release(due).await, Err(ProposeError::Cash(refused)));
    sold.pay_out().await?;
    assert_eq!(sold.balances().await?, []);
    sold.is_over().await
}

#[tokio::test]
async fn what_came_for_an_invoice_that_was_not_sold_is_passed_on() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let other = sold.seller.offered(&sold.world, invoice("AB-77", 400_000)?).await?.receivable().id();
    let on = sold.look().await?.today();
    let receipt = sold.world.cash().enter_receipt(sold.receipt(on, 700, vec![], None)).await?.receipt.id;
    let parts = vec![
        (Target::PassOn(sold.seller.me.membership.company, other), Minor::new(500)),
        (Target::Credit(sold.seller.debtor), Minor::new(200)),
    ];
    let command = ExplainCommand { by: sold.olga.clone(), parts, request: None };
    let explained = sold.world.cash().explain(receipt, command).await?;
    assert!(explained.left().is_zero());
    let due = sold.due().await?;
    let passed_on = due.iter().find(|payout| payout.about() == Some(other)).ok_or("nothing is passed on")?;
    assert_eq!((passed_on.purpose, passed_on.gross), (Purpose::PassedOn, Minor::new(500)));
    let id = passed_on.id;
    let paid = sold.execute(sold.release(vec![id]).await?).await?;
    assert_eq!(paid[0].status, PayoutStatus::Executed);
    let back = ReturnedCommand { by: sold.olga.clone(), back: Returned { on, reason: Some(note()?) }, request: None };
    assert_eq!(sold.world.cash().returned(id, back).await?.gross, Minor::new(500));
    let held = (sold.holds(AccountKind::DebtorCredits).await?, sold.holds(AccountKind::SellersPayable).await?);
    assert_eq!(held, (-200, -500));
    // What the debtor has as credit pays what was sold, once that is paid out.
    let advance = due.iter().find(|payout| payout.about() == Some(sold.id)).ok_or("no advance")?.id;
    sold.execute(sold.release(vec![advance]).await?).await?;
    let credit = |amount| HouseDecision::UseCredit { amount: Minor::new(amount) };
    assert_eq!(sold.decide(credit(201)).await, Err(ReceivableError::NoMoreThan(Minor::new(200))));
    assert_eq!(sold.decide(credit(200)).await?.kept.position.open, Minor::new(999_800));
    assert_eq!(sold.holds(AccountKind::DebtorCredits).await?, 0);
    Ok(())
}

#[tokio::test]
async fn what_the_debtor_paid_the_seller_is_kept_back_from_its_next_payouts() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let paid = |amount| HouseDecision::PaidToSeller { amount: Minor::new(amount), note: None };
    let too_early = ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Accepted));
    assert_eq!(sold.decide(paid(1)).await, Err(too_early));
    sold.pay_out().await?;
    sold.go_to(45);
    let much = sold.decide(paid(1_000_001)).await;
    assert_eq!(much, Err(ReceivableError::Refused(Refused::MoreThanOpen)));
    let position = sold.decide(paid(1_000_000)).await?.kept.position;
    assert_eq!((position.open, position.with_seller), (Minor::new(1_000_000), Minor::new(1_000_000)), "nothing has come yet");
    // Another invoice of theirs, of 1,500,000: 80 % are advanced, 1,000,000 of which are kept back.
    let mut facts = invoice("RE-2", 1_500_000)?;
    facts.due_on = day(100)?;
    let other = sold.seller.offered(&sold.world, facts).await?;
    sold.world.receivables().accept(other.receivable().id(), accept(&sold.seller.me, &other)?).await?;
    let advance: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    sold.release(advance.clone()).await?;
    let released = sold.world.store().payouts.by_ids(advance).await?;
    assert_eq!((released[0].gross, released[0].net()), (Minor::new(1_200_000), Minor::new(200_000)));
    assert_eq!(sold.status().await?, ReceivableStatus::Settled, "as if the debtor had paid the house");
    let release: Vec<_> = sold.due().await?.iter().map(|payout| (payout.about(), payout.purpose, payout.gross.get())).collect();
    assert_eq!(release, [(Some(sold.id), Purpose::Release, 173_000)]);
    assert_eq!(sold.holds(AccountKind::SellersPayable).await?, -173_000);

    // Taken back, it is the seller's to get once more, and is kept back again.
    sold.end(Ending::Undo).await?;
    assert_eq!(sold.look().await?.kept.position.with_seller, Minor::new(1_000_000));
    let again: Vec<_> = sold.due().await?.iter().map(|payout| (payout.about(), payout.purpose, payout.gross.get())).collect();
    assert_eq!(again, [(Some(sold.id), Purpose::PassedOn, 1_000_000)]);
    sold.release(sold.due().await?.iter().map(|payout| payout.id).collect()).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    assert_eq!(sold.holds(AccountKind::SellersPayable).await?, -173_000);
    Ok(())
}

#[tokio::test]
async fn what_the_seller_passes_on_itself_is_not_kept_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    sold.decide(HouseDecision::PaidToSeller { amount: Minor::new(400_000), note: None }).await?;
    let (on, iban) = (sold.look().await?.today(), sold.account().await?.iban.ok_or("no account")?);
    let parts = vec![(Target::Receivable(sold.id), Minor::new(300_000))];
    sold.world.cash().enter_receipt(sold.receipt(on, 300_000, parts, Some(iban))).await?;
    let position = sold.look().await?.kept.position;
    assert_eq!((position.open, position.with_seller), (Minor::new(700_000), Minor::new(100_000)));
    Ok(())
}

#[tokio::test]
async fn a_seller_is_let_off_what_it_owes_and_no_more() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let give_up = |amount: i64| Money::parse(amount, Currency::parse("EUR").expect("a currency")).map(Ending::GiveUp);
    sold.pay_out().await?;
    assert_eq!(sold.end(give_up(1)?).await, Err(ProposeError::Cash(ReceivableError::NoMoreThan(Minor::ZERO).into())));
    sold.go_to(105);
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    assert_eq!(sold.end(give_up(850_334)?).await, Err(ProposeError::Cash(ReceivableError::NoMoreThan(Minor::new(850_333)).into())));
    sold.end(give_up(50_333)?).await?;
    sold.is_over().await?;
    let held = (sold.holds(AccountKind::SellersOwe).await?, sold.holds(AccountKind::CreditLosses).await?);
    assert_eq!(held, (800_000, 50_333));
    sold.end(give_up(800_000)?).await?;
    assert_eq!(sold.holds(AccountKind::SellersOwe).await?, 0);
    sold.is_over().await
}

#[tokio::test]
async fn while_an_ending_waits_for_a_second_person_no_other_one_is_done() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.receive(300, &[300]).await?;
    sold.go_to(105);
    let endings = async |sold: &Sold| -> Made<Vec<OperatorAction>> {
        let by = sold.olga.operator();
        let look = sold.world.receivables().examined(sold.id, &by).await?;
        Ok(look.operators_actions(&by).into_iter().filter(|action| action.is_ending()).collect())
    };
    let free = endings(&sold).await?;
    assert!(free.contains(&OperatorAction::ChargeBack) && free.contains(&OperatorAction::WriteOff), "{free:?}");
    sold.world.four_eyes = FourEyes::On;
    for proposed in [Ending::WriteOff(LossCause::Insolvency), Ending::Undo] {
        let others = [Ending::WriteOff(LossCause::Insolvency), Ending::Undo].into_iter().filter(|other| *other != proposed);
        sold.end(proposed).await?;
        assert_eq!(endings(&sold).await?, [], "{proposed:?} waits");
        let charged_back = sold.decide(HouseDecision::ChargeBack { note: None }).await.map(drop);
        assert_eq!(charged_back, Err(ReceivableError::EndingWaits));
        for other in others {
            assert_eq!(sold.end(other).await, Err(ProposeError::Cash(ReceivableError::EndingWaits.into())));
        }
        sold.end(proposed).await?;
        let inbox = sold.world.approvals().inbox(&sold.olga, InboxQuery::default()).await?.approvals;
        let [waiting] = &inbox[..] else { return Err("one waits".into()) };
        sold.world.approvals().withdraw(&sold.olga, waiting.approval.id).await?;
        assert_eq!(endings(&sold).await?, free, "withdrawn, it keeps nothing");
    }
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::ChargedBack);
    assert!(sold.end(Ending::WriteOff(LossCause::Insolvency)).await.is_err(), "nor is it written off then");
    Ok(())
}

/// The house lets up to 5.00 go.
async fn lenient(sold: &Sold) -> Checked {
    let settings = SettingsCommand { by: confirmed(&sold.olga), version: 0, details: house_details() };
    Ok(sold.world.house().change_settings(settings).await?)
}

#[tokio::test]
async fn a_small_rest_is_let_go_whatever_left_it() -> Checked {
    // Money that came before the advance was paid out.
    let sold = Sold::under(terms_with(|_| {})?).await?;
    lenient(&sold).await?;
    let batch = sold.release(sold.due().await?.iter().map(|payout| payout.id).collect()).await?;
    sold.receive(999_500, &[999_500]).await?;
    assert_eq!((sold.status().await?, sold.look().await?.kept.position.open), (ReceivableStatus::Funded, Minor::new(500)));
    sold.execute(batch).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    sold.is_over().await?;
    // A credit note.
    let sold = Sold::under(terms_with(|_| {})?).await?;
    lenient(&sold).await?;
    sold.pay_out().await?;
    sold.receive(900_000, &[900_000]).await?;
    for (amount, status) in [(99_499, ReceivableStatus::Funded), (1, ReceivableStatus::Settled)] {
        let credit = HouseDecision::CreditNote { on: day(0)?, amount: Minor::new(amount), reason: note()? };
        assert_eq!(sold.decide(credit).await?.receivable().status(), status, "of 501 and 500 left");
    }
    sold.is_over().await
}

#[tokio::test]
async fn a_small_invoice_is_no_rest() -> Checked {
    let world = world();
    let olga = world.stepped_up(&world.operator().await?).await?;
    let seller = Trader::under(&world, &olga, "Muehle", terms_with(|parts| parts.service_fee_minimum = Minor::ZERO)?).await?;
    world.limit(&olga, seller.debtor, 1_000_000).await?;
    let mut facts = invoice("RE-1", 500)?;
    facts.due_on = day(45)?;
    let look = seller.offered(&world, facts).await?;
    let id = look.receivable().id();
    world.receivables().accept(id, accept(&seller.me, &look)?).await?;
    let sold = Sold { world, olga, seller, id };
    lenient(&sold).await?;
    sold.pay_out().await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Funded, "nobody has paid anything");
    sold.receive(1, &[1]).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    Ok(())
}

pub(super) async fn decide(world: &World, approval: &Approval, by: &Member) -> Result<Approval, DecideError> {
    let ruling = Ruling { by: by.clone(), verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
    world.approvals().decide(approval.id, ruling).await
}

pub(super) fn waits<T>(performed: Performed<T>) -> Made<Box<Approval>> {
    match performed {
        Performed::Awaits(approval) => Ok(approval),
        Performed::Done(_) => Err("it was done at once".into()),
    }
}

#[tokio::test]
async fn two_people_release_payouts_and_both_prove_who_they_are() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    sold.world.four_eyes = FourEyes::On;
    let due: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    let tom = sold.world.operator_of("tom@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let carl = sold.world.operator_of("carl@example.com", [OperatorRole::Credit].into_iter().collect()).await?;
    let approvals = sold.world.approvals();
    let command = |by: &Member| {
        let (approvals, by, due) = (approvals.clone(), by.clone(), due.clone());
        async move { releasing(&approvals, &by, due).await }
    };
    let refused = ReceivableError::Blocked(Blocked::NotOperators(OperatorRight::ManagePayments));
    assert_eq!(approvals.release_payouts(command(&carl).await).await, Err(ProposeError::Cash(refused.into())));
    assert_eq!(approvals.release_payouts(command(&tom).await).await, Err(ProposeError::StepUpRequired(UNCONFIRMED)));
    let approval = waits(approvals.release_payouts(command(&sold.olga).await).await?)?;
    assert_eq!(sold.status().await?, ReceivableStatus::Accepted, "nothing else has changed");
    let proposed = vec![ProposedPayout { payout: due[0], approval: approval.id }];
    assert_eq!(approvals.proposed_payouts().await?, proposed);
    let again = approvals.release_payouts(command(&sold.world.stepped_up(&tom).await?).await).await;
    assert_eq!(again, Err(ProposeError::PayoutsProposed(proposed)));
    assert!(matches!(decide(&sold.world, &approval, &sold.olga).await, Err(DecideError::FourEyes(_))));
    assert_eq!(decide(&sold.world, &approval, &tom).await, Err(DecideError::StepUpRequired(UNCONFIRMED)));
    let tom = sold.world.stepped_up(&tom).await?;
    decide(&sold.world, &approval, &tom).await?;
    assert_eq!(sold.world.approvals().proposed_payouts().await?, []);
    assert_eq!(sold.status().await?, ReceivableStatus::Funded);
    let released = sold.world.store().payouts.by_ids(due).await?;
    let release = released[0].release.as_ref().ok_or("not released")?;
    assert_eq!((released[0].status, release.by, release.account.as_ref()), (PayoutStatus::Released, tom.user.id(), &sold.account().await?));
    Ok(())
}

impl Sold {
    /// How what is due could be released now.
    async fn releasable(&self) -> Made<BTreeMap<PayoutId, Releasable>> {
        Ok(self.world.approvals().releasable(&self.due().await?).await?)
    }
}

#[tokio::test]
async fn nothing_is_paid_to_an_account_whose_holder_no_bank_file_can_carry() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let due: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    let rename = async |holder: &str| {
        let seen = sold.account().await?;
        let account = BankAccount { holder: Some(Line::parse(holder)?), ..seen.clone() };
        let ada = sold.world.stepped_up(&sold.seller.me).await?;
        sold.world.approvals().change_bank_account(&ada, AccountCommand { seen, account }).await?;
        Checked::Ok(())
    };
    let readable = sold.account().await?.holder.ok_or("no holder")?;
    rename("東京商事").await?;
    let stopped = StoppedPayout { payout: due[0], about: sold.id, stops: vec![Stop::AccountUnwritable] };
    assert_eq!(sold.releasable().await?.get(&due[0]).map(|told| told.stops.clone()), Some(vec![Stop::AccountUnwritable]));
    assert_eq!(sold.release(due.clone()).await, Err(ProposeError::Cash(CashError::Stopped(vec![stopped]))));
    rename(readable.as_str()).await?;
    assert_eq!(sold.releasable().await?.get(&due[0]).map(|told| told.stops.clone()), Some(vec![]));
    sold.release(due).await?;
    Ok(())
}

#[tokio::test]
async fn while_a_company_wants_another_account_nothing_is_paid_to_it() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    let due: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    sold.world.four_eyes = FourEyes::On;
    let before = sold.account().await?;
    let other = BankAccount { iban: Some(Iban::parse("DE02120300000000202051")?), ..before.clone() };
    let ada = sold.world.stepped_up(&sold.seller.me).await?;
    let another = AccountCommand { seen: before.clone(), account: other.clone() };
    let approval = waits(sold.world.approvals().change_bank_account(&ada, another).await?)?;
    sold.world.four_eyes = FourEyes::Off;
    let (first, shown) = (sold.due().await?.remove(0), sold.world.approvals().bank_account(&sold.seller.me).await?);
    assert_eq!(
        shown.due,
        [DuePayouts { currency: first.currency, count: 1, amount: first.gross, first_on: first.due_on }],
        "so much waits"
    );
    let inbox = sold.world.approvals().inbox(&sold.olga, InboxQuery::default()).await?;
    assert_eq!(inbox.approvals.iter().map(|view| view.ground.due.clone()).collect::<Vec<_>>(), [shown.due], "who decides reads of which");
    let stopped = CashError::Stopped(vec![StoppedPayout { payout: due[0], about: sold.id, stops: vec![Stop::AccountChanging] }]);
    assert_eq!(sold.releasable().await?.get(&due[0]).map(|told| told.stops.clone()), Some(vec![Stop::AccountChanging]));
    assert_eq!(sold.release(due.clone()).await, Err(ProposeError::Cash(stopped)));
    decide(&sold.world, &approval, &sold.world.stepped_up(&sold.olga).await?).await?;
    assert_eq!(sold.releasable().await?.get(&due[0]).map(|told| told.account.clone()), Some(other.clone()));
    sold.release(due.clone()).await?;
    let released = sold.world.store().payouts.by_ids(due).await?;
    assert_eq!(sold.world.approvals().bank_account(&sold.seller.me).await?.due, [], "it was released");
    assert_eq!(released[0].release.as_ref().map(|release| release.account.as_ref().clone()), Some(other));
    Ok(())
}

/// Whatever the day: what would end it is what ends it, and what is not offered is refused.
#[tokio::test]
async fn it_is_written_off_for_each_cause_that_is_offered_and_for_no_other_one() -> Checked {
    for days in [46, 49, 50, 51] {
        for cause in LossCause::ALL {
            let parts = TermsParts { recourse_after_days: 5, ..*terms("EUR", 1_200)?.parts() };
            let terms = Terms::parse(parts).map_err(|refused| format!("{refused:?}"))?;
            let sold = Sold::under(terms).await?;
            sold.pay_out().await?;
            sold.go_to(days);
            let look = sold.look().await?;
            let offered = look.would_end(&sold.olga.operator());
            let is_offered = offered.iter().any(|(action, of, _)| (*action, *of) == (OperatorAction::WriteOff, Some(*cause)));
            assert_eq!(is_offered, days >= 50 || *cause != LossCause::Default, "{cause:?} after {days} days");
            let ended = sold.end(Ending::WriteOff(*cause)).await;
            assert_eq!(ended.is_ok(), is_offered, "{cause:?} after {days} days: {ended:?}");
        }
    }
    Ok(())
}
