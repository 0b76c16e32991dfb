//! What every store adds up for the house's desk: what its lists have, no more and no less.

use super::super::{
    contracts::{Checked, context, id, noon},
    end_of_day::BusyDay,
    facilities::terms,
};
use crate::{
    StorePorts,
    facilities::{HouseCommand, ports::FacilityFilter},
    payments::{
        changes::Change,
        ports::{PayoutFilter, Receipts},
    },
    receivables::{
        AcceptCommand, ReceiptCommand,
        ports::{Kept, Only, ReceivableFilter},
    },
    screens::ports::{DeskSums, DueSum, LimitSum, PaymentSums, Sum},
};
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
};
use std::{collections::BTreeMap, error::Error};
use uuid::Uuid;

type Made<T> = Result<T, Box<dyn Error>>;

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
    let look = busy.world.financing().examined(busy.offered, &busy.olga.operator()).await?;
    let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
    let command = AcceptCommand { by: busy.seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    busy.world.financing().accept(busy.offered, command).await?;
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
    assert_eq!(ports.desks.desk_sums(CompanyId(id()), false).await?, DeskSums::default(), "nothing of nothing");
    let busy = busy(ports).await?;
    let nobody = CompanyId(id());
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
    let (financing, me) = (busy.world.financing(), &busy.seller.me);
    let before = ports.desks.desk_sums(CompanyId(id()), false).await?.due;
    let look = financing.shown(busy.offered, &me.membership).await?;
    let offer = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or("no offer")?.offer.clone();
    let command = AcceptCommand { by: me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    financing.accept(busy.offered, command).await?;
    let mut after = ports.desks.desk_sums(CompanyId(id()), false).await?.due;
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
    let (financing, currency) = (busy.world.financing(), Currency::parse("EUR")?);
    let suspense = Account::of(AccountKind::Suspense, currency, Owner::House).ok_or("no account")?;
    // Money that pays what is accepted and not paid out yet, with a rest that nobody explains.
    let on = noon().date_naive();
    for (amount, part) in [(1_000, 700), (40, 40)] {
        let parts = vec![(Target::Receivable(busy.offered), Minor::new(part))];
        let payer = EnteredPayer::default();
        let amount = Money::parse(amount, currency)?;
        financing.enter_receipt(ReceiptCommand { by: busy.olga.clone(), on, amount, payer, text: None, parts, request: None }).await?;
    }
    let sums = ports.desks.desk_sums(CompanyId(id()), true).await?;
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
    let DeskSums { limits, due, payments } = ports.desks.desk_sums(busy.seller.me.membership.company, true).await?;
    let payments = payments.ok_or("no payments")?;
    let told: Vec<_> = payments.payouts.iter().map(|sum| (sum.currency.code(), sum.count, sum.amount)).collect();
    assert_eq!((due, told), (Vec::new(), vec![("USD", 1, Minor::new(700))]));
    // What nobody explained is nobody's yet, and agreements are shown to all who see any.
    assert_eq!((limits.len(), payments.unexplained.len()), (2, 2));
    Ok(())
}
