//! Companies as teams.

use super::{
    PartyStore,
    companies::CompanyRow,
    invitations,
    memberships::{MembershipRow, owners},
    schema::{companies, memberships},
};
use crate::{
    identity::{
        schema::{sign_ins, users},
        users::UserRow,
    },
    kernel::{
        conn::{Conn, on},
        sql_types::{Id, Time},
    },
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::TokenHash,
    kernel::unavailable::Unavailable,
    parties::ports::{InvitationFound, TeamMember, Teams},
};
use sooner_domain::{
    identity::user::User,
    kernel::ids::{CompanyId, UserId},
    parties::{company::Company, invitation::Invitation, membership::Membership, team::Team},
};

#[async_trait]
impl Teams for PartyStore {
    async fn team(&self, company: CompanyId) -> Result<Option<Team>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = companies::table.left_join(memberships::table).filter(companies::id.eq(Id(company.0)));
                let query = query.order((memberships::since, memberships::user_id));
                let version = companies::team_version;
                let rows: Vec<(i64, Option<MembershipRow>)> =
                    on!(conn, |c| query.select((version, Option::<MembershipRow>::as_select())).load(c))?;
                let Some(version) = rows.first().map(|(version, _)| *version) else { return Ok(None) };
                let members = rows.into_iter().filter_map(|(_, place)| place).map(MembershipRow::into_membership);
                Ok(Some(Team { company, version, members: members.collect::<Result<_, _>>()? }))
            })
            .await
    }

    async fn place(&self, user: UserId) -> Result<Option<Membership>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let place = memberships::table.find(Id(user.0));
            let row: Option<MembershipRow> = on!(conn, |c| place.select(MembershipRow::as_select()).get_result(c)).optional()?;
            row.map(MembershipRow::into_membership).transpose()
        };
        self.db.read(read).await
    }

    async fn members(&self, company: CompanyId) -> Result<Vec<TeamMember>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = memberships::table
                    .inner_join(users::table)
                    .left_join(sign_ins::table.on(sign_ins::user_id.eq(memberships::user_id)))
                    .filter(memberships::company_id.eq(Id(company.0)))
                    .order((memberships::since, memberships::user_id));
                let last_at = sign_ins::last_at.nullable();
                let rows: Vec<(MembershipRow, UserRow, Option<Time>)> =
                    on!(conn, |c| query.select((MembershipRow::as_select(), UserRow::as_select(), last_at)).load(c))?;
                let member = |(place, user, at): (MembershipRow, UserRow, Option<Time>)| {
                    let (membership, user) = (place.into_membership()?, user.into_user()?);
                    Ok(TeamMember { user, membership, last_sign_in_at: at.map(|at| at.0) })
                };
                rows.into_iter().map(member).collect()
            })
            .await
    }

    async fn owners(&self, company: CompanyId) -> Result<Option<(Company, Vec<User>)>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = companies::table.find(Id(company.0));
                let row: Option<CompanyRow> = on!(conn, |c| query.select(CompanyRow::as_select()).get_result(c)).optional()?;
                let Some(row) = row else { return Ok(None) };
                Ok(Some((row.into_company()?, owners(conn, company)?)))
            })
            .await
    }

    async fn companies(&self, ids: &[CompanyId]) -> Result<Vec<Company>, Unavailable> {
        let ids: Vec<_> = ids.iter().map(|id| Id(id.0)).collect();
        self.db
            .read(move |conn| {
                let query = companies::table.filter(companies::id.eq_any(ids));
                let rows: Vec<CompanyRow> = on!(conn, |c| query.select(CompanyRow::as_select()).load(c))?;
                rows.into_iter().map(CompanyRow::into_company).collect()
            })
            .await
    }

    async fn invitations(&self, company: CompanyId) -> Result<Vec<Invitation>, Unavailable> {
        self.db.read(move |conn| invitations::of(conn, company)).await
    }

    async fn invitation(&self, hash: TokenHash) -> Result<Option<InvitationFound>, Unavailable> {
        self.db.read(move |conn| invitations::find(conn, hash)).await
    }
}
