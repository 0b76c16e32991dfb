//! What every visit begins with, in two statements: who it is with their application, and their buyers.

use crate::kernel::failure::{Failure, corrupt};
use crate::{
    identity::{sessions::SessionRow, users::UserRow},
    kernel::{
        db::{Conn, on},
        types::{Id, JsonText},
    },
    onboarding::applications::company_from,
    parties::buyers,
    schema::{applications, sessions, users},
};
use diesel::prelude::*;
use sooner_application::{kernel::unavailable::Unavailable, onboarding::ports::Overview};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::SessionId,
    onboarding::status::OnboardingStatus,
    parties::buyer::BuyerStatus,
};

type Row = (SessionRow, UserRow, Option<(i16, JsonText)>);

pub(crate) fn load(conn: &mut Conn, session: SessionId) -> Result<Option<(Session, User, Overview)>, Failure<Unavailable>> {
    let query = sessions::table.inner_join(users::table.left_join(applications::table)).filter(sessions::id.eq(Id(session.0)));
    let application = (applications::status, applications::form).nullable();
    let row: Option<Row> =
        on!(conn, |c| query.select((SessionRow::as_select(), UserRow::as_select(), application)).get_result(c)).optional()?;
    let Some((session, user, application)) = row else { return Ok(None) };
    let (session, user) = (Session::from(session), user.into_user()?);
    let (status, company) = match application {
        None => Default::default(),
        Some((number, form)) => OnboardingStatus::from_number(number).zip(company_from(&form)).ok_or_else(|| corrupt("application"))?,
    };
    let pending_buyers = buyers::of(conn, user.id(), Some(BuyerStatus::Pending))?;
    Ok(Some((session, user, Overview { status, company, pending_buyers })))
}
