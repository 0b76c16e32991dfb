//! Another reader says the same of the same files.

use super::{GERMAN, SWISS};
use crate::bank_statements::read;
use sepa::{EntryStatus, parse_camt053};
use sooner_domain::{kernel::text::Line, payments::statement::said};

#[test]
fn another_reader_says_the_same() {
    for file in [GERMAN, SWISS] {
        let (ours, others) = (read(file.as_bytes()).unwrap(), parse_camt053(file).unwrap());
        assert_eq!(ours.len(), others.statements.len());
        for (ours, other) in ours.iter().zip(&others.statements) {
            assert_eq!(ours.name, other.stmt_id);
            if let Some(iban) = &other.account.iban {
                assert_eq!(&ours.account, iban);
            }
            assert_eq!(ours.closing.map(|balance| balance.amount.get()), other.closing_balance().and_then(|balance| balance.signed_ct()));
            let booked: Vec<_> = other.entries.iter().filter(|entry| entry.status == EntryStatus::Booked).collect();
            assert_eq!(ours.entries.len(), booked.len());
            for (ours, other) in ours.entries.iter().zip(booked) {
                assert_eq!(Some(ours.amount.get()), other.signed_ct());
                let day = other.booking_date().or(other.value_date()).map(|day| day.to_string());
                assert_eq!(Some(ours.booked_on.to_string()), day);
                let refs: Vec<_> = other.details.iter().map(|detail| detail.end_to_end_id.as_deref().and_then(said)).collect();
                let first = |names: &[String], id: Option<&str>| id.is_none_or(|id| names.first().is_some_and(|name| name == id));
                assert!(ours.details.iter().zip(refs).all(|(detail, id)| first(&detail.names, id)));
                for (ours, other) in ours.details.iter().zip(&other.details).filter(|(ours, _)| ours.returned.is_none()) {
                    let name = other.counterparty_name.as_ref().map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
                    let iban = other.counterparty_iban.as_ref().map(|iban| iban.replace(' ', ""));
                    if name.is_some() {
                        assert_eq!(ours.other.name.as_ref().map(Line::as_str), name.as_deref());
                    }
                    assert_eq!(ours.other.iban.as_ref().map(Line::as_str), iban.as_deref());
                }
            }
        }
    }
}
