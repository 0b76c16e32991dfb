//! Two nodes on one PostgreSQL and one object store: whoever answers, it is one product.

use super::{
    applicant::{buyer, pdf, upload, verified},
    drills::{
        outage::Probe,
        smtp_server::{Manners, SmtpServer},
    },
    support::{Checked, Instance, PASSWORD, client_address, fresh_database, output},
};
use actix_web::rt::time::sleep;
use futures_util::future::join;
use serde_json::{Value, json};
use std::{cell::Cell, error::Error, time::Duration};

/// Two nodes, with these variables besides; what they send and keep lies in the folder of the first.
async fn two_nodes(name: &str, more: &[(&str, &str)]) -> Result<Option<[Instance; 2]>, Box<dyn Error>> {
    let Some(database) = fresh_database(name)? else { return Ok(None) };
    let folder = tempfile::tempdir()?;
    let shared = |what: &str| format!("file://{}", folder.path().join("var").join(what).display());
    let (documents, mail) = (shared("documents"), shared("mail"));
    let ours = [("SOONER_DOCUMENTS_URL", documents.as_str()), ("SOONER_MAIL_URL", &mail)];
    let variables: Vec<_> = ours.into_iter().chain(more.iter().copied()).collect();
    // Both at once: they meet over the migrations too.
    let second = Instance::start_on(tempfile::tempdir()?, database.clone(), &variables);
    let (first, second) = join(Instance::start_on(folder, database, &variables), second).await;
    Ok(Some([first?, second?]))
}

#[actix_web::test]
async fn two_nodes_are_one_product() -> Checked {
    let Some([one, other]) = two_nodes("nodes", &[]).await? else { return Ok(()) };
    let token = verified(&one, "ada@example.com").await?;

    // What one node stored, the other shows: account, document and its file.
    assert_eq!(other.get("/semi-private/user", &token).await?.0, 200);
    let content = pdf(100_000);
    let added: Value = upload(&one, &token, "bank_statement", content.clone()).await?.error_for_status()?.json().await?;
    let path = format!("/semi-private/documents/{}", added["data"]["id"].as_str().ok_or("no id")?);
    assert_eq!(other.client.get(other.url(&path)).bearer_auth(&token).send().await?.bytes().await?, content);

    // A request sent again to the other node under its key is done once.
    let add =
        |node: &Instance| node.client.post(node.url("/semi-private/buyers")).bearer_auth(&token).header("idempotency-key", "one-and-only");
    let first: Value = add(&one).json(&buyer("Nordwind AG")).send().await?.json().await?;
    let again: Value = add(&other).json(&buyer("Nordwind AG")).send().await?.json().await?;
    assert_eq!(first, again);

    // A session ended at one node is ended at the other.
    assert_eq!(other.post("/semi-private/auth/signout", Some(&token), &json!({})).await?.0, 204);
    assert_eq!(one.get("/semi-private/user", &token).await?.0, 401);

    // Guesses count wherever they are made.
    for number in 0..=10 {
        let node = if number % 2 == 0 { &one } else { &other };
        let guess = json!({ "email": "ada@example.com", "password": format!("not {PASSWORD}") });
        let request = node.client.post(node.url("/auth/signin")).header("x-forwarded-for", client_address(1_000 + number));
        let expected = if number < 10 { 401 } else { 429 };
        assert_eq!(request.json(&guess).send().await?.status(), expected, "guess {number}");
    }
    Ok(())
}

#[actix_web::test]
async fn each_mail_is_sent_by_one_node() -> Checked {
    const PEOPLE: usize = 24;
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let Some(nodes) = two_nodes("nodes_mail", &[("SOONER_MAIL_URL", &url)]).await? else { return Ok(()) };
    for number in 0..PEOPLE {
        assert_eq!(nodes[number % 2].sign_up_somebody(number).await?.status(), 201);
    }
    while !(0..PEOPLE).all(|number| server.has_mail_for(&format!("somebody.{number}@example.com"))) {
        sleep(Duration::from_millis(50)).await;
    }
    // Both have looked at the outbox several times by now.
    sleep(Duration::from_secs(2)).await;
    assert_eq!(server.mails().len(), PEOPLE);
    Ok(())
}

#[actix_web::test]
async fn a_node_killed_under_load_loses_nothing() -> Checked {
    const BUYERS: usize = 60;
    let Some([mut one, other]) = two_nodes("nodes_killed", &[]).await? else { return Ok(()) };
    let token = verified(&one, "ada@example.com").await?;
    let add = async |node: &Instance, number: usize| -> Result<u16, reqwest::Error> {
        let request = node.client.post(node.url("/semi-private/buyers")).bearer_auth(&token);
        Ok(request
            .header("idempotency-key", format!("key-{number}"))
            .json(&buyer(&format!("Buyer {number}")))
            .send()
            .await?
            .status()
            .as_u16())
    };
    let probe = Probe::start(&other, "/semi-private/user", &token);
    let done = Cell::new(0);
    let lost = Cell::new(0);
    // As a balancer would: one after the other, and to the other node when there is no answer.
    let write = async |numbers: std::ops::Range<usize>| -> Checked {
        for number in numbers {
            let mut answer = add(if number % 2 == 0 { &one } else { &other }, number).await;
            if answer.is_err() {
                lost.set(lost.get() + 1);
            }
            // No answer, or 503: the killed node's transaction may not have ended yet.
            while answer.as_ref().map_or(true, |status| *status == 503) {
                sleep(Duration::from_millis(50)).await;
                answer = add(&other, number).await;
            }
            let status = answer?;
            assert!(matches!(status, 200 | 201), "buyer {number}: {status}");
            done.set(done.get() + 1);
        }
        Ok(())
    };
    let kill = async {
        while done.get() < BUYERS / 3 {
            sleep(Duration::from_millis(1)).await;
        }
        one.kill_now()
    };
    let ((first, second), killed) = join(join(write(0..BUYERS / 2), write(BUYERS / 2..BUYERS)), kill).await;
    first.and(second)?;
    killed?;
    assert!(lost.get() > 0, "the node was killed while it was needed");
    let outage = probe.stop().await?;
    assert_eq!(outage.failed, 0, "the other node: {outage}");
    one.kill()?;

    let (_, listed) = other.get("/semi-private/buyers", &token).await?;
    let mut names: Vec<_> = listed["data"].as_array().ok_or("no buyers")?.iter().filter_map(|buyer| buyer["legalName"].as_str()).collect();
    names.sort_unstable();
    let mut expected: Vec<_> = (0..BUYERS).map(|number| format!("Buyer {number}")).collect();
    expected.sort_unstable();
    assert_eq!(names, expected, "each once, none lost");
    let sealed = output(&["audit", "seal"], &other.variables(), other.folder())?;
    assert!(sealed.status.success(), "{}", String::from_utf8_lossy(&sealed.stderr));
    let verified = output(&["audit", "verify"], &other.variables(), other.folder())?;
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    Ok(())
}
