//! Offers that somebody can accept from now on, and who is told of it.

use super::*;
use crate::{
    approvals::{Approvals, DebtorCommand, FourEyes, InboxQuery, Performed},
    receivables::StoppedOffers,
};
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::money::Money,
    parties::{debtor::Limits, membership::MemberRole},
};

fn names(look: &Look) -> Vec<String> {
    look.acceptors().into_iter().map(|user| user.email().as_str().to_owned()).collect()
}

#[tokio::test]
async fn a_new_approver_gets_a_mail_about_the_offers_that_only_they_can_accept() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let id = look.receivable().id();
    assert_eq!(names(&look), ["muehle@example.com"], "one person decides alone");
    let before = sent(&world).await?;
    world.joined(&seller.me, "vera@example.com", MemberRole::Viewer).await?;
    assert!(told(&world, before).await?.iter().all(|(_, code)| *code != "offers_wait"), "who looks on can accept nothing");

    let before = sent(&world).await?;
    world.joined(&seller.me, "paul@example.com", MemberRole::Approver).await?;
    assert!(told(&world, before).await?.contains(&("paul@example.com".to_owned(), "offers_wait")));
    let look = world.receivables().shown(id, &seller.me.membership).await?;
    assert!(look.takes_colleague(&seller.me.membership));
    assert_eq!(names(&look), ["paul@example.com"]);

    // With a third one it waits for two, who were or are told of it by others' mails.
    let before = sent(&world).await?;
    world.joined(&seller.me, "pia@example.com", MemberRole::Approver).await?;
    assert!(told(&world, before).await?.iter().all(|(_, code)| *code != "offers_wait"));
    Ok(())
}

#[tokio::test]
async fn a_role_that_lets_one_approve_is_told_with_what_waits() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let vera = world.joined(&seller.me, "vera@example.com", MemberRole::Viewer).await?;
    world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let before = sent(&world).await?;
    let me = world.stepped_up(&seller.me).await?;
    world
        .parties()
        .change_role(&me, vera.user.id(), MemberRole::Viewer, MemberRole::Approver)
        .await
        .map_err(|refused| format!("{refused:?}"))?;
    let told = told(&world, before).await?;
    assert_eq!(told, [("vera@example.com".to_owned(), "offers_wait"), ("vera@example.com".to_owned(), "role_changed")]);
    Ok(())
}

#[tokio::test]
async fn a_limit_that_makes_offers_fit_is_told_with_them_once() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    let other = world.seller_to(&olga, "Zweite", "Suedwind AG", terms("EUR", 1_200)?).await?;
    for (of, number, face) in [(&seller, "A-1001", 1_000_000), (&seller, "B-2002", 1_500_000), (&other, "C-3003", 1_000_000)] {
        let look = world.handed_in(of, invoice(number, face)?).await?;
        assert_eq!((look.receivable().status(), look.fits_today()), (ReceivableStatus::Offered, false), "there is no limit yet");
    }
    let before = sent(&world).await?;
    world.limit(&olga, seller.debtor, 500_000).await?;
    assert_eq!(told(&world, before).await?, [], "too little for any");
    world.limit(&olga, seller.debtor, 5_000_000).await?;
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "offer_fits")], "one mail for both, and none to the other");
    let mail = world.mailer.sent().pop().ok_or("no mail")?;
    assert_eq!(mail.content.details().map(|details| details.matters.len()), Some(2));
    let before = sent(&world).await?;
    world.limit(&olga, seller.debtor, 6_000_000).await?;
    assert_eq!(told(&world, before).await?, [], "they fitted before");

    let euro = Currency::parse("EUR")?;
    let stopped = async |limit: i64| -> Made<Vec<(usize, i64)>> {
        let limits = Limits::parse(&[Money::parse(limit, euro)?]).map_err(|_| "twice")?;
        let stopped = world.receivables().stopped_by_limits(seller.debtor, &limits).await?;
        Ok(stopped.into_values().map(|StoppedOffers { count, face }| (count, face.get())).collect())
    };
    assert_eq!(stopped(7_000_000).await?, []);
    assert_eq!(stopped(1_200_000).await?, [(1, 1_500_000)], "what fits by itself stands");
    assert_eq!(stopped(0).await?, [(2, 2_500_000)]);
    let lower = Limits::parse(&[Money::parse(1_200_000, euro)?]).map_err(|_| "twice")?;
    let debtor = world.store().debtors.by_id(seller.debtor).await?.ok_or("no debtor")?;
    let (version, state) = (debtor.parts().version, debtor.parts().state);
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&world.approvals()) };
    let command = DebtorCommand { by: olga.clone(), version, state, limits: lower, contact: None, request: None };
    assert!(matches!(Box::pin(approvals.change_debtor(seller.debtor, command)).await?, Performed::Awaits(_)));
    let colleague = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let seen = Box::pin(approvals.inbox(&colleague, InboxQuery::default())).await?.approvals.remove(0);
    let told: Vec<_> = seen.ground.exposure.iter().map(|exposure| (exposure.currency, exposure.stopped)).collect();
    assert_eq!(told, [(euro, StoppedOffers { count: 1, face: Minor::new(1_500_000) })], "who approves it knows");
    Ok(())
}
