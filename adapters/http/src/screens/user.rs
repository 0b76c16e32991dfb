//! Who is signed in, and how far their company is.

use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    onboarding::{buyers::BuyerBody, user_body::UserDetailsBody},
    session::{in_turn, known, unauthenticated},
};
use actix_web::{FromRequest, HttpRequest, HttpResponse, dev::Payload, get, web};
use chrono::{DateTime, Utc};
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use sooner_application::{parties::Member, screens::ports::Overview};
use sooner_shared::{
    coded_body::{Code, MemberRightCode, MemberRoleCode, OperatorRightCode, OperatorRoleCode},
    form_body::CompanyBody,
};
use utoipa::ToSchema;

/// Somebody who signed in to the end, with what they see first.
pub struct FirstScreen(pub Member, pub Overview);

impl FromRequest for FirstScreen {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let read = async |api: &Api, token: &str| {
                let (holder, overview) = api.screens.first(&api.parties, token).await?.ok_or_else(unauthenticated)?;
                Ok((known(holder)?, overview))
            };
            in_turn(&request, read).await.map(|(me, overview)| Self(me, overview))
        })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MeBody {
    user_details: UserDetailsBody,
    company_details: CompanyBody,
    pending_buyers: Vec<BuyerBody>,
    /// What they are to their company, and what that lets them do
    membership: PlaceBody,
    /// What they are to the house, and what that lets them do; both empty for most people
    operator: OperatorPlaceBody,
    /// What time it is for the business, where that can be moved to try things out
    business_time: Option<DateTime<Utc>>,
}

#[derive(Serialize, ToSchema)]
struct PlaceBody {
    role: MemberRoleCode,
    rights: Vec<MemberRightCode>,
}

#[derive(Serialize, ToSchema)]
struct OperatorPlaceBody {
    roles: Vec<OperatorRoleCode>,
    rights: Vec<OperatorRightCode>,
}

#[utoipa::path(tag = "user", summary = "Who is signed in",
    responses((status = 200, body = Data<MeBody>)))]
#[get("/semi-private/user")]
pub(crate) async fn read_user(screen: FirstScreen, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let FirstScreen(me, Overview { status, company, pending_buyers }) = screen;
    // Also before the second factor is on: what waits behind it is no secret.
    let (role, roles) = (me.membership.role, me.user.parts().operator_roles);
    let data = MeBody {
        user_details: UserDetailsBody::new(&me.user, status),
        company_details: CompanyBody::from(&company),
        pending_buyers: pending_buyers.iter().map(BuyerBody::from).collect(),
        membership: PlaceBody { role: Code(role), rights: role.rights().map(Code).collect() },
        operator: OperatorPlaceBody { roles: roles.iter().map(Code).collect(), rights: roles.rights().map(Code).collect() },
        business_time: api.business_time.movable().await?,
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}
