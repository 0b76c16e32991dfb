//! Who was asked to join which company.

use super::{
    companies::{self, CompanyRow},
    schema::{companies as company_rows, invitations},
};
use crate::{
    identity::{schema::users, users::UserRow},
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        sql_types::{Id, Time},
    },
};
use diesel::prelude::*;
use sooner_application::{
    identity::ports::TokenHash,
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::ports::{InvitationFound, IssuedInvitation},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{CompanyId, LinkId, UserId},
    },
    parties::{invitation::Invitation, membership::MemberRole},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = invitations)]
struct InvitationRow {
    id: Id,
    company_id: Id,
    email: String,
    role: String,
    invited_by: Id,
    token_hash: Vec<u8>,
    created_at: Time,
    expires_at: Time,
}

impl From<&IssuedInvitation> for InvitationRow {
    fn from(IssuedInvitation { invitation, hash }: &IssuedInvitation) -> Self {
        let Invitation { id, company, email, role, invited_by, created_at, expires_at } = invitation;
        Self {
            id: Id(id.0),
            company_id: Id(company.0),
            email: email.as_str().to_owned(),
            role: role.code().to_owned(),
            invited_by: Id(invited_by.0),
            token_hash: hash.0.to_vec(),
            created_at: Time(*created_at),
            expires_at: Time(*expires_at),
        }
    }
}

impl InvitationRow {
    fn into_invitation(self) -> Result<Invitation, Failure<Unavailable>> {
        let Self { id, company_id, email, role, invited_by, token_hash: _, created_at, expires_at } = self;
        Ok(Invitation {
            id: LinkId(id.0),
            company: CompanyId(company_id.0),
            email: EmailAddress::parse(&email).map_err(|_| corrupt("invitation"))?,
            role: MemberRole::from_code(&role).ok_or_else(|| corrupt("invitation"))?,
            invited_by: UserId(invited_by.0),
            created_at: created_at.0,
            expires_at: expires_at.0,
        })
    }
}

/// Puts it in place of an earlier one for the same address, under the company's lock: of many at once as many fit as may.
pub(super) fn put(conn: &mut Conn, issued: &IssuedInvitation, max: usize) -> Result<(), Failure<CommitError>> {
    let InvitationRow { company_id, email, created_at, .. } = issued.into();
    companies::lock(conn, issued.invitation.company)?;
    let of = invitations::company_id.eq(company_id);
    let earlier = diesel::delete(invitations::table.filter(of.and(invitations::email.eq(email))));
    on!(conn, |c| earlier.execute(c))?;
    let open = invitations::table.filter(of.and(invitations::expires_at.gt(created_at))).count();
    let open: i64 = on!(conn, |c| open.get_result(c))?;
    if usize::try_from(open).unwrap_or(usize::MAX) >= max {
        return Err(Failure::Refused(CommitError::Full));
    }
    let insert = diesel::insert_into(invitations::table).values(InvitationRow::from(issued));
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

pub(super) fn delete(conn: &mut Conn, company: CompanyId, id: LinkId) -> Result<(), Failure<CommitError>> {
    let delete = diesel::delete(invitations::table.find(Id(id.0)).filter(invitations::company_id.eq(Id(company.0))));
    unless_stale(on!(conn, |c| delete.execute(c))?)
}

/// A company's invitations, the last one first.
pub(super) fn of(conn: &mut Conn, company: CompanyId) -> Result<Vec<Invitation>, Failure<Unavailable>> {
    let query = invitations::table.filter(invitations::company_id.eq(Id(company.0)));
    let query = query.order((invitations::created_at.desc(), invitations::id.desc()));
    let rows: Vec<InvitationRow> = on!(conn, |c| query.select(InvitationRow::as_select()).load(c))?;
    rows.into_iter().map(InvitationRow::into_invitation).collect()
}

/// The invitation whose link has this secret, with its company, who sent it and whose address it went to.
pub(super) fn find(conn: &mut Conn, hash: TokenHash) -> Result<Option<InvitationFound>, Failure<Unavailable>> {
    let query = invitations::table.inner_join(company_rows::table).inner_join(users::table);
    let query = query.filter(invitations::token_hash.eq(hash.0.to_vec()));
    let row: Option<(InvitationRow, CompanyRow, UserRow)> =
        on!(conn, |c| { query.select((InvitationRow::as_select(), CompanyRow::as_select(), UserRow::as_select())).get_result(c) })
            .optional()?;
    let Some((invitation, company, by)) = row else { return Ok(None) };
    let query = users::table.filter(users::email.eq(invitation.email.clone()));
    let invited: Option<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).get_result(c)).optional()?;
    let invited = invited.map(UserRow::into_user).transpose()?;
    let company = company.into_company()?;
    let introducer = match &company.introduction {
        Some(introduction) => companies::by_ids(conn, &[introduction.by])?.pop(),
        None => None,
    };
    Ok(Some(InvitationFound { invitation: invitation.into_invitation()?, company, by: by.into_user()?, invited, introducer }))
}
