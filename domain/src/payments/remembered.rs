//! For whom a payer pays, as a person found out by matching.

use super::receipt::Payer;
use crate::kernel::{
    coded::coded_enum,
    ids::{DebtorId, UserId, id},
    text::Line,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

id!(
    /// That a payer pays for a debtor.
    RememberedId
);

coded_enum!(
    /// By what a payer is known again.
    PayerMark {
        /// The account it pays from.
        Account = "account",
        /// The name its bank tells.
        Name = "name",
    }
);

/// That whoever has this mark pays for a debtor. It makes the payer known the next time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    pub id: RememberedId,
    pub debtor: DebtorId,
    pub mark: PayerMark,
    pub value: Line,
    pub by: UserId,
    pub at: DateTime<Utc>,
    /// By whom and when it was taken back; none while it holds.
    pub forgotten: Option<(UserId, DateTime<Utc>)>,
}

impl Remembered {
    pub fn holds(&self) -> bool {
        self.forgotten.is_none()
    }
}

/// The accounts of which a person took back that they pay for a debtor: what they paid before does not tell it any more.
#[derive(Debug, Default)]
pub struct Forgotten(BTreeSet<(Line, DebtorId)>);

impl Forgotten {
    /// By what is remembered, the oldest first.
    pub fn of(all: &[Remembered]) -> Self {
        let mut forgotten = BTreeSet::new();
        for kept in all.iter().filter(|kept| kept.mark == PayerMark::Account) {
            let of = (kept.value.clone(), kept.debtor);
            let _ = if kept.holds() { forgotten.remove(&of) } else { forgotten.insert(of) };
        }
        Self(forgotten)
    }

    pub fn has(&self, account: &Line, debtor: DebtorId) -> bool {
        self.0.contains(&(account.clone(), debtor))
    }
}

impl Payer {
    /// Its account, as it is known again.
    pub fn known_account(&self) -> Option<Line> {
        self.marks().into_iter().find(|(mark, _)| *mark == PayerMark::Account).map(|(_, value)| value)
    }

    /// By what it is known again. The account is written as banks compare it: without spaces, in capitals.
    pub fn marks(&self) -> Vec<(PayerMark, Line)> {
        let account = self.iban.as_ref().map(|iban| iban.as_str().split_whitespace().collect::<String>().to_uppercase());
        let account = account.and_then(|iban| Line::parse(&iban).ok()).map(|iban| (PayerMark::Account, iban));
        account.into_iter().chain(self.name.clone().map(|name| (PayerMark::Name, name))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Invalid;

    #[test]
    fn a_payer_is_known_again_by_account_and_name() -> Result<(), Invalid> {
        let payer = Payer { name: Some(Line::parse("Fabrik & Söhne")?), iban: Some(Line::parse("de02 1203 0000 0000 2020 51")?) };
        let marks: Vec<_> = payer.marks().into_iter().map(|(mark, value)| (mark, value.as_str().to_owned())).collect();
        let expected = [(PayerMark::Account, "DE02120300000000202051"), (PayerMark::Name, "Fabrik & Söhne")];
        assert_eq!(marks, expected.map(|(mark, value)| (mark, value.to_owned())));
        assert_eq!(Payer::default().marks(), []);
        Ok(())
    }
}
