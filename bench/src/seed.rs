//! Databases with people in them, the same on SQLite and PostgreSQL.

pub mod sellers;

use crate::{
    Bench, Failed,
    server::{SECRET, sooner},
    shell,
};
use chrono::{DateTime, TimeDelta, Utc};
use sooner_adapters::{jwt::JwtAccessTokens, system::SystemClock};
use sooner_application::{identity::ports::AccessTokens, kernel::clock::Clock};
use sooner_domain::{
    identity::session::Session,
    kernel::ids::{SessionId, UserId},
};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;
use uuid::Uuid;

pub const PASSWORD: &str = "correct horse battery staple";

/// Those with a session and five buyers, whose form is still open. Number 1 is an operator.
pub const ACTIVE: i64 = 1_000;

const FORM: &str = r#"{"company":{"legalName":"Mühle Brandt GmbH","tradingName":"Mühle Brandt","legalForm":"private_limited","registrationNumber":"HRB 123456","taxNumber":"DE123456789","incorporatedOn":"2001-05-17","country":"DE","address":{"line1":"Mühlenweg 7","line2":null,"city":"Lüneburg","region":"Niedersachsen","postalCode":"21335"},"website":"https://muehle-brandt.example","industry":"manufacturing","yearlyTurnover":{"amount":450000000,"currency":"EUR"},"wants":["seller"]},"people":[{"fname":"Ada","lname":"Brandt","bornOn":"1980-02-29","nationality":"DE","roles":["director","beneficial_owner"],"ownershipPercent":60}],"bankAccount":{"holder":"Mühle Brandt GmbH","iban":"DE89370400440532013000","bic":null,"accountNumber":null,"currency":"EUR"}}"#;

/// How a database spells what the two spell differently.
pub struct Dialect {
    postgres: bool,
}

impl Dialect {
    fn of(url: &str) -> Self {
        Self { postgres: url.starts_with("postgres") }
    }

    /// Fills in `{id}`, `{hash}`, `{now}`, `{later}` for row `i` of `{from i}` or `{from i k}` (five `k` for each `i`); and, for any
    /// number, `{id of N}`, `{hash of N}`, `{today + N}`, `{two digits of N}`; `{hex of ID}` for the id of a row, `{bytes of HEX}`.
    fn spell(&self, template: &str, from: i64, to: i64, now: DateTime<Utc>) -> String {
        let micros = now.timestamp_micros();
        let later = (now + TimeDelta::days(300)).timestamp_micros();
        let (id, hash) = if self.postgres {
            ("('f' || lpad(to_hex(N), 31, '0'))::uuid", "decode(lpad(to_hex(N), 64, '0'), 'hex')")
        } else {
            ("unhex(printf('f%031x', N))", "unhex(printf('%064x', N))")
        };
        let series = if self.postgres {
            format!("FROM generate_series({from}::bigint, {to}::bigint) AS i")
        } else {
            format!("FROM (WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to}) SELECT i FROM n)")
        };
        let time = |micros: i64| {
            if self.postgres { format!("to_timestamp({} + i * 0.000001)", micros as f64 / 1e6) } else { format!("{micros} + i") }
        };
        let five = "CROSS JOIN (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS five";
        let day = |days: &str| match self.postgres {
            true => format!("(DATE '{}' + ({days})::int)", now.date_naive()),
            false => format!("date('{}', ({days}) || ' days')", now.date_naive()),
        };
        let digits = |number: &str| match self.postgres {
            true => format!("lpad(({number})::text, 2, '0')"),
            false => format!("printf('%02d', {number})"),
        };
        let hex = |column: &str| match self.postgres {
            true => format!("replace({column}::text, '-', '')"),
            false => format!("lower(hex({column}))"),
        };
        let template = each(template, "{id of ", |number| id.replace('N', &format!("({number})")));
        let template = each(&template, "{hash of ", |number| hash.replace('N', &format!("({number})")));
        let template = each(&template, "{today + ", day);
        let template = each(&template, "{two digits of ", digits);
        let template = each(&template, "{hex of ", hex);
        let bytes = |hex: &str| if self.postgres { format!("decode('{hex}', 'hex')") } else { format!("x'{hex}'") };
        let template = each(&template, "{bytes of ", bytes);
        template
            .replace("{id}", &id.replace('N', "i"))
            .replace("{id k}", &id.replace('N', "(i * 8 + k)"))
            .replace("{hash}", &hash.replace('N', "i"))
            .replace("{hash before}", &hash.replace('N', "(i - 1)"))
            .replace("{now}", &time(micros))
            .replace("{later}", &time(later))
            .replace("{from i}", &series)
            .replace("{from i k}", &format!("{series} {five}"))
    }
}

/// Puts what `spelled` makes of it in place of whatever stands between `begin` and the next brace.
fn each(template: &str, begin: &str, spelled: impl Fn(&str) -> String) -> String {
    let mut parts = template.split(begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (inner, rest) = part.split_once('}').unwrap_or((part, ""));
        text + &spelled(inner) + rest
    })
}

/// What the schema before there were companies spells differently: the placeholder, how it is spelled today, and how it was.
const SPELLINGS: [[&str; 3]; 9] = [
    [
        "{company of each}",
        "INSERT INTO companies (id, legal_name, created_at) SELECT {id}, 'Mühle Brandt GmbH', {now} {from i};
        INSERT INTO memberships (user_id, company_id, role, since) SELECT {id}, {id}, 'owner', {now} {from i};",
        "",
    ],
    ["{applicant}", "applicant_id, company_id", "user_id"],
    ["{id of applicant}", "{id}, {id}", "{id}"],
    ["{seller}", "company_id", "seller_id"],
    ["{waiting}", "waiting_since", "updated_at"],
    [
        "{audit record of each}",
        "INSERT INTO audit_records (id, number, format, at, actor, action, user_id, company_id, thing, changes, request, previous, hash)
          SELECT {id}, i, 2, {now}, 'stranger', 'signed_up', {id}, {id}, {id}, '[]', 'a request', {hash before}, {hash} {from i};",
        "INSERT INTO audit (number, at, actor, action, about, subject, changes, request, previous, hash)
          SELECT i, {now}, 'stranger', 'signed_up', {id}, {id}, '[]', 'a request', {hash before}, {hash} {from i};",
    ],
    ["{rate limits}", "rate_limits", "budgets"],
    ["{operation}", "", "operation, "],
    ["{of adding buyers}", "", "'buyers.add', "],
];

/// The template in the spelling of this database's schema, which is that of the binary that made it.
fn in_its_schema(url: &str, template: &str) -> Result<String, Failed> {
    let has_companies = if Dialect::of(url).postgres {
        shell(Command::new("psql").args(["-Atd", url, "-c", "SELECT to_regclass('companies') IS NOT NULL"]))? == "t"
    } else {
        connect(url)?.table_exists(None, "companies")?
    };
    let spell =
        |text: String, [placeholder, today, before]: &[&str; 3]| text.replace(placeholder, if has_companies { today } else { before });
    Ok(SPELLINGS.iter().fold(template.to_owned(), spell))
}

/// People, each with a company, a session and an application.
const PEOPLE: &str = "
INSERT INTO users (id, email, email_verified, fname, lname, phone, verified_phone, country, role, password_hash, created_at, second_factor)
  SELECT {id}, 'u' || i || '@example.com', TRUE, 'Ada', 'Brandt', '+4915' || (200000000 + i), '+4915' || (200000000 + i), 'DE',
    CASE i WHEN 1 THEN 'operator' ELSE 'member' END, 'HASH', {now}, FALSE {from i};
{company of each}
INSERT INTO sessions (id, user_id, created_at, expires_at, awaits_code) SELECT {id}, {id}, {now}, {later}, FALSE {from i};
INSERT INTO applications (id, {applicant}, status, version, submissions, form, requests, {waiting})
  SELECT {id}, {id of applicant}, STATUS, 1, 1, 'FORM', '[]', {now} {from i};
INSERT INTO known_addresses (hash, used_at) SELECT {hash}, {now} {from i};
{audit record of each}
";
const BUYERS: &str = "
INSERT INTO buyers (id, {seller}, legal_name, country, registration_number, contact_name, contact_email, volume_minor, volume_currency,
    payment_terms_days, status, created_at)
  SELECT {id k}, {id}, 'Nordwind Handels GmbH', 'DE', 'HRB 1234', 'Nora Wind', 'nora@example.com', 25000000, 'EUR', 30, 'pending', {now} {from i k};
";
/// What piles up where there are many people.
const CROWD: &str = "
INSERT INTO search_words (word, application_id) SELECT 'company' || i, {id} {from i};
INSERT INTO search_words (word, application_id) SELECT 'gmbh', {id} {from i};
INSERT INTO outbox (id, recipient, name, content, link_id, created_at, due_at, attempts, last_error, buried)
  SELECT {id}, 'u' || i || '@example.com', 'Ada Brandt', '{\"kind\":\"application_submitted\"}', NULL, {now}, {later}, 3, 'refused', FALSE {from i};
INSERT INTO {rate limits} (name, key, ends_at, spent) SELECT 'sign-in/address', 'k' || i, {later}, 1 {from i};
INSERT INTO idempotency_keys (user_id, {operation}key, content, result, made_at)
  SELECT {id}, {of adding buyers}'k' || i, {hash}, {id}, {now} {from i};
";

/// The statement that opens a session like this one, in which this act is confirmed until it ends.
pub fn confirmed_session(url: &str, like: Uuid, own: Uuid, act: &str) -> String {
    let (id, bytes): (fn(Uuid) -> String, _) = if Dialect::of(url).postgres {
        (|id| format!("'{id}'"), format!("decode('{act}', 'hex')"))
    } else {
        (|id| format!("x'{}'", id.simple()), format!("x'{act}'"))
    };
    format!(
        "INSERT INTO sessions (id, user_id, created_at, expires_at, awaits_code, stepped_up_at, confirmed_act)
          SELECT {}, user_id, created_at, expires_at, awaits_code, expires_at, {bytes} FROM sessions WHERE id = {};",
        id(own),
        id(like)
    )
}

fn connect(url: &str) -> Result<rusqlite::Connection, rusqlite::Error> {
    rusqlite::Connection::open(url.trim_start_matches("sqlite://"))
}

/// Executes these statements.
///
/// # Errors
/// When they are refused.
pub fn execute(url: &str, sql: &str) -> Result<(), Failed> {
    if Dialect::of(url).postgres {
        let url = url.to_owned();
        let sql = sql.to_owned();
        // A thread of its own: the caller may have a runtime already.
        let done = std::thread::spawn(move || -> Result<(), String> {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
            runtime.block_on(async {
                let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.map_err(|error| error.to_string())?;
                tokio::spawn(connection);
                // VACUUM leaves alone what was committed without waiting.
                client.batch_execute("SET synchronous_commit = on").await.map_err(|error| error.to_string())?;
                client.batch_execute(&sql).await.map_err(|error| format!("{error:?}"))
            })
        });
        return Ok(done.join().map_err(|_| "a panic")??);
    }
    let conn = connect(url)?;
    conn.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000;")?;
    conn.execute_batch(&format!("BEGIN; {sql} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"))?;
    Ok(())
}

/// The one number that a query answers.
///
/// # Errors
/// When there is none.
pub fn number(url: &str, sql: &str) -> Result<i64, Failed> {
    if Dialect::of(url).postgres {
        return Ok(shell(Command::new("psql").args(["-Atd", url, "-c", sql]))?.parse()?);
    }
    Ok(connect(url)?.query_row(sql, [], |row| row.get(0))?)
}

/// The texts that a query answers.
///
/// # Errors
/// When it is refused.
pub fn texts(url: &str, sql: &str) -> Result<Vec<String>, Failed> {
    if Dialect::of(url).postgres {
        return Ok(shell(Command::new("psql").args(["-Atd", url, "-c", sql]))?.lines().map(str::to_owned).collect());
    }
    Ok(connect(url)?.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// A new database with `ACTIVE` people, and the file of the members' accounts.
pub struct People {
    pub folder: TempDir,
    pub url: String,
    pub accounts: PathBuf,
}

impl People {
    /// On SQLite, for the binary under measurement.
    ///
    /// # Errors
    /// When the database cannot be made.
    pub fn on_sqlite(bench: &Bench) -> Result<Self, Failed> {
        Self::of(bench, &bench.sooner, None)
    }

    /// In a PostgreSQL database of this name, for the binary under measurement.
    ///
    /// # Errors
    /// When the database cannot be made.
    pub fn on_postgres(bench: &Bench, name: &str) -> Result<Self, Failed> {
        Self::of(bench, &bench.sooner, Some(name))
    }

    /// For this binary: in a PostgreSQL database when it is given a name, else on SQLite, on the disk under measurement.
    ///
    /// # Errors
    /// When the database cannot be made.
    pub fn of(bench: &Bench, binary: &Path, postgres: Option<&str>) -> Result<Self, Failed> {
        let folder = bench.folder()?;
        let url = match postgres {
            Some(name) => bench.database(name)?,
            None => format!("sqlite://{}", folder.path().join("sooner.db").display()),
        };
        people(binary, folder.path(), &url)?;
        let members = folder.path().join("accounts");
        accounts(&members, 2..=ACTIVE)?;
        Ok(Self { folder, url, accounts: members })
    }
}

/// Lets the binary make its tables and puts `ACTIVE` people in.
///
/// # Errors
/// When the database cannot be written.
pub fn people(binary: &Path, folder: &Path, url: &str) -> Result<(), Failed> {
    shell(&mut sooner(binary, folder, url, "migrate"))?;
    let hash = crate::hashing::stored(PASSWORD)?;
    let template = in_its_schema(url, &[PEOPLE, BUYERS].concat())?;
    let template = template.replace("HASH", &hash).replace("FORM", FORM).replace("STATUS", "0");
    execute(url, &Dialect::of(url).spell(&template, 1, ACTIVE, SystemClock.now()))?;
    settle(url)
}

/// Does at once what PostgreSQL would otherwise do in the background while it is measured.
///
/// # Errors
/// When it cannot.
pub fn settle(url: &str) -> Result<(), Failed> {
    execute(url, if Dialect::of(url).postgres { "VACUUM (ANALYZE)" } else { "ANALYZE;" })
}

/// Adds people whose applications wait for an operator, up to `count` of them, with what piles up beside.
///
/// # Errors
/// When the database cannot be written.
pub fn crowd(url: &str, count: i64) -> Result<(), Failed> {
    let template = in_its_schema(url, &[PEOPLE, CROWD].concat())?;
    let template = template.replace("HASH", "").replace("FORM", FORM).replace("STATUS", "1");
    execute(url, &Dialect::of(url).spell(&template, ACTIVE + 1, ACTIVE + count, SystemClock.now() - TimeDelta::hours(1)))?;
    settle(url)
}

/// Writes the file of accounts that `lua/load.lua` reads: of the members, or of the operator.
///
/// # Errors
/// When it cannot be written.
pub fn accounts(file: &Path, numbers: std::ops::RangeInclusive<i64>) -> Result<(), Failed> {
    let tokens = JwtAccessTokens::new(SECRET.as_bytes());
    let now = SystemClock.now();
    let mut lines = String::new();
    for number in numbers {
        let id = Uuid::from_u128((0xf << 124) | u128::try_from(number)?);
        let session = Session::open(SessionId(id), UserId(id), TimeDelta::days(300), now);
        writeln!(lines, "{} u{number}@example.com", tokens.sign(&session)?)?;
    }
    Ok(std::fs::write(file, lines)?)
}
