//! Which debtors a buyer may be.

use super::{case::parse_id, decisions::buyer_undecided};
use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    onboarding::buyers::{self, BuyerBody},
    session::CaseReader,
};
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use sooner_application::{
    onboarding::{WhichDebtor, ports::BuyerInCase},
    parties::ports::AlikeDebtor,
};
use sooner_domain::{
    kernel::{ids::DebtorId, minor::Minor, money::Currency},
    parties::{
        buyer::Buyer,
        debtor::{Debtor, Parts},
    },
};
use sooner_shared::{
    coded_body::{Code, DebtorStateCode, MarkKindCode},
    form_body::MoneyBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A debtor similar to a buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlikeDebtorBody {
    id: Uuid,
    /// As the first seller wrote it
    legal_name: String,
    /// Country, register and number, such as `DE:R:HRB12345`
    legal_entity: String,
    state: DebtorStateCode,
    /// What they have in common
    by: Vec<MarkKindCode>,
    /// How many sellers name it
    sellers: i64,
    /// Those that are set
    limits: Vec<MoneyBody>,
    /// How much of them is in use
    in_use: Vec<MoneyBody>,
}

impl AlikeDebtorBody {
    pub(crate) fn new(AlikeDebtor { debtor, by, sellers }: &AlikeDebtor, in_use: &[(DebtorId, Currency, Minor)]) -> Self {
        let Parts { id, legal_name, legal_entity, state, limits, .. } = debtor.parts();
        let own = in_use.iter().filter(|(of, ..)| of == id);
        let amount =
            |(_, currency, amount): &(DebtorId, Currency, Minor)| MoneyBody { amount: amount.get(), currency: currency.code().to_owned() };
        Self {
            id: id.0,
            legal_name: legal_name.as_str().to_owned(),
            legal_entity: legal_entity.key(),
            state: Code(*state),
            by: by.iter().map(|kind| Code(*kind)).collect(),
            sellers: *sellers,
            limits: limits.iter().map(MoneyBody::from).collect(),
            in_use: own.map(amount).collect(),
        }
    }
}

/// A buyer, and which debtor it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseBuyerBody {
    #[serde(flatten)]
    buyer: BuyerBody,
    /// The debtor it was linked to when it was approved; none before
    debtor_id: Option<Uuid>,
}

impl From<&Buyer> for CaseBuyerBody {
    fn from(buyer: &Buyer) -> Self {
        Self { buyer: BuyerBody::from(buyer), debtor_id: buyer.debtor.map(|id| id.0) }
    }
}

/// The debtors that a buyer may be.
#[derive(Serialize, ToSchema)]
struct BuyersDebtorsBody {
    /// The one it is linked to
    linked: Option<Uuid>,
    /// The one of its country and number: that one it is
    same: Option<Uuid>,
    /// The similar ones, most in common first
    alike: Vec<AlikeDebtorBody>,
}

#[utoipa::path(tag = "operator", summary = "The debtors that a buyer may be", params(("id" = Uuid, Path), ("buyer" = Uuid, Path)),
    responses((status = 200, body = Data<BuyersDebtorsBody>)))]
#[get("/operator/applications/{id}/buyers/{buyer}/debtors")]
pub(crate) async fn list_buyers_debtors(
    me: CaseReader,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, buyer) = path.into_inner();
    let buyer = buyers::parse_id(&buyer)?;
    let found = api.onboarding.buyer_in_case(&me.operator(), parse_id(&id)?, buyer).await.map_err(buyer_undecided)?;
    let BuyerInCase { buyer, debtor, alike, .. } = found;
    let ids: Vec<DebtorId> = alike.iter().map(|one| Debtor::id(&one.debtor)).collect();
    let in_use = api.cash.in_use_of(&ids).await?;
    let alike = alike.iter().map(|one| AlikeDebtorBody::new(one, &in_use)).collect();
    Ok(HttpResponse::Ok()
        .json(Data { data: BuyersDebtorsBody { linked: buyer.debtor.map(|id| id.0), same: debtor.map(|id| id.0), alike } }))
}

/// As a reviewer says it: one, or none of those that look like it.
pub(crate) fn which_debtor(debtor: Option<Uuid>, none_of: &[Uuid]) -> WhichDebtor {
    let none_of = || WhichDebtor::NoneOf(none_of.iter().copied().map(DebtorId).collect());
    debtor.map(DebtorId).map_or_else(none_of, WhichDebtor::Known)
}
