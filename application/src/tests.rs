//! What holds for all use cases.

mod financing;

use crate::{
    kernel::{
        commit::{Commit, CommitError, WriteContext},
        idempotency::{IdempotencyKey, RequestKey},
        unavailable::Unavailable,
    },
    onboarding::{BuyerRuling, NewDocument, Onboarding, QueueSearch, ReviewCommand},
    testing::{HOME, PASSWORD, PDF, World, a_user, buyer_details, complete_form, confirmed},
};
use sooner_domain::{
    identity::password::PlainPassword,
    kernel::{coded::Coded, ids::UserId},
    onboarding::{
        application::Blocked,
        decision::{Decision, Review},
        document::{DocumentKind, FileName, FileType},
    },
    parties::buyer::{Buyer, BuyerDecision, BuyerStatus},
};
use std::sync::Arc;

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
    let case = onboarding.case(&operator.operator(), entry.place.id).await?;
    count("a case");
    let request = key(operator.user.id(), "buyer");
    let ruling = BuyerRuling {
        by: operator.operator(),
        seen: BuyerStatus::Pending,
        decision: BuyerDecision::Approve,
        debtor: Default::default(),
        request,
    };
    onboarding.decide_buyer(entry.place.id, case.buyers[0].id, ruling).await?;
    count("decide on a buyer");
    let request = key(operator.user.id(), "approve");
    let review = Review::Decide(Decision::Approve { note: None });
    onboarding.review(entry.place.id, ReviewCommand { by: confirmed(&operator), version: entry.version, review, request }).await?;
    count("approve");
    world.screens().case_trail(&operator.operator(), entry.place.id, None).await?;
    count("the trail of a case");
    let many: Vec<_> = table.iter().filter(|(_, calls)| *calls > MAX_CALLS).collect();
    assert!(many.is_empty(), "{many:?} of {table:?}");
    insta::assert_debug_snapshot!(table);
    Ok(())
}

/// A store that does what it is told and answers too late for anybody to know.
struct Late<C>(Arc<dyn Commit<C>>);

#[async_trait::async_trait]
impl<C: Send + 'static> Commit<C> for Late<C> {
    async fn commit(&self, changes: Vec<C>, context: WriteContext) -> Result<(), CommitError> {
        self.0.commit(changes, context).await?;
        Err(Unavailable::OutcomeUnknown("no answer in time".to_owned()).into())
    }
}

/// Does something against a store that answers late, which is told as unknown unless its key tells already; then once more
/// against one that answers.
macro_rules! twice {
    ($world:expr, |$onboarding:ident| $work:expr) => {{
        let prompt = $world.onboarding();
        let $onboarding = Onboarding { commit: Arc::new(Late(prompt.commit.clone())), ..prompt.clone() };
        if let Err(unknown) = $work {
            assert!(unknown.to_string().contains("no answer in time"), "{unknown}");
        }
        let $onboarding = prompt;
        $work
    }};
}

#[tokio::test]
async fn what_was_done_and_not_answered_in_time_is_undone_nowhere_and_done_once() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::default();
    let me = world.member(a_user()).await?;
    let by = me.membership;
    let form = twice!(world, |onboarding| onboarding.save_form(by, complete_form(), None).await)?;
    assert_eq!((form.application.parts().version, form.application.form()), (1, &complete_form()));

    let buyer = twice!(world, |onboarding| onboarding.add_buyer(by, buyer_details("Nordwind AG"), key(by.user, "buyer")).await)?;
    let details = buyer_details("Nordwind SE");
    twice!(world, |onboarding| onboarding.change_buyer(by, buyer.id, None, &details).await)?;
    assert_eq!(world.onboarding().buyers(by.company).await?, [Buyer { details, ..buyer.clone() }]);

    for kind in DocumentKind::ALL {
        let new = NewDocument { kind: *kind, name: FileName::parse("scan.pdf")?, declared: FileType::Pdf };
        twice!(world, |onboarding| {
            let mut upload = onboarding.begin_upload(by, new.clone(), None).await?;
            upload.push(bytes::Bytes::from_static(PDF)).await?;
            upload.finish(key(by.user, kind.code())).await
        })?;
    }
    let documents = world.onboarding().view(by).await?.application.documents().to_vec();
    assert_eq!((documents.len(), world.files.count()), (DocumentKind::ALL.len(), DocumentKind::ALL.len()));
    assert!(documents.iter().all(|document| world.files.content(document.id).is_some()), "no document without its file");

    let statement = documents.iter().find(|document| document.kind == DocumentKind::BankStatement).ok_or("no statement")?;
    let removed = twice!(world, |onboarding| onboarding.remove_document(by, statement.id).await);
    assert_eq!(removed, Err(Blocked::NoSuchDocument.into()), "it was taken away");
    assert!(world.files.content(statement.id).is_some(), "its file is left to be swept");
    world.document(by).await?;
    let view = twice!(world, |onboarding| onboarding.submit(&me, key(by.user, "submit")).await)?;
    assert_eq!(view.application.parts().submissions, 1);

    let operator = world.operator().await?;
    let case = view.application.parts().id;
    let request = key(operator.user.id(), "buyer");
    let ruling = BuyerRuling {
        by: operator.operator(),
        seen: BuyerStatus::Pending,
        decision: BuyerDecision::Approve,
        debtor: Default::default(),
        request,
    };
    let decided = twice!(world, |onboarding| onboarding.decide_buyer(case, buyer.id, ruling.clone()).await)?;
    assert_eq!(decided.status, BuyerStatus::Approved);
    let version = world.onboarding().case(&operator.operator(), case).await?.view.application.parts().version;
    let review = Review::Decide(Decision::Approve { note: None });
    let command = ReviewCommand { by: confirmed(&operator), version, review, request: key(operator.user.id(), "approve") };
    let approved = twice!(world, |onboarding| onboarding.review(case, command.clone()).await)?;
    assert_eq!(approved.view.history.len(), 2);
    Ok(())
}
