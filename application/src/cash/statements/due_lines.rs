//! Lines that a statement held before their day: each is taken when its day has come, as any other.

use crate::{
    cash::{
        Cash, CashError,
        statements::{counting::account_of, statement_page::PageDone},
    },
    kernel::{
        jobs::{Count, Job, Lease, Report, Schedule},
        unavailable::Unavailable,
    },
    payments::statements::StatementRecord,
    receivables::ReceivableError,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use sooner_domain::{identity::operator::OperatorRight, kernel::ids::UserId, parties::operator::Operator};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// Takes lines whose day has come.
#[derive(Clone)]
pub struct DueLines(pub Arc<Cash>);

impl DueLines {
    const INTERVAL: Duration = Duration::from_secs(60);
    const HELD: TimeDelta = TimeDelta::minutes(10);

    /// Takes them for the person who imported their statement. Where that person may not book payments any more, the lines wait for
    /// the next import or decision of another one. Answers how many were taken, and whether some are not what was read when their
    /// statement came.
    async fn take(&self) -> Result<(usize, bool), CashError> {
        let cash = &self.0;
        let mut accounts = BTreeMap::new();
        for record in self.statements().await? {
            accounts.entry(account_of(&record)).or_insert_with(Vec::new).push(record.imported_by);
        }
        let (mut done, mut has_changed) = (PageDone::default(), false);
        for (account, importers) in accounts {
            has_changed |= cash.has_changed(&account).await?;
            for importer in importers {
                if let Some(by) = self.operator(importer).await? {
                    cash.settle_held(account, &by, &mut done).await?;
                    break;
                }
            }
        }
        Ok((done.matched + done.open + done.waiting.len(), has_changed))
    }

    async fn statements(&self) -> Result<Vec<StatementRecord>, Unavailable> {
        self.0.statements.due(self.0.receivables.today().await?).await
    }

    async fn operator(&self, id: UserId) -> Result<Option<Operator>, Unavailable> {
        let user = self.0.identity.users.by_id(id).await?;
        let Some((user, membership)) = user.zip(self.0.teams.place(id).await?) else { return Ok(None) };
        let by = Operator { membership, roles: user.parts().operator_roles };
        Ok(Some(by).filter(|by| !user.is_closed() && by.may(OperatorRight::ManagePayments)))
    }
}

#[async_trait]
impl Job for DueLines {
    fn schedule(&self) -> Schedule {
        Schedule { name: "due_lines", interval: Self::INTERVAL, lease: Lease::OneNode(Self::HELD) }
    }

    async fn has_work(&self) -> Result<bool, Unavailable> {
        Ok(!self.statements().await?.is_empty())
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let (taken, warning) = match self.take().await {
            Ok((taken, false)) => (taken, None),
            Ok((taken, true)) => (taken, Some("lines of statements were changed while they waited: `sooner ledger verify` names them")),
            Err(CashError::Receivable(ReceivableError::Unavailable(unavailable))) => return Err(unavailable),
            Err(_) => (0, Some("lines of statements whose day has come were not taken")),
        };
        let count = Count { metric: "statement_lines_total", label: ("taken", "due"), number: taken as u64 };
        Ok(Report { counts: vec![count], warning, ..Report::default() })
    }
}
