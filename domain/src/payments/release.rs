//! What releasing payouts would do, as things stand: what each payee gets, what the bank holds before and after, and what is
//! to be thought of. It is looked at before the release, approved with it, and decides whether the release needs a reason.

use super::{
    payout::{Payout, PayoutId},
    statement::Balance,
};
use crate::{
    kernel::{
        coded::{Coded, coded_enum},
        ids::CompanyId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    onboarding::bank_account::BankAccount,
};
use std::collections::{BTreeMap, BTreeSet};

coded_enum!(
    /// What is to be thought of before payouts are released.
    ReleaseWarning {
        /// More leaves an account of the house than it certainly holds.
        Overdrawn = "overdrawn",
        /// The bank sent back what was paid to the payee's account last.
        AccountFailed = "account_failed",
        /// It is paid in place of a payout that came back.
        CameBack = "came_back",
        /// The company owes something, which is kept back.
        SetOff = "set_off",
    }
);

impl ReleaseWarning {
    /// Whether a release with this warning needs a reason.
    pub fn needs_reason(self) -> bool {
        match self {
            Self::Overdrawn | Self::AccountFailed => true,
            Self::CameBack | Self::SetOff => false,
        }
    }
}

/// What is sent of a payout, to which payee and account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    pub payout: PayoutId,
    pub company: CompanyId,
    /// What the company is owed.
    pub gross: Money,
    /// What the company owes and is kept back of it; no more than `gross`.
    pub set_off: Minor,
    pub account: Box<BankAccount>,
    /// The bank sent back what was paid to this account last.
    pub account_failed: bool,
    /// It is paid in place of a payout that came back.
    pub is_again: bool,
}

impl Sending {
    /// What is sent of a payout by its release; none where money goes back to a payer, or nothing was released. `account_failed`:
    /// the bank sent back what was paid to its account last.
    pub fn of(released: &Payout, account_failed: bool) -> Option<Self> {
        let (release, company) = (released.release.as_ref()?, released.company()?);
        Some(Self {
            payout: released.id,
            company,
            gross: Money::parse(released.gross.get(), released.currency).ok()?,
            set_off: release.set_off,
            account: release.account.clone(),
            account_failed,
            is_again: released.replaces.is_some(),
        })
    }

    pub fn currency(&self) -> Currency {
        self.gross.currency()
    }

    /// What is ordered from the bank.
    pub fn net(&self) -> Minor {
        Minor::new(self.gross.amount_minor()) - self.set_off
    }

    fn has(&self, warning: ReleaseWarning) -> bool {
        match warning {
            ReleaseWarning::Overdrawn => false,
            ReleaseWarning::AccountFailed => self.account_failed && self.net().is_positive(),
            ReleaseWarning::CameBack => self.is_again && self.net().is_positive(),
            ReleaseWarning::SetOff => self.set_off.is_positive(),
        }
    }
}

/// What the house has at its bank in a currency: by the ledger, and by the bank's last statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Funds {
    pub currency: Currency,
    /// What the account holds by the ledger; below zero where it is overdrawn.
    pub bank: Minor,
    /// What the bank's last statement of the house's account ends with; none where there is no statement of it.
    pub statement: Option<Balance>,
    /// What left by the ledger and is not in `statement`: people entered it, and no line of a statement tells of it. Nothing where there is no
    /// statement.
    pub untold: Minor,
    /// What is released and not yet debited.
    pub in_transit: Minor,
}

impl Funds {
    /// What is certain to be there: no more than the bank said last, less what left since. What people entered as received is not added to
    /// it, for it is on no statement yet; what they entered as paid out is taken off.
    pub fn certain(&self) -> Minor {
        self.statement.map_or(self.bank, |statement| self.bank.min(statement.amount - self.untold))
    }

    /// What is left to release from; below zero where more is released than there is.
    pub fn free(&self) -> Minor {
        self.certain() - self.in_transit
    }
}

/// What a release makes of what the house has in a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalanceChange {
    pub funds: Funds,
    /// What is ordered from the bank in this currency.
    pub released: Minor,
}

impl BalanceChange {
    /// What is left to release from afterwards.
    pub fn after(&self) -> Minor {
        self.funds.free() - self.released
    }

    fn is_overdrawn(&self) -> bool {
        self.released.is_positive() && self.after().is_negative()
    }
}

/// What a payee gets in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeSum {
    pub company: CompanyId,
    pub currency: Currency,
    pub account: BankAccount,
    /// How many payouts.
    pub payouts: usize,
    pub gross: Minor,
    pub set_off: Minor,
}

impl PayeeSum {
    pub fn net(&self) -> Minor {
        self.gross - self.set_off
    }
}

/// Why payouts are released although something speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseReason {
    pub text: Note,
    /// What needed a reason when it was given: it speaks of nothing else.
    pub given_for: BTreeSet<ReleaseWarning>,
}

/// A release needs a reason for these, and none was given that speaks of them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it needs a reason")]
pub struct Unexplained(pub BTreeSet<ReleaseWarning>);

/// What releasing payouts together does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// In the order in which they are released.
    pub sendings: Vec<Sending>,
    /// What the house has now, in each of their currencies.
    pub funds: Vec<Funds>,
}

impl Outlook {
    /// What it makes of what the house has.
    pub fn balances(&self) -> Vec<BalanceChange> {
        let released = |currency: Currency| self.sendings.iter().filter(|sending| sending.currency() == currency).map(Sending::net).sum();
        self.funds.iter().map(|funds| BalanceChange { funds: *funds, released: released(funds.currency) }).collect()
    }

    /// What each payee gets, in the order of the first payout to each.
    pub fn payees(&self) -> Vec<PayeeSum> {
        let mut sums: Vec<PayeeSum> = Vec::new();
        for sending in &self.sendings {
            let gross = Minor::new(sending.gross.amount_minor());
            let same =
                |sum: &&mut PayeeSum| (sum.company, sum.currency, &sum.account) == (sending.company, sending.currency(), &*sending.account);
            match sums.iter_mut().find(same) {
                Some(sum) => {
                    sum.payouts += 1;
                    sum.gross += gross;
                    sum.set_off += sending.set_off;
                }
                None => sums.push(PayeeSum {
                    company: sending.company,
                    currency: sending.currency(),
                    account: (*sending.account).clone(),
                    payouts: 1,
                    gross,
                    set_off: sending.set_off,
                }),
            }
        }
        sums
    }

    /// What is to be thought of, and how often: of [`ReleaseWarning::Overdrawn`] the currencies, of the others the payouts.
    pub fn warnings(&self) -> BTreeMap<ReleaseWarning, usize> {
        let overdrawn = self.balances().iter().filter(|balance| balance.is_overdrawn()).count();
        let count = |warning: ReleaseWarning| match warning {
            ReleaseWarning::Overdrawn => overdrawn,
            of_payouts => self.sendings.iter().filter(|sending| sending.has(of_payouts)).count(),
        };
        ReleaseWarning::ALL.iter().map(|warning| (*warning, count(*warning))).filter(|(_, count)| *count > 0).collect()
    }

    /// What it needs a reason for.
    pub fn needs_reason_for(&self) -> BTreeSet<ReleaseWarning> {
        self.warnings().into_keys().filter(|warning| warning.needs_reason()).collect()
    }

    /// The reason that a person gives who sees this.
    pub fn reason(&self, text: Option<Note>) -> Option<ReleaseReason> {
        text.map(|text| ReleaseReason { text, given_for: self.needs_reason_for() })
    }

    /// Whether everything that needs a reason has one.
    ///
    /// # Errors
    /// With what has none.
    pub fn check(&self, reason: Option<&ReleaseReason>) -> Result<(), Unexplained> {
        let mut needed = self.needs_reason_for();
        needed.retain(|warning| reason.is_none_or(|reason| !reason.given_for.contains(warning)));
        if needed.is_empty() { Ok(()) } else { Err(Unexplained(needed)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    fn sending(id: u128, company: u128, gross: i64, set_off: i64) -> Sending {
        Sending {
            payout: PayoutId(Uuid::from_u128(id)),
            company: CompanyId(Uuid::from_u128(company)),
            gross: Money::parse(gross, euro()).unwrap(),
            set_off: Minor::new(set_off),
            account: Box::default(),
            account_failed: false,
            is_again: false,
        }
    }

    fn holds(bank: i64, in_transit: i64) -> Funds {
        Funds { currency: euro(), bank: Minor::new(bank), statement: None, untold: Minor::ZERO, in_transit: Minor::new(in_transit) }
    }

    fn outlook(sendings: Vec<Sending>, funds: Funds) -> Outlook {
        Outlook { sendings, funds: vec![funds] }
    }

    fn text() -> Option<Note> {
        Note::parse("The bank grants a credit line.").ok()
    }

    #[test]
    fn the_balance_counts_what_is_released_and_not_yet_debited() {
        let told = outlook(vec![sending(1, 1, 800, 0), sending(2, 1, 300, 300)], holds(2_000, 1_200));
        let balance = told.balances()[0];
        assert_eq!((balance.funds.free(), balance.released, balance.after()), (Minor::new(800), Minor::new(800), Minor::ZERO));
        assert_eq!(told.check(None), Ok(()), "to the last cent");
        let short = outlook(told.sendings, holds(1_999, 1_200));
        assert_eq!(short.check(None), Err(Unexplained([ReleaseWarning::Overdrawn].into())));
        assert_eq!(short.check(short.reason(text()).as_ref()), Ok(()));
    }

    #[test]
    fn no_more_is_left_than_the_bank_said_last() {
        let closes = |amount: i64| Some(Balance { on: "2027-01-04".parse().unwrap(), amount: Minor::new(amount) });
        let told = |statement: Option<Balance>| Funds { statement, ..holds(2_000, 1_200) };
        assert_eq!(told(closes(1_500)).free(), Minor::new(300), "500 that people entered are on no statement");
        assert_eq!(told(closes(2_500)).free(), Minor::new(800), "500 were paid since");
        assert_eq!(told(None).free(), Minor::new(800));
        let short = outlook(vec![sending(1, 1, 301, 0)], told(closes(1_500)));
        assert_eq!(short.check(None), Err(Unexplained([ReleaseWarning::Overdrawn].into())));
    }

    #[test]
    fn what_people_mark_as_executed_leaves_no_more_than_before() {
        let closing = Some(Balance { on: "2027-03-25".parse().unwrap(), amount: Minor::new(43_504_209) });
        // 900,000.00 that a person entered as received are on no statement.
        let ordered = Funds { statement: closing, ..holds(43_504_209 + 90_000_000, 2_001_175) };
        let marked = Funds { bank: ordered.bank - ordered.in_transit, untold: ordered.in_transit, in_transit: Minor::ZERO, ..ordered };
        assert_eq!((ordered.free(), marked.free()), (Minor::new(41_503_034), Minor::new(41_503_034)));
        let told =
            Funds { statement: closing.map(|was| Balance { amount: was.amount - marked.untold, ..was }), untold: Minor::ZERO, ..marked };
        assert_eq!(told.free(), marked.free(), "once a statement tells of it, it is in its closing balance");
        let without_receipt = Funds { bank: Minor::new(41_503_034), ..marked };
        assert_eq!(without_receipt.free(), marked.free(), "nothing is taken off twice");
    }

    #[test]
    fn what_is_kept_back_whole_takes_nothing_from_an_empty_account() {
        let failed = Sending { account_failed: true, is_again: true, ..sending(1, 1, 300, 300) };
        let told = outlook(vec![failed], holds(-5, 0));
        assert_eq!(told.warnings(), [(ReleaseWarning::SetOff, 1)].into());
        assert_eq!(told.check(None), Ok(()));
    }

    #[test]
    fn a_payment_to_an_account_whose_last_one_came_back_needs_a_reason() {
        let failed = Sending { account_failed: true, is_again: true, ..sending(1, 1, 300, 0) };
        let told = outlook(vec![failed, sending(2, 2, 10, 3)], holds(1_000, 0));
        let expected = [(ReleaseWarning::AccountFailed, 1), (ReleaseWarning::CameBack, 1), (ReleaseWarning::SetOff, 1)];
        assert_eq!(told.warnings(), expected.into());
        assert_eq!(told.check(None), Err(Unexplained([ReleaseWarning::AccountFailed].into())));
    }

    #[test]
    fn a_reason_speaks_of_nothing_that_came_up_after_it_was_given() {
        let failed = Sending { account_failed: true, ..sending(1, 1, 300, 0) };
        let reason = outlook(vec![failed.clone()], holds(300, 0)).reason(text());
        let later = outlook(vec![failed], holds(299, 0));
        assert_eq!(later.check(reason.as_ref()), Err(Unexplained([ReleaseWarning::Overdrawn].into())));
        let before = outlook(vec![sending(1, 1, 300, 0)], holds(300, 0)).reason(text());
        assert_eq!(later.check(before.as_ref()).map_err(|why| why.0.len()), Err(2));
    }

    #[test]
    fn each_currency_is_paid_from_its_own_account() {
        let dollars = Currency::parse("USD").unwrap();
        let in_dollars = Sending { gross: Money::parse(50, dollars).unwrap(), ..sending(2, 1, 0, 0) };
        let funds = vec![
            holds(1_000, 0),
            Funds { currency: dollars, bank: Minor::new(49), statement: None, untold: Minor::ZERO, in_transit: Minor::ZERO },
        ];
        let told = Outlook { sendings: vec![sending(1, 1, 100, 0), in_dollars], funds };
        assert_eq!(told.balances().iter().map(|balance| balance.after().get()).collect::<Vec<_>>(), [900, -1]);
        assert_eq!(told.warnings(), [(ReleaseWarning::Overdrawn, 1)].into());
        assert_eq!(told.payees().len(), 2);
    }

    proptest! {
        #[test]
        fn payees_and_balances_are_the_sum_of_what_is_sent(all in prop::collection::vec((0_u128..4, 0_i64..1_000, 0_i64..1_000), 0..20)) {
            let parts = all.iter().enumerate();
            let sendings: Vec<_> = parts.map(|(id, (company, net, set_off))| sending(id as u128, *company, net + set_off, *set_off)).collect();
            let told = outlook(sendings, holds(5_000, 0));
            let net: i64 = all.iter().map(|(_, net, _)| net).sum();
            prop_assert_eq!(told.payees().iter().map(|sum| sum.net().get()).sum::<i64>(), net);
            prop_assert_eq!(told.payees().iter().map(|sum| sum.payouts).sum::<usize>(), all.len());
            prop_assert_eq!(told.balances()[0].after(), Minor::new(5_000 - net));
            prop_assert_eq!(told.check(None).is_ok(), net <= 5_000);
        }
    }
}
