//! The three SQL types whose storage differs between the two databases. Everything else is the same on both.
//!
//! | here     | PostgreSQL    | SQLite                            |
//! |----------|---------------|-----------------------------------|
//! | `DbUuid` | `uuid`        | `BLOB`, 16 bytes                  |
//! | `DbTime` | `timestamptz` | `INTEGER`, microseconds since 1970|
//! | `DbJson` | `jsonb`       | `TEXT`                            |
//!
//! They are own types because diesel has no UUID for SQLite, and nobody but it may implement one on `uuid::Uuid`.

use chrono::{DateTime, Utc};
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    expression::AsExpression,
    pg::{Pg, PgValue},
    query_builder::QueryId,
    serialize::{self, IsNull, Output, ToSql},
    sql_types::{self, SqlType},
    sqlite::{Sqlite, SqliteValue},
};
use uuid::Uuid;

#[derive(Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 2950, array_oid = 2951), sqlite_type(name = "Binary"))]
pub struct DbUuid;

#[derive(Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185), sqlite_type(name = "Long"))]
pub struct DbTime;

#[derive(Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 3802, array_oid = 3807), sqlite_type(name = "Text"))]
pub struct DbJson;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = DbUuid)]
pub struct Id(pub Uuid);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = DbTime)]
pub struct Time(pub DateTime<Utc>);

#[derive(Debug, Clone, PartialEq, AsExpression, FromSqlRow)]
#[diesel(sql_type = DbJson)]
pub struct Json(pub serde_json::Value);

/// JSON as it is stored, for whoever knows its shape and needs no tree of values in between.
#[derive(Debug, Clone, PartialEq, FromSqlRow)]
pub struct JsonText(pub String);

impl ToSql<DbUuid, Pg> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<sql_types::Uuid, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<DbUuid, Pg> for Id {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<sql_types::Uuid, Pg>::from_sql(value).map(Id)
    }
}

impl ToSql<DbTime, Pg> for Time {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<sql_types::Timestamptz, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<DbTime, Pg> for Time {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<sql_types::Timestamptz, Pg>::from_sql(value).map(Time)
    }
}

impl ToSql<DbJson, Pg> for Json {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<sql_types::Jsonb, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<DbJson, Pg> for Json {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<sql_types::Jsonb, Pg>::from_sql(value).map(Json)
    }
}

impl FromSql<DbJson, Pg> for JsonText {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            [1, text @ ..] => Ok(JsonText(std::str::from_utf8(text)?.to_owned())),
            _ => Err("not version 1 of jsonb".into()),
        }
    }
}

impl ToSql<DbUuid, Sqlite> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.as_bytes().as_slice());
        Ok(IsNull::No)
    }
}

impl FromSql<DbUuid, Sqlite> for Id {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(Id(Uuid::from_slice(value.read_blob())?))
    }
}

impl ToSql<DbTime, Sqlite> for Time {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.timestamp_micros());
        Ok(IsNull::No)
    }
}

impl FromSql<DbTime, Sqlite> for Time {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        let micros = <i64 as FromSql<sql_types::BigInt, Sqlite>>::from_sql(value)?;
        Ok(Time(DateTime::from_timestamp_micros(micros).ok_or("time out of range")?))
    }
}

impl ToSql<DbJson, Sqlite> for Json {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(serde_json::to_string(&self.0)?);
        Ok(IsNull::No)
    }
}

impl FromSql<DbJson, Sqlite> for Json {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(Json(serde_json::from_str(value.read_text())?))
    }
}

impl FromSql<DbJson, Sqlite> for JsonText {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(JsonText(value.read_text().to_owned()))
    }
}
