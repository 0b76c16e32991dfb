//! What the bank answered to orders.

use super::{PaymentStore, schema::bank_answers};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{kernel::unavailable::Unavailable, payments::ports::BankAnswers};
use sooner_domain::{
    kernel::{coded::Coded, text::Line},
    onboarding::bank_account::Iban,
    payments::{
        answer::{Answered, PayeeCheck, Standing},
        payout::PayoutId,
    },
};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = bank_answers, treat_none_as_null = true, treat_none_as_default_value = false)]
struct AnswerRow {
    payout_id: Id,
    iban: Option<String>,
    standing: Option<String>,
    payee_check: Option<String>,
    reason: Option<String>,
    answered_at: Time,
}

impl AnswerRow {
    fn into_answered(self) -> Result<Answered, Failure<Unavailable>> {
        let read = || {
            let standing = self.standing.as_deref().map(|code| Standing::from_code(code).ok_or(()));
            let check = self.payee_check.as_deref().map(|code| PayeeCheck::from_code(code).ok_or(()));
            Some(Answered {
                standing: standing.transpose().ok()?,
                check: check.transpose().ok()?,
                reason: self.reason.as_deref().map(Line::parse).transpose().ok()?,
                at: self.answered_at.0,
            })
        };
        read().ok_or_else(|| corrupt("bank answer"))
    }
}

/// In place of what it answered before.
pub(super) fn keep(conn: &mut Conn, payout: PayoutId, iban: Option<&Iban>, answered: Answered) -> QueryResult<()> {
    let Answered { standing, check, reason, at } = answered;
    let row = AnswerRow {
        payout_id: Id(payout.0),
        iban: iban.map(|iban| iban.as_str().to_owned()),
        standing: standing.map(|standing| standing.code().to_owned()),
        payee_check: check.map(|check| check.code().to_owned()),
        reason: reason.map(|reason| reason.as_str().to_owned()),
        answered_at: Time(at),
    };
    let keep = diesel::insert_into(bank_answers::table).values(&row).on_conflict(bank_answers::payout_id).do_update().set(&row);
    on!(conn, |c| keep.execute(c)).map(drop)
}

#[async_trait]
impl BankAnswers for PaymentStore {
    async fn of_payouts(&self, payouts: Vec<PayoutId>) -> Result<Vec<(PayoutId, Answered)>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let ids: Vec<_> = payouts.into_iter().map(|id| Id(id.0)).collect();
            let query = bank_answers::table.filter(bank_answers::payout_id.eq_any(ids)).order(bank_answers::payout_id);
            let rows: Vec<AnswerRow> = on!(conn, |c| query.select(AnswerRow::as_select()).load(c))?;
            rows.into_iter().map(|row| Ok((PayoutId(row.payout_id.0), row.into_answered()?))).collect()
        };
        self.db.read(read).await
    }

    async fn latest_check(&self, iban: Iban) -> Result<Option<Answered>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let iban = iban.as_str().to_owned();
            let rows: Vec<AnswerRow> = on!(conn, |c| {
                let checked = bank_answers::table.filter(bank_answers::iban.eq(iban).and(bank_answers::payee_check.is_not_null()));
                First(1, checked.order(bank_answers::answered_at.desc()).select(AnswerRow::as_select())).load(c)
            })?;
            rows.into_iter().next().map(AnswerRow::into_answered).transpose()
        };
        self.db.read(read).await
    }
}
