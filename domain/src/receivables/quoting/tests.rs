//! References are found where they stand, and no others are taken for them.

use super::*;
use crate::{
    kernel::{Invalid, canonical::Digest, minor::Minor},
    payments::receipt::Payer,
};
use chrono::NaiveDate;
use proptest::prelude::*;

/// As many numbers were given out.
const GIVEN: u64 = 100_000;

fn house() -> ReferenceCode {
    ReferenceCode::parse("K7QM").unwrap()
}

fn is_given(reference: &Reference) -> bool {
    reference.is_of(house()) && reference.number().is_some_and(|number| (1..=GIVEN).contains(&number))
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[usize::try_from(self.below(u64::try_from(all.len()).unwrap())).unwrap()]
    }

    fn sign(&mut self) -> char {
        char::from_digit(u32::try_from(self.below(36)).unwrap(), 36).unwrap().to_ascii_uppercase()
    }
}

/// As many as a run asks for, or as many as take no time.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn times(few: u64) -> u64 {
    std::env::var("REFERENCES").ok().and_then(|times| times.parse().ok()).unwrap_or(few)
}

/// Another creditor's valid reference of this body.
fn foreign(body: &str) -> Reference {
    let reference = Reference::checked(body);
    assert_eq!(Reference::parse(reference.as_str()).as_ref(), Ok(&reference));
    reference
}

#[test]
fn no_foreign_reference_is_taken_for_one_of_ours() {
    let mut dice = Dice(1);
    for _ in 0..times(50_000) {
        let length = 1 + dice.below(21);
        let body: String = (0..length).map(|_| dice.sign()).collect();
        let reference = foreign(&body);
        for written in [reference.as_str().to_owned(), reference.grouped()] {
            let field = reference_in_field(&written, Some(house())).filter(is_given);
            assert_eq!(field, None, "{written}");
            assert_eq!(references_in_text(&written, house()), [], "{written}");
        }
    }
}

#[test]
fn of_foreign_references_that_look_like_ours_only_the_same_one_is_ours() {
    let mut dice = Dice(2);
    for number in (0..times(5_000)).map(|_| 1 + dice.below(GIVEN)) {
        let ours = Reference::new(house(), number);
        for body in [format!("K7QN{number:08}"), format!("K7QM{number:09}"), format!("K7QM{number}"), format!("K7QM{number:08}A")] {
            let reference = foreign(&body);
            assert_eq!(reference_in_field(reference.as_str(), Some(house())), None, "{body}");
            assert_eq!(references_in_text(&format!("zu {} danke", reference.as_str()), house()), [], "{body}");
        }
        assert_eq!(reference_in_field(ours.as_str(), Some(house())), Some(ours));
    }
}

/// What people write when they pay something else.
fn ordinary(dice: &mut Dice) -> String {
    let (house_number, day, month) = (1 + dice.below(140), 1 + dice.below(28), 1 + dice.below(12));
    let street = dice.of(&["Warendorf", "Dorfstr.", "Kirchhofweg", "Rue de la Réforme", "Am Hof RF", "Surfgasse", "Torfweg", "Perf. Road"]);
    let what = dice.of(&["Miete", "Mietzahlung Lager", "Rechnung", "Rg.Nr.", "INVOICE", "EREF+", "Kd-Nr", "RF", "Ref.", "Nachtrag RF18"]);
    let body: String = (0..1 + dice.below(14)).map(|_| char::from_digit(u32::try_from(dice.below(10)).unwrap(), 10).unwrap()).collect();
    let written = match dice.below(3) {
        0 => foreign(&body).grouped(),
        1 => foreign(&body).as_str().to_lowercase(),
        _ => body,
    };
    let gap = dice.of(&[" ", "", "/", "-", ", ", "\n"]);
    format!(
        "{what} {street} {house_number} {day}{gap}{month:02}{gap}{written}{gap}{} {:05} {}.{:02} EUR",
        dice.below(1_000_000),
        dice.below(100_000),
        dice.below(100_000),
        dice.below(100)
    )
}

#[test]
fn no_ordinary_text_is_taken_for_a_reference_of_ours() {
    let mut dice = Dice(3);
    for turn in 0..times(20_000) {
        let text = ordinary(&mut dice);
        assert_eq!(references_in_text(&text, house()), [], "{text}");
        if turn % 50 == 0 {
            let ours = Reference::new(house(), 1 + dice.below(GIVEN));
            let text = format!("{text} {} {text}", ours.grouped());
            assert_eq!(references_in_text(&text, house()), [ours], "{text}");
        }
    }
}

#[test]
fn references_are_found_however_banks_cut_them() {
    let reference = Reference::new(house(), 231);
    assert_eq!(reference.as_str(), "RF17K7QM00000231");
    for text in [
        "RF17K7QM00000231",
        "Rechnung 7 rf17 k7qm 0000 0231 vielen Dank",
        "EREF+X SVWZ+INVOICE RF17 K7QM000 00231, 12.3.",
        "SVWZ+RF17K7QM00000231",
        "RF17 K7QM 0000\n0231",
        "RF17 K7QM 000\r\n00231.",
        "RF17 K7QM \n00000231",
        "RF17K7QM00000231 2026",
        "(RF17 K7QM 0000 0231)",
        "RF RF17 K7QM 0000 0231",
    ] {
        assert_eq!(references_in_text(text, house()), std::slice::from_ref(&reference), "{text}");
    }
    for none in [
        "",
        "RF",
        "XRF17K7QM00000231",
        "7RF17K7QM00000231",
        "éRF17K7QM00000231",
        "RF17K7QM000002312026",
        "RF17K7QM00000231a",
        "RF17K7QM00000231é",
        "RF17K7QM00000232",
        "RF17 K7QM  0000 0231",
        "RF17 K7Q M00 000231",
        "RF17\nK7QM\n00000231",
        "RF17-K7QM-0000-0231",
    ] {
        assert_eq!(references_in_text(none, house()), [], "{none}");
    }
}

#[test]
fn a_bare_number_counts_only_where_a_field_has_nothing_else() {
    let earlier = Reference::parse("RF097").unwrap();
    for field in ["RF097", " rf09 7 "] {
        assert_eq!(reference_in_field(field, Some(house())), Some(earlier.clone()), "{field}");
        assert_eq!(reference_in_field(field, None), Some(earlier.clone()), "{field}");
    }
    assert_ne!(reference_in_field("RF0970000000052", Some(house())), Some(earlier), "it is another creditor's");
    for text in ["RF097", "Mietzahlung Lager Warendorf 84 15", "Warenlager 22, RF84 15", "RF0970000000052"] {
        assert_eq!(references_in_text(text, house()), [], "{text}");
    }
    for field in ["RF097 Miete", "zu RF097", "RF8415A"] {
        assert_eq!(reference_in_field(field, Some(house())), None, "{field}");
    }
}

#[test]
fn references_in_fields_of_their_own_are_read_with_the_text() -> Result<(), Invalid> {
    let day = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
    let line = |names: &[&str], text: Option<&str>| {
        let text = text.map(Note::parse).transpose()?;
        let names = names.iter().map(|&name| name.to_owned()).collect();
        let (key, amount, other) = (Digest([0; 32]), Minor::new(100), Payer::default());
        let line = StatementLine { key, booked_on: day, value_on: day, amount, other, text, names, returned: None, is_charge: false };
        Ok::<_, Invalid>(readable(&line).map(|text| text.as_str().to_owned()))
    };
    assert_eq!(line(&["X-7", "RF18539007547034"], None)?.as_deref(), Some("RF18 5390 0754 7034"));
    assert_eq!(line(&["RF18539007547034"], Some("Thanks"))?.as_deref(), Some("RF18 5390 0754 7034 Thanks"));
    let there = line(&["RF18539007547034"], Some("rf18 5390 0754 7034"))?;
    assert_eq!(there.as_deref(), Some("rf18 5390 0754 7034"), "it is there already");
    let swiss = "210000000003139471430009017";
    assert_eq!(line(&["Q-1", swiss], Some("A"))?.as_deref(), Some("210000000003139471430009017 A"));
    assert_eq!(line(&["210000000003139471430009018", "7"], Some("A"))?.as_deref(), Some("A"), "a digit of it is another one");
    assert_eq!(line(&["X-7"], Some("Thanks"))?.as_deref(), Some("Thanks"));
    let full = "x".repeat(Note::MAX_CHARS);
    assert_eq!(line(&["RF18539007547034"], Some(&full))?, Some(full), "nothing is lost");
    assert_eq!(line(&[], None)?, None);
    Ok(())
}

proptest! {
    #[test]
    fn any_reference_of_ours_is_found_in_any_text(number in 1_u64..10_u64.pow(8), before in "[a-z ]{0,9}", after in "[ ,.a-z]{0,9}") {
        let reference = Reference::new(house(), number);
        let found = references_in_text(&format!("{before} {} {after}", reference.grouped()), house());
        prop_assert!(found.contains(&reference));
    }

    #[test]
    fn whatever_is_written_what_is_found_stands_in_it(text in "(RF|rf|[0-9]{1,4}|K7QM|[ \n,é-]|[a-z]){0,20}") {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
        for reference in references_in_text(&text, house()) {
            prop_assert!(plain.contains(reference.as_str()));
        }
    }
}
