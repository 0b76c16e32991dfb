//! Once an act is undone, the record is as it was before the act.

use super::{
    course::Made,
    desk::{Desk, house, note},
    programmes::programme_terms,
};
use crate::{
    StorePorts,
    ledger::ports::AccountFilter,
    receivables::{Look, ReceivableError},
    servicing::{HouseDecision, Resolution},
    testing::{contracts::Checked, facilities::terms},
};
use chrono::{Days, TimeDelta};
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::exposure::Scope,
    kernel::{
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::account::{Account, AccountKind, Owner},
    payments::{
        payout::PayoutStatus,
        receipt::{Explained, Target},
    },
    receivables::{actions::OperatorAction, book::LossCause, evidence::DisputeReason, receivable::Parts},
};
use std::collections::BTreeSet;

const FACE: i64 = 500_000;

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stage {
    Accepted,
    /// Its payout is released, and the bank has not carried it out.
    Released,
    PaidOut,
}

/// What happens to it, and is undone.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    /// Its debtor paid so much, which a person says.
    Paid(i64),
    /// Its seller sent so much on.
    SentOn(i64),
    /// The debtor's own, of no invoice.
    KeptAsCredit,
    UseCredit(i64),
    CreditNote(i64),
    PartlyLost,
    CloseShort,
    ChargeBack,
    WriteOff,
    Extend,
    PaidToSeller,
    /// What its seller owes once it was charged back.
    GiveUp,
}

impl Act {
    const ALL: [Self; 15] = [
        Self::Paid(100_000),
        Self::Paid(FACE),
        Self::Paid(FACE + 7_000),
        Self::SentOn(100_000),
        Self::SentOn(FACE + 7_000),
        Self::KeptAsCredit,
        Self::UseCredit(100_000),
        Self::UseCredit(FACE),
        Self::CreditNote(20_000),
        Self::CreditNote(FACE),
        Self::PartlyLost,
        Self::CloseShort,
        Self::WriteOff,
        Self::Extend,
        Self::PaidToSeller,
    ];
    /// Those before which a dispute was lost.
    const ONCE_LOST: [Self; 2] = [Self::ChargeBack, Self::GiveUp];

    /// What it takes of an operator; none where it is money that is explained.
    fn takes(self) -> Option<OperatorAction> {
        Some(match self {
            Self::Paid(_) | Self::SentOn(_) | Self::KeptAsCredit => return None,
            Self::UseCredit(_) => OperatorAction::UseCredit,
            Self::CreditNote(_) => OperatorAction::CreditNote,
            Self::PartlyLost => OperatorAction::Resolve,
            Self::CloseShort => OperatorAction::CloseShort,
            Self::ChargeBack => OperatorAction::ChargeBack,
            Self::WriteOff => OperatorAction::WriteOff,
            Self::Extend => OperatorAction::Extend,
            Self::PaidToSeller => OperatorAction::PaidToSeller,
            Self::GiveUp => OperatorAction::GiveUp,
        })
    }

    /// What is done, by an operator's word on the receivable.
    fn decision(self, seen: &Look) -> Made<Option<HouseDecision>> {
        let (today, due_on) = (seen.today(), seen.receivable().due_on());
        Ok(Some(match self {
            Self::UseCredit(amount) => HouseDecision::UseCredit { amount: Minor::new(amount) },
            Self::CreditNote(amount) => HouseDecision::CreditNote { on: today, amount: Minor::new(amount), reason: note()? },
            Self::PartlyLost => HouseDecision::Resolve { resolution: Resolution::PartlyLost },
            Self::CloseShort => HouseDecision::CloseShort { note: None },
            Self::ChargeBack => HouseDecision::ChargeBack { note: None },
            Self::Extend => HouseDecision::Extend { due_on: due_on + Days::new(3), note: None },
            Self::PaidToSeller => HouseDecision::PaidToSeller { amount: Minor::new(60_000), note: None },
            Self::Paid(_) | Self::SentOn(_) | Self::KeptAsCredit | Self::WriteOff | Self::GiveUp => return Ok(None),
        }))
    }
}

/// What there is of a receivable and around it, but for versions, the trail, and what is kept of what was taken back.
async fn record(ports: &StorePorts, desk: &Desk, id: ReceivableId, receipts: &[Explained]) -> Made<Vec<String>> {
    ports.sealing().all().await?;
    let (euro, seller, debtor) = (Currency::parse("EUR")?, desk.seller.me.membership.company, desk.seller.debtor);
    let look = desk.look(id).await?;
    let mut record = vec![
        format!("{:?}", Parts { version: 0, ..look.receivable().parts().clone() }),
        format!("{:?}", look.kept.position),
        format!("{:?}", look.operators_actions(&desk.olga.operator())),
    ];
    record.extend(ports.receivables.facts(id).await?.iter().map(|recorded| format!("{:?} of {:?}", recorded.fact, recorded.cause)));
    let payouts = desk.payouts(id).await?.into_iter().filter(|payout| payout.status != PayoutStatus::Cancelled);
    let mut payouts: Vec<_> = payouts.map(|payout| format!("{:?} {:?} {:?}", payout.purpose, payout.status, payout.gross)).collect();
    payouts.sort();
    record.extend(payouts);
    let filter = AccountFilter { kind: None, holds_something: true, on: None };
    let held = ports.journal.accounts(filter, None, i64::from(i32::MAX)).await?;
    record.extend(held.iter().map(|balance| format!("{:?}: {:?}", balance.account, balance.amount)));
    for kind in [AccountKind::SellersOwe, AccountKind::SellersPayable] {
        let account = Account::of(kind, euro, Owner::Company(seller)).ok_or("no account")?;
        let shares = ports.journal.by_receivable(account).await?.into_iter().filter(|(_, amount)| !amount.is_zero());
        record.extend(shares.map(|(of, amount)| format!("{} {of}: {amount:?}", kind.code())));
    }
    let scope = Scope { facility: desk.seller.facility, debtor, currency: euro };
    record.push(format!("{:?}", ports.exposures.in_use(scope).await?));
    let known = ports.remembered_payers.of_debtor(debtor).await?;
    record.extend(known.iter().filter(|kept| kept.holds()).map(|kept| format!("{:?} {:?}", kept.mark, kept.value)));
    for receipt in receipts {
        let kept = ports.receipts.by_id(receipt.receipt.id).await?.ok_or("no receipt")?;
        let parts: Vec<_> = kept.standing().map(|part| (part.target, part.amount)).collect();
        record.push(format!("{:?} {:?} {parts:?}", kept.left(), kept.sent_back));
    }
    Ok(record)
}

/// Does it and undoes it, where it can be done: whether it was.
async fn is_as_before(ports: &StorePorts, desk: &Desk, number: &str, (stage, is_disputed, act): (Stage, bool, Act)) -> Made<bool> {
    let id = Box::pin(desk.sold(number, FACE)).await?;
    match stage {
        Stage::Accepted => {}
        Stage::Released => drop(Box::pin(desk.release(desk.due(id).await?)).await?),
        Stage::PaidOut => Box::pin(desk.pay_out(id)).await?,
    }
    if Act::ONCE_LOST.contains(&act) {
        let (amount, reason) = (desk.look(id).await?.kept.position.open, DisputeReason::Defective);
        desk.decide(&desk.look(id).await?, HouseDecision::Dispute { amount, reason, note: None }).await?;
        desk.decide(&desk.look(id).await?, HouseDecision::Resolve { resolution: Resolution::Lost }).await?;
        let look = desk.look(id).await?;
        if act == Act::GiveUp && look.operator_may(OperatorAction::ChargeBack, &desk.olga.operator()).is_ok() {
            desk.decide(&look, HouseDecision::ChargeBack { note: None }).await?;
        }
    }
    if is_disputed {
        let dispute = HouseDecision::Dispute { amount: Minor::new(90_000), reason: DisputeReason::Defective, note: Some(note()?) };
        desk.decide(&desk.look(id).await?, dispute).await?;
    }
    let mut receipts = Vec::new();
    match act {
        Act::Paid(amount) => receipts.push(desk.receive(amount, Vec::new(), id).await?),
        Act::SentOn(amount) => receipts.push(desk.seller_pays_for_nothing(amount, id).await?),
        Act::KeptAsCredit => receipts.push(desk.receive(4_000, Vec::new(), id).await?),
        Act::UseCredit(amount) => {
            let credit = vec![(Target::Credit(desk.seller.debtor), Minor::new(amount))];
            receipts.push(desk.receive(amount, credit, id).await?);
        }
        _ => {}
    }
    let look = desk.look(id).await?;
    if act.takes().is_some_and(|action| look.operator_may(action, &desk.olga.operator()).is_err()) {
        return Ok(false);
    }
    let (before, facts) = (record(ports, desk, id, &receipts).await?, look.scene.facts.len());
    let credit = Target::Credit(desk.seller.debtor);
    match act {
        Act::Paid(amount) | Act::SentOn(amount) => {
            desk.explain(&receipts[0], vec![(Target::Receivable(id), Minor::new(amount))]).await?;
        }
        Act::KeptAsCredit => drop(desk.explain(&receipts[0], vec![(credit, Minor::new(4_000))]).await?),
        Act::WriteOff => drop(desk.end(id, Ending::WriteOff(LossCause::Insolvency)).await??),
        Act::GiveUp => {
            let owed = Money::parse(look.held.owed.get(), Currency::parse("EUR")?)?;
            desk.end(id, Ending::GiveUp(owed)).await??;
        }
        _ => {
            let decision = act.decision(&look)?.ok_or("nothing is decided")?;
            match desk.decide(&look, decision).await {
                // What its book does not take now.
                Err(ReceivableError::Refused(_)) => return Ok(false),
                decided => drop(decided?),
            }
        }
    }
    assert_ne!(record(ports, desk, id, &receipts).await?, before, "nothing was done");
    match act {
        Act::KeptAsCredit => drop(desk.undo_part(&receipts[0], credit).await??),
        Act::GiveUp => drop(desk.end(id, Ending::UndoGiveUp).await??),
        _ => {}
    }
    while desk.look(id).await?.scene.facts.len() > facts {
        desk.end(id, Ending::Undo).await??;
    }
    // What the seller sent beyond what is open is in no fact.
    if let Act::SentOn(_) = act {
        let kept = ports.receipts.by_id(receipts[0].receipt.id).await?.ok_or("no receipt")?;
        if kept.standing().next().is_some() {
            desk.undo_part(&receipts[0], Target::Receivable(id)).await??;
        }
    }
    let after = record(ports, desk, id, &receipts).await?;
    let (lost, new): (Vec<_>, Vec<_>) =
        (before.iter().filter(|line| !after.contains(line)).collect(), after.iter().filter(|line| !before.contains(line)).collect());
    assert_eq!(after, before, "{act:?} {stage:?} {is_disputed}\nlost {lost:#?}\nnew {new:#?}");
    Ok(true)
}

/// Every act, from every stage, with a dispute that lasts and without one.
pub async fn what_is_undone_leaves_the_record_as_it_was(ports: &StorePorts) -> Checked {
    let (world, olga) = house(ports).await?;
    // As many acts can be done under each.
    for (terms, acts) in [(terms("EUR", 1_200)?, 17), (programme_terms(1_200)?, 10)] {
        let kind = terms.parts().kind;
        let desk = Box::pin(Desk::under(world.clone(), olga.clone(), terms)).await?;
        let mut done = BTreeSet::new();
        let mut round = 0;
        for stage in [Stage::Accepted, Stage::Released, Stage::PaidOut] {
            let acts = Act::ALL.iter().flat_map(|act| [(*act, false), (*act, true)]);
            for (act, is_disputed) in acts.chain(Act::ONCE_LOST.map(|act| (act, false))) {
                round += 1;
                // What a match taught is known by its moment.
                world.clock.advance(TimeDelta::milliseconds(1));
                let number = format!("U{round}-{round}-{round}");
                if Box::pin(is_as_before(ports, &desk, &number, (stage, is_disputed, act))).await? {
                    done.insert(format!("{act:?}"));
                }
            }
        }
        assert_eq!(done.len(), acts, "{}: {done:?}", kind.code());
    }
    assert_eq!(ports.money_audit().verify().await?, None);
    Ok(())
}
