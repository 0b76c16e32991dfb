//! What two people, or one in two tabs, typed into one form at the same time, put together field by field.

use super::{
    application::Form,
    bank_account::BankAccount,
    company::CompanyDetails,
    people::{Person, PersonId},
};
use crate::kernel::{coded::Coded, fields::fields};
use std::collections::BTreeSet;

fields!(
    /// A field of the company section.
    CompanyField of CompanyDetails {
        LegalName = "legalName" at legal_name;
        TradingName = "tradingName" at trading_name;
        LegalForm = "legalForm" at legal_form;
        RegistrationNumber = "registrationNumber" at registration_number;
        TaxNumber = "taxNumber" at tax_number;
        IncorporatedOn = "incorporatedOn" at incorporated_on;
        Country = "country" at country;
        AddressLine1 = "address.line1" at address.line1;
        AddressLine2 = "address.line2" at address.line2;
        City = "address.city" at address.city;
        Region = "address.region" at address.region;
        PostalCode = "address.postalCode" at address.postal_code;
        AddressCountry = "address.country" at address.country;
        Website = "website" at website;
        Industry = "industry" at industry;
        YearlyTurnover = "yearlyTurnover" at yearly_turnover;
        Wants = "wants" at wants;
    }
);

fields!(
    /// A field of a person.
    PersonField of Person {
        Fname = "fname" at fname;
        Lname = "lname" at lname;
        BornOn = "bornOn" at born_on;
        Nationality = "nationality" at nationality;
        Roles = "roles" at roles;
        OwnershipPercent = "ownershipPercent" at ownership;
    }
);

fields!(
    /// A field of the bank account section.
    BankAccountField of BankAccount {
        Holder = "holder" at holder;
        Iban = "iban" at iban;
        SortCode = "sortCode" at sort_code;
        RoutingNumber = "routingNumber" at routing_number;
        AccountNumber = "accountNumber" at account_number;
        Bic = "bic" at bic;
        Currency = "currency" at currency;
    }
);

/// A place in the form that is changed by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Company(CompanyField),
    /// One who is added or taken away.
    Person(PersonId),
    OfPerson(PersonId, PersonField),
    BankAccount(BankAccountField),
}

impl Field {
    /// How many there are in the longest form.
    pub const MOST: usize = CompanyField::ALL.len() + BankAccountField::ALL.len() + Person::MAX * (1 + PersonField::ALL.len());

    /// The field of this name, such as `company.address.line1` or `people[7f3a].bornOn`, where `7f3a` is the person's id.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(name) = name.strip_prefix("company.") {
            return CompanyField::from_code(name).map(Self::Company);
        }
        if let Some(name) = name.strip_prefix("bankAccount.") {
            return BankAccountField::from_code(name).map(Self::BankAccount);
        }
        let (id, rest) = name.strip_prefix("people[")?.split_once(']')?;
        let id = PersonId::parse(id).ok()?;
        if rest.is_empty() {
            return Some(Self::Person(id));
        }
        PersonField::from_code(rest.strip_prefix('.')?).map(|field| Self::OfPerson(id, field))
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Self::Company(field) => format!("company.{}", field.code()),
            Self::Person(id) => format!("people[{}]", id.as_str()),
            Self::OfPerson(id, field) => format!("people[{}].{}", id.as_str(), field.code()),
            Self::BankAccount(field) => format!("bankAccount.{}", field.code()),
        }
    }
}

/// Some fields as they were for whoever changed them, and as they are to be. What else the two forms hold says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    pub fields: BTreeSet<Field>,
    pub before: Form,
    pub after: Form,
}

/// Makes an edit in the form as it is now. Edits of different fields merge, whatever their order; people who are added
/// stand in the order they came. A field that has the new value already is no conflict.
///
/// # Errors
/// With the fields that have become something else meanwhile; for a field of a person who is gone, the person.
pub fn merge(now: &Form, edit: &Edit) -> Result<Form, BTreeSet<Field>> {
    let Edit { fields, before, after } = edit;
    let mut merged = now.clone();
    let conflicts: BTreeSet<Field> = fields.iter().filter_map(|field| change(&mut merged, field, now, before, after)).collect();
    if conflicts.is_empty() { Ok(merged) } else { Err(conflicts) }
}

fn person<'a>(form: &'a Form, id: &PersonId) -> Option<&'a Person> {
    form.people.iter().find(|person| person.id == *id)
}

/// Changes one field, or answers what is in the way.
fn change(merged: &mut Form, field: &Field, now: &Form, before: &Form, after: &Form) -> Option<Field> {
    match field {
        Field::Company(part) => {
            if part.is_same(&now.company, &before.company) {
                part.copy(&after.company, &mut merged.company);
            } else if !part.is_same(&now.company, &after.company) {
                return Some(field.clone());
            }
        }
        Field::BankAccount(part) => {
            if part.is_same(&now.bank_account, &before.bank_account) {
                part.copy(&after.bank_account, &mut merged.bank_account);
            } else if !part.is_same(&now.bank_account, &after.bank_account) {
                return Some(field.clone());
            }
        }
        Field::Person(id) => {
            let (is, was, will_be) = (person(now, id), person(before, id), person(after, id));
            if is == was {
                let place = merged.people.iter().position(|person| person.id == *id);
                match (place, will_be) {
                    (Some(place), Some(person)) => merged.people[place] = person.clone(),
                    (Some(place), None) => drop(merged.people.remove(place)),
                    (None, Some(person)) => merged.people.push(person.clone()),
                    (None, None) => {}
                }
            } else if is != will_be {
                return Some(field.clone());
            }
        }
        Field::OfPerson(id, part) => {
            let blank = Person::unknown(id.clone());
            let (was, will_be) = (person(before, id).unwrap_or(&blank), person(after, id).unwrap_or(&blank));
            let (Some(is), Some(target)) = (person(now, id), merged.people.iter_mut().find(|person| person.id == *id)) else {
                return Some(Field::Person(id.clone()));
            };
            if part.is_same(is, was) {
                part.copy(will_be, target);
            } else if !part.is_same(is, will_be) {
                return Some(field.clone());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{super::examples::complete, *};
    use crate::{
        kernel::{
            Invalid,
            country::CountryCode,
            money::{Currency, Money, Percentage},
            text::{Line, PersonName, Website},
        },
        onboarding::{
            bank_account::{AccountNumber, Bic, Iban, RoutingNumber, SortCode},
            company::{Address, Industry, LegalForm, Want},
            comparison::answers,
            people::PersonRole,
        },
    };
    use chrono::NaiveDate;
    use proptest::{collection, option, prelude::*, sample};

    fn id(number: usize) -> PersonId {
        PersonId::parse(&number.to_string()).unwrap()
    }

    /// Few values, so that two often agree.
    fn line() -> impl Strategy<Value = Option<Line>> {
        option::of(sample::select(vec!["one", "two"]).prop_map(|text| Line::parse(text).unwrap()))
    }

    fn country() -> impl Strategy<Value = Option<CountryCode>> {
        option::of(sample::select(vec!["DE", "NL"]).prop_map(|code| CountryCode::parse(code).unwrap()))
    }

    fn day() -> impl Strategy<Value = Option<NaiveDate>> {
        option::of((1i32..3).prop_map(|year| NaiveDate::from_yo_opt(2_000 + year, 1).unwrap()))
    }

    fn members<T: Coded + Ord + std::fmt::Debug>() -> impl Strategy<Value = BTreeSet<T>> {
        collection::btree_set(sample::select(T::ALL.to_vec()), 0..2)
    }

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    prop_compose! {
        fn a_company()(lines in collection::vec(line(), 9), legal_form in option::of(sample::select(LegalForm::ALL.to_vec())),
            incorporated_on in day(), (country, seat) in (country(), country()), website in option::of(Just(Website::parse("https://example.com").unwrap())),
            industry in option::of(sample::select(Industry::ALL.to_vec())),
            yearly_turnover in option::of((0i64..2).prop_map(|amount| Money::parse(amount, euro()).unwrap())), wants in members::<Want>())
            -> CompanyDetails {
            let mut lines = lines.into_iter();
            let mut line = || lines.next().flatten();
            CompanyDetails {
                legal_name: line(), trading_name: line(), registration_number: line(), tax_number: line(),
                address: Address { line1: line(), line2: line(), city: line(), region: line(), postal_code: line(), country: seat },
                legal_form, incorporated_on, country, website, industry, yearly_turnover, wants,
            }
        }
    }

    prop_compose! {
        fn a_person(number: usize)(name in option::of(Just(PersonName::parse("Ada").unwrap())), born_on in day(), nationality in country(),
            roles in members::<PersonRole>(), ownership in option::of(Just(Percentage::parse_basis_points(2_500).unwrap()))) -> Person {
            Person { id: id(number), lname: name.clone(), fname: name, born_on, nationality, roles, ownership }
        }
    }

    prop_compose! {
        // On the heap: three whole forms are much for a test's stack.
        fn a_form()(company in a_company().boxed(), people in (1..=3).map(|number| option::of(a_person(number)).boxed()).collect::<Vec<_>>(),
            holder in line(), iban in option::of(Just(Iban::parse("DE89370400440532013000").unwrap())),
            account_number in option::of(Just(AccountNumber::parse("12345678").unwrap())), bic in option::of(Just(Bic::parse("DEUTDEFF").unwrap())),
            sort_code in option::of(Just(SortCode::parse("601613").unwrap())),
            routing_number in option::of(Just(RoutingNumber::parse("021000021").unwrap())), currency in option::of(Just(euro()))) -> Form {
            let people = people.into_iter().flatten().collect();
            Form { company, people, bank_account: BankAccount { holder, iban, sort_code, routing_number, account_number, bic, currency } }
        }
    }

    /// Every field but those of a person who may be gone.
    fn every_field() -> Vec<Field> {
        let company = CompanyField::ALL.iter().copied().map(Field::Company);
        let account = BankAccountField::ALL.iter().copied().map(Field::BankAccount);
        company.chain(account).chain((1..=3).map(|number| Field::Person(id(number)))).collect()
    }

    fn some_fields() -> impl Strategy<Value = BTreeSet<Field>> {
        collection::btree_set(sample::select(every_field()), 0..12)
    }

    /// The form with its people in one order: adding is the one thing whose order shows.
    fn sorted(mut form: Form) -> Form {
        form.people.sort_by(|one, other| one.id.cmp(&other.id));
        form
    }

    proptest! {
        #[test]
        fn edits_of_different_fields_merge_whatever_their_order(
            form in a_form(), (one, other) in (a_form(), a_form()), (mine, theirs) in (some_fields(), some_fields())
        ) {
            let theirs = theirs.difference(&mine).cloned().collect();
            let one = Edit { fields: mine.clone(), before: form.clone(), after: one };
            let other = Edit { fields: theirs, before: form.clone(), after: other };
            let forth = merge(&form, &one).and_then(|form| merge(&form, &other));
            let back = merge(&form, &other).and_then(|form| merge(&form, &one));
            prop_assert!(forth.is_ok());
            prop_assert_eq!(forth.map(sorted), back.map(sorted));
        }

        #[test]
        fn an_edit_changes_its_fields_and_no_other(form in a_form(), after in a_form(), fields in some_fields()) {
            let merged = merge(&form, &Edit { fields: fields.clone(), before: form.clone(), after: after.clone() });
            // What was edited is as it was to be, and the rest as it was: so each form becomes the other's by the other fields.
            let rest: BTreeSet<_> = every_field().into_iter().filter(|field| !fields.contains(field)).collect();
            let merged = merged.map_err(|conflicts| TestCaseError::fail(format!("{conflicts:?}")))?;
            let all = merge(&merged, &Edit { fields: rest.clone(), before: form.clone(), after: after.clone() });
            prop_assert_eq!(all.map(sorted), Ok(sorted(after)));
            let none = merge(&merged, &Edit { fields: rest, before: form.clone(), after: form.clone() });
            prop_assert_eq!(none.map(sorted), Ok(sorted(merged)));
        }

        #[test]
        fn an_edit_made_twice_is_made_once(form in a_form(), after in a_form(), fields in some_fields()) {
            let edit = Edit { fields, before: form.clone(), after };
            let once = merge(&form, &edit);
            prop_assert_eq!(once.clone().and_then(|form| merge(&form, &edit)), once);
        }

        #[test]
        fn a_conflict_is_a_field_that_is_neither_what_it_was_nor_what_it_is_to_be(
            (now, before, after) in (a_form(), a_form(), a_form()), field in sample::select(every_field())
        ) {
            let result = merge(&now, &Edit { fields: [field.clone()].into(), before: before.clone(), after: after.clone() });
            let is_at = |one: &Form, other: &Form| match &field {
                Field::Company(part) => part.is_same(&one.company, &other.company),
                Field::BankAccount(part) => part.is_same(&one.bank_account, &other.bank_account),
                Field::Person(id) | Field::OfPerson(id, _) => person(one, id) == person(other, id),
            };
            match result {
                Ok(merged) => {
                    prop_assert!(is_at(&now, &before) || is_at(&now, &after));
                    prop_assert!(is_at(&merged, &after));
                }
                Err(conflicts) => {
                    prop_assert!(!is_at(&now, &before) && !is_at(&now, &after));
                    prop_assert_eq!(conflicts, [field].into());
                }
            }
        }

        #[test]
        fn a_field_of_a_person_merges_beside_the_others(
            (first, one, other) in (a_person(1), a_person(1), a_person(1)), two in sample::subsequence(PersonField::ALL.to_vec(), 2)
        ) {
            let (mine, theirs) = (two[0], two[1]);
            let form = |person: &Person| Form { people: vec![person.clone()], ..Form::default() };
            let edit = |part, after: &Person| Edit { fields: [Field::OfPerson(id(1), part)].into(), before: form(&first), after: form(after) };
            let (one, other) = (edit(mine, &one), edit(theirs, &other));
            let forth = merge(&form(&first), &one).and_then(|form| merge(&form, &other));
            let back = merge(&form(&first), &other).and_then(|form| merge(&form, &one));
            prop_assert!(forth.is_ok());
            prop_assert_eq!(forth, back);
        }
    }

    #[test]
    fn who_is_gone_cannot_be_edited_and_who_was_edited_cannot_be_taken_away() -> Result<(), Invalid> {
        let form = complete()?.form().clone();
        let me = form.people[0].id.clone();
        let nobody = Form { people: vec![], ..form.clone() };
        let mut older = form.clone();
        older.people[0].born_on = NaiveDate::from_ymd_opt(1970, 1, 1);
        let edit = Edit { fields: [Field::OfPerson(me.clone(), PersonField::BornOn)].into(), before: form.clone(), after: older.clone() };
        let removal = Edit { fields: [Field::Person(me.clone())].into(), before: form.clone(), after: nobody.clone() };
        let person = BTreeSet::from([Field::Person(me)]);
        assert_eq!(merge(&form, &edit).as_ref(), Ok(&older));
        assert_eq!(merge(&nobody, &edit), Err(person.clone()));
        assert_eq!(merge(&form, &removal), Ok(nobody));
        assert_eq!(merge(&older, &removal), Err(person));
        Ok(())
    }

    #[test]
    fn every_answer_of_the_form_is_a_field_of_that_name() -> Result<(), Invalid> {
        let mut form = complete()?.form().clone();
        let CompanyDetails { trading_name, website, address, legal_name, .. } = &mut form.company;
        for line in [trading_name, &mut address.line2, &mut address.region] {
            line.clone_from(legal_name);
        }
        *website = Some(Website::parse("https://example.com")?);
        let BankAccount { sort_code, routing_number, account_number, bic, .. } = &mut form.bank_account;
        (*sort_code, *routing_number) = (Some(SortCode::parse("601613")?), Some(RoutingNumber::parse("021000021")?));
        (*account_number, *bic) = (Some(AccountNumber::parse("12345678")?), Some(Bic::parse("DEUTDEFF")?));
        let people = format!("people[{}]", form.people[0].id.as_str());
        let mut told = BTreeSet::new();
        for (name, _) in answers(&form) {
            let name = name.replace("people[0]", &people);
            let field = Field::parse(&name);
            assert_eq!(field.as_ref().map(Field::name), Some(name));
            told.extend(field);
        }
        let not_told = |field: &&Field| !told.contains(field) && !matches!(field, Field::Person(_));
        assert_eq!(every_field().iter().find(not_told), None, "every field is told when it changes");
        for none in [
            "",
            "company",
            "company.",
            "company.address",
            "people",
            "people[]",
            "people[1",
            "people[1]x",
            "people[1].",
            "people[ä]",
            "people[1].id",
            "bank",
        ] {
            assert_eq!(Field::parse(none), None, "{none}");
        }
        Ok(())
    }
}
