//! What members of a seller are told by mail.

use super::{
    advice::sold_with_fees,
    paying::{Sold, day},
    *,
};
use crate::{
    cash::ReturnedCommand,
    kernel::outbox::{Figure, Mail, Matter},
};
use sooner_domain::{
    kernel::{ids::ReceivableId, return_reason::ReturnReason},
    ledger::account::AccountKind,
    parties::membership::MemberRole,
    payments::{payout::Returned, receipt::Target},
};

/// To whom, which mail, and the figures of each matter.
type Told = (String, &'static str, Vec<Vec<(Figure, i64)>>);

fn figures(matter: &Matter) -> Vec<(Figure, i64)> {
    matter.amounts.iter().map(|amount| (amount.figure, amount.money.amount_minor())).collect()
}

fn matters(mail: &Mail) -> Vec<Matter> {
    mail.content.details().map(|details| details.matters.clone()).unwrap_or_default()
}

/// What was written since the last look, before anybody decides how it goes.
async fn news(world: &World) -> Made<Vec<Mail>> {
    let (outbox, now) = (world.store().outbox, world.clock_now());
    let due = outbox.take(now, now + chrono::TimeDelta::hours(1), 999).await?;
    outbox.delivered(&due.iter().map(|due| due.id).collect::<Vec<_>>()).await?;
    Ok(due.into_iter().map(|due| due.mail).collect::<Result<_, _>>()?)
}

fn told_to(mails: &[Mail]) -> Vec<Told> {
    let mut told: Vec<_> =
        mails.iter().map(|mail| (mail.to.as_str().to_owned(), mail.content.code(), matters(mail).iter().map(figures).collect())).collect();
    told.sort_by(|one: &Told, other: &Told| (one.1, &one.0).cmp(&(other.1, &other.0)));
    told
}

const OWNER: &str = "muehle@example.com";

#[tokio::test]
async fn a_payout_is_told_to_those_who_may_accept_and_to_nobody_else() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    for (email, role) in
        [("paula@example.com", MemberRole::Approver), ("pia@example.com", MemberRole::Preparer), ("viktor@example.com", MemberRole::Viewer)]
    {
        sold.world.joined(&sold.seller.me, email, role).await?;
    }
    news(&sold.world).await?;
    let due = sold.due().await?;
    let batch = sold.release(vec![due[0].id]).await?;
    assert_eq!(news(&sold.world).await?, [], "the bank has not carried it out");
    sold.execute(batch).await?;
    let mails = news(&sold.world).await?;
    let paid = vec![vec![(Figure::PaidOut, 800_000)]];
    assert_eq!(told_to(&mails), [OWNER, "paula@example.com"].map(|to| (to.to_owned(), "payout_sent", paid.clone())));
    let look = sold.look().await?;
    let [Matter { receivable, invoice, debtor, on, .. }] = &matters(&mails[0])[..] else { return Err("not one".into()) };
    assert_eq!((receivable, on), (&Some(sold.id), &Some(look.today())));
    assert_eq!(invoice.as_ref().map(|number| number.as_str()), Some("RE-1"));
    assert_eq!(debtor.as_ref(), look.scene.buyer.as_ref().map(|buyer| &buyer.details.legal_name));
    assert!(debtor.is_some());
    // No account is in it.
    let iban = sold.account().await?.iban.ok_or("no account")?;
    assert!(!format!("{mails:?}").contains(iban.as_str()));
    Ok(())
}

#[tokio::test]
async fn an_accepted_offer_is_told_with_the_amounts_of_its_screen_which_add_up_to_the_invoice() -> Checked {
    let accepted = |mails: Vec<Mail>| mails.into_iter().filter(|mail| mail.content.code() == "offer_accepted").collect::<Vec<_>>();
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let plain = vec![vec![(Figure::Face, 1_000_000), (Figure::Payout, 800_000), (Figure::WhenPaid, 173_000), (Figure::Cost, 27_000)]];
    let mails = accepted(news(&sold.world).await?);
    assert_eq!(told_to(&mails), [(OWNER.to_owned(), "offer_accepted", plain)]);
    let due = matters(&mails[0]).into_iter().map(|matter| (matter.receivable, matter.on)).collect::<Vec<_>>();
    assert_eq!(due, [(Some(sold.id), Some(sold.look().await?.receivable().due_on()))]);

    let taxed = sold_with_fees().await?;
    let [(.., figures)] = &told_to(&accepted(news(&taxed.world).await?))[..] else { return Err("not one".into()) };
    let expected =
        [(Figure::Face, 1_000_000), (Figure::Payout, 798_810), (Figure::WhenPaid, 170_150), (Figure::Cost, 28_000), (Figure::Tax, 3_040)];
    assert_eq!(figures.concat(), expected);

    sold.pay_out().await?;
    sold.go_to(105);
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    let owed = sold.holds(AccountKind::SellersOwe).await?;
    let mut kept = Vec::new();
    for (number, face) in [("AB-77", 900_000), ("XY-500", 1_150_000)] {
        let mut facts = invoice(number, face)?;
        (facts.issued_on, facts.due_on) = (day(105)?, day(135)?);
        let look = sold.seller.offered(&sold.world, facts).await?;
        news(&sold.world).await?;
        sold.world.receivables().accept(look.receivable().id(), accept(&sold.seller.me, &look)?).await?;
        let [(.., figures)] = &told_to(&accepted(news(&sold.world).await?))[..] else { return Err("not one".into()) };
        kept.extend(figures.concat().into_iter().filter(|(figure, _)| *figure == Figure::MayKeepBack).map(|(_, amount)| amount));
    }
    assert!(owed > 720_000 && owed < 920_000, "{owed}");
    assert_eq!(kept, [720_000, owed], "what it owes by now, and no more than the payout");
    Ok(())
}

#[tokio::test]
async fn money_of_the_debtor_is_told_and_the_end_with_what_it_came_to() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    news(&sold.world).await?;
    sold.go_to(45);
    sold.receive(400_000, &[400_000]).await?;
    let part = vec![vec![(Figure::Received, 400_000), (Figure::Open, 600_000)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "receipt", part)]);
    sold.receive(600_000, &[600_000]).await?;
    let released = sold.due().await?[0].gross.get();
    let end = vec![vec![(Figure::Received, 600_000), (Figure::Released, released)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "settled", end)], "one mail, not two");
    sold.pay_out().await?;
    let paid = vec![vec![(Figure::PaidOut, released)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "payout_sent", paid)]);
    Ok(())
}

#[tokio::test]
async fn of_one_receipt_a_person_gets_one_mail_though_it_settles_one_invoice_and_not_another() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let other = sold.sell("AB-2", 900_000).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    news(&sold.world).await?;
    let parts = vec![(Target::Receivable(sold.id), Minor::new(1_000_000)), (Target::Receivable(other), Minor::new(300_000))];
    sold.world.cash().enter_receipt(sold.receipt(day(45)?, 1_300_000, parts, None)).await?;
    let [mail] = &news(&sold.world).await?[..] else { return Err("not one mail".into()) };
    assert_eq!((mail.to.as_str(), mail.content.code(), mail.content.is_about_money()), (OWNER, "several", true));
    let told: Vec<_> = mail.content.clone().into_parts().into_iter().map(|content| told_to(&[Mail { content, ..mail.clone() }])).collect();
    let released = sold.due().await?[0].gross.get();
    let part = vec![(Figure::Received, 300_000), (Figure::Open, 600_000)];
    let end = vec![(Figure::Received, 1_000_000), (Figure::Released, released)];
    assert_eq!(told.concat(), [(OWNER.to_owned(), "receipt", vec![part]), (OWNER.to_owned(), "settled", vec![end])]);
    Ok(())
}

#[tokio::test]
async fn what_a_payout_was_reduced_by_is_told_with_it() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let first = sold.due().await?[0].id;
    sold.sell("AB-2", 900_000).await?;
    sold.execute(sold.release(vec![first]).await?).await?;
    sold.go_to(45);
    sold.receive(790_000, &[790_000]).await?;
    sold.decide(HouseDecision::CreditNote { on: day(45)?, amount: Minor::new(210_000), reason: note()? }).await?;
    news(&sold.world).await?;
    sold.pay_out().await?;
    let paid = vec![vec![(Figure::PaidOut, 720_000 - 37_000), (Figure::KeptBack, 37_000)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "payout_sent", paid)]);
    Ok(())
}

#[tokio::test]
async fn what_the_bank_sends_back_is_told_for_an_account_may_be_closed() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let paid = sold.pay_out().await?;
    news(&sold.world).await?;
    let back = Returned { on: day(0)?, reason: Some(Note::parse("AC04 see letter 4711")?) };
    sold.world.cash().returned(paid[0].id, ReturnedCommand { by: sold.olga.clone(), back, request: None }).await?;
    let mails = news(&sold.world).await?;
    assert_eq!(told_to(&mails), [(OWNER.to_owned(), "payout_returned", vec![vec![(Figure::PaidOut, 800_000)]])]);
    let came_back: Vec<_> = matters(&mails[0]).iter().map(|matter| matter.came_back).collect();
    assert_eq!(came_back, [Some(ReturnReason::Closed)], "what else the bank wrote is in no mail");
    assert!(!mails[0].content.is_about_money(), "it warns, and is not kept for a digest");
    Ok(())
}

#[tokio::test]
async fn what_waits_unexplained_is_told_once_it_is_explained() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    news(&sold.world).await?;
    let id = sold.receive(300_000, &[]).await?.receipt.id;
    assert_eq!(news(&sold.world).await?, []);
    let parts = vec![(Target::Receivable(sold.id), Minor::new(300_000))];
    sold.world.cash().explain(id, crate::cash::ExplainCommand { by: sold.olga.clone(), parts, request: None }).await?;
    let part = vec![vec![(Figure::Received, 300_000), (Figure::Open, 700_000)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "receipt", part)]);
    Ok(())
}

#[tokio::test]
async fn what_a_seller_sends_itself_is_no_news_to_it_but_the_end_is() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    news(&sold.world).await?;
    let (on, iban) = (sold.look().await?.today(), sold.account().await?.iban);
    let receipt = |amount| sold.receipt(on, amount, vec![(Target::Receivable(sold.id), Minor::new(amount))], iban.clone());
    sold.world.cash().enter_receipt(receipt(400_000)).await?;
    assert_eq!(news(&sold.world).await?, []);
    sold.world.cash().enter_receipt(receipt(600_000)).await?;
    let mails = told_to(&news(&sold.world).await?);
    let released = sold.due().await?[0].gross.get();
    assert_eq!(mails, [(OWNER.to_owned(), "settled", vec![vec![(Figure::Released, released)]])]);
    Ok(())
}

#[tokio::test]
async fn what_goes_back_to_the_seller_is_told_with_what_it_owes() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    news(&sold.world).await?;
    sold.go_to(105);
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    let owed = vec![vec![(Figure::Owed, 850_333)]];
    assert_eq!(told_to(&news(&sold.world).await?), [(OWNER.to_owned(), "charged_back", owed)]);
    Ok(())
}

#[tokio::test]
async fn offers_and_what_becomes_of_them_name_the_invoice() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let paula = world.joined(&seller.me, "paula@example.com", MemberRole::Approver).await?;
    news(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-7", 250_000)?).await?;
    let id: ReceivableId = look.receivable().id();
    let face = vec![vec![(Figure::Face, 250_000)]];
    let to_paula = |code, figures: &Vec<Vec<(Figure, i64)>>| (paula.user.email().as_str().to_owned(), code, figures.clone());
    assert_eq!(told_to(&news(&world).await?), [to_paula("offer_ready", &face)]);
    let disputed = HouseDecision::Dispute {
        amount: Minor::new(1_000),
        reason: sooner_domain::receivables::evidence::DisputeReason::Duplicate,
        note: None,
    };
    let look = world.servicing().decide(id, decision(&olga, &look, disputed)).await?;
    let of_it = vec![vec![(Figure::Disputed, 1_000)]];
    let both = |code, figures: &Vec<Vec<(Figure, i64)>>| [(OWNER.to_owned(), code, figures.clone()), to_paula(code, figures)];
    assert_eq!(told_to(&news(&world).await?), both("invoice_disputed", &of_it));
    world.servicing().decide(id, decision(&olga, &look, HouseDecision::Reject { reason: note()? })).await?;
    let mails = news(&world).await?;
    assert_eq!(told_to(&mails), both("invoice_rejected", &face));
    assert!(mails.iter().flat_map(matters).all(|matter| matter.receivable == Some(id) && matter.on == Some(look.receivable().due_on())));
    Ok(())
}
