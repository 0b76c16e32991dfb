//! What only a database can get wrong about selling once: which rows its index is over.

use super::{Checked, Database, database::on_each_database};
use crate::kernel::conn::Conn;
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use sooner_domain::{kernel::coded::Coded, receivables::status::ReceivableStatus};
use std::collections::BTreeSet;

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    definition: String,
}

async fn the_index_is_over_every_status_that_counts_as_sold(database: &Database) -> Checked {
    let Index { definition } = match &mut Conn::open(&database.url)? {
        Conn::Sqlite(conn) => {
            diesel::sql_query("SELECT sql AS definition FROM sqlite_master WHERE name = 'receivables_fingerprint'").get_result(conn)?
        }
        Conn::Postgres(conn) => {
            diesel::sql_query("SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'receivables_fingerprint'")
                .get_result(conn)?
        }
    };
    assert!(definition.starts_with("CREATE UNIQUE INDEX"), "{definition}");
    let named: BTreeSet<&str> = definition.split('\'').skip(1).step_by(2).collect();
    assert_eq!(named, ReceivableStatus::SOLD.iter().map(|status| status.code()).collect());
    Ok(())
}

on_each_database!(the_index_is_over_every_status_that_counts_as_sold);
