//! Changes of single fields of the form.

use crate::{
    fields::{FieldErrors, Fields},
    form_body::FormBody,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sooner_domain::{
    kernel::{Invalid, coded::Coded},
    onboarding::{
        application::Form,
        merge::{Edit, Field},
    },
};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// One field of the form, as it was and as it is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FieldChangeBody {
    /// Such as `company.legalName`, `people[7f3a].bornOn` or `bankAccount.iban`, where `7f3a` is the person's id. `people[7f3a]` is
    /// the whole person, who is added where `before` is null and taken away where `after` is
    field: String,
    /// The value that was read
    #[serde(default)]
    before: Value,
    /// The value that replaces it
    #[serde(default)]
    after: Value,
}

/// What is changed in the form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditBody {
    /// The version of the application that was read
    pub version: i64,
    changes: Vec<FieldChangeBody>,
}

/// A field that another person changed since.
#[derive(Serialize, ToSchema)]
pub struct ConflictBody {
    pub field: String,
    /// The value that was read.
    pub before: Value,
    /// The value it has now.
    pub theirs: Value,
    /// The value that was to replace it.
    pub mine: Value,
}

impl EditBody {
    /// # Errors
    /// With every field that is none, is named twice, or whose new value is not what it should be.
    pub fn parse(&self) -> Result<Edit, FieldErrors> {
        let mut fields = Fields::default();
        // More than every field of the longest form is no edit: nobody looks through it.
        if self.changes.len() > Field::MOST {
            fields.refuse("changes", Invalid::Malformed);
            return Err(fields.into_errors());
        }
        let mut named = BTreeSet::new();
        let (mut before, mut after) = (json!({}), json!({}));
        for (index, change) in self.changes.iter().enumerate() {
            let Some(field) = Field::parse(&change.field) else {
                fields.refuse(format_args!("changes[{index}].field"), Invalid::FieldUnknown);
                continue;
            };
            if !fits(&field, &change.before) || !fits(&field, &change.after) || !named.insert(field.clone()) {
                fields.refuse(&change.field, Invalid::Malformed);
                continue;
            }
            put(&mut before, &field, &change.before);
            put(&mut after, &field, &change.after);
        }
        // Who is added or taken away is told as a whole, or in parts: not in two ways at once.
        let twice = named.iter().filter(|field| matches!(field, Field::OfPerson(id, _) if named.contains(&Field::Person(id.clone()))));
        twice.for_each(|field| fields.refuse(field.name(), Invalid::Malformed));
        let (before, after) = (form(before).unwrap_or_default(), form(after).unwrap_or_default());
        let ids: Vec<_> = after.people.iter().map(|person| person.id.clone().unwrap_or_default()).collect();
        let parsed = after.parse().map_err(|errors| {
            for (field, invalid) in errors {
                let field = with_the_id(&field, &ids);
                invalid.into_iter().for_each(|invalid| fields.refuse(&field, invalid));
            }
        });
        fields.finish(parsed.ok().map(|after| Edit { fields: named, before: before.parse_leniently(), after }))
    }

    /// Both values of the fields in conflict.
    pub fn conflicts(&self, fields: &BTreeSet<Field>, now: &Form) -> Vec<ConflictBody> {
        let now = json!(FormBody::from(now));
        let told = |field: &Field| {
            let change = self.changes.iter().find(|change| change.field == field.name());
            let sent = |value: fn(&FieldChangeBody) -> &Value| change.map(value).cloned().unwrap_or_default();
            ConflictBody {
                field: field.name(),
                before: sent(|change| &change.before),
                theirs: get(&now, field),
                mine: sent(|change| &change.after),
            }
        };
        fields.iter().map(told).collect()
    }
}

fn form(body: Value) -> Option<FormBody> {
    serde_json::from_value(body).ok()
}

/// Whether the value is of the field's shape.
fn fits(field: &Field, value: &Value) -> bool {
    let mut alone = json!({});
    put(&mut alone, field, value);
    form(alone).is_some()
}

/// Where a field lies: the names on the way to it, below the person for one of a person.
fn path(field: &Field) -> Vec<&'static str> {
    match field {
        Field::Company(field) => ["company"].into_iter().chain(field.code().split('.')).collect(),
        Field::BankAccount(field) => vec!["bankAccount", field.code()],
        Field::Person(_) => Vec::new(),
        Field::OfPerson(_, field) => vec![field.code()],
    }
}

/// Puts a value into a form; an absent one leaves the field as it is in a blank form.
fn put(form: &mut Value, field: &Field, value: &Value) {
    let place = match field {
        Field::Company(_) | Field::BankAccount(_) => form,
        Field::Person(id) | Field::OfPerson(id, _) => {
            if matches!(field, Field::Person(_)) && value.is_null() {
                return;
            }
            let people = form["people"].take();
            let mut people = if let Value::Array(people) = people { people } else { Vec::new() };
            let place = people.iter().position(|person| person["id"] == id.as_str()).unwrap_or(people.len());
            if place == people.len() {
                people.push(json!({ "id": id.as_str() }));
            }
            form["people"] = Value::Array(people);
            &mut form["people"][place]
        }
    };
    match field {
        Field::Person(id) => {
            *place = value.clone();
            if let Value::Object(person) = place {
                person.insert("id".to_owned(), json!(id.as_str()));
            }
        }
        _ if value.is_null() => {}
        _ => {
            let end = path(field).into_iter().fold(place, |place, name| {
                if place.is_null() {
                    *place = Value::Object(Map::new());
                }
                &mut place[name]
            });
            *end = value.clone();
        }
    }
}

/// The value a form has there.
fn get(form: &Value, field: &Field) -> Value {
    let start = match field {
        Field::Company(_) | Field::BankAccount(_) => Some(form),
        Field::Person(id) | Field::OfPerson(id, _) => {
            form["people"].as_array().and_then(|people| people.iter().find(|person| person["id"] == id.as_str()))
        }
    };
    start.map_or(Value::Null, |start| path(field).into_iter().fold(start, |place, name| &place[name]).clone())
}

/// `people[0].bornOn` as `people[7f3a].bornOn`.
fn with_the_id(field: &str, ids: &[String]) -> String {
    let place = || {
        let (index, rest) = field.strip_prefix("people[")?.split_once(']')?;
        Some(format!("people[{}]{rest}", ids.get(index.parse::<usize>().ok()?)?))
    };
    place().unwrap_or_else(|| field.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_application::testing::{complete_form, full_form};
    use sooner_domain::onboarding::merge::merge;

    fn body(changes: Value) -> EditBody {
        serde_json::from_value(json!({ "version": 1, "changes": changes })).unwrap()
    }

    #[test]
    fn every_field_of_a_form_can_be_changed_by_itself() {
        let whole = full_form();
        let mut changes = Vec::new();
        let told = json!(FormBody::from(&whole));
        for field in sooner_domain::onboarding::merge::CompanyField::ALL.iter().copied().map(Field::Company) {
            changes.push(json!({ "field": field.name(), "after": get(&told, &field) }));
        }
        for field in sooner_domain::onboarding::merge::BankAccountField::ALL.iter().copied().map(Field::BankAccount) {
            changes.push(json!({ "field": field.name(), "before": null, "after": get(&told, &field) }));
        }
        changes.push(json!({ "field": "people[1]", "after": told["people"][0] }));
        let edit = body(json!(changes)).parse().unwrap();
        assert_eq!(merge(&Form::default(), &edit), Ok(whole.clone()));

        let born = json!([{ "field": "people[1].bornOn", "before": told["people"][0]["bornOn"], "after": "1970-01-01" }]);
        let older = merge(&whole, &body(born).parse().unwrap()).unwrap();
        assert_eq!(json!(FormBody::from(&older))["people"][0]["bornOn"], "1970-01-01");
        let gone = json!([{ "field": "people[1]", "before": told["people"][0], "after": null }]);
        assert_eq!(merge(&whole, &body(gone).parse().unwrap()).map(|form| form.people), Ok(vec![]));
    }

    #[test]
    fn every_bad_change_is_named_at_once() {
        let changes = json!([
            { "field": "company.nickname", "after": "x" },
            { "field": "company.legalName", "after": 5 },
            { "field": "company.country", "after": "XX" },
            { "field": "company.wants", "after": ["gold"] },
            { "field": "company.yearlyTurnover", "after": { "amount": -1, "currency": "EUR" } },
            { "field": "people[7f3a]", "after": { "bornOn": "yesterday" } },
            { "field": "people[8].fname", "after": "a\u{0}b" },
            { "field": "people[9]", "after": { "shoeSize": 40 } },
            { "field": "people[10]", "after": "Ada" },
            { "field": "bankAccount.iban", "after": "DE00" },
            { "field": "company.website", "after": null },
            { "field": "company.website", "after": null },
        ]);
        let errors = body(changes).parse().err().unwrap();
        let fields: Vec<_> = errors.keys().map(String::as_str).collect();
        assert_eq!(
            fields,
            [
                "bankAccount.iban",
                "changes[0].field",
                "company.country",
                "company.legalName",
                "company.wants",
                "company.website",
                "company.yearlyTurnover.amount",
                "people[10]",
                "people[7f3a].bornOn",
                "people[8].fname",
                "people[9]",
            ]
        );
    }

    #[test]
    fn a_conflict_shows_both_values() {
        let changes = json!([{ "field": "company.legalName", "before": "Old GmbH", "after": "My GmbH" }, { "field": "people[9].fname", "after": "Bob" }]);
        let body = body(changes);
        let fields = merge(&complete_form(), &body.parse().unwrap()).unwrap_err();
        assert_eq!(
            json!(body.conflicts(&fields, &complete_form())),
            json!([
                { "field": "company.legalName", "before": "Old GmbH", "theirs": "Mühle Brandt GmbH", "mine": "My GmbH" },
                { "field": "people[9]", "before": null, "theirs": null, "mine": null },
            ])
        );
    }
}
