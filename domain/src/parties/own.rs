//! What an operator leaves to their colleagues.

use super::{debtor::Debtor, legal_entity::LegalEntity};
use crate::kernel::ids::DebtorId;
use std::collections::BTreeSet;

/// What concerns the company an operator belongs to, so that the operator decides nothing on it for the house: the debtor that the company
/// is, and each debtor that it names as a buyer, for it sells what that one owes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnMatters {
    entity: Option<LegalEntity>,
    buyers: BTreeSet<DebtorId>,
}

impl OwnMatters {
    /// Of a company that is this legal entity, and on whose list these debtors stand.
    pub fn new(entity: Option<LegalEntity>, buyers: BTreeSet<DebtorId>) -> Self {
        Self { entity, buyers }
    }

    /// The legal entity that the company is, as far as it is known.
    pub fn entity(&self) -> Option<&LegalEntity> {
        self.entity.as_ref()
    }

    /// Whether nothing concerns it: it is no known legal entity and names no debtor as a buyer.
    pub fn is_empty(&self) -> bool {
        self.entity.is_none() && self.buyers.is_empty()
    }

    /// Whether this debtor is the company or one of its buyers. What was merged counts on both sides.
    pub fn concern(&self, debtor: &Debtor) -> bool {
        let named = || debtor.accounts().chain(debtor.parts().merged_into);
        debtor.legal_entities().any(|entity| self.are(entity)) || named().any(|id| self.sell_to(id))
    }

    /// Whether the company names the debtor of this id as a buyer.
    pub fn sell_to(&self, debtor: DebtorId) -> bool {
        self.buyers.contains(&debtor)
    }

    /// Whether this legal entity is the company.
    pub fn are(&self, entity: &LegalEntity) -> bool {
        self.entity.as_ref() == Some(entity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{country::CountryCode, text::Line},
        parties::debtor::Parts,
    };
    use chrono::DateTime;
    use uuid::Uuid;

    fn debtor(number: u128) -> Debtor {
        let name = Line::parse(&format!("Nordwind {number}")).unwrap();
        let entity = LegalEntity::registered(CountryCode::parse("NL").unwrap(), &name);
        Debtor::new(DebtorId(Uuid::from_u128(number)), entity, name, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_company_is_concerned_by_the_debtor_it_is_and_by_those_it_sells_to() {
        let (own, buyer, other) = (debtor(1), debtor(2), debtor(3));
        let matters = OwnMatters::new(Some(own.parts().legal_entity.clone()), [buyer.id()].into());
        let concerned = |debtor: &Debtor| matters.concern(debtor);
        assert_eq!([&own, &buyer, &other].map(concerned), [true, true, false]);
        assert!(other.absorb(&own).is_ok_and(|merged| matters.concern(&merged)));
        assert!(other.absorb(&buyer).is_ok_and(|merged| matters.concern(&merged)));
        let away = Debtor::restore(Parts { merged_into: Some(buyer.id()), ..other.parts().clone() });
        assert!(matters.concern(&away));
        assert!(!OwnMatters::default().concern(&own) && OwnMatters::default().is_empty());
        assert!([OwnMatters::new(None, [buyer.id()].into()), matters].iter().all(|matters| !matters.is_empty()));
    }
}
