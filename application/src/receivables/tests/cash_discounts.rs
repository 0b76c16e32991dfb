//! Invoices that grant a cash discount, and those that correct what was sold.

use super::{
    einvoices::{enter, told},
    paying::{Sold, day},
    *,
};
use crate::{
    approvals::{EndingCommand, Performed},
    house::SettingsCommand,
    testing::receivables::Trader,
};
use sooner_domain::{
    approvals::proposal::Ending,
    house::details::{HouseDetails, PricedOn},
    kernel::ids::ReceivableId,
    receivables::{
        book::{DeductionCause, Fact},
        checks::{CheckCode, Cure, Outcome},
        einvoice::InvoiceData,
        evidence::Liftable,
    },
};

/// Three per cent for those who pay within 30 days of the invoice, which is 20 days after the sale.
const TERMS: &str = "#SKONTO#TAGE=30#PROZENT=3.00#";

/// An invoice of this seller as data.
async fn data(world: &World, seller: &Seller) -> Made<InvoiceData> {
    let company = world.store().teams.companies(&[seller.me.membership.company]).await?.pop();
    told(company.and_then(|company| company.legal_name).ok_or("no name")?.as_str())
}

async fn priced_on(world: &World, olga: &Member, priced_on: PricedOn) -> Checked {
    let settings = world.store().house_settings.settings().await?;
    let details = HouseDetails { priced_on, ..settings.details().clone() };
    world.house().change_settings(SettingsCommand { by: olga.clone(), version: settings.version(), details }).await?;
    Ok(())
}

/// An invoice of 10,000.00 that grants a discount, sold under the terms of the first vector.
async fn sold(of: PricedOn) -> Made<Sold> {
    let world = world();
    let olga = world.stepped_up(&world.operator().await?).await?;
    priced_on(&world, &olga, of).await?;
    let one = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(&olga, one.debtor, 1_000_000_000).await?;
    let data = InvoiceData { payment_terms: Some(TERMS.to_owned()), ..data(&world, &one).await? };
    let entered = enter(&world, &one, data).await?;
    let id = entered.receivable().id();
    let look = world.financing().submit(id, seen(&one.me, &entered)).await?;
    world.financing().accept(id, accept(&one.me, &look)?).await?;
    Ok(Sold { world, olga, seller: Trader::invoicing(one), id })
}

async fn last_fact(sold: &Sold) -> Made<Option<Fact>> {
    Ok(sold.look().await?.scene.facts.last().map(|recorded| recorded.fact))
}

#[tokio::test]
async fn what_is_advanced_on_is_what_comes_for_certain_unless_the_house_prices_the_whole() -> Checked {
    for (of, certain) in [(PricedOn::Certain, 970_000), (PricedOn::Face, 1_000_000)] {
        let sold = sold(of).await?;
        let look = sold.look().await?;
        let offer = look.sold_for().ok_or("not sold")?;
        let figures = offer.price().components();
        assert_eq!((figures.case.face.get(), figures.case.certain.get()), (1_000_000, certain));
        assert_eq!(figures.advance.get(), certain * 8 / 10);
        assert_eq!((figures.advance + figures.reserve).get(), 1_000_000, "they add up to the face");
        // What the house sets later is for later.
        priced_on(&sold.world, &sold.olga, PricedOn::Face).await?;
        assert_eq!(sold.look().await?.sold_for().map(|offer| offer.hash()), Some(offer.hash()));
    }
    Ok(())
}

#[tokio::test]
async fn a_payment_within_its_terms_closes_the_invoice_and_disputes_nothing() -> Checked {
    let sold = sold(PricedOn::Certain).await?;
    sold.pay_out().await?;
    sold.go_to(20);
    sold.receive(970_000, &[970_000]).await?;
    let look = sold.look().await?;
    assert_eq!((look.receivable().status(), look.kept.position.open), (ReceivableStatus::Settled, Minor::ZERO));
    assert_eq!(look.receivable().parts().dispute, None);
    let deducted = Fact::Deducted { on: day(20)?, amount: Minor::new(30_000), cause: DeductionCause::CashDiscount };
    assert_eq!(last_fact(&sold).await?, Some(deducted));
    let settled = look.settled().ok_or("not settled")?;
    assert_eq!(settled.settlement.dilution, Minor::new(30_000), "the seller bears what its invoice grants");
    Ok(())
}

#[tokio::test]
async fn what_is_short_by_more_or_comes_too_late_stays_open() -> Checked {
    for (days, amount) in [(21, 970_000), (20, 969_999)] {
        let sold = sold(PricedOn::Certain).await?;
        sold.pay_out().await?;
        sold.go_to(days);
        sold.receive(amount, &[amount]).await?;
        let look = sold.look().await?;
        assert_eq!((look.receivable().status(), look.kept.position.open.get()), (ReceivableStatus::Funded, 1_000_000 - amount), "{days}");
    }
    Ok(())
}

/// A correction of an earlier invoice, entered.
async fn corrects(world: &World, seller: &Seller, number: &str, before: &str) -> Made<ReceivableId> {
    let (number, preceding) = (Some(number.to_owned()), vec![before.to_owned()]);
    let data = InvoiceData { number, type_code: Some(384), preceding, ..data(world, seller).await? };
    Ok(enter(world, seller, data).await?.receivable().id())
}

#[tokio::test]
async fn a_correction_of_what_was_sold_is_not_sold_beside_it() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let first = enter(&world, &seller, data(&world, &seller).await?).await?;
    let sold = first.receivable().id();
    let early = corrects(&world, &seller, "RE-2", "re 01").await?;
    let found = async |id| -> Made<(Outcome, Option<Cure>)> {
        let look = world.financing().shown(id, &seller.me.membership).await?;
        let finding = look.findings.iter().find(|finding| finding.code == CheckCode::AlreadySold).ok_or("not checked")?;
        Ok((finding.verdict.outcome, finding.verdict.cure))
    };
    assert_eq!(found(early).await?, (Outcome::Pass, None), "nothing was sold");
    let look = world.financing().submit(sold, seen(&seller.me, &first)).await?;
    world.financing().accept(sold, accept(&seller.me, &look)?).await?;
    let blocked = (Outcome::Block, Some(Cure::TellOfCorrection));
    assert_eq!(found(early).await?, blocked, "however the number is written");
    assert_eq!(found(corrects(&world, &seller, "RE-3", "RE-99").await?).await?, (Outcome::Pass, None), "another invoice");

    // Lifted, it is sold: a final invoice names those before it too.
    let draft = world.financing().shown(early, &seller.me.membership).await?;
    let handed_in = world.financing().submit(early, seen(&seller.me, &draft)).await?;
    assert_eq!(handed_in.receivable().status(), ReceivableStatus::Submitted);
    let version = handed_in.receivable().parts().version;
    let by = world.stepped_up(&olga).await?;
    let command = EndingCommand { by, version, what: Ending::Lift(Liftable::AlreadySold), note: note().ok(), request: None };
    let Performed::Done(_) = world.approvals().end_receivable(early, command).await? else { return Err("it waits".into()) };
    assert_eq!(found(early).await?, (Outcome::Pass, None));
    Ok(())
}
