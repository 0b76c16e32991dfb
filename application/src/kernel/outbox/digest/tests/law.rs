//! The rule of three a day, whatever is written, whenever, and whoever dies at sending it.

use super::write;
use crate::{
    kernel::outbox::{Content, Delivery, Details, Due, Matter},
    parties::Member,
    testing::World,
};
use chrono::{NaiveDate, TimeDelta, Timelike};
use proptest::prelude::*;
use sooner_domain::kernel::{ids::ReceivableId, text::Line};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

type Checked = Result<(), TestCaseError>;

/// What happens in an hour.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// To one of several people, so many mails about money.
    Money {
        to: usize,
        number: usize,
    },
    /// To one of them, of another kind.
    Other {
        to: usize,
    },
    /// What is due is taken by a node that dies before it sends any, perhaps once it is decided how they go.
    Killed,
    Nothing,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..3_usize, 1..5_usize).prop_map(|(to, number)| Step::Money { to, number }),
        2 => (0..3_usize).prop_map(|to| Step::Other { to }),
        1 => Just(Step::Killed),
        3 => Just(Step::Nothing),
    ];
    proptest::collection::vec(step, 1..120)
}

/// Told apart by their invoice.
fn news(number: usize) -> Content {
    let invoice = Line::parse(&format!("RE-{number}")).ok();
    let receivable = Some(ReceivableId(Uuid::from_u128(number as u128)));
    let details = Some(Details { matters: vec![Matter { invoice, receivable, ..Matter::default() }], ..Details::default() });
    match number % 4 {
        0 => Content::Receipt { details },
        1 => Content::OfferReady { details },
        2 => {
            let parts = vec![Content::Overdue { details }, Content::PaymentDue { details: None }];
            Content::Several { details: Some(Details { parts, ..Details::default() }) }
        }
        _ => Content::PayablesToApprove { details },
    }
}

/// What of this tells money, by itself and in a digest.
fn told(content: &Content) -> Vec<ReceivableId> {
    let all = match content {
        Content::Digest { digest } => digest.clone(),
        other => other.clone().into_parts(),
    };
    let details = all.iter().filter_map(Content::details);
    details.flat_map(|details| &details.matters).filter_map(|matter| matter.receivable).collect()
}

/// Mails about money that went to somebody on a date: alone, and in how many digests.
type Day = (usize, usize);

async fn hold(steps: Vec<Step>) -> Result<(), Box<dyn std::error::Error>> {
    let world = World::default();
    let mut readers: Vec<Member> = Vec::new();
    for name in ["ada", "ben", "cleo"] {
        readers.push(world.operator_of(&format!("{name}@example.com"), Default::default()).await?);
    }
    // Two nodes at one outbox.
    let nodes: [Delivery; 2] = [world.delivery(), world.delivery()];
    nodes[0].round().await?;
    let since = world.mailer.sent().len();
    let (mut written, mut others, mut seen) = (BTreeSet::new(), 0, since);
    let mut days: BTreeMap<(String, NaiveDate), Day> = BTreeMap::new();
    let more = [Step::Nothing; 60];
    for step in steps.into_iter().chain(more) {
        match step {
            Step::Money { to, number } => {
                for _ in 0..number {
                    let number = written.len() + 1;
                    written.insert(ReceivableId(Uuid::from_u128(number as u128)));
                    write(&world, &readers[to], [news(number)]).await?;
                }
            }
            Step::Other { to } => {
                others += 1;
                write(&world, &readers[to], [Content::PasswordChanged]).await?;
            }
            // Not before midnight: what comes up again after it goes with the next day's.
            Step::Killed if world.clock_now().hour() < 23 => {
                let now = world.clock_now();
                for Due { id, mail, attempts: _ } in nodes[0].outbox.take(now, now + TimeDelta::minutes(15), 20).await? {
                    nodes[0].sending(id, &mail, now).await?;
                }
                nodes[0].outbox.take_digest(now, now + TimeDelta::minutes(15)).await?;
                world.clock.advance(TimeDelta::minutes(16));
            }
            Step::Killed | Step::Nothing => {}
        }
        futures_util::future::try_join(nodes[0].round(), nodes[1].round()).await?;
        futures_util::future::try_join(nodes[0].digests(), nodes[1].digests()).await?;
        let today = nodes[0].days.day_of(world.clock_now()).await?.date;
        let sent = world.mailer.sent();
        for mail in &sent[seen..] {
            let (alone, digests) = days.entry((mail.to.as_str().to_owned(), today)).or_default();
            match &mail.content {
                Content::Digest { .. } => *digests += 1,
                other if other.is_about_money() => *alone += 1,
                _ => {}
            }
        }
        seen = sent.len();
        let now_sent = sent[since..].iter().filter(|mail| mail.content == Content::PasswordChanged).count();
        if now_sent != others {
            return Err("a warning was held back".into());
        }
        world.clock.advance(TimeDelta::hours(1));
    }
    let mut all: Vec<_> = world.mailer.sent()[since..].iter().flat_map(|mail| told(&mail.content)).collect();
    all.sort_unstable();
    if all != written.into_iter().collect::<Vec<_>>() {
        return Err(format!("not each once: {all:?}").into());
    }
    // A digest of one is that one as it is, so at most one more than three is no digest.
    match days.into_iter().find(|(_, (alone, digests))| *digests > 1 || alone + digests > 4) {
        Some(broken) => Err(format!("{broken:?}").into()),
        None => Ok(()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Three a day and address go by themselves, and one digest; each is told once, and nothing else is held back.
    #[test]
    fn three_a_day_go_alone_and_one_digest_and_nothing_is_lost_or_told_twice(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let held: Checked = runtime.block_on(async { hold(steps).await.map_err(|error| TestCaseError::fail(error.to_string())) });
        held?;
    }
}
