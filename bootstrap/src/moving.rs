//! Moving the instance to PostgreSQL at the command line.

use crate::{audit, config::Config, ledger};
use sooner_store::{DatabaseUrl, moving::move_to_postgres};
use std::error::Error;

/// Moves every row, and has both chains checked where they are then.
pub async fn run(config: &Config, to: String) -> Result<(), Box<dyn Error>> {
    // What is wrong is told without the value, which may hold a password.
    let to = DatabaseUrl::parse(&to).map_err(|bad| format!("--to: {bad}"))?;
    if to.starts_with("sqlite://") {
        return Err("--to: must begin with postgres://".into());
    }
    let moved = move_to_postgres(&config.database_url, &to)?;
    for table in moved.iter().filter(|table| table.rows > 0) {
        say!("{:>10}  {}", table.rows, table.name);
    }
    let rows: u64 = moved.iter().map(|table| table.rows).sum();
    say!("{rows} rows of {} tables were moved, read back and compared.", moved.len());
    let there = Config { database_url: to, ..config.clone() };
    audit::verify(&there, None).await?;
    ledger::verify(&there, None).await?;
    say!("Set SOONER_DATABASE_URL to the new address and start sooner. The old database stays as it was; keep it as a copy.");
    Ok(())
}
