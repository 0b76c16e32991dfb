//! What holds of money when many reach for it at the same moment.

use super::{
    course::Made,
    desk::{Desk, house, note},
    programmes::programme_terms,
};
use crate::{
    StorePorts,
    approvals::ProposeError,
    cash::{CashError, ExplainCommand},
    receivables::ReceivableError,
    servicing::HouseDecision,
    testing::{contracts::Checked, facilities::terms},
};
use futures_util::future::{join, join_all, join3};
use sooner_domain::{
    kernel::{coded::Coded, minor::Minor, money::Currency},
    ledger::account::{Account, AccountKind, Owner},
    payments::{
        payout::{PayoutRefused, PayoutStatus},
        receipt::Target,
    },
    receivables::status::ReceivableStatus,
};
use std::{future::poll_fn, pin::pin, task::Poll};

const MANY: usize = 16;

/// The same race under each kind of agreement.
async fn in_each_kind(ports: &StorePorts, race: impl AsyncFn(&Desk) -> Checked) -> Checked {
    let (world, olga) = house(ports).await?;
    for terms in [terms("EUR", 1_200)?, programme_terms(1_200)?] {
        let desk = Box::pin(Desk::under(world.clone(), olga.clone(), terms)).await?;
        Box::pin(race(&desk)).await.map_err(|error| format!("{}: {error}", terms.parts().kind.code()))?;
    }
    Ok(())
}

pub async fn payouts_that_many_release_at_once_are_released_once(ports: &StorePorts) -> Checked {
    in_each_kind(ports, async |desk| {
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
        // By what it meets: payouts that are released, or, read a moment later, receivables that are funded.
        let is_late = |error: &ProposeError| {
            use ReceivableError as E;
            use sooner_domain::receivables::book::Refused;
            matches!(
                error,
                ProposeError::Cash(CashError::Receivable(E::Payout(PayoutRefused::Status) | E::Refused(Refused::AlreadyFunded)))
            )
        };
        assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(is_late)), "{answers:?}");
        for id in &sold {
            let released = desk.payouts(*id).await?;
            let batches: Vec<_> = released.iter().map(|payout| payout.release.as_ref().and_then(|release| release.batch)).collect();
            assert_eq!(batches, [Some(*done[0])]);
        }
        desk.all_is_well(sold, &[]).await
    })
    .await
}

/// What two come to who reach for the same: at once, or where the first stops after so many steps until the other one is through.
async fn meeting<A: Future, B: Future>(first: A, second: B, stops_after: Option<usize>) -> (A::Output, B::Output) {
    let Some(steps) = stops_after else { return join(first, second).await };
    let mut first = pin!(first);
    for _ in 0..steps {
        if let Poll::Ready(first) = poll_fn(|context| Poll::Ready(first.as_mut().poll(context))).await {
            return (first, second.await);
        }
    }
    let second = second.await;
    (first.await, second)
}

pub async fn what_a_company_owes_is_set_off_once(ports: &StorePorts) -> Checked {
    Box::pin(one_debt_is_set_off_once(ports, None)).await
}

async fn one_debt_is_set_off_once(ports: &StorePorts, stops_after: Option<usize>) -> Checked {
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
    let (first, second) = Box::pin(meeting(desk.release(one.clone()), desk.release(other.clone()), stops_after)).await;
    desk.once_more_where_stale([(first, one), (second, other)]).await?;
    let mut set_off = Minor::ZERO;
    for id in others {
        let released = desk.payouts(id).await?;
        set_off += released.iter().filter_map(|payout| payout.release.as_ref()).map(|release| release.set_off).sum();
    }
    assert_eq!((set_off, desk.owes().await?), (owed, Minor::ZERO));
    desk.all_is_well(vec![owing, others[0], others[1]], &[receipt]).await
}

pub async fn of_a_company_s_debts_each_is_set_off_once(ports: &StorePorts) -> Checked {
    Box::pin(debts_are_set_off_once(ports, None)).await
}

async fn debts_are_set_off_once(ports: &StorePorts, stops_after: Option<usize>) -> Checked {
    let desk = Desk::of(ports).await?;
    let owing = [desk.sold("OWES-1", 1_000_000).await?, desk.sold("OWES-77", 1_100_000).await?];
    let others = [desk.sold("GETS-22", 100_000).await?, desk.sold("TOO-4444", 125_000).await?];
    let mut receipts = Vec::new();
    // Nothing is owed yet that would be kept back.
    for id in owing {
        desk.pay_out(id).await?;
    }
    for id in owing {
        receipts.push(desk.receive(700_000, vec![(Target::Receivable(id), Minor::new(700_000))], id).await?);
        let look = desk.look(id).await?;
        let credit = HouseDecision::CreditNote { on: look.today(), amount: look.kept.position.open, reason: note()? };
        desk.decide(&look, credit).await?;
    }
    let owed = desk.owes().await?;
    // Either would take the same debt first; who is too late tries again.
    let (one, other) = (desk.due(others[0]).await?, desk.due(others[1]).await?);
    let (first, second) = Box::pin(meeting(desk.release(one.clone()), desk.release(other.clone()), stops_after)).await;
    desk.once_more_where_stale([(first, one), (second, other)]).await?;
    assert_eq!(desk.owes().await?, owed - Minor::new(80_000 + 100_000));
    let sold = owing.into_iter().chain(others).collect();
    desk.all_is_well(sold, &receipts).await
}

pub async fn of_many_who_explain_one_receipt_at_once_one_does(ports: &StorePorts) -> Checked {
    in_each_kind(ports, async |desk| {
        let sold = vec![desk.sold("A-1", 400_000).await?, desk.sold("B-22", 600_000).await?];
        desk.pay_out(sold[0]).await?;
        let receipt = desk.receive(500_000, Vec::new(), sold[0]).await?;
        // Half of them say that it is for another one, which is not even paid out.
        let explain = |place: usize| {
            let parts = vec![(Target::Receivable(sold[place % 2]), Minor::new(300_000))];
            let command = ExplainCommand { by: desk.olga.clone(), parts, request: None };
            let cases = desk.world.use_cases();
            async move { cases.cash.explain(receipt.receipt.id, command).await }
        };
        let answers = join_all((0..MANY).map(explain)).await;
        assert_eq!(answers.iter().flatten().count(), 1, "{answers:?}");
        let is_late = |error: &CashError| matches!(error, CashError::Receivable(ReceivableError::Stale) | CashError::Split(_));
        assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(is_late)), "{answers:?}");
        let kept = ports.receipts.by_id(receipt.receipt.id).await?.ok_or("no receipt")?;
        assert_eq!((kept.left(), kept.allocations.len()), (Minor::new(200_000), 1));
        desk.all_is_well(sold, &[receipt]).await
    })
    .await
}

/// Whether somebody else was first.
fn is_less_left<T>(answer: &Result<T, ProposeError>) -> bool {
    matches!(answer, Ok(_) | Err(ProposeError::Cash(CashError::Receivable(ReceivableError::NoMoreThan(_)))))
}

pub async fn what_waits_goes_back_or_is_explained_once(ports: &StorePorts) -> Checked {
    in_each_kind(ports, async |desk| {
        let sold = desk.sold("A-1", 400_000).await?;
        desk.pay_out(sold).await?;
        let receipt = desk.receive(500_000, Vec::new(), sold).await?;
        let id = receipt.receipt.id;
        let explain = || {
            let parts = vec![(Target::Receivable(sold), Minor::new(300_000))];
            let (command, cases) = (ExplainCommand { by: desk.olga.clone(), parts, request: None }, desk.world.use_cases());
            async move { cases.cash.explain(id, command).await }
        };
        let (sent, explained) =
            join(join_all((0..MANY / 2).map(|_| desk.send_back(id, None, 300_000))), join_all((0..MANY / 2).map(|_| explain()))).await;
        let sent = sent.into_iter().collect::<Made<Vec<_>>>()?;
        assert_eq!(sent.iter().flatten().count() + explained.iter().flatten().count(), 1, "{sent:?} {explained:?}");
        assert!(sent.iter().all(is_less_left), "{sent:?}");
        let is_late = |error: &CashError| matches!(error, CashError::Receivable(ReceivableError::Stale) | CashError::Split(_));
        assert!(explained.iter().all(|answer| answer.as_ref().err().is_none_or(is_late)), "{explained:?}");
        let kept = ports.receipts.by_id(id).await?.ok_or("no receipt")?;
        assert_eq!((kept.left(), kept.allocations.len()), (Minor::new(200_000), 1));
        // What is left goes back in one piece, once.
        let sent = join_all((0..MANY).map(|_| desk.send_back(id, None, 200_000))).await.into_iter().collect::<Made<Vec<_>>>()?;
        assert_eq!(sent.iter().flatten().count(), 1, "{sent:?}");
        desk.all_is_well(vec![sold], &[receipt]).await
    })
    .await
}

pub async fn a_credit_is_refunded_or_used_once(ports: &StorePorts) -> Checked {
    in_each_kind(ports, async |desk| {
        let (sold, debtor) = (desk.sold("A-1", 400_000).await?, desk.seller.debtor);
        desk.pay_out(sold).await?;
        let credit = || vec![(Target::Credit(debtor), Minor::new(300))];
        let receipts = [desk.receive(300, credit(), sold).await?, desk.receive(300, credit(), sold).await?];
        let seen = desk.look(sold).await?;
        let refund = |place: usize| desk.send_back(receipts[place % 2].receipt.id, Some(debtor), 300);
        let (refunded, used) =
            join(join_all((0..MANY).map(refund)), desk.decide(&seen, HouseDecision::UseCredit { amount: Minor::new(400) })).await;
        let refunded = refunded.into_iter().collect::<Made<Vec<_>>>()?;
        assert!(refunded.iter().all(is_less_left), "{refunded:?}");
        let went = refunded.iter().flatten().count();
        assert!(if used.is_ok() { went == 0 } else { went == 2 }, "{refunded:?} {used:?}");
        let account = Account::of(AccountKind::DebtorCredits, Currency::parse("EUR")?, Owner::Debtor(debtor)).ok_or("no account")?;
        let left = if used.is_ok() { 200 } else { 0 };
        assert_eq!(ports.journal.balance(account).await?, Minor::new(-left));
        desk.all_is_well(vec![sold], &receipts).await
    })
    .await
}

pub async fn what_is_rejected_is_not_paid_out_and_the_other_way_round(ports: &StorePorts) -> Checked {
    in_each_kind(ports, async |desk| {
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
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Memory, store_ports};

    /// More than a release takes: then the first is through before the other one begins.
    const STEPS: usize = 30;

    #[tokio::test]
    async fn wherever_one_release_waits_for_another_each_debt_is_set_off_once() -> Checked {
        for steps in 0..STEPS {
            let ports = || store_ports(&Memory::default().into());
            Box::pin(one_debt_is_set_off_once(&ports(), Some(steps))).await.map_err(|error| format!("after {steps} steps: {error}"))?;
            Box::pin(debts_are_set_off_once(&ports(), Some(steps))).await.map_err(|error| format!("after {steps} steps: {error}"))?;
        }
        Ok(())
    }
}
