//! What is ordered from the bank: one transfer for all that a payee gets of a batch.

use super::payout::{Payee, Payout, PayoutId, PayoutStatus};
use crate::{
    kernel::{ids::CompanyId, minor::Minor},
    onboarding::bank_account::{AccountNumber, BankAccount, Iban, RoutingNumber, Scheme, SortCode},
};
use chrono::NaiveDate;

/// A transfer, which pays for one payout or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The oldest one first.
    pub payouts: Vec<PayoutId>,
    /// None where money goes back to a payer.
    pub company: Option<CompanyId>,
    pub to: BankAccount,
    pub amount: Minor,
    pub on: NaiveDate,
}

impl Transfer {
    /// By what the bank tells it apart from every other one there ever is, and names it on its statements: 32 letters and digits.
    pub fn id(&self) -> Option<String> {
        self.payouts.first().map(|first| first.0.simple().to_string())
    }
}

/// By what a bank finds the account that is paid, as far as it is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaidAccount {
    Iban(Iban),
    /// The number has eight digits.
    SortCode(SortCode, AccountNumber),
    RoutingNumber(RoutingNumber, AccountNumber),
    /// Its bank is found by the BIC.
    Bic(AccountNumber),
}

impl PaidAccount {
    /// None where something is missing, or the number is none of such a bank.
    pub fn of(account: &BankAccount) -> Option<Self> {
        let BankAccount { iban, sort_code, routing_number, account_number, bic, .. } = account;
        let number = account_number.as_ref().filter(|_| account.misfit().is_none());
        match account.scheme(None) {
            Scheme::Iban => iban.clone().map(Self::Iban),
            Scheme::SortCode => {
                let number = AccountNumber::parse(&number?.in_eight_digits()?).ok()?;
                Some(Self::SortCode(sort_code.clone()?, number))
            }
            Scheme::RoutingNumber => Some(Self::RoutingNumber(routing_number.clone()?, number?.clone())),
            Scheme::Bic => bic.as_ref().and(number).cloned().map(Self::Bic),
        }
    }
}

/// Whether the bank has said of none of these what it did: only then may they be ordered.
pub fn can_be_ordered(payouts: &[Payout]) -> bool {
    let ordered = |payout: &&Payout| payout.net().is_positive();
    payouts.iter().filter(ordered).all(|payout| payout.status == PayoutStatus::Released)
}

/// What is ordered for these, which are of one currency, in their order. What was kept back whole is not ordered. Money that goes back to a
/// payer is a transfer of its own: who paid twice is to see both.
pub fn transfers(payouts: &[Payout]) -> Vec<Transfer> {
    let mut all: Vec<Transfer> = Vec::new();
    for payout in payouts.iter().filter(|payout| payout.net().is_positive()) {
        let Some(release) = &payout.release else { continue };
        let company = match payout.payee {
            Payee::Company { company, .. } => Some(company),
            Payee::Payer { .. } => None,
        };
        let same = |other: &&mut Transfer| company.is_some() && other.company == company && other.to == *release.account;
        match all.iter_mut().find(same) {
            Some(transfer) => {
                transfer.payouts.push(payout.id);
                transfer.amount += payout.net();
            }
            None => all.push(Transfer {
                payouts: vec![payout.id],
                company,
                to: (*release.account).clone(),
                amount: payout.net(),
                on: release.on,
            }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        house::open_days::OpenDays,
        kernel::{
            Invalid,
            ids::{ReceivableId, UserId},
            money::Currency,
            text::Line,
        },
        onboarding::bank_account::Bic,
        payments::{
            payout::{BatchId, Owed, PayoutRefused, Purpose, Release},
            receipt::ReceiptId,
        },
    };
    use chrono::DateTime;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn released(id: u128, company: u128, gross: i64, set_off: i64, holder: &str) -> Payout {
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        let (company, about) = (CompanyId(Uuid::from_u128(company)), ReceivableId(Uuid::from_u128(id)));
        let currency = Currency::parse("EUR").unwrap();
        let owed = Owed { company, about, fact: None, purpose: Purpose::Advance, currency, gross: Minor::new(gross), on };
        let account = Box::new(BankAccount { holder: Line::parse(holder).ok(), ..BankAccount::default() });
        let (batch, by, set_off) = (Some(BatchId(Uuid::nil())), UserId(Uuid::nil()), Minor::new(set_off));
        let release = Release { batch, by, at: DateTime::UNIX_EPOCH, on, set_off, account };
        Payout::due(PayoutId(Uuid::from_u128(id)), owed).released(release).unwrap()
    }

    #[test]
    fn all_that_a_company_gets_is_one_transfer() {
        let payouts = [
            released(1, 7, 800, 300, "Mühle"),
            released(2, 8, 50, 0, "Hafen"),
            released(3, 7, 20, 0, "Mühle"),
            released(4, 7, 9, 9, "Mühle"),
        ];
        let found = transfers(&payouts);
        let told: Vec<_> = found.iter().map(|one| (one.payouts.len(), one.amount.get())).collect();
        assert_eq!(told, [(2, 520), (1, 50)], "what was kept back whole is in none");
        assert_eq!(found[0].id().as_deref(), Some("00000000000000000000000000000001"));
        let elsewhere = transfers(&[released(1, 7, 1, 0, "Mühle"), released(2, 7, 1, 0, "Müller")]);
        assert_eq!(elsewhere.len(), 2, "each account is paid by itself");
    }

    #[test]
    fn an_account_is_paid_by_what_is_known_of_it_if_that_is_enough() -> Result<(), Invalid> {
        let (iban, number) = (Iban::parse("DE89370400440532013000")?, AccountNumber::parse("1234567")?);
        let (code, routing) = (SortCode::parse("601613")?, RoutingNumber::parse("021000021")?);
        let bic = Bic::parse("BOTKJPJT")?;
        let by_number = BankAccount { account_number: Some(number.clone()), ..BankAccount::default() };
        let british = BankAccount { sort_code: Some(code.clone()), ..by_number.clone() };
        let american = BankAccount { routing_number: Some(routing.clone()), ..by_number.clone() };
        for (account, paid) in [
            (BankAccount { iban: Some(iban.clone()), ..british.clone() }, Some(PaidAccount::Iban(iban))),
            (british.clone(), Some(PaidAccount::SortCode(code, AccountNumber::parse("01234567")?))),
            (american.clone(), Some(PaidAccount::RoutingNumber(routing, number.clone()))),
            (BankAccount { bic: Some(bic.clone()), ..by_number.clone() }, Some(PaidAccount::Bic(number))),
            (by_number, None),
            (BankAccount { bic: Some(bic), ..BankAccount::default() }, None),
            (BankAccount { account_number: None, ..british.clone() }, None),
            (BankAccount { account_number: AccountNumber::parse("123456789").ok(), ..british }, None),
            (BankAccount { account_number: AccountNumber::parse("12345A").ok(), ..american }, None),
            (BankAccount::default(), None),
        ] {
            assert_eq!(PaidAccount::of(&account), paid, "{account:?}");
        }
        Ok(())
    }

    #[test]
    fn what_goes_back_is_a_transfer_of_its_own() {
        let back =
            |id| Payout { payee: Payee::Payer { receipt: ReceiptId(Uuid::nil()), credit_of: None }, ..released(id, 1, 5, 0, "Lind") };
        assert_eq!(transfers(&[back(1), back(2)]).len(), 2);
    }

    #[test]
    fn nothing_is_ordered_of_which_the_bank_has_said_something() -> Result<(), PayoutRefused> {
        let (one, kept) = (released(1, 7, 800, 0, "Mühle"), released(2, 7, 9, 9, "Mühle"));
        assert!(can_be_ordered(&[one.clone(), kept]));
        let on = NaiveDate::from_ymd_opt(2027, 1, 5).unwrap();
        assert!(!can_be_ordered(&[one.clone(), one.executed(on, OpenDays::new(on, None))?]));
        Ok(())
    }

    proptest! {
        #[test]
        fn transfers_add_up_to_their_payouts(drawn in prop::collection::vec((0_u128..4, 1_i64..1_000, 0_i64..1_000), 0..20)) {
            let each = drawn.iter().zip(1..);
            let payouts: Vec<_> = each.map(|((company, gross, kept), id)| released(id, *company, *gross, *kept.min(gross), "A")).collect();
            let found = transfers(&payouts);
            prop_assert_eq!(found.iter().map(|one| one.amount).sum::<Minor>(), payouts.iter().map(Payout::net).sum::<Minor>());
            let named: Vec<_> = found.iter().flat_map(|one| one.payouts.clone()).collect();
            prop_assert_eq!(named.len(), payouts.iter().filter(|payout| payout.net().is_positive()).count());
        }
    }
}
