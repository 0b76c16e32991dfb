//! Who owes on invoices, and how much of that the house takes on.

use super::{buyer::BuyerDetails, company::Company, legal_entity::LegalEntity, operator::Operator, own::OwnMatters};
use crate::{
    identity::operator::OperatorRight,
    kernel::{
        change::Changed,
        coded::{Coded, coded_enum},
        email::EmailAddress,
        ids::DebtorId,
        minor::Minor,
        money::{Currency, Money},
        text::{Line, PersonName},
    },
};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

coded_enum!(
    /// What the house makes of a debtor.
    DebtorState {
        Open = "open",
        /// Somebody keeps an eye on it.
        Watch = "watch",
        /// Nothing more is bought that it owes.
        Blocked = "blocked",
    }
);

/// Whom at a debtor to tell of assignments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeContact {
    pub name: PersonName,
    pub email: EmailAddress,
}

impl NoticeContact {
    /// What is different in one that takes another one's place.
    pub fn changed(before: Option<&Self>, after: Option<&Self>) -> Vec<Changed> {
        let name = |contact: Option<&Self>| contact.map(|contact| contact.name.as_str().to_owned());
        let email = |contact: Option<&Self>| contact.map(|contact| contact.email.as_str().to_owned());
        let both = [Changed::new("contact.name", name(before), name(after)), Changed::new("contact.email", email(before), email(after))];
        both.into_iter().filter(|change| change.before != change.after).collect()
    }
}

/// The most that may be bought of what a debtor owes, by currency. None set is nothing; a limit of nothing says so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits(BTreeMap<Currency, Money>);

impl Limits {
    /// Limits of these amounts, one for a currency.
    ///
    /// # Errors
    /// The place of an amount whose currency came before.
    pub fn parse(amounts: &[Money]) -> Result<Self, usize> {
        let mut limits = BTreeMap::new();
        for (place, amount) in amounts.iter().enumerate() {
            if limits.insert(amount.currency(), *amount).is_some() {
                return Err(place);
            }
        }
        Ok(Self(limits))
    }

    /// These in place of others. What was set and is left out is nothing from then on: the house ended it, and a first one is not awaited.
    #[must_use]
    pub fn in_place_of(mut self, before: &Self) -> Self {
        for currency in before.0.keys() {
            self.0.entry(*currency).or_insert_with(|| Money::none(*currency));
        }
        self
    }

    /// Whether the house set a limit in this currency, be it nothing.
    pub fn is_set(&self, currency: Currency) -> bool {
        self.0.contains_key(&currency)
    }

    /// The limit in this currency.
    pub fn of(&self, currency: Currency) -> Minor {
        self.0.get(&currency).map_or(Minor::ZERO, |limit| Minor::new(limit.amount_minor()))
    }

    /// Those that are set, by the code of their currency.
    pub fn iter(&self) -> impl Iterator<Item = Money> {
        self.0.values().copied()
    }

    /// What is different in others that take their place, as `limits.EUR` in minor units.
    pub fn changed(&self, after: &Self) -> Vec<Changed> {
        let currencies: BTreeSet<_> = self.0.keys().chain(after.0.keys()).copied().collect();
        let amount = |limits: &Self, currency| limits.0.get(&currency).map(|limit| limit.amount_minor().to_string());
        let of_currency = |currency: Currency| {
            let (was, is) = (amount(self, currency), amount(after, currency));
            (was != is).then(|| Changed::new(format!("limits.{}", currency.code()), was, is))
        };
        currencies.into_iter().filter_map(of_currency).collect()
    }
}

impl DebtorState {
    /// The one that lets less be bought.
    fn stricter(self, other: Self) -> Self {
        let strictness = |state: Self| Self::ALL.iter().position(|known| *known == state);
        if strictness(other) > strictness(self) { other } else { self }
    }
}

/// A debtor that was merged into another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absorbed {
    pub id: DebtorId,
    pub legal_entity: LegalEntity,
    pub legal_name: Line,
}

/// Everything there is of a debtor.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    pub id: DebtorId,
    pub legal_entity: LegalEntity,
    /// As the first seller wrote it.
    pub legal_name: Line,
    pub created_at: DateTime<Utc>,
    pub state: DebtorState,
    pub limits: Limits,
    pub contact: Option<NoticeContact>,
    /// Counts changes; a writer names the one it saw. 1 for a new one.
    pub version: i64,
    /// Which debtor it is now, where it was merged into another one: nothing of it changes any more.
    pub merged_into: Option<DebtorId>,
    /// Those that are this one now, in the order of their ids.
    pub absorbed: Vec<Absorbed>,
}

/// Why two debtors are not merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MergeRefusal {
    #[error("it is the same debtor")]
    Itself,
    #[error("one of them was merged into another debtor before")]
    MergedBefore,
}

/// Why an operator changes nothing of a debtor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DebtorRefusal {
    #[error("it takes another role in the house")]
    NotOperators(OperatorRight),
    #[error("it concerns the company they belong to")]
    OwnCompany,
    #[error("it was merged into another debtor")]
    Merged(DebtorId),
}

/// A legal entity that sellers name as a buyer. There is one for the whole instance, however many sellers name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Debtor(Parts);

impl Debtor {
    /// One of whom nobody has said yet how much it may owe.
    pub fn new(id: DebtorId, legal_entity: LegalEntity, legal_name: Line, now: DateTime<Utc>) -> Self {
        let (state, limits, contact) = (DebtorState::Open, Limits::default(), None);
        let (merged_into, absorbed) = (None, Vec::new());
        Self(Parts { id, legal_entity, legal_name, created_at: now, state, limits, contact, version: 1, merged_into, absorbed })
    }

    /// One that a seller names as its buyer, with the seller's contact there.
    pub fn of_buyer(id: DebtorId, details: &BuyerDetails, now: DateTime<Utc>) -> Self {
        let BuyerDetails { legal_name, contact_name: name, contact_email: email, .. } = details;
        let Self(parts) = Self::new(id, details.legal_entity(), legal_name.clone(), now);
        let contact = NoticeContact { name: name.clone(), email: email.clone() };
        Self(Parts { contact: Some(contact), ..parts })
    }

    pub fn restore(parts: Parts) -> Self {
        Self(parts)
    }

    pub fn parts(&self) -> &Parts {
        &self.0
    }

    pub fn id(&self) -> DebtorId {
        self.0.id
    }

    /// Whether this operator, whose company's matters these are, may change anything of it.
    ///
    /// # Errors
    /// As [`Self::operator_may_decide`]; `Merged`.
    pub fn operator_may_change(&self, me: &Operator, own: &OwnMatters) -> Result<(), DebtorRefusal> {
        self.operator_may_decide(me, own)?;
        self.0.merged_into.map_or(Ok(()), |into| Err(DebtorRefusal::Merged(into)))
    }

    /// Whether this operator, whose company's matters these are, may decide on what is proposed of it.
    ///
    /// # Errors
    /// `NotOperators`; `OwnCompany` where it concerns their company.
    pub fn operator_may_decide(&self, me: &Operator, own: &OwnMatters) -> Result<(), DebtorRefusal> {
        if !me.may(OperatorRight::ManageDebtors) {
            return Err(DebtorRefusal::NotOperators(OperatorRight::ManageDebtors));
        }
        self.operator_may_look(own)
    }

    /// Whether an operator whose company's matters these are may look at it in the back office.
    ///
    /// # Errors
    /// `OwnCompany` where it concerns their company.
    pub fn operator_may_look(&self, own: &OwnMatters) -> Result<(), DebtorRefusal> {
        if own.concern(self) { Err(DebtorRefusal::OwnCompany) } else { Ok(()) }
    }

    /// Whether this company is the debtor, or one that was merged into it.
    pub fn is(&self, company: &Company) -> bool {
        company.legal_entity.as_ref().is_some_and(|entity| self.legal_entities().any(|own| own == entity))
    }

    /// Its own, and those of the debtors that were merged into it.
    pub fn legal_entities(&self) -> impl Iterator<Item = &LegalEntity> {
        [&self.0.legal_entity].into_iter().chain(self.0.absorbed.iter().map(|absorbed| &absorbed.legal_entity))
    }

    /// Whose accounts in the ledger are its own: an account keeps the name of the debtor for which it was opened.
    pub fn accounts(&self) -> impl Iterator<Item = DebtorId> {
        [self.0.id].into_iter().chain(self.0.absorbed.iter().map(|absorbed| absorbed.id))
    }

    /// What the debtor was called for which this account of its was opened: see [`Self::accounts`].
    pub fn name_of(&self, account: DebtorId) -> &Line {
        let absorbed = self.0.absorbed.iter().find(|absorbed| absorbed.id == account);
        absorbed.map_or(&self.0.legal_name, |absorbed| &absorbed.legal_name)
    }

    /// As it is once another one is merged into it: its own limits stand, the stricter state counts, and it takes over a contact if it has
    /// none.
    ///
    /// # Errors
    /// `Itself`; `MergedBefore`.
    pub fn absorb(&self, other: &Self) -> Result<Self, MergeRefusal> {
        let (own, gone) = (&self.0, &other.0);
        if own.id == gone.id {
            return Err(MergeRefusal::Itself);
        }
        if own.merged_into.or(gone.merged_into).is_some() {
            return Err(MergeRefusal::MergedBefore);
        }
        let itself = Absorbed { id: gone.id, legal_entity: gone.legal_entity.clone(), legal_name: gone.legal_name.clone() };
        let mut absorbed: Vec<_> = own.absorbed.iter().chain(&gone.absorbed).cloned().chain([itself]).collect();
        absorbed.sort_by_key(|absorbed| absorbed.id);
        let (state, contact) = (own.state.stricter(gone.state), own.contact.clone().or_else(|| gone.contact.clone()));
        Ok(Self(Parts { state, contact, absorbed, ..own.clone() }))
    }

    /// Says what the house makes of it, and whom to tell of assignments. Answers what is different.
    pub fn change(&mut self, state: DebtorState, contact: Option<NoticeContact>) -> Vec<Changed> {
        let Parts { state: was, contact: told, .. } = &self.0;
        let is_other = (*was != state).then(|| Changed::new("state", Some(was.code().to_owned()), Some(state.code().to_owned())));
        let changes = is_other.into_iter().chain(NoticeContact::changed(told.as_ref(), contact.as_ref())).collect();
        (self.0.state, self.0.contact) = (state, contact);
        changes
    }

    /// What may still be bought in this currency where this much is in use, in minor units: nothing of a debtor that is blocked, or
    /// where more is in use than its limit.
    pub fn headroom(&self, currency: Currency, in_use: Minor) -> Minor {
        match self.0.state {
            DebtorState::Blocked => Minor::ZERO,
            DebtorState::Open | DebtorState::Watch => (self.0.limits.of(currency) - in_use).or_zero(),
        }
    }

    /// Says how much it may owe.
    pub fn limit(&mut self, limits: Limits) {
        self.0.limits = limits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::operator::{OperatorRole, OperatorRoles},
        kernel::{
            Invalid,
            country::CountryCode,
            ids::{CompanyId, UserId},
        },
        parties::membership::Membership,
    };
    use proptest::prelude::*;
    use uuid::Uuid;

    fn money(amount: i64, currency: &str) -> Money {
        Money::parse(amount, Currency::parse(currency).unwrap()).unwrap()
    }

    fn debtor() -> Debtor {
        let name = Line::parse("Nordwind AG").unwrap();
        let entity = LegalEntity::registered(CountryCode::parse("NL").unwrap(), &name);
        Debtor::new(DebtorId(Uuid::nil()), entity, name, DateTime::UNIX_EPOCH)
    }

    fn operator(number: u128) -> Operator {
        let (user, company) = (UserId(Uuid::from_u128(number)), CompanyId(Uuid::from_u128(number)));
        Operator { membership: Membership::founder(user, company, DateTime::UNIX_EPOCH), roles: OperatorRoles::all() }
    }

    #[test]
    fn of_a_new_debtor_nothing_may_be_bought_until_somebody_says_how_much() -> Result<(), Invalid> {
        let mut debtor = debtor();
        let [euro, dollar] = [Currency::parse("EUR")?, Currency::parse("USD")?];
        assert_eq!((debtor.parts().state, debtor.parts().limits.of(euro)), (DebtorState::Open, Minor::ZERO));
        debtor.limit(Limits::parse(&[money(5, "EUR")]).unwrap());
        assert_eq!(debtor.parts().limits.of(euro), Minor::new(5));
        assert_eq!(debtor.parts().limits.of(dollar), Minor::ZERO);
        Ok(())
    }

    #[test]
    fn what_is_free_is_what_the_limit_leaves_of_a_debtor_that_is_bought_from() -> Result<(), Invalid> {
        let mut debtor = debtor();
        let [euro, dollar] = [Currency::parse("EUR")?, Currency::parse("USD")?];
        debtor.limit(Limits::parse(&[money(5, "EUR")]).unwrap());
        let free = |debtor: &Debtor| [0, 3, 7].map(|in_use| debtor.headroom(euro, Minor::new(in_use)).get());
        assert_eq!((free(&debtor), debtor.headroom(dollar, Minor::ZERO)), ([5, 2, 0], Minor::ZERO));
        debtor.change(DebtorState::Watch, None);
        assert_eq!(free(&debtor), [5, 2, 0]);
        debtor.change(DebtorState::Blocked, None);
        assert_eq!(free(&debtor), [0, 0, 0]);
        Ok(())
    }

    #[test]
    fn a_currency_has_one_limit_and_what_was_set_is_ended_by_a_limit_of_nothing() {
        let twice = [money(5, "EUR"), money(6, "USD"), money(7, "EUR")];
        assert_eq!(Limits::parse(&twice), Err(2));
        assert_eq!(Limits::parse(&[money(0, "EUR"), money(0, "EUR")]), Err(1));
        let [euro, dollar, franc] = ["EUR", "USD", "CHF"].map(|code| Currency::parse(code).unwrap());
        let before = Limits::parse(&[money(5, "EUR"), money(6, "USD")]).unwrap();
        let after = Limits::parse(&[money(7, "USD")]).unwrap().in_place_of(&before);
        assert_eq!(
            [euro, dollar, franc].map(|currency| (after.is_set(currency), after.of(currency).get())),
            [(true, 0), (true, 7), (false, 0)]
        );
        assert_eq!(before.changed(&after).into_iter().map(|change| change.after).collect::<Vec<_>>(), [Some("0".into()), Some("7".into())]);
        assert_eq!(Limits::default().in_place_of(&after), Limits::parse(&[money(0, "EUR"), money(0, "USD")]).unwrap(), "it stays ended");
    }

    #[test]
    fn what_changes_is_named() {
        let mut debtor = debtor();
        let contact =
            NoticeContact { name: PersonName::parse("Piet Smit").unwrap(), email: EmailAddress::parse("piet@example.net").unwrap() };
        let fields = |changes: Vec<Changed>| changes.into_iter().map(|change| change.field).collect::<Vec<_>>();
        assert_eq!(fields(debtor.change(DebtorState::Blocked, None)), ["state"]);
        assert_eq!(fields(debtor.change(DebtorState::Blocked, Some(contact.clone()))), ["contact.name", "contact.email"]);
        assert_eq!(debtor.change(DebtorState::Blocked, Some(contact)), []);
        let before = Limits::parse(&[money(5, "EUR"), money(6, "USD")]).unwrap();
        let after = Limits::parse(&[money(6, "USD"), money(7, "CHF")]).unwrap();
        let change = |field: &str, was: Option<&str>, is: Option<&str>| Changed::new(field, was.map(Into::into), is.map(Into::into));
        assert_eq!(before.changed(&after), [change("limits.CHF", None, Some("7")), change("limits.EUR", Some("5"), None)]);
    }

    #[test]
    fn a_company_of_the_same_entity_is_the_debtor() {
        let debtor = debtor();
        let company = Company::new(CompanyId(Uuid::nil()), DateTime::UNIX_EPOCH);
        assert!(!debtor.is(&company), "of whom nothing is known");
        let itself = Company { legal_entity: Some(debtor.parts().legal_entity.clone()), ..company.clone() };
        assert!(debtor.is(&itself));
        let credit = operator(1);
        assert_eq!(debtor.operator_may_change(&credit, &OwnMatters::new(company.legal_entity.clone(), BTreeSet::new())), Ok(()));
        assert_eq!(debtor.operator_may_change(&credit, &OwnMatters::default()), Ok(()));
        assert_eq!(
            debtor.operator_may_change(&credit, &OwnMatters::new(itself.legal_entity.clone(), BTreeSet::new())),
            Err(DebtorRefusal::OwnCompany)
        );
        for role in OperatorRole::ALL.iter().filter(|role| **role != OperatorRole::Credit) {
            let other = Operator { roles: [*role].into_iter().collect(), ..operator(1) };
            assert_eq!(
                debtor.operator_may_change(&other, &OwnMatters::default()),
                Err(DebtorRefusal::NotOperators(OperatorRight::ManageDebtors))
            );
        }
    }

    #[test]
    fn of_two_that_are_merged_the_own_limits_the_stricter_state_and_a_contact_count() -> Result<(), MergeRefusal> {
        let other = |number: u128, name: &str, state, contact: Option<NoticeContact>| {
            let name = Line::parse(name).unwrap();
            let entity = LegalEntity::registered(CountryCode::parse("NL").unwrap(), &name);
            let new = Debtor::new(DebtorId(Uuid::from_u128(number)), entity, name, DateTime::UNIX_EPOCH);
            Debtor::restore(Parts { state, contact, ..new.parts().clone() })
        };
        let contact = NoticeContact { name: PersonName::parse("Piet Smit").unwrap(), email: EmailAddress::parse("p@example.net").unwrap() };
        let mut stays = debtor();
        stays.limit(Limits::parse(&[money(5, "EUR")]).unwrap());
        let mut gone = other(2, "Nordwind NV", DebtorState::Blocked, Some(contact.clone()));
        gone.limit(Limits::parse(&[money(9, "EUR"), money(9, "USD")]).unwrap());
        let first = other(1, "Nordwind BV", DebtorState::Open, None);

        let merged = stays.absorb(&gone.absorb(&first)?)?;
        assert_eq!((merged.parts().state, &merged.parts().contact), (DebtorState::Blocked, &Some(contact.clone())));
        assert_eq!(merged.parts().limits, stays.parts().limits);
        assert_eq!(merged.accounts().collect::<Vec<_>>(), [stays.id(), first.id(), gone.id()]);
        let company = |of: &Debtor| {
            let entity = Some(of.parts().legal_entity.clone());
            Company { legal_entity: entity, ..Company::new(CompanyId(Uuid::nil()), DateTime::UNIX_EPOCH) }
        };
        assert!([&stays, &gone, &first].into_iter().all(|of| merged.is(&company(of))));
        assert_eq!(
            merged.operator_may_change(&operator(1), &OwnMatters::new(company(&first).legal_entity, BTreeSet::new())),
            Err(DebtorRefusal::OwnCompany)
        );
        assert_eq!(gone.absorb(&stays)?.parts().contact, Some(contact), "its own");

        assert_eq!(stays.absorb(&stays), Err(MergeRefusal::Itself));
        let away = Debtor::restore(Parts { merged_into: Some(stays.id()), ..gone.parts().clone() });
        assert_eq!((stays.absorb(&away), away.absorb(&first)), (Err(MergeRefusal::MergedBefore), Err(MergeRefusal::MergedBefore)));
        assert_eq!(away.operator_may_change(&operator(1), &OwnMatters::default()), Err(DebtorRefusal::Merged(stays.id())));
        Ok(())
    }

    proptest! {
        #[test]
        fn limits_are_what_was_said(euro in 0_i64..1_000, dollar in 0_i64..1_000) {
            let limits = Limits::parse(&[money(euro, "EUR"), money(dollar, "USD")]).unwrap();
            prop_assert_eq!(limits.of(Currency::parse("EUR").unwrap()), Minor::new(euro));
            prop_assert_eq!(limits.of(Currency::parse("USD").unwrap()), Minor::new(dollar));
            prop_assert_eq!(Limits::parse(&limits.iter().collect::<Vec<_>>()), Ok(limits));
        }
    }
}
