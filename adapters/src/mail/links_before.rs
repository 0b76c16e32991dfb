//! Links that were made under the instance's secret from before, and whose mails still wait.

use sha2::{Digest, Sha256};
use sooner_application::{
    identity::ports::{LinkTokens, Links, TokenHash},
    kernel::unavailable::Unavailable,
    parties::ports::Teams,
    receivables::ports::Confirmations,
};
use sooner_domain::{
    identity::link::LinkPurpose,
    kernel::{coded::Coded, ids::LinkId},
};
use std::{collections::HashSet, sync::Arc};

/// What tells the links that were made under the secret from before.
#[derive(Clone)]
pub struct LinksBefore {
    /// Under that secret.
    pub tokens: Arc<dyn LinkTokens>,
    pub links: Arc<dyn Links>,
    pub invitations: Arc<dyn Teams>,
    pub confirmations: Arc<dyn Confirmations>,
}

/// Each link under the secret it was made under.
pub(super) struct MixedTokens {
    now: Arc<dyn LinkTokens>,
    before: Arc<dyn LinkTokens>,
    made_before: HashSet<LinkId>,
}

impl LinkTokens for MixedTokens {
    fn token(&self, id: LinkId) -> String {
        if self.made_before.contains(&id) { self.before.token(id) } else { self.now.token(id) }
    }
}

impl LinksBefore {
    pub(super) async fn mixed(&self, now: Arc<dyn LinkTokens>, links: Vec<LinkId>) -> Result<MixedTokens, Unavailable> {
        let mut made_before = HashSet::new();
        for id in links {
            if self.made(id).await? {
                made_before.insert(id);
            }
        }
        Ok(MixedTokens { now, before: self.tokens.clone(), made_before })
    }

    /// Whether the store knows the link by the hash it had under that secret.
    async fn made(&self, id: LinkId) -> Result<bool, Unavailable> {
        let hash = TokenHash(Sha256::digest(self.tokens.token(id).as_bytes()).into());
        Ok(self.links.find(hash, LinkPurpose::ALL).await?.is_some()
            || self.invitations.invitation(hash).await?.is_some()
            || self.confirmations.confirmation(hash).await?.is_some())
    }
}
