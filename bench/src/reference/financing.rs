//! Accepting offers, and reading receivables, with the statements alone: the rows that the product reads and writes for the same
//! request, on a server that does nothing else. Nothing is priced, checked, hashed or judged.

use super::{
    plain::{Plain, Step, Value},
    rows::failed,
};
use crate::server::SECRET;
use actix_web::{
    HttpRequest, HttpResponse, Result, error,
    http::header,
    web::{self, Data, Path},
};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value as Json, json};
use sooner_adapters::{
    jwt::JwtAccessTokens,
    system::{SystemClock, Uuid7},
};
use sooner_application::{
    identity::ports::AccessTokens,
    kernel::{clock::Clock, ids::Ids, unavailable::Unavailable},
};
use uuid::Uuid;

const SESSION: &str = "SELECT s.id, s.user_id, m.company_id, u.id, u.email, u.fname, u.lname, u.phone, u.country, u.role, s.created_at, \
    s.expires_at, s.stepped_up_at, m.role FROM sessions s JOIN (users u JOIN memberships m ON m.user_id = u.id) ON s.user_id = u.id \
    WHERE s.id = $1";
macro_rules! receivable_columns {
    () => {
        "id, buyer_id, debtor_id, facility_id, face, currency, normalised_number, fingerprint, seller_id, version, reference, terms_version, \
         invoice_number, issued_on, due_on, owed, owed_due_on, status, series, entered_by, entered_at, submitted_at, payout_on, open, out, \
         diluted, details"
    };
}
const RECEIVABLE: &str = concat!("SELECT ", receivable_columns!(), " FROM receivables WHERE id = $1");
const DOCUMENTS: &str = "SELECT id, name, sha256, uploaded_at FROM receivable_documents WHERE receivable_id = $1 ORDER BY uploaded_at, id";

/// What is read around one receivable.
mod around {
    pub const EARLIER: &str = "SELECT content, result FROM idempotency_keys WHERE user_id = $1 AND key = $2";
    pub const BUYER: &str = "SELECT * FROM buyers WHERE id = $1 AND company_id = $2";
    pub const COMPANY: &str = "SELECT * FROM companies WHERE id = $1";
    pub const APPLICATION: &str = "SELECT status, version, form FROM applications WHERE company_id = $1";
    pub const DEBTOR: &str = "SELECT * FROM debtors WHERE id = $1";
    pub const LIMITS: &str = "SELECT currency, amount_minor FROM debtor_limits WHERE debtor_id = $1";
    pub const SAME_ENTITY: &str = "SELECT c.* FROM companies c JOIN debtors d ON d.legal_entity = c.legal_entity WHERE d.id = $1";
    pub const FACILITY: &str =
        "SELECT f.*, a.status FROM facilities f LEFT JOIN applications a ON a.company_id = f.company_id WHERE f.id = $1";
    pub const TERMS: &str = "SELECT * FROM terms_versions WHERE facility_id = $1 ORDER BY number";
    pub const CURRENCIES: &str =
        "SELECT currency FROM facilities WHERE company_id = $1 AND kind = 'factoring' AND status = 'active' AND currency <> $2";
    pub const IN_USE: &str = "SELECT in_use FROM exposures WHERE owner_id = $1 AND ceiling = $2 AND part = $3";
    pub const APPROVERS: &str = "SELECT u.*, m.role, m.since FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.company_id = $1 \
        AND m.role IN ('owner', 'approver') ORDER BY m.since, m.user_id";
    pub const HISTORY: &str = "SELECT count(*), CAST(sum(owed) AS BIGINT), CAST(sum(diluted) AS BIGINT) FROM receivables WHERE seller_id = $1 \
        AND debtor_id = $2 AND currency = 'EUR' AND status IN ('accepted', 'funded', 'settled', 'charged_back', 'written_off') AND id <> $3";
    pub const SOLD: &str =
        "SELECT id FROM receivables WHERE fingerprint = $1 AND status IN ('accepted', 'funded', 'settled', 'written_off')";
    pub const NEAR: &str = "SELECT id, invoice_number, issued_on, face FROM receivables WHERE debtor_id = $1 AND issued_on >= $2 AND issued_on <= $3 \
        AND face >= $4 AND face <= $5";
    pub const SAME_NUMBER: &str = "SELECT id FROM receivables WHERE debtor_id = $1 AND visible_number = $2";
    pub const SAME_FILE: &str = "SELECT receivable_id FROM receivable_documents WHERE sha256 = $1";
    pub const HOUSE: &str = "SELECT s.version, s.details, a.currency, a.holder, a.iban, a.bic FROM house_settings s LEFT JOIN house_accounts a ON a.house_id = s.id";
}

/// What is written when one is sold.
mod sale {
    pub const KEY: &str = "INSERT INTO idempotency_keys (user_id, key, content, result, made_at) VALUES ($1, $2, $3, $4, $5)";
    pub const TEAM: &str = "SELECT id FROM companies WHERE id = $1 AND team_version = 0";
    pub const MEMBER: &str = "SELECT user_id FROM memberships WHERE user_id = $1 AND company_id = $2";
    pub const DEBTOR: &str = "SELECT id FROM debtors WHERE id = $1 AND version = 1";
    pub const STATUS: &str = "SELECT status, version FROM applications WHERE company_id = $1";
    pub const FACILITY: &str = "SELECT id FROM facilities WHERE id = $1 AND version = 1";
    /// On PostgreSQL each of the five is held.
    pub const HELD: [&str; 5] = [
        "SELECT user_id FROM memberships WHERE user_id = $1 AND company_id = $2 FOR SHARE",
        "SELECT id FROM companies WHERE id = $1 AND team_version = 0 FOR SHARE",
        "SELECT id FROM debtors WHERE id = $1 AND version = 1 FOR SHARE",
        "SELECT status, version FROM applications WHERE company_id = $1 FOR SHARE",
        "SELECT id FROM facilities WHERE id = $1 AND version = 1 FOR SHARE",
    ];
    pub const USE: &str = "INSERT INTO exposures (owner_id, ceiling, part, in_use) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (owner_id, ceiling, part) DO UPDATE SET in_use = exposures.in_use + excluded.in_use WHERE exposures.in_use <= 900000000000";
    pub const PAYOUT: &str = "INSERT INTO payouts (id, company_id, receivable_id, purpose, currency, gross, due_on, status) \
        VALUES ($1, $2, $3, 'advance', 'EUR', $4, $5, 'due')";
    /// As the product does it: every column.
    pub const RECEIVABLE: &str = "UPDATE receivables SET version = version + 1, reference = reference, seller_id = seller_id, buyer_id = buyer_id, \
        programme_buyer_id = NULL, debtor_id = debtor_id, facility_id = facility_id, terms_version = terms_version, \
        invoice_number = invoice_number, normalised_number = normalised_number, visible_number = visible_number, issued_on = issued_on, due_on = due_on, face = face, \
        currency = currency, owed = owed, owed_due_on = owed_due_on, status = 'accepted', fingerprint = fingerprint, series = series, \
        entered_by = entered_by, entered_at = entered_at, submitted_at = submitted_at, payout_on = $1, open = face, out = out, \
        diluted = diluted, details = $2 WHERE id = $3";
    pub const MAIL: &str = "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried, language) \
        VALUES ($1, $2, 'Ada Brandt', 'offer_accepted', $3, $3, 0, FALSE, 'en')";
    pub const RECORD: &str = "INSERT INTO audit_records (id, format, at, actor, action, user_id, company_id, debtor_id, thing, changes, request) \
        VALUES ($1, 2, $2, 'user', 'offer_accepted', $3, $4, $5, $6, $7, 'a request')";
    /// SQLite's has its place at once.
    pub const PLACED: &str = "INSERT INTO audit_records (id, format, at, actor, action, user_id, company_id, debtor_id, thing, changes, request, \
        number, previous, hash) VALUES ($1, 2, $2, 'user', 'offer_accepted', $3, $4, $5, $6, $7, 'a request', \
        (SELECT coalesce(max(number), 0) + 1 FROM audit_records), $8, $8)";
}

/// As the indexes say it.
macro_rules! shown_to_seller {
    () => {
        "seller_id = $1 AND (programme_buyer_id IS NULL OR submitted_at IS NOT NULL)"
    };
}
macro_rules! newest {
    () => {
        " ORDER BY seller_id DESC, id DESC LIMIT 51"
    };
}
const PAGE: &str = concat!("SELECT ", receivable_columns!(), " FROM receivables WHERE ", shown_to_seller!(), newest!());
const AT_STATUS: &str =
    concat!("SELECT ", receivable_columns!(), " FROM receivables WHERE ", shown_to_seller!(), " AND status = $2", newest!());
const PAGES_DOCUMENTS: &str = concat!(
    "SELECT id, receivable_id, name, sha256, uploaded_at FROM receivable_documents WHERE receivable_id IN (SELECT id FROM receivables WHERE ",
    shown_to_seller!(),
    newest!(),
    ")"
);
/// What counts under the limits: everything that waits, with its buyer and its debtor.
const WAITING: &str = "SELECT r.id, r.face, r.status, r.issued_on, r.due_on, r.details, b.status, d.state, l.amount_minor FROM receivables r \
    JOIN buyers b ON b.id = r.buyer_id JOIN debtors d ON d.id = r.debtor_id JOIN debtor_limits l ON l.debtor_id = d.id \
    WHERE r.seller_id = $1 AND r.status IN ('submitted', 'offered', 'accepted') AND (r.programme_buyer_id IS NULL OR r.submitted_at IS NOT NULL)";
const USED: &str = "SELECT ceiling, part, in_use FROM exposures WHERE owner_id = $1";

const EVIDENCE: &str = r#"[{"field":"status","before":"offered","after":"accepted"},{"field":"offer","after":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},{"field":"payoutOn","after":"2026-01-01"}]"#;

pub struct Financing {
    plain: Plain,
    tokens: JwtAccessTokens,
}

struct Caller {
    user: Uuid,
    company: Uuid,
    email: String,
}

fn odd() -> Unavailable {
    Unavailable::Failed("no such row".to_owned())
}

fn id(cell: &Json) -> std::result::Result<Uuid, Unavailable> {
    cell.as_str().and_then(|text| Uuid::try_parse(text).ok()).ok_or_else(odd)
}

fn internal(error: impl std::fmt::Display) -> actix_web::Error {
    error::ErrorInternalServerError(error.to_string())
}

impl Financing {
    pub fn open(url: &str, connections: usize) -> std::result::Result<Self, crate::Failed> {
        Ok(Self { plain: Plain::open(url, connections)?, tokens: JwtAccessTokens::new(SECRET.as_bytes()) })
    }

    pub fn routes(config: &mut web::ServiceConfig) {
        config
            .route("/health/live", web::get().to(HttpResponse::Ok))
            .route("/semi-private/receivables/{id}/accept", web::post().to(accept))
            .route("/semi-private/receivables", web::get().to(list))
            .route("/semi-private/availability", web::get().to(availability));
    }

    async fn caller(&self, request: &HttpRequest) -> Result<Caller> {
        let header = request.headers().get(header::AUTHORIZATION).and_then(|header| header.to_str().ok());
        let token = header.and_then(|header| header.strip_prefix("Bearer ")).unwrap_or_default();
        let session = self.tokens.read(token, SystemClock.now()).ok_or_else(|| error::ErrorUnauthorized("no session"))?;
        let found = self.one(SESSION, vec![Value::Id(session.0)]).await.map_err(internal)?;
        let email = found[4].as_str().unwrap_or_default().to_owned();
        Ok(Caller { user: id(&found[1]).map_err(internal)?, company: id(&found[2]).map_err(internal)?, email })
    }

    async fn one(&self, sql: &'static str, values: Vec<Value>) -> std::result::Result<Vec<Json>, Unavailable> {
        let mut rows = self.plain.read(vec![(sql, values)]).await?;
        rows.pop().and_then(|mut rows| rows.pop()).ok_or_else(odd)
    }

    /// The reads of a sale, and its writes.
    async fn sell(&self, me: &Caller, of: Uuid) -> std::result::Result<Json, Unavailable> {
        let (now, key) = (SystemClock.now(), Value::Text(of.to_string()));
        let before =
            vec![(around::EARLIER, vec![Value::Id(me.user), key]), (RECEIVABLE, vec![Value::Id(of)]), (DOCUMENTS, vec![Value::Id(of)])];
        let found = self.plain.read(before).await?;
        let it = found.get(1).and_then(|rows| rows.first()).ok_or_else(odd)?.clone();
        let (buyer, debtor, facility) = (id(&it[1])?, id(&it[2])?, id(&it[3])?);
        let (face, number) = (it[4].as_i64().ok_or_else(odd)?, it[6].as_str().unwrap_or_default().to_owned());
        let hex = it[7].as_str().unwrap_or_default();
        let fingerprint = data_encoding::HEXLOWER.decode(hex.as_bytes()).map_err(failed)?;
        let issued: NaiveDate = it[13].as_str().unwrap_or_default().parse().map_err(failed)?;
        let days = chrono::TimeDelta::days(30);
        let [company, owner] = [Value::Id(me.company), Value::Id(debtor)];
        let advance = face / 10 * 8;
        let ceilings = [
            (facility, "facility_limit", String::new()),
            (facility, "concentration", debtor.simple().to_string()),
            (debtor, "debtor_limit", "EUR".to_owned()),
        ];
        let used = [advance, advance, face];
        let key_of = |(owner, ceiling, part): &(Uuid, &str, String)| {
            vec![Value::Id(*owner), Value::Text((*ceiling).to_owned()), Value::Text(part.clone())]
        };
        let mut reads: Vec<Step> = vec![
            (around::BUYER, vec![Value::Id(buyer), company.clone()]),
            (around::COMPANY, vec![company.clone()]),
            (around::APPLICATION, vec![company.clone()]),
            (around::DEBTOR, vec![owner.clone()]),
            (around::LIMITS, vec![owner.clone()]),
            (around::SAME_ENTITY, vec![owner.clone()]),
            (around::FACILITY, vec![Value::Id(facility)]),
            (around::TERMS, vec![Value::Id(facility)]),
            (around::CURRENCIES, vec![company.clone(), Value::Text("EUR".into())]),
            (around::APPROVERS, vec![company.clone()]),
            (around::COMPANY, vec![company.clone()]),
            (around::HISTORY, vec![company.clone(), owner.clone(), Value::Id(of)]),
            (around::SOLD, vec![Value::Bytes(fingerprint.clone())]),
            (
                around::NEAR,
                vec![
                    owner.clone(),
                    Value::Day(issued - days),
                    Value::Day(issued + days),
                    Value::Number(face - face / 100 - 1),
                    Value::Number(face + face / 99 + 1),
                ],
            ),
            (around::SAME_NUMBER, vec![owner.clone(), Value::Text(number)]),
            (around::SAME_FILE, vec![Value::Bytes(fingerprint.clone())]),
            (around::HOUSE, vec![]),
        ];
        reads.extend(ceilings.iter().map(|ceiling| (around::IN_USE, key_of(ceiling))));
        self.plain.read(reads).await?;
        let uses = ceilings.iter().zip(used).map(|(ceiling, amount)| (sale::USE, [key_of(ceiling), vec![Value::Number(amount)]].concat()));
        self.plain.write(self.writes(me, (of, debtor, facility), advance, uses.collect(), now)).await?;
        Ok(json!({ "data": it }))
    }

    fn writes(
        &self,
        me: &Caller,
        (of, debtor, facility): (Uuid, Uuid, Uuid),
        advance: i64,
        uses: Vec<Step>,
        now: DateTime<Utc>,
    ) -> Vec<Step> {
        let standing =
            if self.plain.is_postgres() { sale::HELD } else { [sale::MEMBER, sale::TEAM, sale::DEBTOR, sale::STATUS, sale::FACILITY] };
        let hash = Value::Bytes(of.as_bytes().repeat(2));
        let (user, company, debtor) = (Value::Id(me.user), Value::Id(me.company), Value::Id(debtor));
        let mut steps: Vec<Step> =
            vec![(sale::KEY, vec![user.clone(), Value::Text(of.to_string()), hash, Value::Id(of), Value::Time(now)])];
        let seen = [
            vec![user.clone(), company.clone()],
            vec![company.clone()],
            vec![debtor.clone()],
            vec![company.clone()],
            vec![Value::Id(facility)],
        ];
        steps.extend(standing.into_iter().zip(seen));
        steps.extend(uses);
        let today = now.date_naive();
        let details = json!({
            "orderReference": null, "note": null, "hold": null, "dispute": null, "evidence": [], "exception": null,
            "submitted": { "by": me.user, "on": today }, "rejection": null,
            "accepted": { "by": me.user, "at": now, "offer": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "dueOn": today },
        });
        steps
            .push((sale::PAYOUT, vec![Value::Id(Uuid7.next()), company.clone(), Value::Id(of), Value::Number(advance), Value::Day(today)]));
        steps.push((sale::RECEIVABLE, vec![Value::Day(today), Value::Text(details.to_string()), Value::Id(of)]));
        steps.push((DOCUMENTS, vec![Value::Id(of)]));
        steps.push((sale::MAIL, vec![Value::Id(Uuid7.next()), Value::Text(me.email.clone()), Value::Time(now)]));
        let mut record =
            vec![Value::Id(Uuid7.next()), Value::Time(now), user, company, debtor, Value::Id(of), Value::Text(EVIDENCE.into())];
        if self.plain.is_postgres() {
            steps.push((sale::RECORD, record));
        } else {
            record.push(Value::Bytes(vec![7; 32]));
            steps.push((sale::PLACED, record));
        }
        steps
    }
}

async fn accept(bare: Data<Financing>, request: HttpRequest, of: Path<Uuid>, _: web::Bytes) -> Result<HttpResponse> {
    let me = bare.caller(&request).await?;
    Ok(HttpResponse::Ok().json(bare.sell(&me, of.into_inner()).await.map_err(internal)?))
}

async fn list(bare: Data<Financing>, request: HttpRequest) -> Result<HttpResponse> {
    let company = Value::Id(bare.caller(&request).await?.company);
    let page = match request.query_string().strip_prefix("status=") {
        Some(status) => (AT_STATUS, vec![company.clone(), Value::Text(status.to_owned())]),
        None => (PAGE, vec![company.clone()]),
    };
    let found = bare.plain.read(vec![page, (PAGES_DOCUMENTS, vec![company])]).await.map_err(internal)?;
    Ok(HttpResponse::Ok().json(json!({ "data": found })))
}

async fn availability(bare: Data<Financing>, request: HttpRequest) -> Result<HttpResponse> {
    let company = Value::Id(bare.caller(&request).await?.company);
    // The agreement has its company's id.
    let of = |sql: &'static str| (sql, vec![company.clone()]);
    let reads = [WAITING, USED, around::FACILITY, around::TERMS, around::COMPANY, around::APPLICATION, around::APPROVERS].map(of);
    let found = bare.plain.read([&reads[..], &[(around::HOUSE, vec![])]].concat()).await.map_err(internal)?;
    let faces = found[0].iter().filter_map(|row| row[1].as_i64()).sum::<i64>();
    Ok(HttpResponse::Ok().json(json!({ "data": { "offered": faces, "inUse": found[1], "facility": found[2] } })))
}
