use super::*;
use crate::{
    facilities::{
        examples::{factoring, programme, rate, share},
        terms::Parts,
    },
    kernel::interest::DayCount,
    ledger::account::AccountKind,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn day(offset: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, 4).unwrap() + TimeDelta::days(offset)
}

fn asked(parts: Parts, face: i64, days: i64) -> QuoteRequest {
    let case = Case { face: Minor::new(face), certain: Minor::new(face), payout_on: day(0), due_on: day(days) };
    QuoteRequest { terms: Terms::parse(parts).unwrap(), case, events: Vec::new(), close: None }
}

fn with(mut request: QuoteRequest, events: &[(i64, QuoteEventKind, i64)], close: Option<(i64, CloseAs)>) -> QuoteRequest {
    request.events =
        events.iter().map(|(on, kind, amount)| QuoteEvent { on: day(*on), kind: *kind, amount: Minor::new(*amount) }).collect();
    request.close = close.map(|(on, how)| (day(on), how));
    request
}

fn settled(request: &QuoteRequest) -> Settlement {
    let quote = quote(request).unwrap();
    let settlement = quote.settled.unwrap().settlement;
    let mut balances: BTreeMap<AccountKind, i64> = BTreeMap::new();
    for posting in quote.entries.iter().flat_map(|entry| entry.draft.postings()) {
        *balances.entry(posting.account.kind()).or_default() += posting.amount.get();
    }
    let balance = |kind| balances.get(&kind).copied().unwrap_or_default();
    for kind in [AccountKind::ReceivablesPurchased, AccountKind::Reserves, AccountKind::UnearnedDiscount, AccountKind::Suspense] {
        assert_eq!(balance(kind), 0, "{kind:?}");
    }
    let payout = quote.offer.price().components().payout.get();
    let net = -balance(AccountKind::SellersPayable) - payout - balance(AccountKind::SellersOwe);
    assert_eq!(net, settlement.to_seller.get() - settlement.seller_owes.get());
    settlement
}

const RECEIPT: QuoteEventKind = QuoteEventKind::Receipt;
const CREDIT_NOTE: QuoteEventKind = QuoteEventKind::CreditNote;

fn first() -> QuoteRequest {
    asked(factoring(), 1_000_000, 45)
}

fn late() -> Parts {
    Parts { grace_days: 5, late_rate: rate(600), ..factoring() }
}

#[test]
fn paid_on_the_day() {
    let request = with(first(), &[(45, RECEIPT, 1_000_000)], None);
    let offer = quote(&request).unwrap().offer;
    let figures = *offer.price().components();
    assert_eq!(
        [figures.advance, figures.discount, figures.service_fee, figures.release].map(Minor::get),
        [800_000, 12_000, 15_000, 173_000]
    );
    assert_eq!(offer.price().apr_bp(), Some(2_738));
    let settlement = settled(&request);
    assert_eq!((settlement.discount.get(), settlement.service_fee.get()), (12_000, 15_000));
    assert_eq!((settlement.to_seller.get(), settlement.seller_owes.get()), (173_000, 0));
    assert_eq!(quote(&request).unwrap().settled.unwrap().differences, []);
}

#[test]
fn a_credit_note_takes_what_it_credits_from_the_reserve() {
    let second = settled(&with(first(), &[(45, RECEIPT, 950_000), (45, CREDIT_NOTE, 50_000)], None));
    assert_eq!((second.to_seller.get(), second.seller_owes.get(), second.dilution.get()), (123_000, 0, 50_000));
    let third = settled(&with(first(), &[(45, CREDIT_NOTE, 210_000), (45, RECEIPT, 790_000)], None));
    assert_eq!((third.to_seller.get(), third.seller_owes.get(), third.dilution.get()), (0, 37_000, 210_000));
}

#[test]
fn paid_late() {
    let settlement = settled(&with(asked(late(), 1_000_000, 45), &[(75, RECEIPT, 1_000_000)], None));
    assert_eq!([settlement.discount, settlement.late, settlement.to_seller].map(Minor::get), [20_000, 3_333, 161_667]);
    let parts = settled(&with(asked(late(), 1_000_000, 45), &[(60, RECEIPT, 500_000), (30, RECEIPT, 500_000)], None));
    assert_eq!([parts.discount, parts.late, parts.to_seller].map(Minor::get), [11_000, 500, 173_500]);
}

#[test]
fn charged_back() {
    let settlement = settled(&with(asked(late(), 1_000_000, 45), &[], Some((105, CloseAs::ChargeBack))));
    assert_eq!([settlement.discount, settlement.late, settlement.seller_owes].map(Minor::get), [28_000, 7_333, 850_333]);
    assert_eq!(settlement.charged_back.get(), 1_000_000);
}

#[test]
fn written_off() {
    let written_off = |cover, cause| {
        let request = asked(Parts { cover: share(cover), ..late() }, 1_000_000, 45);
        let settlement = settled(&with(request, &[], Some((105, CloseAs::WriteOff(cause)))));
        [settlement.loss, settlement.to_seller, settlement.seller_owes].map(Minor::get)
    };
    assert_eq!(written_off(5_000, LossCause::Insolvency), [500_000, 0, 350_333]);
    assert_eq!(written_off(10_000, LossCause::Insolvency), [1_000_000, 149_667, 0]);
    assert_eq!(written_off(0, LossCause::Insolvency), [0, 0, 850_333]);
    // What is no credit risk is not covered.
    assert_eq!(written_off(10_000, LossCause::Other), [0, 0, 850_333]);
}

#[test]
fn closed_short() {
    let settlement = settled(&with(first(), &[(45, RECEIPT, 999_000)], Some((45, CloseAs::Short))));
    assert_eq!((settlement.dilution.get(), settlement.to_seller.get()), (1_000, 172_000));
}

#[test]
fn programmes() {
    let figures = |parts: Parts, face, days| {
        let request = with(asked(parts, face, days), &[(days, RECEIPT, face)], None);
        let (settlement, price) = (settled(&request), *quote(&request).unwrap().offer.price());
        assert_eq!((settlement.to_seller.get(), settlement.discount), (0, price.components().discount));
        (price.components().discount.get(), price.components().payout.get())
    };
    assert_eq!(figures(programme(), 100_000, 20), (333, 99_667));
    assert_eq!(figures(Parts { discount_rate: rate(2_400), ..programme() }, 1_000_000, 14), (9_333, 990_667));
    assert_eq!(figures(Parts { discount_rate: rate(500), ..programme() }, 10_000_000, 90).0, 125_000);
    let act_365 = Parts { discount_rate: rate(500), day_count: DayCount::Act365, ..programme() };
    assert_eq!(figures(act_365, 10_000_000, 90).0, 123_288);
}

#[test]
fn another_basis() {
    let parts = Parts { advance_rate: share(9_000), discount_rate: rate(1_825), day_count: DayCount::Act365, ..factoring() };
    let request = with(asked(parts, 1_000_000, 45), &[(45, RECEIPT, 1_000_000)], None);
    let figures = *quote(&request).unwrap().offer.price().components();
    assert_eq!(
        [figures.advance, figures.discount, figures.service_fee, figures.release].map(Minor::get),
        [900_000, 20_250, 15_000, 64_750]
    );
    assert_eq!(settled(&request).to_seller.get(), 64_750);
}

#[test]
fn nothing_is_settled_while_something_is_open() {
    assert_eq!(quote(&first()).unwrap().settled, None);
    let part = with(first(), &[(45, RECEIPT, 999_999)], None);
    assert_eq!(quote(&part).unwrap().settled, None);
    // Nothing is left to close.
    let closed = settled(&with(first(), &[(45, RECEIPT, 1_000_000)], Some((60, CloseAs::ChargeBack))));
    assert_eq!((closed.charged_back.get(), closed.to_seller.get()), (0, 173_000));
}

#[test]
fn what_comes_before_the_payout_counts_from_it() {
    let settlement = settled(&with(first(), &[(-3, RECEIPT, 700_000), (-1, CREDIT_NOTE, 100_000), (20, RECEIPT, 250_000)], None));
    // 100,000 for 20 days.
    assert_eq!((settlement.discount.get(), settlement.debtor_credit.get()), (667, 50_000));
    let all = settled(&with(first(), &[(-3, RECEIPT, 1_000_000)], None));
    assert_eq!((all.discount.get(), all.to_seller.get()), (0, 185_000));
}

#[test]
fn in_a_programme_nothing_is_credited_or_closed() {
    let request = asked(programme(), 100_000, 20);
    let credited = with(request.clone(), &[(20, CREDIT_NOTE, 1)], None);
    assert_eq!(quote(&credited), Err(QuoteRefused::NotInProgramme(QuotePart::Event(0))));
    for how in [CloseAs::Short, CloseAs::ChargeBack, CloseAs::WriteOff(LossCause::Insolvency)] {
        assert_eq!(quote(&with(request.clone(), &[], Some((90, how)))), Err(QuoteRefused::NotInProgramme(QuotePart::Close)));
    }
}

#[test]
fn what_cannot_be_is_named() {
    assert_eq!(quote(&asked(factoring(), 1_000_000, 0)), Err(QuoteRefused::NoOffer(NoOffer::NoDays)));
    assert_eq!(quote(&with(first(), &[(7_301, RECEIPT, 1)], None)), Err(QuoteRefused::TooFar(QuotePart::Event(0))));
    let empty = with(first(), &[(1, RECEIPT, 5), (1, CREDIT_NOTE, 0)], None);
    assert_eq!(quote(&empty), Err(QuoteRefused::Fact(QuotePart::Event(1), Refused::NoAmount)));
    let beyond = with(first(), &[(1, CREDIT_NOTE, 1_000_001)], None);
    assert_eq!(quote(&beyond), Err(QuoteRefused::Fact(QuotePart::Event(0), Refused::MoreThanFace)));
}

#[test]
fn the_largest_amounts_over_the_longest_time_are_exact_in_json() {
    let free = Parts { advance_rate: share(10_000), fee_tax: share(10_000), grace_days: 0, limit: Minor::new(1), ..factoring() };
    for (discount, late, fee) in [(10_000, 10_000, 10_000), (10_000, 10_000, 0), (3_000, 2_000, 150), (0, 0, 10_000), (1_200, 0, 0)] {
        let parts = Parts { discount_rate: rate(discount), late_rate: rate(late), service_fee: share(fee), ..free };
        let most = Terms::parse(parts).unwrap().largest_face().get();
        let request = with(asked(parts, most, 1), &[(7_300, RECEIPT, most)], None);
        let Settlement { discount, service_fee, tax, late, to_seller, seller_owes, .. } = settled(&request);
        let all = discount + service_fee + tax + late + Minor::new(most);
        assert!(all <= Minor::EXACT && to_seller.max(seller_owes) <= Minor::EXACT, "{parts:?}");
        let larger = asked(parts, most + 1, 1);
        assert_eq!(quote(&larger), Err(QuoteRefused::NoOffer(NoOffer::TooLarge)));
    }
}

/// One of each thing that can be asked, on a few days so that several share one.
fn requests() -> impl Strategy<Value = QuoteRequest> {
    let event = (-1_i64..5, any::<bool>(), 1_i64..300).prop_map(|(at, is_credit_note, thousandths)| {
        // Credit notes stay below the face, however many there are.
        let (kind, part) = if is_credit_note { (CREDIT_NOTE, thousandths / 3 + 1) } else { (RECEIPT, 2 * thousandths) };
        QuoteEvent { on: day(at * 20), kind, amount: Minor::new(part) }
    });
    let how =
        prop_oneof![Just(CloseAs::Short), Just(CloseAs::ChargeBack), prop::sample::select(LossCause::ALL).prop_map(CloseAs::WriteOff)];
    let parts = (1_000_i64..=10_000, 0_i64..=10_000, 0_i64..=10_000, 0_i64..40);
    (parts, prop::sample::select(DayCount::ALL), prop::collection::vec(event, 0..8), (100_i64..160, how), 1_i64..100).prop_map(
        |((advance, discount, cover, grace), day_count, mut events, (close_on, how), days)| {
            let parts = Parts {
                advance_rate: share(advance),
                discount_rate: rate(discount),
                cover: share(cover),
                grace_days: grace,
                late_rate: rate(777),
                day_count,
                ..factoring()
            };
            let mut request = asked(parts, 1_000_000, days);
            events.iter_mut().for_each(|event| event.amount = Minor::new(event.amount.get() * 1_000));
            (request.events, request.close) = (events, Some((day(close_on), how)));
            request
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_quote_is_what_the_book_comes_to_and_the_order_of_what_is_asked_does_not_matter(request in requests()) {
        let settlement = settled(&request);
        let mut reversed = request.clone();
        reversed.events.reverse();
        prop_assert_eq!(settled(&reversed), settlement);

        let mut book = Book::open(Basis::of(nobody(), request.terms, request.case).unwrap());
        let on = request.case.payout_on;
        let mut facts = vec![Fact::Funded { on }, Fact::Executed { on }];
        let mut told = request.events.clone();
        told.sort_by_key(|event| event.on);
        facts.extend(told.iter().map(fact));
        for fact in facts {
            book.record(fact).unwrap();
        }
        if let Some((on, how)) = request.close.filter(|_| book.state().open.is_positive()) {
            let cause = if let CloseAs::WriteOff(cause) = how { cause } else { LossCause::Other };
            let close = match how {
                CloseAs::Short => Fact::ClosedShort { on },
                CloseAs::ChargeBack => Fact::ChargedBack { on },
                CloseAs::WriteOff(_) => Fact::WrittenOff { on, cause, late: LateCharge::Claimed },
            };
            book.record(close).unwrap();
        }
        prop_assert_eq!(book.settlement(), Some(settlement));
    }
}
