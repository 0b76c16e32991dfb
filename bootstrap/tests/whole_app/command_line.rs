//! The command line, as somebody at a terminal meets it.

use super::support::{Checked, Instance, PASSWORD, PRODUCTION, output};
use std::path::Path;

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

#[test]
fn three_mistakes_are_three_lines_that_name_their_variables_and_status_2() -> Checked {
    let folder = tempfile::tempdir()?;
    let variables = [("SOONER_API_ADDR", "nowhere"), ("SOONER_DATABASE_URL", "mysql://x"), ("SOONER_WEB_ORIGIN", "localhost")];
    for command in ["serve", "check", "migrate"] {
        let answer = output(&[command], &variables, folder.path())?;
        assert_eq!(answer.status.code(), Some(2));
        let lines = lines(&answer.stderr);
        assert_eq!(lines.len(), 3, "{lines:?}");
        for (name, _) in variables {
            assert!(lines.iter().any(|line| line.starts_with(&format!("{name}: "))), "{name} is not named in {lines:?}");
        }
    }
    Ok(())
}

/// Everything that production asks for.
fn production() -> Vec<(&'static str, &'static str)> {
    let places = [
        ("SOONER_DATABASE_URL", "postgres://sooner@db/sooner"),
        ("SOONER_DOCUMENTS_URL", "s3://sooner-documents"),
        ("SOONER_MAIL_URL", "smtps://mail.example"),
        ("SOONER_JWT_SECRET", "0123456789abcdef0123456789abcdef"),
    ];
    [&PRODUCTION[..], &places].concat()
}

#[test]
fn production_with_a_stand_in_does_not_start() -> Checked {
    let folder = tempfile::tempdir()?;
    assert_eq!(output(&["check"], &production(), folder.path())?.status.code(), Some(0));
    for stand_in in [
        ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099"),
        ("SOONER_MAIL_URL", "file://var/mail"),
        ("SOONER_MAIL_URL", "smtp://mail.example"),
        ("SOONER_FIREBASE_KEYS_URL", "http://keys.example"),
        ("SOONER_ENV", "prod"),
        ("SOONER_JWT_SECRET", ""),
        ("SOONER_WEB_ORIGIN", "http://sooner.example"),
        ("SOONER_CLOCK", "test"),
    ] {
        let variables: Vec<_> = production().into_iter().filter(|(name, _)| *name != stand_in.0).chain([stand_in]).collect();
        let answer = output(&["serve"], &variables, folder.path())?;
        assert_eq!(answer.status.code(), Some(2), "{stand_in:?}");
        assert!(lines(&answer.stderr).iter().any(|line| line.starts_with(stand_in.0)), "{:?}", lines(&answer.stderr));
    }
    Ok(())
}

#[test]
fn an_env_file_counts_in_development() -> Checked {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join(".env"), "SOONER_WEB_ORIGIN=nonsense\n")?;
    assert_eq!(lines(&output(&["check"], &[], folder.path())?.stderr).len(), 1);
    Ok(())
}

#[test]
fn a_file_of_settings_counts_for_every_command_and_check_says_which_it_read_and_writes_nothing() -> Checked {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("sooner.env");
    std::fs::write(&file, "# What production needs\nSOONER_MAIL_FROM=Sooner <no-reply@sooner.example>\nSOONER_WEB_ORIGIN=nonsense\n")?;
    let named = file.to_str().ok_or("path")?;
    for command in ["serve", "check", "migrate"] {
        let answer = output(&[command, "--env-file", named], &[], folder.path())?;
        assert_eq!((answer.status.code(), lines(&answer.stderr).len()), (Some(2), 1), "{command}");
    }
    let answer = output(&["check", "--env-file", named], &[("SOONER_WEB_ORIGIN", "http://localhost:3000")], folder.path())?;
    let said = [
        format!("Settings come from {named} and the environment, which counts first."),
        "The configuration is complete, for development.".to_owned(),
    ];
    assert_eq!((answer.status.code(), lines(&answer.stdout)), (Some(0), said.to_vec()));
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 1, "the file alone");
    Ok(())
}

#[test]
fn an_old_name_is_warned_of_once_and_works() -> Checked {
    let folder = tempfile::tempdir()?;
    let answer = output(&["check"], &[("SOONER_SMTP_URL", "smtp://mail.example")], folder.path())?;
    assert_eq!(answer.status.code(), Some(0));
    assert_eq!(lines(&answer.stderr), ["SOONER_SMTP_URL is the old name of SOONER_MAIL_URL: rename it."]);
    Ok(())
}

#[test]
fn migrating_twice_is_migrating_once() -> Checked {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("var"))?;
    let there = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/sqlite"))?.count();
    for expected in [format!("{there} migrations ran."), "0 migrations ran.".to_owned()] {
        let answer = output(&["migrate"], &[], folder.path())?;
        assert_eq!(lines(&answer.stdout), [expected], "{:?}", lines(&answer.stderr));
    }
    Ok(())
}

#[test]
fn the_committed_contract_is_the_one_the_binary_prints() -> Checked {
    let answer = output(&["openapi"], &[], Path::new("."))?;
    let committed = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json"))?;
    assert!(String::from_utf8_lossy(&answer.stdout) == committed, "docs/openapi.json is stale: run make openapi");
    Ok(())
}

#[actix_web::test]
async fn an_operator_is_made_with_a_link_that_sets_the_password_once() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let arguments = ["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"];
    let answer = output(&arguments, &instance.variables(), instance.folder())?;
    let printed = lines(&answer.stdout);
    let token = printed.iter().find_map(|line| line.split_once("/reset-password#token=")).ok_or("no link")?.1.to_owned();
    let reset = serde_json::json!({ "token": token, "password": PASSWORD });
    assert_eq!(instance.post("/auth/reset-password", None, &reset).await?.0, 202);
    assert_eq!(instance.post("/auth/reset-password", None, &reset).await?.0, 422);
    let sign_in = serde_json::json!({ "email": "olga@example.com", "password": PASSWORD });
    let (_, welcome) = instance.post("/auth/signin", None, &sign_in).await?;
    let token = welcome["data"]["token"].as_str().ok_or("no token")?;
    assert_eq!(instance.get("/semi-private/user", token).await?.1["data"]["userDetails"]["role"], "operator");
    let again = output(&arguments, &instance.variables(), instance.folder())?;
    assert_eq!(again.status.code(), Some(1));
    Ok(())
}

#[actix_web::test]
async fn operators_get_roles_at_the_command_line() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let run = |words: &[&str]| output(words, &instance.variables(), instance.folder());
    let unknown = run(&["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes", "--role", "chair"])?;
    assert_eq!(unknown.status.code(), Some(2));
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(said.contains("reviewer, credit, treasury, admin, auditor"), "{said}");
    let roles_of = async |email: &str, printed: &[u8]| -> Result<serde_json::Value, Box<dyn std::error::Error>> {
        let printed = lines(printed);
        let token = printed.iter().find_map(|line| line.split_once("/reset-password#token=")).ok_or("no link")?.1.to_owned();
        instance.post("/auth/reset-password", None, &serde_json::json!({ "token": token, "password": PASSWORD })).await?;
        let sign_in = serde_json::json!({ "email": email, "password": PASSWORD });
        let (_, welcome) = instance.post("/auth/signin", None, &sign_in).await?;
        let token = welcome["data"]["token"].as_str().ok_or("no token")?;
        Ok(instance.get("/semi-private/user", token).await?.1["data"]["operator"]["roles"].clone())
    };
    let first = run(&["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"])?;
    let all = serde_json::json!(["reviewer", "credit", "treasury", "admin", "auditor"]);
    assert_eq!(roles_of("olga@example.com", &first.stdout).await?, all);
    let two = ["--role", "auditor", "--role", "credit"];
    let second = run(&[&["operator", "add", "--email", "omar@example.com", "--name", "Omar Haddad"], &two[..]].concat())?;
    assert_eq!(roles_of("omar@example.com", &second.stdout).await?, serde_json::json!(["credit", "auditor"]));
    let changed = run(&["operator", "set-roles", "--email", "omar@example.com", "--role", "admin"])?;
    assert_eq!(lines(&changed.stdout), ["omar@example.com is now: admin."]);
    assert_eq!(run(&["operator", "set-roles", "--email", "nobody@example.com", "--role", "admin"])?.status.code(), Some(1));
    assert_eq!(
        run(&["operator", "set-roles", "--email", "omar@example.com"])?.status.code(),
        Some(2),
        "a forgotten option ends nobody's access"
    );
    Ok(())
}

#[actix_web::test]
async fn operators_are_listed_given_a_new_link_and_removed_at_the_command_line() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let run = |words: &[&str]| output(words, &instance.variables(), instance.folder());
    run(&["operator", "add", "--email", "olga@example.com", "--name", "Olga Reyes"])?;
    run(&["operator", "add", "--email", "omar@example.com", "--name", "Omar Haddad", "--role", "auditor"])?;
    let linked = run(&["operator", "link", "--email", "omar@example.com"])?;
    let printed = lines(&linked.stdout);
    let token = printed.iter().find_map(|line| line.split_once("/reset-password#token=")).ok_or("no link")?.1.to_owned();
    let reset = serde_json::json!({ "token": token, "password": PASSWORD });
    assert_eq!(instance.post("/auth/reset-password", None, &reset).await?.0, 202);
    let sign_in = serde_json::json!({ "email": "omar@example.com", "password": PASSWORD });
    let (_, welcome) = instance.post("/auth/signin", None, &sign_in).await?;
    let token = welcome["data"]["token"].as_str().ok_or("no token")?;

    let listed = lines(&run(&["operator", "list"])?.stdout);
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert!(listed[1].starts_with("olga@example.com  Olga Reyes   reviewer,credit,treasury,admin,auditor  no "), "{listed:?}");
    assert!(listed[1].ends_with("never: no password yet"), "{listed:?}");
    assert!(listed[2].contains("Omar Haddad  auditor") && !listed[2].contains("never"), "{listed:?}");

    assert_eq!(run(&["operator", "remove", "--email", "omar@example.com"])?.status.code(), Some(0));
    assert_eq!(instance.get("/semi-private/user", token).await?.0, 401);
    assert_eq!(instance.post("/auth/signin", None, &sign_in).await?.0, 401);
    let listed = lines(&run(&["operator", "list"])?.stdout);
    assert!(listed[2].contains("Omar Haddad  removed"), "{listed:?}");
    let last = run(&["operator", "remove", "--email", "olga@example.com"])?;
    assert_eq!(last.status.code(), Some(1));
    assert_eq!(lines(&last.stderr), ["nobody else is an admin: give somebody that role first"]);
    let link = run(&["operator", "link", "--email", "omar@example.com"])?;
    assert_eq!(lines(&link.stderr), ["this operator was removed: give them roles first"]);
    Ok(())
}

#[test]
fn production_does_not_start_on_data_that_is_open_to_everybody() -> Checked {
    use std::{fs, os::unix::fs::PermissionsExt};
    let folder = tempfile::tempdir()?;
    let (data, documents) = (folder.path().join("data"), folder.path().join("documents"));
    fs::create_dir(&data)?;
    fs::create_dir(&documents)?;
    let database = data.join("sooner.db");
    let (url, files) = (format!("sqlite://{}", database.display()), format!("file://{}", documents.display()));
    let places = [("SOONER_DATABASE_URL", url.as_str()), ("SOONER_DOCUMENTS_URL", files.as_str())];
    let others = production().into_iter().filter(|(name, _)| places.iter().all(|(place, _)| name != place));
    let variables: Vec<_> = others.chain(places).collect();
    assert_eq!(output(&["migrate"], &variables, folder.path())?.status.code(), Some(0));
    for (open, mode) in [(&data, 0o755), (&database, 0o604), (&documents, 0o701)] {
        let private = if open.is_dir() { 0o700 } else { 0o600 };
        for path in [&data, &documents] {
            fs::set_permissions(path, PermissionsExt::from_mode(0o750))?;
        }
        fs::set_permissions(open, PermissionsExt::from_mode(mode))?;
        let refused = output(&["serve"], &variables, folder.path())?;
        assert_eq!(refused.status.code(), Some(1), "{mode:o}");
        let path = open.display();
        let told = format!("{path} is open to everybody on this machine (mode {mode:o}); type: chmod o= {path}");
        assert_eq!(lines(&refused.stderr), [told]);
        fs::set_permissions(open, PermissionsExt::from_mode(private))?;
    }
    Ok(())
}
