//! One id type per kind of thing, so that a buyer's id cannot be passed for a user's. Those the kernel itself names are here,
//! any other beside its entity.

/// Declares an id.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

pub(crate) use id;

id!(
    /// A person's account.
    UserId
);
id!(
    /// A signed-in session; the access token names it.
    SessionId
);
id!(
    /// A link sent by mail.
    LinkId
);
id!(
    /// A company: what applies, sells and buys.
    CompanyId
);
id!(
    /// A legal entity that owes on invoices, one for the whole instance.
    DebtorId
);
id!(
    /// What a debtor owes on one invoice.
    ReceivableId
);
id!(
    /// Something that happened to a sold receivable.
    FactId
);
id!(
    /// An agreement with a company, under which its receivables are bought.
    FacilityId
);
id!(
    /// Something that waits for a second person.
    ApprovalId
);
id!(
    /// A mail waiting in the outbox.
    MailId
);
