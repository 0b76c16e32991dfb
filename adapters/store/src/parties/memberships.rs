//! Who belongs to which company.

use super::{PartyStore, schema::memberships};
use crate::{
    identity::{
        schema::{sessions, users},
        sessions::SessionRow,
        users::UserRow,
    },
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        sql_types::{Id, Time},
    },
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::ports::Memberships,
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::{
        coded::Coded,
        ids::{CompanyId, SessionId, UserId},
    },
    parties::membership::{MemberRight, MemberRole, Membership},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = memberships, treat_none_as_default_value = false)]
pub(crate) struct MembershipRow {
    user_id: Id,
    company_id: Id,
    role: String,
    since: Time,
}

impl From<Membership> for MembershipRow {
    fn from(membership: Membership) -> Self {
        let Membership { user, company, role, since } = membership;
        Self { user_id: Id(user.0), company_id: Id(company.0), role: role.code().to_owned(), since: Time(since) }
    }
}

impl MembershipRow {
    pub(crate) fn into_membership<E: From<Unavailable>>(self) -> Result<Membership, Failure<E>> {
        let Self { user_id, company_id, role, since } = self;
        let role = MemberRole::from_code(&role).ok_or_else(|| corrupt("membership"))?;
        Ok(Membership { user: UserId(user_id.0), company: CompanyId(company_id.0), role, since: since.0 })
    }
}

pub(super) fn insert(conn: &mut Conn, membership: Membership) -> QueryResult<()> {
    let insert = diesel::insert_into(memberships::table).values(MembershipRow::from(membership));
    on!(conn, |c| insert.execute(c)).map(drop)
}

/// Puts somebody in another place.
pub(super) fn place(conn: &mut Conn, membership: Membership) -> Result<(), Failure<CommitError>> {
    let MembershipRow { user_id, company_id, role, since } = membership.into();
    let place = (memberships::company_id.eq(company_id), memberships::role.eq(role), memberships::since.eq(since));
    let update = diesel::update(memberships::table.find(user_id)).set(place);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Holds somebody's place until the rest is written: PostgreSQL makes whoever changes it wait, SQLite has one writer anyway.
pub(super) fn stands(conn: &mut Conn, seen: Membership) -> Result<(), Failure<CommitError>> {
    let MembershipRow { user_id, company_id, role, .. } = seen.into();
    let it = memberships::table.find(user_id).filter(memberships::company_id.eq(company_id).and(memberships::role.eq(role)));
    let found: Option<Id> = match conn {
        Conn::Postgres(conn) => it.select(memberships::user_id).for_share().get_result(conn),
        Conn::Sqlite(conn) => it.select(memberships::user_id).get_result(conn),
    }
    .optional()?;
    if found.is_some() { Ok(()) } else { Err(Failure::Refused(CommitError::NotAllowed)) }
}

/// The owners of a company, the first one first.
pub(crate) fn owners(conn: &mut Conn, company: CompanyId) -> Result<Vec<User>, Failure<Unavailable>> {
    let of = memberships::company_id.eq(Id(company.0)).and(memberships::role.eq(MemberRole::Owner.code()));
    let query = memberships::table.inner_join(users::table).filter(of).order((memberships::since, memberships::user_id));
    let rows: Vec<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).load(c))?;
    rows.into_iter().map(UserRow::into_user).collect()
}

/// Everybody who may approve for a company, with their place in it, the first one first.
pub(crate) fn approvers(conn: &mut Conn, company: CompanyId) -> Result<Vec<(User, Membership)>, Failure<Unavailable>> {
    let may = MemberRole::ALL.iter().filter(|role| role.may(MemberRight::AcceptOffers)).map(|role| role.code());
    let of = memberships::company_id.eq(Id(company.0)).and(memberships::role.eq_any(may.collect::<Vec<_>>()));
    let query = memberships::table.inner_join(users::table).filter(of).order((memberships::since, memberships::user_id));
    let rows: Vec<(UserRow, MembershipRow)> = on!(conn, |c| query.select((UserRow::as_select(), MembershipRow::as_select())).load(c))?;
    rows.into_iter().map(|(user, member)| Ok((user.into_user()?, member.into_membership()?))).collect()
}

#[async_trait]
impl Memberships for PartyStore {
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = sessions::table.inner_join(users::table.inner_join(memberships::table)).filter(sessions::id.eq(Id(session.0)));
                let row: Option<(SessionRow, UserRow, MembershipRow)> =
                    on!(conn, |c| query.select((SessionRow::as_select(), UserRow::as_select(), MembershipRow::as_select())).get_result(c))
                        .optional()?;
                row.map(|(session, user, member)| Ok((session.into(), user.into_user()?, member.into_membership()?))).transpose()
            })
            .await
    }

    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable> {
        self.db
            .read(move |conn| {
                let members = memberships::table.inner_join(users::table).filter(memberships::company_id.eq(Id(company.0)));
                let members = members.order((memberships::since, memberships::user_id));
                let rows: Vec<UserRow> = on!(conn, |c| members.select(UserRow::as_select()).load(c))?;
                rows.into_iter().map(UserRow::into_user).collect()
            })
            .await
    }
}
