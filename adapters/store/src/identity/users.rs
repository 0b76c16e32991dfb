//! Accounts.

use super::{
    IdentityStore, known_addresses,
    schema::{sign_ins, users},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_another_has, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::{
    identity::{
        KnownAddress,
        changes::{EMAIL, LAST_ADMIN, VERIFIED_PHONE},
        ports::{AtAddress, Seen, Users},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    identity::{
        operator::{OperatorRole, OperatorRoles},
        password::PasswordHash,
        user::{Parts, Role, User},
    },
    kernel::{
        coded::Coded, country::CountryCode, email::EmailAddress, ids::UserId, language::Language, phone::PhoneNumber, text::PersonName,
    },
};
use std::net::IpAddr;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct UserRow {
    id: Id,
    email: String,
    email_verified: bool,
    fname: String,
    lname: String,
    phone: Option<String>,
    verified_phone: Option<String>,
    country: Option<String>,
    role: String,
    password_hash: Option<String>,
    created_at: Time,
    second_factor: bool,
    version: i64,
    language: String,
    operator_roles: String,
}

impl From<&User> for UserRow {
    fn from(user: &User) -> Self {
        let Parts {
            id,
            email,
            email_verified,
            fname,
            lname,
            phone,
            phone_verified,
            country,
            role,
            operator_roles,
            password,
            second_factor,
            language,
            created_at,
            version,
        } = user.parts();
        let phone = phone.as_ref().map(|phone| phone.as_str().to_owned());
        Self {
            id: Id(id.0),
            email: email.as_str().to_owned(),
            email_verified: *email_verified,
            fname: fname.as_str().to_owned(),
            lname: lname.as_str().to_owned(),
            verified_phone: phone.clone().filter(|_| *phone_verified),
            phone,
            country: country.map(|country| country.as_str().to_owned()),
            role: role.code().to_owned(),
            password_hash: password.as_ref().map(|hash| hash.as_str().to_owned()),
            created_at: Time(*created_at),
            second_factor: *second_factor,
            version: *version,
            language: language.code().to_owned(),
            operator_roles: operator_roles.codes(),
        }
    }
}

impl UserRow {
    pub(crate) fn into_user<E: From<Unavailable>>(self) -> Result<User, Failure<E>> {
        let parts = || {
            Some(Parts {
                id: UserId(self.id.0),
                email: EmailAddress::parse(&self.email).ok()?,
                email_verified: self.email_verified,
                fname: PersonName::parse(&self.fname).ok()?,
                lname: PersonName::parse(&self.lname).ok()?,
                phone_verified: self.verified_phone.is_some(),
                phone: self.phone.map(PhoneNumber::restore),
                country: match self.country {
                    Some(code) => Some(CountryCode::parse(&code).ok()?),
                    None => None,
                },
                role: Role::from_code(&self.role)?,
                operator_roles: OperatorRoles::from_codes(&self.operator_roles),
                password: self.password_hash.map(PasswordHash::restore),
                second_factor: self.second_factor,
                // One that only a newer release knows keeps nobody out.
                language: Language::from_code(&self.language).unwrap_or_default(),
                created_at: self.created_at.0,
                version: self.version,
            })
        };
        parts().map(User::restore).ok_or_else(|| corrupt("user"))
    }
}

pub(super) fn insert(conn: &mut Conn, user: &User) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(users::table).values(UserRow::from(user));
    unless_another_has(EMAIL, on!(conn, |c| insert.execute(c))).map(drop)
}

/// Writes the account if nobody did since it was read.
pub(super) fn update(conn: &mut Conn, user: &User) -> Result<(), Failure<CommitError>> {
    let row = UserRow::from(user);
    let unchanged = users::table.find(row.id).filter(users::version.eq(row.version));
    let update = diesel::update(unchanged).set(UserRow { version: row.version + 1, ..row });
    let updated = match unless_another_has(EMAIL, on!(conn, |c| update.execute(c))) {
        Err(Failure::Database(error)) => unless_another_has(VERIFIED_PHONE, Err(error)),
        other => other,
    };
    unless_stale(updated?)
}

/// Holds the account as it was checked until the rest is written: PostgreSQL makes whoever changes it wait, SQLite has one
/// writer anyway.
pub(super) fn stands(conn: &mut Conn, id: UserId, password: Option<&PasswordHash>, factor: bool) -> Result<(), Failure<CommitError>> {
    let query = users::table.find(Id(id.0)).select((users::password_hash, users::second_factor));
    let found: Option<(Option<String>, bool)> = match conn {
        Conn::Postgres(conn) => query.for_share().get_result(conn),
        Conn::Sqlite(conn) => query.get_result(conn),
    }
    .optional()?;
    let stands = found.is_some_and(|(hash, guarded)| hash.as_deref() == password.map(PasswordHash::as_str) && guarded == factor);
    unless_stale(usize::from(stands))
}

/// Holds an operator's roles as they were checked until the rest is written.
pub(super) fn works(conn: &mut Conn, id: UserId, roles: OperatorRoles) -> Result<(), Failure<CommitError>> {
    let query = users::table.find(Id(id.0)).select(users::operator_roles);
    let found: Option<String> = match conn {
        Conn::Postgres(conn) => query.for_share().get_result(conn),
        Conn::Sqlite(conn) => query.get_result(conn),
    }
    .optional()?;
    let stands = found.is_some_and(|codes| OperatorRoles::from_codes(&codes) == roles);
    if stands { Ok(()) } else { Err(Failure::Refused(CommitError::NotAllowed)) }
}

/// Holds every operator, in one order, so that of two who take the role from each other one sees what the other did.
pub(super) fn hold_admins(conn: &mut Conn, without: Option<UserId>) -> Result<(), Failure<CommitError>> {
    let query = users::table.filter(users::role.eq(Role::Operator.code())).order(users::id).select((users::id, users::operator_roles));
    let operators: Vec<(Id, String)> = match conn {
        Conn::Postgres(conn) => query.for_update().load(conn),
        Conn::Sqlite(conn) => query.load(conn),
    }?;
    let is_admin = |codes: &str| OperatorRoles::from_codes(codes).contains(OperatorRole::Admin);
    let stays = operators.iter().any(|(id, codes)| Some(UserId(id.0)) != without && is_admin(codes));
    if stays || without.is_none() { Ok(()) } else { Err(Failure::Refused(CommitError::Taken(LAST_ADMIN))) }
}

fn of_email<E: From<Unavailable>>(conn: &mut Conn, email: &str) -> Result<Option<User>, Failure<E>> {
    let query = users::table.filter(users::email.eq(email));
    let row: Option<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).get_result(c)).optional()?;
    row.map(UserRow::into_user).transpose()
}

pub(crate) fn of_ids<E: From<Unavailable>>(conn: &mut Conn, ids: &[Id]) -> Result<Vec<User>, Failure<E>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = users::table.filter(users::id.eq_any(ids));
    let rows: Vec<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).load(c))?;
    rows.into_iter().map(UserRow::into_user).collect()
}

#[async_trait]
impl Users for IdentityStore {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = users::table.find(Id(id.0));
                let row: Option<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).get_result(c)).optional()?;
                row.map(UserRow::into_user).transpose()
            })
            .await
    }

    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable> {
        let email = email.clone();
        self.db.read(move |conn| of_email(conn, email.as_str())).await
    }

    async fn by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, Unavailable> {
        let ids: Vec<_> = ids.iter().map(|id| Id(id.0)).collect();
        self.db.read(move |conn| of_ids(conn, &ids)).await
    }

    async fn operators(&self) -> Result<Vec<Seen>, Unavailable> {
        self.db
            .read(|conn| {
                let operators = users::table.left_join(sign_ins::table).filter(users::role.eq(Role::Operator.code()));
                let query = operators.order((users::created_at, users::id));
                let last_at = sign_ins::last_at.nullable();
                let rows: Vec<(UserRow, Option<Time>)> = on!(conn, |c| query.select((UserRow::as_select(), last_at)).load(c))?;
                let seen = |(user, at): (UserRow, Option<Time>)| Ok(Seen { user: user.into_user()?, last_sign_in_at: at.map(|at| at.0) });
                rows.into_iter().map(seen).collect()
            })
            .await
    }

    async fn at_address(&self, email: &EmailAddress, from: IpAddr, since: DateTime<Utc>) -> Result<AtAddress, Unavailable> {
        let email = email.clone();
        self.db
            .read(move |conn| {
                let user = of_email(conn, email.as_str())?;
                // Asked for nobody's too: the time it takes must not tell which address has an account.
                let account = user.as_ref().map_or(UserId(Uuid::nil()), User::id);
                let is_known = known_addresses::is_known(conn, KnownAddress::of(account, from), since)?;
                Ok(AtAddress { user, is_known })
            })
            .await
    }
}
