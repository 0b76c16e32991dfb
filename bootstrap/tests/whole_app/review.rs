//! The review on the real binary: many operators at one case, and the audit trail under somebody's hand.

use super::{
    applicant::submitted,
    support::{Checked, Instance, PASSWORD, PRODUCTION, output},
};
use actix_web::rt::time::sleep;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::{collections::BTreeSet, error::Error, process::Command, time::Duration};

/// How often the race is run.
const ROUNDS: usize = 3;

pub async fn operator(instance: &Instance) -> Result<String, Box<dyn Error>> {
    let arguments = ["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"];
    let printed = output(&arguments, &instance.variables(), instance.folder())?;
    let text = String::from_utf8(printed.stdout)?;
    let link = text.lines().find_map(|line| line.split_once("/reset-password#token=")).ok_or("no link")?.1;
    instance.post("/auth/reset-password", None, &json!({ "token": link, "password": PASSWORD })).await?;
    let (_, welcome) = instance.post("/auth/signin", None, &json!({ "email": "olga@example.com", "password": PASSWORD })).await?;
    Ok(welcome["data"]["token"].as_str().ok_or("no token")?.to_owned())
}

/// What 64 operators do at the same moment, and where each of it leads.
fn decision(number: usize, version: &Value) -> (&'static str, Value) {
    match number % 3 {
        0 => ("approve", json!({ "version": version })),
        1 => ("disapprove", json!({ "version": version, "reasons": ["high_risk"] })),
        _ => ("request-documents", json!({ "version": version, "documents": [{ "kind": "bank_statement", "reason": "Too old." }] })),
    }
}

async fn of_64_decisions_one_wins(instance: Instance) -> Checked {
    submitted(&instance, "ada@example.com").await?;
    let operator = operator(&instance).await?;
    let (_, queue) = instance.get("/operator/applications", &operator).await?;
    let case = format!("/operator/applications/{}", queue["data"]["applications"][0]["id"].as_str().ok_or("nothing waits")?);
    let mut steps = 1;
    for round in 0..ROUNDS {
        let (_, before) = instance.get(&case, &operator).await?;
        let version = &before["data"]["onboarding"]["version"];
        // The first approval is confirmed, and no other.
        let confirmed = format!("confirmed-{round}");
        let (approve, body) = (format!("{case}/approve"), json!({ "version": version }));
        let (_, asked) = instance.post_under(&confirmed, &approve, Some(&operator), &body).await?;
        if asked["code"] == "step_up_required" {
            let proof = json!({ "password": PASSWORD, "confirm": asked["confirm"] });
            assert_eq!(instance.post("/semi-private/auth/step-up", Some(&operator), &proof).await?.0, 204);
        }
        let attempts = (0..64).map(|number| {
            let (action, body) = match before["data"]["onboarding"]["status"].as_i64() {
                Some(1) => decision(number, version),
                Some(3) => ("reopen", json!({ "version": version })),
                _ => ("request-documents", decision(2, version).1),
            };
            let key = if number == 0 { confirmed.clone() } else { format!("decision-{round}-{number}") };
            let (instance, operator, path) = (&instance, &operator, format!("{case}/{action}"));
            async move { Ok::<_, Box<dyn Error>>((action, instance.post_under(&key, &path, Some(operator), &body).await?.0)) }
        });
        let mut statuses = Vec::new();
        for (number, answer) in join_all(attempts).await.into_iter().enumerate() {
            let (action, status) = answer?;
            let is_unconfirmed = action == "approve" && number != 0;
            assert!(matches!(status, 200 | 409) || (is_unconfirmed && status == 403), "round {round}: {number} {action} {status}");
            statuses.push(status);
        }
        let (_, after) = instance.get(&case, &operator).await?;
        let possible = before["data"]["onboarding"]["status"] != 4;
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), usize::from(possible), "round {round}: {statuses:?}");
        steps += usize::from(possible);
        let history = after["data"]["onboarding"]["history"].as_array().ok_or("no history")?;
        assert_eq!(history.len(), steps, "round {round}");
        // Each step begins where the one before ended.
        assert!(history.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]), "{history:?}");
    }
    Ok(())
}

#[actix_web::test]
async fn of_64_decisions_one_wins_on_sqlite() -> Checked {
    of_64_decisions_one_wins(Instance::on_sqlite().await?).await
}

#[actix_web::test]
async fn of_64_decisions_one_wins_on_postgresql() -> Checked {
    match Instance::on_postgresql("decisions").await? {
        Some(instance) => of_64_decisions_one_wins(instance).await,
        None => Ok(()),
    }
}

#[actix_web::test]
async fn a_start_in_production_without_four_eyes_says_so() -> Checked {
    let mut instance = Instance::on_sqlite_with(&[&PRODUCTION[..], &[("SOONER_MAIL_URL", "smtps://127.0.0.1:1")]].concat()).await?;
    let starts = |instance: &Instance| -> Result<[usize; 2], Box<dyn Error>> {
        seal(instance)?;
        let trail = String::from_utf8(output(&["audit", "export"], &instance.variables(), instance.folder())?.stdout)?;
        Ok([instance.logged()?.matches("SOONER_FOUR_EYES is false").count(), trail.matches("started_without_four_eyes").count()])
    };
    assert_eq!(starts(&instance)?, [0, 0], "two people decide");
    instance.terminate().await?;
    instance.start_with(&[("SOONER_FOUR_EYES", "false")]).await?;
    assert_eq!(starts(&instance)?, [1, 1]);
    Ok(())
}

#[actix_web::test]
async fn in_production_an_operator_reviews_with_a_second_factor_only() -> Checked {
    let instance = Instance::on_sqlite_with(&[&PRODUCTION[..], &[("SOONER_MAIL_URL", "smtps://127.0.0.1:1")]].concat()).await?;
    let operator = operator(&instance).await?;
    let (status, answer) = instance.get("/operator/applications", &operator).await?;
    assert_eq!((status, &answer["code"]), (403, &json!("second_factor_missing")));
    assert_eq!(instance.post_confirmed("/semi-private/auth/second-factor/enrolment", (&operator, PASSWORD), &json!({})).await?.0, 200);
    Ok(())
}

fn verify(instance: &Instance, noted: Option<&str>) -> Result<(bool, String), Box<dyn Error>> {
    let mut arguments = vec!["audit", "verify"];
    arguments.extend(noted.iter().flat_map(|head| ["--noted", head]));
    let answer = output(&arguments, &instance.variables(), instance.folder())?;
    let said = format!("{}{}", String::from_utf8(answer.stdout)?, String::from_utf8(answer.stderr)?);
    Ok((answer.status.success(), said))
}

/// Gives every record its place.
fn seal(instance: &Instance) -> Checked {
    let answer = output(&["audit", "seal"], &instance.variables(), instance.folder())?;
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    Ok(())
}

/// Runs SQL as somebody with the database in hand would.
fn tamper(instance: &Instance, sql: &str) -> Result<bool, Box<dyn Error>> {
    let variables = instance.variables();
    let (_, url) = variables.iter().find(|(name, _)| *name == "SOONER_DATABASE_URL").ok_or("no database")?;
    let status = match url.strip_prefix("sqlite://") {
        Some(file) => Command::new("sqlite3").args(["-bail", "-cmd", ".timeout 5000", file, sql]).status()?,
        None => Command::new("psql").args(["-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql]).status()?,
    };
    Ok(status.success())
}

async fn a_hand_in_the_audit_trail_shows(instance: Instance, let_go: [&str; 2]) -> Checked {
    submitted(&instance, "ada@example.com").await?;
    seal(&instance)?;
    let (whole, said) = verify(&instance, None)?;
    assert!(whole && said.starts_with("No record waits for its place."), "{said}");
    let head = said.rsplit(' ').next().ok_or("no head")?.trim().to_owned();
    assert!(verify(&instance, Some(&head))?.0);
    let exported = output(&["audit", "export"], &instance.variables(), instance.folder())?;
    assert!(String::from_utf8(exported.stdout)?.lines().count() > 12);

    for refused in [
        "UPDATE audit_records SET actor = 'stranger' WHERE number = 3",
        "DELETE FROM audit_records",
        "DELETE FROM submissions",
        "DELETE FROM transitions",
    ] {
        assert!(!tamper(&instance, refused)?, "{refused}");
    }
    // Whoever owns the database can take the guards away: the chain still tells.
    for guard in let_go {
        assert!(tamper(&instance, guard)?);
    }
    assert!(tamper(
        &instance,
        "UPDATE audit_records SET changes = '[]' WHERE number = (SELECT MIN(number) FROM audit_records WHERE action = 'form_saved')"
    )?);
    let (whole, said) = verify(&instance, None)?;
    assert!(!whole && said.contains("The chain is broken at record "), "{said}");
    assert!(tamper(&instance, "UPDATE audit_records SET action = 'nonsense' WHERE number = 2")?);
    assert!(verify(&instance, None)?.1.contains("The chain is broken at record 2."));
    assert!(tamper(&instance, "DELETE FROM audit_values; DELETE FROM audit_records WHERE number > 1")?);
    let (cut, said) = verify(&instance, None)?;
    assert!(cut, "a cut end cannot be seen without a note: {said}");
    assert!(!verify(&instance, Some(&head))?.0);
    Ok(())
}

async fn records_get_their_places_by_themselves(instance: Instance) -> Checked {
    submitted(&instance, "ada@example.com").await?;
    // The server seals; nobody asks it to.
    let mut tries = 0;
    let said = loop {
        sleep(Duration::from_millis(100)).await;
        let (whole, said) = verify(&instance, None)?;
        assert!(whole, "{said}");
        tries += 1;
        if said.starts_with("No record waits") || tries == 50 {
            break said;
        }
    };
    let exported = output(&["audit", "export"], &instance.variables(), instance.folder())?;
    let numbers: BTreeSet<i64> =
        String::from_utf8(exported.stdout)?.lines().filter_map(|line| line.split(',').next()?.parse().ok()).collect();
    assert!(said.contains(&format!("\n{} records hold together.", numbers.len())) && numbers.len() > 8, "{said}");
    assert_eq!(numbers.last(), i64::try_from(numbers.len()).ok().as_ref(), "without gaps");
    Ok(())
}

#[actix_web::test]
async fn audit_records_get_their_places_by_themselves_on_sqlite() -> Checked {
    records_get_their_places_by_themselves(Instance::on_sqlite().await?).await
}

#[actix_web::test]
async fn audit_records_get_their_places_by_themselves_on_postgresql() -> Checked {
    match Instance::on_postgresql("sealing").await? {
        Some(instance) => records_get_their_places_by_themselves(instance).await,
        None => Ok(()),
    }
}

#[actix_web::test]
async fn a_hand_in_the_audit_trail_shows_on_sqlite() -> Checked {
    let let_go = ["DROP TRIGGER audit_records_sealed_once", "DROP TRIGGER audit_records_no_delete"];
    a_hand_in_the_audit_trail_shows(Instance::on_sqlite().await?, let_go).await
}

#[actix_web::test]
async fn a_hand_in_the_audit_trail_shows_on_postgresql() -> Checked {
    match Instance::on_postgresql("tampering").await? {
        Some(instance) => {
            let let_go = ["append_only", "sealed_once"].map(|guard| format!("DROP TRIGGER audit_records_{guard} ON audit_records"));
            a_hand_in_the_audit_trail_shows(instance, let_go.each_ref().map(String::as_str)).await
        }
        None => Ok(()),
    }
}
