//! How the server starts, and what it starts on.

use super::{
    drills::smtp_server::{Manners, SmtpServer},
    support::{Checked, Database, Instance, Process, free_address, fresh_database, output, psql, sooner},
};
use actix_web::rt::time::sleep;
use std::{error::Error, fs::File, path::Path, time::Duration};

/// A server that logs into its folder.
fn serve(folder: &Path, variables: &[(&str, &str)]) -> Result<Process, std::io::Error> {
    Process::start(sooner(&["serve"], variables, folder).stderr(File::create(folder.join("log"))?))
}

async fn logs(folder: &Path, what: &str, child: &mut Process) -> Checked {
    loop {
        let logged = std::fs::read_to_string(folder.join("log"))?;
        if logged.contains(what) {
            return Ok(());
        }
        if let Some(status) = child.try_wait()? {
            return Err(format!("it ended with {status}: {logged}").into());
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn terminated(mut child: Process) -> Result<Option<i32>, Box<dyn Error>> {
    std::process::Command::new("kill").arg(child.id().to_string()).status()?;
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(status.code()),
            None => sleep(Duration::from_millis(20)).await,
        }
    }
}

fn said(command: &[&str], variables: &[(&str, &str)], folder: &Path) -> Result<(Option<i32>, String), Box<dyn Error>> {
    let answer = output(command, variables, folder)?;
    Ok((answer.status.code(), String::from_utf8_lossy(&[answer.stdout, answer.stderr].concat()).into_owned()))
}

#[actix_web::test]
async fn it_waits_for_a_database_that_is_away_says_so_and_ends_when_told() -> Checked {
    let folder = tempfile::tempdir()?;
    let (api, web) = (free_address()?.to_string(), free_address()?.to_string());
    let database = format!("postgres://sooner:Kanarienvogel@{}/sooner", free_address()?);
    let variables = [("SOONER_API_ADDR", api.as_str()), ("SOONER_WEB_ADDR", &web), ("SOONER_DATABASE_URL", &database)];
    let mut child = serve(folder.path(), &variables)?;
    logs(folder.path(), "waiting for the database postgres://sooner:…@127.0.0.1:", &mut child).await?;
    let live = reqwest::get(format!("http://{web}/health/live")).await?;
    assert_eq!(live.status(), 200, "the web host is there already");
    assert_eq!(terminated(child).await?, Some(0));
    assert!(!std::fs::read_to_string(folder.path().join("log"))?.contains("Kanarienvogel"));
    Ok(())
}

#[actix_web::test]
async fn it_goes_on_once_the_database_is_there() -> Checked {
    let Some(database) = fresh_database("awaited")? else { return Ok(()) };
    let server = database.replacen("/awaited?", "/postgres?", 1);
    psql(&server, "DROP DATABASE awaited")?;
    let folder = tempfile::tempdir()?;
    let api = free_address()?.to_string();
    let variables = [("SOONER_API_ADDR", api.as_str()), ("SOONER_WEB_ADDR", ""), ("SOONER_DATABASE_URL", &database)];
    let mut child = serve(folder.path(), &variables)?;
    logs(folder.path(), "waiting for the database", &mut child).await?;
    psql(&server, "CREATE DATABASE awaited")?;
    while !reqwest::get(format!("http://{api}/health/ready")).await.is_ok_and(|answer| answer.status().is_success()) {
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(terminated(child).await?, Some(0));
    Ok(())
}

#[actix_web::test]
async fn only_the_server_and_migrate_change_the_tables_and_nobody_takes_newer_ones() -> Checked {
    let here = tempfile::tempdir()?;
    let file = here.path().join("sooner.db");
    let mut databases = vec![Database::from(format!("sqlite://{}", file.display()))];
    databases.extend(fresh_database("versions")?);
    for database in databases {
        let api = free_address()?.to_string();
        let variables = [("SOONER_DATABASE_URL", &*database), ("SOONER_LOG", "off"), ("SOONER_API_ADDR", &api), ("SOONER_WEB_ADDR", "")];
        let change = |statement: &str| -> Checked {
            if database.starts_with("postgres") {
                return psql(&database, statement);
            }
            let done = std::process::Command::new("sqlite3").arg(&file).arg(statement).output()?;
            if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
        };
        let reads: [&[&str]; 4] = [&["audit", "verify"], &["ledger", "verify"], &["mail", "given-up"], &["end-of-day"]];
        for command in reads {
            let (status, text) = said(command, &variables, here.path())?;
            assert!(status == Some(1) && text.contains("is not set up yet: run `sooner migrate`"), "{command:?}: {text}");
        }
        assert!(!file.exists() || database.starts_with("postgres"), "asking makes none");
        assert_eq!(said(&["migrate"], &variables, here.path())?.0, Some(0));
        assert_eq!(said(&["audit", "verify"], &variables, here.path())?.0, Some(0));

        change("CREATE TABLE kept AS SELECT max(version) AS version FROM __diesel_schema_migrations")?;
        change("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT version FROM kept)")?;
        for command in reads {
            let (status, text) = said(command, &variables, here.path())?;
            assert!(status == Some(1) && text.contains("1 migrations have not run. Run `sooner migrate`"), "{command:?}: {text}");
        }
        change("INSERT INTO __diesel_schema_migrations (version) SELECT version FROM kept")?;

        change("INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')")?;
        for command in reads.into_iter().chain([["serve"].as_slice(), &["migrate"]]) {
            let (status, text) = said(command, &variables, here.path())?;
            let named = text.contains("is newer than this version (") && text.contains("it has 9999 too");
            assert!(status == Some(1) && named, "{command:?}: {text}");
        }
    }
    Ok(())
}

#[test]
fn a_machine_without_certificates_of_authorities_is_told_in_words() -> Checked {
    let folder = tempfile::tempdir()?;
    let none = folder.path().join("none");
    std::fs::write(&none, "")?;
    let none = none.to_str().ok_or("path")?;
    let keys = ("SOONER_FIREBASE_KEYS_URL", "https://keys.example/keys");
    let api = free_address()?.to_string();
    let variables = [keys, ("SSL_CERT_FILE", none), ("SSL_CERT_DIR", none), ("SOONER_API_ADDR", &api), ("SOONER_WEB_ADDR", "")];
    let (status, text) = said(&["serve"], &variables, folder.path())?;
    assert!(status == Some(1) && text.contains("install the package ca-certificates"), "{text}");
    Ok(())
}

#[actix_web::test]
async fn a_hangup_ends_nothing() -> Checked {
    let mut instance = Instance::on_sqlite_with(&[("SOONER_LOG", "info")]).await?;
    for _ in 0..3 {
        instance.signal("-HUP")?;
    }
    while !instance.logged()?.contains("SIGHUP: nothing is read anew") {
        sleep(Duration::from_millis(20)).await;
    }
    instance.sign_up("ada@example.com").await?;
    assert!(instance.terminate().await?.success());
    Ok(())
}

#[actix_web::test]
async fn check_tries_what_it_depends_on_and_tells_each_by_name() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let folder = tempfile::tempdir()?;
    let mail = format!("smtp://{}", server.address);
    let run = async |variables: &[(&str, &str)]| -> Result<(Option<i32>, String), Box<dyn Error>> {
        let answer = tokio::process::Command::from(sooner(&["check", "--connect"], variables, folder.path())).output().await?;
        Ok((answer.status.code(), String::from_utf8_lossy(&[answer.stdout, answer.stderr].concat()).into_owned()))
    };
    let (status, text) = run(&[("SOONER_MAIL_URL", &mail)]).await?;
    assert_eq!(status, Some(0), "{text}");
    for well in [
        "SOONER_DATABASE_URL: ok, sqlite://var/sooner.db is empty",
        "SOONER_DOCUMENTS_URL: ok, a file was written",
        "SOONER_MAIL_URL: ok, connected, without a password at 127.0.0.1",
        "SOONER_FIREBASE_KEYS_URL: ok, the emulator at",
        "The configuration is complete, for development.",
    ] {
        assert!(text.contains(well), "{well}: {text}");
    }
    // A file stands where the folder should be.
    std::fs::write(folder.path().join("file"), "")?;
    let wrong = [
        ("SOONER_DATABASE_URL", "postgres://sooner:Kanarienvogel@127.0.0.1:1/sooner"),
        ("SOONER_DOCUMENTS_URL", "file://file"),
        ("SOONER_MAIL_URL", "smtps://sooner:Kanarienvogel@127.0.0.1:1"),
        ("SOONER_FIREBASE_KEYS_URL", "http://127.0.0.1:1/keys"),
    ];
    let (status, text) = run(&wrong).await?;
    assert_eq!(status, Some(1), "{text}");
    for (setting, _) in wrong {
        assert!(text.contains(&format!("{setting}: failed, ")), "{setting}: {text}");
    }
    assert!(text.contains("4 of what this instance depends on failed.") && !text.contains("Kanarienvogel"), "{text}");
    Ok(())
}

#[actix_web::test]
async fn a_request_is_one_line_without_tokens_and_with_its_client_where_that_is_wanted() -> Checked {
    const TOKEN: &str = "Kanarienvogel.Kanarienvogel";
    for wanted in ["true", "false"] {
        let more = [("SOONER_LOG", "info"), ("SOONER_LOG_CLIENT_ADDRESS", wanted)];
        let mut instance = Instance::on_sqlite_with(&more).await?;
        for path in ["/confirmation".to_owned(), format!("/nowhere?token={TOKEN}"), format!("/nowhere/{TOKEN}")] {
            let request = instance.client.get(instance.url(&path)).header("x-forwarded-for", "203.0.113.9");
            request.header("link-secret", TOKEN).send().await?;
        }
        instance.terminate().await?;
        let logged = instance.logged()?;
        let lines: Vec<_> = logged.lines().filter(|line| line.contains("/confirmation")).collect();
        assert!(lines.len() == 1 && lines[0].contains("answered"), "{logged}");
        assert_eq!(logged.matches("unmatched").count(), 2, "{logged}");
        assert_eq!(logged.matches("203.0.113.9").count(), if wanted == "true" { 3 } else { 0 }, "{logged}");
        assert!(!logged.contains("Kanarienvogel"), "{logged}");
    }
    Ok(())
}

#[test]
fn as_root_a_command_goes_on_as_the_owner_of_the_data() -> Checked {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    std::fs::create_dir(&data)?;
    if std::os::unix::fs::chown(&data, Some(4711), Some(4711)).is_err() {
        eprintln!("only root can give folders away: not run");
        return Ok(());
    }
    // The owner gets there, and not at the settings.
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o711))?;
    let file = folder.path().join("sooner.env");
    let (database, documents) = (data.join("sooner.db"), data.join("documents"));
    std::fs::write(
        &file,
        format!("SOONER_DATABASE_URL=sqlite://{}\nSOONER_DOCUMENTS_URL=file://{}\n", database.display(), documents.display()),
    )?;
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    // Where the owner may read it, too.
    let binary = folder.path().join("sooner");
    std::fs::copy(env!("CARGO_BIN_EXE_sooner"), &binary)?;
    let secret = ("SOONER_JWT_SECRET", "a secret of the tests, long enough for production");
    for command in
        [["migrate"].as_slice(), &["check", "--connect"], &["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"]]
    {
        let mut run = std::process::Command::new(&binary);
        run.args(command)
            .arg("--env-file")
            .arg(&file)
            .env_clear()
            .env(secret.0, secret.1)
            .env("SOONER_MAIL_URL", format!("file://{}", data.join("mail").display()));
        let answer = run.current_dir(folder.path()).output()?;
        let text = String::from_utf8_lossy(&[answer.stdout, answer.stderr].concat()).into_owned();
        assert!(answer.status.success() && text.contains(&format!("Running as the owner of {}.", data.display())), "{command:?}: {text}");
    }
    let owner = |path: &Path| std::fs::metadata(path).map(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata));
    assert_eq!((owner(&database)?, owner(&documents)?), (4711, 4711));
    Ok(())
}
