//! From rows to what the ports answer.

use chrono::{DateTime, Utc};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    identity::{
        client::{Browser, Client, System},
        operator::OperatorRoles,
        password::PasswordHash,
        session::Session,
        user::{Parts, Role, User},
    },
    kernel::{
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, SessionId, UserId},
        language::Language,
        money::{Currency, Money},
        phone::PhoneNumber,
        text::{Line, PersonName},
    },
    onboarding::{company::CompanyDetails, status::OnboardingStatus},
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerId, BuyerStatus, PaymentTerms},
        membership::{MemberRole, Membership},
    },
};
use sooner_shared::form_body::StoredCompany;
use uuid::Uuid;

macro_rules! member_columns {
    () => {
        "s.id, s.user_id, s.created_at, s.expires_at, s.awaits_code, u.id, u.email, u.email_verified, u.fname, u.lname, u.phone, \
         u.verified_phone, u.country, u.role, u.password_hash, u.created_at, u.second_factor, u.version, m.user_id, m.company_id, \
         m.role, m.since, COALESCE(s.last_used_at, s.created_at), s.browser, s.system, u.language"
    };
}
macro_rules! members {
    () => {
        " FROM sessions s JOIN (users u JOIN memberships m ON m.user_id = u.id) ON s.user_id = u.id"
    };
}

/// A session, its user and their membership, by the session's id.
pub const MEMBER: &str = concat!("SELECT ", member_columns!(), members!(), " WHERE s.id = $1");
/// The same, with status and form of the company's application.
pub const SCREEN: &str = concat!(
    "SELECT ",
    member_columns!(),
    ", a.status, a.form",
    members!(),
    " LEFT JOIN applications a ON a.company_id = m.company_id WHERE s.id = $1"
);
/// The pending buyers of a company.
pub const BUYERS: &str = "SELECT id, company_id, debtor_id, legal_name, country, registration_number, contact_name, contact_email, \
    volume_minor, volume_currency, payment_terms_days, status, created_at FROM buyers \
    WHERE company_id = $1 AND status = 'pending' ORDER BY id";

pub fn failed(error: impl std::fmt::Display) -> Unavailable {
    Unavailable::Failed(error.to_string())
}

fn odd() -> Unavailable {
    Unavailable::Failed("a row does not parse".to_owned())
}

/// A row, read column by column. SQLite and PostgreSQL store ids and times differently.
pub trait Row {
    fn text(&self, column: usize) -> Result<String, Unavailable>;
    fn maybe_text(&self, column: usize) -> Result<Option<String>, Unavailable>;
    fn flag(&self, column: usize) -> Result<bool, Unavailable>;
    fn small(&self, column: usize) -> Result<i16, Unavailable>;
    fn int(&self, column: usize) -> Result<i32, Unavailable>;
    fn long(&self, column: usize) -> Result<i64, Unavailable>;
    fn id(&self, column: usize) -> Result<Uuid, Unavailable>;
    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>, Unavailable>;
    fn time(&self, column: usize) -> Result<DateTime<Utc>, Unavailable>;
    fn company(&self, column: usize) -> Result<StoredCompany, Unavailable>;
}

pub fn member(row: &impl Row) -> Result<(Session, User, Membership), Unavailable> {
    let session = Session {
        id: SessionId(row.id(0)?),
        user: UserId(row.id(1)?),
        created_at: row.time(2)?,
        expires_at: row.time(3)?,
        last_used_at: row.time(22)?,
        client: Client {
            browser: row.maybe_text(23)?.as_deref().and_then(Browser::from_code),
            system: row.maybe_text(24)?.as_deref().and_then(System::from_code),
        },
        awaits_code: row.flag(4)?,
        // Nothing seeded has either.
        confirmed: None,
    };
    let user = User::restore(Parts {
        id: UserId(row.id(5)?),
        email: EmailAddress::parse(&row.text(6)?).map_err(failed)?,
        email_verified: row.flag(7)?,
        fname: PersonName::parse(&row.text(8)?).map_err(failed)?,
        lname: PersonName::parse(&row.text(9)?).map_err(failed)?,
        phone: row.maybe_text(10)?.map(PhoneNumber::restore),
        phone_verified: row.maybe_text(11)?.is_some(),
        country: row.maybe_text(12)?.map(|code| CountryCode::parse(&code)).transpose().map_err(failed)?,
        operator_roles: OperatorRoles::default(),
        role: Role::from_code(&row.text(13)?).ok_or_else(odd)?,
        password: row.maybe_text(14)?.map(PasswordHash::restore),
        created_at: row.time(15)?,
        second_factor: row.flag(16)?,
        language: Language::from_code(&row.text(25)?).unwrap_or_default(),
        version: row.long(17)?,
    });
    let membership = Membership {
        user: UserId(row.id(18)?),
        company: CompanyId(row.id(19)?),
        role: MemberRole::from_code(&row.text(20)?).ok_or_else(odd)?,
        since: row.time(21)?,
    };
    Ok((session, user, membership))
}

/// Every seeded company has an application.
pub fn application(row: &impl Row) -> Result<(OnboardingStatus, CompanyDetails), Unavailable> {
    let status = OnboardingStatus::from_number(row.small(26)?).ok_or_else(odd)?;
    Ok((status, row.company(27)?.parse_leniently()))
}

pub fn buyer(row: &impl Row) -> Result<Buyer, Unavailable> {
    let currency = Currency::parse(&row.text(9)?).map_err(failed)?;
    Ok(Buyer {
        id: BuyerId(row.id(0)?),
        seller: CompanyId(row.id(1)?),
        details: BuyerDetails {
            legal_name: Line::parse(&row.text(3)?).map_err(failed)?,
            country: CountryCode::parse(&row.text(4)?).map_err(failed)?,
            registration_number: Line::parse(&row.text(5)?).map_err(failed)?,
            contact_name: PersonName::parse(&row.text(6)?).map_err(failed)?,
            contact_email: EmailAddress::parse(&row.text(7)?).map_err(failed)?,
            expected_yearly_volume: Money::parse(row.long(8)?, currency).map_err(failed)?,
            payment_terms: PaymentTerms::parse_days(row.int(10)?.into()).map_err(failed)?,
        },
        status: BuyerStatus::from_code(&row.text(11)?).ok_or_else(odd)?,
        debtor: row.maybe_id(2)?.map(DebtorId),
        created_at: row.time(12)?,
    })
}
