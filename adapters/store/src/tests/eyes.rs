//! Two pairs of eyes, and who belongs to a company, when everybody does something at once. What came first is read from the
//! audit trail: its order is that of the writes.

use super::{Checked, database::Database, on_each_database, use_cases};
use crate::Store;
use futures_util::future::{join, join_all};
use sooner_application::{
    UseCases,
    approvals::{DecideError, NewEntry, Performed, Ruling, hash_of},
    identity::ports::LinkTokens,
    onboarding::NewDocument,
    parties::{ChangeTeamError, JoinError, Member},
    testing::{HOME, PASSWORD, PDF, PlainTokens, a_user, buyer_details, complete_form, confirmed, records},
};
use sooner_domain::{
    approvals::approval::{Approval, Verdict},
    identity::{
        operator::{OperatorRole, OperatorRoles},
        password::{NewPassword, PlainPassword},
    },
    kernel::{
        audit::{Actor, AuditAction, Entry},
        coded::Coded,
        email::EmailAddress,
        ids::UserId,
        money::{Currency, Money},
        text::{Note, PersonName},
    },
    ledger::manual::ManualEvent,
    onboarding::document::{DocumentKind, FileName, FileType},
    parties::{membership::MemberRole, team::TeamRefusal},
};
use std::error::Error;

/// People on a real store.
struct House {
    store: Store,
    cases: UseCases,
}

impl House {
    fn on(database: &Database) -> Result<Self, Box<dyn Error>> {
        let store = database.store()?;
        Ok(Self { cases: use_cases(&store), store })
    }

    async fn signed_in(&self, email: &EmailAddress) -> Result<Member, Box<dyn Error>> {
        let welcome = self.cases.identity.sign_in(email, PlainPassword::parse_typed(PASSWORD)?, HOME).await?;
        self.cases.parties.member(&welcome.token).await?.ok_or_else(|| "not signed in".into())
    }

    async fn operator(&self, email: &str, roles: OperatorRoles) -> Result<Member, Box<dyn Error>> {
        let email = EmailAddress::parse(email)?;
        let (fname, lname) = (PersonName::parse("Olga")?, PersonName::parse("Reyes")?);
        let link = self.cases.parties.add_operator(email.clone(), fname, lname, roles).await?;
        self.cases.identity.reset_password(&link, PASSWORD, HOME).await?;
        self.signed_in(&email).await
    }

    async fn member(&self, email: &str) -> Result<Member, Box<dyn Error>> {
        let user = a_user().email(email);
        let token = self.cases.parties.sign_up(user.member, NewPassword::parse(PASSWORD, &[])?, user.from).await?;
        self.cases.parties.member(&token).await?.ok_or_else(|| "not signed in".into())
    }

    /// The secret of the link by which this address joins the company.
    async fn invited(&self, owner: &Member, email: &str, role: MemberRole) -> Result<String, Box<dyn Error>> {
        let invitation = self.cases.parties.invite(&confirmed(owner), EmailAddress::parse(email)?, role).await?;
        Ok(PlainTokens.token(invitation.id))
    }

    async fn joined(&self, owner: &Member, email: &str, role: MemberRole) -> Result<Member, Box<dyn Error>> {
        let token = self.invited(owner, email, role).await?;
        let password = NewPassword::parse(PASSWORD, &[])?;
        let access = self.cases.parties.accept_invitation(&token, a_user().member, password, HOME).await?;
        self.cases.parties.member(&access).await?.ok_or_else(|| "not signed in".into())
    }

    /// Gives somebody's application all it needs.
    async fn fill_in(&self, me: &Member) -> Checked {
        let list = &self.cases.onboarding;
        list.save_form(me.membership, complete_form(), None).await?;
        list.add_buyer(me.membership, buyer_details("Nordwind AG"), None).await?;
        for kind in DocumentKind::ALL {
            let new = NewDocument { kind: *kind, name: FileName::parse("scan.pdf")?, declared: FileType::Pdf };
            let mut upload = list.begin_upload(me.membership, new, None).await?;
            upload.push(PDF.into()).await?;
            upload.finish(None).await?;
        }
        Ok(())
    }

    /// What was done, in its order.
    async fn trail(&self) -> Result<Vec<Entry>, Box<dyn Error>> {
        Ok(records(&self.store.ports()).await?.into_iter().map(|record| record.entry).collect())
    }

    /// Two admins, a third operator, and what the first admin proposes of the third one's roles.
    async fn proposed(&self) -> Result<(Member, Member, Member, Approval), Box<dyn Error>> {
        let olga = self.operator("olga@example.com", OperatorRoles::all()).await?;
        let omar = self.operator("omar@example.com", OperatorRoles::all()).await?;
        let otto = self.operator("otto@example.com", [OperatorRole::Reviewer].into_iter().collect()).await?;
        let roles = [OperatorRole::Treasury].into_iter().collect();
        match self.cases.approvals.change_roles(&confirmed(&olga), otto.user.id(), otto.user.parts().operator_roles, roles).await? {
            Performed::Awaits(approval) => Ok((olga, omar, otto, *approval)),
            Performed::Done(()) => Err("it was performed at once".into()),
        }
    }

    async fn decide(&self, approval: &Approval, by: &Member, verdict: Verdict) -> Result<Approval, DecideError> {
        let ruling = Ruling { by: confirmed(by), verdict, hash: hash_of(approval), note: None, request: None };
        self.cases.approvals.decide(approval.id, ruling).await
    }
}

fn is(entry: &Entry, action: AuditAction, by: UserId) -> bool {
    entry.action == action && entry.by == Actor::User(by)
}

async fn of_sixty_four_decisions_at_once_one_counts(database: &Database) -> Checked {
    let house = House::on(database)?;
    let (olga, omar, otto, approval) = house.proposed().await?;
    let (again, second) = (house.signed_in(olga.user.email()).await?, house.signed_in(omar.user.email()).await?);
    // Half by the second person, in two sessions; half by whoever proposed, in two sessions as well.
    let people = [&omar, &second, &olga, &again];
    let all = (0..64).map(|number| {
        let verdict = if number / 4 % 2 == 0 { Verdict::Approve } else { Verdict::Refuse };
        house.decide(&approval, people[number % 4], verdict)
    });
    let answers = join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for (number, answer) in answers.iter().enumerate() {
        match answer {
            Ok(_) | Err(DecideError::Closed) => assert!(number % 4 < 2, "whoever proposed it decided: {number}"),
            Err(DecideError::FourEyes(who)) => assert!(number % 4 >= 2 && who.len() == 1, "{number}"),
            Err(other) => panic!("{number}: {other}"),
        }
    }
    let trail = house.trail().await?;
    let effects = trail.iter().filter(|entry| is(entry, AuditAction::OperatorRolesChanged, omar.user.id())).count();
    let refusals = trail.iter().filter(|entry| is(entry, AuditAction::ApprovalRefused, omar.user.id())).count();
    assert_eq!(effects + refusals, 1);
    let roles = house.cases.identity.users.by_id(otto.user.id()).await?.ok_or("no account")?.parts().operator_roles;
    assert_eq!(roles.contains(OperatorRole::Treasury), effects == 1);
    Ok(())
}

async fn of_many_who_approve_an_entry_at_once_one_books_it(database: &Database) -> Checked {
    let house = House::on(database)?;
    let olga = house.operator("olga@example.com", OperatorRoles::all()).await?;
    let omar = house.operator("omar@example.com", OperatorRoles::all()).await?;
    for number in 0..8 {
        let amount = Money::parse(500, Currency::parse("EUR")?)?;
        let on = house.cases.identity.clock.now().date_naive();
        let new = NewEntry {
            event: ManualEvent::Capital,
            on,
            amount,
            note: Note::parse("Paid in by the owners")?,
            explains: None,
            is_another: false,
        };
        let Performed::Awaits(approval) = house.cases.approvals.book_entry(&confirmed(&olga), new, None).await? else {
            return Err("it was booked at once".into());
        };
        let answers = join_all((0..8).map(|_| house.decide(&approval, &omar, Verdict::Approve))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{number}");
        assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(DecideError::Closed))), "{number}: {answers:?}");
    }
    Ok(())
}

async fn nobody_approves_with_a_role_that_was_taken_from_them(database: &Database) -> Checked {
    let house = House::on(database)?;
    let (_, omar, otto, approval) = house.proposed().await?;
    let taken = house.cases.parties.set_roles(omar.user.email(), [OperatorRole::Auditor].into_iter().collect());
    let approve = join_all((0..8).map(|_| house.decide(&approval, &omar, Verdict::Approve)));
    let (taken, answers) = join(taken, approve).await;
    // Whoever ran into the other's write asks again.
    if taken.is_err() {
        house.cases.parties.set_roles(omar.user.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
    }
    assert!(answers.iter().filter(|answer| answer.is_ok()).count() <= 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(DecideError::Forbidden | DecideError::Closed))), "{answers:?}");
    let trail = house.trail().await?;
    let change = |of: &Member| {
        trail.iter().rposition(|entry| entry.action == AuditAction::OperatorRolesChanged && entry.about.user == Some(of.user.id()))
    };
    let role_taken = change(&omar).ok_or("the role was not taken")?;
    let approved = change(&otto);
    assert!(approved.is_none_or(|approved| approved < role_taken), "approved after the role was gone");
    // What was approved in time is closed; what was not stays out of their reach.
    let expected = if approved.is_some() { DecideError::Closed } else { DecideError::Forbidden };
    assert_eq!(house.decide(&approval, &omar, Verdict::Approve).await.err(), Some(expected));
    Ok(())
}

async fn whoever_is_removed_in_the_middle_of_a_write_writes_nothing_more(database: &Database) -> Checked {
    let house = House::on(database)?;
    let ada = house.member("ada@example.com").await?;
    let pete = house.joined(&ada, "pete@example.com", MemberRole::Preparer).await?;
    let list = &house.cases.onboarding;
    let writes = join_all((0..24).map(|number| list.add_buyer(pete.membership, buyer_details(&format!("Buyer {number}")), None)));
    let (answers, removed) = join(writes, house.cases.parties.remove_member(&ada, pete.user.id())).await;
    removed?;
    let trail = house.trail().await?;
    let removed_at = trail.iter().position(|entry| entry.action == AuditAction::MemberRemoved).ok_or("nobody was removed")?;
    let late = trail[removed_at..].iter().filter(|entry| is(entry, AuditAction::BuyerAdded, pete.user.id())).count();
    assert_eq!(late, 0);
    let added = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(list.buyers(ada.membership.company).await?.len(), added);
    assert!(list.add_buyer(pete.membership, buyer_details("Late AG"), None).await.is_err());
    assert_eq!(house.cases.identity.sessions.of(pete.user.id(), pete.session.created_at).await?, [], "and is signed out");
    Ok(())
}

async fn of_owners_who_remove_each_other_at_once_one_stays(database: &Database) -> Checked {
    let house = House::on(database)?;
    let ada = house.member("ada@example.com").await?;
    let mut owners = vec![ada.clone()];
    for number in 0..3 {
        owners.push(house.joined(&ada, &format!("owner.{number}@example.com"), MemberRole::Owner).await?);
    }
    let owners: Vec<_> = owners.iter().map(confirmed).collect();
    let next = |number: usize| owners[(number + 1) % owners.len()].user.id();
    let all = owners.iter().enumerate().map(|(number, owner)| house.cases.parties.remove_member(owner, next(number)));
    let answers = join_all(all).await;
    let expected = |answer: &Result<(), ChangeTeamError>| {
        matches!(answer, Ok(()) | Err(ChangeTeamError::Refused(TeamRefusal::Forbidden | TeamRefusal::LastOwner)))
    };
    assert!(answers.iter().all(expected), "{answers:?}");
    let team = house.store.ports().teams.team(ada.membership.company).await?.ok_or("no company")?;
    let removed = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(team.members.len(), owners.len() - removed);
    assert!(!team.members.is_empty() && removed >= 1);
    Ok(())
}

async fn a_company_is_either_handed_in_or_given_up(database: &Database) -> Checked {
    let house = House::on(database)?;
    let ada = house.member("ada@example.com").await?;
    for number in 0..6 {
        let email = format!("bob.{number}@example.com");
        let token = house.invited(&ada, &email, MemberRole::Viewer).await?;
        let bob = house.member(&email).await?;
        house.fill_in(&bob).await?;
        // Now one is a little ahead, now the other.
        let submit = async {
            for _ in 0..number {
                actix_web::rt::task::yield_now().await;
            }
            house.cases.onboarding.submit(&bob, None).await
        };
        let (joined, submitted) = join(house.cases.parties.join(&bob, &token, HOME), submit).await;
        let of = house.store.ports().teams.owners(bob.membership.company).await?.ok_or("no company")?;
        assert_eq!(joined.is_ok(), submitted.is_err(), "{joined:?} {submitted:?}");
        assert_eq!(
            (of.0.has_applied(), of.0.closed_at.is_some(), of.1.len()),
            (submitted.is_ok(), joined.is_ok(), usize::from(joined.is_err()))
        );
        if let Err(error) = joined {
            assert_eq!(error, JoinError::Refused(TeamRefusal::InUse));
        }
    }
    Ok(())
}

on_each_database!(
    of_many_who_approve_an_entry_at_once_one_books_it,
    of_sixty_four_decisions_at_once_one_counts,
    nobody_approves_with_a_role_that_was_taken_from_them,
    whoever_is_removed_in_the_middle_of_a_write_writes_nothing_more,
    of_owners_who_remove_each_other_at_once_one_stays,
    a_company_is_either_handed_in_or_given_up
);
