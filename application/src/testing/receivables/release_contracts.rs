//! What a release of payouts shows before it is done, and needs.

use super::{Trader, invoice, releases::releasing};
use crate::{
    StorePorts,
    approvals::{
        AccountCommand, Approvals, DecideError, FourEyes, InboxQuery, NewEntry, Performed, ProposeError, ReleaseCommand, ReleaseView,
        Ruling, hash_of,
    },
    cash::{CashError, ExecutedCommand, ReceiptCommand, ReturnedCommand},
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::AcceptCommand,
    servicing::{HouseCommand, HouseDecision},
    testing::{World, confirmed, contracts::Checked, facilities::terms},
};
use futures_util::future::join_all;
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalMove, ApprovalState, Verdict},
        proposal::ApprovalAction,
    },
    identity::operator::OperatorRoles,
    kernel::{
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::manual::ManualEvent,
    onboarding::bank_account::{BankAccount, Iban},
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus, Returned},
        receipt::{EnteredPayer, Target},
        release::{Funds, ReleaseWarning, Unexplained},
    },
};

type Made<T> = Result<T, Box<dyn std::error::Error>>;

/// A house with money at its bank, two who pay it out, and somebody who sells.
struct Treasury {
    world: World,
    olga: Member,
    tom: Member,
    seller: Trader,
}

impl Treasury {
    async fn with(ports: &StorePorts, capital: i64) -> Made<Self> {
        let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
        let olga = world.stepped_up(&world.operator().await?).await?;
        let tom = world.operator_of("tom@example.com", OperatorRoles::all()).await?;
        let tom = world.stepped_up(&tom).await?;
        let seller = Trader::under(&world, &olga, "Releases", terms("EUR", 1_200)?).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let (on, amount) = (world.clock_now().date_naive(), Money::parse(capital, Currency::parse("EUR")?)?);
        let entry = NewEntry {
            event: ManualEvent::Capital,
            on,
            amount,
            note: Note::parse("To begin with")?,
            explains: None,
            overdraw: true,
            is_another: false,
        };
        world.approvals().book_entry(&olga, entry, None).await?;
        Ok(Self { world, olga, tom, seller })
    }

    async fn sold(&self, number: &str, face: i64) -> Made<ReceivableId> {
        let look = self.seller.offered(&self.world, invoice(number, face)?).await?;
        let offer = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or("no offer")?.offer.clone();
        let command = AcceptCommand { by: self.seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        Ok(self.world.receivables().accept(look.receivable().id(), command).await?.receivable().id())
    }

    async fn due(&self, of: ReceivableId) -> Made<Vec<PayoutId>> {
        let filter = PayoutFilter { about: Some(of), status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(filter, None, 100).await?.into_iter().map(|payout| payout.id).collect())
    }

    async fn payout(&self, id: PayoutId) -> Made<Payout> {
        self.world.store().payouts.by_id(id).await?.ok_or_else(|| "no payout".into())
    }

    async fn preview(&self, payouts: &[PayoutId]) -> Made<ReleaseView> {
        Ok(self.world.approvals().preview_release(&self.olga, payouts.to_vec()).await?)
    }

    async fn release(&self, command: ReleaseCommand) -> Result<BatchId, ProposeError> {
        match self.world.approvals().release_payouts(command).await? {
            Performed::Done(batch) => Ok(batch),
            Performed::Awaits(_) => Err(ProposeError::AlreadyProposed),
        }
    }

    /// Without a reason.
    async fn release_only(&self, payouts: &[PayoutId]) -> Result<BatchId, ProposeError> {
        self.release(ReleaseCommand { reason: None, ..self.released_with_reason(payouts).await }).await
    }

    async fn execute(&self, batch: BatchId) -> Made<()> {
        let command = ExecutedCommand { by: self.olga.clone(), on: self.world.clock_now().date_naive(), request: None };
        self.world.cash().executed(batch, command).await?;
        Ok(())
    }

    async fn funds(&self) -> Made<[i64; 2]> {
        let euro = Currency::parse("EUR")?;
        let Funds { bank, in_transit, .. } = self.world.cash().funds([euro].into()).await?[0];
        Ok([bank.get(), in_transit.get()])
    }

    fn two_people(&self) -> Approvals {
        Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&self.world.approvals()) }
    }

    async fn proposed(&self, command: ReleaseCommand) -> Made<Approval> {
        match self.two_people().release_payouts(command).await? {
            Performed::Awaits(approval) => Ok(*approval),
            Performed::Done(_) => Err("it was done at once".into()),
        }
    }

    async fn approve(&self, approval: &Approval) -> Result<Approval, DecideError> {
        let ruling = Ruling { by: self.tom.clone(), verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
        self.two_people().decide(approval.id, ruling).await
    }

    /// The debtor pays so much of it, and the rest is credited.
    async fn credited(&self, of: ReceivableId, paid: i64) -> Made<()> {
        let cases = self.world.use_cases();
        let look = cases.receivables.examined(of, &self.olga.operator()).await?;
        let (on, by, amount) = (look.today(), self.olga.clone(), Money::parse(paid, Currency::parse("EUR")?)?);
        let (payer, parts) = (EnteredPayer::default(), vec![(Target::Receivable(of), Minor::new(paid))]);
        cases
            .cash
            .enter_receipt(ReceiptCommand { by: by.clone(), on, amount, payer, text: None, parts, is_another: true, request: None })
            .await?;
        let look = cases.receivables.examined(of, &by.operator()).await?;
        let what = HouseDecision::CreditNote { on, amount: look.kept.position.open, reason: Note::parse("Damaged goods")? };
        let version = look.receivable().parts().version;
        cases.servicing.decide(of, HouseCommand { by, version, what, request: None }).await?;
        Ok(())
    }
}

fn unexplained(warning: ReleaseWarning) -> ProposeError {
    ProposeError::Cash(CashError::Unexplained(Unexplained([warning].into())))
}

pub async fn a_release_tells_what_is_left_and_needs_a_reason_for_more_than_there_is(ports: &StorePorts) -> Checked {
    let house = Treasury::with(ports, 1_000_000).await?;
    assert_eq!(house.funds().await?, [1_000_000, 0]);
    let (first, second) = (house.sold("RE-1", 1_000_000).await?, house.sold("AB-77", 300_000).await?);
    let (first, second) = (house.due(first).await?, house.due(second).await?);
    let after = |view: &ReleaseView| view.outlook.balances().iter().map(|balance| balance.after().get()).collect::<Vec<_>>();
    assert_eq!(after(&house.preview(&first).await?), [200_000]);
    let one = house.release_only(&first).await?;
    assert_eq!(house.funds().await?, [1_000_000, 800_000], "it is released, and not yet debited");

    let view = house.preview(&second).await?;
    assert_eq!((after(&view), view.outlook.warnings()), (vec![-40_000], [(ReleaseWarning::Overdrawn, 1)].into()));
    assert_eq!(view.names.into_values().collect::<Vec<_>>().len(), 1);
    assert_eq!(house.release_only(&second).await, Err(unexplained(ReleaseWarning::Overdrawn)));
    assert_eq!(house.payout(second[0]).await?.status, PayoutStatus::Due);
    let other = house.release(house.released_with_reason(&second).await).await?;
    let entry = house.world.last_entry().await?;
    let told = |field: &str| entry.changes.iter().find(|change| change.field == field).cloned().ok_or("not told");
    assert_eq!(told("reason")?.after.as_deref(), Some("Agreed with the bank."));
    assert_eq!(told("warnings")?.after.as_deref(), Some("overdrawn"));
    let funds = told("funds.EUR")?;
    assert_eq!((funds.before.as_deref(), funds.after.as_deref()), (Some("2000.00 EUR"), Some("-400.00 EUR")));
    for batch in [one, other] {
        house.execute(batch).await?;
    }
    assert_eq!(house.funds().await?, [-40_000, 0]);
    Ok(())
}

impl Treasury {
    async fn released_with_reason(&self, payouts: &[PayoutId]) -> ReleaseCommand {
        releasing(&self.world.approvals(), &self.olga, payouts.to_vec()).await
    }
}

pub async fn a_payment_to_an_account_that_failed_needs_a_reason(ports: &StorePorts) -> Checked {
    let house = Treasury::with(ports, 5_000_000).await?;
    let sold = house.sold("RE-1", 1_000_000).await?;
    let paid = house.due(sold).await?;
    house.execute(house.release_only(&paid).await?).await?;
    let other = house.sold("AB-77", 300_000).await?;
    let due = house.due(other).await?;
    let early = house.proposed(house.released_with_reason(&due).await).await?;
    let back = Returned { on: house.world.clock_now().date_naive(), reason: None };
    let command = ReturnedCommand { by: house.olga.clone(), back, request: None };
    let again = house.world.cash().returned(paid[0], command).await?.id;
    assert_eq!(house.approve(&early).await, Err(DecideError::Outdated), "its reason speaks of nothing that came up since");
    assert_eq!(house.payout(due[0]).await?.status, PayoutStatus::Due);
    let warnings = house.preview(&[again]).await?.outlook.warnings();
    assert_eq!(warnings, [(ReleaseWarning::AccountFailed, 1), (ReleaseWarning::CameBack, 1)].into());
    assert_eq!(house.release_only(&[again]).await, Err(unexplained(ReleaseWarning::AccountFailed)));
    let approval = house.proposed(house.released_with_reason(&[again]).await).await?;
    assert_eq!(house.approve(&approval).await?.state, ApprovalState::Approved);
    assert_eq!(house.payout(again).await?.status, PayoutStatus::Released);
    Ok(())
}

pub async fn what_was_seen_is_sent_or_nothing(ports: &StorePorts) -> Checked {
    let house = Treasury::with(ports, 5_000_000).await?;
    let (owing, gets) = (house.sold("OWES-1", 1_000_000).await?, house.sold("GETS-22", 500_000).await?);
    let due = house.due(owing).await?;
    house.execute(house.release_only(&due).await?).await?;
    let due = house.due(gets).await?;
    let seen = house.two_people().preview_release(&house.olga, due.clone()).await?;
    assert_eq!(seen.outlook.payees().iter().map(|sum| sum.net().get()).collect::<Vec<_>>(), [400_000]);
    let approval = house.proposed(house.released_with_reason(&due).await).await?;
    let inbox = async || house.two_people().inbox(&house.tom, InboxQuery::default()).await;
    let shown = inbox().await?.approvals.remove(0);
    assert_eq!((shown.approval.proposal.action(), shown.about.as_str()), (ApprovalAction::ReleasePayouts, "4000.00 EUR"));
    assert_eq!(shown.moves, [ApprovalMove::Approve, ApprovalMove::Refuse]);
    assert_eq!(shown.ground.release.map(|release| (release.is_overtaken, release.now)), Some((false, Some(seen.clone()))));

    // A debt arises between the proposal and its approval.
    house.credited(owing, 790_000).await?;
    let shown = inbox().await?.approvals.remove(0);
    assert_eq!((shown.ground.is_overtaken, shown.moves), (true, vec![ApprovalMove::Refuse]), "what can't be approved any more is refused");
    let release = shown.ground.release.ok_or("no release")?;
    let now = release.now.ok_or("not possible")?;
    let owed = now.outlook.payees()[0].set_off;
    assert!(release.is_overtaken && owed.is_positive());
    assert_ne!(now.hash(), seen.hash());
    let blind = ReleaseCommand { seen: seen.hash(), ..house.released_with_reason(&due).await };
    assert_eq!(house.approve(&approval).await, Err(DecideError::Outdated));
    let ended = house.world.approvals().records.by_id(approval.id).await?.ok_or("no approval")?;
    assert_eq!((ended.state, house.payout(due[0]).await?.status), (ApprovalState::Outdated, PayoutStatus::Due));
    assert_eq!(house.release(blind).await, Err(ProposeError::Stale), "who alone releases sends nothing else either");

    let seeing = ReleaseCommand { seen: now.hash(), ..house.released_with_reason(&due).await };
    let approval = house.proposed(seeing).await?;
    house.approve(&approval).await?;
    assert_eq!(house.payout(due[0]).await?.net(), Minor::new(400_000) - owed);
    Ok(())
}

pub async fn another_account_between_proposal_and_approval_outdates_a_release(ports: &StorePorts) -> Checked {
    let house = Treasury::with(ports, 5_000_000).await?;
    let sold = house.sold("RE-1", 1_000_000).await?;
    let due = house.due(sold).await?;
    let approval = house.proposed(house.released_with_reason(&due).await).await?;
    let me = confirmed(&house.seller.me);
    let seen = house.world.approvals().bank_account(&me).await?.account;
    let account = BankAccount { iban: Some(Iban::parse("DE02120300000000202051")?), ..seen.clone() };
    let changed = house.world.approvals().change_bank_account(&me, AccountCommand { seen, account }).await?;
    assert_eq!(changed, Performed::Done(()));
    assert_eq!(house.approve(&approval).await, Err(DecideError::Outdated), "neither of the two saw that account");
    assert_eq!(house.payout(due[0]).await?.status, PayoutStatus::Due);
    Ok(())
}

pub async fn of_twelve_who_propose_one_payout_at_once_one_waits(ports: &StorePorts) -> Checked {
    let house = Treasury::with(ports, 5_000_000).await?;
    let (first, second) = (house.sold("RE-1", 1_000_000).await?, house.sold("AB-77", 300_000).await?);
    let shared = house.due(first).await?;
    let both = [shared.clone(), house.due(second).await?].concat();
    // Half of them beside another payout, by two people.
    let mut commands = Vec::new();
    for number in 0..12 {
        let by = if number % 4 < 2 { &house.olga } else { &house.tom };
        let payouts = if number % 2 == 0 { &shared } else { &both };
        commands.push(releasing(&house.world.approvals(), by, payouts.clone()).await);
    }
    let eyes = house.two_people();
    let answers = join_all(commands.into_iter().map(|command| eyes.release_payouts(command))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let is_named = |answer: &Result<_, ProposeError>| match answer {
        Ok(_) => true,
        Err(ProposeError::PayoutsProposed(named)) => named.iter().any(|proposed| proposed.payout == shared[0]),
        Err(_) => false,
    };
    assert!(answers.iter().all(is_named), "{answers:?}");
    let waiting = eyes.proposed_payouts().await?;
    assert_eq!(waiting.iter().filter(|proposed| proposed.payout == shared[0]).count(), 1);
    Ok(())
}
