//! What every store adds up for the house's desk: what its lists have, no more and no less.

use super::super::{
    contracts::{Checked, context, id, noon},
    end_of_day::BusyDay,
    facilities::terms,
    receivables::{
        examples::{added, in_currency, scene},
        invoice,
    },
};
use crate::{
    StorePorts,
    cash::ReceiptCommand,
    facilities::{HouseCommand, ports::FacilityFilter},
    payments::{
        changes::Change,
        ports::{PayoutFilter, Receipts},
    },
    receivables::{
        AcceptCommand, HouseSearch, ListSearch,
        ports::{DueBetween, Hidden, Kept, ListTotal, Only, ReceivableFilter},
    },
    screens::{
        Desk,
        ports::{DeskSums, DueSum, LimitSum, PaymentSums, Sum},
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    facilities::facility::HouseAction,
    kernel::{
        coded::Coded,
        ids::{CompanyId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::account::{Account, AccountKind, Owner},
    payments::{
        payout::{BatchId, Payee, Payout, PayoutId, PayoutStatus, Purpose, Release},
        receipt::{EnteredPayer, Payer, Receipt, ReceiptId, Target},
    },
    receivables::status::ReceivableStatus,
};
use std::{collections::BTreeMap, error::Error, ops::RangeInclusive};
use uuid::Uuid;

type Made<T> = Result<T, Box<dyn Error>>;

/// Of an operator whose company is this one, and no debtor.
fn of(company: CompanyId) -> Hidden {
    Hidden { company, debtor: None }
}

async fn commit(ports: &StorePorts, change: Change) -> Checked {
    ports.payments.commit(vec![change], context()).await?;
    Ok(())
}

/// An id that nothing has which the world made by itself: it counts from one, too.
fn apart() -> Uuid {
    Uuid::from_u128((1 << 64) | id().as_u128())
}

async fn payout(ports: &StorePorts, company: CompanyId, currency: &str, gross: i64, release: Option<Release>) -> Checked {
    let payout = Payout {
        id: PayoutId(apart()),
        payee: Payee::Company { company, about: ReceivableId(id()) },
        fact: None,
        passed_on_of: None,
        purpose: Purpose::Advance,
        currency: Currency::parse(currency)?,
        gross: Minor::new(gross),
        due_on: noon().date_naive(),
        status: if release.is_some() { PayoutStatus::Released } else { PayoutStatus::Due },
        release,
        executed_on: None,
        returned: None,
        replaces: None,
    };
    commit(ports, Change::PayoutAdded(Box::new(payout))).await
}

async fn receipt(ports: &StorePorts, by: UserId, currency: &str, amount: i64) -> Checked {
    let (on, amount) = (noon().date_naive(), Money::parse(amount, Currency::parse(currency)?)?);
    let payer = Payer { name: None, iban: None };
    let receipt =
        Receipt { id: ReceiptId(apart()), booked_on: on, value_on: on, amount, payer, text: None, entered_by: by, entered_at: noon() };
    commit(ports, Change::ReceiptAdded(Box::new(receipt))).await
}

/// A busy day on which something is sold and not paid out, another company has a facility in another currency, payouts wait and
/// nobody knows what was paid for what.
async fn busy(ports: &StorePorts) -> Made<BusyDay> {
    let busy = BusyDay::on(ports).await?;
    let look = busy.world.receivables().examined(busy.offered, &busy.olga.operator()).await?;
    let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
    let command = AcceptCommand { by: busy.seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    busy.world.receivables().accept(busy.offered, command).await?;
    let other = busy.world.seller(&busy.olga, "Zweite", terms("USD", 900)?).await?;
    payout(ports, other.me.membership.company, "USD", 700, None).await?;
    payout(ports, busy.seller.me.membership.company, "USD", 70, None).await?;
    // What was ordered from the bank waits for nobody here.
    let (by, on, set_off) = (busy.olga.user.id(), noon().date_naive(), Minor::ZERO);
    let release = Release { batch: Some(BatchId(id())), by, at: noon(), on, set_off, account: Box::default() };
    payout(ports, other.me.membership.company, "USD", 7_000, Some(release)).await?;
    for (currency, amount) in [("EUR", 5_000), ("USD", 300), ("EUR", 250)] {
        receipt(ports, busy.olga.user.id(), currency, amount).await?;
    }
    Ok(busy)
}

fn add(to: &mut BTreeMap<String, Sum>, key: String, currency: Currency, amount: Minor) {
    let sum = to.entry(key).or_insert(Sum { currency, count: 0, amount: Minor::ZERO });
    sum.count += 1;
    sum.amount += amount;
}

/// Every one of the rows that a list of the house has.
async fn sold(ports: &StorePorts) -> Made<Vec<Kept>> {
    let filter = ReceivableFilter { statuses: vec![DueSum::BOUGHT, DueSum::COMMITTED], ..ReceivableFilter::default() };
    let open = Only { open: true, disputed: false };
    let mut sold = ports.receivables.page(filter, None, 1_000).await?;
    sold.retain(|kept| kept.receivable.status() == DueSum::COMMITTED || open.has(kept));
    Ok(sold)
}

/// The sums of what the lists have.
async fn added_up(ports: &StorePorts) -> Made<DeskSums> {
    let mut limits: BTreeMap<&str, LimitSum> = BTreeMap::new();
    for found in ports.facility_records.page(FacilityFilter::default(), None, 1_000).await? {
        found.facility.ruling().ok_or("no terms rule")?;
        let parts = found.facility.parts();
        let currency = parts.currency;
        let in_use = ports.exposures.of_facility(parts.id).await?.in_all;
        let sum = limits.entry(currency.code()).or_insert(LimitSum { currency, in_use: Minor::ZERO, headroom: Minor::ZERO });
        sum.in_use += in_use;
        sum.headroom += found.facility.headroom(in_use).unwrap_or_default();
    }
    let (mut due, mut payouts, mut suspense) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for kept in sold(ports).await? {
        let (receivable, currency) = (&kept.receivable, kept.receivable.currency());
        let none = Sum { currency, count: 0, amount: Minor::ZERO };
        let due_on = receivable.due_on();
        let day = due.entry((currency.code(), due_on)).or_insert(DueSum { due_on, bought: none, committed: none });
        let sum = if receivable.status() == DueSum::BOUGHT { &mut day.bought } else { &mut day.committed };
        sum.count += 1;
        sum.amount += if receivable.status() == DueSum::BOUGHT { kept.position.open } else { receivable.face() };
    }
    let waiting = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
    for payout in ports.payouts.page(waiting, None, 1_000).await? {
        add(&mut payouts, payout.currency.code().to_owned(), payout.currency, payout.gross);
    }
    for found in ports.receipts.page(Receipts::Unexplained, None, 1_000).await? {
        let currency = found.receipt.amount.currency();
        add(&mut suspense, currency.code().to_owned(), currency, found.left());
    }
    Ok(DeskSums {
        limits: limits.into_values().collect(),
        due: due.into_values().collect(),
        payments: Some(PaymentSums {
            payouts: payouts.into_values().collect(),
            unexplained: suspense.into_values().collect(),
            early: Vec::new(),
        }),
    })
}

pub async fn the_sums_of_the_desk_are_the_sums_of_its_lists(ports: &StorePorts) -> Checked {
    assert_eq!(ports.desks.desk_sums(of(CompanyId(id())), false).await?, DeskSums::default(), "nothing of nothing");
    let busy = busy(ports).await?;
    let nobody = of(CompanyId(id()));
    let (sums, expected) = (ports.desks.desk_sums(nobody, true).await?, added_up(ports).await?);
    assert_eq!(sums, expected);
    // None of them is empty, and the two that are due on one day are one row.
    let days: Vec<_> = sums.due.iter().map(|due| due.bought.count + due.committed.count).collect();
    assert_eq!((sums.limits.len(), days), (2, vec![1, 2, 1, 1]));
    let payments = sums.payments.ok_or("no payments")?;
    let told = |sums: &[Sum]| sums.iter().map(|sum| (sum.currency.code(), sum.count)).collect::<Vec<_>>();
    assert_eq!((told(&payments.payouts), told(&payments.unexplained)), (vec![("EUR", 1), ("USD", 2)], vec![("EUR", 2), ("USD", 1)]));
    assert!(sums.limits.iter().any(|limit| limit.in_use.is_positive()), "{:?}", sums.limits);
    assert_eq!(ports.desks.desk_sums(nobody, false).await?, DeskSums { payments: None, ..expected });

    // What is suspended has no headroom, and is in use all the same.
    let before = ports.desks.desk_sums(nobody, false).await?.limits;
    // The same goes for what is closed, and runs off.
    for what in [HouseAction::Suspend, HouseAction::Close] {
        let version = ports.facility_records.by_id(busy.seller.facility).await?.ok_or("no facility")?.facility.parts().version;
        let command = HouseCommand { by: busy.olga.clone(), what, version, note: None, request: None };
        busy.world.facilities().act(busy.seller.facility, command).await?;
        let after = ports.desks.desk_sums(nobody, false).await?.limits;
        assert_eq!(after, added_up(ports).await?.limits);
        assert_eq!((before[0].in_use, before[1], Minor::ZERO), (after[0].in_use, after[1], after[0].headroom), "{what:?}");
    }
    Ok(())
}

pub async fn what_is_not_paid_out_yet_is_a_commitment(ports: &StorePorts) -> Checked {
    let busy = BusyDay::on(ports).await?;
    let (cases, me) = (busy.world.use_cases(), &busy.seller.me);
    let before = ports.desks.desk_sums(of(CompanyId(id())), false).await?.due;
    let look = cases.receivables.shown(busy.offered, &me.membership).await?;
    let offer = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or("no offer")?.offer.clone();
    let command = AcceptCommand { by: me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    cases.receivables.accept(busy.offered, command).await?;
    let mut after = ports.desks.desk_sums(of(CompanyId(id())), false).await?.due;
    let place = after.iter().position(|due| due.committed.count > 0).ok_or("it is committed nowhere")?;
    let added = after.remove(place);
    let committed = (added.due_on, added.committed.count, added.committed.amount);
    assert_eq!(committed, (look.receivable().due_on(), 1, look.receivable().face()));
    assert_eq!((added.bought.count, added.bought.amount), (0, Minor::ZERO), "it is not bought");
    assert_eq!(after, before, "and nothing else is");
    Ok(())
}

pub async fn what_lies_in_suspense_is_what_the_ledger_says(ports: &StorePorts) -> Checked {
    let busy = busy(ports).await?;
    let (cases, currency) = (busy.world.use_cases(), Currency::parse("EUR")?);
    let suspense = Account::of(AccountKind::Suspense, currency, Owner::House).ok_or("no account")?;
    // Money that pays what is accepted and not paid out yet, with a rest that nobody explains.
    let on = noon().date_naive();
    for (amount, part) in [(1_000, 700), (40, 40)] {
        let parts = vec![(Target::Receivable(busy.offered), Minor::new(part))];
        let payer = EnteredPayer::default();
        let amount = Money::parse(amount, currency)?;
        cases
            .cash
            .enter_receipt(ReceiptCommand { by: busy.olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None })
            .await?;
    }
    let sums = ports.desks.desk_sums(of(CompanyId(id())), true).await?;
    let payments = sums.payments.ok_or("no payments")?;
    let lies = payments.suspense().into_iter().find(|lies| lies.unexplained.currency == currency).ok_or("nothing in suspense")?;
    assert_eq!((lies.early.count, lies.early.amount), (1, Minor::new(740)));
    // Receipts that the store was given without an entry are in no ledger.
    let booked = lies.amount() - Minor::new(5_250);
    assert_eq!(-ports.journal.balance_on(suspense, on).await?, booked);
    let mut listed = Minor::ZERO;
    for found in ports.receipts.page(Receipts::Unexplained, None, 1_000).await? {
        listed += if found.receipt.amount.currency() == currency { found.left() } else { Minor::ZERO };
    }
    assert_eq!(lies.unexplained.amount, listed, "the list has the rest");
    let committed: Vec<_> = sums.due.iter().map(|due| due.committed).filter(|sum| sum.count > 0).collect();
    let kept = sold(ports).await?.into_iter().filter(|kept| kept.receivable.status() == DueSum::COMMITTED).collect::<Vec<_>>();
    let faces: Minor = kept.iter().map(|kept| kept.receivable.face()).sum();
    assert_eq!(committed.iter().map(|sum| sum.amount).sum::<Minor>(), faces, "what was paid before is committed all the same");
    assert!(kept.iter().any(|kept| kept.position.open < kept.receivable.face()));
    Ok(())
}

pub async fn nobody_sees_sums_of_their_own_company(ports: &StorePorts) -> Checked {
    let busy = busy(ports).await?;
    let DeskSums { limits, due, payments } = ports.desks.desk_sums(of(busy.seller.me.membership.company), true).await?;
    let payments = payments.ok_or("no payments")?;
    let told: Vec<_> = payments.payouts.iter().map(|sum| (sum.currency.code(), sum.count, sum.amount)).collect();
    assert_eq!((due, told), (Vec::new(), vec![("USD", 1, Minor::new(700))]));
    // What nobody explained is nobody's yet.
    assert_eq!(payments.unexplained.len(), 2);
    let own = busy.seller.me.membership.company;
    let mut of_others = BTreeMap::new();
    for found in ports.facility_records.page(FacilityFilter::default(), None, 1_000).await? {
        let (parts, in_all) = (found.facility.parts(), of_others.entry(found.facility.parts().currency.code()));
        if found.company.id != own {
            *in_all.or_insert(Minor::ZERO) += ports.exposures.of_facility(parts.id).await?.in_all;
        }
    }
    let in_use = |limits: Vec<LimitSum>| limits.into_iter().map(|limit| (limit.currency.code(), limit.in_use)).collect::<BTreeMap<_, _>>();
    assert_eq!(in_use(limits), of_others);
    assert_ne!(of_others, in_use(added_up(ports).await?.limits), "something of its own is in use");
    let owing = Hidden { company: CompanyId(id()), debtor: Some(busy.seller.debtor) };
    assert_eq!(ports.desks.desk_sums(owing, true).await?.due, [], "nor of what it owes");
    Ok(())
}

/// What all that a search of the house finds comes to, which is what its pages come to.
async fn listed(busy: &BusyDay, status: ReceivableStatus, only: Only, due: DueBetween) -> Made<Vec<ListTotal>> {
    let (cases, by) = (busy.world.use_cases(), busy.olga.operator());
    let list = ListSearch { statuses: vec![status], due, only, ..ListSearch::default() };
    let search = HouseSearch { list, ..HouseSearch::default() };
    let (mut pages, mut after) = (BTreeMap::new(), None);
    loop {
        let page = cases.receivables.all(&by, search.clone(), after).await?;
        for look in &page.looks {
            let currency = look.receivable().currency();
            let nothing = ListTotal { currency, count: 0, face: Minor::ZERO, open: Minor::ZERO };
            let total = pages.entry(currency.code()).or_insert(nothing);
            total.count += 1;
            total.face += look.receivable().face();
            total.open += look.kept.position.open;
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let totals = cases.receivables.totals_of_all(&by, search).await?;
    assert_eq!(totals, pages.into_values().collect::<Vec<_>>(), "{status:?}");
    Ok(totals)
}

/// What the ledger has on all accounts of this kind.
async fn booked(ports: &StorePorts, kind: AccountKind, currency: Currency) -> Made<Minor> {
    let known = ports.journal.known_now(noon() + TimeDelta::days(4_000)).await?;
    let totals = ports.journal.totals(None, known).await?;
    Ok(totals.iter().filter(|total| (total.kind, total.currency) == (kind, currency)).map(|total| total.amount).sum())
}

pub async fn a_figure_of_the_desk_is_that_of_its_list_and_of_the_ledger(ports: &StorePorts) -> Checked {
    let busy = BusyDay::on(ports).await?;
    let (world, olga, euro) = (&busy.world, &busy.olga, Currency::parse("EUR")?);
    let sell = async |numbers: RangeInclusive<u32>| {
        for number in numbers {
            // No two look like one invoice.
            let mut facts = invoice(&format!("{number}-S"), 100_000 + i64::from(number) * 5_000)?;
            (facts.issued_on, facts.due_on) = (busy.on - TimeDelta::days(5), busy.on + TimeDelta::days(30 + i64::from(number) % 60));
            let look = world.handed_in(&busy.seller, facts).await?;
            let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
            let command = AcceptCommand { by: busy.seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
            Box::pin(world.receivables().accept(look.kept.receivable.id(), command)).await?;
        }
        Made::Ok(())
    };
    // Two pages are bought, and something is not paid out yet, of which a part is received.
    sell(1..=51).await?;
    BusyDay::pay_out(world, olga).await?;
    sell(52..=54).await?;
    let pays = async |amount: i64, parts| {
        let amount = Money::parse(amount, euro)?;
        let payer = EnteredPayer::default();
        let command = ReceiptCommand { by: olga.clone(), on: busy.on, amount, payer, text: None, parts, is_another: true, request: None };
        Box::pin(world.cash().enter_receipt(command)).await?;
        Made::Ok(())
    };
    let committed = ReceivableFilter { statuses: vec![DueSum::COMMITTED], ..ReceivableFilter::default() };
    let early = ports.receivables.page(committed, None, 1).await?.remove(0).receivable.id();
    pays(1_000, vec![(Target::Receivable(busy.overdue[0]), Minor::new(900))]).await?;
    pays(700, vec![(Target::Receivable(early), Minor::new(700))]).await?;
    // Two pages wait for a check, in two currencies.
    let other = scene(ports, "figures").await?;
    for number in 0..53 {
        let kept = other.kept(ReceivableStatus::Submitted, &format!("W {number}"))?;
        added(ports, &in_currency(&kept, if number < 50 { "EUR" } else { "USD" })?).await?;
    }

    let desk = Box::pin(world.screens().desk(olga)).await?;
    let (open, every, always) = (Only { open: true, disputed: false }, Only::default(), DueBetween::default());
    let opens = |totals: &[ListTotal]| totals.iter().map(|total| (total.currency, total.count, total.open)).collect::<Vec<_>>();
    let summed = |sums: &[Sum]| sums.iter().map(|sum| (sum.currency, sum.count.unsigned_abs(), sum.amount)).collect::<Vec<_>>();

    let to_check = listed(&busy, ReceivableStatus::Submitted, every, always).await?;
    assert_eq!((desk.to_check, to_check.iter().map(|total| total.count).collect::<Vec<_>>()), (53, vec![50, 3]));
    let bought = listed(&busy, DueSum::BOUGHT, open, always).await?;
    let aged: Vec<_> = desk.ageing.iter().map(|aged| aged.open).collect();
    assert_eq!((aged.iter().map(|sum| sum.count).sum::<i64>(), bought[0].count), (55, 55));
    assert_eq!(aged.iter().map(|sum| sum.amount).sum::<Minor>(), bought[0].open);
    assert_eq!(booked(ports, AccountKind::ReceivablesPurchased, euro).await?, bought[0].open);
    let late = DueBetween { from: None, to: busy.on.pred_opt() };
    let overdue: Vec<_> = desk.overdue.iter().map(|late| late.open).collect();
    assert_eq!(summed(&overdue), opens(&listed(&busy, DueSum::BOUGHT, open, late).await?));
    for week in &desk.weeks {
        let due = DueBetween { from: Some(week.from), to: Some(week.to) };
        assert_eq!(summed(&week.due), opens(&listed(&busy, DueSum::BOUGHT, open, due).await?), "{week:?}");
    }
    assert!(desk.weeks.iter().any(|week| !week.due.is_empty()));
    let committed = listed(&busy, DueSum::COMMITTED, every, always).await?;
    let faces = |totals: &[ListTotal]| totals.iter().map(|total| (total.currency, total.count, total.face)).collect::<Vec<_>>();
    let all = |desk: &Desk| summed(&desk.commitments.iter().map(|of| of.all).collect::<Vec<_>>());
    assert_eq!(all(&desk), faces(&committed));
    assert_eq!((committed[0].count, desk.commitments[0].overdue.count), (3, 0));

    let payments = desk.payments.ok_or("no payments")?;
    let lies: Vec<_> = payments.suspense().iter().map(|lies| (lies.unexplained.count, lies.early.count, lies.amount())).collect();
    assert_eq!(lies, [(1, 1, Minor::new(800))]);
    assert_eq!(booked(ports, AccountKind::Suspense, euro).await?, -Minor::new(800));
    let due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
    let due = ports.payouts.page(due, None, 100).await?;
    let sums = (payments.payouts[0].count.unsigned_abs(), payments.payouts[0].amount);
    assert_eq!(sums, (due.len() as u64, due.iter().map(|payout| payout.gross).sum()));

    // Two of the three that are not paid out are past their due date by now: they are commitments, and no part of what is overdue.
    world.business().advance(TimeDelta::days(84));
    let desk = Box::pin(world.screens().desk(olga)).await?;
    let late = DueBetween { from: None, to: desk.on.pred_opt() };
    let waiting = summed(&desk.commitments.iter().map(|of| of.overdue).collect::<Vec<_>>());
    assert_eq!((waiting[0].1, waiting), (2, faces(&listed(&busy, DueSum::COMMITTED, every, late).await?)));
    assert_eq!(all(&desk), faces(&committed));
    let overdue: Vec<_> = desk.overdue.iter().map(|late| late.open).collect();
    assert_eq!(summed(&overdue), opens(&listed(&busy, DueSum::BOUGHT, open, late).await?));
    assert_eq!(
        booked(ports, AccountKind::ReceivablesPurchased, euro).await?,
        overdue[0].amount,
        "all that is bought is overdue, and booked"
    );
    Ok(())
}
