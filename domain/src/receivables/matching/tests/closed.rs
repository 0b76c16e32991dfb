//! What is named and takes no more money, and which suggestions are sure.

use super::*;

fn paid(owing: Owing) -> Closed {
    Closed { owing: Owing { open: Minor::ZERO, ..owing }, status: ReceivableStatus::Settled, is_quoted: false }
}

fn with(text: &str, open: &[Owing], closed: &Closed) -> Named {
    Named { closed: vec![closed.clone()], ..named(text, open) }
}

fn found(amount: i64, text: &str, payers: &Payers, open: &[Owing], closed: &Closed) -> Vec<Suggestion> {
    let told = Told { amount: Minor::new(amount), paid_on: day(10), text, payers };
    OpenBook::of(open.to_vec()).suggestions(&told, &with(text, open, closed))
}

#[test]
fn where_what_is_paid_is_named_another_one_is_neither_booked_nor_sure() {
    let (open, closed) = ([owing(1, "RE-1001", 500)], paid(owing(2, "RE-1002", 500)));
    let text = format!("{} RE-1002", open[0].reference.grouped());
    for payers in [nobody(), by_name(NORDWIND)] {
        assert!(booked(500, &text, &payers, &open).is_some());
        assert_eq!(booked_of(500, &text, &payers, with(&text, &open, &closed)), None, "{payers:?}");
    }
    for text in [text.as_str(), "RE-1002"] {
        let all = found(500, text, &by_name(NORDWIND), &open, &closed);
        assert!(!all.is_empty());
        for suggestion in all {
            assert!(suggestion.signs.contains(&MatchSign::NamesClosed) && suggestion.warns() && !suggestion.is_sure(), "{suggestion:?}");
        }
    }
}

#[test]
fn what_is_open_under_the_same_number_is_meant_before_what_is_paid() {
    let open = [owing(1, "RE-1001", 500)];
    let last_years = paid(owing(2, "RE-1001", 500));
    for payers in [nobody(), by_name(NORDWIND)] {
        assert!(booked_of(500, "RE-1001", &payers, with("RE-1001", &open, &last_years)).is_some(), "{payers:?}");
    }
    let of_another = paid(of(MARKTKETTE, owing(2, "RE-1001", 500)));
    let contradicts = with("RE-1001", &open, &of_another);
    assert_eq!(contradicts.closed(&by_name(MARKTKETTE)).len(), 1, "the payer means its own");
    assert!(contradicts.closed(&by_name(NORDWIND)).is_empty());
    let reference = with(&open[0].reference.grouped(), &open, &of_another);
    assert!(reference.closed(&by_name(MARKTKETTE)).is_empty(), "the reference says which");
}

#[test]
fn what_may_be_no_number_names_nothing_that_is_paid_but_a_reference_always_does() {
    let closed = paid(owing(2, "7", 500));
    assert!(with("7 May", &[], &closed).closed(&nobody()).is_empty(), "a day");
    assert_eq!(with("7 May", &[], &closed).closed(&by_name(NORDWIND)).len(), 1);
    assert_eq!(with("", &[], &Closed { is_quoted: true, ..closed }).closed(&nobody()).len(), 1);
}

#[test]
fn what_leaves_out_an_open_one_that_is_named_is_not_sure_and_comes_behind() {
    let open = [owing(1, "HL-211", 410_000), owing(2, "HL-210", 300_000), owing(3, "HL-220", 150_000), owing(4, "LO-503", 205_515)];
    let remembered = Payers { account: [(Party::Debtor(NORDWIND), MatchSign::PayerRemembered)].into(), ..by_name(NORDWIND) };
    for (amount, text) in [(450_000, "HL-211"), (205_515, "HL-211 Abschlag")] {
        for payers in [&nobody(), &by_name(NORDWIND), &remembered] {
            let told = Told { amount: Minor::new(amount), paid_on: day(10), text, payers };
            let found = OpenBook::of(open.to_vec()).suggestions(&told, &named(text, &open));
            let pays: Vec<_> = found.iter().map(|one| one.parts.iter().any(|part| part.id == open[0].id)).collect();
            assert!(pays[0] && pays.is_sorted_by(|one, other| one >= other), "{found:?}");
            for (suggestion, pays) in found.iter().zip(pays) {
                assert_eq!(suggestion.signs.contains(&MatchSign::NamesAnother), !pays, "{suggestion:?}");
                assert!(pays || suggestion.warns() && !suggestion.is_sure(), "{suggestion:?}");
            }
        }
    }
}

#[test]
fn of_several_that_have_the_number_that_is_named_none_leaves_out_the_others_but_a_reference_says_which() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE 1001", 500), owing(3, "RE-1002", 300)];
    let against = |amount, text: &str| {
        let told = Told { amount: Minor::new(amount), paid_on: day(10), text, payers: &by_name(NORDWIND) };
        let found = OpenBook::of(open.to_vec()).suggestions(&told, &named(text, &open));
        let signs = found.into_iter().map(|one| (one.parts.iter().map(|part| part.id.0.as_u128()).collect(), one.signs));
        signs.map(|(parts, signs)| (parts, signs.contains(&MatchSign::NamesAnother))).collect::<Vec<(Vec<_>, _)>>()
    };
    let either = against(500, "RE-1001");
    assert!(either.contains(&(vec![1], false)) && either.contains(&(vec![2], false)), "{either:?}");
    let both = against(500, "RE-1001 RE-1002");
    assert!(both.contains(&(vec![1], true)), "RE-1002 is left out: {both:?}");
    let quoted = against(500, &open[1].reference.grouped());
    assert!(quoted.contains(&(vec![2], false)) && quoted.contains(&(vec![1], true)), "{quoted:?}");
}

#[test]
fn two_signs_of_different_grounds_make_a_suggestion_sure() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300)];
    let is_sure = |amount, text: &str, payers: &Payers| {
        let told = Told { amount: Minor::new(amount), paid_on: day(10), text, payers };
        OpenBook::of(open.to_vec()).suggestions(&told, &named(text, &open)).first().map(Suggestion::is_sure)
    };
    let both = Payers { name: by_name(NORDWIND).name, ..by_account(NORDWIND) };
    let quoted = format!("{} RE-1001", open[0].reference.grouped());
    assert_eq!(is_sure(400, "RE-1001", &by_name(NORDWIND)), Some(true), "its number, and its payer");
    assert_eq!(is_sure(500, "thanks", &by_name(NORDWIND)), Some(true), "its payer, and the amount");
    assert_eq!(is_sure(500, "RE-1001", &nobody()), Some(true), "its number, and the amount");
    assert_eq!(is_sure(500, "thanks", &nobody()), Some(false), "the amount alone");
    assert_eq!(is_sure(400, "thanks", &both), Some(false), "a name and its account are of one ground");
    assert_eq!(is_sure(400, &quoted, &nobody()), Some(false), "so are a reference and a number");
    assert_eq!(is_sure(900, "RE-1001", &by_name(NORDWIND)), Some(false), "more than is open");
}

#[test]
fn what_is_more_than_is_open_is_told() {
    let open = [owing(1, "RE-1001", 500)];
    let told = Told { amount: Minor::new(620), paid_on: day(10), text: "RE-1001", payers: &by_name(NORDWIND) };
    let found = OpenBook::of(open.to_vec()).suggestions(&told, &named("RE-1001", &open));
    let parts: Vec<_> = found[0].parts.iter().map(|part| [part.amount, part.leaves_open, part.surplus].map(Minor::get)).collect();
    assert_eq!(parts, [[620, 0, 120]]);
}
