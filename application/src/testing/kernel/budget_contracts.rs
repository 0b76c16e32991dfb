//! What one account may have kept and mailed, asked in the transaction of what it writes.

use crate::{
    StorePorts,
    identity::changes::Change as AccountChange,
    kernel::{
        budgets::Budget,
        commit::{CommitError, WriteContext},
        outbox::{Content, Details, Invited, Mail},
        too_many::TooMany,
        unavailable::Unavailable,
    },
    onboarding::changes::Change as OnboardingChange,
    testing::{
        contracts::{Checked, Made, id, identity, mail, member, noon, onboarding, session, user},
        full_form,
    },
};
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::{
    identity::user::{Parts as UserParts, Role, User},
    kernel::{
        allotment::Allotment,
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{LinkId, UserId},
    },
    onboarding::{
        application::{Application, ApplicationId, Parts},
        status::OnboardingStatus,
    },
};
use std::error::Error;

/// A day that no other contract writes on.
fn day() -> DateTime<Utc> {
    noon() + TimeDelta::days(40)
}

fn by(account: UserId, at: DateTime<Utc>) -> WriteContext {
    WriteContext::of(Entry::own(account, AuditAction::FormSaved, at))
}

/// Invites a person.
fn invitation(to: &str) -> Made<Mail> {
    let details = Details::default();
    Ok(Mail { content: Content::Invitation { invitation: Invited { link: LinkId(id()), details } }, ..mail(to)? })
}

/// All of this was used up at the beginning of the day.
const fn over(of: Allotment) -> CommitError {
    CommitError::Unavailable(Unavailable::OverBudget(TooMany { of: Some(of), retry_after_seconds: 24 * 3_600 }))
}

pub async fn a_newcomer_a_customer_and_the_house_have_budgets_of_their_own(ports: &StorePorts) -> Checked {
    let (newcomer, place) = member(ports, "budgets.newcomer@example.com").await?;
    let write = async |account: UserId, number: i32, at| -> Made<Result<(), CommitError>> {
        let context = by(account, at).and_mail(invitation(&format!("supplier.{number}@example.com"))?);
        Ok(ports.identity.commit(Vec::new(), context).await)
    };
    for number in 0..Budget::INVITATIONS.newcomer {
        assert_eq!(write(newcomer.id(), number, day()).await?, Ok(()), "{number}");
    }
    assert_eq!(write(newcomer.id(), 1_000, day()).await?, Err(over(Allotment::Invitations)));
    let later = Budget::INVITATIONS.window - TimeDelta::seconds(1);
    let refused = CommitError::Unavailable(Unavailable::OverBudget(TooMany { of: Some(Allotment::Invitations), retry_after_seconds: 1 }));
    assert_eq!(write(newcomer.id(), 1_001, day() + later).await?, Err(refused));
    assert_eq!(write(newcomer.id(), 1_002, day() + Budget::INVITATIONS.window).await?, Ok(()), "another day begins");

    let mut application = Application::blank(ApplicationId(id()), &place, 0, noon());
    let change = application.save_form(full_form(), noon())?;
    let approved = Application::restore(Parts { status: OnboardingStatus::Approved, ..application.parts().clone() });
    onboarding(ports, OnboardingChange::Application(Box::new((approved, change)))).await?;
    for number in 0..=Budget::INVITATIONS.newcomer {
        assert_eq!(write(newcomer.id(), 2_000 + number, day() + Budget::INVITATIONS.window * 2).await?, Ok(()), "as a customer, {number}");
    }

    let operator = User::restore(UserParts { role: Role::Operator, ..user("budgets.house@example.com")?.parts().clone() });
    identity(ports, AccountChange::UserAdded(operator.clone())).await?;
    for number in 0..=Budget::INVITATIONS.newcomer {
        assert_eq!(write(operator.id(), 3_000 + number, day()).await?, Ok(()), "the house, {number}");
    }
    Ok(())
}

pub async fn what_passes_a_budget_leaves_nothing(ports: &StorePorts) -> Checked {
    let (sender, _) = member(ports, "budgets.sender@example.com").await?;
    let (other, _) = member(ports, "budgets.other@example.com").await?;
    for _ in 0..Budget::INVITATIONS_TO_RECIPIENT.newcomer {
        ports.identity.commit(Vec::new(), by(sender.id(), day()).and_mail(invitation("one@example.com")?)).await?;
    }
    let session = session(&sender);
    let opened = || vec![AccountChange::SessionOpened(session)];
    // What another account causes counts for the address, too.
    for account in [sender.id(), other.id()] {
        let refused = ports.identity.commit(opened(), by(account, day()).and_mail(invitation("one@example.com")?)).await;
        assert_eq!(refused, Err(over(Allotment::Mails)));
        assert_eq!(ports.memberships.by_session(session.id).await?, None, "nothing was written");
    }
    ports.identity.commit(opened(), by(sender.id(), day()).and_mail(invitation("another@example.com")?)).await?;
    assert!(ports.memberships.by_session(session.id).await?.is_some());
    Ok(())
}

pub async fn files_are_counted_by_their_bytes(ports: &StorePorts) -> Checked {
    let (uploader, _) = member(ports, "budgets.files@example.com").await?;
    let upload =
        async |bytes: u64, days| ports.identity.commit(Vec::new(), by(uploader.id(), day() + TimeDelta::days(days)).with_file(bytes)).await;
    let most = u64::try_from(Budget::FILES.newcomer)? * 1_024;
    upload(most - 1, 0).await?;
    assert_eq!(upload(1, 0).await, Err(over(Allotment::Files)), "what was begun counts as a whole kibibyte");
    for days in 1..4 {
        upload(most, days).await?;
    }
    assert!(matches!(upload(1, 4).await, Err(CommitError::Unavailable(Unavailable::OverBudget(_)))), "nor more in a year");
    upload(1, 366).await?;
    Ok(())
}

pub async fn records_are_counted_by_what_they_keep(ports: &StorePorts) -> Checked {
    let (writer, _) = member(ports, "budgets.records@example.com").await?;
    let write = async |action, bytes: usize| {
        let entry = Entry::own(writer.id(), action, day()).change("note", None, Some("x".repeat(bytes)));
        ports.identity.commit(Vec::new(), WriteContext::of(entry)).await
    };
    let large = 100 * 1_024 - "note".len();
    for _ in 0..Budget::RECORDS.newcomer / 100 - 1 {
        write(AuditAction::FormSaved, large).await?;
    }
    assert_eq!(write(AuditAction::FormSaved, large + 1).await, Err(over(Allotment::Records)));
    Ok(())
}

pub async fn a_confirmation_and_a_second_factor_that_is_begun_use_the_budget_of_records(ports: &StorePorts) -> Checked {
    for (action, email) in
        [(AuditAction::SteppedUp, "budgets.steps@example.com"), (AuditAction::SecondFactorBegun, "budgets.factors@example.com")]
    {
        let (writer, _) = member(ports, email).await?;
        let bytes = usize::try_from(Budget::RECORDS.newcomer)? * 1_024 - "note".len();
        let all = Entry::own(writer.id(), AuditAction::FormSaved, day()).change("note", None, Some("x".repeat(bytes)));
        ports.identity.commit(Vec::new(), WriteContext::of(all)).await?;
        let refused = ports.identity.commit(Vec::new(), WriteContext::of(Entry::own(writer.id(), action, day()))).await;
        assert_eq!(refused, Err(over(Allotment::Records)), "{action:?}");
        ports.identity.commit(Vec::new(), WriteContext::of(Entry::own(writer.id(), AuditAction::SignedOut, day()))).await?;
    }
    Ok(())
}

pub async fn an_address_that_had_its_notices_gets_no_more_and_the_write_goes_on(ports: &StorePorts) -> Checked {
    let (owner, _) = member(ports, "budgets.owner@example.com").await?;
    let notify = async |context: WriteContext| {
        ports.identity.commit(Vec::new(), context.and_mail(mail("flooded@example.com")?)).await.map_err(Into::<Box<dyn Error>>::into)
    };
    let most = usize::try_from(Budget::NOTICES_TO_RECIPIENT.newcomer)?;
    for _ in 0..most {
        notify(by(owner.id(), day())).await?;
    }
    let stranger = WriteContext::of(Entry::new(day(), Actor::Stranger, AuditAction::PasswordLinkSent, Subjects::user(owner.id())));
    for context in [by(owner.id(), day()), stranger] {
        notify(context).await?;
    }
    let waiting = ports.outbox.take(day(), day() + TimeDelta::minutes(1), 1_000).await?;
    assert_eq!(waiting.iter().filter(|due| due.mail.as_ref().is_ok_and(|mail| mail.to.as_str() == "flooded@example.com")).count(), most);
    Ok(())
}
