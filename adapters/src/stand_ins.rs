//! Who stands in for the outside world while an instance is filled to be tried out: nobody there has a phone or a letter box.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_application::{
    identity::ports::{IdentityProvider, ProofError},
    kernel::{
        ids::Ids,
        outbox::{Mail, MailError, Mailer},
    },
};
use sooner_domain::{
    identity::phone_proof::PhoneProof,
    kernel::{country::CountryCode, ids::LinkId, phone::PhoneNumber},
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use uuid::{Builder, Uuid};

/// Ids that are the same each time, in the order they are asked for: of version 7, from a moment on that is long past, so that
/// whatever is made later sorts behind them.
#[derive(Default)]
pub struct NumberedIds(AtomicU64);

impl NumberedIds {
    /// 1 January 2026, in milliseconds of Unix time.
    const FROM_MILLIS: u64 = 1_767_225_600_000;
}

impl Ids for NumberedIds {
    fn next(&self) -> Uuid {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let mut rest = [0; 10];
        rest[2..].copy_from_slice(&number.to_be_bytes());
        Builder::from_unix_timestamp_millis(Self::FROM_MILLIS + number, &rest).into_uuid()
    }
}

/// Believes everybody who names a German phone: the number is the token.
pub struct BelievesEveryPhone;

#[async_trait]
impl IdentityProvider for BelievesEveryPhone {
    async fn check(&self, token: &str, now: DateTime<Utc>) -> Result<PhoneProof, ProofError> {
        let phone = CountryCode::parse("DE").and_then(|country| PhoneNumber::parse(token, country));
        let phone = phone.map_err(|_| ProofError::Refused("no German number"))?;
        Ok(PhoneProof { phone, subject: token.to_owned(), authenticated_at: now, issued_at: now })
    }
}

/// Remembers the newest link mailed to each address. A mail goes on to a folder where there is one, and to nobody else.
pub struct RemembersLinks {
    links: Mutex<BTreeMap<String, LinkId>>,
    folder: Option<Arc<dyn Mailer>>,
}

impl RemembersLinks {
    pub fn new(folder: Option<Arc<dyn Mailer>>) -> Self {
        Self { links: Mutex::default(), folder }
    }

    /// The link that was mailed to this address last.
    pub fn link(&self, email: &str) -> Option<LinkId> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).get(email).copied()
    }
}

#[async_trait]
impl Mailer for RemembersLinks {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        if let Some(link) = mail.content.link() {
            self.links.lock().unwrap_or_else(PoisonError::into_inner).insert(mail.to.as_str().to_owned(), link);
        }
        match &self.folder {
            Some(folder) => folder.send(mail).await,
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Uuid7;

    #[test]
    fn ids_are_the_same_each_time_and_sort_before_real_ones() {
        let few = || {
            let ids = NumberedIds::default();
            [ids.next(), ids.next(), ids.next()]
        };
        let ids = few();
        assert_eq!(ids, few());
        assert!(ids[0] < ids[1] && ids[1] < ids[2] && ids[2] < Uuid7.next());
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
    }

    #[actix_web::test]
    async fn a_number_is_believed_and_nothing_else() {
        let proof = BelievesEveryPhone.check("+4915112345678", DateTime::UNIX_EPOCH).await;
        assert_eq!(proof.map(|proof| proof.phone.as_str().to_owned()), Ok("+4915112345678".to_owned()));
        assert_eq!(BelievesEveryPhone.check("nobody", DateTime::UNIX_EPOCH).await, Err(ProofError::Refused("no German number")));
    }
}
