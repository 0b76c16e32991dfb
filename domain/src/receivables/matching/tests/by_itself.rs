//! What is booked without a person.

use super::*;

#[test]
fn a_reference_and_its_payer_take_all_of_the_money() {
    let open = [owing(1, "RE-1001", 500)];
    let text = open[0].reference.grouped();
    for payers in [by_name(NORDWIND), by_account(NORDWIND), seller()] {
        for amount in [400, 500, 900] {
            assert_eq!(booked(amount, &text, &payers, &open), Some((MatchReason::Reference, vec![(1, amount)])), "{payers:?}");
        }
    }
}

#[test]
fn a_reference_alone_is_booked_only_where_the_amount_is_exactly_what_is_open() {
    let open = [owing(1, "RE-1001", 500)];
    let text = open[0].reference.grouped();
    assert_eq!(booked(500, &text, &nobody(), &open), Some((MatchReason::Reference, vec![(1, 500)])));
    for amount in [499, 501] {
        assert_eq!(booked(amount, &text, &nobody(), &open), None, "{amount}");
    }
}

#[test]
fn numbers_of_all_invoices_are_booked_where_they_add_up() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300), owing(3, "7", 40)];
    let both = Some((MatchReason::InvoiceNumbers, vec![(1, 500), (2, 300)]));
    for payers in [nobody(), by_name(NORDWIND), seller()] {
        assert_eq!(booked(800, "RE-1001, RE-1002", &payers, &open), both, "{payers:?}");
        for amount in [799, 801] {
            assert_eq!(booked(amount, "RE-1001, RE-1002", &payers, &open), None, "{payers:?}");
        }
    }
    assert_eq!(booked(400, "RE-1001", &by_name(NORDWIND), &open), None, "a part of a number is for a person");
    assert_eq!(booked(40, "invoice 7", &by_name(NORDWIND), &open), Some((MatchReason::InvoiceNumbers, vec![(3, 40)])));
    assert_eq!(booked(40, "paid on 7 May", &nobody(), &open), None, "a day is no number");
    assert_eq!(booked(500, "thanks", &by_name(NORDWIND), &open), None, "an amount alone is for a person");
}

#[test]
fn a_number_within_words_is_no_sign_of_a_stranger() {
    let open = [owing(1, "HX-377", 500), owing(2, "HX-378", 300)];
    let parts = ["FOOHX-377BAR", "XHX-377", "HX-377A", "HX-377-64", "77-HX-377", "2027-HX-377-B", "HX-377/1", "www.HX-377.example/x"];
    for text in parts {
        assert_eq!(booked(500, text, &nobody(), &open), None, "{text}");
        assert!(offered(500, text, &nobody(), &open).iter().any(|(signs, ..)| signs.contains(&"number_within_word")), "{text}");
        assert!(offered(500, text, &by_name(NORDWIND), &open).iter().all(|(signs, ..)| !signs.contains(&"number_within_word")), "{text}");
        let known = booked(500, text, &by_name(NORDWIND), &open);
        assert_eq!(known, Some((MatchReason::InvoiceNumbers, vec![(1, 500)])), "{text}: banks cut texts of those we know too");
    }
    assert_eq!(booked(800, "HX-377 XHX-378", &nobody(), &open), None, "all of them");
    for text in ["HX-377", "invoice (HX-377)", "hx 377", "HX377, thanks"] {
        assert!(booked(500, text, &nobody(), &open).is_some(), "{text}");
    }
    let with_reference = format!("{} XHX-377", open[0].reference.grouped());
    assert!(booked(500, &with_reference, &nobody(), &open).is_some(), "the reference says which");
}

#[test]
fn what_contradicts_is_never_booked_by_itself() {
    let open = [owing(1, "RE-1001", 500), of(MARKTKETTE, owing(2, "MB-2002", 300))];
    let [one, two] = [open[0].reference.grouped(), open[1].reference.grouped()];
    for payers in [by_name(MARKTKETTE), by_account(MARKTKETTE)] {
        assert_eq!(booked(500, &one, &payers, &open), None, "the payer is another debtor");
        assert_eq!(booked(500, "RE-1001", &payers, &open), None, "the payer is another debtor");
    }
    let torn = Payers { name: by_name(NORDWIND).name, ..by_account(MARKTKETTE) };
    assert_eq!(booked(500, &one, &torn, &open), None, "the account is one's, the name another's");
    let other = Payers { account: [(Party::Seller(CompanyId(Uuid::from_u128(51))), MatchSign::PayerAccount)].into(), ..nobody() };
    assert_eq!(booked(500, &one, &other, &open), None, "the payer is another seller");
    let both = format!("{one} {two}");
    for payers in [nobody(), by_name(NORDWIND)] {
        assert_eq!(booked(800, &both, &payers, &open), None, "references of two debtors");
    }
    let together = Payers { name: by_name(NORDWIND).name.into_iter().chain(by_name(MARKTKETTE).name).collect(), ..nobody() };
    assert!(booked(800, &both, &together, &open).is_some(), "one that pays for both");
    assert_eq!(booked(500, &format!("{one} MB-2002"), &by_name(NORDWIND), &open), None, "a number of another debtor");
}

#[test]
fn what_is_held_or_disputed_is_for_a_person() {
    let open = [Owing { is_stopped: true, ..owing(1, "RE-1001", 500) }, owing(2, "RE-1002", 300)];
    let text = open[0].reference.grouped();
    assert_eq!(booked(500, &text, &by_name(NORDWIND), &open), None);
    assert_eq!(booked(800, "RE-1001 RE-1002", &by_name(NORDWIND), &open), None);
    assert!(booked(300, "RE-1002", &by_name(NORDWIND), &open).is_some());
}

#[test]
fn several_references_and_numbers_beside_them_must_add_up() {
    let open = [owing(1, "RE-1001", 500), owing(2, "RE-1002", 300)];
    let [one, two] = [open[0].reference.grouped(), open[1].reference.grouped()];
    let both = Some((MatchReason::Reference, vec![(1, 500), (2, 300)]));
    assert_eq!(booked(800, &format!("{one} {two}"), &nobody(), &open), both);
    assert_eq!(booked(800, &format!("{one} {one} {two}"), &nobody(), &open), both, "named twice is once");
    assert_eq!(booked(800, &format!("{one} RE-1002"), &nobody(), &open), both, "a number names another one");
    assert_eq!(booked(800, &format!("{one} RE-1001"), &by_name(NORDWIND), &open).map(|(_, parts)| parts), Some(vec![(1, 800)]));
    assert_eq!(booked(799, &format!("{one} {two}"), &by_name(NORDWIND), &open), None);
}

#[test]
fn of_one_number_that_two_sellers_gave_the_payers_is_meant() {
    let open = [owing(1, "RE-1001", 500), of(MARKTKETTE, owing(2, "RE 1001", 500))];
    assert_eq!(booked(500, "RE-1001", &by_name(MARKTKETTE), &open), Some((MatchReason::InvoiceNumbers, vec![(2, 500)])));
    assert_eq!(booked(500, "RE-1001", &nobody(), &open), None, "either may be meant");
    assert_eq!(booked(1_000, "RE-1001", &nobody(), &open), None, "of two debtors");
    let text = format!("{} RE-1001", open[0].reference.grouped());
    assert_eq!(booked(500, &text, &nobody(), &open), Some((MatchReason::Reference, vec![(1, 500)])), "the reference says which");
}

proptest! {
    #[test]
    fn what_is_booked_adds_up_names_itself_and_is_no_strangers(
        amount in 1_i64..2_000,
        text in "(RE-10[0-9]{2}|RF|[0-9]{1,4}|[ ,-]|[a-z]){0,12}",
        opens in prop::collection::vec((0_i64..1_000, any::<bool>(), any::<bool>()), 0..6),
        payer in 0_u8..4,
    ) {
        let one = |((open, is_other, is_stopped), number): (&(i64, bool, bool), u32)| {
            let debtor = if *is_other { MARKTKETTE } else { NORDWIND };
            Owing { is_stopped: *is_stopped, ..of(debtor, owing(number, &format!("RE-10{number:02}"), *open)) }
        };
        let open: Vec<_> = opens.iter().zip(1..).map(one).collect();
        let payers = [nobody(), by_name(NORDWIND), by_account(MARKTKETTE), seller()][usize::from(payer)].clone();
        if let Some((_, parts)) = booked(amount, &text, &payers, &open) {
            prop_assert_eq!(parts.iter().map(|(_, amount)| amount).sum::<i64>(), amount);
            for (id, _) in parts {
                let paid = open.iter().find(|owing| owing.id.0.as_u128() == id).unwrap();
                prop_assert!(!paid.is_stopped && payers.says(paid) != PayerSays::Contradicts);
            }
        }
        for (signs, parts) in offered(amount, &text, &payers, &open) {
            prop_assert!(!signs.is_empty() && parts.iter().all(|(_, amount, _)| *amount > 0));
        }
    }
}
