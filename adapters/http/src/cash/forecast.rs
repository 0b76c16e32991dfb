//! The money that comes, week by week.

use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::cash::{Coming, ComingWeek};
use utoipa::ToSchema;

/// What comes in a week; both days are of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ComingWeekBody {
    from: NaiveDate,
    to: NaiveDate,
    /// That are due or ordered
    payouts: i64,
    /// That follow once debtors pay on the day they are to; what would be owed takes away
    releases: i64,
    /// What is kept back of both for what the company owes, and has of its debtors’ money
    set_off: i64,
}

/// What comes in one currency, in its minor units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ComingBody {
    /// ISO 4217
    currency: &'static str,
    /// This one from today on, and seven whole ones behind it
    weeks: Vec<ComingWeekBody>,
    /// Behind the last of the weeks
    later: i64,
    /// What is kept back of that
    later_set_off: i64,
    /// Payouts that something stops, with what follows of them, and releases of what is overdue or disputed, were it paid today
    unsure: i64,
}

impl From<&Coming> for ComingBody {
    fn from(Coming { currency, weeks, later, later_set_off, unsure }: &Coming) -> Self {
        let week = |ComingWeek { from, to, payouts, releases, set_off }: &ComingWeek| ComingWeekBody {
            from: *from,
            to: *to,
            payouts: payouts.get(),
            releases: releases.get(),
            set_off: set_off.get(),
        };
        Self {
            currency: currency.code(),
            weeks: weeks.iter().map(week).collect(),
            later: later.get(),
            later_set_off: later_set_off.get(),
            unsure: unsure.get(),
        }
    }
}

#[utoipa::path(tag = "receivables", summary = "The money that comes", description = "Payouts on their way, and the releases that follow once debtors pay, by week and currency, before and after what is kept back.",
    responses((status = 200, body = Data<Vec<ComingBody>>)))]
#[get("/semi-private/coming")]
pub(crate) async fn read_coming(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let is_changing = api.approvals.is_changing(me.membership.company).await?;
    let coming = api.cash.coming(&me.membership, is_changing).await?;
    Ok(HttpResponse::Ok().json(Data { data: coming.iter().map(ComingBody::from).collect::<Vec<_>>() }))
}
