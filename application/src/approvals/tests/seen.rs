//! What an approver sees of what they decide on.

use super::super::{Approvals, DebtorCommand, EndingCommand, Exposure, FourEyes, InboxQuery, Performed, Ruling, hash_of};
use crate::{
    receivables::StoppedOffers,
    servicing::{HouseCommand, HouseDecision},
    testing::{World, confirmed, end_of_day::BusyDay},
};
use sooner_domain::{
    approvals::{
        approval::{ApprovalMove, Verdict},
        proposal::Ending,
    },
    identity::operator::OperatorRoles,
    kernel::{
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    parties::debtor::Limits,
    receivables::{actions::OperatorAction, book::LossCause, evidence::DisputeReason},
};
use std::error::Error;

type Checked = Result<(), Box<dyn Error>>;

fn two_people(busy: &BusyDay) -> Approvals {
    Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&busy.world.approvals()) }
}

#[tokio::test]
async fn a_write_off_is_seen_with_the_loss_that_its_cause_makes() -> Checked {
    for cause in [LossCause::Insolvency, LossCause::Other] {
        let busy = Box::pin(BusyDay::new(World::default())).await?;
        let omar = busy.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
        let approvals = two_people(&busy);
        let look = busy.world.receivables().examined(busy.long_overdue, &busy.olga.operator()).await?;
        let ends = look.would_end(&busy.olga.operator());
        let would = ends.into_iter().find(|(action, of, _)| (*action, *of) == (OperatorAction::WriteOff, Some(cause)));
        let version = look.receivable().parts().version;
        let command = EndingCommand { by: confirmed(&busy.olga), version, what: Ending::WriteOff(cause), note: None, request: None };
        assert!(matches!(Box::pin(approvals.end_receivable(busy.long_overdue, command)).await?, Performed::Awaits(_)));
        let seen = Box::pin(approvals.inbox(&omar, InboxQuery::default())).await?.approvals.remove(0);
        let (.., settlement) = would.ok_or("it cannot be written off")?;
        assert_eq!(seen.ground.loss.as_ref(), Some(&settlement), "{cause:?}");
        assert!(settlement.loss.is_positive() || settlement.seller_owes.is_positive(), "{cause:?}");
    }
    Ok(())
}

#[tokio::test]
async fn what_ends_an_invoice_is_overtaken_once_that_changed_as_long_as_it_waits() -> Checked {
    let busy = Box::pin(BusyDay::new(World::default())).await?;
    let omar = busy.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (approvals, cases, id) = (two_people(&busy), busy.world.use_cases(), busy.long_overdue);
    let version = cases.receivables.examined(id, &busy.olga.operator()).await?.receivable().parts().version;
    let what = Ending::WriteOff(LossCause::Other);
    let command = EndingCommand { by: confirmed(&busy.olga), version, what, note: None, request: None };
    let Performed::Awaits(approval) = Box::pin(approvals.end_receivable(id, command)).await? else { return Err("it is done".into()) };
    let seen = async || {
        let view = Box::pin(approvals.approval(&omar, approval.id)).await?;
        Ok::<_, Box<dyn Error>>((view.ground.is_overtaken, view.moves))
    };
    assert_eq!(seen().await?, (false, vec![ApprovalMove::Approve, ApprovalMove::Refuse]));
    let what = HouseDecision::Dispute { amount: Minor::new(100), reason: DisputeReason::Defective, note: None };
    Box::pin(cases.servicing.decide(id, HouseCommand { by: busy.olga.clone(), version, what, request: None })).await?;
    assert_eq!(seen().await?, (true, vec![ApprovalMove::Refuse]), "approving it is not offered");
    let (by, hash, note) = (confirmed(&omar), hash_of(&approval), Some(Note::parse("It is disputed.")?));
    Box::pin(approvals.decide(approval.id, Ruling { by, verdict: Verdict::Refuse, hash, note, request: None })).await?;
    assert_eq!(seen().await?, (false, Vec::new()), "it is at its end");
    Ok(())
}

#[tokio::test]
async fn a_limit_is_seen_with_what_is_in_use_of_it_today() -> Checked {
    let busy = Box::pin(BusyDay::new(World::default())).await?;
    let omar = busy.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = two_people(&busy);
    let debtor = busy.world.store().debtors.by_id(busy.seller.debtor).await?.ok_or("no debtor")?;
    let parts = debtor.parts();
    let (euro, dollar) = (Currency::parse("EUR")?, Currency::parse("USD")?);
    let limits = Limits::parse(&[Money::parse(5_000_000, euro)?, Money::parse(100, dollar)?]).map_err(|_| "twice")?;
    let (version, state) = (parts.version, parts.state);
    let command = DebtorCommand { by: busy.olga.clone(), version, state, limits, contact: None, request: None };
    assert!(matches!(Box::pin(approvals.change_debtor(debtor.id(), command)).await?, Performed::Awaits(_)));
    let seen = Box::pin(approvals.inbox(&omar, InboxQuery::default())).await?.approvals.remove(0);
    let in_use = busy.world.cash().in_use_of(&[debtor.id()]).await?;
    let euros = in_use.into_iter().find(|(_, currency, _)| *currency == euro).ok_or("nothing is in use")?.2;
    assert!(euros.is_positive());
    let nothing = Exposure { currency: dollar, in_use: Default::default(), stopped: Default::default() };
    let stopped = StoppedOffers { count: 1, face: Minor::new(1_850_000) };
    assert_eq!(seen.ground.exposure, [Exposure { currency: euro, in_use: euros, stopped }, nothing]);
    Ok(())
}
