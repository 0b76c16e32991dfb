//! All ports, and the use cases on them: the one place where use cases are put together.

use crate::{
    identity::{
        self, Identity, OperatorAccess,
        ports::{AccessTokens, IdentityProvider, LinkTokens, Links, Passwords, SecondFactorCodes, SecondFactors, Sessions, Users},
    },
    kernel::{
        audit::{Audit, AuditTrail},
        clock::Clock,
        commit::Commit,
        expiry::{ClearExpired, Expiry},
        idempotency::Idempotency,
        ids::Ids,
        jobs::Leases,
        outbox::{Delivery, Mailer, Outbox},
        rate_limits::RateLimits,
    },
    onboarding::{
        self, Onboarding,
        ports::{Applications, DocumentFiles},
    },
    parties::{
        self, Parties,
        ports::{Buyers, Memberships},
    },
    screens::{Screens, ports::FirstScreens},
};
use chrono::TimeDelta;
use std::sync::Arc;

/// The ports that one store keeps together, because their writes share transactions.
#[derive(Clone)]
pub struct StorePorts {
    pub idempotency: Arc<dyn Idempotency>,
    pub rate_limits: Arc<dyn RateLimits>,
    pub outbox: Arc<dyn Outbox>,
    pub trail: Arc<dyn AuditTrail>,
    pub leases: Arc<dyn Leases>,
    pub expiry: Arc<dyn Expiry>,
    pub users: Arc<dyn Users>,
    pub sessions: Arc<dyn Sessions>,
    pub links: Arc<dyn Links>,
    pub second_factors: Arc<dyn SecondFactors>,
    pub identity: Arc<dyn Commit<identity::changes::Change>>,
    pub memberships: Arc<dyn Memberships>,
    pub buyers: Arc<dyn Buyers>,
    pub parties: Arc<dyn Commit<parties::changes::Change>>,
    pub applications: Arc<dyn Applications>,
    pub onboarding: Arc<dyn Commit<onboarding::changes::Change>>,
    pub first_screens: Arc<dyn FirstScreens>,
}

/// Everything the use cases need.
#[derive(Clone)]
pub struct Ports {
    pub store: StorePorts,
    pub files: Arc<dyn DocumentFiles>,
    pub passwords: Arc<dyn Passwords>,
    pub tokens: Arc<dyn AccessTokens>,
    pub link_tokens: Arc<dyn LinkTokens>,
    pub codes: Arc<dyn SecondFactorCodes>,
    pub provider: Arc<dyn IdentityProvider>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub session_life: TimeDelta,
    pub operators: OperatorAccess,
}

/// Everything people do with the product.
#[derive(Clone)]
pub struct UseCases {
    pub identity: Identity,
    pub parties: Parties,
    pub onboarding: Onboarding,
    pub screens: Screens,
}

impl StorePorts {
    pub fn audit(&self) -> Audit {
        Audit { trail: self.trail.clone() }
    }

    pub fn delivery(&self, mailer: Arc<dyn Mailer>, clock: Arc<dyn Clock>) -> Delivery {
        Delivery { outbox: self.outbox.clone(), mailer, clock }
    }

    pub fn clearing(&self, clock: Arc<dyn Clock>) -> ClearExpired {
        ClearExpired { expiry: self.expiry.clone(), clock }
    }
}

impl Ports {
    pub fn use_cases(self) -> UseCases {
        let identity = self.identity();
        let Self { store, files, clock, ids, .. } = self;
        UseCases {
            parties: Parties { identity: identity.clone(), memberships: store.memberships.clone(), commit: store.parties },
            identity,
            screens: Screens {
                first: store.first_screens,
                trail: store.trail,
                applications: store.applications.clone(),
                memberships: store.memberships,
                users: store.users,
            },
            onboarding: Onboarding {
                applications: store.applications,
                buyers: store.buyers,
                files,
                commit: store.onboarding,
                idempotency: store.idempotency,
                clock,
                ids,
            },
        }
    }

    fn identity(&self) -> Identity {
        let store = self.store.clone();
        Identity {
            users: store.users,
            sessions: store.sessions,
            links: store.links,
            second_factors: store.second_factors,
            commit: store.identity,
            rate_limits: store.rate_limits,
            passwords: self.passwords.clone(),
            tokens: self.tokens.clone(),
            link_tokens: self.link_tokens.clone(),
            codes: self.codes.clone(),
            provider: self.provider.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            session_life: self.session_life,
            operators: self.operators,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        kernel::idempotency::{IdempotencyKey, RequestKey},
        onboarding::{BuyerRuling, QueueSearch, ReviewCommand},
        testing::{HOME, PASSWORD, World, a_user, buyer_details, complete_form},
    };
    use sooner_domain::{
        identity::password::PlainPassword,
        kernel::ids::UserId,
        onboarding::decision::{Decision, Review},
        parties::buyer::{BuyerDecision, BuyerStatus},
    };

    /// More round trips than this one after the other, and a slow line to the database is felt.
    const MAX_CALLS: usize = 4;

    fn key(user: UserId, text: &str) -> Option<RequestKey> {
        let key = IdempotencyKey::parse(text).ok()?;
        Some(RequestKey { user, operation: text.to_owned(), key, fingerprint: [0; 32] })
    }

    #[tokio::test]
    async fn no_use_case_makes_more_store_calls_than_a_few() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let mut table = Vec::new();
        let mut count = |what: &'static str| table.push((what, world.memory.calls()));
        count("-");
        world.signed_up(a_user()).await?;
        count("sign up");
        let identity = world.identity();
        let link = world.mailed_token().await?;
        world.memory.calls();
        identity.verify_email(&link, HOME).await?;
        count("verify the address");
        let email = a_user().member.email;
        let token = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, HOME).await?.token;
        count("sign in");
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        count("find the session");
        let (onboarding, by) = (world.onboarding(), me.membership);
        onboarding.view(by).await?;
        count("look at the form");
        onboarding.save_form(by, complete_form()).await?;
        count("save the form");
        onboarding.add_buyer(by, buyer_details("Nordwind AG"), key(by.user, "buyer")).await?;
        count("add a buyer");
        world.document(by).await?;
        count("upload a document");
        world.fill_in(&me).await?;
        world.memory.calls();
        onboarding.submit(&me, key(by.user, "submit")).await?;
        count("submit");
        world.screens().first(&world.parties(), &token).await?;
        count("the first screen");
        let operator = world.operator().await?.signed_in.user;
        world.memory.calls();
        let entry = onboarding.queue(QueueSearch::default(), None).await?.entries.remove(0);
        count("the queue");
        let case = onboarding.case(entry.place.id).await?.ok_or("no case")?;
        count("a case");
        let request = key(operator.id(), "buyer");
        let ruling = BuyerRuling { by: operator.id(), seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, request };
        onboarding.decide_buyer(entry.place.id, case.buyers[0].id, ruling).await?;
        count("decide on a buyer");
        let request = key(operator.id(), "approve");
        let review = Review::Decide(Decision::Approve { note: None });
        onboarding.review(entry.place.id, ReviewCommand { by: operator, version: entry.version, review, request }).await?;
        count("approve");
        world.screens().case_trail(entry.place.id, None).await?;
        count("the trail of a case");
        let many: Vec<_> = table.iter().filter(|(_, calls)| *calls > MAX_CALLS).collect();
        assert!(many.is_empty(), "{many:?} of {table:?}");
        insta::assert_debug_snapshot!(table);
        Ok(())
    }
}
