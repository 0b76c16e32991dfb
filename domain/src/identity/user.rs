//! The user: one account, one person.

use super::{operator::OperatorRoles, password::PasswordHash, phone_proof::PhoneProof};
use crate::kernel::{
    coded::{Coded, coded_enum},
    country::CountryCode,
    email::EmailAddress,
    ids::UserId,
    language::Language,
    phone::PhoneNumber,
    search,
    text::{Line, PersonName},
};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

coded_enum!(
    /// What an account may do.
    Role {
        /// Applies for finance and, once approved, uses it.
        Member = "member",
        /// Works for the house, each in the roles they have.
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
    /// None but an operator's.
    pub operator_roles: OperatorRoles,
    /// None until an operator has followed the link that sets it.
    pub password: Option<PasswordHash>,
    /// Whether signing in asks for a code besides the password.
    pub second_factor: bool,
    /// What mails to them are written in.
    pub language: Language,
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
    pub language: Language,
}

/// What whoever runs the instance says of an operator.
#[derive(Debug, Clone)]
pub struct NewOperator {
    pub email: EmailAddress,
    pub fname: PersonName,
    pub lname: PersonName,
    pub roles: OperatorRoles,
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

/// The address is proven already, and stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the e-mail address is verified already")]
pub struct EmailVerified;

/// What becomes of an account whose password is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reset {
    /// It was its owner's before, and all but the password stays.
    Kept,
    /// It becomes its owner's: a second factor and a proof of a phone were somebody else's, and are gone.
    Claimed,
}

/// The proven address is not the account's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is another e-mail address than the account's")]
pub struct OtherAddress;

/// The account is a member's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the account is no operator's")]
pub struct NoOperator;

/// What signing in asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    Password,
    PasswordAndCode,
}

impl User {
    /// Somebody who followed the link of an invitation: that proves the address it was mailed to.
    pub fn invited(id: UserId, member: NewMember, password: PasswordHash, now: DateTime<Utc>) -> Self {
        let Self { parts } = Self::sign_up(id, member, password, now);
        Self { parts: Parts { email_verified: true, ..parts } }
    }

    pub fn sign_up(id: UserId, member: NewMember, password: PasswordHash, now: DateTime<Utc>) -> Self {
        let NewMember { email, fname, lname, phone, country, language } = member;
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
                operator_roles: OperatorRoles::default(),
                password: Some(password),
                second_factor: false,
                language,
                created_at: now,
                version: 0,
            },
        }
    }

    /// An operator: no password yet, and an address vouched for by whoever runs the instance.
    pub fn operator(id: UserId, operator: NewOperator, now: DateTime<Utc>) -> Self {
        let NewOperator { email, fname, lname, roles } = operator;
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
                operator_roles: roles,
                password: None,
                second_factor: false,
                language: Language::default(),
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

    /// Whether a typed name is that of the account, however its letters are written: case, accents and blanks do not count.
    pub fn is_called(&self, typed: &Line) -> bool {
        let compact = |name: &str| search::folded(name).replace(' ', "");
        compact(typed.as_str()) == compact(&self.name())
    }

    /// The name to greet by in a mail: none while the address is unproven. Then a stranger may have typed both, and no text
    /// of theirs is mailed to somebody else.
    pub fn name_in_mails(&self) -> String {
        if self.parts.email_verified { self.name() } else { String::new() }
    }

    /// Everything the account says of its owner, with its name, for the audit trail.
    pub fn answers(&self) -> Vec<(&'static str, String)> {
        let Parts { email, fname, lname, phone, country, role, operator_roles, language, .. } = &self.parts;
        let roles = (!operator_roles.is_empty()).then(|| ("operatorRoles", operator_roles.codes()));
        let phone = phone.as_ref().map(|phone| ("phone", phone.as_str().to_owned()));
        let country = country.map(|country| ("country", country.as_str().to_owned()));
        let always = [
            ("email", email.as_str().to_owned()),
            ("fname", fname.as_str().to_owned()),
            ("lname", lname.as_str().to_owned()),
            ("role", role.code().to_owned()),
            ("language", language.code().to_owned()),
        ];
        always.into_iter().chain(roles).chain(phone).chain(country).collect()
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

    /// Corrects a mistyped address.
    ///
    /// # Errors
    /// When the address in place is proven already.
    pub fn change_email(&mut self, email: EmailAddress) -> Result<(), EmailVerified> {
        if self.parts.email_verified {
            return Err(EmailVerified);
        }
        self.parts.email = email;
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

    /// Has these roles from now on.
    ///
    /// # Errors
    /// When the account is no operator's.
    pub fn work_as(&mut self, roles: OperatorRoles) -> Result<(), NoOperator> {
        if self.parts.role != Role::Operator {
            return Err(NoOperator);
        }
        self.parts.operator_roles = roles;
        Ok(())
    }

    /// Closes an operator's account: no roles, and nothing to sign in with. What they did stays theirs.
    ///
    /// # Errors
    /// When the account is no operator's.
    pub fn leave_the_house(&mut self) -> Result<(), NoOperator> {
        self.work_as(OperatorRoles::default())?;
        self.parts.password = None;
        self.guard_by(Guard::Password);
        Ok(())
    }

    /// Whether nobody gets into it any more: an operator's who left. Roles open it again.
    pub fn is_closed(&self) -> bool {
        self.parts.role == Role::Operator && self.parts.operator_roles.is_empty() && self.parts.password.is_none()
    }

    /// Reads another language from now on.
    pub fn speak(&mut self, language: Language) {
        self.parts.language = language;
    }

    pub fn change_password(&mut self, password: PasswordHash) {
        self.parts.password = Some(password);
    }

    /// Sets a new password by a link mailed to this address. Whoever holds the mailbox is the account's owner: where the
    /// address was unproven, what was set up before was a stranger's, or may have been, and goes.
    ///
    /// # Errors
    /// When it is not the account's address any more.
    pub fn reset_password(&mut self, password: PasswordHash, proven: &EmailAddress) -> Result<Reset, OtherAddress> {
        let was_proven = self.parts.email_verified;
        self.verify_email(proven)?;
        self.change_password(password);
        if was_proven {
            return Ok(Reset::Kept);
        }
        self.guard_by(Guard::Password);
        self.parts.phone_verified = false;
        Ok(Reset::Claimed)
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
            language: Language::German,
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
    fn only_an_operator_leaves_the_house_and_roles_open_the_account_again() -> Result<(), Box<dyn std::error::Error>> {
        let mut ada = member()?;
        assert_eq!(ada.leave_the_house(), Err(NoOperator));
        assert!(ada.parts().password.is_some() && !ada.is_closed());
        let (email, fname, lname) = (EmailAddress::parse("olga@example.com")?, PersonName::parse("Olga")?, PersonName::parse("Reyes")?);
        let mut olga = User::operator(UserId(Uuid::nil()), NewOperator { email, fname, lname, roles: OperatorRoles::all() }, at(1));
        assert!(!olga.is_closed(), "who has not followed the link yet did not leave");
        olga.change_password(PasswordHash::restore("hash".into()));
        olga.guard_by(Guard::PasswordAndCode);
        olga.leave_the_house()?;
        assert!(olga.is_closed() && !olga.parts().second_factor);
        olga.work_as(OperatorRoles::all())?;
        assert!(!olga.is_closed());
        Ok(())
    }

    #[test]
    fn a_mistyped_address_can_be_corrected_until_it_is_proven() -> Result<(), Box<dyn std::error::Error>> {
        let mut user = member()?;
        let right = EmailAddress::parse("ada@example.org")?;
        assert_eq!(user.change_email(right.clone()), Ok(()));
        assert_eq!(user.verify_email(&EmailAddress::parse("ada@example.com")?), Err(OtherAddress));
        user.verify_email(&right)?;
        assert_eq!(user.change_email(EmailAddress::parse("ada@example.com")?), Err(EmailVerified));
        assert_eq!(user.email(), &right);
        Ok(())
    }

    #[test]
    fn a_name_is_mailed_to_a_proven_address_alone() -> Result<(), Box<dyn std::error::Error>> {
        let mut user = member()?;
        assert_eq!(user.name_in_mails(), "");
        user.verify_email(&EmailAddress::parse("ada@example.com")?)?;
        assert_eq!(user.name_in_mails(), "Ada Brandt");
        Ok(())
    }

    #[test]
    fn a_reset_claims_an_unproven_account_and_leaves_a_proven_one_as_it_is() -> Result<(), Box<dyn std::error::Error>> {
        let (hash, email) = (PasswordHash::restore("new".into()), EmailAddress::parse("ada@example.com")?);
        for (proven, expected, stays) in [(false, Reset::Claimed, false), (true, Reset::Kept, true)] {
            let mut parts = member()?.parts().clone();
            (parts.email_verified, parts.phone_verified, parts.second_factor) = (proven, true, true);
            let mut user = User::restore(parts);
            assert_eq!(user.reset_password(hash.clone(), &EmailAddress::parse("eve@example.com")?), Err(OtherAddress));
            assert_eq!(user.parts().password, Some(PasswordHash::restore("hash".into())), "nothing happened");
            assert_eq!(user.reset_password(hash.clone(), &email), Ok(expected));
            assert!(user.parts().email_verified && user.parts().password == Some(hash.clone()));
            assert_eq!((user.parts().phone_verified, user.parts().second_factor), (stays, stays));
        }
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
