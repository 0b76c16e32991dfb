//! What ids are called by people.

use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    session::ReceivableReader,
};
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use sooner_application::screens::{Named, NamedKind, Screens};
use sooner_domain::kernel::Invalid;
use std::collections::BTreeSet;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NamedKind)]
enum KindBody {
    Company,
    Debtor,
    Receivable,
    Payout,
    Receipt,
}

/// What an id is of, and what people call that.
#[derive(Serialize, ToSchema)]
struct NameBody {
    id: Uuid,
    kind: KindBody,
    /// A company’s or a debtor’s name, the number of a receivable’s invoice, the payee of a payout, the payer of a receipt
    name: Option<String>,
    /// Whose receivable it is
    seller: Option<String>,
}

impl From<Named> for NameBody {
    fn from(Named { id, kind, name, seller }: Named) -> Self {
        let kind = match kind {
            NamedKind::Company => KindBody::Company,
            NamedKind::Debtor => KindBody::Debtor,
            NamedKind::Receivable => KindBody::Receivable,
            NamedKind::Payout => KindBody::Payout,
            NamedKind::Receipt => KindBody::Receipt,
        };
        Self { id, kind, name, seller }
    }
}

#[derive(Serialize, ToSchema)]
struct NamesBody {
    data: Vec<NameBody>,
}

#[derive(Deserialize)]
struct NamesQuery {
    // Without it too somebody is told first that they may not ask.
    #[serde(default)]
    ids: String,
}

fn parse(ids: &str) -> Result<BTreeSet<Uuid>, Invalid> {
    let ids = ids.split(',').map(Uuid::try_parse).collect::<Result<BTreeSet<_>, _>>().map_err(|_| Invalid::Malformed)?;
    match i64::try_from(ids.len()) {
        Ok(count) if count <= Screens::MOST_NAMES => Ok(ids),
        _ => Err(Invalid::TooMany { max: Screens::MOST_NAMES }),
    }
}

#[utoipa::path(tag = "payments", summary = "What ids are called",
    description = "Companies, debtors and receivables, and for those who see payments payouts and receipts. What is nothing of these, or not to be seen, is left out.",
    params(("ids" = String, Query, description = "Separated by commas, at most 100")),
    responses((status = 200, body = NamesBody)))]
#[get("/operator/names")]
pub(crate) async fn read_names(me: ReceivableReader, api: web::Data<Api>, query: Query<NamesQuery>) -> Result<HttpResponse, Problem> {
    let ids = parse(&query.0.ids).map_err(|invalid| Problem::field("ids", invalid))?;
    let names = api.screens.names(&ids, &me.operator()).await?;
    Ok(HttpResponse::Ok().json(NamesBody { data: names.into_iter().map(NameBody::from).collect() }))
}
