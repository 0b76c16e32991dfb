//! What the parsers of everything a stranger may send take at worst: `sooner-bench parsers`. They run on the threads that
//! serve everybody, most of them before any rate limit, so none may take a millisecond; what takes longer belongs on the
//! hashing threads.

use crate::Failed;
use chrono::{DateTime, TimeDelta};
use sooner_adapters::{jwt::JwtAccessTokens, totp::HmacCodes};
use sooner_application::identity::ports::{AccessTokens, SecondFactorCodes};
use sooner_domain::{
    identity::{
        client::Client,
        password::{ContextWords, NewPassword, PlainPassword},
        second_factor::FactorId,
        session::Session,
    },
    kernel::{
        country::CountryCode,
        email::EmailAddress,
        ids::{SessionId, UserId},
        money::Currency,
        phone::{PhoneNumber, calling_code},
        search,
        text::{Line, Note, PersonName, Website},
    },
    onboarding::{
        bank_account::{AccountNumber, Bic, Iban, RoutingNumber, SortCode},
        document::FileName,
    },
};
use sooner_shared::{edit_body::EditBody, form_body::FormBody};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// A body has at most 64 KiB, and one field of it may take all of it.
const LONGEST: usize = 64 * 1024;
const MOST: Duration = Duration::from_millis(1);
const HASH: Duration = Duration::from_millis(40);

type Parser = (&'static str, Duration, Box<dyn Fn(&str)>);

/// Prints what each parser takes at worst, and of which input.
///
/// # Errors
/// When one takes longer than it may.
pub fn measure() -> Result<(), Failed> {
    let inputs = inputs();
    let mut slow = Vec::new();
    println!("| parser | worst case | of |\n|---|---|---|");
    for (name, most, parse) in parsers()? {
        let worst = inputs.iter().map(|(what, text)| (time(&parse, text), what)).max().ok_or("no input")?;
        println!("| {name} | {:.3} ms | {} |", worst.0.as_secs_f64() * 1_000.0, worst.1);
        if worst.0 > most {
            slow.push(name);
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(format!("too slow: {}", slow.join(", ")).into()) }
}

/// The median of some runs.
fn time(parse: &dyn Fn(&str), text: &str) -> Duration {
    let mut taken: Vec<_> = (0..11)
        .map(|_| {
            let begun = Instant::now();
            parse(black_box(text));
            begun.elapsed()
        })
        .collect();
    taken.sort();
    taken[taken.len() / 2]
}

/// Short ones of every kind, and the same as long as may be.
fn inputs() -> Vec<(String, String)> {
    let pieces = [
        "a",
        " ",
        "0",
        "9",
        "+",
        "+4915112345678",
        "@",
        ".",
        "a@",
        "a.",
        "ß",
        "\u{1e9e}",
        "İ",
        "é",
        "e\u{301}",
        "\u{0}",
        "\u{2028}",
        "-",
        "/",
        "\\",
        "%",
        "{",
        "[",
        "{\"a\":",
        "\"",
        "DE89",
        "https://",
        "xn--",
        "word ",
        "48({69!1|0$5+7%2<[@3",
        "01021990",
        "password",
        "Mozilla/5.0 (",
        "eyJ",
        "a.b.",
    ];
    let mut inputs = Vec::new();
    for piece in pieces {
        for length in [12, 24, 128, 254, 4_096, LONGEST] {
            let text: String = piece.chars().cycle().take(length).collect();
            let mut cut = text.len().min(LONGEST);
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            inputs.push((format!("{piece:?} × {length}"), text[..cut].to_owned()));
        }
    }
    inputs
}

#[expect(clippy::disallowed_methods, reason = "what it takes is what is asked")]
fn judge(text: &str) {
    if let Ok(password) = NewPassword::parse(text, &[]) {
        black_box(password.judge(&ContextWords::of(&[])).is_ok());
    }
}

/// The longest edit that is looked through.
fn every_field_of_fifty_people() -> String {
    let person = |id: usize| {
        let fields = ["fname", "lname", "bornOn", "nationality", "roles", "ownershipPercent"].into_iter();
        fields.map(move |field| serde_json::json!({ "field": format!("people[{id}].{field}") }))
    };
    serde_json::json!({ "version": 1, "changes": (0..50).flat_map(person).collect::<Vec<_>>() }).to_string()
}

fn parsers() -> Result<Vec<Parser>, Failed> {
    let germany = CountryCode::parse("DE").map_err(|invalid| invalid.to_string())?;
    let usa = CountryCode::parse("US").map_err(|invalid| invalid.to_string())?;
    // The numbering plans are loaded when the product starts.
    calling_code(germany);
    let (tokens, codes) = (JwtAccessTokens::new(b"secret"), HmacCodes::new(b"secret"));
    let (factor, now) = (FactorId(Uuid::nil()), DateTime::UNIX_EPOCH);
    let session = Session::open(SessionId(Uuid::nil()), UserId(Uuid::nil()), TimeDelta::hours(1), now);
    let token = tokens.sign(&session)?;
    fn of<T: 'static>(name: &'static str, parse: impl Fn(&str) -> T + 'static) -> Parser {
        (name, MOST, Box::new(move |text| drop(black_box(parse(text)))))
    }
    Ok(vec![
        of("e-mail address", EmailAddress::parse),
        of("name of a person", PersonName::parse),
        of("line", Line::parse),
        of("note", Note::parse),
        of("web address", Website::parse),
        of("name of a file", FileName::parse),
        of("country", CountryCode::parse),
        of("currency", Currency::parse),
        of("phone of a country", move |text| PhoneNumber::parse(text, germany)),
        of("phone of a shared calling code", move |text| PhoneNumber::parse(text, usa)),
        of("phone of no country", PhoneNumber::check),
        of("IBAN", Iban::parse),
        of("account number", AccountNumber::parse),
        of("BIC", Bic::parse),
        of("sort code", SortCode::parse),
        of("routing number", RoutingNumber::parse),
        // A search has at most 300 characters, like the names it finds.
        of("words of a search", |text| search::words([text.chars().take(300).collect::<String>().as_str()])),
        of("password, typed", PlainPassword::parse_typed),
        of("password, new, before it is judged", |text| NewPassword::parse(text, &[text, text, text])),
        of("password, new, of somebody with long names", |text| NewPassword::parse("correct horse battery", &[text, text, text])),
        of("user agent", Client::of_user_agent),
        of("access token", move |text| tokens.read(&format!("{token}{text}"), now)),
        of("code of an app", {
            let codes = HmacCodes::new(b"secret");
            move |text| codes.step_of(factor, text, now)
        }),
        of("recovery codes", move |_| codes.recovery_codes(factor)),
        of("form, as JSON", |text| serde_json::from_str::<FormBody>(text).map(|form| form.parse().is_ok()).is_ok()),
        of("form with a long name", |text| {
            let form =
                serde_json::json!({ "company": { "legalName": text, "website": text }, "people": [], "bankAccount": { "iban": text } });
            serde_json::from_value::<FormBody>(form).map(|form| form.parse().is_ok()).is_ok()
        }),
        of("form, every field of fifty people changed", {
            let most = every_field_of_fifty_people();
            move |_| serde_json::from_str::<EditBody>(&most).map(|edit| edit.parse().is_ok()).is_ok()
        }),
        ("password, judged (on a hashing thread)", HASH, Box::new(judge)),
    ])
}
