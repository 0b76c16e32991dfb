//! What mails there are. A row here is all the store and the delivery need; the words are the mailer's.

use sooner_domain::kernel::ids::LinkId;

/// The link of a row, as a pattern or as a value; `None` for a mail without one.
macro_rules! maybe {
    () => {
        None
    };
    ($link:ident) => {
        Some($link)
    };
}

/// Declares each mail once: its name, whether it carries a link, and the code it is stored under.
macro_rules! mails {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $({ $link:ident })? = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name { $($variant $({ $link: LinkId })?),+ }

        impl $name {
            /// The code of every mail. Codes never change once released: rows hold them.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            pub fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }

            /// The link it carries.
            pub fn link(&self) -> Option<LinkId> {
                match *self { $(Self::$variant $({ $link })? => maybe!($($link)?)),+ }
            }

            /// The mail with this code and this link; none when there is no such mail, when its link is missing, or
            /// when it carries none.
            pub fn from_parts(code: &str, link: Option<LinkId>) -> Option<Self> {
                match (code, link) {
                    $(($code, maybe!($($link)?)) => Some(Self::$variant $({ $link })?),)+
                    _ => None,
                }
            }
        }
    };
}

mails!(
    /// What a mail says. Links are named by id: the secret in them is worked out when the mail is sent, so that neither
    /// the outbox nor a copy of the database holds one that works.
    Content {
        VerifyEmail { link } = "verify_email",
        ResetPassword { link } = "reset_password",
        PasswordChanged = "password_changed",
        WrongCodes = "wrong_codes",
        ApplicationReceived = "application_received",
        Approved = "approved",
        Disapproved = "disapproved",
        DocumentsRequested = "documents_requested",
        Reopened = "reopened",
    }
);

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_mail_is_made_again_of_its_code_and_its_link_and_of_nothing_else() {
        let some = LinkId(Uuid::from_u128(1));
        for code in Content::CODES {
            let made: Vec<_> = [None, Some(some)].into_iter().filter_map(|link| Content::from_parts(code, link)).collect();
            let [content] = made.as_slice() else { panic!("{code}, with a link and without one: {made:?}") };
            assert_eq!(content.code(), *code);
            assert_eq!(Content::from_parts(content.code(), content.link()).as_ref(), Some(content));
        }
        assert_eq!(Content::from_parts("reset_password", Some(some)), Some(Content::ResetPassword { link: some }));
        assert_eq!(Content::from_parts("approved", None), Some(Content::Approved));
        assert_eq!(Content::from_parts("Approved", None), None);
    }

    #[test]
    fn no_code_ever_changes() {
        let released =
            ["verify_email", "reset_password", "application_received", "approved", "disapproved", "documents_requested", "reopened"];
        assert!(released.iter().all(|code| Content::CODES.contains(code)));
    }
}
