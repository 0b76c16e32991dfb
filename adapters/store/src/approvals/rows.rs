//! Approvals as rows.

use super::{
    ApprovalStore,
    schema::{approval_debtors, approvals, waiting_payouts},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_another_has, unless_stale, unless_taken},
    first::First,
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::{
    dsl::sql,
    prelude::*,
    sql_query,
    sql_types::{Bool, Nullable, Text},
};
use sooner_application::{
    approvals::{
        changes::OPEN_APPROVAL,
        ports::{ApprovalFilter, ApprovalRecords, Which},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState, Decided},
        proposal::{ApprovalAction, Proposal},
    },
    kernel::{
        coded::Coded,
        ids::{ApprovalId, CompanyId, UserId},
        text::Note,
    },
    onboarding::bank_account::BankAccount,
};
use sooner_shared::proposal_body::ProposalBody;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = approvals, treat_none_as_default_value = false)]
struct ApprovalRow {
    id: Id,
    action: String,
    subject: Id,
    proposal: String,
    proposed_by: Id,
    proposed_at: Time,
    expires_at: Time,
    state: String,
    decided_by: Option<Id>,
    decided_at: Option<Time>,
    note: Option<String>,
    open_approval: Option<String>,
}

/// What only one that waits has.
fn open(proposal: &Proposal, state: ApprovalState) -> Option<String> {
    (state == ApprovalState::Pending).then(|| place(proposal.action(), proposal.subject()))
}

/// What all have in common that exclude each other.
fn place(action: ApprovalAction, thing: Uuid) -> String {
    let kind = if action.is_ending() { "ending" } else { action.code() };
    format!("{kind} {thing}")
}

impl ApprovalRow {
    fn of(approval: &Approval) -> QueryResult<Self> {
        let Approval { id, proposal, proposed_by, proposed_at, expires_at, state, decided } = approval;
        let content = serde_json::to_string(&ProposalBody::from(proposal));
        Ok(Self {
            id: Id(id.0),
            action: proposal.action().code().to_owned(),
            subject: Id(proposal.subject()),
            proposal: content.map_err(|error| diesel::result::Error::SerializationError(error.into()))?,
            proposed_by: Id(proposed_by.0),
            proposed_at: Time(*proposed_at),
            expires_at: Time(*expires_at),
            state: state.code().to_owned(),
            decided_by: decided.as_ref().map(|decided| Id(decided.by.0)),
            decided_at: decided.as_ref().map(|decided| Time(decided.at)),
            note: decided.as_ref().and_then(|decided| decided.note.as_ref()).map(|note| note.as_str().to_owned()),
            open_approval: open(proposal, *state),
        })
    }

    fn into_approval(self) -> Result<Approval, Failure<Unavailable>> {
        let read = || {
            let proposal: ProposalBody = serde_json::from_str(&self.proposal).ok()?;
            let note = self.note.as_deref().map(Note::parse).transpose().ok()?;
            let decided = self.decided_by.zip(self.decided_at).map(|(by, at)| Decided { by: UserId(by.0), at: at.0, note });
            Some(Approval {
                id: ApprovalId(self.id.0),
                proposal: proposal.into_proposal()?,
                proposed_by: UserId(self.proposed_by.0),
                proposed_at: self.proposed_at.0,
                expires_at: self.expires_at.0,
                state: ApprovalState::from_code(&self.state)?,
                decided,
            })
        };
        read().ok_or_else(|| corrupt("approval"))
    }
}

/// What a bank tells of the account that a proposal names: there are indexes of just this.
macro_rules! told_as {
    ($which:literal, $json:literal) => {
        sql::<Nullable<Text>>(concat!(
            "COALESCE(",
            $json,
            " -> '",
            $which,
            "' ->> 'iban', ",
            $json,
            " -> '",
            $which,
            "' ->> 'accountNumber')"
        ))
    };
}

/// Accounts that two people changed, where they were or became one of these. The databases keep proposals as texts.
macro_rules! changed_accounts {
    ($accounts:expr, $json:literal) => {
        approvals::table
            .filter(told_as!("before", $json).eq_any($accounts.clone()).or(told_as!("after", $json).eq_any($accounts)))
            .filter(approvals::state.eq(ApprovalState::Approved.code()))
            .filter(approvals::action.eq(ApprovalAction::ChangeBankAccount.code()))
            .select(ApprovalRow::as_select())
    };
}

/// The accounts of companies that two people changed, before and after, where one of both is among these.
pub(crate) fn accounts_changed(conn: &mut Conn, accounts: &[String]) -> Result<Vec<(CompanyId, BankAccount)>, Failure<Unavailable>> {
    let wanted: Vec<Option<String>> = accounts.iter().cloned().map(Some).collect();
    let rows: Vec<ApprovalRow> = match conn {
        Conn::Sqlite(conn) => changed_accounts!(wanted, "approvals.proposal").load(conn),
        Conn::Postgres(conn) => changed_accounts!(wanted, "approvals.proposal::jsonb").load(conn),
    }?;
    let mut changed = Vec::new();
    for row in rows {
        if let Proposal::BankAccount { company, before, after } = row.into_approval()?.proposal {
            changed.extend([(company, *before), (company, *after)]);
        }
    }
    Ok(changed)
}

pub(super) fn insert(conn: &mut Conn, approval: &Approval) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(approvals::table).values(ApprovalRow::of(approval)?);
    unless_another_has(OPEN_APPROVAL, on!(conn, |c| insert.execute(c)))?;
    let mut held = approval.proposal.holds();
    // In one order, whoever else proposes some of them: nobody waits for each other.
    held.sort_unstable();
    let id = Id(approval.id.0);
    for one in held.into_iter().map(Id) {
        match &approval.proposal {
            Proposal::Payouts(_) => {
                let insert =
                    diesel::insert_into(waiting_payouts::table).values((waiting_payouts::payout.eq(one), waiting_payouts::approval.eq(id)));
                unless_taken(on!(&mut *conn, |c| insert.execute(c)), "waiting_payouts", CommitError::Taken(OPEN_APPROVAL))?;
            }
            Proposal::DebtorMerge(_) => {
                let waits = approval.state == ApprovalState::Pending;
                let row = (approval_debtors::debtor.eq(one), approval_debtors::approval.eq(id), approval_debtors::waits.eq(waits));
                let insert = diesel::insert_into(approval_debtors::table).values(row);
                unless_taken(on!(&mut *conn, |c| insert.execute(c)), "approval_debtors", CommitError::Taken(OPEN_APPROVAL))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Lets one of those who decide on it go on at a time. It locks no row: what takes effect locks them in an order of its own.
pub(super) fn stands(conn: &mut Conn, id: ApprovalId) -> Result<(), Failure<CommitError>> {
    if let Conn::Postgres(conn) = conn {
        // What another one did is committed once the lock is ours, and read below.
        let lock = sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind::<Text, _>(format!("approval {}", id.0));
        lock.execute(conn)?;
    }
    let waits = approvals::table.find(Id(id.0)).filter(approvals::state.eq(ApprovalState::Pending.code()));
    let count: i64 = on!(conn, |c| waits.count().get_result(c))?;
    if count == 1 { Ok(()) } else { Err(Failure::Refused(CommitError::Stale)) }
}

/// Ends one that waits.
pub(super) fn end(conn: &mut Conn, approval: &Approval) -> Result<(), Failure<CommitError>> {
    let ApprovalRow { id, state, decided_by, decided_at, note, open_approval, .. } = ApprovalRow::of(approval)?;
    let waits = approvals::table.find(id).filter(approvals::state.eq(ApprovalState::Pending.code()));
    let update = diesel::update(waits).set((
        approvals::state.eq(state),
        approvals::decided_by.eq(decided_by),
        approvals::decided_at.eq(decided_at),
        approvals::note.eq(note),
        approvals::open_approval.eq(open_approval),
    ));
    unless_stale(on!(conn, |c| update.execute(c))?)?;
    let delete = diesel::delete(waiting_payouts::table.filter(waiting_payouts::approval.eq(id)));
    on!(&mut *conn, |c| delete.execute(c))?;
    let ended = approval_debtors::table.filter(approval_debtors::approval.eq(id));
    on!(conn, |c| diesel::update(ended).set(approval_debtors::waits.eq(false)).execute(c))?;
    Ok(())
}

#[async_trait]
impl ApprovalRecords for ApprovalStore {
    async fn by_id(&self, id: ApprovalId) -> Result<Option<Approval>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = approvals::table.find(Id(id.0));
                let row: Option<ApprovalRow> = on!(conn, |c| query.select(ApprovalRow::as_select()).get_result(c)).optional()?;
                row.map(ApprovalRow::into_approval).transpose()
            })
            .await
    }

    async fn waiting(&self, action: ApprovalAction, things: Vec<Uuid>) -> Result<Vec<Approval>, Unavailable> {
        self.db
            .read(move |conn| {
                let ids: Vec<Id> = things.iter().copied().map(Id).collect();
                let merges = approval_debtors::waits.and(approval_debtors::debtor.eq_any(ids.clone()));
                let merges = approval_debtors::table.filter(merges).select(approval_debtors::approval);
                let mut held: Vec<Id> = on!(&mut *conn, |c| merges.load(c))?;
                let payouts = waiting_payouts::table.filter(waiting_payouts::payout.eq_any(ids)).select(waiting_payouts::approval);
                held.extend(on!(&mut *conn, |c| payouts.load::<Id>(c))?);
                let actions: Vec<_> = ApprovalAction::ALL.iter().copied().filter(|other| other.excludes(action)).collect();
                let open: Vec<_> = things.iter().map(|thing| place(action, *thing)).collect();
                let query = approvals::table.filter(approvals::open_approval.eq_any(open).or(approvals::id.eq_any(held)));
                let actions = actions.into_iter().map(Coded::code).collect::<Vec<_>>();
                let query = query.filter(approvals::action.eq_any(actions)).order(approvals::id);
                let rows: Vec<ApprovalRow> = on!(conn, |c| query.select(ApprovalRow::as_select()).load(c))?;
                rows.into_iter().map(ApprovalRow::into_approval).collect()
            })
            .await
    }

    async fn page(&self, filter: ApprovalFilter, after: Option<ApprovalId>, most: i64) -> Result<Vec<Approval>, Unavailable> {
        let ApprovalFilter { actions, subjects, which } = filter;
        let actions: Vec<_> = actions.into_iter().map(Coded::code).collect();
        self.db
            .read(move |conn| {
                let pending = approvals::state.eq(ApprovalState::Pending.code());
                let is_any = subjects.is_none().into_sql::<Bool>();
                let subjects: Vec<Id> = subjects.unwrap_or_default().into_iter().map(Id).collect();
                let merges = approval_debtors::table.filter(approval_debtors::debtor.eq_any(subjects.clone()));
                let merges: Vec<Id> = on!(&mut *conn, |c| merges.select(approval_debtors::approval).load(c))?;
                let about = approvals::subject.eq_any(subjects).or(approvals::id.eq_any(merges)).or(is_any);
                let of = approvals::table.filter(approvals::action.eq_any(actions)).filter(about);
                // No approval has the id of zeros, nor that of ones.
                let rows: Vec<ApprovalRow> = match which {
                    Which::Open(now) => {
                        let behind = approvals::id.gt(Id(after.map(|id| id.0).unwrap_or_default()));
                        let open = pending.and(approvals::expires_at.gt(Time(now))).and(behind);
                        let query = of.filter(open).order(approvals::id);
                        on!(conn, |c| First(most, query.select(ApprovalRow::as_select())).load(c))?
                    }
                    Which::Ended(now) => {
                        let behind = approvals::id.lt(Id(after.map_or(Uuid::max(), |id| id.0)));
                        let ended = approvals::state.ne(ApprovalState::Pending.code()).or(approvals::expires_at.le(Time(now)));
                        let query = of.filter(behind.and(ended)).order(approvals::id.desc());
                        on!(conn, |c| First(most, query.select(ApprovalRow::as_select())).load(c))?
                    }
                };
                rows.into_iter().map(ApprovalRow::into_approval).collect()
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_chosen_on_postgres, assert_indexed};

    #[test]
    fn accounts_that_were_changed_are_looked_up_by_themselves() {
        assert_indexed(&changed_accounts!(vec![Some(String::new()); 2], "approvals.proposal"));
    }

    #[test]
    fn postgresql_looks_them_up_among_many_approvals() {
        let proposal =
            "json_build_object('before', json_build_object('iban', 'DE' || n), 'after', json_build_object('iban', 'NL' || n))::text";
        assert_chosen_on_postgres(
            &changed_accounts!(vec![Some(String::new()); 2], "approvals.proposal::jsonb"),
            "approvals",
            &[("proposal", proposal), ("state", "'approved'"), ("action", "'change_bank_account'")],
            &["approvals_account_before", "approvals_account_after"],
        );
    }
}
