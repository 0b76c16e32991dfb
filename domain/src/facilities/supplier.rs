//! A supplier of a programme: whom a buyer lets be paid early, and on what terms of its own.

use crate::{
    identity::operator::OperatorRight,
    kernel::{
        coded::{Coded, coded_enum},
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, UserId, id},
        interest::YearlyRate,
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    onboarding::status::OnboardingStatus,
    parties::{
        company::Company,
        legal_entity::LegalEntity,
        membership::{MemberRight, Membership},
        operator::Operator,
    },
};
use chrono::{DateTime, Utc};

id!(
    /// A supplier on a buyer's list.
    SupplierId
);

coded_enum!(
    /// A supplier's place in the programmes of its buyer.
    Enrolment {
        /// Nobody followed the link yet.
        Invited = "invited",
        Enrolled = "enrolled",
        /// Somebody joined, with a company that is not the one its buyer named.
        OtherCompany = "other_company",
        Left = "left",
    }
);

coded_enum!(
    /// What keeps a supplier from being paid early, as its buyer is told: nothing of why the house decided what it did.
    SupplierWait {
        /// It has not followed the link.
        Join = "join",
        /// It has not handed in its application, or lacks documents.
        Application = "application",
        /// The house looks at its application.
        Review = "review",
        /// It joined with a company that is not the one its buyer named.
        OtherCompany = "other_company",
        /// The house does not buy from it.
        Unavailable = "unavailable",
    }
);

coded_enum!(
    /// How the supplier wants to be paid early without asking each time.
    AutomaticMode {
        Off = "off",
        All = "all",
        /// Payables of this amount or more.
        Above = "above",
    }
);

/// Which payables a supplier sells by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutomaticPayment {
    Off,
    All,
    /// Those of this amount or more, in its currency.
    Above(Money),
}

impl AutomaticPayment {
    pub fn mode(self) -> AutomaticMode {
        match self {
            Self::Off => AutomaticMode::Off,
            Self::All => AutomaticMode::All,
            Self::Above(_) => AutomaticMode::Above,
        }
    }

    /// Whether a payable of this amount is sold by itself. One in another currency than the amount is not.
    pub fn takes(self, face: Minor, currency: Currency) -> bool {
        match self {
            Self::Off => false,
            Self::All => true,
            Self::Above(least) => least.currency() == currency && face.get() >= least.amount_minor(),
        }
    }
}

/// What the buyer tells of a supplier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplierDetails {
    pub legal_name: Line,
    pub country: CountryCode,
    pub registration_number: Line,
    /// The address the link is mailed to.
    pub email: EmailAddress,
}

impl SupplierDetails {
    /// The legal entity they describe.
    pub fn legal_entity(&self) -> LegalEntity {
        LegalEntity::registered(self.country, &self.registration_number)
    }

    /// Whether they describe this company: one in that country under that number, however it is written.
    pub fn describe(&self, company: &Company) -> bool {
        company.entity().is_some_and(|entity| entity.has_number_of(&self.legal_entity()))
    }

    /// Everything told, with its name, for the audit trail.
    pub fn answers(&self) -> [(&'static str, String); 4] {
        let Self { legal_name, country, registration_number, email } = self;
        [
            ("legalName", legal_name.as_str().to_owned()),
            ("country", country.as_str().to_owned()),
            ("registrationNumber", registration_number.as_str().to_owned()),
            ("email", email.as_str().to_owned()),
        ]
    }
}

/// Who put a supplier on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedBy {
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// Everything there is of a supplier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub id: SupplierId,
    /// Counts changes; a writer names the one it saw. 1 for a new one.
    pub version: i64,
    /// The company in whose programmes it is.
    pub buyer: CompanyId,
    /// The company it is: made for it when it was invited, until it joins with the one it has.
    pub company: CompanyId,
    pub details: SupplierDetails,
    /// Its own discount rate, in place of the programme's.
    pub rate: Option<YearlyRate>,
    pub automatic: AutomaticPayment,
    pub added: AddedBy,
    pub left_at: Option<DateTime<Utc>>,
}

/// Why a supplier stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SupplierRefusal {
    /// As if there were none: it is of other companies.
    #[error("it is another company's")]
    NotTheirs,
    #[error("a member's role does not let them {}", .0.code())]
    NotMembers(MemberRight),
    #[error("it left the programme")]
    HasLeft,
    #[error("somebody joined already")]
    HasJoined,
    /// A company does not buy from itself.
    #[error("it is the buyer itself")]
    IsBuyer,
    /// Its buyer named another one.
    #[error("it is not the company that the buyer named")]
    OtherCompany,
    #[error("an operator's role does not let them {}", .0.code())]
    NotOperators(OperatorRight),
    /// Whoever works for the house decides nothing of the company they belong to.
    #[error("it is of the company they belong to")]
    OwnCompany,
    #[error("this is its rate")]
    SameRate,
}

/// A supplier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supplier(Parts);

impl Supplier {
    /// The most that a buyer has on its list; more is a mistake, or an attack on the store.
    pub const MAX_PER_BUYER: usize = 10_000;

    /// One that this member of the buyer invites; `company` is made for it.
    ///
    /// # Errors
    /// `NotMembers`.
    pub fn invite(
        id: SupplierId,
        company: CompanyId,
        details: SupplierDetails,
        me: &Membership,
        now: DateTime<Utc>,
    ) -> Result<Self, SupplierRefusal> {
        let (buyer, added) = (me.company, AddedBy { by: me.user, at: now });
        let automatic = AutomaticPayment::Off;
        let supplier = Self(Parts { id, version: 1, buyer, company, details, rate: None, automatic, added, left_at: None });
        supplier.buyer_may(me)?;
        Ok(supplier)
    }

    pub fn restore(parts: Parts) -> Self {
        Self(parts)
    }

    pub fn parts(&self) -> &Parts {
        &self.0
    }

    pub fn id(&self) -> SupplierId {
        self.0.id
    }

    /// Its place; `joined`: its company, once anybody belongs to it.
    pub fn enrolment(&self, joined: Option<&Company>) -> Enrolment {
        match (self.0.left_at, joined) {
            (Some(_), _) => Enrolment::Left,
            (None, None) => Enrolment::Invited,
            (None, Some(_)) if self.has_other_company(joined) => Enrolment::OtherCompany,
            (None, Some(_)) => Enrolment::Enrolled,
        }
    }

    /// Whether another company has its place, or had it until it left, than the one its buyer named.
    pub fn has_other_company(&self, joined: Option<&Company>) -> bool {
        joined.is_some_and(|company| !self.0.details.describe(company))
    }

    /// What it waits for before it can be paid early; nothing when it can.
    pub fn waits_for(&self, joined: Option<&Company>, application: OnboardingStatus) -> Option<SupplierWait> {
        match (self.enrolment(joined), application) {
            (Enrolment::Left, _) | (_, OnboardingStatus::Disapproved) => Some(SupplierWait::Unavailable),
            (Enrolment::Invited, _) => Some(SupplierWait::Join),
            (Enrolment::OtherCompany, _) => Some(SupplierWait::OtherCompany),
            (Enrolment::Enrolled, OnboardingStatus::NotCompleted | OnboardingStatus::DocumentsMissing) => Some(SupplierWait::Application),
            (Enrolment::Enrolled, OnboardingStatus::Pending) => Some(SupplierWait::Review),
            (Enrolment::Enrolled, OnboardingStatus::Approved) => None,
        }
    }

    /// Whether this member of the buyer may change its place.
    ///
    /// # Errors
    /// `NotTheirs`, `NotMembers`.
    pub fn buyer_may(&self, me: &Membership) -> Result<(), SupplierRefusal> {
        self.side_may(me, self.0.buyer, MemberRight::ManageSuppliers)
    }

    /// Whether this member of the supplier may say how it is paid.
    ///
    /// # Errors
    /// `NotTheirs`, `NotMembers`, `HasLeft`.
    pub fn supplier_may(&self, me: &Membership) -> Result<(), SupplierRefusal> {
        self.side_may(me, self.0.company, MemberRight::AcceptOffers)?;
        self.is_in()
    }

    fn side_may(&self, me: &Membership, side: CompanyId, right: MemberRight) -> Result<(), SupplierRefusal> {
        if me.company != side {
            return Err(SupplierRefusal::NotTheirs);
        }
        if me.may(right) { Ok(()) } else { Err(SupplierRefusal::NotMembers(right)) }
    }

    fn is_in(&self) -> Result<(), SupplierRefusal> {
        if self.0.left_at.is_some() { Err(SupplierRefusal::HasLeft) } else { Ok(()) }
    }

    /// Mailed another link, perhaps to another address; whoever left is in again.
    ///
    /// # Errors
    /// `HasJoined` for one that is in already; see [`Self::buyer_may`].
    pub fn invite_again(&mut self, email: EmailAddress, has_joined: bool, me: &Membership) -> Result<(), SupplierRefusal> {
        self.buyer_may(me)?;
        if has_joined && self.is_in().is_ok() {
            return Err(SupplierRefusal::HasJoined);
        }
        self.0.left_at = None;
        self.0.details.email = email;
        Ok(())
    }

    /// The place goes back to the company that its buyer named: one that is made for it has it, in place of the one that joined
    /// and is another. It begins anew, at the programme's rate.
    ///
    /// # Errors
    /// `HasJoined` where that company joined, or nobody else did; see [`Self::buyer_may`].
    pub fn give_back(
        &mut self,
        made: CompanyId,
        email: EmailAddress,
        joined: Option<&Company>,
        me: &Membership,
    ) -> Result<(), SupplierRefusal> {
        self.buyer_may(me)?;
        if !self.has_other_company(joined) {
            return Err(SupplierRefusal::HasJoined);
        }
        let details = SupplierDetails { email, ..self.0.details.clone() };
        let fresh = Parts { company: made, details, rate: None, automatic: AutomaticPayment::Off, left_at: None, ..self.0.clone() };
        self.0 = fresh;
        Ok(())
    }

    /// Joins with this member's own company, in place of the one that was made for it.
    ///
    /// # Errors
    /// `HasLeft`, `HasJoined`, `IsBuyer`, `NotMembers`; `OtherCompany` where its buyer named another one, or it is not known yet
    /// which one it is.
    pub fn join_as(&mut self, me: &Membership, own: &Company, has_joined: bool) -> Result<(), SupplierRefusal> {
        self.is_in()?;
        if has_joined {
            return Err(SupplierRefusal::HasJoined);
        }
        if me.company == self.0.buyer {
            return Err(SupplierRefusal::IsBuyer);
        }
        if !me.may(MemberRight::AcceptTerms) {
            return Err(SupplierRefusal::NotMembers(MemberRight::AcceptTerms));
        }
        if own.id != me.company || !self.0.details.describe(own) {
            return Err(SupplierRefusal::OtherCompany);
        }
        self.0.company = own.id;
        Ok(())
    }

    /// The buyer takes it off the programme: nothing new is sold. What was sold runs its course.
    ///
    /// # Errors
    /// `HasLeft`; see [`Self::buyer_may`].
    pub fn remove(&mut self, me: &Membership, now: DateTime<Utc>) -> Result<(), SupplierRefusal> {
        self.buyer_may(me)?;
        self.leave_at(now)
    }

    /// The supplier leaves.
    ///
    /// # Errors
    /// See [`Self::supplier_may`].
    pub fn leave(&mut self, me: &Membership, now: DateTime<Utc>) -> Result<(), SupplierRefusal> {
        self.supplier_may(me)?;
        self.leave_at(now)
    }

    fn leave_at(&mut self, now: DateTime<Utc>) -> Result<(), SupplierRefusal> {
        self.is_in()?;
        self.0.left_at = Some(now);
        self.0.automatic = AutomaticPayment::Off;
        Ok(())
    }

    /// Which payables it sells by itself from now on.
    ///
    /// # Errors
    /// See [`Self::supplier_may`].
    pub fn pay_automatically(&mut self, which: AutomaticPayment, me: &Membership) -> Result<(), SupplierRefusal> {
        self.supplier_may(me)?;
        self.0.automatic = which;
        Ok(())
    }

    /// Whether this operator may price what it sells. On the buyer's side as on the supplier's it is their own.
    ///
    /// # Errors
    /// `NotOperators`, `OwnCompany`, `HasLeft`.
    pub fn operator_may_price(&self, by: &Operator) -> Result<(), SupplierRefusal> {
        let right = OperatorRight::ManageFacilities;
        if !by.may(right) {
            return Err(SupplierRefusal::NotOperators(right));
        }
        if [self.0.buyer, self.0.company].contains(&by.membership.company) {
            return Err(SupplierRefusal::OwnCompany);
        }
        self.is_in()
    }

    /// The house prices what it sells at this rate from now on; none for the programme's.
    ///
    /// # Errors
    /// `HasLeft`, `SameRate`.
    pub fn price_at(&mut self, rate: Option<YearlyRate>) -> Result<(), SupplierRefusal> {
        self.is_in()?;
        if self.0.rate == rate {
            return Err(SupplierRefusal::SameRate);
        }
        self.0.rate = rate;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::operator::OperatorRole,
        kernel::Invalid,
        onboarding::examples::NOON,
        parties::{company::Introduction, membership::MemberRole},
    };
    use uuid::Uuid;

    const BUYER: CompanyId = CompanyId(Uuid::from_u128(1));
    const MADE: CompanyId = CompanyId(Uuid::from_u128(2));
    const OWN: CompanyId = CompanyId(Uuid::from_u128(3));

    fn member(company: CompanyId, role: MemberRole) -> Membership {
        Membership { user: UserId(Uuid::from_u128(9)), company, role, since: NOON }
    }

    fn details() -> Result<SupplierDetails, Invalid> {
        Ok(SupplierDetails {
            legal_name: Line::parse("Schraubenwerk Lind GmbH")?,
            country: CountryCode::parse("DE")?,
            registration_number: Line::parse("HRB 4711")?,
            email: EmailAddress::parse("lena@lind.example")?,
        })
    }

    /// The company of this id, registered in Germany under this number.
    fn registered(id: CompanyId, number: &str) -> Result<Company, Invalid> {
        let entity = LegalEntity::registered(CountryCode::parse("DE")?, &Line::parse(number)?);
        Ok(Company { legal_entity: Some(entity), ..Company::new(id, NOON) })
    }

    fn invited() -> Result<Supplier, Box<dyn std::error::Error>> {
        let id = SupplierId(Uuid::from_u128(5));
        Ok(Supplier::invite(id, MADE, details()?, &member(BUYER, MemberRole::Preparer), NOON)?)
    }

    #[test]
    fn the_buyer_takes_the_place_back_from_a_company_it_did_not_name() -> Result<(), Box<dyn std::error::Error>> {
        let (other, owner) = (registered(OWN, "HRB 9")?, member(BUYER, MemberRole::Owner));
        let email = || EmailAddress::parse("new@lind.example");
        let mut supplier = invited()?;
        let named = registered(MADE, "HRB 4711")?;
        for joined in [None, Some(&named)] {
            assert_eq!(supplier.give_back(MADE, email()?, joined, &owner), Err(SupplierRefusal::HasJoined));
        }
        supplier.0.company = OWN;
        supplier.pay_automatically(AutomaticPayment::All, &member(OWN, MemberRole::Owner))?;
        supplier.price_at(Some(YearlyRate::parse_basis_points(600)?))?;
        let theirs = supplier.give_back(MADE, email()?, Some(&other), &member(OWN, MemberRole::Owner));
        assert_eq!(theirs, Err(SupplierRefusal::NotTheirs));
        for left in [None, Some(NOON)] {
            let mut taken = supplier.clone();
            taken.0.left_at = left;
            assert!(taken.has_other_company(Some(&other)));
            taken.give_back(MADE, email()?, Some(&other), &owner)?;
            let expected = Parts { details: SupplierDetails { email: email()?, ..details()? }, ..invited()?.0 };
            assert_eq!((taken.enrolment(None), taken.parts()), (Enrolment::Invited, &expected));
        }
        Ok(())
    }

    #[test]
    fn it_is_invited_until_somebody_joins_and_out_once_it_left() -> Result<(), Box<dyn std::error::Error>> {
        let mut supplier = invited()?;
        let made = registered(MADE, "HRB 4711")?;
        assert_eq!([None, Some(&made)].map(|joined| supplier.enrolment(joined)), [Enrolment::Invited, Enrolment::Enrolled]);
        supplier.pay_automatically(AutomaticPayment::All, &member(MADE, MemberRole::Approver))?;
        supplier.leave(&member(MADE, MemberRole::Owner), NOON)?;
        assert_eq!((supplier.enrolment(Some(&made)), supplier.parts().automatic), (Enrolment::Left, AutomaticPayment::Off));
        assert_eq!(supplier.leave(&member(MADE, MemberRole::Owner), NOON), Err(SupplierRefusal::HasLeft));
        supplier.invite_again(EmailAddress::parse("new@lind.example")?, true, &member(BUYER, MemberRole::Owner))?;
        assert_eq!(supplier.enrolment(Some(&made)), Enrolment::Enrolled);
        let again = supplier.invite_again(EmailAddress::parse("new@lind.example")?, true, &member(BUYER, MemberRole::Owner));
        assert_eq!(again, Err(SupplierRefusal::HasJoined));
        Ok(())
    }

    #[test]
    fn a_place_is_of_the_company_that_the_buyer_named() -> Result<(), Box<dyn std::error::Error>> {
        let supplier = invited()?;
        let details = details()?;
        let introduction = |number: &str| -> Result<Introduction, Invalid> {
            let SupplierDetails { legal_name, country, .. } = details.clone();
            Ok(Introduction { by: BUYER, legal_name, country, registration_number: Line::parse(number)? })
        };
        let named = [
            registered(OWN, "HRB 4711")?,
            registered(OWN, "hrb-4711")?,
            registered(OWN, "HRB ٤٧١١")?,
            Company { legal_entity: LegalEntity::of(details.country, None, Some(&Line::parse("HRB 4711")?)), ..Company::new(OWN, NOON) },
            Company::introduced(OWN, introduction("HRB 4711")?, NOON),
        ];
        for company in named {
            assert_eq!(supplier.enrolment(Some(&company)), Enrolment::Enrolled, "{company:?}");
            supplier.clone().join_as(&member(OWN, MemberRole::Owner), &company, false)?;
        }
        let abroad = LegalEntity::registered(CountryCode::parse("AT")?, &details.registration_number);
        let another = [
            registered(OWN, "HRB 4712")?,
            Company { legal_entity: Some(abroad), ..Company::new(OWN, NOON) },
            Company { introduction: Some(introduction("HRB 4711")?), ..registered(OWN, "HRB 4712")? },
            Company { legal_name: Some(details.legal_name.clone()), ..Company::new(OWN, NOON) },
        ];
        for company in another {
            assert_eq!(supplier.enrolment(Some(&company)), Enrolment::OtherCompany, "{company:?}");
            let waits = supplier.waits_for(Some(&company), OnboardingStatus::Approved);
            assert_eq!(waits, Some(SupplierWait::OtherCompany));
            let joins = supplier.clone().join_as(&member(OWN, MemberRole::Owner), &company, false);
            assert_eq!(joins, Err(SupplierRefusal::OtherCompany), "{company:?}");
        }
        Ok(())
    }

    #[test]
    fn what_it_waits_for_tells_nothing_of_why_it_was_refused() -> Result<(), Box<dyn std::error::Error>> {
        let supplier = invited()?;
        let made = registered(MADE, "HRB 4711")?;
        let waits = |joined: bool, status| supplier.waits_for(joined.then_some(&made), status).map(SupplierWait::code);
        use OnboardingStatus as S;
        assert_eq!(waits(false, S::NotCompleted), Some("join"));
        assert_eq!(waits(true, S::NotCompleted), Some("application"));
        assert_eq!(waits(true, S::DocumentsMissing), Some("application"));
        assert_eq!(waits(true, S::Pending), Some("review"));
        assert_eq!(waits(true, S::Approved), None);
        assert_eq!(waits(true, S::Disapproved), Some("unavailable"));
        Ok(())
    }

    #[test]
    fn each_side_does_its_own_and_no_more() -> Result<(), Box<dyn std::error::Error>> {
        let mut supplier = invited()?;
        let (theirs, ours) = (member(MADE, MemberRole::Owner), member(BUYER, MemberRole::Owner));
        assert_eq!(supplier.pay_automatically(AutomaticPayment::All, &ours), Err(SupplierRefusal::NotTheirs));
        assert_eq!(supplier.remove(&theirs, NOON), Err(SupplierRefusal::NotTheirs));
        let viewer = member(BUYER, MemberRole::Viewer);
        assert_eq!(supplier.remove(&viewer, NOON), Err(SupplierRefusal::NotMembers(MemberRight::ManageSuppliers)));
        let preparer = member(MADE, MemberRole::Preparer);
        let refused = supplier.pay_automatically(AutomaticPayment::All, &preparer);
        assert_eq!(refused, Err(SupplierRefusal::NotMembers(MemberRight::AcceptOffers)));
        Ok(())
    }

    #[test]
    fn a_company_joins_once_and_never_itself() -> Result<(), Box<dyn std::error::Error>> {
        let mut supplier = invited()?;
        let own = registered(OWN, "HRB 4711")?;
        let buyer = supplier.join_as(&member(BUYER, MemberRole::Owner), &registered(BUYER, "HRB 4711")?, false);
        assert_eq!(buyer, Err(SupplierRefusal::IsBuyer));
        let preparer = supplier.join_as(&member(OWN, MemberRole::Preparer), &own, false);
        assert_eq!(preparer, Err(SupplierRefusal::NotMembers(MemberRight::AcceptTerms)));
        assert_eq!(supplier.join_as(&member(MADE, MemberRole::Owner), &own, false), Err(SupplierRefusal::OtherCompany), "not theirs");
        supplier.join_as(&member(OWN, MemberRole::Owner), &own, false)?;
        assert_eq!(supplier.parts().company, OWN);
        assert_eq!(supplier.join_as(&member(MADE, MemberRole::Owner), &own, true), Err(SupplierRefusal::HasJoined));
        Ok(())
    }

    #[test]
    fn credit_prices_a_supplier_that_is_in_and_is_not_their_own() -> Result<(), Box<dyn std::error::Error>> {
        let mut supplier = invited()?;
        let by = |company, role| Operator { membership: member(company, MemberRole::Owner), roles: [role].into_iter().collect() };
        let credit = by(OWN, OperatorRole::Credit);
        assert_eq!(supplier.operator_may_price(&credit), Ok(()));
        let right = OperatorRight::ManageFacilities;
        assert_eq!(supplier.operator_may_price(&by(OWN, OperatorRole::Treasury)), Err(SupplierRefusal::NotOperators(right)));
        for company in [BUYER, MADE] {
            assert_eq!(supplier.operator_may_price(&by(company, OperatorRole::Credit)), Err(SupplierRefusal::OwnCompany));
        }
        let own = Some(YearlyRate::parse_basis_points(600)?);
        assert_eq!(supplier.price_at(None), Err(SupplierRefusal::SameRate));
        supplier.price_at(own)?;
        assert_eq!((supplier.parts().rate, supplier.price_at(own)), (own, Err(SupplierRefusal::SameRate)));
        supplier.remove(&member(BUYER, MemberRole::Owner), NOON)?;
        assert_eq!(supplier.operator_may_price(&credit), Err(SupplierRefusal::HasLeft));
        assert_eq!(supplier.price_at(None), Err(SupplierRefusal::HasLeft));
        Ok(())
    }

    #[test]
    fn large_payables_are_sold_by_themselves_where_the_supplier_says_so() -> Result<(), Invalid> {
        let (euro, dollar) = (Currency::parse("EUR")?, Currency::parse("USD")?);
        let above = AutomaticPayment::Above(Money::parse(1_000, euro)?);
        for (which, face, currency, taken) in [
            (AutomaticPayment::Off, 5_000, euro, false),
            (AutomaticPayment::All, 1, dollar, true),
            (above, 999, euro, false),
            (above, 1_000, euro, true),
            (above, 5_000, dollar, false),
        ] {
            assert_eq!(which.takes(Minor::new(face), currency), taken, "{which:?} {face}");
        }
        Ok(())
    }
}
