//! The port.

use super::{EndOfDayStore, days, positions, reminders, results, tasks};
use crate::kernel::sql_types::Id;
use async_trait::async_trait;
use chrono::NaiveDate;
use sooner_application::{
    end_of_day::ports::{EndOfDayRecords, TaskPlace},
    kernel::unavailable::Unavailable,
};
use sooner_domain::{
    end_of_day::{
        day::EndOfDay,
        position::{PositionKey, PositionRow},
        reminder::Reminder,
        result::DayResult,
        task::Task,
    },
    kernel::ids::ReceivableId,
};

#[async_trait]
impl EndOfDayRecords for EndOfDayStore {
    async fn day(&self, on: NaiveDate) -> Result<Option<EndOfDay>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| days::one(conn, on))).await
    }

    async fn page(&self, before: Option<NaiveDate>, most: i64) -> Result<Vec<EndOfDay>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| days::page(conn, before, most))).await
    }

    async fn unfinished(&self) -> Result<Vec<EndOfDay>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(days::unfinished)).await
    }

    async fn raised_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Task>, Unavailable> {
        self.db.read(move |conn| tasks::raised_of(conn, receivables.into_iter().map(|id| Id(id.0)).collect())).await
    }

    async fn reminders_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Reminder>, Unavailable> {
        self.db.read(move |conn| reminders::of(conn, receivables.into_iter().map(|id| Id(id.0)).collect())).await
    }

    async fn tasks(&self, raised_on: NaiveDate, after: Option<TaskPlace>, most: i64) -> Result<Vec<Task>, Unavailable> {
        self.db.read(move |conn| tasks::page(conn, raised_on, after, most)).await
    }

    async fn reminders(&self, sent_on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<Reminder>, Unavailable> {
        self.db.read(move |conn| reminders::page(conn, sent_on, after, most)).await
    }

    async fn results(&self, on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<DayResult>, Unavailable> {
        self.db.read(move |conn| results::page(conn, on, after, most)).await
    }

    async fn positions(&self, on: NaiveDate, after: Option<PositionKey>, most: i64) -> Result<Vec<PositionRow>, Unavailable> {
        self.db.read(move |conn| positions::page(conn, on, after, most)).await
    }
}
