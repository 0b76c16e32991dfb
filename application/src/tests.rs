//! What holds for all use cases.

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
    Some(RequestKey { user, key, fingerprint: [0; 32] })
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
    onboarding.save_form(by, complete_form(), None).await?;
    count("save the form");
    let buyer = onboarding.add_buyer(by, buyer_details("Südwind AG"), key(by.user, "buyer")).await?;
    count("add a buyer");
    onboarding.remove_buyer(by, buyer.id).await?;
    count("take a buyer away");
    world.document(by).await?;
    count("upload a document");
    world.fill_in(&me).await?;
    world.memory.calls();
    onboarding.submit(&me, key(by.user, "submit")).await?;
    count("submit");
    world.screens().first(&world.parties(), &token).await?;
    count("the first screen");
    let operator = world.operator().await?;
    world.memory.calls();
    let entry = onboarding.queue(QueueSearch::default(), None).await?.entries.remove(0);
    count("the queue");
    let case = onboarding.case(&operator.membership, entry.place.id).await?;
    count("a case");
    let request = key(operator.user.id(), "buyer");
    let ruling = BuyerRuling { by: operator.membership, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, request };
    onboarding.decide_buyer(entry.place.id, case.buyers[0].id, ruling).await?;
    count("decide on a buyer");
    let request = key(operator.user.id(), "approve");
    let review = Review::Decide(Decision::Approve { note: None });
    onboarding.review(entry.place.id, ReviewCommand { by: operator.clone(), version: entry.version, review, request }).await?;
    count("approve");
    world.screens().case_trail(&operator.membership, entry.place.id, None).await?;
    count("the trail of a case");
    let many: Vec<_> = table.iter().filter(|(_, calls)| *calls > MAX_CALLS).collect();
    assert!(many.is_empty(), "{many:?} of {table:?}");
    insta::assert_debug_snapshot!(table);
    Ok(())
}
