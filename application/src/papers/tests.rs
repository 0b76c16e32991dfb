//! What debtors are told in writing, and how they find out that it was the house.

use crate::{
    approvals::FourEyes,
    identity::ports::LinkTokens,
    kernel::{clock::BusinessClock, outbox::Content},
    papers::{CheckError, NotWritten, PaperError, ports::LettersOf},
    parties::Member,
    receivables::{AcceptCommand, Look},
    servicing::{HouseCommand, HouseDecision},
    testing::{
        HOME, World,
        end_of_day::BusyDay,
        facilities::terms,
        receivables::{Seller, invoice},
    },
};
use chrono::{Months, NaiveDate, TimeDelta};
use sooner_domain::{
    end_of_day::step::{EndOfDayStep, FailureCode},
    facilities::terms::{Notification, Parts, Terms},
    kernel::{audit::Actor, coded::Coded, ids::DebtorId, language::Language, minor::Minor, money::Percentage, text::Note},
    receivables::{
        fee_invoice::ChargedFor,
        notice::{NoticeKind, Told},
    },
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;
type Done = Result<(), Box<dyn Error>>;

const BOOKS: &str = "books@nordwind.example";

/// One operator is enough; the house says who it is.
async fn house() -> Made<(World, Member)> {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    world.house_says_who_it_is(&olga).await?;
    Ok((world, olga))
}

async fn seller_under(world: &World, olga: &Member, terms: Terms) -> Made<Seller> {
    let seller = world.seller(olga, "Muehle", terms).await?;
    world.limit(olga, seller.debtor, 1_000_000_000).await?;
    Ok(seller)
}

async fn sold(world: &World, seller: &Seller, number: &str, face: i64) -> Made<Look> {
    let look = world.handed_in(seller, invoice(number, face)?).await?;
    let offer = look.offer.clone().ok_or("no offer")?.map_err(|none| none.code())?.offer;
    let by = world.stepped_up(&seller.me).await?;
    let command = AcceptCommand { by, offer: offer.id(), hash: offer.hash(), request: None };
    Ok(world.receivables().accept(look.receivable().id(), command).await?)
}

/// Ends the date that is next, and answers it.
async fn end(world: &World) -> Made<NaiveDate> {
    let on = world.house().business_days().await?.date_of(world.business().now().await?);
    let cut_off = world.house().business_days().await?.cut_off_on(on);
    let on = if world.business().now().await? >= cut_off { on + TimeDelta::days(1) } else { on };
    let left = world.house().business_days().await?.cut_off_on(on) - world.business().now().await?;
    world.business().advance(left);
    world.end_of_day().end(on, Actor::System).await?;
    Ok(on)
}

async fn letters(world: &World, debtor: DebtorId) -> Made<Vec<(NoticeKind, i64)>> {
    let letters = world.store().letters.letters(LettersOf::Debtor(debtor), 100).await?;
    Ok(letters.iter().map(|letter| (letter.kind, letter.claims)).collect())
}

/// Mails to debtors, in their order.
async fn mailed(world: &World) -> Made<Vec<(String, Content)>> {
    while world.delivery().round().await? != Default::default() {}
    let to_debtors = |content: &Content| matches!(content, Content::ClaimsAssigned { .. } | Content::ClaimsReleased { .. });
    let sent = world.mailer.sent().into_iter().filter(|mail| to_debtors(&mail.content));
    Ok(sent.map(|mail| (mail.to.as_str().to_owned(), mail.content)).collect())
}

#[tokio::test]
async fn a_debtor_gets_one_notice_a_day_of_all_that_was_sold_with_a_link_for_each() -> Done {
    let (world, olga) = house().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    let other = world.seller_to(&olga, "Baecker", seller.buyer.details.legal_name.as_str(), terms("EUR", 1_200)?).await?;
    assert_eq!(other.debtor, seller.debtor, "two sellers, one debtor");
    let first = sold(&world, &seller, "RE-1", 1_000_000).await?;
    sold(&world, &other, "BK-77", 500_000).await?;
    let on = end(&world).await?;
    assert_eq!(letters(&world, seller.debtor).await?, [(NoticeKind::Assignment, 2)]);
    let [(to, Content::ClaimsAssigned { details: Some(details) })] = &mailed(&world).await?[..] else { return Err("not one mail".into()) };
    let names: Vec<_> = details.matters.iter().filter_map(|matter| Some(matter.invoice.as_ref()?.as_str().to_owned())).collect();
    assert_eq!((to.as_str(), names), (BOOKS, vec!["RE-1".to_owned(), "BK-77".to_owned()]));
    assert!(details.matters.iter().all(|matter| matter.receivable.is_none()), "no page of a seller's");

    // Each link leads to its own invoice.
    for (matter, number) in details.matters.iter().zip(["RE-1", "BK-77"]) {
        let token = world.tokens.token(matter.link.ok_or("no link")?);
        assert_eq!(world.servicing().asked(&token, HOME).await?.look.receivable().number().as_str(), number);
    }

    // The code on it is checked; the letter is what goes with the mail.
    let id = details.paper.ok_or("no paper")?;
    let file = world.use_cases().papers.letter(sooner_domain::receivables::notice::NoticeId(id)).await?;
    let text = String::from_utf8(file.content.clone())?;
    assert!(text.contains("RE-1") && text.contains("BK-77") && text.contains("DE02120300000000202051"), "{text}");
    assert_eq!(world.store().attachments.attachment(id).await?.map(|file| file.content), Some(file.content));
    let (asked, told, of_first) = world.use_cases().papers.correspondence(first.receivable().id(), &olga.operator()).await?;
    assert_eq!((asked.links.len(), told, of_first), (1, Some(Told::Assigned), vec![file.letter.clone()]));
    assert_eq!(file.letter.made_on, on);

    // The next day there is nothing to tell, and then of the new one alone.
    end(&world).await?;
    sold(&world, &seller, "RE-2", 700_000).await?;
    end(&world).await?;
    assert_eq!(letters(&world, seller.debtor).await?, [(NoticeKind::Assignment, 1), (NoticeKind::Assignment, 2)]);
    assert_eq!(mailed(&world).await?.len(), 2);
    Ok(())
}

#[tokio::test]
async fn what_was_notified_and_is_rejected_is_released_once() -> Done {
    let (world, olga) = house().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    let look = sold(&world, &seller, "RE-1", 1_000_000).await?;
    let reject = async |look: &Look| {
        let what = HouseDecision::Reject { reason: Note::parse("A mistake.")? };
        let version = look.receivable().parts().version;
        let command = HouseCommand { by: olga.clone(), version, what, request: None };
        Ok::<_, Box<dyn Error>>(world.servicing().decide(look.receivable().id(), command).await?)
    };
    end(&world).await?;
    reject(&look).await?;
    // Never notified: nothing to release.
    reject(&sold(&world, &seller, "RE-2", 500_000).await?).await?;
    end(&world).await?;
    end(&world).await?;
    assert_eq!(letters(&world, seller.debtor).await?, [(NoticeKind::Release, 1), (NoticeKind::Assignment, 1)]);
    let mails = mailed(&world).await?;
    let [_, (_, Content::ClaimsReleased { details: Some(details) })] = &mails[..] else { return Err(format!("{mails:?}").into()) };
    assert_eq!(details.matters[0].link, None, "nothing is to be said of it");
    assert_eq!(world.store().letters.told(look.receivable().id()).await?, Some(Told::Released));
    Ok(())
}

#[tokio::test]
async fn nobody_is_told_where_the_seller_did_not_agree_to_it() -> Done {
    let (world, olga) = house().await?;
    let silent = Terms::parse(Parts { notification: Notification::Undisclosed, ..*terms("EUR", 1_200)?.parts() })
        .map_err(|refused| format!("{refused:?}"))?;
    let seller = seller_under(&world, &olga, silent).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    let look = sold(&world, &seller, "RE-1", 1_000_000).await?;
    end(&world).await?;
    assert_eq!((letters(&world, seller.debtor).await?, mailed(&world).await?.len()), (vec![], 0));
    assert_eq!(world.store().letters.told(look.receivable().id()).await?, Some(Told::Silent));
    assert_eq!(world.store().letters.debtors_to_tell(None, 10).await?, [], "it is not looked at every day");
    assert_eq!(world.use_cases().papers.unreachable().await?, []);
    Ok(())
}

#[tokio::test]
async fn whoever_cannot_be_told_is_shown_until_they_are() -> Done {
    let (world, olga) = house().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.no_contact(&olga, seller.debtor).await?;
    let look = sold(&world, &seller, "RE-1", 1_000_000).await?;
    let papers = world.use_cases().papers;
    for _ in 0..2 {
        end(&world).await?;
        let unreachable = papers.unreachable().await?;
        let found: Vec<_> = unreachable.iter().map(|one| (one.debtor, one.why, one.claims)).collect();
        assert_eq!(found, [(seller.debtor, Told::NoContact, 1)]);
    }
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    end(&world).await?;
    assert_eq!((papers.unreachable().await?, letters(&world, seller.debtor).await?), (vec![], vec![(NoticeKind::Assignment, 1)]));

    // Whoever was told of it and cannot be reached when it goes back is shown too.
    let what = HouseDecision::Reject { reason: Note::parse("A mistake.")? };
    let command = HouseCommand { by: olga.clone(), version: look.receivable().parts().version, what, request: None };
    world.servicing().decide(look.receivable().id(), command).await?;
    Ok(())
}

#[tokio::test]
async fn what_no_font_has_is_not_mailed_and_the_house_is_told_whose_letters_they_are() -> Done {
    let (world, olga) = house().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    let other = world.seller_to(&olga, "Tokyo東京", seller.buyer.details.legal_name.as_str(), terms("EUR", 1_200)?).await?;
    let readable = sold(&world, &seller, "RE-1", 1_000_000).await?;
    let unreadable = sold(&world, &other, "TK-1", 500_000).await?;
    for _ in 0..2 {
        end(&world).await?;
        // The other seller’s claim does not wait for it.
        assert_eq!(letters(&world, seller.debtor).await?, [(NoticeKind::Assignment, 1)]);
        let [(_, Content::ClaimsAssigned { details: Some(details) })] = &mailed(&world).await?[..] else { return Err("not one".into()) };
        let names: Vec<_> = details.matters.iter().filter_map(|matter| Some(matter.invoice.as_ref()?.as_str().to_owned())).collect();
        assert_eq!(names, ["RE-1"]);
        let [one] = &world.use_cases().papers.unreachable().await?[..] else { return Err("not one".into()) };
        let lacking = one.lacking.clone().ok_or("no letters")?;
        assert_eq!((one.debtor, one.why, one.claims), (seller.debtor, Told::NoLetters, 1));
        assert_eq!((lacking.seller, lacking.letters.as_str()), (other.me.membership.company, "京東"));
        assert_eq!(lacking.seller_name.as_ref().map(|name| name.as_str()), Some("Tokyo東京"));
    }
    let told = async |look: &Look| world.store().letters.told(look.receivable().id()).await;
    assert_eq!((told(&readable).await?, told(&unreadable).await?), (Some(Told::Assigned), Some(Told::NoLetters)));

    // Nor is any other paper of it made.
    world.business().advance(TimeDelta::days(1));
    let made = world.use_cases().papers.schedule(unreadable.receivable().id(), Language::English, &other.me).await;
    assert_eq!(made, Err(PaperError::NotWritten(NotWritten::Letters("京東".to_owned()))));
    Ok(())
}

#[tokio::test]
async fn a_house_that_has_not_said_who_it_is_writes_nothing_and_is_told_so() -> Done {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    sold(&world, &seller, "RE-1", 1_000_000).await?;
    end(&world).await?;
    let unreachable = world.use_cases().papers.unreachable().await?;
    assert_eq!(unreachable.iter().map(|one| one.why).collect::<Vec<_>>(), [Told::NoHouse]);
    world.house_says_who_it_is(&olga).await?;
    end(&world).await?;
    assert_eq!(letters(&world, seller.debtor).await?, [(NoticeKind::Assignment, 1)]);
    Ok(())
}

#[tokio::test]
async fn a_code_tells_what_its_holder_can_compare_and_is_not_found_by_trying() -> Done {
    let (world, olga) = house().await?;
    let seller = seller_under(&world, &olga, terms("EUR", 1_200)?).await?;
    world.debtor_contact(&olga, seller.debtor, BOOKS).await?;
    sold(&world, &seller, "RE-1", 1_000_000).await?;
    end(&world).await?;
    let papers = world.use_cases().papers;
    let letter = papers.letters_to(seller.debtor, &olga.operator()).await?.pop().ok_or("no letter")?;
    let text = String::from_utf8(papers.letter(letter.id).await?.content)?;
    // As the fake prints what it is given.
    let code = text.split("code ").nth(1).and_then(|rest| rest.get(..19)).ok_or(text.clone())?.to_owned();
    for typed in [code.clone(), code.to_lowercase().replace('-', " ")] {
        let checked = papers.check(&typed, HOME).await?;
        assert_eq!((checked.letter.clone(), checked.debtor.as_str()), (letter.clone(), seller.buyer.details.legal_name.as_str()));
    }
    for wrong in (0..20).map(|number| format!("0000-0000-0000-{number:04}")) {
        assert_eq!(papers.check(&wrong, HOME).await, Err(CheckError::Unknown));
    }
    assert!(matches!(papers.check("nonsense", HOME).await, Err(CheckError::TooMany(_))));
    assert_eq!(Minor::new(letter.claims), Minor::new(1));
    Ok(())
}

#[tokio::test]
async fn fees_with_tax_are_invoiced_once_the_month_is_over_by_a_house_that_has_a_tax_number() -> Done {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let share = |points| Percentage::parse_basis_points(points).map_err(|invalid| format!("{invalid:?}"));
    let parts = Parts { payout_fee: Minor::new(1_000), fee_tax: share(1_900)?, ..*terms("EUR", 1_200)?.parts() };
    let seller = seller_under(&world, &olga, Terms::parse(parts).map_err(|refused| format!("{refused:?}"))?).await?;
    let other = seller_under_name(&world, &olga, "Baecker").await?;
    sold(&world, &seller, "RE-1", 1_000_000).await?;
    sold(&world, &other, "BK-1", 500_000).await?;
    BusyDay::pay_out(&world, &olga).await?;
    let papers = world.use_cases().papers;
    let made = async || papers.own_invoices(&seller.me.membership).await;

    // Nothing is invoiced of a month that is not over.
    let july = NaiveDate::from_ymd_opt(2026, 7, 1).ok_or("no day")?;
    let failure = async |on: NaiveDate| -> Made<Option<FailureCode>> {
        let day = world.store().end_of_day_records.day(on).await?.ok_or("not begun")?;
        let run = day.parts().steps.iter().find(|run| run.step == EndOfDayStep::Invoices).ok_or("no step")?;
        Ok(run.failure.as_ref().map(|failure| failure.code))
    };
    let mut on = end(&world).await?;
    while on < july {
        assert_eq!((failure(on).await?, made().await?), (None, vec![]), "{on}");
        on = end(&world).await?;
    }

    // The house has not said who it is: that is said, and made up for.
    assert_eq!((failure(july).await?, made().await?), (Some(FailureCode::TaxNumber), vec![]));
    world.house_says_who_it_is(&olga).await?;
    world.clock.advance(TimeDelta::hours(2));
    world.end_of_day().make_up(Actor::System).await?;
    assert_eq!(failure(july).await?, None);
    let [invoice] = &made().await?[..] else { return Err("not one".into()) };
    assert_eq!((invoice.number.to_string(), invoice.month, invoice.made_on), ("F-2026-000001".to_owned(), july - Months::new(1), july));
    assert_eq!((invoice.sum.net, invoice.sum.tax, invoice.sum.gross()), (Minor::new(1_000), Minor::new(190), Minor::new(1_190)));
    let (_, lines) = papers.own_invoice(invoice.id, &seller.me.membership).await?;
    let [line] = &lines[..] else { return Err("not one line".into()) };
    assert_eq!((line.invoice.as_str(), line.rate.basis_points(), line.charged_for), ("RE-1", 1_900, ChargedFor::Payout));
    for language in Language::ALL.iter().copied() {
        let (_, paper) = papers.own_invoice_paper(invoice.id, language, &seller.me.membership).await?;
        let text = String::from_utf8(paper.content.clone())?;
        assert!(text.contains("F-2026-000001") && text.contains("DE987654321"), "{text}");
        assert_eq!(papers.own_invoice_paper(invoice.id, language, &seller.me.membership).await?.1, paper);
    }

    // It is nobody else's, and not made again.
    assert_eq!(papers.own_invoice(invoice.id, &other.me.membership).await, Err(PaperError::NotFound));
    assert_eq!(papers.own_invoices(&other.me.membership).await?, [], "its fees bear no tax");
    end(&world).await?;
    assert_eq!(made().await?.len(), 1);
    Ok(())
}

async fn seller_under_name(world: &World, olga: &Member, name: &str) -> Made<Seller> {
    let seller = world.seller(olga, name, terms("EUR", 1_200)?).await?;
    world.limit(olga, seller.debtor, 1_000_000_000).await?;
    Ok(seller)
}
