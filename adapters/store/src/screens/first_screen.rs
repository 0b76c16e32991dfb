//! What every visit begins with, in two statements: who it is with their company's application, and its buyers.

use super::ScreenStore;
use crate::{
    identity::{
        schema::{sessions, users},
        sessions::SessionRow,
        users::UserRow,
    },
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{Id, JsonText},
    },
    onboarding::{company_from, schema::applications},
    parties::{buyers, memberships::MembershipRow, schema::memberships},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::unavailable::Unavailable,
    screens::ports::{FirstScreens, Overview},
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::SessionId,
    onboarding::status::OnboardingStatus,
    parties::{buyer::BuyerStatus, membership::Membership},
};

type Row = (SessionRow, UserRow, MembershipRow, Option<(i16, JsonText)>);
type FirstScreen = (Session, User, Membership, Overview);

fn load(conn: &mut Conn, session: SessionId) -> Result<Option<FirstScreen>, Failure<Unavailable>> {
    let query = sessions::table
        .inner_join(users::table.inner_join(memberships::table))
        .left_join(applications::table.on(applications::company_id.eq(memberships::company_id)))
        .filter(sessions::id.eq(Id(session.0)));
    let application = (applications::status, applications::form).nullable();
    let row: Option<Row> = on!(conn, |c| {
        query.select((SessionRow::as_select(), UserRow::as_select(), MembershipRow::as_select(), application)).get_result(c)
    })
    .optional()?;
    let Some((session, user, membership, application)) = row else { return Ok(None) };
    let membership = membership.into_membership()?;
    let (status, company) = match application {
        None => Default::default(),
        Some((number, form)) => OnboardingStatus::from_number(number).zip(company_from(&form)).ok_or_else(|| corrupt("application"))?,
    };
    let pending_buyers = buyers::of(conn, membership.company, Some(BuyerStatus::Pending))?;
    Ok(Some((session.into(), user.into_user()?, membership, Overview { status, company, pending_buyers })))
}

#[async_trait]
impl FirstScreens for ScreenStore {
    async fn first_screen(&self, session: SessionId) -> Result<Option<FirstScreen>, Unavailable> {
        self.db.read(move |conn| load(conn, session)).await
    }
}
