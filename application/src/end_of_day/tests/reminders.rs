//! Who is reminded of what is due, and when.

use super::*;
use crate::{
    approvals::FourEyes,
    kernel::outbox::Mail,
    parties::Member,
    receivables::AcceptCommand,
    testing::{
        buyer_details,
        facilities::terms,
        receivables::{Buying, Seller, payable, programme_terms},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::terms::{Notification, Parts, Terms},
    kernel::{coded::Coded, country::CountryCode, ids::ReceivableId, language::Language},
    parties::buyer::BuyerDetails,
    receivables::evidence::DisputeReason,
};

pub(super) type Made<T> = Result<T, Box<dyn std::error::Error>>;

/// To whom which mail went so many days after the due date.
type Sent = Vec<(i64, String, &'static str)>;

const SELLER: &str = "muehle@example.com";
const CONTACT: &str = "nora@nordwind.example";

/// An hour past a cut-off, with an invoice that was paid out and is due in ten days.
struct Open {
    world: World,
    olga: Member,
    seller: Seller,
    id: ReceivableId,
    due_on: NaiveDate,
}

fn undisclosed() -> Made<Terms> {
    let parts = Parts { notification: Notification::Undisclosed, ..*terms("EUR", 1_200)?.parts() };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

pub(super) async fn world() -> Made<(World, Member)> {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    Ok((world, olga))
}

impl Open {
    async fn under(terms: Terms) -> Made<Self> {
        Box::pin(async {
            let (world, olga) = world().await?;
            let seller = world.seller(&olga, "Muehle", terms).await?;
            Self::of(world, olga, seller).await
        })
        .await
    }

    /// The same of a debtor in this country.
    async fn owed_in(country: &str) -> Made<Self> {
        Box::pin(async {
            let (world, olga) = world().await?;
            let Seller { me, facility, .. } = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
            let details = BuyerDetails { country: CountryCode::parse(country)?, ..buyer_details("Donau AG") };
            let buyer = world.onboarding().add_buyer(me.membership, details, None).await?;
            let seller = world.approved_buyer(&olga, me, facility, buyer).await?;
            Self::of(world, olga, seller).await
        })
        .await
    }

    async fn of(world: World, olga: Member, seller: Seller) -> Made<Self> {
        Box::pin(async {
            world.limit(&olga, seller.debtor, 1_000_000_000).await?;
            let due_on = BusyDay::today(&world).await? + TimeDelta::days(10);
            let look = BusyDay::handed_in(&world, &seller, "A-1001", due_on).await?;
            let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
            let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
            let id = world.receivables().accept(look.kept.receivable.id(), command).await?.receivable().id();
            BusyDay::pay_out(&world, &olga).await?;
            world.business().advance(TimeDelta::hours(3));
            Ok(Self { world, olga, seller, id, due_on })
        })
        .await
    }

    /// The debtor has got the notice that it owes the house. A day passes.
    async fn told(&self) -> Checked {
        self.world.house_says_who_it_is(&self.olga).await?;
        self.world.debtor_contact(&self.olga, self.seller.debtor, CONTACT).await?;
        assert_eq!(self.sent(1).await?, [at(-10, CONTACT, "claims_assigned")]);
        Ok(())
    }

    async fn sent(&self, days: i64) -> Made<Sent> {
        sent(&self.world, self.due_on, days).await
    }
}

/// What was written since the last look.
pub(super) async fn news(world: &World) -> Made<Vec<Mail>> {
    let (outbox, now) = (world.store().outbox, world.clock_now());
    let due = outbox.take(now, now + TimeDelta::hours(1), 999).await?;
    outbox.delivered(&due.iter().map(|due| due.id).collect::<Vec<_>>()).await?;
    Ok(due.into_iter().map(|due| due.mail).collect::<Result<_, _>>()?)
}

/// What goes out while so many days end.
async fn sent(world: &World, due_on: NaiveDate, days: i64) -> Made<Sent> {
    news(world).await?;
    let mut sent = Vec::new();
    for _ in 0..days {
        world.end_of_day().catch_up(Actor::System).await?;
        let after = (BusyDay::today(world).await? - due_on).num_days();
        sent.extend(news(world).await?.into_iter().map(|mail| (after, mail.to.as_str().to_owned(), mail.content.code())));
        world.business().advance(TimeDelta::days(1));
    }
    Ok(sent)
}

fn at(days: i64, to: &str, code: &'static str) -> (i64, String, &'static str) {
    (days, to.to_owned(), code)
}

#[tokio::test]
async fn the_debtor_is_reminded_on_the_days_that_are_set_and_nobody_before_it_is_due() -> Checked {
    let open = Open::under(terms("EUR", 1_200)?).await?;
    open.told().await?;
    assert_eq!(open.sent(5).await?, []);
    open.world.reminding(&open.olga, &[4, 2], &[1, 3, 14]).await?;
    let expected = [
        at(1, SELLER, "overdue"),
        at(1, CONTACT, "debtor_reminder"),
        at(3, CONTACT, "debtor_reminder"),
        at(14, CONTACT, "debtor_reminder"),
    ];
    assert_eq!(open.sent(40).await?, expected);
    Ok(())
}

#[tokio::test]
async fn a_debtor_reads_in_its_language_what_it_owes_on_whose_invoice() -> Checked {
    let open = Open::owed_in("AT").await?;
    open.told().await?;
    open.world.reminding(&open.olga, &[], &[2]).await?;
    open.sent(11).await?;
    open.world.end_of_day().catch_up(Actor::System).await?;
    let [mail] = &news(&open.world).await?[..] else { return Err("not one".into()) };
    assert_eq!((mail.to.as_str(), mail.name.as_str(), mail.language), (CONTACT, "Nora Nord", Language::German));
    let Content::DebtorReminder { details: Some(details) } = &mail.content else { return Err("another mail".into()) };
    let [matter] = &details.matters[..] else { return Err("not one".into()) };
    let text = |line: &Option<sooner_domain::kernel::text::Line>| line.as_ref().map(|line| line.as_str().to_owned());
    assert_eq!(text(&details.company), Some("Sooner Finance GmbH".to_owned()));
    assert_eq!((text(&matter.invoice), text(&matter.debtor)), (Some("A-1001".to_owned()), Some("Muehle".to_owned())));
    let face = open.world.store().receivables.by_id(open.id).await?.ok_or("gone")?.receivable.face();
    assert_eq!(
        matter.amounts.iter().map(|amount| (amount.figure, amount.money.amount_minor())).collect::<Vec<_>>(),
        [(Figure::Open, face.get())]
    );
    assert_eq!((matter.on, matter.receivable), (Some(open.due_on), None));
    Ok(())
}

#[tokio::test]
async fn a_debtor_is_reminded_on_no_day_before_it_could_know_whom_to_pay() -> Checked {
    let open = Open::under(terms("EUR", 1_200)?).await?;
    open.world.house_says_who_it_is(&open.olga).await?;
    open.world.no_contact(&open.olga, open.seller.debtor).await?;
    open.world.reminding(&open.olga, &[], &[2, 4]).await?;
    assert_eq!(open.sent(12).await?, [at(1, SELLER, "overdue")]);
    // Whom to write to is found out two days after it was due.
    open.world.debtor_contact(&open.olga, open.seller.debtor, CONTACT).await?;
    assert_eq!(open.sent(4).await?, [at(2, CONTACT, "claims_assigned"), at(2, SELLER, "overdue"), at(4, CONTACT, "debtor_reminder")]);
    Ok(())
}

#[tokio::test]
async fn where_the_debtor_knows_nothing_or_nobody_of_it_is_known_the_seller_is_reminded() -> Checked {
    let unknown = Open::under(terms("EUR", 1_200)?).await?;
    let secret = Open::under(undisclosed()?).await?;
    secret.world.debtor_contact(&secret.olga, secret.seller.debtor, CONTACT).await?;
    for open in [unknown, secret] {
        open.world.reminding(&open.olga, &[], &[1, 3, 7]).await?;
        assert_eq!(open.sent(40).await?, [at(1, SELLER, "overdue"), at(3, SELLER, "overdue"), at(7, SELLER, "overdue")]);
    }
    Ok(())
}

#[tokio::test]
async fn nobody_is_reminded_of_what_is_disputed_nor_of_what_is_long_overdue_when_days_are_set() -> Checked {
    let open = Open::under(terms("EUR", 1_200)?).await?;
    open.world.reminding(&open.olga, &[], &[3]).await?;
    open.sent(12).await?;
    let look = open.world.receivables().examined(open.id, &open.olga.operator()).await?;
    let (version, amount) = (look.receivable().parts().version, Minor::new(1_000));
    let what = HouseDecision::Dispute { amount, reason: DisputeReason::Duplicate, note: None };
    open.world.servicing().decide(open.id, HouseCommand { by: open.olga.clone(), version, what, request: None }).await?;
    assert_eq!(open.sent(30).await?, []);
    let forgotten = Open::under(terms("EUR", 1_200)?).await?;
    forgotten.sent(40).await?;
    forgotten.world.reminding(&forgotten.olga, &[], &[3, 10]).await?;
    assert_eq!(forgotten.sent(10).await?, []);
    Ok(())
}

async fn programme() -> Made<(World, Member, Buying, NaiveDate)> {
    Box::pin(async {
        let (world, olga) = world().await?;
        let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
        let (id, supplier) = world.supplier(&olga, &buying, "Lind").await?;
        let promised = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?.receivable().id();
        let look = world.receivables().shown(promised, &supplier.membership).await?;
        let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
        let supplier = world.stepped_up(&supplier).await?;
        let command = AcceptCommand { by: supplier, offer: offer.id(), hash: offer.hash(), request: None };
        world.receivables().accept(promised, command).await?;
        BusyDay::pay_out(&world, &olga).await?;
        world.business().advance(TimeDelta::hours(3));
        Ok((world, olga, buying, "2026-06-29".parse()?))
    })
    .await
}

#[tokio::test]
async fn the_buyer_of_a_programme_is_reminded_before_and_after_and_its_supplier_never() -> Checked {
    let (world, olga, _, due_on) = programme().await?;
    world.reminding(&olga, &[10, 5, 1], &[1, 4]).await?;
    let expected = [
        at(-10, "solarwerk@example.com", "payment_due"),
        at(-5, "solarwerk@example.com", "payment_due"),
        at(-1, "solarwerk@example.com", "payment_due"),
        at(1, "solarwerk@example.com", "payment_overdue"),
        at(4, "solarwerk@example.com", "payment_overdue"),
    ];
    assert_eq!(sent(&world, due_on, 40).await?, expected);
    Ok(())
}

#[tokio::test]
async fn whoever_has_more_of_it_than_a_page_gets_one_mail() -> Checked {
    let (world, olga) = world().await?;
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(&olga, seller.debtor, 1_000_000_000).await?;
    world.house_says_who_it_is(&olga).await?;
    world.debtor_contact(&olga, seller.debtor, CONTACT).await?;
    let due_on = BusyDay::today(&world).await? + TimeDelta::days(10);
    for number in ["A-1", "B-22", "C-333"] {
        let look = BusyDay::handed_in(&world, &seller, number, due_on).await?;
        let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        world.receivables().accept(look.kept.receivable.id(), command).await?;
    }
    BusyDay::pay_out(&world, &olga).await?;
    world.business().advance(TimeDelta::hours(3));
    world.reminding(&olga, &[], &[1]).await?;
    news(&world).await?;
    let days = EndOfDays { page: 1, ..world.end_of_day() };
    let mut told = Vec::new();
    while BusyDay::today(&world).await? <= due_on + TimeDelta::days(2) {
        days.catch_up(Actor::System).await?;
        // Nothing is told again when the day is looked at once more.
        days.catch_up(Actor::System).await?;
        for mail in news(&world).await? {
            let (Content::Overdue { details } | Content::DebtorReminder { details }) = &mail.content else { continue };
            told.push((mail.to.as_str().to_owned(), details.as_ref().map(|details| details.matters.len())));
        }
        world.business().advance(TimeDelta::days(1));
    }
    told.sort();
    assert_eq!(told, [(SELLER.to_owned(), Some(3)), (CONTACT.to_owned(), Some(3))]);
    Ok(())
}
