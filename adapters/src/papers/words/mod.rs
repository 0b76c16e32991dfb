//! What papers say, in each language: a text without one of them does not compile. In notices no words are shortened, and the
//! house is *we*.

mod advice;
mod fees;
mod month;
mod notices;
mod sales;
mod settlement;
pub(super) mod terms;

use crate::language::{Text, day};
use chrono::NaiveDate;
use sooner_application::{
    papers::{
        PaperWords,
        facts::{Check, Content, Cover},
        paper::{Column, ColumnKind, Fact, Letterhead, Paper, Part, Row, RowKind},
    },
    receivables::Party,
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    house::{accounts::HouseAccount, profile::HouseProfile},
    kernel::{language::Language, text::Line},
};

/// Papers in the words of this house's languages.
pub struct Wording;

impl PaperWords for Wording {
    fn say(&self, cover: &Cover, content: &Content) -> Paper {
        let reader = cover.language;
        let (title, mut parts) = match content {
            Content::Notice(notice) => notices::notice(notice, cover),
            Content::Release(release) => notices::release(release, cover),
            Content::Advice(batch) => advice::advice(batch, reader),
            Content::Schedule(schedule) => sales::schedule(schedule, reader),
            Content::Settlement(settlement) => settlement::settlement(settlement, reader),
            Content::Month(month) => month::month(month, reader),
            Content::Terms(signed) => terms::terms(signed, reader),
            Content::Fees(charged) => fees::fees(charged, cover),
        };
        // Letters end as letters do; those that declare something say why nobody signed them.
        if matches!(content, Content::Notice(_) | Content::Release(_) | Content::Advice(_)) {
            parts.push(Part::Paragraph(REGARDS.with(reader, &[("house", cover.house.legal_name.as_str())])));
        }
        if matches!(content, Content::Notice(_) | Content::Release(_)) {
            parts.push(paragraph(&NO_SIGNATURE, reader));
        }
        let number = fact(&NUMBER, reader, cover.number.clone());
        let registered = cover.registered.as_ref().map(|number| fact(&REGISTERED, reader, number.clone()));
        let check = cover.check.as_ref().map(|Check { code, address }| CHECK.with(reader, &[("code", code), ("address", address)]));
        Paper {
            language: reader,
            title,
            letterhead: letterhead(&cover.house, cover.account.as_ref(), reader),
            recipient: cover.recipient.clone(),
            dateline: dateline(&cover.house, cover.on, reader),
            made_at: cover.made_at,
            references: [number].into_iter().chain(registered).collect(),
            parts,
            check,
        }
    }
}

/// What the charge for the time is called, by what an invoice was sold under.
fn discount(kind: Option<FacilityKind>) -> &'static Text {
    match kind {
        Some(FacilityKind::ReverseFactoring) => &Text { en: "Discount", de: "Diskont" },
        Some(FacilityKind::Factoring) | None => &Text { en: "Discount", de: "Zinsen" },
    }
}

const NUMBER: Text = Text { en: "Our reference", de: "Unser Zeichen" };
const REGISTERED: Text = Text { en: "Your registration number", de: "Ihre Handelsregisternummer" };
const CHECK: Text = Text { en: "Check code {code}. Check it at {address}", de: "Prüfcode {code}, zu prüfen auf {address}" };
const REGARDS: Text = Text { en: "Yours faithfully,\n{house}", de: "Mit freundlichen Grüßen\n{house}" };
const NO_SIGNATURE: Text = Text {
    en: "This document was created electronically and is valid without signature.",
    de: "Dieses Dokument wurde elektronisch erstellt und ist ohne Unterschrift gültig.",
};
const HELLO: Text = Text { en: "Dear Sir or Madam,", de: "Sehr geehrte Damen und Herren," };
const TOTAL: Text = Text { en: "Total", de: "Summe" };

const INVOICE: Text = Text { en: "Invoice", de: "Rechnung" };
const DEBTOR: Text = Text { en: "Buyer", de: "Abnehmer" };
const DUE_ON: Text = Text { en: "Due on", de: "Fällig am" };
const AMOUNT: Text = Text { en: "Amount\u{a0}({currency})", de: "Betrag\u{a0}({currency})" };
const FACE: Text = Text { en: "Invoice amount", de: "Rechnungsbetrag (brutto)" };

/// Whether a tax number begins with its country, as only those for VAT do.
fn is_vat_id(number: &str) -> bool {
    number.len() > 2 && number.bytes().take(2).all(|letter| letter.is_ascii_uppercase())
}

/// Who is meant: each by its name, with where it is and the number it is registered under. None where nothing of that is known.
fn parties(all: &[Party], reader: Language) -> Option<Part> {
    let fact = |party: &Party| Some(Fact { label: party.name.clone(), value: whereabouts(party, reader)? });
    let facts: Vec<_> = all.iter().filter_map(fact).collect();
    (!facts.is_empty()).then_some(Part::Facts(facts))
}

fn whereabouts(Party { address, register, .. }: &Party, reader: Language) -> Option<String> {
    let register = register.as_ref().map(|number| REGISTER.with(reader, &[("number", number)]));
    let told: Vec<_> = (!address.is_empty()).then(|| address.join(", ")).into_iter().chain(register).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

const REGISTER: Text = Text { en: "Registration number {number}", de: "Handelsregisternummer {number}" };

fn letterhead(house: &HouseProfile, account: Option<&HouseAccount>, reader: Language) -> Letterhead {
    const TAX: Text = Text { en: "Tax number {number}", de: "Steuernummer {number}" };
    const VAT: Text = Text { en: "VAT ID {number}", de: "USt-IdNr. {number}" };
    const PHONE: Text = Text { en: "Telephone {number}", de: "Telefon {number}" };
    let HouseProfile { legal_name, address, registration_number, tax_number, email, phone } = house;
    let town = [address.postal_code.as_ref().map(Line::as_str), Some(address.city.as_str())];
    let town = town.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let numbered = |text: &Text, number: &Option<Line>| number.as_ref().map(|number| text.with(reader, &[("number", number.as_str())]));
    let tax = if tax_number.as_ref().is_some_and(|number| is_vat_id(number.as_str())) { &VAT } else { &TAX };
    let phone = phone.as_ref().map(|phone| PHONE.with(reader, &[("number", phone.as_str())]));
    Letterhead {
        name: legal_name.as_str().to_owned(),
        address: vec![address.street.as_str().to_owned(), town],
        contact: phone.into_iter().chain([email.as_str().to_owned()]).collect(),
        register: [numbered(&REGISTER, registration_number), numbered(tax, tax_number)].into_iter().flatten().collect(),
        account: account.map(account_lines).unwrap_or_default(),
    }
}

fn account_lines(account: &HouseAccount) -> Vec<String> {
    let bic = account.bic.as_ref().map(|bic| format!("BIC {}", bic.as_str()));
    [account.holder.as_str().to_owned(), format!("IBAN {}", grouped(account.iban.as_str()))].into_iter().chain(bic).collect()
}

/// As in `Frankfurt am Main, 4 January 2027`.
fn dateline(house: &HouseProfile, on: NaiveDate, reader: Language) -> String {
    format!("{}, {}", house.address.city.as_str(), day(on, reader))
}

/// In groups of four.
fn grouped(number: &str) -> String {
    let letters: Vec<char> = number.chars().collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ")
}

fn paragraph(text: &Text, reader: Language) -> Part {
    Part::Paragraph(text.to(reader).to_owned())
}

fn heading(text: &Text, reader: Language) -> Part {
    Part::Heading(text.to(reader).to_owned())
}

fn fact(label: &Text, reader: Language, value: String) -> Fact {
    Fact { label: label.to(reader).to_owned(), value }
}

fn columns(headers: &[(String, ColumnKind)]) -> Vec<Column> {
    headers.iter().map(|(header, kind)| Column { header: header.clone(), kind: *kind }).collect()
}

fn row(kind: RowKind, cells: Vec<String>) -> Row {
    Row { kind, cells }
}
