//! What configurations are accepted, and how the others are refused.

use super::*;

fn parse(variables: &[(&str, &str)], development: bool) -> Result<Config, Vec<String>> {
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let var = tempfile::tempdir().unwrap();
    Config::parse(&variables, var.path(), development).map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect())
}

fn variables_named(variables: &[(&str, &str)], development: bool) -> Vec<String> {
    let mistakes = parse(variables, development).err().unwrap_or_default();
    mistakes.iter().map(|mistake| mistake.split(':').next().unwrap_or_default().to_owned()).collect()
}

const PRODUCTION: &[(&str, &str)] = &[
    ("SOONER_ENV", "production"),
    ("SOONER_API_ADDR", "0.0.0.0:8080"),
    ("SOONER_API_ORIGIN", "https://api.sooner.example"),
    ("SOONER_WEB_ORIGIN", "https://sooner.example"),
    ("SOONER_DATABASE_URL", "postgres://sooner@db/sooner"),
    ("SOONER_DOCUMENTS_URL", "s3://sooner-documents"),
    ("SOONER_MAIL_URL", "smtps://sooner:p%40ss@mail.example"),
    ("SOONER_MAIL_FROM", "Sooner <no-reply@sooner.example>"),
    ("SOONER_JWT_SECRET", "0123456789abcdef0123456789abcdef"),
    ("SOONER_FIREBASE_PROJECT_ID", "sooner-1234"),
    ("SOONER_FIREBASE_API_KEY", "key"),
    ("SOONER_FIREBASE_AUTH_DOMAIN", "sooner-1234.firebaseapp.com"),
    ("SOONER_HOUSE_NAME", "Nordbank Factoring AG"),
    ("SOONER_HOUSE_ADDRESS", "Am Wall 1, 28195 Bremen"),
    ("SOONER_HOUSE_REGISTER", "Amtsgericht Bremen, HRB 98765"),
    ("SOONER_HOUSE_VAT_ID", "DE136695976"),
    ("SOONER_SUPPORT_EMAIL", "support@sooner.example"),
    ("SOONER_IMPRINT_URL", "https://sooner.example/imprint"),
    ("SOONER_TERMS_URL", "https://sooner.example/terms"),
    ("SOONER_PRIVACY_URL", "https://sooner.example/privacy"),
];

fn production_with(change: (&'static str, &'static str)) -> Vec<(&'static str, &'static str)> {
    PRODUCTION.iter().copied().filter(|(name, _)| *name != change.0).chain([change]).collect()
}

#[test]
fn nothing_set_is_a_development_instance() {
    let config = parse(&[], true).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert_eq!(config.environment, Environment::Development);
    assert_eq!(config.identity_host, IdentityHost::Emulator("127.0.0.1:9099".into()));
    assert!(matches!(config.jwt_secret, JwtSecret::Made(_)));
}

#[test]
fn what_is_logged_is_a_level_and_others_for_parts() {
    for log in ["info", "WARN", "off", "info,actix_server=warn,actix_http=off", "sooner_store[write]=debug, error"] {
        assert_eq!(parse(&[("SOONER_LOG", log)], true).map(|config| config.log).ok().as_deref(), Some(log));
    }
}

#[test]
fn a_secret_is_made_when_it_is_needed_and_kept() -> Result<(), Box<dyn Error>> {
    let var = tempfile::tempdir()?;
    let folder = var.path().join("var");
    let config = Config::parse(&HashMap::new(), &folder, true).map_err(|mistakes| format!("{mistakes:?}"))?;
    assert!(!folder.exists(), "reading settings writes nothing");
    let made = config.jwt_secret.read()?;
    assert_eq!(made.0.len(), 64);
    assert!(config.jwt_secret.read()? == made);
    Ok(())
}

#[test]
fn a_binary_built_for_production_is_production_whatever_is_set() {
    let unset: Vec<_> = PRODUCTION.iter().copied().filter(|(name, _)| *name != "SOONER_ENV").collect();
    let config = parse(&unset, false).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert_eq!(config.environment, Environment::Production);
    assert_eq!(variables_named(&production_with(("SOONER_ENV", "development")), false), ["SOONER_ENV"]);
    assert!(variables_named(&[], false).contains(&"SOONER_JWT_SECRET".to_owned()), "no stand-in is taken");
    for odd in ["prod", "Production", "PRODUCTION", "test", "staging", "0"] {
        for development in [true, false] {
            let named = variables_named(&production_with(("SOONER_ENV", odd)), development);
            assert_eq!(named, ["SOONER_ENV"], "{odd}");
        }
    }
}

#[test]
fn the_secret_before_is_another_one_and_as_long() {
    const NAME: &str = "SOONER_JWT_SECRET_BEFORE";
    assert!(parse(PRODUCTION, true).is_ok_and(|config| config.jwt_secret_before.is_none()));
    let before = "fedcba9876543210fedcba9876543210";
    let config = parse(&production_with((NAME, before)), true).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert_eq!(config.jwt_secret_before, Some(Secret(before.to_owned())));
    for wrong in ["short", "0123456789abcdef0123456789abcdef"] {
        assert_eq!(variables_named(&production_with((NAME, wrong)), true), [NAME], "{wrong}");
    }
}

#[test]
fn production_needs_everything_and_gets_by_with_it() {
    for development in [true, false] {
        let config = parse(PRODUCTION, development).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        assert_eq!(config.identity_host, IdentityHost::Firebase { keys_url: GOOGLE_KEYS.into() });
        let MailTransport::Smtp(server) = config.mail else { panic!("not SMTP") };
        assert_eq!((server.port, server.implicit_tls, server.credentials), (465, true, Some(("sooner".into(), "p@ss".into()))));
    }
    let missing = variables_named(&[("SOONER_ENV", "production")], true);
    for variable in [
        "SOONER_API_ORIGIN",
        "SOONER_WEB_ORIGIN",
        "SOONER_DATABASE_URL",
        "SOONER_DOCUMENTS_URL",
        "SOONER_MAIL_URL",
        "SOONER_MAIL_FROM",
        "SOONER_JWT_SECRET",
        "SOONER_FIREBASE_PROJECT_ID",
    ] {
        assert!(missing.contains(&variable.to_owned()), "{variable} is not among {missing:?}");
    }
}

#[test]
fn a_password_is_not_built_on_the_names_of_who_runs_this_instance() {
    let from = ("SOONER_MAIL_FROM", "Nordbank Mittelstand <no-reply@mail.nordbank-ag.example>");
    let config = parse(&production_with(from), false).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let names = ["Nordbank Mittelstand", "mail.nordbank-ag.example", "https://sooner.example", "https://api.sooner.example"];
    assert_eq!(config.context_words(), ContextWords::of(&names));
}

#[test]
fn production_refuses_each_stand_in() {
    for (variable, value) in [
        ("SOONER_DATABASE_URL", "sqlite://var/lib/sooner/sooner.db"),
        ("SOONER_DOCUMENTS_URL", "file://var/lib/sooner/documents"),
        ("SOONER_FIREBASE_PROJECT_ID", "demo-sooner"),
        ("SOONER_FIREBASE_AUTH_DOMAIN", "https://sooner-1234.firebaseapp.com"),
        ("SOONER_LOG", "verbose"),
        ("SOONER_LOG", "info,debugg"),
        ("SOONER_LOG", "x=y=z"),
        ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099"),
        ("SOONER_MAIL_URL", "file://var/mail"),
        ("SOONER_MAIL_URL", "smtp://mail.example"),
        ("SOONER_MAIL_URL", "smtp://mail.example:25"),
        ("SOONER_MAIL_URL", "smtp://192.0.2.1"),
        ("SOONER_FIREBASE_KEYS_URL", "http://keys.example/keys"),
        ("SOONER_FIREBASE_KEYS_URL", "file:///keys"),
        ("SOONER_JWT_SECRET", "short"),
        ("SOONER_JWT_SECRET", ""),
        ("SOONER_WEB_ORIGIN", "http://sooner.example"),
        ("SOONER_API_ORIGIN", "http://api.sooner.example"),
        ("SOONER_CLOCK", "test"),
    ] {
        assert!(
            variables_named(&production_with((variable, value)), true).contains(&variable.to_owned()),
            "{variable}={value} was accepted"
        );
    }
}

#[test]
fn production_sends_mails_over_tls_or_to_its_own_machine() {
    for server in
        ["smtps://mail.example", "smtp://sooner:secret@mail.example:587", "smtp://127.0.0.1:25", "smtp://[::1]", "smtp://localhost"]
    {
        assert_eq!(variables_named(&production_with(("SOONER_MAIL_URL", server)), false), Vec::<String>::new(), "{server}");
    }
    assert_eq!(variables_named(&[("SOONER_MAIL_URL", "smtp://mail.example")], true), Vec::<String>::new(), "development may");
}

#[test]
fn addresses_of_databases_are_those_that_everybody_reads_alike() {
    for good in [
        "sqlite:///var/lib/sooner/a@b#c.db",
        "postgres://sooner@db/sooner",
        "postgresql://sooner:s%40cr%2Fet@db:5432/sooner?sslmode=verify-full&connect_timeout=5",
        "postgres://sooner:secret@one:5432,two:5433/sooner?target_session_attrs=read-write",
        "postgres://sooner:secret@[::1]:5432/sooner",
        "postgres:///sooner?host=/run/postgresql",
        "postgres://",
    ] {
        assert_eq!(variables_named(&[("SOONER_DATABASE_URL", good)], true), Vec::<String>::new(), "{good}");
    }
    for bad in [
        "secret/x@db",
        "se@cret@db",
        "se#cret@db",
        "se?cret@db",
        "se?c=ret@db",
        "se%cret@db",
        "secret",
        "secret@db/x?password=a&b",
        "secret@db/x?a=b=c",
    ] {
        let url = format!("postgres://sooner:{bad}");
        assert_eq!(variables_named(&[("SOONER_DATABASE_URL", &url)], true), ["SOONER_DATABASE_URL"], "{url}");
    }
}

#[test]
fn the_emulator_is_for_developers_alone() {
    let emulator = ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099");
    assert_eq!(variables_named(&[emulator], true), Vec::<String>::new());
    let refused = variables_named(&production_with(emulator), false);
    assert!(
        !refused.is_empty()
            && refused.iter().all(|name| name == emulator.0 || name == "SOONER_API_ADDR" || name.starts_with("SOONER_FIREBASE")),
        "{refused:?}"
    );
    assert_eq!(variables_named(&[emulator, ("SOONER_API_ADDR", "0.0.0.0:8080")], true), ["FIREBASE_AUTH_EMULATOR_HOST"]);
    assert_eq!(variables_named(&[emulator, ("SOONER_FIREBASE_PROJECT_ID", "sooner-1234")], true), ["SOONER_FIREBASE_PROJECT_ID"]);
}

#[test]
fn every_mistake_is_told_at_once_and_no_secret_is() {
    let mistakes = parse(
        &[("SOONER_API_ADDR", "nowhere"), ("SOONER_DATABASE_URL", "mysql://x"), ("SOONER_MAIL_URL", "smtp://sooner:hunter2@@")],
        true,
    );
    let mistakes = mistakes.err().unwrap_or_default();
    assert_eq!(mistakes.len(), 3, "{mistakes:?}");
    assert!(!mistakes.concat().contains("hunter2"));
    let half = parse(&[("SOONER_DATABASE_URL", "postgres://sooner:hunter2/3@db/sooner")], true).err().unwrap_or_default();
    assert!(half.len() == 1 && half[0].starts_with("SOONER_DATABASE_URL: is no address") && !half[0].contains("hunter2"), "{half:?}");
}

#[test]
fn origins_are_origins() {
    for bad in ["localhost:3000", "http://localhost:3000/", "http://localhost:3000/app", "null", "*"] {
        assert_eq!(variables_named(&[("SOONER_WEB_ORIGIN", bad)], true), ["SOONER_WEB_ORIGIN"], "{bad}");
    }
}

#[test]
fn a_variable_is_still_read_under_its_old_name_and_a_warning_says_so() {
    let server = "smtp://mail.example";
    let old = parse(&[("SOONER_SMTP_URL", server)], true).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let new = parse(&[("SOONER_MAIL_URL", server)], true).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert!(matches!(&old.mail, MailTransport::Smtp(server) if server.host == "mail.example") && old.mail == new.mail);
    assert_eq!(old.warnings, ["SOONER_SMTP_URL is the old name of SOONER_MAIL_URL: rename it."]);
    assert_eq!(new.warnings, Vec::<String>::new());
    // What is wrong with it is told under the name it has in the settings.
    assert_eq!(variables_named(&production_with_old_name("file://var/mail"), true), ["SOONER_SMTP_URL"]);
    let both = parse(&[("SOONER_SMTP_URL", server), ("SOONER_MAIL_URL", server)], true).err().unwrap_or_default();
    assert_eq!(both, ["SOONER_MAIL_URL: is set, and so is its old name SOONER_SMTP_URL: keep one"]);
    // A variable that is empty is not set.
    assert!(parse(&[("SOONER_SMTP_URL", ""), ("SOONER_MAIL_URL", server)], true).is_ok_and(|config| config.warnings.is_empty()));
}

fn production_with_old_name(value: &'static str) -> Vec<(&'static str, &'static str)> {
    PRODUCTION.iter().copied().filter(|(name, _)| *name != "SOONER_MAIL_URL").chain([("SOONER_SMTP_URL", value)]).collect()
}

#[test]
fn the_clients_pages_are_https_addresses_or_paths() {
    for page in ["https://sooner.example/our-terms", "https://sooner.example/agb?lang=de#2", "/terms", "/legal/terms.html"] {
        for variable in ["SOONER_IMPRINT_URL", "SOONER_TERMS_URL", "SOONER_PRIVACY_URL"] {
            let config = parse(&production_with((variable, page)), false).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
            let Imprint { imprint_url, terms_url, privacy_url, .. } = config.imprint;
            let others = [imprint_url, terms_url, privacy_url].into_iter().filter(|other| other == page).count();
            assert_eq!(others, 1, "{variable}={page}");
        }
    }
    let bad = [
        "http://sooner.example/terms",
        "javascript:alert(1)",
        "data:text/html,x",
        "terms",
        "//evil.example/terms",
        "/\\evil.example/terms",
        "/\t/evil.example/terms",
        "https://",
        "https:sooner.example",
        "https://user:secret@sooner.example/terms",
        "https://:secret@sooner.example/terms",
        "https://sooner.example/my terms",
    ];
    for page in bad {
        for development in [true, false] {
            let mistakes = parse(&production_with(("SOONER_PRIVACY_URL", page)), development).err().unwrap_or_default();
            assert_eq!(mistakes.len(), 1, "{page:?}: {mistakes:?}");
            assert!(mistakes[0].starts_with("SOONER_PRIVACY_URL: ") && mistakes[0].ends_with("nor a path such as /terms"), "{mistakes:?}");
        }
    }
}

#[test]
fn production_names_the_house_and_each_missing_part_of_it_at_once() {
    const REQUIRED: [&str; 8] = [
        "SOONER_HOUSE_NAME",
        "SOONER_HOUSE_ADDRESS",
        "SOONER_HOUSE_REGISTER",
        "SOONER_HOUSE_VAT_ID",
        "SOONER_SUPPORT_EMAIL",
        "SOONER_IMPRINT_URL",
        "SOONER_TERMS_URL",
        "SOONER_PRIVACY_URL",
    ];
    for development in [true, false] {
        let without: Vec<_> = PRODUCTION.iter().copied().filter(|(name, _)| !REQUIRED.contains(name)).collect();
        assert_eq!(variables_named(&without, development), REQUIRED);
        for variable in REQUIRED {
            for nothing in ["", "  "] {
                assert_eq!(variables_named(&production_with((variable, nothing)), development), [variable], "'{nothing}'");
            }
        }
        let mistakes = parse(&production_with(("SOONER_HOUSE_NAME", "")), development).err().unwrap_or_default();
        assert_eq!(mistakes, ["SOONER_HOUSE_NAME: must be set in production"]);
    }
    let named = parse(PRODUCTION, true).unwrap_or_else(|mistakes| panic!("{mistakes:?}")).imprint;
    let Imprint { name, address, phone, support, .. } = &named;
    assert_eq!((name.as_str(), address.as_str()), ("Nordbank Factoring AG", "Am Wall 1, 28195 Bremen"));
    assert_eq!((support.as_str(), phone), ("support@sooner.example", &None));
    let called = parse(&production_with(("SOONER_HOUSE_PHONE", "+49 421 1234")), false);
    assert!(called.is_ok_and(|config| config.imprint.phone.is_some_and(|phone| phone.as_str() == "+49 421 1234")));
    // Development has a house too, so that every page and mail looks as it will.
    assert!(parse(&[], true).is_ok_and(|config| config.imprint.name.as_str() == "Sooner Finance GmbH"));
    let long = "x".repeat(2_000);
    for (variable, wrong) in [("SOONER_HOUSE_NAME", "a\u{7}b"), ("SOONER_HOUSE_PHONE", long.as_str()), ("SOONER_SUPPORT_EMAIL", "nobody")] {
        assert_eq!(variables_named(&[(variable, wrong)], true), [variable]);
    }
}

#[test]
fn two_pairs_of_eyes_are_asked_for_in_production_unless_told_otherwise() {
    let four_eyes = |variables: &[(&str, &str)]| parse(variables, true).map(|config| config.four_eyes);
    assert_eq!(four_eyes(&[]), Ok(FourEyes::Off));
    assert_eq!(four_eyes(PRODUCTION), Ok(FourEyes::On));
    assert_eq!(four_eyes(&[("SOONER_FOUR_EYES", "true")]), Ok(FourEyes::On));
    assert_eq!(four_eyes(&production_with(("SOONER_FOUR_EYES", "false"))), Ok(FourEyes::Off));
    assert_eq!(variables_named(&production_with(("SOONER_FOUR_EYES", "no")), true), ["SOONER_FOUR_EYES"]);
}

#[test]
fn business_time_is_the_machines_unless_a_developer_says_otherwise() {
    let clock = |variables: &[(&str, &str)], development: bool| parse(variables, development).map(|config| config.clock);
    assert_eq!(clock(&[], true), Ok(ClockMode::Machine));
    assert_eq!(clock(&[("SOONER_CLOCK", "")], true), Ok(ClockMode::Machine));
    assert_eq!(clock(&[("SOONER_CLOCK", "machine")], true), Ok(ClockMode::Machine));
    assert_eq!(clock(&[("SOONER_CLOCK", "test")], true), Ok(ClockMode::Test));
    for development in [true, false] {
        assert_eq!(clock(PRODUCTION, development), Ok(ClockMode::Machine));
        assert_eq!(clock(&production_with(("SOONER_CLOCK", "machine")), development), Ok(ClockMode::Machine));
        assert_eq!(variables_named(&production_with(("SOONER_CLOCK", "test")), development), ["SOONER_CLOCK"]);
    }
    for odd in ["Test", "TEST", "true", "1", "fake", "2027-01-04T12:00:00Z"] {
        assert_eq!(variables_named(&[("SOONER_CLOCK", odd)], true), ["SOONER_CLOCK"], "{odd}");
        assert_eq!(variables_named(&production_with(("SOONER_CLOCK", odd)), false), ["SOONER_CLOCK"], "{odd}");
    }
}

#[test]
fn a_time_zone_is_one_of_the_iana_database_or_the_instance_does_not_start() {
    let zone = |variables: &[(&str, &str)]| parse(variables, true).map(|config| config.time_zone.name());
    assert_eq!(zone(&[]), Ok("UTC"));
    assert_eq!(zone(&[("SOONER_TIME_ZONE", " Europe/Berlin ")]), Ok("Europe/Berlin"));
    assert_eq!(zone(&production_with(("SOONER_TIME_ZONE", "Asia/Kathmandu"))), Ok("Asia/Kathmandu"));
    for odd in ["Berlin", "CEST", "+01:00", "europe/berlin", "/usr/share/zoneinfo/UTC"] {
        assert_eq!(variables_named(&[("SOONER_TIME_ZONE", odd)], true), ["SOONER_TIME_ZONE"], "{odd}");
        assert_eq!(variables_named(&production_with(("SOONER_TIME_ZONE", odd)), false), ["SOONER_TIME_ZONE"], "{odd}");
    }
}

#[test]
fn a_placeholder_that_is_left_is_refused_by_name() {
    for (variable, value) in [
        ("SOONER_JWT_SECRET", "… 32 random bytes or more"),
        ("SOONER_JWT_SECRET", "<32 random bytes or more, please>"),
        ("SOONER_FIREBASE_PROJECT_ID", "…"),
        ("SOONER_DATABASE_URL", "postgres://sooner:<password>@db/sooner"),
        ("SOONER_MAIL_FROM", "<sender>"),
        ("SOONER_MAIL_FROM", "Sooner <no-reply@…>"),
        ("SOONER_MAIL_URL", "smtps://sooner:<password>@mail.example"),
    ] {
        let mistakes = parse(&production_with((variable, value)), false).err().unwrap_or_default();
        let said = format!("{variable}: still has a placeholder");
        assert!(mistakes.iter().any(|mistake| mistake.starts_with(&said)), "{variable}={value}: {mistakes:?}");
    }
    // A secret may look like anything, and a sender has an address in brackets.
    let odd = ("SOONER_JWT_SECRET", "a<b>c0123456789abcdefghijklmnopqrstuvw");
    assert_eq!(variables_named(&production_with(odd), false), Vec::<String>::new());
}

#[test]
fn a_name_that_is_no_setting_is_refused() {
    let named = variables_named(&[("SOONER_DATABSE_URL", "x"), ("SOONER_ENVIRONMENT", ""), ("DATABASE_URL", "x")], true);
    assert_eq!(named, ["SOONER_DATABSE_URL", "SOONER_ENVIRONMENT"]);
    // Kubernetes sets these beside a service named sooner or sooner-api.
    let theirs = ["SOONER_PORT", "SOONER_SERVICE_HOST", "SOONER_SERVICE_PORT_HTTP", "SOONER_PORT_8080_TCP_ADDR", "SOONER_API_SERVICE_HOST"];
    assert_eq!(variables_named(&theirs.map(|name| (name, "10.0.0.1")), true), Vec::<String>::new());
}

#[test]
fn every_setting_stands_on_the_page_of_settings() {
    let variables = HashMap::new();
    let mut reader = Reader::of(&variables);
    Config::read(&mut reader, Path::new(VAR), true);
    let page = include_str!("../../../docs/configuration.md");
    let names = reader.known();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "docs/configuration.md says nothing of {name}");
    }
}

#[test]
fn each_host_has_a_port_and_an_origin_of_its_own() {
    for (api, web, metrics, named) in [
        ("127.0.0.1:8080", "127.0.0.1:8080", "", ["SOONER_WEB_ADDR"].as_slice()),
        ("127.0.0.1:8080", "0.0.0.0:8080", "", &["SOONER_WEB_ADDR"]),
        ("127.0.0.1:8080", "127.0.0.1:3000", "[::]:3000", &["SOONER_METRICS_ADDR"]),
        ("127.0.0.1:8080", "10.0.0.1:8080", "127.0.0.1:9464", &[]),
        ("127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0", &[]),
    ] {
        let variables = [("SOONER_API_ADDR", api), ("SOONER_WEB_ADDR", web), ("SOONER_METRICS_ADDR", metrics)];
        assert_eq!(variables_named(&variables, true), named, "{api} {web} {metrics}");
    }
    let equal = production_with(("SOONER_API_ORIGIN", "https://sooner.example"));
    assert_eq!(variables_named(&equal, false), ["SOONER_WEB_ORIGIN"]);
}

#[test]
fn what_stands_in_the_documentation_is_no_secret() {
    for secret in ["end-to-end tests have a secret too", "xyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxy"] {
        assert_eq!(variables_named(&production_with(("SOONER_JWT_SECRET", secret)), false), ["SOONER_JWT_SECRET"], "{secret}");
    }
    for (variable, address) in
        [("SOONER_DATABASE_URL", "postgres://sooner:password@db/sooner"), ("SOONER_MAIL_URL", "smtps://user:password@mail.example")]
    {
        assert_eq!(variables_named(&production_with((variable, address)), false), [variable]);
    }
    // Whatever the pages give as a sample is refused.
    for page in [include_str!("../../../docs/configuration.md"), include_str!("../../../docs/operating.md")] {
        for sample in page.lines().filter_map(|line| line.trim().strip_prefix("SOONER_JWT_SECRET=")) {
            let variables: HashMap<_, _> = PRODUCTION
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .chain([("SOONER_JWT_SECRET".into(), sample.into())])
                .collect();
            assert!(Config::parse(&variables, Path::new(VAR), false).is_err(), "{sample}");
        }
    }
}

#[test]
fn proxies_are_addresses_and_networks() {
    let proxies = parse(&[("SOONER_TRUSTED_PROXIES", "127.0.0.1, ::1,10.0.0.0/8 ,2001:db8::/32,fc00::/7")], true);
    let proxies = proxies.map(|config| config.trusted_proxies.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(proxies, Ok(["127.0.0.1/32", "::1/128", "10.0.0.0/8", "2001:db8::/32", "fc00::/7"].map(str::to_owned).to_vec()));
    for odd in ["10.0.0.0/33", "10.0.0.1/8", "proxy.example", "0.0.0.0/0", "::/0", "128.0.0.0/1", "::/1", "10.0.0.0/255.0.0.0"] {
        assert_eq!(variables_named(&[("SOONER_TRUSTED_PROXIES", odd)], true), ["SOONER_TRUSTED_PROXIES"], "{odd}");
    }
}

#[test]
fn no_mistake_shows_a_part_of_a_password() {
    const CANARY: &str = "Kanarienvogel";
    for variable in [
        "SOONER_DATABASE_URL",
        "SOONER_DOCUMENTS_URL",
        "SOONER_MAIL_URL",
        "SOONER_FIREBASE_KEYS_URL",
        "SOONER_OTLP_ENDPOINT",
        "SOONER_TERMS_URL",
        "SOONER_API_ORIGIN",
    ] {
        for scheme in ["postgres", "smtps", "smtp", "s3", "https", "http"] {
            for password in [
                CANARY.to_owned(),
                format!("{CANARY}/{CANARY}"),
                format!("12#{CANARY}"),
                format!("12?{CANARY}"),
                format!("{CANARY}@{CANARY}"),
                format!("{CANARY}%zz{CANARY}"),
            ] {
                let value = format!("{scheme}://sooner:{password}@host.example/x y");
                let mistakes = parse(&[(variable, &value)], true).err().unwrap_or_default().concat();
                assert!(!mistakes.contains(CANARY), "{variable}={value}: {mistakes}");
            }
        }
    }
}

#[test]
fn fonts_are_those_of_the_machine_unless_folders_are_named() {
    let fonts = |given: &[(&str, &str)]| parse(given, true).map(|config| config.fonts);
    assert_eq!(fonts(&[]), Ok(vec![PathBuf::from("/usr/share/fonts")]));
    assert_eq!(fonts(&[("SOONER_FONTS", "/:/usr")]), Ok(vec![PathBuf::from("/"), PathBuf::from("/usr")]));
    assert!(fonts(&[("SOONER_FONTS", "/usr/nowhere")]).is_err());
}
