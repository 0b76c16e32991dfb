//! The accounts, and what was posted to each.

use super::{AccountBody, SidesBody};
use crate::{
    facilities::body::own_company,
    kernel::{
        api::Api,
        error::Problem,
        query::{Query, parse_flag},
    },
    session::LedgerReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    cash::Touched,
    ledger::{
        AccountPage, LinePage,
        ports::{AccountFilter, AccountLine, Balance, LineId},
    },
};
use sooner_domain::{
    kernel::Invalid,
    ledger::{
        account::{Account, AccountKind},
        entry::{Booking, EntryId},
    },
};
use sooner_shared::{
    coded_body::{AccountKindCode, Code, EventCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
struct BalanceBody {
    #[serde(flatten)]
    account: AccountBody,
    #[serde(flatten)]
    balance: SidesBody,
}

impl From<&Balance> for BalanceBody {
    fn from(balance: &Balance) -> Self {
        Self { account: balance.account.into(), balance: balance.amount.into() }
    }
}

#[derive(Serialize, ToSchema)]
struct AccountsBody {
    data: Vec<BalanceBody>,
    /// Names the next page; absent on the last one
    next: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccountsQuery {
    kind: Option<String>,
    holds_something: Option<String>,
    on: Option<String>,
    after: Option<String>,
}

#[utoipa::path(tag = "ledger", summary = "Accounts",
    description = "With what they hold, by kind, currency and owner. The house’s own hold what has its number, which takes a second. With `on` it is what they held at the end of that day: of the entries dated that day or earlier. Those of the company one belongs to, and of debtors that concern it, are left out.",
    params(("kind" = Option<AccountKindCode>, Query), ("holdsSomething" = Option<bool>, Query, description = "Without those that hold nothing"),
        ("on" = Option<NaiveDate>, Query, description = "The last day that counts"),
        ("after" = Option<String>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = AccountsBody)))]
#[get("/operator/ledger/accounts")]
pub(crate) async fn list_accounts(me: LedgerReader, api: web::Data<Api>, query: Query<AccountsQuery>) -> Result<HttpResponse, Problem> {
    let Query(AccountsQuery { kind, holds_something, on, after }) = query;
    let mut fields = Fields::default();
    let kind = fields.optional("kind", kind.as_deref(), member::<AccountKind>);
    let holds_something = fields.optional("holdsSomething", holds_something.as_deref(), parse_flag).unwrap_or_default();
    let on = fields.optional("on", on.as_deref(), parse_date);
    let after = fields.optional("after", after.as_deref(), |name| Account::from_name(name).ok_or(Invalid::CursorUnknown));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let AccountPage { accounts, next } = api.ledger.accounts(AccountFilter { kind, holds_something, on }, after).await?;
    let accounts = api.cash.of_others(accounts, |balance| Touched::by_account(balance.account), &me.operator()).await?;
    let data = accounts.iter().map(BalanceBody::from).collect();
    Ok(HttpResponse::Ok().json(AccountsBody { data, next: next.map(|account| account.to_string()) }))
}

/// A posting to an account, with its entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LineBody {
    entry_id: Uuid,
    line: i16,
    /// The entry’s number; absent for the first second
    number: Option<i64>,
    on: NaiveDate,
    booked_at: DateTime<Utc>,
    event: EventCode,
    subject: Uuid,
    cause: Option<Uuid>,
    reverses: Option<Uuid>,
    receivable: Option<Uuid>,
    #[serde(flatten)]
    amount: SidesBody,
}

impl From<&AccountLine> for LineBody {
    fn from(found: &AccountLine) -> Self {
        let AccountLine { booking, reverses, number, line, posting } = found;
        let Booking { id, on, booked_at, event, subject, cause } = *booking;
        Self {
            entry_id: id.0,
            line: *line,
            number: *number,
            on,
            booked_at,
            event: Code(event),
            subject,
            cause,
            reverses: reverses.map(|id| id.0),
            receivable: posting.receivable.map(|id| id.0),
            amount: posting.amount.into(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct LinesBody {
    /// The newest first
    data: Vec<LineBody>,
    /// What the whole account holds, at the end of the day asked for
    balance: SidesBody,
    /// Names the next page; absent on the last one
    next: Option<String>,
}

#[derive(Deserialize)]
struct LinesQuery {
    on: Option<String>,
    before: Option<String>,
}

/// The cursor of a page: the entry’s id, a point, the line.
fn parse_line(text: &str) -> Result<LineId, Invalid> {
    let parts = text.split_once('.').and_then(|(id, line)| Some((Uuid::try_parse(id).ok()?, line.parse().ok()?)));
    parts.map(|(id, line)| LineId { entry: EntryId(id), line }).ok_or(Invalid::CursorUnknown)
}

#[utoipa::path(tag = "ledger", summary = "What was posted to an account",
    description = "The newest first, and what it holds: of the entries dated `on` or earlier, where a day is given. What concerns the company one belongs to is left out of the entries, and counts in what an account of the house holds. An account of that company is refused (403 `own_company`).",
    params(("account" = String, Path, description = "Its `accountId`"),
        ("on" = Option<NaiveDate>, Query, description = "The last day that counts"),
        ("before" = Option<String>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = LinesBody)))]
#[get("/operator/ledger/accounts/{account}/entries")]
pub(crate) async fn list_postings(
    me: LedgerReader,
    api: web::Data<Api>,
    account: web::Path<String>,
    query: Query<LinesQuery>,
) -> Result<HttpResponse, Problem> {
    let account = Account::from_name(&account).ok_or_else(Problem::not_found)?;
    let Query(LinesQuery { on, before }) = query;
    let mut fields = Fields::default();
    let on = fields.optional("on", on.as_deref(), parse_date);
    let before = fields.optional("before", before.as_deref(), parse_line);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    if api.cash.of_others(vec![account], |account| Touched::by_account(*account), &me.operator()).await?.is_empty() {
        return Err(own_company());
    }
    let LinePage { lines, balance, next } = api.ledger.lines(account, on, before).await?;
    let lines = api.cash.of_others(lines, Touched::by_line, &me.operator()).await?;
    let data = lines.iter().map(LineBody::from).collect();
    Ok(HttpResponse::Ok().json(LinesBody {
        data,
        balance: balance.into(),
        next: next.map(|LineId { entry, line }| format!("{entry}.{line}")),
    }))
}
