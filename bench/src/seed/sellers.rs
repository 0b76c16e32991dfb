//! Sellers with an agreement and with receivables, beside the people of every database.

use super::{Dialect, People, accounts, execute, settle};
use crate::{Bench, Failed};
use sooner_adapters::system::SystemClock;
use sooner_application::kernel::clock::Clock;
use sooner_domain::{
    facilities::terms::{FacilityKind, Notification, Parts, Terms, VerificationRule},
    kernel::{
        Invalid,
        interest::{DayCount, YearlyRate},
        minor::Minor,
        money::{Currency, Percentage},
    },
};
use sooner_shared::terms_body::TermsBody;
use std::path::PathBuf;

/// The first seller; those before are operators.
pub const FIRST: i64 = 2;

/// Who sells how much on whom.
#[derive(Clone, Copy)]
pub struct Market {
    pub sellers: i64,
    /// In all: of several sellers, each has one of its own.
    pub debtors: i64,
    pub receivables: i64,
    /// How many of them are on offer, those entered last; the others were sold.
    pub offered: i64,
    pub sold: Sold,
}

/// What became of what was sold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sold {
    /// All of it was due ten days ago, nine of ten are settled.
    MostlySettled,
    /// Of a hundred 95 are paid out, and booked: one was due today, four in the month before, the others become due in the course
    /// of three months. Of what is on offer one in ten is due tomorrow.
    MostlyPaidOut,
}

/// People, of whom some sell.
pub struct Sellers {
    pub people: People,
    /// The file of the sellers' accounts, and of the operator's.
    pub accounts: PathBuf,
    pub operator: PathBuf,
}

/// Everybody can sell, as far as nothing else is missing; the operator may look.
const READY: &str = "
UPDATE users SET operator_roles = 'reviewer,credit,treasury,admin,auditor' WHERE role = 'operator';
UPDATE applications SET status = 2;
UPDATE companies SET legal_entity = 'DE:R:S' || upper({hex of id});
";
const DEBTORS: &str = "
INSERT INTO debtors (id, legal_entity, legal_name, created_at) SELECT {id}, 'DE:R:D' || i, 'Nordwind ' || i || ' AG', {now} {from i};
INSERT INTO debtor_limits (debtor_id, currency, amount_minor) SELECT {id}, 'EUR', 900000000000 {from i};
INSERT INTO buyers (id, company_id, debtor_id, legal_name, country, registration_number, contact_name, contact_email, volume_minor,
    volume_currency, payment_terms_days, status, created_at)
  SELECT {id of 1000000 + i}, {id of SELLER}, {id}, 'Nordwind ' || i || ' AG', 'DE', 'D ' || i, 'Nora Wind', 'nora@example.com', 25000000, 'EUR', 30,
    'approved', {now} {from i};
";
/// No facility has the id of a debtor: limits are kept by either.
const AGREEMENTS: &str = "
INSERT INTO facilities (id, company_id, kind, currency, status, version, created_at) SELECT {id of 2000000 + i}, {id}, 'factoring', 'EUR', 'active', 1, {now} {from i};
INSERT INTO terms_versions (facility_id, number, terms, hash, proposed_by, proposed_at, state, ended_by, ended_at, signed_name, address)
  SELECT {id of 2000000 + i}, 1, 'TERMS', {bytes of HASH}, {id of 1}, {now}, 'accepted', {id}, {now}, 'Ada Brandt', '127.0.0.1' {from i};
";
/// Numbers and amounts that are not like each other; those sold were issued in the course of three years.
const RECEIVABLES: &str = r#"
INSERT INTO receivables (id, version, reference, seller_id, buyer_id, programme_buyer_id, debtor_id, facility_id, terms_version,
    invoice_number, normalised_number, visible_number, issued_on, due_on, face, currency, owed, owed_due_on, status, fingerprint, series, entered_by, entered_at,
    submitted_at, payout_on, open, out, diluted, details)
  SELECT {id}, 3, 'RF' || {two digits of 98 - (i * 1000000 + 271500) % 97} || i, {id of SELLER}, {id of 1000000 + DEBTOR}, NULL, {id of DEBTOR},
    {id of 2000000 + SELLER}, 1, 'RE ' || NUMBER, 'RE' || NUMBER, 'RE' || NUMBER, {today + ISSUED}, {today + DUE}, FACE, 'EUR', FACE, {today + DUE}, STATUS,
    {hash of i}, 0, {id of SELLER}, {now}, {now}, PAYOUT, OPEN, OPEN / 10 * 8, 0,
    '{"orderReference":null,"note":null,"hold":null,"dispute":null,"evidence":[],"exception":null,"submitted":{"by":"USER","on":"' || {today + 0}
    || '"},"accepted":' || ACCEPTED || ',"rejection":null}' {from i};
INSERT INTO receivable_documents (id, receivable_id, name, sha256, uploaded_at) SELECT {id}, {id}, 'invoice.pdf', {hash of i}, {now} {from i};
"#;
/// What happened to those that were sold, and what they use of the limits.
const SOLD: &str = "
INSERT INTO receivable_facts (id, receivable_id, place, kind, happened_on, at, taken_back)
  SELECT {id of i * 4 + 1}, {id}, 1, 'funded', {today + PAID_OUT}, {now}, FALSE {from i};
INSERT INTO receivable_facts (id, receivable_id, place, kind, happened_on, at, taken_back)
  SELECT {id of i * 4 + 2}, {id}, 2, 'executed', {today + PAID_OUT}, {now}, FALSE {from i};
INSERT INTO receivable_facts (id, receivable_id, place, kind, happened_on, value_on, amount, money_from, at, taken_back)
  SELECT {id of i * 4 + 3}, {id}, 3, 'received', {today + DUE}, {today + DUE}, FACE, 'debtor', {now}, FALSE {from i} WHERE SETTLED;
INSERT INTO exposures (ceiling, owner_id, part, in_use) SELECT 'facility_limit', facility_id, '', sum(out) FROM receivables WHERE out > 0 GROUP BY facility_id;
INSERT INTO exposures (ceiling, owner_id, part, in_use)
  SELECT 'concentration', facility_id, {hex of debtor_id}, sum(out) FROM receivables WHERE out > 0 GROUP BY facility_id, debtor_id;
INSERT INTO exposures (ceiling, owner_id, part, in_use) SELECT 'debtor_limit', debtor_id, 'EUR', sum(open) FROM receivables WHERE open > 0 GROUP BY debtor_id;
";
/// That they were paid out is booked, though not with the accounts of the house; who was late is somebody's to see to already. The
/// date is over.
const BOOKED: &str = "
INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, receivable_id, amount)
  SELECT {id}, 1, 'receivables_purchased', 'EUR', {id}, {id}, FACE {from i} WHERE NOT (SETTLED);
INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, receivable_id, amount)
  SELECT {id}, 2, 'reserves', 'EUR', {id}, {id}, FACE / 10 * 8 - FACE {from i} WHERE NOT (SETTLED);
INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, receivable_id, amount)
  SELECT {id}, 3, 'sellers_payable', 'EUR', {id of SELLER}, {id}, FACE / 10 * -8 {from i} WHERE NOT (SETTLED);
INSERT INTO ledger_entries (id, dated_on, booked_at, event, subject, lines)
  SELECT {id}, {today + PAID_OUT}, {now}, 'funded', {id}, 3 {from i} WHERE NOT (SETTLED);
INSERT INTO end_of_day_tasks (receivable_id, kind, due_on, raised_on)
  SELECT {id}, 'overdue', {today + DUE}, {today + DUE + 1} {from i} WHERE i % 100 BETWEEN 1 AND 4;
";
const OVER: &str = "INSERT INTO end_of_days (business_date, version, state, started_at) SELECT {today + 0}, 1, 'done', {now} {from i};";
/// The advance's day and the day on which it was due, of those that were sold: in days from now.
const PAID_OUT: &str = "-40";
const WAS_DUE: &str = "-10";

impl Sold {
    /// Which are settled, when those sold are due and when those on offer, in days from now.
    fn spelled(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::MostlySettled => ("i % 10 <> 0", WAS_DUE, "60"),
            Self::MostlyPaidOut => (
                "i % 100 >= 95",
                "CASE WHEN i % 100 = 0 THEN 0 WHEN i % 100 < 5 THEN -2 - i % 29 ELSE 1 + i % 89 END",
                "CASE i % 10 WHEN 0 THEN 1 ELSE 60 + i % 30 END",
            ),
        }
    }
}

/// The terms of every agreement: 80 %, 12 % a year, 1.5 %.
fn terms() -> Result<Terms, Failed> {
    let share = Percentage::parse_basis_points;
    let parts = || -> Result<Parts, Invalid> {
        Ok(Parts {
            kind: FacilityKind::Factoring,
            currency: Currency::parse("EUR")?,
            limit: Minor::new(900_000_000_000),
            advance_rate: share(8_000)?,
            discount_rate: YearlyRate::parse_basis_points(1_200)?,
            day_count: DayCount::Act360,
            service_fee: share(150)?,
            service_fee_minimum: Minor::ZERO,
            payout_fee: Minor::ZERO,
            fee_tax: share(0)?,
            cover: share(0)?,
            grace_days: 0,
            late_rate: YearlyRate::parse_basis_points(0)?,
            recourse_after_days: 60,
            min_days: 1,
            max_days: 180,
            max_invoice_age_days: 90,
            concentration: share(10_000)?,
            verification: VerificationRule::Never,
            verification_above: None,
            notification: Notification::Disclosed,
            buyer_share: share(0)?,
        })
    };
    let parts = parts().map_err(|invalid| format!("{invalid:?}"))?;
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

impl Sellers {
    /// A market in a database of its own: in PostgreSQL under this name, or on SQLite.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn of(bench: &Bench, postgres: Option<&str>, market: Market) -> Result<Self, Failed> {
        let people = People::of(bench, &bench.sooner, postgres)?;
        write(&people.url, market)?;
        let [accounts_of_sellers, operator] = ["sellers", "operator"].map(|name| people.folder.path().join(name));
        accounts(&accounts_of_sellers, FIRST..=FIRST + market.sellers - 1)?;
        accounts(&operator, 1..=1)?;
        Ok(Self { people, accounts: accounts_of_sellers, operator })
    }
}

fn write(url: &str, market: Market) -> Result<(), Failed> {
    let Market { sellers, debtors, receivables, offered, sold: became } = market;
    let (settled, was_due, is_due) = became.spelled();
    let (dialect, now) = (Dialect::of(url), SystemClock.now());
    // One after the other in turn, on the debtors in turn: of several sellers each has one.
    let seller = format!("{FIRST} + (i - 1) % {sellers}");
    let debtor = format!("1 + (i - 1) % {debtors}");
    let user = uuid::Uuid::from_u128((0xf << 124) | FIRST as u128).to_string();
    let spell = |template: &str, on_offer: bool| {
        let (issued, due, payout) = if on_offer {
            ("-(i % 30)", is_due, "NULL".to_owned())
        } else {
            ("-41 - i % 1000", was_due, format!("{{today + {PAID_OUT}}}"))
        };
        let accepted = format!(
            "'{{\"by\":\"{user}\",\"at\":\"2026-01-01T00:00:00Z\",\"offer\":\"{}\",\"dueOn\":\"' || {{today + {was_due}}} || '\"}}'",
            "0".repeat(64)
        );
        let [status, open, accepted] = match on_offer {
            true => ["'offered'", "0", "'null'"],
            false => ["CASE WHEN SETTLED THEN 'settled' ELSE 'funded' END", "CASE WHEN SETTLED THEN 0 ELSE FACE END", &accepted],
        };
        let spelled = [
            ("ACCEPTED", accepted),
            ("OPEN", open),
            ("STATUS", status),
            ("SETTLED", settled),
            ("PAYOUT", &payout),
            ("ISSUED", issued),
            ("DUE", due),
            ("PAID_OUT", PAID_OUT),
            ("FACE", "(100000 + i * 1047290 % 10000000)"),
            ("NUMBER", "(i * 7654321 % 900000001 + 100000000)"),
            ("SELLER", &seller),
            ("DEBTOR", &debtor),
            ("USER", &user),
        ];
        spelled.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    };
    let sold = receivables - offered;
    let terms = terms()?;
    let agreements =
        AGREEMENTS.replace("HASH", &terms.hash().to_string()).replace("TERMS", &serde_json::to_string(&TermsBody::from(&terms))?);
    let mut sql = dialect.spell(READY, 1, 1, now);
    sql += &dialect.spell(&spell(DEBTORS, true), 1, debtors, now);
    sql += &dialect.spell(&agreements, FIRST, FIRST + sellers - 1, now);
    if sold > 0 {
        sql += &dialect.spell(&spell(&[RECEIVABLES, SOLD].concat(), false), 1, sold, now);
    }
    if became == Sold::MostlyPaidOut {
        sql += &dialect.spell(&spell(BOOKED, false), 1, sold, now);
        sql += &dialect.spell(OVER, 1, 1, now);
    }
    sql += &dialect.spell(&spell(RECEIVABLES, true), sold + 1, receivables, now);
    execute(url, &sql)?;
    settle(url)
}
