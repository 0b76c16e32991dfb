//! `pgledger`: a ledger of functions inside PostgreSQL, by its own functions.

use crate::{Bench, Failed, replay::postgres::connected, seed::execute, shell};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// Accounts besides the one that everything comes from.
const ACCOUNTS: i64 = 1_000;
/// Transfers of one transaction: as many as entries of the ledger that one of the product's has.
const TOGETHER: i64 = 200;
/// It takes this from elsewhere, to spell its ids: here the shorter way.
const SPELLED: &str =
    "CREATE FUNCTION uuid_to_ulid(id UUID) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$ SELECT replace(id::text, '-', '') $$;";
const CREATE: &str = "SELECT id FROM pgledger_create_account($1, 'EUR')";
const TRANSFER: &str = "SELECT id FROM pgledger_create_transfer($1, $2, ($3::bigint)::numeric)";

/// How long so many transfers take.
///
/// # Errors
/// When it is another `pgledger`.
pub fn transfer(bench: &Bench, file: &Path, transfers: i64) -> Result<Duration, Failed> {
    let url = bench.database("pgledger")?;
    execute(&url, SPELLED)?;
    shell(Command::new("psql").args(["-v", "ON_ERROR_STOP=1", "-qd", &url, "-f"]).arg(file))?;
    connected(&url, async |client| {
        let create = client.prepare(CREATE).await?;
        let mut accounts = Vec::new();
        for number in 0..=ACCOUNTS {
            let row = client.query_one(&create, &[&format!("account {number}")]).await?;
            accounts.push(row.try_get::<_, String>(0)?);
        }
        let (Some((bank, others)), transfer) = (accounts.split_first(), client.prepare(TRANSFER).await?) else {
            return Err("no accounts".into());
        };
        let began = Instant::now();
        for number in 0..transfers {
            if number % TOGETHER == 0 {
                client.batch_execute("BEGIN").await?;
            }
            let to = &others[usize::try_from(number % ACCOUNTS)?];
            client.query(&transfer, &[bank, to, &(10_000 + number)]).await?;
            if (number + 1) % TOGETHER == 0 || number + 1 == transfers {
                client.batch_execute("COMMIT").await?;
            }
        }
        Ok(began.elapsed())
    })
}
