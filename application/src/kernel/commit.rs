//! One form of transaction: a use case hands over what changes, and what is written with it, all or nothing.

use super::{idempotency::Made, outbox::Mail, unavailable::Unavailable};
use async_trait::async_trait;
use sooner_domain::kernel::audit::Entry;

/// Stores changes of a module. The changes of a module may carry those of the modules below it.
///
/// Locks are taken in one order, so that no two writers wait for each other: the idempotency key, then the rows of the
/// changes in the order they are handed over, then the budgets, the outbox, then the audit trail. Use cases hand changes over from
/// the bottom up: what proves and is used up (a link, a proof, a code, an invitation), accounts, sessions, memberships,
/// companies, debtors, buyers, applications, the house, the ledger, facilities, receivables, payments, approvals. The end of a
/// day comes before all of them: nobody waits for it but who is at the same day.
#[async_trait]
pub trait Commit<C>: Send + Sync {
    /// Writes every change with its context, or nothing at all.
    async fn commit(&self, changes: Vec<C>, context: WriteContext) -> Result<(), CommitError>;
}

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// What is changed, or used up, is not what was read any more.
    #[error("changed meanwhile")]
    Stale,
    /// Whoever writes may not any more: their place in the company, or their role, was taken from them meanwhile.
    #[error("not allowed any more")]
    NotAllowed,
    /// Somebody else has this unique value already. The constants of the module whose change it is name which.
    #[error("{0} is taken")]
    Taken(Unique),
    /// The list has no room left.
    #[error("the list is full")]
    Full,
    /// It would pass a limit. The constants of the module whose change it is name which.
    #[error("{0} would be passed")]
    Over(&'static str),
    /// Another request used the idempotency key first.
    #[error("repeated")]
    Repeated,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Something of which there is one: part of the name of the column or constraint that sees to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unique(pub &'static str);

impl std::fmt::Display for Unique {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl CommitError {
    /// The refusal as an infrastructure error, for a use case that does not expect it: whoever asks again finds things as they
    /// are by then.
    pub fn unexpected(self) -> Unavailable {
        match self {
            Self::Unavailable(unavailable) => unavailable,
            Self::Stale => Unavailable::Conflicted("write"),
            Self::NotAllowed | Self::Repeated => Unavailable::Busy("write"),
            Self::Taken(_) | Self::Full | Self::Over(_) => Unavailable::Failed(format!("unexpectedly, {self}")),
        }
    }
}

/// How often a use case that is not based on what a person saw starts over because something changed meanwhile. One
/// person's own requests meet this often in a row at most: several files uploaded at once, while typing.
pub const MAX_ATTEMPTS: usize = 30;

/// What is written with changes. There is no change without an entry in the audit trail.
#[derive(Debug, Clone)]
pub struct WriteContext {
    pub entry: Entry,
    /// Mails to put in the outbox.
    pub mails: Vec<Mail>,
    /// The idempotency key this write answers to, and what it made.
    pub made: Option<Made>,
    /// How large the files are that are kept with it.
    pub file_bytes: u64,
}

impl WriteContext {
    pub fn of(entry: Entry) -> Self {
        Self { entry, mails: Vec::new(), made: None, file_bytes: 0 }
    }

    pub fn and_mail(mut self, mail: Mail) -> Self {
        self.mails.push(mail);
        self
    }

    /// The same with a mail, if there is one to send.
    pub fn and(self, mail: Option<Mail>) -> Self {
        match mail {
            Some(mail) => self.and_mail(mail),
            None => self,
        }
    }

    /// The same with a file of so many bytes.
    pub fn with_file(self, bytes: u64) -> Self {
        Self { file_bytes: self.file_bytes + bytes, ..self }
    }

    pub fn under(self, made: Option<Made>) -> Self {
        Self { made, ..self }
    }
}
