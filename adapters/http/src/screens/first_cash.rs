//! The way of an approved seller to its first payout, and what the house has to set up for such companies.

use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    onboarding::user_body::NamedPersonBody,
    operator::onboarding::case::not_done,
    session::{CaseReader, SignedIn},
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::screens::{FirstCash, ports::SetUpRow};
use sooner_domain::{
    kernel::ids::CompanyId,
    receivables::first_cash::{StepState, Turn},
};
use sooner_shared::coded_body::{Code, FirstCashStepCode, SetUpCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// The state of a step
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StepStateBody {
    Done,
    /// It waits for the turn that is named
    Waits,
    /// A step before it waits
    Later,
}

/// Whose turn it is
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TurnBody {
    House,
    Company,
}

#[derive(Serialize, ToSchema)]
struct FirstCashStepBody {
    step: FirstCashStepCode,
    state: StepStateBody,
    /// None unless it waits
    turn: Option<TurnBody>,
    /// Those of the company who can take it, the first one first; empty where none can, or the house is next
    people: Vec<NamedPersonBody>,
    /// Since when it waits
    since: Option<DateTime<Utc>>,
}

#[derive(Serialize, ToSchema)]
struct FirstCashBody {
    /// In their order; some can be taken side by side
    steps: Vec<FirstCashStepBody>,
}

impl From<&FirstCash> for FirstCashBody {
    fn from(FirstCash { steps, people }: &FirstCash) -> Self {
        let steps = steps.iter().map(|(step, state)| {
            let (state, turn, who, since) = match state {
                StepState::Done => (StepStateBody::Done, None, Vec::new(), None),
                StepState::Later => (StepStateBody::Later, None, Vec::new(), None),
                StepState::Waits { turn: Turn::House, since } => (StepStateBody::Waits, Some(TurnBody::House), Vec::new(), Some(*since)),
                StepState::Waits { turn: Turn::Members(who), since } => {
                    let who = people.iter().filter(|user| who.contains(&user.id())).map(NamedPersonBody::from).collect();
                    (StepStateBody::Waits, Some(TurnBody::Company), who, Some(*since))
                }
            };
            FirstCashStepBody { step: Code(*step), state, turn, people: who, since }
        });
        Self { steps: steps.collect() }
    }
}

#[utoipa::path(tag = "user", summary = "The way to the first payout",
    description = "Of an approved company that sells: each step, whether it is done, whose turn it is and since when. Null once it was paid, and for others.",
    responses((status = 200, body = Data<Option<FirstCashBody>>)))]
#[get("/semi-private/first-cash")]
pub(crate) async fn read_first_cash(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let way = api.screens.first_cash(me.membership.company).await?;
    Ok(HttpResponse::Ok().json(Data { data: way.as_ref().map(FirstCashBody::from) }))
}

#[utoipa::path(tag = "operator", summary = "A company’s way to its first payout", description = "As the company reads it. 403 `own_company` of the operator’s own.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Option<FirstCashBody>>)))]
#[get("/operator/companies/{id}/first-cash")]
pub(crate) async fn read_companys_first_cash(me: CaseReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(CompanyId).map_err(|_| Problem::not_found())?;
    let way = api.screens.first_cash_of(&me.operator(), id).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: way.as_ref().map(FirstCashBody::from) }))
}

/// Something that is to be set up before a company can get money
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SetUpBody {
    kind: SetUpCode,
    /// Of a company, a facility, a buyer or a debtor, by its kind
    id: Uuid,
    /// Of a company or a buyer: the application it is looked at in
    application_id: Option<Uuid>,
    /// None of a debtor, which may owe several companies
    company_id: Option<Uuid>,
    company_name: Option<String>,
    /// Of a buyer or a debtor
    name: Option<String>,
    since: DateTime<Utc>,
    /// Of a limit: it is proposed, and waits for a second person
    is_proposed: bool,
}

impl SetUpBody {
    fn new(SetUpRow { kind, id, application, company, company_name, name, since }: &SetUpRow, is_proposed: bool) -> Self {
        Self {
            kind: Code(*kind),
            id: *id,
            application_id: application.map(|id| id.0),
            company_id: company.map(|id| id.0),
            company_name: company_name.clone(),
            name: name.clone(),
            since: *since,
            is_proposed,
        }
    }
}

#[utoipa::path(tag = "operator", summary = "What is to be set up",
    description = "For approved companies, before they can get money: a facility, the signature of its first terms, a decision on a buyer, a limit for a debtor. By kind, of each the longest waiting first, at most 500; without what concerns one’s own company.",
    responses((status = 200, body = Data<Vec<SetUpBody>>)))]
#[get("/operator/setting-up")]
pub(crate) async fn read_setting_up(me: CaseReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let found = api.screens.setting_up(&me.operator()).await.map_err(not_done)?;
    let row = |row: &SetUpRow| SetUpBody::new(row, found.proposed.contains(&row.id));
    Ok(HttpResponse::Ok().json(Data { data: found.rows.iter().map(row).collect::<Vec<_>>() }))
}
