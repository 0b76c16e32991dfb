//! Copies of a running instance.

use super::{
    applicant::{buyer, pdf, upload, verified},
    support::{Checked, Instance, fresh_database, output},
};
use actix_web::rt::time::sleep;
use futures_util::future::join3;
use serde_json::Value;
use std::{cell::Cell, error::Error, os::unix::fs::PermissionsExt, path::Path, time::Duration};

fn said(instance: &Instance, arguments: &[&str]) -> Result<(bool, String), Box<dyn Error>> {
    let answer = output(arguments, &instance.variables(), instance.folder())?;
    Ok((answer.status.success(), format!("{}{}", String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr))))
}

fn count(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// An empty folder whose instance would be on SQLite.
async fn restored(copy: &Path) -> Result<(Instance, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("sooner.db").display());
    let variables = [("SOONER_DATABASE_URL", url.as_str())];
    let answer = output(&["restore", copy.to_str().ok_or("path")?], &variables, folder.path())?;
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let again = output(&["restore", copy.to_str().ok_or("path")?], &variables, folder.path())?;
    assert!(!again.status.success(), "it writes over nothing");
    Ok((Instance::start_on(folder, url.clone(), &[]).await?, String::from_utf8(answer.stdout)?))
}

#[actix_web::test]
async fn a_copy_of_a_busy_instance_is_an_instance() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = verified(&instance, "ada@example.com").await?;
    assert_eq!(upload(&instance, &token, "bank_statement", pdf(100_000)).await?.status(), 201);
    let (done, added) = (Cell::new(false), Cell::new(0));
    let write = async {
        for number in 0.. {
            if done.get() || instance.post("/semi-private/buyers", Some(&token), &buyer(&format!("Buyer {number}"))).await?.0 != 201 {
                break;
            }
            added.set(number + 1);
        }
        Ok::<_, Box<dyn Error>>(())
    };
    let change = async {
        while !done.get() {
            let answer: Value = upload(&instance, &token, "bank_statement", pdf(50_000)).await?.json().await?;
            let path = format!("/semi-private/documents/{}", answer["data"]["id"].as_str().ok_or("no id")?);
            assert_eq!(instance.client.delete(instance.url(&path)).bearer_auth(&token).send().await?.status(), 204);
        }
        Ok::<_, Box<dyn Error>>(())
    };
    let file = instance.folder().join("copy.tar");
    let copy = async {
        while added.get() < 5 {
            sleep(Duration::from_millis(5)).await;
        }
        let before = added.get();
        let mut command =
            tokio::process::Command::from(super::support::sooner(&["backup", "copy.tar"], &instance.variables(), instance.folder()));
        let answer = command.output().await?;
        done.set(true);
        assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        Ok::<_, Box<dyn Error>>(before)
    };
    let (written, changed, before) = join3(write, change, copy).await;
    written?;
    changed?;
    let before = before?;
    assert!(!said(&instance, &["backup", "copy.tar"])?.0, "it writes over nothing");

    let (copy, said_to_be_back) = restored(&file).await?;
    // The session lives on: the key is the same.
    let (_, buyers) = copy.get("/semi-private/buyers", &token).await?;
    assert!(count(&buyers["data"]) >= before, "what was there when the copy began is in it");
    let (_, onboarding) = copy.get("/semi-private/onboarding", &token).await?;
    let documents = onboarding["data"]["documents"].as_array().ok_or("no documents")?;
    assert!((1..=2).contains(&documents.len()));
    assert!(said_to_be_back.contains(&format!("{} documents", documents.len())), "{said_to_be_back}");
    for document in documents {
        let path = format!("/semi-private/documents/{}", document["id"].as_str().ok_or("no id")?);
        let content = copy.client.get(copy.url(&path)).bearer_auth(&token).send().await?.bytes().await?;
        assert_eq!(Some(content.len() as u64), document["size"].as_u64());
    }
    let (holds, text) = said(&copy, &["audit", "verify"])?;
    assert!(holds, "{text}");
    Ok(())
}

/// Everything in the folder that others on the machine may read, write or enter.
fn open_to_others(folder: &Path, found: &mut Vec<String>) -> std::io::Result<usize> {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let mode = entry.metadata()?.permissions().mode();
        seen += 1;
        // The log is the test's own.
        if mode & 0o077 != 0 && entry.file_name() != "log" {
            found.push(format!("{} {mode:o}", entry.path().display()));
        }
        if entry.metadata()?.is_dir() {
            seen += open_to_others(&entry.path(), found)?;
        }
    }
    Ok(seen)
}

#[actix_web::test]
async fn nothing_that_is_written_is_open_to_others_on_the_machine() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = verified(&instance, "ada@example.com").await?;
    assert_eq!(upload(&instance, &token, "bank_statement", pdf(100_000)).await?.status(), 201);
    assert!(said(&instance, &["backup", "copy.tar"])?.0);
    let (copy, _) = restored(&instance.folder().join("copy.tar")).await?;
    assert_eq!(copy.get("/semi-private/onboarding", &token).await?.0, 200);
    // An instance of its own, with a secret made for it.
    let blank = tempfile::tempdir()?;
    for command in [["migrate"].as_slice(), &["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"]] {
        assert!(output(command, &[], blank.path())?.status.success());
    }
    assert!(blank.path().join("var/jwt-secret").exists());

    let mut open = Vec::new();
    for (folder, least) in [(instance.folder(), 9), (copy.folder(), 6), (blank.path(), 3)] {
        let seen = open_to_others(folder, &mut open)?;
        assert!(seen >= least, "{} has {seen}", folder.display());
    }
    assert!(open.is_empty(), "{open:?}");
    Ok(())
}

#[actix_web::test]
async fn a_damaged_copy_is_refused() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = verified(&instance, "ada@example.com").await?;
    upload(&instance, &token, "bank_statement", pdf(100_000)).await?;
    assert!(said(&instance, &["backup", "copy.tar"])?.0);
    let file = instance.folder().join("copy.tar");
    let mut content = std::fs::read(&file)?;
    let place = content.windows(8).rposition(|window| window == b"%PDF-1.7").ok_or("no document")?;
    content[place + 5_000] ^= 1;
    std::fs::write(&file, content)?;
    let folder = tempfile::tempdir()?;
    let answer = output(&["restore", file.to_str().ok_or("path")?], &[("SOONER_JWT_SECRET", "is not made")], folder.path())?;
    assert!(!answer.status.success());
    let told = String::from_utf8(answer.stderr)?;
    assert!(told.starts_with("the copy is damaged; nothing was put in place: document "), "{told}");
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 0, "nothing is left");
    Ok(())
}

/// Whatever it keeps its rows and files in, one command copies it; and a copy is restored to the other database too.
#[actix_web::test]
async fn an_instance_on_postgresql_is_copied_while_it_runs_and_comes_back_on_either_database() -> Checked {
    let Some(instance) = Instance::on_postgresql("backed_up").await? else { return Ok(()) };
    let token = verified(&instance, "ada@example.com").await?;
    assert_eq!(upload(&instance, &token, "bank_statement", pdf(100_000)).await?.status(), 201);
    let (done, text) = said(&instance, &["backup", "copy.tar"])?;
    assert!(done && text.contains("and 1 documents"), "{text}");
    let file = instance.folder().join("copy.tar");
    let (on_sqlite, _) = restored(&file).await?;
    let Some(database) = fresh_database("restored")? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let arguments = ["restore", file.to_str().ok_or("path")?];
    let answer = output(&arguments, &[("SOONER_DATABASE_URL", &database)], folder.path())?;
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let on_postgresql = Instance::start_on(folder, database, &[]).await?;
    for copy in [on_sqlite, on_postgresql] {
        let (_, onboarding) = copy.get("/semi-private/onboarding", &token).await?;
        let id = onboarding["data"]["documents"][0]["id"].as_str().ok_or("no document")?.to_owned();
        let content = copy.client.get(copy.url(&format!("/semi-private/documents/{id}"))).bearer_auth(&token).send().await?.bytes().await?;
        assert_eq!(content.len(), pdf(100_000).len());
        assert!(said(&copy, &["audit", "verify"])?.0);
    }
    Ok(())
}
