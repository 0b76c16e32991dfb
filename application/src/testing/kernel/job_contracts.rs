//! Leases, and what expires.

use crate::{
    StorePorts,
    identity::{
        changes::Change,
        ports::{IssuedLink, TokenHash},
    },
    testing::contracts::{Checked, id, identity, link, member, noon},
};
use chrono::TimeDelta;
use futures_util::future::try_join_all;
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        session::Session,
    },
    kernel::ids::{LinkId, SessionId},
};
use uuid::Uuid;

pub async fn a_lease_is_one_nodes_until_it_runs_out_or_is_given_back(ports: &StorePorts) -> Checked {
    let (one, other) = (id(), id());
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    let take = async |node: Uuid, from: i64, until: i64| ports.leases.take("a lease", node, at(from), at(until)).await;
    assert!(take(one, 0, 10).await?, "it was free");
    assert!(!take(other, 9, 19).await?, "somebody holds it");
    assert!(ports.leases.take("another lease", other, at(9), at(19)).await?, "each by its name");
    assert!(take(one, 9, 20).await?, "its own goes on");
    assert!(!take(other, 19, 30).await?);
    assert!(take(other, 20, 30).await?, "it ran out");
    assert!(!take(one, 21, 31).await?, "and is the other's now");
    ports.leases.give_back("a lease", one).await?;
    assert!(!take(one, 22, 32).await?, "nobody gives back what another holds");
    ports.leases.give_back("a lease", other).await?;
    assert!(take(one, 22, 32).await?);
    assert!(!ports.leases.take("another lease", one, at(18), at(28)).await?, "given back by its name");
    Ok(())
}

pub async fn of_many_nodes_at_once_one_gets_a_lease(ports: &StorePorts) -> Checked {
    // Free at first, then run out.
    for (from, until) in [(0, 10), (10, 20)].map(|(from, until)| (noon() + TimeDelta::days(from), noon() + TimeDelta::days(until))) {
        let nodes: Vec<Uuid> = (0..16).map(|_| id()).collect();
        let takers = nodes.iter().map(|node| ports.leases.take("a lease for many", *node, from, until));
        let taken = try_join_all(takers).await?;
        assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
    }
    Ok(())
}

pub async fn what_expired_is_cleared_away_and_the_rest_stays(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "expiry.ada@example.com").await?;
    let session = |life| Session::open(SessionId(id()), user.id(), life, noon());
    let (old_session, new_session) = (session(TimeDelta::hours(1)), session(TimeDelta::hours(2)));
    for session in [old_session, new_session] {
        identity(ports, Change::SessionOpened(session)).await?;
    }
    let long_ago = noon() - TimeDelta::days(30);
    let old_link = MailedLink::new(LinkId(id()), user.id(), LinkPurpose::ResetPassword, user.email().clone(), long_ago);
    identity(ports, Change::LinkIssued(IssuedLink { link: old_link, hash: TokenHash([200; 32]) })).await?;
    let new_link = link(&user, LinkPurpose::VerifyEmail, 201);
    identity(ports, Change::LinkIssued(new_link.clone())).await?;

    let cleared = ports.expiry.clear(noon() + TimeDelta::hours(1)).await?;
    let rows = |name: &str| cleared.iter().find(|cleared| cleared.table == name).map(|cleared| cleared.rows);
    assert_eq!((rows("sessions"), rows("links")), (Some(1), Some(1)));
    assert_eq!(ports.memberships.by_session(old_session.id).await?, None);
    assert!(ports.memberships.by_session(new_session.id).await?.is_some());
    let purposes = [LinkPurpose::ResetPassword, LinkPurpose::VerifyEmail];
    assert_eq!(ports.links.find(TokenHash([200; 32]), &purposes).await?, None);
    assert_eq!(ports.links.find(TokenHash([201; 32]), &purposes).await?, Some(new_link.link));
    let again = ports.expiry.clear(noon() + TimeDelta::hours(1)).await?;
    assert_eq!(again.iter().map(|cleared| cleared.rows).sum::<u64>(), 0);
    Ok(())
}
