//! What is different between two sets of terms.

use super::terms::Terms;
use crate::kernel::{canonical::Canonical, change::Changed};
use std::collections::BTreeMap;

/// Every field that is not as it was, as `terms.limit`; all of them where there was nothing before.
pub fn changed(before: Option<&Terms>, after: &Terms) -> Vec<Changed> {
    let before = before.map(answers).unwrap_or_default();
    let of_field = |(field, value): (String, Option<String>)| {
        let was = before.get(&field).cloned().flatten();
        (was != value).then(|| Changed::new(format!("terms.{field}"), was, value))
    };
    answers(after).into_iter().filter_map(of_field).collect()
}

fn answers(terms: &Terms) -> BTreeMap<String, Option<String>> {
    let text = |value: &Canonical| match value {
        Canonical::Null => None,
        Canonical::Text(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    terms.canonical().members().map(|(field, value)| (field.to_owned(), text(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::examples::*, *};
    use crate::{
        facilities::terms::{Parts, TermsField},
        kernel::{Invalid, minor::Minor},
    };

    #[test]
    fn what_changed_is_named_with_what_it_was() -> Result<(), Vec<(TermsField, Invalid)>> {
        let before = Terms::parse(factoring())?;
        let after = Terms::parse(Parts { limit: Minor::new(5), discount_rate: rate(900), ..factoring() })?;
        let change = |field: &str, was: &str, is: &str| Changed::new(field, Some(was.into()), Some(is.into()));
        let expected = [change("terms.discountRate", "1200", "900"), change("terms.limit", "100000000", "5")];
        assert_eq!(changed(Some(&before), &after), expected);
        assert_eq!(changed(Some(&after), &after), []);
        Ok(())
    }

    #[test]
    fn of_new_terms_every_field_is_named_that_has_a_value() -> Result<(), Vec<(TermsField, Invalid)>> {
        let changes = changed(None, &Terms::parse(factoring())?);
        assert_eq!(changes.len(), 22);
        assert!(changes.iter().all(|change| change.before.is_none() && change.after.is_some()));
        Ok(())
    }
}
