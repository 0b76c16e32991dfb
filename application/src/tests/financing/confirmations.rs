//! What debtors are asked, and what they say.

use super::*;
use crate::{
    kernel::outbox::Content,
    servicing::{AskCommand, AskedInvoice, HearError},
    testing::HOME,
};
use chrono::TimeDelta;
use sooner_domain::{
    facilities::terms::{Notification, VerificationRule},
    kernel::language::Language,
    receivables::{
        confirmation::{Answer, Confirmation, NotAsked},
        evidence::{DisputeReason, EvidenceKind},
    },
};
use std::net::IpAddr;

const CONFIRM: Answer = Answer::Confirm { note: None };
const NOT_OURS: Answer = Answer::NotOurs { note: None };

fn disputes(reason: DisputeReason) -> Answer {
    Answer::Dispute { amount: None, reason, note: None }
}

fn asking(by: &Member, look: &Look) -> AskCommand {
    AskCommand { by: by.clone(), version: look.receivable().parts().version, request: None }
}

/// An invoice that waits for its verification, and the link by which its debtor was asked.
async fn asked(world: &World) -> Made<(Member, Seller, Look, String)> {
    let (olga, seller) = seller_under(
        world,
        terms_with(|parts| {
            parts.verification = VerificationRule::Always;
            parts.verification_above = None;
        })?,
    )
    .await?;
    world.debtor_contact(&olga, seller.debtor, "books@nordwind.example").await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    world.clock.advance(TimeDelta::minutes(1));
    world.servicing().ask_debtor(look.receivable().id(), asking(&olga, &look)).await?;
    let token = world.mailed_token().await?;
    Ok((olga, seller, look, token))
}

/// What a debtor says to the invoice as it is now.
async fn hear(servicing: &Servicing, token: &str, answer: &Answer) -> Result<AskedInvoice, HearError> {
    let seen = servicing.asked(token, HOME).await?.hash();
    servicing.hear(token, &seen, answer, HOME).await
}

#[tokio::test]
async fn a_debtor_that_confirms_by_its_link_lets_the_invoice_go_on() -> Checked {
    let world = world();
    let (olga, _, look, token) = asked(&world).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let mail = world.mailer.sent().pop().ok_or("no mail")?;
    assert_eq!((mail.to.as_str(), mail.name.as_str(), mail.language), ("books@nordwind.example", "Nora Nord", Language::English));
    let Content::ConfirmationAsked { invitation } = &mail.content else { return Err("another mail".into()) };
    assert_eq!(invitation.details.matters[0].receivable, None, "no page of the seller's");
    // Scanners of mails open links, as often as they like.
    for _ in 0..3 {
        let seen = cases.servicing.asked(&token, HOME).await?;
        assert_eq!((seen.statements.len(), seen.is_open(), seen.pay_to()), (0, true, None), "nothing is paid to the house before it buys");
    }
    assert_eq!(cases.receivables.examined(id, &olga.operator()).await?.receivable().status(), ReceivableStatus::Submitted);
    let before = sent(&world).await?;
    let heard = hear(&cases.servicing, &token, &CONFIRM).await?;
    assert_eq!(heard.look.receivable().status(), ReceivableStatus::Offered);
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "offer_ready")]);
    let entry = world.last_entry().await?;
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!((entry.by, entry.action), (Actor::Stranger, AuditAction::DebtorAnswered));
    assert_eq!(
        (field("kind"), field("answer"), field("address")),
        (Some("debtor_confirmed".into()), Some("confirm".into()), Some(HOME.to_string()))
    );
    let look = cases.receivables.examined(id, &olga.operator()).await?;
    let evidence = &look.receivable().parts().evidence;
    assert_eq!((evidence.len(), evidence[0].kind, evidence[0].by), (1, EvidenceKind::DebtorConfirmed, None));
    // The same again is no other statement, whoever sends it.
    assert_eq!(hear(&cases.servicing, &token, &CONFIRM).await?.statements, heard.statements);
    let correspondence = cases.servicing.asked_about(id, &olga.operator()).await?;
    assert_eq!((correspondence.links.len(), correspondence.statements), (1, heard.statements));
    Ok(())
}

#[tokio::test]
async fn what_a_debtor_says_else_later_is_kept_beside_it_up_to_five_times() -> Checked {
    let world = world();
    let (olga, _, look, token) = asked(&world).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let hear = async |answer: &Answer| hear(&cases.servicing, &token, answer).await;
    hear(&CONFIRM).await?;
    // The seller had its mails of one day.
    world.clock.advance(TimeDelta::days(1));
    let before = sent(&world).await?;
    let disputed = hear(&disputes(DisputeReason::Defective)).await?;
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "invoice_disputed")]);
    let dispute = disputed.look.receivable().dispute().ok_or("no dispute")?;
    assert_eq!((dispute.amount, dispute.reason, dispute.by), (Minor::new(1_000_000), DisputeReason::Defective, None));
    assert_eq!(disputed.look.receivable().status(), ReceivableStatus::Submitted);
    assert_eq!(hear(&NOT_OURS).await.err(), Some(HearError::Blocked(Blocked::Disputed)), "that is for the house to settle");
    for amount in [900_000, 800_000] {
        hear(&Answer::Change { amount: Some(Minor::new(amount)), due_on: None, note: None }).await?;
    }
    let last = hear(&CONFIRM).await?;
    assert!(!last.is_open() && last.look.receivable().dispute().is_some(), "an operator ends it");
    assert_eq!(last.look.receivable().face(), Minor::new(800_000));
    let more = Answer::Change { amount: Some(Minor::new(1)), due_on: None, note: None };
    assert_eq!(hear(&more).await.err(), Some(HearError::SaidEnough));
    assert_eq!(hear(&CONFIRM).await?.statements.len(), Confirmation::MAX_STATEMENTS, "the same is never refused");
    assert_eq!(cases.servicing.asked_about(id, &olga.operator()).await?.statements.len(), Confirmation::MAX_STATEMENTS);
    Ok(())
}

#[tokio::test]
async fn what_was_said_by_one_link_is_told_by_another_one_of_the_invoice() -> Checked {
    let world = world();
    let (olga, _, look, first) = asked(&world).await?;
    let cases = world.use_cases();
    let disputed = hear(&cases.servicing, &first, &disputes(DisputeReason::Defective)).await?;
    world.clock.advance(TimeDelta::minutes(1));
    cases.servicing.ask_debtor(look.receivable().id(), asking(&olga, &disputed.look)).await?;
    let second = world.mailed_token().await?;
    assert_ne!(second, first);
    assert_eq!(cases.servicing.asked(&second, HOME).await?.statements, disputed.statements);
    assert_eq!(hear(&cases.servicing, &second, &disputes(DisputeReason::Defective)).await?.statements, disputed.statements, "the same");
    let confirmed = hear(&cases.servicing, &second, &CONFIRM).await?;
    assert_eq!(cases.servicing.asked(&first, HOME).await?.statements, confirmed.statements);
    assert!(confirmed.look.receivable().dispute().is_some(), "an operator ends it");
    Ok(())
}

#[tokio::test]
async fn what_was_sold_is_disputed_where_less_is_confirmed_and_paid_to_the_house() -> Checked {
    let world = world();
    let (olga, seller, look, token) = asked(&world).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    world.house_says_who_it_is(&olga).await?;
    let offered = hear(&cases.servicing, &token, &CONFIRM).await?;
    let me = world.stepped_up(&seller.me).await?;
    cases.receivables.accept(id, accept(&me, &offered.look)?).await?;
    let seen = cases.servicing.asked(&token, HOME).await?;
    assert_eq!(seen.pay_to().map(|account| account.iban.as_str()), Some("DE02120300000000202051"));
    let less = Answer::Change { amount: Some(Minor::new(400_000)), due_on: None, note: None };
    let heard = hear(&cases.servicing, &token, &less).await?;
    assert_eq!(heard.look.receivable().dispute().map(|dispute| dispute.amount), Some(Minor::new(600_000)));
    assert_eq!(heard.look, cases.servicing.asked(&token, HOME).await?.look, "it answers with what is stored");
    let rejected = cases.servicing.decide(id, decision(&olga, &heard.look, HouseDecision::Reject { reason: note()? })).await?;
    assert_eq!(rejected.receivable().status(), ReceivableStatus::Rejected);
    let seen = cases.servicing.asked(&token, HOME).await?;
    assert!(!seen.is_open() && seen.pay_to().is_none());
    let refused = hear(&cases.servicing, &token, &NOT_OURS).await.err();
    assert_eq!(refused, Some(HearError::Blocked(Blocked::NotNow(ReceivableStatus::Rejected))));
    Ok(())
}

#[tokio::test]
async fn of_the_same_answer_sent_by_many_at_once_one_counts() -> Checked {
    let world = world();
    let (.., token) = asked(&world).await?;
    let cases = world.use_cases();
    let all = futures_util::future::join_all((0..16).map(|_| hear(&cases.servicing, &token, &CONFIRM))).await;
    assert!(all.iter().all(Result::is_ok), "{all:?}");
    assert_eq!(cases.servicing.asked(&token, HOME).await?.statements.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_link_works_for_a_fortnight_and_nobody_finds_one_by_trying() -> Checked {
    let world = world();
    let (.., token) = asked(&world).await?;
    let cases = world.use_cases();
    let elsewhere: IpAddr = "198.51.100.7".parse()?;
    for _ in 0..20 {
        assert_eq!(cases.servicing.asked("guess", elsewhere).await.err(), Some(HearError::Unknown));
    }
    assert!(matches!(cases.servicing.asked("guess", elsewhere).await, Err(HearError::TooMany(_))));
    assert!(matches!(cases.servicing.hear("guess", "", &CONFIRM, elsewhere).await, Err(HearError::TooMany(_))));
    assert!(cases.servicing.asked(&token, HOME).await.is_ok(), "others are not kept out");
    world.clock.advance(Confirmation::LIFE);
    assert_eq!(cases.servicing.asked(&token, HOME).await.err(), Some(HearError::Expired));
    assert_eq!(hear(&cases.servicing, &token, &CONFIRM).await.err(), Some(HearError::Expired));
    Ok(())
}

#[tokio::test]
async fn a_debtor_is_asked_where_it_may_know_and_somebody_is_named() -> Checked {
    let world = world();
    let (olga, silent) = seller_under(&world, terms_with(|parts| parts.notification = Notification::Undisclosed)?).await?;
    let look = world.handed_in(&silent, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let undisclosed = Err(ReceivableError::Blocked(Blocked::NotAsked(NotAsked::Undisclosed)));
    assert_eq!(cases.servicing.ask_debtor(id, asking(&olga, &look)).await, undisclosed);

    let open = world.seller_to(&olga, "Offen", "Suedwind AG", terms("EUR", 1_200)?).await?;
    world.limit(&olga, open.debtor, 1_000_000_000).await?;
    world.no_contact(&olga, open.debtor).await?;
    let look = world.handed_in(&open, invoice("RE-2", 1_000_000)?).await?;
    let id = look.receivable().id();
    let no_contact = Err(ReceivableError::Blocked(Blocked::NotAsked(NotAsked::NoContact)));
    assert_eq!(cases.servicing.ask_debtor(id, asking(&olga, &look)).await, no_contact);
    world.debtor_contact(&olga, open.debtor, "books@suedwind.example").await?;
    let key = AskCommand { request: Some(key(olga.user.id(), "ask")?), ..asking(&olga, &look) };
    cases.servicing.ask_debtor(id, key.clone()).await?;
    cases.servicing.ask_debtor(id, key).await?;
    assert_eq!(cases.servicing.asked_about(id, &olga.operator()).await?.links.len(), 1, "the same request is done once");
    assert!(matches!(cases.servicing.ask_debtor(id, asking(&olga, &look)).await, Err(ReceivableError::TooMany(_))), "no flood of mails");
    world.clock.advance(TimeDelta::minutes(1));
    let stale = AskCommand { version: 0, ..asking(&olga, &look) };
    assert_eq!(cases.servicing.ask_debtor(id, stale).await, Err(ReceivableError::Stale));
    assert!(cases.servicing.ask_debtor(id, asking(&silent.me, &look)).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_link_shows_one_invoice_and_no_other() -> Checked {
    let world = world();
    let (olga, seller, look, token) = asked(&world).await?;
    let second = world.handed_in(&seller, invoice("RE-2", 500_000)?).await?;
    world.clock.advance(TimeDelta::minutes(1));
    world.servicing().ask_debtor(second.receivable().id(), asking(&olga, &second)).await?;
    let other = world.mailed_token().await?;
    let number = |seen: &AskedInvoice| seen.look.receivable().number().as_str().to_owned();
    assert_eq!(number(&world.servicing().asked(&token, HOME).await?), "RE-1");
    assert_eq!(number(&hear(&world.servicing(), &other, &CONFIRM).await?), "RE-2");
    let untouched = world.receivables().examined(look.receivable().id(), &olga.operator()).await?;
    assert_eq!(untouched.receivable().parts().evidence, []);
    Ok(())
}
