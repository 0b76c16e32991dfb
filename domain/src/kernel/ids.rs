//! One id type per kind of thing, so that a buyer's id cannot be passed for a user's.

use uuid::Uuid;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

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
    /// An onboarding application.
    ApplicationId
);
id!(
    /// An uploaded document.
    DocumentId
);
id!(
    /// A buyer on a seller's list.
    BuyerId
);
id!(
    /// A mail waiting in the outbox.
    MailId
);
id!(
    /// A second factor somebody switched on.
    FactorId
);
