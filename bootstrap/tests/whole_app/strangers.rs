//! Each operation of the contract against a whole book: who is of another company, or new, or an operator without the right, names what
//! is there by its real id, learns nothing of it and changes nothing.

use super::{
    demo,
    support::{Checked, Instance},
};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    process::Command,
    time::Duration,
};
use tokio::time::sleep;

type Made<T> = Result<T, Box<dyn Error>>;

/// What somebody reads of their own company, by the part of the addresses that name it.
type Things = BTreeMap<&'static str, BTreeSet<String>>;

/// Where ids of things are read: the part of an address that they stand behind, the list, and the field.
const LISTS: &[(&str, &str, &str)] = &[
    ("auth", "/semi-private/auth/sessions", "id"),
    ("buyers", "/semi-private/buyers", "id"),
    ("documents", "/semi-private/onboarding", "documents/id"),
    ("facilities", "/semi-private/facilities", "id"),
    ("fee-invoices", "/semi-private/fee-invoices", "id"),
    ("invitations", "/semi-private/invitations", "id"),
    ("members", "/semi-private/members", "id"),
    ("payables", "/semi-private/payables", "id"),
    ("payments", "/semi-private/payments", "released/batchId"),
    ("receivables", "/semi-private/receivables", "id"),
    ("supplier-programmes", "/semi-private/supplier-programmes", "id"),
    ("suppliers", "/semi-private/suppliers", "id"),
];

/// Who are mailed before anything is tried.
const MAILED: [&str; 2] = ["nora@example.com", "cleo@example.com"];

/// The tables that change though a request is refused: when a session was used last, what is counted against floods, and which
/// node does a job.
const COUNTED: &[&str] = &["sessions", "rate_limits", "leases"];

/// The tables whose rows are sealed some time after they are written: on PostgreSQL their last columns are the hash before, the
/// own hash and the order of arrival.
const SEALED_LATER: [&str; 2] = ["audit_records", "ledger_entries"];

struct Operation {
    method: String,
    path: String,
    described: Value,
}

fn contract() -> Made<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json");
    Ok(serde_json::from_str(&std::fs::read_to_string(file)?)?)
}

fn operations(contract: &Value, begin: &str) -> Vec<Operation> {
    let paths = contract["paths"].as_object().into_iter().flatten().filter(|(path, _)| path.starts_with(begin));
    let of_path = |(path, methods): (&String, &Value)| {
        let all = methods.as_object().cloned().unwrap_or_default();
        all.into_iter().map(|(method, described)| Operation { method, path: path.clone(), described }).collect::<Vec<_>>()
    };
    paths.flat_map(of_path).collect()
}

/// A value that the schema allows, with this id wherever one is asked for.
fn made(contract: &Value, schema: &Value, id: &str) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return made(contract, &contract["components"]["schemas"][name.trim_start_matches("#/components/schemas/")], id);
    }
    for choice in ["oneOf", "anyOf"] {
        let is_something = |one: &&Value| one["type"] != "null";
        if let Some(first) = schema[choice].as_array().and_then(|all| all.iter().find(is_something)) {
            return made(contract, first, id);
        }
    }
    if let Some(all) = schema["allOf"].as_array() {
        let parts = all.iter().filter_map(|one| made(contract, one, id).as_object().cloned());
        return Value::Object(parts.flatten().collect());
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)).or_else(|| schema.get("example")) {
        return value.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("object");
    match (kind, schema["format"].as_str()) {
        ("integer" | "number", _) => json!(schema["minimum"].as_i64().unwrap_or(1)),
        ("boolean", _) => json!(true),
        ("array", _) => json!([made(contract, &schema["items"], id)]),
        ("string", Some("uuid")) => json!(id),
        ("string", Some("date")) => json!("2027-06-30"),
        ("string", _) => json!("1"),
        _ => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let field = |name: &str| {
                let value = match name {
                    "country" => json!("DE"),
                    "currency" => json!("EUR"),
                    // After every other day, as an invoice is due after its own.
                    "dueOn" => json!("2027-07-30"),
                    "hash" => json!("0".repeat(64)),
                    _ if name.to_lowercase().ends_with("email") => json!("nora@example.com"),
                    _ => made(contract, &schema["properties"][name], id),
                };
                (name.to_owned(), value)
            };
            Value::Object(required.map(field).collect::<Map<_, _>>())
        }
    }
}

/// What of theirs a thing of this kind may be as well: what a buyer is to pay is its supplier's receivable.
fn shared(kind: &str) -> Vec<&str> {
    if matches!(kind, "receivables" | "payables") { vec!["receivables", "payables"] } else { vec![kind] }
}

/// All values of a field, on a way of fields such as `documents/id`.
fn values(found: &Value, way: &str) -> Vec<String> {
    let (first, rest) = way.split_once('/').unwrap_or((way, ""));
    match found {
        Value::Array(all) => all.iter().flat_map(|one| values(one, way)).collect(),
        Value::Object(fields) => match fields.get(first) {
            Some(Value::String(value)) if rest.is_empty() => vec![value.clone()],
            Some(inner) if !rest.is_empty() => values(inner, rest),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

async fn things(instance: &Instance, token: &str) -> Made<Things> {
    let mut found = Things::new();
    for (kind, list, way) in LISTS {
        let (status, answer) = instance.get(list, token).await?;
        if status == 200 {
            found.entry(kind).or_default().extend(values(&answer["data"], way));
        }
    }
    for receivable in found.get("receivables").cloned().unwrap_or_default().iter().take(5) {
        let (_, answer) = instance.get(&format!("/semi-private/receivables/{receivable}"), token).await?;
        found.entry("files").or_default().extend(values(&answer["data"], "documents/id"));
    }
    Ok(found)
}

/// All rows of all tables but those that only count.
fn rows(instance: &Instance) -> Made<BTreeSet<String>> {
    let variables = instance.variables();
    let database = variables.iter().find(|(name, _)| *name == "SOONER_DATABASE_URL").map(|(_, url)| *url).ok_or("no database")?;
    let dumped = match database.strip_prefix("sqlite://") {
        Some(file) => Command::new("sqlite3").args([file, ".dump"]).output()?,
        None => Command::new("pg_dump").args(["--inserts", "--data-only", "-d", database]).output()?,
    };
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let counted = |line: &&str| {
        let table = line.strip_prefix("INSERT INTO ").and_then(|rest| rest.split([' ', '(']).next()).unwrap_or_default();
        !COUNTED.contains(&table.trim_start_matches("public.").trim_matches('"'))
    };
    let text = String::from_utf8_lossy(&dumped.stdout);
    Ok(text
        .lines()
        .filter(|line| !line.starts_with("SELECT pg_catalog.setval") && !line.starts_with('\\'))
        .filter(counted)
        .map(str::to_owned)
        .collect())
}

fn waits_for_its_seal(row: &str) -> bool {
    SEALED_LATER.iter().any(|table| row.contains(table)) && row.rsplit(", ").skip(1).take(2).eq(["NULL", "NULL"])
}

/// The same once the instance has done what it does by itself: mails that wait are sent, records get their places.
async fn rows_at_rest(instance: &Instance) -> Made<BTreeSet<String>> {
    let mut before = rows(instance)?;
    for _ in 0..100 {
        sleep(Duration::from_millis(300)).await;
        let now = rows(instance)?;
        let is_sent = !now.iter().any(|row| row.contains("outbox") && MAILED.iter().any(|mailed| row.contains(mailed)));
        if is_sent && !now.iter().any(|row| waits_for_its_seal(row)) && now == before {
            return Ok(now);
        }
        before = now;
    }
    Err("it comes to no rest".into())
}

fn nothing_changed(before: &BTreeSet<String>, after: &BTreeSet<String>, what: &str) {
    let changed: Vec<_> = before.symmetric_difference(after).take(6).collect();
    assert!(changed.is_empty(), "{what}: {changed:#?}");
}

async fn asked(instance: &Instance, contract: &Value, (operation, path): (&Operation, &str), token: &str, id: &str) -> Made<(u16, String)> {
    let mut query = Vec::new();
    for parameter in operation.described["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] == "query" && parameter["required"] == true {
            let value = match parameter["name"].as_str() {
                Some("currency") => json!("EUR"),
                _ => made(contract, &parameter["schema"], id),
            };
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            query.push(format!("{}={value}", parameter["name"].as_str().unwrap_or_default()));
        }
    }
    let request = instance
        .client
        .request(operation.method.to_uppercase().parse()?, instance.url(&format!("{path}?{}", query.join("&"))))
        .bearer_auth(token);
    let request = request.header("idempotency-key", format!("{}-{id}", operation.described["operationId"].as_str().unwrap_or("it")));
    let content = &operation.described["requestBody"]["content"];
    let request = match (&content["application/json"]["schema"], content.get("multipart/form-data")) {
        (_, Some(_)) => {
            let file = reqwest::multipart::Part::bytes(&b"%PDF-1.7\n%%EOF"[..]).file_name("invoice.pdf").mime_str("application/pdf")?;
            request.multipart(reqwest::multipart::Form::new().part("file", file))
        }
        (Value::Null, None) => request,
        (schema, None) => request.json(&made(contract, schema, id)),
    };
    let answer = request.send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

/// Those who can sign in, by their companies.
pub struct Book<'a> {
    pub instance: &'a Instance,
    /// The owner of each company, signed in.
    pub owners: Vec<String>,
    /// An operator who only reads, and another one who may do everything.
    pub auditor: String,
    pub operator: String,
    /// Somebody who has just signed up.
    pub newcomer: String,
}

impl Book<'_> {
    /// Of another company nobody learns that anything exists.
    pub async fn keeps_companies_apart(&self) -> Checked {
        let (contract, instance) = (contract()?, self.instance);
        let invited = json!({ "email": "cleo@example.com", "role": "viewer" });
        let owner = self.owners.first().ok_or("no owner")?;
        let (status, answer) = instance.post_confirmed("/semi-private/invitations", (owner, demo::PASSWORD), &invited).await?;
        assert_eq!(status, 201, "{answer}");
        let mut of: Vec<Things> = Vec::new();
        for owner in &self.owners {
            of.push(things(instance, owner).await?);
        }
        let (_, waiting) = instance.get("/operator/approvals", &self.operator).await?;
        of.push(Things::from([("approvals", values(&waiting["data"], "id").into_iter().collect())]));
        let strangers = self.owners.iter().zip(of.clone()).chain([(&self.newcomer, Things::new())]);
        let named: Vec<_> = operations(&contract, "/semi-private/").into_iter().filter(|operation| operation.path.contains('{')).collect();
        let (before, mut tried, mut odd) = (rows_at_rest(instance).await?, BTreeSet::new(), BTreeSet::new());
        for (stranger, own) in strangers {
            let is_new = *stranger == self.newcomer;
            for operation in &named {
                let kind = operation.path.split('/').nth(2).unwrap_or_default();
                for owned in &of {
                    let theirs = |kind: &str| {
                        let own = shared(kind).iter().filter_map(|kind| own.get(kind)).flatten().collect::<BTreeSet<_>>();
                        owned.get(kind).into_iter().flatten().find(|id| !own.contains(id)).cloned()
                    };
                    let Some(id) = theirs(kind) else { continue };
                    let file = theirs("files").unwrap_or_else(|| id.clone());
                    let path = operation.path.replace("{id}", &id).replace("{batch}", &id).replace("{document}", &file);
                    let path = path.replace("{number}", "1");
                    if path.contains('{') {
                        continue;
                    }
                    let (status, answer) = asked(instance, &contract, (operation, &path), stranger, &id).await?;
                    let what = format!("{} {}", operation.method, operation.path);
                    if status == 404 || is_new && status == 403 {
                        tried.insert(what);
                    } else {
                        odd.insert(format!("{what}: {status} {answer}"));
                    }
                }
            }
        }
        assert_eq!(odd, BTreeSet::new());
        nothing_changed(&before, &rows(instance)?, "strangers");
        let missed: Vec<_> =
            named.iter().map(|operation| format!("{} {}", operation.method, operation.path)).filter(|what| !tried.contains(what)).collect();
        assert_eq!(
            missed,
            [
                "get /semi-private/statements/{month}",
                "get /semi-private/statements/{month}/journal",
                "get /semi-private/statements/{month}/paper"
            ]
        );
        Ok(())
    }

    /// Who is no operator reaches nothing of the house's, and who only reads changes nothing.
    pub async fn keeps_the_house_apart(&self) -> Checked {
        let (contract, instance) = (contract()?, self.instance);
        let (_, receivables) = instance.get("/operator/receivables", &self.operator).await?;
        let id = values(&receivables["data"], "id").into_iter().next().ok_or("no receivable")?;
        let (before, mut odd) = (rows_at_rest(instance).await?, BTreeSet::new());
        for operation in operations(&contract, "/operator/") {
            let path = operation.path.replace("{date}", "2027-03-16").replace("{month}", "2027-03").replace("{number}", "1");
            let path = path.split('/').map(|part| if part.starts_with('{') { id.as_str() } else { part }).collect::<Vec<_>>().join("/");
            let what = format!("{} {}", operation.method, operation.path);
            for member in self.owners.iter().chain([&self.newcomer]) {
                let (status, answer) = asked(instance, &contract, (&operation, &path), member, &id).await?;
                if status != 403 {
                    odd.insert(format!("{what}: {status} {answer}"));
                }
            }
            // What it would cost is only reckoned.
            if operation.method != "get" && operation.path != "/operator/quote" {
                let (status, answer) = asked(instance, &contract, (&operation, &path), &self.auditor, &id).await?;
                if !matches!(status, 403 | 404) {
                    odd.insert(format!("{what}, the auditor: {status} {answer}"));
                }
            }
        }
        assert_eq!(odd, BTreeSet::new());
        nothing_changed(&before, &rows(instance)?, "members and the auditor");
        Ok(())
    }
}
