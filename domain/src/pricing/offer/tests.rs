use super::*;
use crate::{
    facilities::{
        examples::{factoring, programme, rate, share},
        terms::Parts,
    },
    kernel::coded::Coded,
};
use chrono::Days;
use proptest::prelude::*;
use std::collections::BTreeMap;
use uuid::Uuid;

fn monday() -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, 4).unwrap()
}

fn subject(version: i64) -> Option<Subject> {
    Some(Subject { receivable: ReceivableId(Uuid::from_u128(7)), version })
}

fn offered(parts: Parts, face: i64, days: u64) -> Offer {
    let case = Case { face: Minor::new(face), certain: Minor::new(face), payout_on: monday(), due_on: monday() + Days::new(days) };
    Offer::of(subject(3), Terms::parse(parts).unwrap(), case).unwrap()
}

#[test]
fn the_canonical_form_is_this() {
    let offer = offered(factoring(), 1_000_000, 45);
    insta::assert_snapshot!(format!("{}\n{}\n{}", offer.canonical(), offer.hash(), offer.id()));
}

#[test]
fn an_id_is_the_beginning_of_the_hash() {
    let offer = offered(factoring(), 1_000_000, 45);
    let (id, hash) = (offer.id().0.as_bytes().to_vec(), offer.hash().0);
    let marked = [6, 8];
    assert!((0..16).filter(|place| !marked.contains(place)).all(|place| id[place] == hash[place]));
    assert_eq!((id[6] & 0x0f, id[8] & 0x3f), (hash[6] & 0x0f, hash[8] & 0x3f));
    assert_eq!(offer.id().0.get_version_num(), 8);
}

#[test]
fn another_version_day_or_face_is_another_offer_and_the_same_one_is_the_same() {
    let terms = Terms::parse(factoring()).unwrap();
    let case = Case { face: Minor::new(1_000_000), certain: Minor::new(1_000_000), payout_on: monday(), due_on: monday() + Days::new(45) };
    let offer = |version, case| Offer::of(subject(version), terms, case).unwrap();
    let all = [
        offer(3, case),
        offer(4, case),
        offer(3, Case { face: Minor::new(1_000_001), certain: Minor::new(1_000_001), ..case }),
        offer(3, Case { payout_on: monday() + Days::new(1), ..case }),
        offer(3, Case { due_on: case.due_on + Days::new(1), ..case }),
        Offer::of(None, terms, case).unwrap(),
    ];
    let ids: std::collections::BTreeSet<_> = all.iter().map(Offer::id).collect();
    assert_eq!(ids.len(), all.len());
    assert_eq!(offer(3, case).id(), all[0].id());
}

#[test]
fn the_curve_shows_what_paying_early_and_late_costs() {
    let offer = offered(Parts { grace_days: 5, late_rate: rate(600), ..factoring() }, 1_000_000, 45);
    let points: Vec<_> = offer
        .curve()
        .iter()
        .map(|point| ((point.paid_on - monday()).num_days(), [point.discount, point.late, point.cost, point.release].map(Minor::get)))
        .collect();
    let expected = [
        (35, [9_333, 0, 24_333, 175_667]),
        (45, [12_000, 0, 27_000, 173_000]),
        (60, [16_000, 1_333, 32_333, 167_667]),
        (75, [20_000, 3_333, 38_333, 161_667]),
        (105, [28_000, 7_333, 50_333, 149_667]),
        (135, [36_000, 11_333, 62_333, 137_667]),
    ];
    assert_eq!(points, expected);
    // Ten days before is before the payout.
    assert_eq!(offered(factoring(), 1_000_000, 5).curve()[0].paid_on, monday());
}

#[test]
fn in_a_programme_the_price_is_fixed_and_the_buyer_bears_being_late() {
    let curve = offered(Parts { late_rate: rate(3_600), ..programme() }, 100_000, 20).curve();
    assert!(curve.iter().all(|point| point.discount.get() == 333 && point.cost.get() == 333 && point.release.is_zero()));
    assert_eq!(curve.iter().map(|point| point.late.get()).collect::<Vec<_>>(), [0, 0, 1_500, 3_000, 6_000, 9_000]);
}

fn worked_out(line: &Line, amounts: &BTreeMap<OfferLine, Minor>) -> Minor {
    match line.formula {
        Formula::Given => line.amount,
        Formula::Share { of, share } => of.share(share),
        Formula::AtLeast { of, share, minimum } => of.share(share).max(minimum),
        Formula::Time { of, days, rate, count } => crate::kernel::interest::AmountDays::of(of, days).at(rate, count),
        Formula::Less { from, less } => amounts[&from] - less.iter().map(|line| amounts[line]).sum(),
        Formula::Sum { of } => of.iter().map(|line| amounts[line]).sum(),
    }
}

proptest! {
    #[test]
    fn every_line_says_how_its_amount_comes_about(
        (is_programme, face, days) in (any::<bool>(), 1_000_i64..10_000_000, 1_u64..200),
        (fee, minimum, payout_fee, tax) in (0_i64..300, 0_i64..100, 0_i64..100, 0_i64..2_500),
    ) {
        let parts = Parts {
            service_fee: share(fee),
            service_fee_minimum: Minor::new(minimum),
            payout_fee: Minor::new(payout_fee),
            fee_tax: share(tax),
            ..if is_programme { programme() } else { factoring() }
        };
        let lines = offered(parts, face, days).lines();
        let amounts: BTreeMap<_, _> = lines.iter().map(|line| (line.code, line.amount)).collect();
        prop_assert_eq!(amounts.len(), OfferLine::ALL.len());
        for line in &lines {
            prop_assert_eq!(worked_out(line, &amounts), line.amount, "{:?}", line);
        }
    }
}
