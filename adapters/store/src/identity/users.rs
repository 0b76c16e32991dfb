//! Accounts.

use super::{links, sessions};
use crate::kernel::failure::{Failure, corrupt, unless_taken};
use crate::{
    DieselStore,
    kernel::{
        commit::Carried,
        db::{Conn, on},
        types::{Id, Time},
    },
    schema::{phone_proofs, users},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::{AddUserError, Beginning, PhoneVerified, Users, VerifyPhoneStoreError},
    kernel::{commit::WriteContext, unavailable::Unavailable},
};
use sooner_domain::{
    identity::{
        password::PasswordHash,
        phone_proof::PhoneProof,
        user::{Parts, Role, User},
    },
    kernel::{coded::Coded, country::CountryCode, email::EmailAddress, ids::UserId, phone::PhoneNumber, text::PersonName},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = users)]
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
}

impl From<&User> for UserRow {
    fn from(user: &User) -> Self {
        let Parts { id, email, email_verified, fname, lname, phone, phone_verified, country, role, password, second_factor, created_at } =
            user.parts();
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
                password: self.password_hash.map(PasswordHash::restore),
                second_factor: self.second_factor,
                created_at: self.created_at.0,
            })
        };
        parts().map(User::restore).ok_or_else(|| corrupt("user"))
    }
}

#[async_trait]
impl Users for DieselStore {
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
        let email = email.as_str().to_owned();
        self.db
            .read(move |conn| {
                let query = users::table.filter(users::email.eq(email));
                let row: Option<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).get_result(c)).optional()?;
                row.map(UserRow::into_user).transpose()
            })
            .await
    }

    async fn add(&self, user: &User, begin: Beginning, effects: WriteContext) -> Result<(), AddUserError> {
        let (row, effects) = (UserRow::from(user), Carried::from(effects));
        self.db
            .write(move |conn| {
                let insert = diesel::insert_into(users::table).values(row);
                unless_taken(on!(conn, |c| insert.execute(c)), "email", AddUserError::EmailTaken)?;
                if let Some(session) = begin.session {
                    sessions::insert(conn, &session)?;
                }
                if let Some(issued) = begin.link {
                    links::replace(conn, &issued)?;
                }
                effects.without_key().write(conn)
            })
            .await
    }

    async fn change_phone(&self, user: &User, effects: WriteContext) -> Result<(), Unavailable> {
        let UserRow { id, phone, country, .. } = UserRow::from(user);
        let effects = Carried::from(effects);
        self.db
            .write(move |conn| {
                // Only while unverified: a verification that came between must not end up with another number.
                let unverified = users::table.find(id).filter(users::verified_phone.is_null());
                let update = diesel::update(unverified).set((users::phone.eq(phone), users::country.eq(country)));
                match on!(conn, |c| update.execute(c))? {
                    0 => Ok(()),
                    _ => effects.without_key().write(conn),
                }
            })
            .await
    }

    async fn verify_phone(&self, verified: PhoneVerified, effects: WriteContext) -> Result<(), VerifyPhoneStoreError> {
        let effects = Carried::from(effects);
        let PhoneVerified { user, proof, ended, opened } = verified;
        let UserRow { id, phone, .. } = UserRow::from(&user);
        self.db
            .write(move |conn| {
                mark_used(conn, id, proof)?;
                let update = diesel::update(users::table.find(id)).set(users::verified_phone.eq(phone));
                unless_taken(on!(conn, |c| update.execute(c)), "verified_phone", VerifyPhoneStoreError::PhoneTaken)?;
                sessions::delete(conn, ended)?;
                sessions::insert(conn, &opened)?;
                effects.without_key().write(conn)
            })
            .await
    }
}

fn mark_used(conn: &mut Conn, user: Id, proof: PhoneProof) -> Result<(), Failure<VerifyPhoneStoreError>> {
    let insert = diesel::insert_into(phone_proofs::table).values((
        phone_proofs::subject.eq(proof.subject),
        phone_proofs::authenticated_at.eq(Time(proof.authenticated_at)),
        phone_proofs::issued_at.eq(Time(proof.issued_at)),
        phone_proofs::user_id.eq(user),
    ));
    unless_taken(on!(conn, |c| insert.execute(c)), "subject", VerifyPhoneStoreError::ProofUsed)?;
    Ok(())
}
