//! The user: one account, one person.

use super::{password::PasswordHash, phone_proof::PhoneProof};
use crate::kernel::{
    coded::{Coded, coded_enum},
    country::CountryCode,
    email::EmailAddress,
    ids::UserId,
    phone::PhoneNumber,
    search,
    text::PersonName,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

coded_enum!(
    /// What an account may do.
    Role {
        /// Applies for finance and, once approved, uses it.
        Member = "member",
        /// Reviews applications.
        Operator = "operator",
    }
);

/// An account.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    parts: Parts,
}

/// What an account consists of, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    pub id: UserId,
    pub email: EmailAddress,
    pub email_verified: bool,
    pub fname: PersonName,
    pub lname: PersonName,
    /// Operators are made on the command line and have no phone.
    pub phone: Option<PhoneNumber>,
    pub phone_verified: bool,
    pub country: Option<CountryCode>,
    pub role: Role,
    /// None until an operator has followed the link that sets it.
    pub password: Option<PasswordHash>,
    /// Whether signing in asks for a code besides the password.
    pub second_factor: bool,
    pub created_at: DateTime<Utc>,
    /// Counts changes; a writer names the one it saw.
    pub version: i64,
}

/// What a person gives at sign-up.
#[derive(Debug, Clone)]
pub struct NewMember {
    pub email: EmailAddress,
    pub fname: PersonName,
    pub lname: PersonName,
    pub phone: PhoneNumber,
    pub country: CountryCode,
}

/// Why a phone number stays unproven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhoneRefused {
    #[error("this is another phone number than the account's")]
    OtherNumber,
    #[error("the phone number is verified already")]
    AlreadyVerified,
    #[error("the phone was proved before this phone step began")]
    TooOld,
}

/// The proven address is not the account's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is another e-mail address than the account's")]
pub struct OtherAddress;

/// What signing in asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    Password,
    PasswordAndCode,
}

impl User {
    pub fn sign_up(id: UserId, member: NewMember, password: PasswordHash, now: DateTime<Utc>) -> Self {
        let NewMember { email, fname, lname, phone, country } = member;
        Self {
            parts: Parts {
                id,
                email,
                email_verified: false,
                fname,
                lname,
                phone: Some(phone),
                phone_verified: false,
                country: Some(country),
                role: Role::Member,
                password: Some(password),
                second_factor: false,
                created_at: now,
                version: 0,
            },
        }
    }

    /// An operator: no password yet, and an address vouched for by whoever runs the instance.
    pub fn operator(id: UserId, email: EmailAddress, fname: PersonName, lname: PersonName, now: DateTime<Utc>) -> Self {
        Self {
            parts: Parts {
                id,
                email,
                email_verified: true,
                fname,
                lname,
                phone: None,
                phone_verified: false,
                country: None,
                role: Role::Operator,
                password: None,
                second_factor: false,
                created_at: now,
                version: 0,
            },
        }
    }

    pub fn restore(parts: Parts) -> Self {
        Self { parts }
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    pub fn id(&self) -> UserId {
        self.parts.id
    }

    pub fn email(&self) -> &EmailAddress {
        &self.parts.email
    }

    /// The name for greetings.
    pub fn name(&self) -> String {
        format!("{} {}", self.parts.fname.as_str(), self.parts.lname.as_str())
    }

    /// Everything the account says of its owner, with its name, for the audit trail.
    pub fn answers(&self) -> Vec<(&'static str, String)> {
        let Parts { email, fname, lname, phone, country, role, .. } = &self.parts;
        let phone = phone.as_ref().map(|phone| ("phone", phone.as_str().to_owned()));
        let country = country.map(|country| ("country", country.as_str().to_owned()));
        let always = [
            ("email", email.as_str().to_owned()),
            ("fname", fname.as_str().to_owned()),
            ("lname", lname.as_str().to_owned()),
            ("role", role.code().to_owned()),
        ];
        always.into_iter().chain(phone).chain(country).collect()
    }

    /// The words operators find the account by.
    pub fn search_words(&self) -> BTreeSet<String> {
        search::words([self.parts.email.as_str(), self.parts.fname.as_str(), self.parts.lname.as_str()])
    }

    /// Whether phone and e-mail are both proven, which the onboarding form asks for.
    pub fn is_verified(&self) -> bool {
        self.parts.email_verified && (self.parts.phone_verified || self.parts.role == Role::Operator)
    }

    /// Marks the phone as proven by the identity provider.
    ///
    /// # Errors
    /// When the proof is for another number (a user is never looked up by phone), was made before this phone step
    /// began, or the phone is proven already.
    pub fn verify_phone(&mut self, proof: &PhoneProof, step_opened_at: DateTime<Utc>) -> Result<(), PhoneRefused> {
        if self.parts.phone_verified {
            return Err(PhoneRefused::AlreadyVerified);
        }
        if self.parts.phone.as_ref() != Some(&proof.phone) {
            return Err(PhoneRefused::OtherNumber);
        }
        // The provider counts whole seconds.
        if proof.authenticated_at.timestamp() < step_opened_at.timestamp() {
            return Err(PhoneRefused::TooOld);
        }
        self.parts.phone_verified = true;
        Ok(())
    }

    /// Corrects a mistyped number.
    ///
    /// # Errors
    /// When the number in place is proven already.
    pub fn change_phone(&mut self, phone: PhoneNumber, country: CountryCode) -> Result<(), PhoneRefused> {
        if self.parts.phone_verified {
            return Err(PhoneRefused::AlreadyVerified);
        }
        self.parts.phone = Some(phone);
        self.parts.country = Some(country);
        Ok(())
    }

    /// Marks the address as proven by whoever holds this mailbox.
    ///
    /// # Errors
    /// When it is not the account's address any more.
    pub fn verify_email(&mut self, proven: &EmailAddress) -> Result<(), OtherAddress> {
        if self.parts.email != *proven {
            return Err(OtherAddress);
        }
        self.parts.email_verified = true;
        Ok(())
    }

    /// Asks for a code besides the password from now on, or no more.
    pub fn guard_by(&mut self, factor: Guard) {
        self.parts.second_factor = factor == Guard::PasswordAndCode;
    }

    pub fn change_password(&mut self, password: PasswordHash) {
        self.parts.password = Some(password);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Invalid;
    use chrono::TimeDelta;
    use uuid::Uuid;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn phone(text: &str) -> Result<PhoneNumber, Invalid> {
        PhoneNumber::parse(text, CountryCode::parse("DE")?)
    }

    fn member() -> Result<User, Invalid> {
        let member = NewMember {
            email: EmailAddress::parse("ada@example.com")?,
            fname: PersonName::parse("Ada")?,
            lname: PersonName::parse("Brandt")?,
            phone: phone("+4915112345678")?,
            country: CountryCode::parse("DE")?,
        };
        Ok(User::sign_up(UserId(Uuid::nil()), member, PasswordHash::restore("hash".into()), at(100)))
    }

    fn proof(number: &str, seconds: i64) -> Result<PhoneProof, Invalid> {
        Ok(PhoneProof { phone: phone(number)?, subject: "s".into(), authenticated_at: at(seconds), issued_at: at(seconds) })
    }

    #[test]
    fn a_member_proves_phone_and_address_and_an_operator_the_address() -> Result<(), Invalid> {
        for (phone, email, as_member, as_operator) in
            [(false, false, false, false), (true, false, false, false), (false, true, false, true), (true, true, true, true)]
        {
            let mut parts = member()?.parts().clone();
            (parts.phone_verified, parts.email_verified) = (phone, email);
            assert_eq!(User::restore(parts.clone()).is_verified(), as_member, "phone {phone}, address {email}");
            parts.role = Role::Operator;
            assert_eq!(User::restore(parts).is_verified(), as_operator, "phone {phone}, address {email}");
        }
        Ok(())
    }

    #[test]
    fn only_a_fresh_proof_of_the_accounts_own_number_verifies_it() -> Result<(), Invalid> {
        let mut user = member()?;
        assert_eq!(user.verify_phone(&proof("+4915112345679", 200)?, at(100)), Err(PhoneRefused::OtherNumber));
        assert_eq!(user.verify_phone(&proof("+4915112345678", 99)?, at(100)), Err(PhoneRefused::TooOld));
        assert!(!user.parts().phone_verified);
        assert_eq!(user.verify_phone(&proof("+4915112345678", 100)?, at(100)), Ok(()));
        assert_eq!(user.verify_phone(&proof("+4915112345678", 101)?, at(100)), Err(PhoneRefused::AlreadyVerified));
        Ok(())
    }

    #[test]
    fn a_verified_number_stays() -> Result<(), Box<dyn std::error::Error>> {
        let mut user = member()?;
        let germany = CountryCode::parse("DE")?;
        assert_eq!(user.change_phone(phone("+4915112345679")?, germany), Ok(()));
        user.verify_phone(&proof("+4915112345679", 200)?, at(100))?;
        assert_eq!(user.change_phone(phone("+4915112345678")?, germany), Err(PhoneRefused::AlreadyVerified));
        Ok(())
    }
}
