//! On PostgreSQL.

use super::{Changed, Did, Groups, LEFT_OUT, Table, groups, name};
use crate::Failed;
use bytes::{BufMut, BytesMut};
use std::{
    collections::HashMap,
    error::Error,
    time::{Duration, Instant},
};
use tokio_postgres::{
    Client, NoTls,
    types::{FromSql, IsNull, ToSql, Type, to_sql_checked},
};

/// A value as it travels, whatever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw(Option<Vec<u8>>);

impl<'a> FromSql<'a> for Raw {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Some(raw.to_vec())))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(None))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl ToSql for Raw {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        let Some(bytes) = &self.0 else { return Ok(IsNull::Yes) };
        out.put_slice(bytes);
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Does this with a connection of its own.
pub fn connected<T>(url: &str, work: impl AsyncFnOnce(&Client) -> Result<T, Failed>) -> Result<T, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let connection = tokio::spawn(connection);
        // As the product asks for it: planning each call anew costs as much as the call.
        client.batch_execute("SET plan_cache_mode = force_generic_plan").await?;
        let done = work(&client).await;
        drop(client);
        connection.await??;
        done
    })
}

const TABLES: &str = "SELECT c.relname::text, a.attname::text, a.attnum = ANY (i.indkey)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = ''
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum";

async fn tables(client: &Client) -> Result<Vec<Table>, Failed> {
    let mut tables: Vec<Table> = Vec::new();
    for row in client.query(TABLES, &[]).await? {
        let (of, column, is_key): (String, String, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if tables.last().is_none_or(|table| table.name != of) {
            tables.push(Table { name: of, columns: Vec::new(), key: Vec::new() });
        }
        let Some(table) = tables.last_mut() else { continue };
        if is_key {
            table.key.push(table.columns.len());
        }
        table.columns.push(column);
    }
    Ok(tables)
}

/// What the schema's own triggers write is not told.
const KEEP: &str = "CREATE SCHEMA log;
CREATE SEQUENCE log.places;
CREATE FUNCTION log.tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO log.%I (place, txn, did, now) VALUES (nextval(''log.places''), txid_current()::bigint, $1, $2)', TG_TABLE_NAME)
            USING TG_OP, NEW;
    ELSIF TG_OP = 'DELETE' THEN
        EXECUTE format('INSERT INTO log.%I (place, txn, did, was) VALUES (nextval(''log.places''), txid_current()::bigint, $1, $2)', TG_TABLE_NAME)
            USING TG_OP, OLD;
    ELSE
        EXECUTE format('INSERT INTO log.%I VALUES (nextval(''log.places''), txid_current()::bigint, $1, $2, $3)', TG_TABLE_NAME) USING TG_OP, OLD, NEW;
    END IF;
    RETURN NULL;
END $$;";

pub(super) fn keep_log(url: &str) -> Result<(), Failed> {
    connected(url, async |client| {
        client.batch_execute(KEEP).await?;
        for Table { name: called, .. } in tables(client).await? {
            let did = match called.as_str() {
                "outbox" => "INSERT",
                left_out if LEFT_OUT.contains(&left_out) => continue,
                _ => "INSERT OR UPDATE OR DELETE",
            };
            let called = name(&called);
            let sql = format!(
                "CREATE TABLE log.{called} (place bigint, txn bigint, did text, was {called}, now {called});
                 CREATE TRIGGER zz_log AFTER {did} ON {called} FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION log.tell();"
            );
            client.batch_execute(&sql).await?;
        }
        Ok(())
    })
}

pub(super) fn read(url: &str) -> Result<Groups<Raw>, Failed> {
    connected(url, async |client| {
        let (tables, mut changed) = (tables(client).await?, Vec::new());
        for (number, table) in tables.iter().enumerate() {
            let (called, many) = (name(&table.name), table.columns.len());
            let there = client.query_one("SELECT to_regclass('log.' || $1) IS NOT NULL", &[&called]).await?;
            if !there.try_get::<_, bool>(0)? {
                continue;
            }
            let cells = |side: &str| table.columns.iter().map(|column| format!("({side}).{}", name(column))).collect::<Vec<_>>().join(", ");
            for row in client.query(&format!("SELECT place, txn, did, {}, {} FROM log.{called}", cells("was"), cells("now")), &[]).await? {
                let cells = |from: usize| (from..from + many).map(|cell| row.try_get(cell)).collect::<Result<Vec<Raw>, _>>();
                let did = Did::of(row.try_get(2)?)?;
                changed.push(Changed {
                    place: row.try_get(0)?,
                    group: row.try_get(1)?,
                    table: number,
                    did,
                    was: cells(3)?,
                    is: cells(3 + many)?,
                });
            }
        }
        groups(&tables, changed)
    })
}

pub(super) fn replay(groups: &Groups<Raw>, url: &str) -> Result<Duration, Failed> {
    connected(url, async |client| {
        let (began, mut prepared) = (Instant::now(), HashMap::new());
        for group in groups {
            client.batch_execute("BEGIN").await?;
            for step in group {
                let sql = step.sql.as_str();
                if !prepared.contains_key(sql) {
                    prepared.insert(sql, client.prepare(sql).await?);
                }
                let values: Vec<_> = step.values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
                client.execute(&prepared[sql], &values).await?;
            }
            client.batch_execute("COMMIT").await?;
        }
        Ok(began.elapsed())
    })
}
