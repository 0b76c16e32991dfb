//! What the house makes of a debtor.

use super::super::{Approvals, DebtorCommand, DecideError, FourEyes, InboxQuery, MergeCommand, Performed, ProposeError, Ruling, hash_of};
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{IdempotencyKey, RequestKey},
        ids::Ids,
    },
    onboarding::BuyerRuling,
    parties::{DebtorNotShown, Member, changes::Change as PartyChange, ports::DebtorFilter},
    receivables::ReceivableError,
    testing::{UNCONFIRMED, World, a_user, buyer_details, confirmed},
};
use sooner_domain::{
    approvals::approval::{Approval, ApprovalMove, Verdict},
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        audit::{AuditAction, Entry},
        email::EmailAddress,
        ids::DebtorId,
        money::{Currency, Money},
        text::{Line, Note, PersonName},
    },
    parties::{
        buyer::{BuyerDecision, BuyerStatus},
        debtor::{Debtor, DebtorRefusal, DebtorState, Limits, MergeRefusal, NoticeContact},
    },
    receivables::receivable::Blocked,
};
use std::error::Error;

type Checked = Result<(), Box<dyn Error>>;

fn euro(amount: i64) -> Result<Limits, Box<dyn Error>> {
    Limits::parse(&[Money::parse(amount, Currency::parse("EUR")?)?]).map_err(|_| "twice".into())
}

/// The debtor that a buyer of an approved company became.
async fn debtor(world: &World, olga: &Member) -> Result<(Member, Debtor), Box<dyn Error>> {
    let ada = world.approved(a_user(), olga).await?;
    let case = world.onboarding().view(ada.membership).await?.application.parts().id;
    let buyer = world.onboarding().buyers(ada.membership.company).await?.remove(0);
    let ruling = BuyerRuling {
        by: olga.operator(),
        seen: BuyerStatus::Pending,
        decision: BuyerDecision::Approve,
        debtor: Default::default(),
        request: None,
    };
    let decided = world.onboarding().decide_buyer(case, buyer.id, ruling).await?;
    let id = decided.debtor.ok_or("no debtor")?;
    Ok((ada, stored(world, id).await?))
}

async fn stored(world: &World, id: DebtorId) -> Result<Debtor, Box<dyn Error>> {
    world.store().debtors.by_id(id).await?.ok_or_else(|| "no debtor".into())
}

fn as_it_is(by: &Member, debtor: &Debtor) -> DebtorCommand {
    let parts = debtor.parts();
    DebtorCommand { by: by.clone(), version: parts.version, state: parts.state, limits: parts.limits.clone(), contact: None, request: None }
}

fn awaits<T>(performed: Performed<T>) -> Result<Approval, Box<dyn Error>> {
    match performed {
        Performed::Awaits(approval) => Ok(*approval),
        Performed::Done(_) => Err("it was performed at once".into()),
    }
}

fn ruling(approval: &Approval, by: &Member, verdict: Verdict) -> Ruling {
    Ruling { by: by.clone(), verdict, hash: hash_of(approval), note: None, request: None }
}

#[tokio::test]
async fn blocking_does_not_wait_and_a_limit_does() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (_, debtor) = debtor(&world, &olga).await?;
    let both = DebtorCommand { state: DebtorState::Blocked, limits: euro(5)?, ..as_it_is(&olga, &debtor) };
    let approval = awaits(world.approvals().change_debtor(debtor.id(), both.clone()).await?)?;
    let blocked = stored(&world, debtor.id()).await?;
    assert_eq!((blocked.parts().state, &blocked.parts().limits), (DebtorState::Blocked, &Limits::default()));
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.about.debtor), (AuditAction::ApprovalProposed, Some(debtor.id())));
    assert!(entry.changes.iter().any(|change| change.field == "state"), "the trail has both");

    assert_eq!(world.approvals().change_debtor(debtor.id(), both).await, Err(ProposeError::Stale), "it was blocked since");
    let opened = DebtorCommand { state: DebtorState::Watch, limits: euro(5)?, ..as_it_is(&olga, &blocked) };
    assert_eq!(awaits(world.approvals().change_debtor(debtor.id(), opened).await?)?.id, approval.id, "the limit waits already");
    assert_eq!(stored(&world, debtor.id()).await?.parts().state, DebtorState::Watch);
    assert_eq!(world.last_entry().await?.action, AuditAction::DebtorChanged);

    let about = async |thing| world.approvals().inbox(&omar, InboxQuery { about: Some(thing), ..InboxQuery::default() }).await;
    let inbox = about(debtor.id().0).await?;
    assert_eq!(inbox.approvals[0].about, "Nordwind AG");
    assert_eq!(about(omar.user.id().0).await?.approvals, []);
    world.approvals().decide(approval.id, ruling(&approval, &world.confirming(&omar).await?, Verdict::Approve)).await?;
    let limited = stored(&world, debtor.id()).await?;
    assert_eq!((limited.parts().state, &limited.parts().limits), (DebtorState::Watch, &euro(5)?));
    assert_eq!(world.last_entry().await?.action, AuditAction::DebtorLimitsChanged);
    Ok(())
}

#[tokio::test]
async fn a_limit_that_is_left_out_or_set_to_nothing_is_ended_in_its_currency() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let (_, debtor) = debtor(&world, &olga).await?;
    let at_once = Approvals { four_eyes: FourEyes::Off, ..Approvals::clone(&world.approvals()) };
    let both = || -> Result<Limits, Box<dyn Error>> {
        let amounts = [Money::parse(5, Currency::parse("EUR")?)?, Money::parse(7, Currency::parse("USD")?)?];
        Limits::parse(&amounts).map_err(|_| "twice".into())
    };
    let zero = Limits::parse(&[Money::parse(0, Currency::parse("EUR")?)?, Money::parse(7, Currency::parse("USD")?)?]);
    let zero = zero.map_err(|_| "twice")?;
    let left_out = Limits::parse(&[Money::parse(7, Currency::parse("USD")?)?]).map_err(|_| "twice")?;
    for after in [zero.clone(), left_out] {
        let was = stored(&world, debtor.id()).await?;
        at_once.change_debtor(debtor.id(), DebtorCommand { limits: both()?, ..as_it_is(&olga, &was) }).await?;
        let was = stored(&world, debtor.id()).await?;
        at_once.change_debtor(debtor.id(), DebtorCommand { limits: after, ..as_it_is(&olga, &was) }).await?;
        assert_eq!(stored(&world, debtor.id()).await?.parts().limits, zero);
        let change = &world.last_entry().await?.changes[0];
        assert_eq!((change.field.as_str(), change.before.as_deref(), change.after.as_deref()), ("limits.EUR", Some("5"), Some("0")));
    }
    Ok(())
}

#[tokio::test]
async fn a_limit_that_changed_meanwhile_is_to_be_proposed_anew() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (_, debtor) = debtor(&world, &olga).await?;
    let command = |limits| DebtorCommand { limits, ..as_it_is(&olga, &debtor) };
    let approval = awaits(world.approvals().change_debtor(debtor.id(), command(euro(5)?)).await?)?;
    let other = world.approvals().change_debtor(debtor.id(), command(euro(6)?)).await;
    assert_eq!(other, Err(ProposeError::AlreadyProposed));
    let at_once = Approvals { four_eyes: FourEyes::Off, ..Approvals::clone(&world.approvals()) };
    let done = at_once.change_debtor(debtor.id(), DebtorCommand { state: DebtorState::Watch, ..command(euro(7)?) }).await?;
    assert_eq!(done, Performed::Done(stored(&world, debtor.id()).await?));
    assert_eq!(
        world.approvals().decide(approval.id, ruling(&approval, &world.confirming(&omar).await?, Verdict::Approve)).await,
        Err(DecideError::Outdated)
    );
    let limited = stored(&world, debtor.id()).await?;
    assert_eq!((limited.parts().state, &limited.parts().limits), (DebtorState::Watch, &euro(7)?));
    Ok(())
}

#[tokio::test]
async fn a_change_counts_once_under_its_key_and_one_of_nothing_is_not_written() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let (_, debtor) = debtor(&world, &olga).await?;
    let key = |text: &str| IdempotencyKey::parse(text).map(|key| RequestKey { user: olga.user.id(), key, fingerprint: [1; 32] });
    let contact = NoticeContact { name: PersonName::parse("Zoë Smit")?, email: EmailAddress::parse("zoe@example.net")? };
    let tell = DebtorCommand { contact: Some(contact.clone()), request: Some(key("tell")?), ..as_it_is(&olga, &debtor) };
    assert_eq!(world.approvals().change_debtor(debtor.id(), tell.clone()).await, Err(ProposeError::StepUpRequired(UNCONFIRMED)));
    let tell = DebtorCommand { by: confirmed(&olga), ..tell };
    let told = world.approvals().change_debtor(debtor.id(), tell.clone()).await?;
    assert_eq!(world.approvals().change_debtor(debtor.id(), tell).await?, told);
    let approval = awaits(told)?;
    assert_eq!(stored(&world, debtor.id()).await?, debtor, "one person alone says nothing of whom links go to");
    let omar = confirmed(&world.operator_of("omar@example.com", OperatorRoles::all()).await?);
    world.approvals().decide(approval.id, ruling(&approval, &omar, Verdict::Approve)).await?;
    let debtor = stored(&world, debtor.id()).await?;
    assert_eq!((debtor.parts().version, debtor.parts().contact.as_ref()), (2, Some(&contact)));
    let limit = DebtorCommand { limits: euro(5)?, request: Some(key("limit")?), ..as_it_is(&olga, &debtor) };
    let proposed = world.approvals().change_debtor(debtor.id(), limit.clone()).await?;
    assert_eq!(world.approvals().change_debtor(debtor.id(), limit).await?, proposed);
    let records = world.store().trail.chain(0, i64::MAX).await?.len();
    let same = world.approvals().change_debtor(debtor.id(), as_it_is(&olga, &debtor)).await?;
    assert_eq!(same, Performed::Done(debtor), "the contact stays where none is given");
    assert_eq!(world.store().trail.chain(0, i64::MAX).await?.len(), records);
    Ok(())
}

#[tokio::test]
async fn nobody_changes_or_decides_on_a_debtor_that_concerns_their_own_company() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (ada, nordwind) = debtor(&world, &olga).await?;
    let company = world.memory.company(ada.membership.company).ok_or("no company")?;
    let entity = company.legal_entity.clone().ok_or("no entity")?;
    let own = Debtor::new(DebtorId(uuid::Uuid::from_u128(77)), entity, nordwind.parts().legal_name.clone(), world.clock_now());
    let entry = sooner_domain::kernel::audit::Entry::own(olga.user.id(), AuditAction::BuyerDecided, world.clock_now());
    let added = vec![crate::parties::changes::Change::DebtorAdded(own.clone())];
    world.store().parties.commit(added, crate::kernel::commit::WriteContext::of(entry)).await?;
    let insider = |operator: &Member| Member { membership: ada.membership, ..operator.clone() };

    // Their company itself, and one that it sells to.
    for debtor in [own, nordwind] {
        let limit = |by: &Member| Ok::<_, Box<dyn Error>>(DebtorCommand { limits: euro(5)?, ..as_it_is(by, &debtor) });
        let refused = world.approvals().change_debtor(debtor.id(), limit(&insider(&olga))?).await;
        assert_eq!(refused, Err(DebtorRefusal::OwnCompany.into()));
        let approval = awaits(world.approvals().change_debtor(debtor.id(), limit(&olga)?).await?)?;
        let decided = world.approvals().decide(approval.id, ruling(&approval, &insider(&omar), Verdict::Approve)).await;
        assert_eq!(decided, Err(DecideError::OwnCompany));
        assert_eq!(world.approvals().approval(&insider(&omar), approval.id).await, Err(DecideError::OwnCompany));
        assert_eq!(world.approvals().approval(&omar, approval.id).await?.moves, [ApprovalMove::Approve, ApprovalMove::Refuse]);
        let own = insider(&omar);
        assert_eq!(world.parties().debtor(&own, debtor.id()).await, Err(DebtorNotShown::OwnCompany));
        assert_eq!(world.parties().alike_debtors(&own, debtor.id()).await, Err(DebtorNotShown::OwnCompany));
        let letters = world.use_cases().papers.letters_to(debtor.id(), &own.operator()).await;
        assert_eq!(letters, Err(ReceivableError::Blocked(Blocked::OwnCompany).into()));
        world.approvals().decide(approval.id, ruling(&approval, &world.confirming(&omar).await?, Verdict::Approve)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn credit_alone_changes_debtors() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let (_, debtor) = debtor(&world, &olga).await?;
    for role in [OperatorRole::Reviewer, OperatorRole::Treasury, OperatorRole::Admin, OperatorRole::Auditor] {
        let other = world.operator_of(&format!("{role:?}@example.com"), [role].into_iter().collect()).await?;
        let refused = world.approvals().change_debtor(debtor.id(), as_it_is(&other, &debtor)).await;
        assert!(matches!(refused, Err(ProposeError::Debtor(DebtorRefusal::NotOperators(_)))), "{role:?}");
    }
    let page = world.parties().debtors(&olga, DebtorFilter { state: Some(DebtorState::Open), name: None }, None).await?;
    assert_eq!((page.debtors, page.next), (vec![(debtor, Ok(()))], None));
    assert_eq!(world.parties().debtors(&olga, DebtorFilter { state: Some(DebtorState::Blocked), name: None }, None).await?.debtors, []);
    Ok(())
}

async fn added(world: &World, olga: &Member, debtor: &Debtor) -> Checked {
    let entry = Entry::own(olga.user.id(), AuditAction::BuyerDecided, world.clock_now());
    Ok(world.store().parties.commit(vec![PartyChange::DebtorAdded(debtor.clone())], WriteContext::of(entry)).await?)
}

fn merging(by: &Member, gone: &Debtor, stays: &Debtor) -> Result<MergeCommand, Box<dyn Error>> {
    let seen = |debtor: &Debtor| (debtor.id(), debtor.parts().version);
    let note = Note::parse("One company.")?;
    Ok(MergeCommand { by: confirmed(by), gone: seen(gone), stays: seen(stays), note, request: None })
}

#[tokio::test]
async fn two_people_merge_debtors_as_both_were_seen() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (_, gone) = debtor(&world, &olga).await?;
    let stays = Debtor::of_buyer(DebtorId(world.ids.next()), &buyer_details("Südwind AG"), world.clock_now());
    added(&world, &olga, &stays).await?;
    let approvals = world.approvals();
    let unconfirmed = approvals.merge_debtors(MergeCommand { by: olga.clone(), ..merging(&olga, &gone, &stays)? }).await;
    assert!(matches!(unconfirmed, Err(ProposeError::StepUpRequired(_))), "{unconfirmed:?}");
    assert_eq!(approvals.merge_debtors(merging(&olga, &gone, &gone)?).await, Err(MergeRefusal::Itself.into()));
    let approval = awaits(approvals.merge_debtors(merging(&olga, &gone, &stays)?).await?)?;
    let again = MergeCommand { note: Note::parse("For another reason.")?, ..merging(&omar, &gone, &stays)? };
    assert_eq!(approvals.merge_debtors(again).await, Err(ProposeError::AlreadyProposed));
    let back = approvals.merge_debtors(merging(&omar, &stays, &gone)?).await;
    assert_eq!(back, Err(ProposeError::AlreadyProposed), "nor the other way round");
    for about in [gone.id().0, stays.id().0] {
        let inbox = approvals.inbox(&omar, InboxQuery { about: Some(about), ..InboxQuery::default() }).await?;
        assert_eq!(inbox.approvals.iter().map(|view| view.approval.id).collect::<Vec<_>>(), [approval.id], "both show it");
    }
    let shown = approvals.approval(&omar, approval.id).await?;
    let outlook = shown.ground.merge.ok_or("no outlook")?;
    assert_eq!((outlook.gone.debtor.id(), outlook.stays.debtor.id()), (gone.id(), stays.id()));
    assert_eq!((shown.about.as_str(), shown.ground.debtor), ("Nordwind AG", Some(gone.id())));

    // One of them is not as it was seen.
    let watched = DebtorCommand { state: DebtorState::Watch, ..as_it_is(&olga, &stays) };
    approvals.change_debtor(stays.id(), watched).await?;
    let seen = approvals.approval(&omar, approval.id).await?;
    assert_eq!((seen.ground.is_overtaken, seen.moves), (true, vec![ApprovalMove::Refuse]), "approving it is not offered");
    let outdated = approvals.decide(approval.id, ruling(&approval, &confirmed(&omar), Verdict::Approve)).await;
    assert_eq!(outdated, Err(DecideError::Outdated));
    assert_eq!(stored(&world, gone.id()).await?, gone);
    assert_eq!(approvals.merge_debtors(merging(&olga, &gone, &stays)?).await, Err(ProposeError::Stale), "as it was before");
    let stays = stored(&world, stays.id()).await?;

    let waits = DebtorCommand { limits: euro(5)?, ..as_it_is(&olga, &gone) };
    let limit = awaits(approvals.change_debtor(gone.id(), waits).await?)?;
    let approval = awaits(approvals.merge_debtors(merging(&olga, &gone, &stays)?).await?)?;
    let alone = approvals.decide(approval.id, ruling(&approval, &confirmed(&olga), Verdict::Approve)).await;
    assert!(matches!(alone, Err(DecideError::FourEyes(_))), "{alone:?}");
    approvals.decide(approval.id, ruling(&approval, &confirmed(&omar), Verdict::Approve)).await?;
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.about.debtor, entry.about.thing), (AuditAction::DebtorsMerged, Some(stays.id()), gone.id().0));
    assert_eq!(stored(&world, gone.id()).await?.parts().merged_into, Some(stays.id()));
    // What else waited for the one that is gone is outdated.
    let outdated = approvals.decide(limit.id, ruling(&limit, &confirmed(&omar), Verdict::Approve)).await;
    assert_eq!(outdated, Err(DecideError::Outdated));
    let led = approvals.approval(&omar, limit.id).await?.ground.debtor;
    assert_eq!(led, Some(stays.id()), "what was proposed of it leads to the one that stays");
    Ok(())
}

#[tokio::test]
async fn nobody_merges_a_debtor_that_concerns_their_own_company() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let (ada, nordwind) = debtor(&world, &olga).await?;
    let company = world.memory.company(ada.membership.company).ok_or("no company")?;
    let own = Debtor::new(DebtorId(world.ids.next()), company.legal_entity.ok_or("no entity")?, Line::parse("Ours")?, world.clock_now());
    added(&world, &olga, &own).await?;
    let insider = |operator: &Member| Member { membership: ada.membership, ..confirmed(operator) };
    let new = |name: &str| Debtor::of_buyer(DebtorId(world.ids.next()), &buyer_details(name), world.clock_now());
    let [one, two, three, four] = ["Südwind AG", "Ostwind AG", "Westwind AG", "Aufwind AG"].map(new);
    for other in [&one, &two, &three, &four] {
        added(&world, &olga, other).await?;
    }
    // Their company itself, and one that it sells to.
    for (gone, stays) in [(&own, &one), (&two, &own), (&nordwind, &three), (&four, &nordwind)] {
        let refused = world.approvals().merge_debtors(merging(&insider(&olga), gone, stays)?).await;
        assert_eq!(refused, Err(DebtorRefusal::OwnCompany.into()));
        let outlook = world.approvals().merge_outlook(gone.id(), stays.id(), &insider(&olga).operator()).await;
        assert_eq!(outlook.err(), Some(DebtorRefusal::OwnCompany.into()), "nor reads what that would come to");
        let approval = awaits(world.approvals().merge_debtors(merging(&olga, gone, stays)?).await?)?;
        let decided = world.approvals().decide(approval.id, ruling(&approval, &insider(&omar), Verdict::Approve)).await;
        assert_eq!(decided, Err(DecideError::OwnCompany));
        assert_eq!(world.approvals().approval(&insider(&omar), approval.id).await, Err(DecideError::OwnCompany));
        world.approvals().withdraw(&olga, approval.id).await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_operator_lists_debtors_that_do_not_concern_their_own_company() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let (ada, nordwind) = debtor(&world, &olga).await?;
    let insider = Member { membership: ada.membership, ..olga.clone() };
    let everything = DebtorFilter { state: None, name: None };
    let listed = async |by: &Member| Ok::<_, Box<dyn Error>>(world.parties().debtors(by, everything.clone(), None).await?.debtors);
    assert_eq!(listed(&olga).await?, [(nordwind.clone(), Ok(()))]);
    assert_eq!(listed(&insider).await?, []);
    assert_eq!(world.parties().debtor(&insider, nordwind.id()).await, Err(DebtorNotShown::OwnCompany));
    Ok(())
}
