//! Accounts, sessions, links.

use crate::{
    StorePorts,
    identity::{
        KnownAddress,
        changes::{Change, EMAIL, LAST_ADMIN, PROOF, VERIFIED_PHONE},
        ports::{AtAddress, Proof, TokenHash},
    },
    kernel::commit::CommitError,
    testing::contracts::{Checked, context, id, identity, link, mail, mailing, member, noon, session, stored, user},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    identity::{
        client::{Browser, Client, System},
        link::LinkPurpose,
        operator::{OperatorRole, OperatorRoles},
        password::PasswordHash,
        phone_proof::PhoneProof,
        session::{Confirmed, Session},
        user::{Guard, NewOperator, Parts, User},
    },
    kernel::{
        canonical::Digest, coded::Coded, country::CountryCode, email::EmailAddress, ids::UserId, language::Language, phone::PhoneNumber,
        text::PersonName,
    },
};
use std::error::Error;

/// The account as it is stored.
async fn again(ports: &StorePorts, user: &User) -> Result<User, Box<dyn Error>> {
    ports.users.by_id(user.id()).await?.ok_or_else(|| "the account is gone".into())
}

/// The account one version on.
fn next(user: &User) -> User {
    User::restore(Parts { version: user.parts().version + 1, ..user.parts().clone() })
}

pub async fn an_address_is_known_from_when_it_was_last_used(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "known@example.com").await?;
    let (here, elsewhere) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    let knows = async |from, since| Ok::<_, Box<dyn Error>>(ports.users.at_address(user.email(), from, since).await?.is_known);
    assert!(!knows(here, at(-9)).await?);
    for seconds in [0, 5] {
        identity(ports, Change::AddressSeen { address: KnownAddress::of(user.id(), here), at: at(seconds) }).await?;
        assert!(knows(here, at(seconds)).await?);
        assert!(!knows(here, at(seconds + 1)).await?);
    }
    assert!(!knows(elsewhere, at(0)).await?);
    Ok(())
}

pub async fn an_account_is_found_as_it_was_added(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "ada@example.com").await?;
    assert_eq!(ports.users.by_id(ada.id()).await?, Some(ada.clone()));
    assert_eq!(ports.users.by_email(ada.email()).await?, Some(ada.clone()));
    assert_eq!(ports.users.by_id(UserId(id())).await?, None);
    let olga = user("olga@example.com")?;
    let (fname, lname) = (PersonName::parse("Olga")?, PersonName::parse("Reyes")?);
    let new = NewOperator {
        email: olga.email().clone(),
        fname,
        lname,
        roles: [OperatorRole::Credit, OperatorRole::Auditor].into_iter().collect(),
    };
    let operator = User::operator(UserId(id()), new, noon());
    stored(ports, &operator).await?;
    assert_eq!(ports.users.by_id(operator.id()).await?, Some(operator.clone()));
    let mut both = ports.users.by_ids(&[operator.id(), UserId(id()), ada.id()]).await?;
    both.sort_by_key(User::id);
    assert_eq!(both, [ada, operator]);
    assert_eq!(ports.users.by_ids(&[]).await?, []);
    Ok(())
}

pub async fn an_account_keeps_its_language(ports: &StorePorts) -> Checked {
    let (mut ada, _) = member(ports, "ada@example.com").await?;
    for language in Language::ALL.iter().rev() {
        ada.speak(*language);
        identity(ports, Change::UserChanged(ada.clone())).await?;
        ada = next(&ada);
        assert_eq!(again(ports, &ada).await?, ada);
        assert_eq!(ada.parts().language, *language);
    }
    let mut german = super::super::a_user().email("bob@example.com").member;
    german.language = Language::German;
    let bob = User::sign_up(UserId(id()), german, PasswordHash::restore("hash".into()), noon());
    stored(ports, &bob).await?;
    assert_eq!(again(ports, &bob).await?, bob);
    Ok(())
}

pub async fn an_account_is_found_by_address_and_place(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "ada@example.com").await?;
    let from = [192, 0, 2, 1].into();
    assert_eq!(ports.users.at_address(ada.email(), from, noon()).await?, AtAddress { user: Some(ada.clone()), is_known: false });
    let nobody = user("eve@example.com")?;
    assert_eq!(ports.users.at_address(nobody.email(), from, noon()).await?, AtAddress { user: None, is_known: false });
    Ok(())
}

pub async fn an_address_has_one_account_and_a_refused_one_leaves_nothing(ports: &StorePorts) -> Checked {
    member(ports, "bob@example.com").await?;
    let depth = ports.outbox.depth().await?;
    let second = user("bob@example.com")?;
    let begun = session(&second);
    let changes = vec![
        Change::UserAdded(second.clone()),
        Change::SessionOpened(begun),
        Change::LinkIssued(link(&second, LinkPurpose::VerifyEmail, 1)),
    ];
    let refused = ports.identity.commit(changes, mailing(mail("bob@example.com")?)).await;
    assert_eq!(refused, Err(CommitError::Taken(EMAIL)));
    assert_eq!(ports.users.by_id(second.id()).await?, None);
    assert_eq!(ports.memberships.by_session(begun.id).await?, None);
    assert_eq!(ports.links.find(TokenHash([1; 32]), &[LinkPurpose::VerifyEmail]).await?, None);
    assert_eq!(ports.outbox.depth().await?, depth);
    Ok(())
}

pub async fn of_many_changes_to_one_version_of_an_account_one_wins(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "versions@example.com").await?;
    let changed = |number: u8| {
        let mut user = user.clone();
        user.change_password(PasswordHash::restore(format!("hash {number}")));
        user
    };
    let all: Vec<_> = (0..16).map(changed).collect();
    let answers = join_all(all.iter().map(|user| identity(ports, Change::UserChanged(user.clone())))).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(user, _)| next(user)).collect();
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(winners, [again(ports, &user).await?]);
    Ok(())
}

pub async fn a_session_is_found_until_it_ends(ports: &StorePorts) -> Checked {
    let (user, membership) = member(ports, "carl@example.com").await?;
    let session = session(&user);
    identity(ports, Change::SessionOpened(session)).await?;
    assert_eq!(ports.memberships.by_session(session.id).await?, Some((session, user, membership)));
    identity(ports, Change::SessionEnded { id: session.id, of: session.user }).await?;
    assert_eq!(ports.memberships.by_session(session.id).await?, None);
    assert_eq!(identity(ports, Change::SessionEnded { id: session.id, of: session.user }).await, Err(CommitError::Stale));
    Ok(())
}

pub async fn a_phone_is_proven_once_for_one_account(ports: &StorePorts) -> Checked {
    let germany = CountryCode::parse("DE")?;
    let phone = PhoneNumber::parse("+4915112345678", germany)?;
    let proof = |subject: &str| PhoneProof {
        phone: phone.clone(),
        subject: subject.into(),
        authenticated_at: noon(),
        issued_at: noon() + TimeDelta::seconds(1),
    };
    let verified = |user: &User, subject: &str| -> Result<Vec<Change>, Box<dyn Error>> {
        let mut user = user.clone();
        user.verify_phone(&proof(subject), noon())?;
        Ok(vec![Change::ProofUsed(Proof { user: user.id(), proof: proof(subject) }), Change::UserChanged(user)])
    };

    let (dora, _) = member(ports, "dora@example.com").await?;
    ports.identity.commit(verified(&dora, "one")?, context()).await?;
    assert!(again(ports, &dora).await?.parts().phone_verified);

    let (emil, _) = member(ports, "emil@example.com").await?;
    let opened = session(&emil);
    let mut used = verified(&emil, "one")?;
    used.push(Change::SessionOpened(opened));
    assert_eq!(ports.identity.commit(used, context()).await, Err(CommitError::Taken(PROOF)));
    assert_eq!(ports.memberships.by_session(opened.id).await?, None);
    assert_eq!(ports.identity.commit(verified(&emil, "two")?, context()).await, Err(CommitError::Taken(VERIFIED_PHONE)));
    assert!(!again(ports, &emil).await?.parts().phone_verified);

    let mut moved = emil.clone();
    moved.change_phone(PhoneNumber::parse("+4915112345679", germany)?, germany)?;
    identity(ports, Change::UserChanged(moved.clone())).await?;
    assert_eq!(again(ports, &emil).await?, next(&moved));
    Ok(())
}

pub async fn a_link_is_used_once(ports: &StorePorts) -> Checked {
    let (mut user, _) = member(ports, "fred@example.com").await?;
    let issued = link(&user, LinkPurpose::VerifyEmail, 10);
    identity(ports, Change::LinkIssued(issued.clone())).await?;
    let purposes = [LinkPurpose::VerifyEmail];
    assert_eq!(ports.links.find(issued.hash, &[LinkPurpose::ResetPassword]).await?, None);
    assert_eq!(ports.links.find(issued.hash, &purposes).await?, Some(issued.link.clone()));
    user.verify_email(&issued.link.email)?;
    let uses = (0..16).map(|_| ports.identity.commit(vec![Change::LinkUsed(issued.link.id), Change::UserChanged(user.clone())], context()));
    let answers = join_all(uses).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(ports.links.find(issued.hash, &purposes).await?, None);
    assert!(again(ports, &user).await?.parts().email_verified);
    Ok(())
}

pub async fn a_newer_link_kills_the_older(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "gina@example.com").await?;
    let (older, newer, other) =
        (link(&user, LinkPurpose::VerifyEmail, 20), link(&user, LinkPurpose::VerifyEmail, 21), link(&user, LinkPurpose::ResetPassword, 22));
    for issued in [&older, &other, &newer] {
        identity(ports, Change::LinkIssued(issued.clone())).await?;
    }
    assert_eq!(ports.links.find(older.hash, &[LinkPurpose::VerifyEmail]).await?, None);
    assert_eq!(identity(ports, Change::LinkUsed(older.link.id)).await, Err(CommitError::Stale));
    assert!(ports.links.find(newer.hash, &[LinkPurpose::VerifyEmail]).await?.is_some());
    assert!(ports.links.find(other.hash, &[LinkPurpose::ResetPassword]).await?.is_some());
    Ok(())
}

pub async fn sessions_are_listed_by_their_last_use(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "lena@example.com").await?;
    let (other, _) = member(ports, "mona@example.com").await?;
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    let one = session(&user).on(Client { browser: Some(Browser::Firefox), system: Some(System::Linux) });
    let (two, theirs) = (session(&user), session(&other));
    for opened in [one, two, theirs] {
        identity(ports, Change::SessionOpened(opened)).await?;
    }
    let half = Session { awaits_code: true, ..session(&user) };
    identity(ports, Change::SessionOpened(half)).await?;
    assert_eq!(ports.sessions.of(user.id(), noon()).await?, [two, one], "one between password and code is none");
    assert_eq!(ports.sessions.of(user.id(), one.expires_at).await?, [], "nor is one that has expired");
    ports.sessions.used(one.id, at(300)).await?;
    ports.sessions.used(one.id, at(299)).await?;
    ports.sessions.used(session(&user).id, at(300)).await?;
    let used = Session { last_used_at: at(300), ..one };
    assert_eq!(ports.sessions.of(user.id(), noon()).await?, [used, two], "no use makes it older, and one that has ended is not used");
    let found = ports.memberships.by_session(one.id).await?.map(|(session, _, _)| session);
    assert_eq!(found, Some(used));
    let not_theirs = identity(ports, Change::SessionEnded { id: one.id, of: other.id() }).await;
    assert_eq!(not_theirs, Err(CommitError::Stale));
    assert_eq!(ports.sessions.of(other.id(), noon()).await?, [theirs]);
    Ok(())
}

pub async fn links_end_by_what_they_are_for(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "nina@example.com").await?;
    let (other, _) = member(ports, "olaf@example.com").await?;
    let all = [(&user, LinkPurpose::VerifyEmail, 30), (&user, LinkPurpose::ResetPassword, 31), (&other, LinkPurpose::ResetPassword, 32)];
    let issued = all.map(|(user, purpose, secret)| link(user, purpose, secret));
    for one in &issued {
        identity(ports, Change::LinkIssued(one.clone())).await?;
    }
    let purposes = &[LinkPurpose::ResetPassword, LinkPurpose::SetPassword];
    identity(ports, Change::LinksEnded { of: user.id(), purposes }).await?;
    let mut left = Vec::new();
    for one in &issued {
        left.push(ports.links.find(one.hash, &[one.link.purpose]).await?.is_some());
    }
    assert_eq!(left, [true, false, true]);
    Ok(())
}

pub async fn an_address_is_not_changed_to_anothers(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "paul@example.com").await?;
    let (other, _) = member(ports, "quinn@example.com").await?;
    let mut changed = user.clone();
    changed.change_email(other.email().clone())?;
    assert_eq!(identity(ports, Change::UserChanged(changed.clone())).await, Err(CommitError::Taken(EMAIL)));
    changed.change_email(EmailAddress::parse("paul@example.org")?)?;
    identity(ports, Change::UserChanged(changed.clone())).await?;
    assert_eq!(ports.users.by_email(changed.email()).await?, Some(next(&changed)));
    assert_eq!(ports.users.by_email(user.email()).await?, None);
    Ok(())
}

/// What a sign-in writes that checked this account.
fn signing_in(checked: &User) -> (Session, Vec<Change>) {
    let (opened, parts) = (session(checked), checked.parts());
    let stands = Change::AccountStands { id: parts.id, password: parts.password.clone(), second_factor: parts.second_factor };
    (opened, vec![stands, Change::SessionOpened(opened)])
}

pub async fn a_session_is_made_only_of_what_was_checked(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "rosa@example.com").await?;
    ports.identity.commit(signing_in(&user).1, context()).await?;
    // What a sign-in does not look at may change.
    let mut moved = user.clone();
    moved.verify_email(&user.email().clone())?;
    identity(ports, Change::UserChanged(moved.clone())).await?;
    ports.identity.commit(signing_in(&user).1, context()).await?;
    let mut other_password = next(&moved);
    other_password.change_password(PasswordHash::restore("another".into()));
    identity(ports, Change::UserChanged(other_password.clone())).await?;
    assert_eq!(ports.identity.commit(signing_in(&moved).1, context()).await, Err(CommitError::Stale), "another password");
    let mut guarded = next(&other_password);
    let before = guarded.clone();
    guarded.guard_by(Guard::PasswordAndCode);
    identity(ports, Change::UserChanged(guarded.clone())).await?;
    assert_eq!(ports.identity.commit(signing_in(&before).1, context()).await, Err(CommitError::Stale), "a code is asked for now");
    ports.identity.commit(signing_in(&guarded).1, context()).await?;
    assert_eq!(ports.sessions.of(user.id(), noon()).await?.len(), 3);
    Ok(())
}

pub async fn no_sign_in_in_flight_survives_a_reset(ports: &StorePorts) -> Checked {
    for round in 0..16 {
        let (user, _) = member(ports, &format!("sven{round}@example.com")).await?;
        let mut reset = user.clone();
        reset.change_password(PasswordHash::restore("another".into()));
        let reset = vec![Change::UserChanged(reset), Change::SessionsEnded { of: user.id(), but: None }];
        // All of them checked the old password; the reset comes in between.
        let before = (0..8).map(|_| ports.identity.commit(signing_in(&user).1, context()));
        let after = (0..8).map(|_| ports.identity.commit(signing_in(&user).1, context()));
        let all = before.chain([ports.identity.commit(reset, context())]).chain(after);
        for answer in join_all(all).await {
            assert!(matches!(answer, Ok(()) | Err(CommitError::Stale)), "{answer:?}");
        }
        assert_eq!(ports.sessions.of(user.id(), noon()).await?, [], "round {round}");
    }
    Ok(())
}

pub async fn every_session_of_an_account_ends_but_one(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "hans@example.com").await?;
    let (other, _) = member(ports, "ida@example.com").await?;
    let (one, two, theirs) = (session(&user), session(&user), session(&other));
    for opened in [one, two, theirs] {
        identity(ports, Change::SessionOpened(opened)).await?;
    }
    for not_theirs in [theirs.id, session(&user).id] {
        let ended = identity(ports, Change::SessionsEnded { of: user.id(), but: Some(not_theirs) }).await;
        assert_eq!(ended, Err(CommitError::Stale), "the one that is to stay has ended");
    }
    assert!(ports.sessions.goes_on(one.id, user.id()).await? && !ports.sessions.goes_on(one.id, other.id()).await?);
    identity(ports, Change::SessionsEnded { of: user.id(), but: Some(two.id) }).await?;
    assert!(!ports.sessions.goes_on(one.id, user.id()).await? && ports.sessions.goes_on(two.id, user.id()).await?);
    assert_eq!(ports.memberships.by_session(one.id).await?, None);
    assert!(ports.memberships.by_session(two.id).await?.is_some());
    identity(ports, Change::SessionsEnded { of: user.id(), but: None }).await?;
    assert_eq!(ports.memberships.by_session(two.id).await?, None);
    assert!(ports.memberships.by_session(theirs.id).await?.is_some());
    Ok(())
}

/// An operator in these roles, stored.
async fn operator(ports: &StorePorts, email: &str, roles: OperatorRoles) -> Result<User, Box<dyn Error>> {
    let (fname, lname) = (PersonName::parse("Olga")?, PersonName::parse("Reyes")?);
    let user = User::operator(UserId(id()), NewOperator { email: EmailAddress::parse(email)?, fname, lname, roles }, noon());
    stored(ports, &user).await?;
    Ok(user)
}

pub async fn operators_are_listed_with_when_they_signed_in_last(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "listed.ada@example.com").await?;
    let none = OperatorRoles::default();
    let (olga, omar) = (operator(ports, "listed.olga@example.com", none).await?, operator(ports, "listed.omar@example.com", none).await?);
    let listed = async || {
        let all = ports.users.operators().await?;
        Ok::<_, Box<dyn Error>>(all.into_iter().map(|seen| (seen.user, seen.last_sign_in_at)).collect::<Vec<_>>())
    };
    assert_eq!(listed().await?, [(olga.clone(), None), (omar.clone(), None)]);
    let at = |seconds| Session { created_at: noon() + TimeDelta::seconds(seconds), ..session(&olga) };
    for opened in [at(1), at(2), Session { awaits_code: true, ..at(3) }, session(&ada)] {
        identity(ports, Change::SessionOpened(opened)).await?;
    }
    assert_eq!(listed().await?, [(olga, Some(noon() + TimeDelta::seconds(2))), (omar, None)]);
    Ok(())
}

pub async fn a_proof_is_kept_with_its_session_while_that_lives(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "proof.ada@example.com").await?;
    let (bob, _) = member(ports, "proof.bob@example.com").await?;
    let (one, other) = (session(&ada), session(&ada));
    for opened in [one, other] {
        identity(ports, Change::SessionOpened(opened)).await?;
    }
    let confirmed = Confirmed { act: Digest([7; 32]), at: noon() + TimeDelta::seconds(9) };
    let step_up = |of: &User| identity(ports, Change::SessionSteppedUp { id: one.id, of: of.id(), confirmed });
    assert_eq!(step_up(&bob).await, Err(CommitError::Stale));
    step_up(&ada).await?;
    let kept = async |id| Ok::<_, Box<dyn Error>>(ports.memberships.by_session(id).await?.and_then(|(session, ..)| session.confirmed));
    assert_eq!((kept(one.id).await?, kept(other.id).await?), (Some(confirmed), None));
    identity(ports, Change::SessionEnded { id: one.id, of: ada.id() }).await?;
    assert_eq!(step_up(&ada).await, Err(CommitError::Stale));
    Ok(())
}

pub async fn an_operators_roles_stand_until_they_change(ports: &StorePorts) -> Checked {
    let roles: OperatorRoles = [OperatorRole::Reviewer, OperatorRole::Admin].into_iter().collect();
    let mut olga = operator(ports, "stands.olga@example.com", roles).await?;
    let stands = |roles| identity(ports, Change::OperatorStands { id: olga.id(), roles });
    stands(roles).await?;
    assert_eq!(stands(OperatorRoles::all()).await, Err(CommitError::NotAllowed));
    assert_eq!(identity(ports, Change::OperatorStands { id: UserId(id()), roles }).await, Err(CommitError::NotAllowed));
    let was = olga.id();
    olga.work_as(OperatorRoles::default())?;
    identity(ports, Change::UserChanged(olga)).await?;
    assert_eq!(identity(ports, Change::OperatorStands { id: was, roles }).await, Err(CommitError::NotAllowed));
    Ok(())
}

pub async fn of_many_admins_who_go_at_once_one_stays(ports: &StorePorts) -> Checked {
    let mut admins = Vec::new();
    for number in 0..8 {
        admins.push(operator(ports, &format!("admin.{number}@example.com"), OperatorRoles::all()).await?);
    }
    let go = |admin: &User| {
        let mut gone = admin.clone();
        gone.work_as(OperatorRoles::default()).ok();
        let changes = vec![Change::AdminsHeld { without: Some(admin.id()) }, Change::UserChanged(gone)];
        ports.identity.commit(changes, context())
    };
    let answers = join_all(admins.iter().map(go)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), admins.len() - 1, "{answers:?}");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(LAST_ADMIN)))));
    let left = ports.users.operators().await?;
    assert_eq!(left.iter().filter(|seen| seen.user.parts().operator_roles.contains(OperatorRole::Admin)).count(), 1);
    identity(ports, Change::AdminsHeld { without: None }).await?;
    Ok(())
}
