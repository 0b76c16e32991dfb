//! What a person is offered, what most speaks for first.

use super::*;

fn first(amount: i64, text: &str, payers: &Payers, open: &[Owing]) -> Offered {
    offered(amount, text, payers, open).into_iter().next().unwrap_or_default()
}

#[test]
fn a_part_that_names_a_number_is_offered_with_what_it_leaves_open() {
    let open = [owing(1, "RE-1001", 50_000), owing(2, "RE-1002", 30_000)];
    let part = (vec!["invoice_numbers", "part_payment", "payer_name"], vec![(1, 20_000, 30_000)]);
    assert_eq!(first(20_000, "Teilzahlung RE-1001", &by_name(NORDWIND), &open), signs_sorted(part));
    let several = first(60_000, "RE-1001 RE-1002", &nobody(), &open);
    assert_eq!(several.1, [(1, 50_000, 0), (2, 10_000, 20_000)], "what is due first is paid first");
    let too_much = first(60_000, "RE-1001", &nobody(), &open);
    assert_eq!(too_much, signs_sorted((vec!["invoice_numbers", "too_much"], vec![(1, 60_000, 0)])));
}

/// In the order in which signs sort.
fn signs_sorted((mut signs, parts): Offered) -> Offered {
    signs.sort_by_key(|code| MatchSign::from_code(code));
    (signs, parts)
}

#[test]
fn what_is_short_says_why() {
    let open = [Owing { discount: Some(CashDiscount { steps: vec![(day(12), Minor::new(2_000))] }), ..owing(1, "RE-1001", 100_000) }];
    let why = |amount, text: &str| first(amount, text, &by_name(NORDWIND), &open);
    let with = |sign, amount, left| signs_sorted((vec!["invoice_numbers", "payer_name", sign], vec![(1, amount, left)]));
    assert_eq!(why(98_000, "RE-1001"), with("cash_discount", 98_000, 0), "the rest is deducted");
    assert_eq!(why(99_500, "RE-1001"), with("bank_charges", 99_500, 500));
    assert_eq!(why(90_000, "RE-1001 abzgl. Gutschrift 17"), with("credit_note", 90_000, 10_000));
    assert_eq!(why(90_000, "RE-1001"), with("part_payment", 90_000, 10_000));
    let late = [Owing { discount: Some(CashDiscount { steps: vec![(day(9), Minor::new(2_000))] }), ..owing(1, "RE-1001", 100_000) }];
    assert_eq!(first(98_000, "RE-1001", &by_name(NORDWIND), &late), with("bank_charges", 98_000, 2_000), "its days are over");
}

#[test]
fn what_an_invoice_grants_is_taken_off_what_is_owed() {
    let granted = |until, rate, base| cash_discount::CashDiscount::to(day(until), rate, base).unwrap();
    let both = [granted(12, 300, None), granted(20, 200, Some(Minor::new(50_000)))];
    let discount = CashDiscount::of(&both, Minor::new(100_000));
    assert_eq!(discount, Some(CashDiscount { steps: vec![(day(12), Minor::new(3_000)), (day(20), Minor::new(1_000))] }));
    let open = Owing { discount, ..owing(1, "RE-1001", 100_000) };
    let on = |on| open.discount_on(day(on)).map(Minor::get);
    assert_eq!([on(12), on(13), on(20), on(21)], [Some(3_000), Some(1_000), Some(1_000), None]);
    assert_eq!(CashDiscount::of(&[], Minor::new(100_000)), None);
    assert_eq!(CashDiscount::of(&both, Minor::ZERO), None, "nothing is owed");
}

#[test]
fn several_of_a_payer_that_add_up_are_found() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300), owing(3, "RE-1003", 200), owing(4, "RE-1004", 900)];
    let (signs, parts) = first(700, "various", &by_account(NORDWIND), &open);
    assert_eq!((signs, parts), signs_sorted((vec!["payer_account", "several_add_up"], vec![(1, 500, 0), (3, 200, 0)])));
    let (signs, parts) = first(1_200, "RE-1002 and others", &by_account(NORDWIND), &open);
    assert!(signs.contains(&"several_add_up"), "{signs:?}");
    assert_eq!(parts.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), [2, 4], "what is named is among them");
}

#[test]
fn one_of_exactly_this_amount_is_found_among_all_that_is_open() {
    let mut open: Vec<_> = (1..=300_u32).map(|number| owing(number, &format!("RE-{number:05}"), 1_000 + i64::from(number))).collect();
    open.push(of(MARKTKETTE, owing(301, "MB-2", 77_777)));
    assert_eq!(first(77_777, "thanks", &nobody(), &open), (vec!["exact_amount"], vec![(301, 77_777, 0)]));
    let known = first(1_250, "thanks", &by_name(NORDWIND), &open);
    assert_eq!(known, signs_sorted((vec!["payer_name", "exact_amount"], vec![(250, 1_250, 0)])));
}

#[test]
fn a_payer_who_is_known_pays_what_is_due_first() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300), of(MARKTKETTE, owing(3, "MB-1", 650))];
    let remembered = Payers { name: [(Party::Debtor(NORDWIND), MatchSign::PayerRemembered)].into(), ..nobody() };
    let (signs, parts) = first(650, "thanks", &remembered, &open);
    assert_eq!((signs, parts), signs_sorted((vec!["payer_remembered", "part_payment"], vec![(1, 500, 0), (2, 150, 150)])));
    let all = offered(650, "thanks", &remembered, &open);
    let of_another = all.iter().find(|(_, parts)| parts.first().is_some_and(|(id, ..)| *id == 3));
    assert_eq!(of_another.map(|(signs, _)| signs.clone()), Some(signs_sorted((vec!["exact_amount", "other_payer"], vec![])).0));
    assert!(all.last().is_some_and(|(signs, _)| signs.contains(&"other_payer")), "what speaks against comes last: {all:?}");
}

#[test]
fn a_name_that_begins_alike_suggests_and_proves_nothing() {
    let open = [owing(1, "RE-1001", 500)];
    let begun = Payers { begun: [Party::Debtor(NORDWIND)].into(), ..nobody() };
    assert_eq!(booked(500, "thanks", &begun, &open), None);
    assert_eq!(first(500, "thanks", &begun, &open).0, signs_sorted((vec!["payer_name_begun", "exact_amount"], vec![])).0);
}

#[test]
fn what_is_held_or_disputed_is_offered_with_a_warning() {
    let open = [Owing { is_stopped: true, ..owing(1, "RE-1001", 500) }];
    let (signs, parts) = first(500, &open[0].reference.grouped(), &by_name(NORDWIND), &open);
    assert_eq!((signs, parts), signs_sorted((vec!["reference", "payer_name", "exact_amount", "stopped"], vec![(1, 500, 0)])));
}

#[test]
fn nothing_is_offered_where_nothing_speaks_for_it_and_no_more_than_a_few() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300)];
    assert_eq!(offered(450, "thanks", &nobody(), &open), []);
    let alike: Vec<_> = (1..=30).map(|number| owing(number, &format!("RE-{number:05}"), 500)).collect();
    assert_eq!(offered(500, "thanks", &nobody(), &alike).len(), MOST_SUGGESTED);
}

/// Each case: what came with which text, and what is offered first.
#[test]
fn what_is_named_and_exact_comes_first() {
    let open = [
        owing(1, "RE-1001", 50_000),
        owing(2, "RE-1002", 70_000),
        owing(3, "RE-1003", 30_000),
        owing(4, "RE-1004", 70_000),
        of(MARKTKETTE, owing(5, "MB-2001", 70_000)),
    ];
    let reference = open[0].reference.grouped();
    for (amount, text, payers, ids) in [
        (70_000, "RE-1001 RE-1002", nobody(), vec![2]),
        (70_000, "RE-1001 RE-1002", by_name(NORDWIND), vec![2]),
        (50_000, "RE-1001 RE-1002", by_account(NORDWIND), vec![1]),
        (70_000, &format!("{reference} RE-1002"), by_name(NORDWIND), vec![2]),
        (120_000, &format!("{reference} RE-1002"), by_name(NORDWIND), vec![1, 2]),
        (80_000, "RE-1001 RE-1002 RE-1003", by_name(NORDWIND), vec![1, 3]),
        (120_000, "RE-1001 RE-1002", nobody(), vec![1, 2]),
        (70_000, "RE-1003 RE-1004", by_name(NORDWIND), vec![4]),
        // What is exact and not named is behind what is named.
        (70_000, "RE-1001", by_name(NORDWIND), vec![1]),
        (60_000, "RE-1002", by_name(NORDWIND), vec![2]),
        // Another one's is not first because it is named beside the payer's own.
        (70_000, "RE-1001 MB-2001", by_name(NORDWIND), vec![1, 5]),
        (70_000, "MB-2001", nobody(), vec![5]),
    ] {
        let (signs, parts) = first(amount, text, &payers, &open);
        let paid: Vec<u128> = parts.iter().map(|(id, ..)| *id).collect();
        assert_eq!(paid, ids, "{amount} {text} {signs:?} of {:?}", offered(amount, text, &payers, &open));
    }
}

/// How many numbers are normalised for the suggestions of a text that names so many invoices, of which a little less is paid.
fn normalised_for(count: u32) -> usize {
    let open: Vec<_> = (1..=count).map(|number| owing(number, &format!("HX-{number:04}"), 1_000_000)).collect();
    let text = open.iter().map(|owing| owing.number.as_str()).collect::<Vec<_>>().join(" ");
    let book = OpenBook::of(open);
    let named = book.named(&[], &Written::of(&text, &[]));
    let payers = by_name(NORDWIND);
    NORMALISED.set(0);
    let told = Told { amount: Minor::new(999_000), paid_on: day(10), text: &text, payers: &payers };
    assert_eq!(book.suggestions(&told, &named).len(), MOST_SUGGESTED);
    assert!(by_itself(&told, &named).is_none());
    NORMALISED.get()
}

#[test]
fn what_a_text_names_is_worked_on_once_however_much_it_names() {
    assert_eq!((normalised_for(50), normalised_for(200)), (100, 400), "once for what is suggested, once for what is booked by itself");
}
