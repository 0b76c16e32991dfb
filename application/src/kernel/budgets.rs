//! What one account may have the product keep for good, and how many mails it may cause: asked in the transaction that
//! writes it, whatever the request was and however many rows it brought, so that nothing written passes it by.

use super::{commit::WriteContext, outbox::Mail, rate_limits::RateLimit};
use crate::kernel::too_many::TooMany;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::kernel::{
    allotment::Allotment,
    audit::{Actor, AuditAction, Entry},
    ids::{MailId, UserId},
};

/// Whose account it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Of a company that is not approved, or of none.
    Newcomer,
    /// Of an approved company.
    Customer,
    House,
}

/// How much of something may be used within a window that begins with the first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub name: &'static str,
    pub of: Allotment,
    pub window: TimeDelta,
    pub newcomer: i32,
    pub customer: i32,
    pub house: i32,
}

const DAY: TimeDelta = TimeDelta::hours(24);
const GIBIBYTE: i32 = 1024 * 1024;

impl Budget {
    /// Records in the audit trail, which cannot be deleted. One counts once for each kibibyte that what it says begins. Filling in
    /// an application takes a few hundred; a customer enters, offers and accepts 10,000 invoices on a day.
    pub const RECORDS: Self =
        Self { name: "records/account", of: Allotment::Records, window: DAY, newcomer: 3_000, customer: 100_000, house: 1_000_000 };
    /// Kibibytes of files.
    pub const FILES: Self = Self {
        name: "files/account",
        of: Allotment::Files,
        window: DAY,
        newcomer: GIBIBYTE / 4,
        customer: 10 * GIBIBYTE,
        house: 100 * GIBIBYTE,
    };
    /// … and of them in a year: an account that is never approved keeps no more than its application needs.
    pub const FILES_IN_YEAR: Self = Self {
        name: "files/account/year",
        of: Allotment::Files,
        window: TimeDelta::days(365),
        newcomer: GIBIBYTE,
        customer: i32::MAX,
        house: i32::MAX,
    };
    /// Invitations: a buyer invites all its suppliers in one go.
    pub const INVITATIONS: Self =
        Self { name: "invitations/account", of: Allotment::Invitations, window: DAY, newcomer: 50, customer: 500, house: 100_000 };
    /// … and of them to one address.
    pub const INVITATIONS_TO_RECIPIENT: Self =
        Self { name: "invitations/recipient", of: Allotment::Mails, window: DAY, newcomer: 10, customer: 10, house: 10_000 };
    /// Other mails to one address, but for those about money: of them a few go alone in a day, and a digest.
    pub const NOTICES_TO_RECIPIENT: Self =
        Self { name: "notices/recipient", of: Allotment::Mails, window: DAY, newcomer: 200, customer: 200, house: 10_000 };

    /// Those of what an account writes itself.
    pub const OF_ACCOUNTS: [Self; 4] = [Self::RECORDS, Self::FILES, Self::FILES_IN_YEAR, Self::INVITATIONS];

    pub fn most(&self, standing: Standing) -> i32 {
        match standing {
            Standing::Newcomer => self.newcomer,
            Standing::Customer => self.customer,
            Standing::House => self.house,
        }
    }

    /// # Errors
    /// `TooMany` when an account of this standing may not use so many until then.
    pub fn check(&self, used: i32, standing: Standing, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<(), TooMany> {
        if used <= self.most(standing) {
            Ok(())
        } else {
            Err(TooMany { of: Some(self.of), retry_after_seconds: (until - now).num_seconds().max(1) })
        }
    }
}

/// What a write uses of a budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub budget: Budget,
    /// The account's id, or the address.
    pub key: String,
    pub count: i32,
    /// The mail that stays away where the budget is used up; none where the whole write is refused then.
    pub mail: Option<MailId>,
}

/// What a write uses of the budgets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uses {
    /// None of a person who is not signed in.
    pub account: Option<UserId>,
    pub now: DateTime<Utc>,
    /// In one order, so that no two writers wait for each other.
    pub of: Vec<Use>,
}

/// What bounds the records of what guards an account, and must never wait for a budget: signing in, and ending sessions; none for all
/// else, which the budget of records bounds.
fn own_limit(action: AuditAction) -> Option<RateLimit> {
    Some(match action {
        // As many sessions end as were begun.
        AuditAction::SignedIn | AuditAction::SignedOut | AuditAction::SessionEnded => RateLimit::SIGN_IN_BY_ACCOUNT,
        AuditAction::PasswordLinkSent => RateLimit::LINK_MAIL_BY_RECIPIENT,
        AuditAction::PasswordChanged | AuditAction::StepUpFailed => RateLimit::PASSWORD_BY_ACCOUNT,
        AuditAction::SecondFactorSwitchedOn
        | AuditAction::SecondFactorPassed
        | AuditAction::SecondFactorFailed
        | AuditAction::RecoveryCodeUsed
        | AuditAction::SecondFactorRemoved => RateLimit::CODE_BY_ACCOUNT,
        _ => return None,
    })
}

impl WriteContext {
    /// What this uses of the budgets; nothing of what comes by itself or from the command line.
    pub fn uses(&self) -> Uses {
        let (Entry { by, at: now, action, .. }, mails) = (&self.entry, &self.mails);
        let account = match by {
            Actor::User(account) => Some(*account),
            Actor::Stranger => None,
            Actor::CommandLine | Actor::System => return Uses::default(),
        };
        let refused = |budget, key, count| Use { budget, key, count, mail: None };
        let own = |budget, count| account.map(|account| refused(budget, account.0.to_string(), count));
        let kibibytes = |bytes: u64| i32::try_from(bytes.div_ceil(1024)).unwrap_or(i32::MAX);
        let of_files = kibibytes(self.file_bytes);
        let files =
            [own(Budget::FILES, of_files), own(Budget::FILES_IN_YEAR, of_files)].into_iter().flatten().filter(|files| files.count > 0);
        let said = u64::try_from(self.entry.size()).unwrap_or(u64::MAX);
        let record = own(Budget::RECORDS, kibibytes(said).max(1)).filter(|_| own_limit(*action).is_none());
        let of_mail = |mail: &Mail| match &mail.content {
            content if content.asks_in() => {
                let to = refused(Budget::INVITATIONS_TO_RECIPIENT, mail.to.as_str().to_owned(), 1);
                own(Budget::INVITATIONS, 1).into_iter().chain([to]).collect()
            }
            content if content.is_about_money() => Vec::new(),
            _ => vec![Use { mail: Some(mail.id), ..refused(Budget::NOTICES_TO_RECIPIENT, mail.to.as_str().to_owned(), 1) }],
        };
        let mut of: Vec<_> = record.into_iter().chain(files).chain(mails.iter().flat_map(of_mail)).collect();
        of.sort_by(|one, other| (one.budget.name, &one.key).cmp(&(other.budget.name, &other.key)));
        Uses { account, now: *now, of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::contracts::Made;
    use sooner_domain::kernel::{audit::Subjects, coded::Coded};
    use std::collections::BTreeSet;
    use uuid::Uuid;

    #[test]
    fn what_an_account_writes_uses_a_record_and_a_file_its_bytes() -> Made<()> {
        let account = UserId(Uuid::from_u128(1));
        let own = |action| WriteContext::of(Entry::own(account, action, DateTime::UNIX_EPOCH));
        let names = |context: WriteContext| context.uses().of.into_iter().map(|it| it.budget.name).collect::<Vec<_>>();
        assert_eq!(names(own(AuditAction::FormSaved)), ["records/account"]);
        assert_eq!(names(own(AuditAction::FormSaved).with_file(1)), ["files/account", "files/account/year", "records/account"]);
        let by_itself = Entry::new(DateTime::UNIX_EPOCH, Actor::System, AuditAction::FormSaved, Subjects::user(account));
        assert_eq!(names(WriteContext::of(by_itself)), [""; 0]);
        Ok(())
    }

    #[test]
    fn a_record_counts_for_each_kibibyte_that_is_said_in_it() {
        let account = UserId(Uuid::from_u128(1));
        let records = |said: usize| {
            let entry = Entry::own(account, AuditAction::FormSaved, DateTime::UNIX_EPOCH);
            let entry = entry.change("note", Some("x".repeat(said / 2)), Some("x".repeat(said - said / 2)));
            WriteContext::of(entry).uses().of.iter().map(|it| it.count).sum::<i32>()
        };
        let named = "note".len();
        assert_eq!([0, 1024 - named, 1025 - named, 128 * 1024 - named].map(records), [1, 1, 2, 128]);
        assert_eq!(WriteContext::of(Entry::own(account, AuditAction::FormSaved, DateTime::UNIX_EPOCH)).uses().of[0].count, 1);
    }

    #[test]
    fn every_record_is_bounded_by_the_budget_or_by_a_limit_of_its_own() {
        let account = UserId(Uuid::from_u128(1));
        let free = |action: &&AuditAction| WriteContext::of(Entry::own(account, **action, DateTime::UNIX_EPOCH)).uses().of.is_empty();
        let free: Vec<_> = AuditAction::ALL.iter().filter(free).map(|action| action.code()).collect();
        let guards = [
            "signed_in",
            "signed_out",
            "session_ended",
            "password_link_sent",
            "password_changed",
            "second_factor_switched_on",
            "second_factor_passed",
            "second_factor_failed",
            "recovery_code_used",
            "second_factor_removed",
            "step_up_failed",
        ];
        assert_eq!(free.iter().collect::<BTreeSet<_>>(), guards.iter().collect::<BTreeSet<_>>());
        assert!(AuditAction::ALL.iter().filter(|action| free.contains(&action.code())).all(|action| own_limit(*action).is_some()));
    }
}
