//! Two pairs of eyes, from proposing to its effect.

mod debtors;
mod seen;
mod suppliers;

use super::{
    AccountCommand, ApprovalView, Approvals, DecideError, FourEyes, InboxQuery, OperatorsError, Performed, ProposeError, Ruling, hash_of,
};
use crate::{
    kernel::outbox::Mail,
    parties::Member,
    testing::{LAPSED, UNCONFIRMED, World, a_user, confirmed},
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::approval::{Approval, ApprovalMove, ApprovalState, Verdict},
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        audit::{Actor, AuditAction},
        ids::{ApprovalId, UserId},
        text::Note,
    },
    onboarding::{
        application::Blocked,
        bank_account::{BankAccount, Iban},
    },
    parties::membership::MemberRole,
};
use std::error::Error;

type Checked = Result<(), Box<dyn Error>>;

fn only(role: OperatorRole) -> OperatorRoles {
    [role].into_iter().collect()
}

fn ruling(approval: &Approval, by: &Member, verdict: Verdict) -> Ruling {
    Ruling { by: by.clone(), verdict, hash: hash_of(approval), note: None, request: None }
}

async fn decide(world: &World, id: ApprovalId, by: &Member, verdict: Verdict) -> Result<Approval, DecideError> {
    let approval = world.approvals().records.by_id(id).await?.ok_or(DecideError::NotFound)?;
    world.approvals().decide(id, ruling(&approval, &confirmed(by), verdict)).await
}

async fn roles_of(world: &World, id: UserId) -> Result<OperatorRoles, Box<dyn Error>> {
    Ok(world.identity().users.by_id(id).await?.ok_or("no account")?.parts().operator_roles)
}

fn awaits<T>(performed: Performed<T>) -> Result<Approval, Box<dyn Error>> {
    match performed {
        Performed::Awaits(approval) => Ok(*approval),
        Performed::Done(_) => Err("it was performed at once".into()),
    }
}

/// Two admins, and the change one of them proposes of a third operator's roles.
async fn proposed(world: &World) -> Result<(Member, Member, Member, Approval), Box<dyn Error>> {
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let otto = world.operator_of("otto@example.com", only(OperatorRole::Reviewer)).await?;
    let change = world
        .approvals()
        .change_roles(&confirmed(&olga), otto.user.id(), only(OperatorRole::Reviewer), only(OperatorRole::Treasury))
        .await?;
    Ok((olga, omar, otto, awaits(change)?))
}

async fn states(world: &World, me: &Member, ended: bool) -> Result<Vec<(ApprovalState, Vec<ApprovalMove>)>, Box<dyn Error>> {
    let inbox = world.approvals().inbox(me, InboxQuery { ended, ..InboxQuery::default() }).await?;
    Ok(inbox.approvals.into_iter().map(|ApprovalView { state, moves, .. }| (state, moves)).collect())
}

#[tokio::test]
async fn what_is_proposed_changes_nothing_until_somebody_else_approves_it() -> Checked {
    let world = World::default();
    let (olga, omar, otto, approval) = proposed(&world).await?;
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Reviewer));
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::ApprovalProposed, Actor::User(olga.user.id())));
    world.delivery().round().await?;
    let told: Vec<_> = world.mailer.sent().into_iter().map(|mail| (mail.to.as_str().to_owned(), mail.content.code())).collect();
    assert_eq!(told, [("omar@example.com".to_owned(), "approval_waits")], "whoever may decide, but for whoever proposed");
    let what = |mail: &Mail| {
        let details = mail.content.details().cloned().unwrap_or_default();
        let about = details.matters.into_iter().filter_map(|matter| matter.debtor).map(|name| name.as_str().to_owned());
        (details.person, details.action, about.collect::<Vec<_>>())
    };
    let proposal = (Some(olga.user.name()), Some("change_operator_roles".to_owned()), vec![otto.user.name()]);
    assert_eq!(world.mailer.sent().last().map(what).as_ref(), Some(&proposal));

    assert_eq!(decide(&world, approval.id, &olga, Verdict::Approve).await, Err(DecideError::FourEyes(vec![omar.user.clone()])));
    assert_eq!(decide(&world, approval.id, &otto, Verdict::Approve).await, Err(DecideError::Forbidden));
    assert_eq!(states(&world, &olga, false).await?, [(ApprovalState::Pending, vec![ApprovalMove::Withdraw])]);
    assert_eq!(states(&world, &omar, false).await?, [(ApprovalState::Pending, vec![ApprovalMove::Approve, ApprovalMove::Refuse])]);
    assert_eq!(world.approvals().inbox(&omar, InboxQuery::default()).await?.waiting, 1);
    assert_eq!(world.approvals().inbox(&olga, InboxQuery::default()).await?.waiting, 0);
    assert_eq!(states(&world, &otto, false).await?, [], "it is not theirs to see");

    decide(&world, approval.id, &omar, Verdict::Approve).await?;
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Treasury));
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::OperatorRolesChanged, Actor::User(omar.user.id())));
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!(field("proposedBy"), Some(olga.user.id().to_string()));
    assert_eq!(field("operatorRoles").as_deref(), Some("treasury"));
    assert_eq!(decide(&world, approval.id, &omar, Verdict::Approve).await, Err(DecideError::Closed));
    assert_eq!(states(&world, &olga, true).await?, [(ApprovalState::Approved, vec![])]);
    world.delivery().round().await?;
    let last = world.mailer.sent().pop().ok_or("no mail")?;
    assert_eq!((last.to.as_str(), last.content.code()), ("olga@example.com", "proposal_approved"));
    assert_eq!(what(&last), proposal);
    Ok(())
}

#[tokio::test]
async fn a_second_session_is_no_second_person() -> Checked {
    let world = World::default();
    let (olga, .., approval) = proposed(&world).await?;
    let again = world.signed_in(&olga.user).await?;
    assert!(matches!(decide(&world, approval.id, &again, Verdict::Approve).await, Err(DecideError::FourEyes(_))));
    Ok(())
}

#[tokio::test]
async fn what_is_refused_or_taken_back_is_dropped_and_may_be_proposed_again() -> Checked {
    let world = World::default();
    let (olga, omar, otto, approval) = proposed(&world).await?;
    let note = Note::parse("Otto reviews until Friday.")?;
    let refusal = Ruling { note: Some(note.clone()), ..ruling(&approval, &omar, Verdict::Refuse) };
    let refused = world.approvals().decide(approval.id, refusal).await?;
    assert_eq!(refused.decided.and_then(|decided| decided.note), Some(note));
    assert_eq!(world.last_entry().await?.action, AuditAction::ApprovalRefused);
    let propose = async || {
        awaits(
            world
                .approvals()
                .change_roles(&confirmed(&olga), otto.user.id(), only(OperatorRole::Reviewer), only(OperatorRole::Treasury))
                .await?,
        )
    };
    let second = propose().await?;
    assert_eq!(world.approvals().withdraw(&omar, second.id).await, Err(DecideError::NotFound), "another's");
    world.approvals().withdraw(&olga, second.id).await?;
    assert_eq!(world.approvals().withdraw(&olga, second.id).await, Err(DecideError::Closed));
    assert_eq!(decide(&world, second.id, &omar, Verdict::Approve).await, Err(DecideError::Closed));
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Reviewer));
    Ok(())
}

#[tokio::test]
async fn one_change_of_a_thing_waits_and_asking_again_is_the_same() -> Checked {
    let world = World::default();
    let (olga, omar, otto, approval) = proposed(&world).await?;
    let ask = |by: &Member, roles| {
        let (approvals, by, of) = (world.approvals(), confirmed(by), otto.user.id());
        async move { approvals.change_roles(&by, of, only(OperatorRole::Reviewer), roles).await }
    };
    assert_eq!(awaits(ask(&olga, only(OperatorRole::Treasury)).await?)?, approval);
    let taken = Err(OperatorsError::Propose(ProposeError::AlreadyProposed));
    assert_eq!(ask(&olga, only(OperatorRole::Auditor)).await, taken);
    assert_eq!(ask(&omar, only(OperatorRole::Treasury)).await, taken);
    world.clock.advance(Approval::LIFE);
    assert_eq!(decide(&world, approval.id, &omar, Verdict::Approve).await, Err(DecideError::Closed), "a week is over");
    let anew = awaits(ask(&omar, only(OperatorRole::Auditor)).await?)?;
    assert_eq!(states(&world, &olga, true).await?, [(ApprovalState::Expired, vec![])]);
    decide(&world, anew.id, &olga, Verdict::Approve).await?;
    Ok(())
}

#[tokio::test]
async fn what_changed_meanwhile_is_to_be_proposed_anew() -> Checked {
    let world = World::default();
    let (olga, omar, otto, approval) = proposed(&world).await?;
    world.parties().set_roles(otto.user.email(), only(OperatorRole::Credit)).await?;
    assert_eq!(decide(&world, approval.id, &omar, Verdict::Approve).await, Err(DecideError::Outdated));
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Credit));
    assert_eq!(states(&world, &olga, true).await?, [(ApprovalState::Outdated, vec![])]);
    assert_eq!(world.last_entry().await?.action, AuditAction::ApprovalOutdated);
    Ok(())
}

#[tokio::test]
async fn a_role_taken_between_proposal_and_approval_counts_on_either_side() -> Checked {
    let world = World::default();
    let (olga, omar, otto, approval) = proposed(&world).await?;
    world.parties().set_roles(omar.user.email(), only(OperatorRole::Reviewer)).await?;
    assert_eq!(decide(&world, approval.id, &omar, Verdict::Approve).await, Err(DecideError::Forbidden), "as he was when he signed in");
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Reviewer));
    world.parties().set_roles(omar.user.email(), OperatorRoles::all()).await?;
    world.parties().set_roles(olga.user.email(), only(OperatorRole::Reviewer)).await?;
    assert_eq!(decide(&world, approval.id, &omar, Verdict::Approve).await, Err(DecideError::Outdated), "she may not propose it any more");
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Reviewer));
    Ok(())
}

#[tokio::test]
async fn whoever_says_what_they_saw_approves_that_and_nothing_else() -> Checked {
    let world = World::default();
    let (_, omar, otto, approval) = proposed(&world).await?;
    let omar = world.confirming(&omar).await?;
    let of = |hash: String| Ruling { hash, ..ruling(&approval, &omar, Verdict::Approve) };
    assert_eq!(world.approvals().decide(approval.id, of("0".repeat(64))).await, Err(DecideError::Outdated));
    assert_eq!(roles_of(&world, otto.user.id()).await?, only(OperatorRole::Reviewer));
    world.approvals().decide(approval.id, of(hash_of(&approval))).await?;
    let other = Approval { id: ApprovalId(uuid::Uuid::nil()), ..approval.clone() };
    assert_ne!(hash_of(&other), hash_of(&approval));
    Ok(())
}

#[tokio::test]
async fn an_admin_remains() -> Checked {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", only(OperatorRole::Admin)).await?;
    let approvals = world.approvals();
    let change = |by: &Member, of: &Member, roles| {
        let (approvals, by, of) = (approvals.clone(), confirmed(by), of.clone());
        async move { approvals.change_roles(&by, of.user.id(), of.user.parts().operator_roles, roles).await }
    };
    assert_eq!(change(&olga, &omar, OperatorRoles::default()).await?, Performed::Done(()));
    assert!(world.signed_in_again(&omar).await.is_err(), "without any role the sessions end");
    assert_eq!(change(&olga, &olga, only(OperatorRole::Credit)).await, Err(OperatorsError::Propose(ProposeError::LastAdmin)));
    assert_eq!(roles_of(&world, olga.user.id()).await?, OperatorRoles::all());
    let nobody = approvals.change_roles(&olga, UserId(uuid::Uuid::nil()), OperatorRoles::all(), OperatorRoles::all()).await;
    assert_eq!(nobody, Err(OperatorsError::Propose(ProposeError::NotFound)));
    let seen = approvals.change_roles(&olga, omar.user.id(), OperatorRoles::all(), OperatorRoles::all()).await;
    assert_eq!(seen, Err(OperatorsError::Propose(ProposeError::Stale)));
    Ok(())
}

fn account(iban: &str) -> Result<BankAccount, Box<dyn Error>> {
    let account = crate::testing::complete_form().bank_account;
    Ok(BankAccount { iban: Some(Iban::parse(iban)?), ..account })
}

/// Another account in place of the one that counts now.
async fn change_account(approvals: &Approvals, me: &Member, account: BankAccount) -> Result<Performed<()>, ProposeError> {
    let seen = approvals.bank_account(me).await?.account;
    approvals.change_bank_account(me, AccountCommand { seen, account }).await
}

const NEW_IBAN: &str = "NL91ABNA0417164300";

#[tokio::test]
async fn an_owner_proves_who_they_are_and_an_operator_approves_before_another_account_counts() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let ada = world.approved(a_user(), &olga).await?;
    let vera = world.joined(&ada, "vera@example.com", MemberRole::Owner).await?;
    let pete = world.joined(&ada, "pete@example.com", MemberRole::Preparer).await?;
    let approvals = world.approvals();
    let new = account(NEW_IBAN)?;
    assert_eq!(change_account(&approvals, &ada, new.clone()).await, Err(ProposeError::StepUpRequired(UNCONFIRMED)));
    let right = sooner_domain::parties::membership::MemberRight::ChangeBankAccount;
    let refused = change_account(&approvals, &world.stepped_up(&pete).await?, new.clone()).await;
    assert_eq!(refused, Err(Blocked::NotMembers(right).into()));
    let ada = world.stepped_up(&ada).await?;
    let incomplete = change_account(&approvals, &ada, BankAccount::default()).await;
    assert!(matches!(incomplete, Err(ProposeError::Blocked(Blocked::Incomplete(missing))) if missing.len() == 3));

    world.delivery().round().await?;
    let before = world.mailer.sent().len();
    let approval = awaits(change_account(&approvals, &ada, new.clone()).await?)?;
    world.delivery().round().await?;
    let mut told: Vec<_> = world.mailer.sent()[before..].iter().map(|mail| (mail.to.as_str().to_owned(), mail.content.code())).collect();
    told.sort();
    let expected =
        [("ada@example.com", "account_proposed"), ("olga@example.com", "approval_waits"), ("vera@example.com", "account_proposed")];
    assert_eq!(told, expected.map(|(to, code)| (to.to_owned(), code)), "every owner, and whoever may decide");
    let old = crate::testing::complete_form().bank_account;
    let view = approvals.bank_account(&vera).await?;
    assert_eq!((view.account, view.waiting), (old, Some((approval.clone(), new.clone()))));

    assert_eq!(approvals.withdraw(&vera, approval.id).await, Err(DecideError::NotFound));
    decide(&world, approval.id, &olga, Verdict::Approve).await?;
    let view = approvals.bank_account(&pete).await?;
    assert_eq!((view.account, view.waiting), (new.clone(), None));
    assert_eq!(view.may_change, Err(Blocked::NotMembers(right)));
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.about.company), (AuditAction::BankAccountChanged, Some(ada.membership.company)));
    assert_eq!(change_account(&approvals, &ada, new).await?, Performed::Done(()), "it is the one");
    Ok(())
}

#[tokio::test]
async fn what_an_owner_proposed_falls_with_their_role_and_waits_for_no_one_of_their_own() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let ada = world.approved(a_user(), &olga).await?;
    let vera = world.joined(&ada, "vera@example.com", MemberRole::Owner).await?;
    let vera = world.stepped_up(&vera).await?;
    let approvals = world.approvals();
    let approval = awaits(change_account(&approvals, &vera, account(NEW_IBAN)?).await?)?;
    let insider = Member { membership: ada.membership, ..olga.clone() };
    assert_eq!(decide(&world, approval.id, &insider, Verdict::Approve).await, Err(DecideError::OwnCompany));
    world.parties().change_role(&world.stepped_up(&ada).await?, vera.user.id(), MemberRole::Owner, MemberRole::Viewer).await?;
    assert_eq!(decide(&world, approval.id, &olga, Verdict::Approve).await, Err(DecideError::Outdated));
    assert_eq!(approvals.bank_account(&ada).await?.account, crate::testing::complete_form().bank_account);
    Ok(())
}

#[tokio::test]
async fn an_account_that_took_another_way_is_not_overwritten() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let ada = world.approved(a_user(), &olga).await?;
    let ada = world.stepped_up(&ada).await?;
    let approval = awaits(change_account(&world.approvals(), &ada, account(NEW_IBAN)?).await?)?;
    let at_once = Approvals { four_eyes: FourEyes::Off, ..Approvals::clone(&world.approvals()) };
    let third = account("GB29NWBK60161331926819")?;
    assert_eq!(change_account(&at_once, &ada, third.clone()).await?, Performed::Done(()));
    assert_eq!(decide(&world, approval.id, &olga, Verdict::Approve).await, Err(DecideError::Outdated));
    assert_eq!(world.approvals().bank_account(&ada).await?.account, third);
    Ok(())
}

#[tokio::test]
async fn an_account_is_changed_only_while_the_company_is_approved() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    world.fill_in(&me).await?;
    let me = world.stepped_up(&me).await?;
    let change = async |account| change_account(&world.approvals(), &me, account).await;
    assert_eq!(change(account(NEW_IBAN)?).await, Err(Blocked::NotEditable.into()), "in the form it is typed over");
    world.onboarding().submit(&me, None).await?;
    assert_eq!(change(account(NEW_IBAN)?).await, Err(Blocked::NotEditable.into()));
    Ok(())
}

#[tokio::test]
async fn with_four_eyes_off_it_takes_effect_at_once() -> Checked {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let ada = world.approved(a_user(), &olga).await?;
    let ada = world.stepped_up(&ada).await?;
    assert_eq!(change_account(&world.approvals(), &ada, account(NEW_IBAN)?).await?, Performed::Done(()));
    assert_eq!(world.approvals().bank_account(&ada).await?.account, account(NEW_IBAN)?);
    assert_eq!(world.last_entry().await?.action, AuditAction::BankAccountChanged);
    world.clock.advance(TimeDelta::minutes(5));
    let later = change_account(&world.approvals(), &ada, account("DE89370400440532013000")?).await;
    assert_eq!(later, Err(ProposeError::StepUpRequired(LAPSED)));
    Ok(())
}
