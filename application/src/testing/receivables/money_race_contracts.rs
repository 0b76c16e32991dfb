//! What holds of money when many reach for it at the same moment.

use super::{
    books::{self, Before, Rows},
    course::{Course, Made},
    market::{Seller, invoice},
};
use crate::{
    StorePorts,
    approvals::{FourEyes, Performed, ProposeError, ReleaseCommand},
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{
        AcceptCommand, AcceptError, ExecutedCommand, ExplainCommand, HouseCommand, HouseDecision, Look, ReceiptCommand, ReceivableError,
    },
    testing::{World, contracts::Checked, facilities::terms},
};
use futures_util::future::{join, join_all, join3};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::account::{Account, AccountKind, Owner},
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutRefused, PayoutStatus},
        receipt::{Explained, Payer, Target},
    },
    receivables::status::ReceivableStatus,
};

const MANY: usize = 16;

/// A seller on one debtor, and an operator.
struct Desk {
    world: World,
    olga: Member,
    seller: Seller,
}

impl Desk {
    async fn of(ports: &StorePorts) -> Made<Self> {
        let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
        let olga = world.stepped_up(&world.operator().await?).await?;
        let seller = world.seller(&olga, "Races", terms("EUR", 1_200)?).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        Ok(Self { world, olga, seller })
    }

    async fn offered(&self, number: &str, face: i64) -> Made<Look> {
        self.world.handed_in(&self.seller, invoice(number, face)?).await
    }

    async fn accept(&self, look: &Look) -> Result<Look, AcceptError> {
        let standing = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or(AcceptError::NotFound)?;
        let (offer, hash) = (standing.offer.id(), standing.offer.hash());
        let command = AcceptCommand { by: self.seller.me.clone(), offer, hash, request: None };
        self.world.financing().accept(look.receivable().id(), command).await
    }

    async fn sold(&self, number: &str, face: i64) -> Made<ReceivableId> {
        Ok(self.accept(&self.offered(number, face).await?).await?.receivable().id())
    }

    async fn payouts(&self, of: ReceivableId) -> Made<Vec<Payout>> {
        let filter = PayoutFilter { about: Some(of), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(filter, None, 100).await?)
    }

    async fn due(&self, of: ReceivableId) -> Made<Vec<PayoutId>> {
        let due = self.payouts(of).await?.into_iter().filter(|payout| payout.status == PayoutStatus::Due);
        Ok(due.map(|payout| payout.id).collect())
    }

    async fn release(&self, payouts: Vec<PayoutId>) -> Result<BatchId, ProposeError> {
        match self.world.approvals().release_payouts(ReleaseCommand { by: self.olga.clone(), payouts, request: None }).await? {
            Performed::Done(batch) => Ok(batch),
            Performed::Awaits(_) => Err(ProposeError::AlreadyProposed),
        }
    }

    async fn pay_out(&self, of: ReceivableId) -> Made<()> {
        let batch = self.release(self.due(of).await?).await?;
        let on = self.look(of).await?.today();
        self.world.financing().executed(batch, ExecutedCommand { by: self.olga.clone(), on, request: None }).await?;
        Ok(())
    }

    async fn look(&self, id: ReceivableId) -> Made<Look> {
        Ok(self.world.financing().examined(id, &self.olga.operator()).await?)
    }

    async fn decide(&self, seen: &Look, what: HouseDecision) -> Result<Look, ReceivableError> {
        let command = HouseCommand { by: self.olga.clone(), version: seen.receivable().parts().version, what, request: None };
        self.world.financing().decide(seen.receivable().id(), command).await
    }

    async fn receive(&self, amount: i64, parts: Vec<(Target, Minor)>, of: ReceivableId) -> Made<Explained> {
        let on = self.look(of).await?.today();
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let payer = Payer::default();
        let command = ReceiptCommand { by: self.olga.clone(), on, amount, payer, text: None, parts, request: None };
        Ok(self.world.financing().enter_receipt(command).await?)
    }

    async fn owes(&self) -> Made<Minor> {
        let company = Owner::Company(self.seller.me.membership.company);
        let account = Account::of(AccountKind::SellersOwe, Currency::parse("EUR")?, company).ok_or("no account")?;
        Ok(self.world.store().journal.by_receivable(account).await?.into_iter().map(|(_, amount)| amount).sum())
    }

    /// What must hold of money, whatever happened to these.
    async fn all_is_well(&self, receivables: Vec<ReceivableId>, receipts: &[Explained]) -> Made<()> {
        let mut course = Course::of(&self.world, &self.olga, vec![self.seller.clone()], 0);
        course.receivables = receivables;
        course.receipts = receipts.iter().map(|explained| explained.receipt.id).collect();
        let rows = Rows::of(&course).await?;
        books::check(&course, &rows, Before::default()).await
    }
}

fn note() -> Made<Note> {
    Ok(Note::parse("Everybody at once.")?)
}

pub async fn payouts_that_many_release_at_once_are_released_once(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let sold = vec![desk.sold("A-1", 100_000).await?, desk.sold("B-22", 300_000).await?, desk.sold("C-333", 700_000).await?];
    let mut payouts = Vec::new();
    for id in &sold {
        payouts.extend(desk.due(*id).await?);
    }
    let answers = join_all((0..MANY).map(|place| {
        let mut payouts = payouts.clone();
        // In whatever order they are named.
        payouts.rotate_left(place % 3);
        desk.release(payouts)
    }))
    .await;
    let done: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(done.len(), 1, "{answers:?}");
    let refused = ProposeError::Receivable(ReceivableError::Payout(PayoutRefused::Status));
    assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(|error| *error == refused)), "{answers:?}");
    for id in &sold {
        let released = desk.payouts(*id).await?;
        let batches: Vec<_> = released.iter().map(|payout| payout.release.as_ref().and_then(|release| release.batch)).collect();
        assert_eq!(batches, [Some(*done[0])]);
    }
    desk.all_is_well(sold, &[]).await
}

pub async fn what_a_company_owes_is_set_off_once(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let owing = desk.sold("OWES-1", 1_000_000).await?;
    let others = [desk.sold("GETS-22", 200_000).await?, desk.sold("TOO-4444", 500_000).await?];
    desk.pay_out(owing).await?;
    let receipt = desk.receive(790_000, vec![(Target::Receivable(owing), Minor::new(790_000))], owing).await?;
    let look = desk.look(owing).await?;
    let credit = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(210_000), reason: note()? };
    desk.decide(&look, credit).await?;
    let owed = desk.owes().await?;
    assert!(owed.is_positive());
    let (one, other) = (desk.due(others[0]).await?, desk.due(others[1]).await?);
    let (first, second) = join(desk.release(one), desk.release(other)).await;
    first?;
    second?;
    let mut set_off = Minor::ZERO;
    for id in others {
        let released = desk.payouts(id).await?;
        set_off += released.iter().filter_map(|payout| payout.release.as_ref()).map(|release| release.set_off).sum();
    }
    assert_eq!((set_off, desk.owes().await?), (owed, Minor::ZERO));
    desk.all_is_well(vec![owing, others[0], others[1]], &[receipt]).await
}

pub async fn of_many_who_explain_one_receipt_at_once_one_does(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let sold = vec![desk.sold("A-1", 400_000).await?, desk.sold("B-22", 600_000).await?];
    desk.pay_out(sold[0]).await?;
    let receipt = desk.receive(500_000, Vec::new(), sold[0]).await?;
    // Half of them say that it is for another one, which is not even paid out.
    let explain = |place: usize| {
        let parts = vec![(Target::Receivable(sold[place % 2]), Minor::new(300_000))];
        let command = ExplainCommand { by: desk.olga.clone(), parts, request: None };
        let financing = desk.world.financing();
        async move { financing.explain(receipt.receipt.id, command).await }
    };
    let answers = join_all((0..MANY).map(explain)).await;
    assert_eq!(answers.iter().flatten().count(), 1, "{answers:?}");
    let is_late = |error: &ReceivableError| matches!(error, ReceivableError::Stale | ReceivableError::Split(_));
    assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(is_late)), "{answers:?}");
    let kept = ports.receipts.by_id(receipt.receipt.id).await?.ok_or("no receipt")?;
    assert_eq!((kept.left(), kept.allocations.len()), (Minor::new(200_000), 1));
    desk.all_is_well(sold, &[receipt]).await
}

pub async fn what_is_rejected_is_not_paid_out_and_the_other_way_round(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let mut sold = Vec::new();
    for round in 1..=8 {
        let offered = desk.offered(&format!("{round}{round}-{}", round * 111), 50_000 * round).await?;
        let id = offered.receivable().id();
        let reject = HouseDecision::Reject { reason: note()? };
        let (accepted, held) = join(desk.accept(&offered), desk.decide(&offered, HouseDecision::Hold { note: None })).await;
        assert_ne!(accepted.is_ok(), held.is_ok(), "{:?} {:?}", accepted.err(), held.err());
        if accepted.is_err() {
            assert!(desk.payouts(id).await?.is_empty());
            continue;
        }
        sold.push(id);
        let (seen, due) = (desk.look(id).await?, desk.due(id).await?);
        let (again, rejected, released) = join3(desk.accept(&offered), desk.decide(&seen, reject), desk.release(due)).await;
        assert!(again.is_err(), "sold once");
        assert_ne!(rejected.is_ok(), released.is_ok(), "{rejected:?} {released:?}");
        let (status, payouts) = (desk.look(id).await?.receivable().status(), desk.payouts(id).await?);
        let expected = match rejected.is_ok() {
            true => (ReceivableStatus::Rejected, vec![PayoutStatus::Cancelled]),
            false => (ReceivableStatus::Funded, vec![PayoutStatus::Released]),
        };
        assert_eq!((status, payouts.iter().map(|payout| payout.status).collect()), expected, "{}", status.code());
    }
    desk.all_is_well(sold, &[]).await
}
