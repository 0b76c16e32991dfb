//! What holds whatever the terms are and whatever happens.

use super::{
    expected::expected,
    journal::Balances,
    story::{Run, case, story, terms},
    tests::{day, parties},
    *,
};
use crate::{facilities::terms::DiscountTiming, ledger::account::AccountKind};
use proptest::prelude::*;

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig::with_cases(count)
}

pub(super) fn is_programme(book: &Book) -> bool {
    book.basis.terms.timing() == DiscountTiming::InAdvance
}

/// The receivable's own accounts hold what the state says, and are of their sign.
fn own_accounts(book: &Book, balances: &Balances) -> Result<(), TestCaseError> {
    let state = &book.state;
    let (purchased, reserves) = (balances.get(AccountKind::ReceivablesPurchased), balances.get(AccountKind::Reserves));
    let unearned = balances.get(AccountKind::UnearnedDiscount);
    let is_funded = state.status == BookStatus::Funded;
    let discount = if is_funded && is_programme(book) { state.discount.get() } else { 0 };
    prop_assert_eq!(purchased, if is_funded { state.open.get() } else { 0 });
    prop_assert_eq!(reserves, if is_funded { -state.reserve.get() } else { 0 });
    prop_assert_eq!(unearned, -discount);
    prop_assert!(purchased >= 0 && reserves <= 0 && unearned <= 0);
    Ok(())
}

/// As a report of each day would have them.
fn signs_on_every_day(journal: &[Posted]) -> Result<(), TestCaseError> {
    let mut dated: Vec<&Posted> = journal.iter().collect();
    dated.sort_by_key(|posted| posted.on);
    let mut balances = Balances::default();
    for of_day in dated.chunk_by(|one, other| one.on == other.on) {
        of_day.iter().for_each(|posted| balances.add(posted));
        prop_assert!(balances.get(AccountKind::ReceivablesPurchased) >= 0);
        prop_assert!(balances.get(AccountKind::Reserves) <= 0);
        prop_assert!(balances.get(AccountKind::UnearnedDiscount) <= 0);
    }
    Ok(())
}

/// What came by the seller's own money is the seller's loss and not the book's gift.
fn from(book: &Book, from: MoneyFrom) -> i64 {
    let receipts = book.facts.iter().filter_map(|fact| if let Fact::Received(receipt) = fact { Some(receipt) } else { None });
    receipts.filter(|receipt| receipt.from == from).map(|receipt| receipt.amount.get()).sum()
}

/// The formula, the facts worked out anew, and the ledger say the same.
fn ends_agree(run: &Run) -> Result<(), TestCaseError> {
    let (book, balances) = (&run.book, run.balances());
    let (figures, settlement) = (book.basis.price.components(), book.settlement().unwrap());
    let expected = expected(run);
    let beyond = settlement.to_seller.get() - settlement.seller_owes.get();
    prop_assert_eq!(settlement.discount.get(), expected.discount);
    prop_assert_eq!(settlement.late.get(), expected.late);
    prop_assert_eq!(settlement.loss.get(), expected.loss);
    prop_assert_eq!(settlement.debtor_credit.get(), expected.overpaid);
    prop_assert_eq!(beyond + figures.payout.get(), expected.seller);
    prop_assert_eq!(balances.seller() + from(book, MoneyFrom::SetOff), expected.seller + expected.back);
    prop_assert_eq!(-balances.get(AccountKind::DiscountIncome) - balances.get(AccountKind::BuyerRebates), expected.discount);
    prop_assert_eq!(-balances.get(AccountKind::LateCharges), expected.late);
    prop_assert_eq!(balances.get(AccountKind::LateChargesDue), book.state.late_due.get());
    prop_assert_eq!(balances.get(AccountKind::CreditLosses), expected.loss);
    prop_assert_eq!(-balances.get(AccountKind::DebtorCredits) + from(book, MoneyFrom::DebtorCredit), expected.overpaid);
    prop_assert_eq!(-balances.get(AccountKind::ServiceFees), figures.service_fee.get());
    prop_assert_eq!(-balances.get(AccountKind::PayoutFees), figures.payout_fee.get());
    prop_assert_eq!(-balances.get(AccountKind::TaxPayable), book.basis.price.tax().get());
    prop_assert_eq!(balances.get(AccountKind::Bank), from(book, MoneyFrom::Debtor) + from(book, MoneyFrom::Seller));
    prop_assert_eq!(balances.get(AccountKind::Suspense), from(book, MoneyFrom::Suspense) + from(book, MoneyFrom::SellerSuspense));
    prop_assert_eq!(settlement.dilution, book.state.credited + book.state.deducted);
    let borne = settlement.dilution + settlement.charged_back + settlement.not_covered;
    let charges = match is_programme(book) {
        true => settlement.discount - figures.discount,
        false => settlement.discount + settlement.service_fee + settlement.tax + settlement.late,
    };
    prop_assert_eq!(beyond, (figures.reserve - borne - charges).get(), "the fields alone add up");
    let differences: i64 = book.differences().unwrap().iter().map(|difference| difference.amount.get()).sum();
    prop_assert_eq!(beyond, figures.release.get() + differences);
    Ok(())
}

/// Receipts and credit notes on a few days, as they are given, and what is open closed at the end. Six credit notes are
/// less than the face.
fn came(basis: Basis, events: &[(i64, i64, bool, u16)], end: NaiveDate) -> Run {
    let (mut run, face) = (Run::of(basis), basis.price.components().case.face.get());
    let on = day(0);
    [Fact::Funded { on }, Fact::Executed { on }].into_iter().for_each(|fact| assert!(run.record(fact)));
    for (at, sixths, is_credit_note, _) in events {
        let (on, amount) = (day(at * 20), face / 6 * sixths + 1);
        let receipt = Receipt { value_on: on, booked_on: on, amount: Minor::new(amount), from: MoneyFrom::Debtor };
        run.record(match *is_credit_note && !is_programme(&run.book) {
            true => Fact::Credited { on, booked_on: on, amount: Minor::new((amount / 5).max(1)) },
            false => Fact::Received(receipt),
        });
    }
    run.record(match is_programme(&run.book) {
        true => Fact::WrittenOff { on: end, cause: LossCause::Default, late: LateCharge::Claimed },
        false => Fact::ClosedShort { on: end },
    });
    run
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn components_add_up_to_the_face(parts in terms(), case in case()) {
        let Ok(price) = Price::of(&Terms::parse(parts).unwrap(), case) else { return Ok(()) };
        let figures = price.components();
        prop_assert_eq!(figures.advance + figures.reserve, case.face);
        let charges = figures.service_fee + figures.payout_fee + price.tax() + figures.discount;
        prop_assert_eq!(figures.payout + figures.release + charges, case.face);
    }

    #[test]
    fn whatever_happens_every_entry_balances_and_nothing_is_left_over(story in story()) {
        let mut balances = Balances::default();
        let run = story.told(|run, fact| {
            let before = run.journal.len();
            run.record(fact);
            for posted in &run.journal[before..] {
                prop_assert!(posted.draft.postings().iter().map(|posting| posting.amount).sum::<Minor>().is_zero());
                balances.add(posted);
            }
            own_accounts(&run.book, &balances)
        })?;
        let Some(run) = run else { return Ok(()) };
        prop_assert!(run.book.state.status.is_end(), "{:?}", run.book.state);
        signs_on_every_day(&run.journal)?;
        ends_agree(&run)?;
        prop_assert_eq!(Book::replay(run.book.basis, run.book.facts.clone()), Ok(run.book.clone()));
    }

    #[test]
    fn events_of_one_day_in_any_order_give_the_same_end(
        (parts, case) in (terms(), case()),
        events in prop::collection::vec((0_i64..3, 1_i64..5, any::<bool>(), any::<u16>()), 1..7),
        end in 60_i64..120,
    ) {
        let Ok(basis) = Basis::of(parties(), Terms::parse(parts).unwrap(), case) else { return Ok(()) };
        let mut shuffled = events.clone();
        shuffled.sort_by_key(|(at, .., order)| (*at, *order));
        let mut as_drawn = events;
        as_drawn.sort_by_key(|(at, ..)| *at);
        let (one, other) = (came(basis, &as_drawn, day(end)), came(basis, &shuffled, day(end)));
        prop_assert_eq!(one.book.settlement(), other.book.settlement());
        prop_assert_eq!(one.balances().seller(), other.balances().seller());
        for kind in [AccountKind::DiscountIncome, AccountKind::LateCharges, AccountKind::CreditLosses, AccountKind::DebtorCredits] {
            prop_assert_eq!(one.balances().get(kind), other.balances().get(kind));
        }
    }
}

proptest! {
    // Each of them takes back five facts or so.
    #![proptest_config(cases(2_500))]

    #[test]
    fn whatever_is_taken_back_leaves_no_trace((story, paid_out) in (story(), 0_i64..=1_000)) {
        use AccountKind::{BuyerRebates, SellersOwe, SellersPayable};
        story.told(|run, fact| {
            let (before, balances) = (run.book.clone(), run.balances());
            if !run.record(fact) || fact.stays() {
                return Ok(());
            }
            let mut taken_back = run.clone();
            let of_given = |kind| (balances.get(kind) - run.balances().get(kind)).max(0) / 1_000 * paid_out;
            let [to_seller, to_holder] = [SellersPayable, BuyerRebates].map(of_given);
            let paid_out = PaidOut { to_seller: Minor::new(to_seller), to_holder: Minor::new(to_holder) };
            let undone = taken_back.book.undo(day(0), paid_out).unwrap();
            prop_assert_eq!((undone.fact, undone.instead.len()), (fact, 0));
            prop_assert_eq!(&taken_back.book, &before);
            let mut after = run.balances();
            undone.reversed.iter().for_each(|posted| after.take_back(posted));
            prop_assert_eq!(after.some(), balances.some());
            undone.owed.iter().for_each(|posted| after.add(posted));
            prop_assert_eq!(after.get(SellersOwe), balances.get(SellersOwe) + to_seller + to_holder);
            prop_assert_eq!(after.get(SellersPayable), balances.get(SellersPayable) - to_seller);
            prop_assert_eq!(after.get(BuyerRebates), balances.get(BuyerRebates) - to_holder);
            Ok(())
        })?;
    }

    #[test]
    fn what_the_bank_said_since_stays_and_books_what_it_would_have_booked(story in story()) {
        story.told(|run, fact| {
            run.record(fact);
            let Ok(place) = undoable(run.book.facts.iter().copied()) else { return Ok(()) };
            let mut facts = run.book.facts.clone();
            facts.remove(place);
            let (mut expected, mut journal) = (Book::open(run.book.basis), Vec::new());
            let (mut taken_back, mut after) = (run.clone(), run.balances());
            for fact in &facts {
                match expected.record(*fact) {
                    Ok(posted) => journal.extend(posted),
                    // Carried out twice, of which nothing is asked once it is at its end.
                    Err(refused) => {
                        prop_assert_eq!(taken_back.book.undo(day(0), PaidOut::default()), Err(refused));
                        return Ok(());
                    }
                }
            }
            let undone = taken_back.book.undo(day(0), PaidOut::default()).unwrap();
            prop_assert_eq!(&taken_back.book, &expected);
            undone.reversed.iter().for_each(|posted| after.take_back(posted));
            undone.instead.iter().for_each(|(_, posted)| after.add(posted));
            prop_assert_eq!(after.some(), Balances::of(&journal).some());
            Ok(())
        })?;
    }
}
