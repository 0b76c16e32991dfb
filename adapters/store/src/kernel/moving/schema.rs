//! Which tables and columns a database says it has.

use super::{Done, MoveError};
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
};
use diesel::{
    QueryableByName, RunQueryDsl,
    sql_types::{Bool, Text},
};
use std::collections::BTreeMap;

/// What the values of a column are, by their type on PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bytes,
    Uuid,
    Integer,
    Boolean,
    Text,
    Date,
    Time,
    Json,
}

impl Kind {
    fn of(data_type: &str) -> Option<Self> {
        Some(match data_type {
            "bytea" => Self::Bytes,
            "uuid" => Self::Uuid,
            "bigint" | "integer" | "smallint" => Self::Integer,
            "boolean" => Self::Boolean,
            "text" => Self::Text,
            "date" => Self::Date,
            "timestamp with time zone" => Self::Time,
            "jsonb" => Self::Json,
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Its type there; empty on SQLite, which leaves that to each value.
    data_type: String,
    /// Whether the database numbers what is left out.
    pub(crate) counted: bool,
}

/// A table as one of the databases has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
}

impl Table {
    /// What its values are; of a table as both have it.
    pub(crate) fn kinds(&self) -> Done<Vec<Kind>> {
        let unknown = |column: &Column| Failure::Refused(MoveError::Shape(format!("{}.{}", self.name, column.name)));
        self.columns.iter().map(|column| Kind::of(&column.data_type).ok_or_else(|| unknown(column))).collect()
    }

    /// The names of its columns, quoted, with commas between.
    pub(crate) fn names(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    of_table: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    data_type: String,
    #[diesel(sql_type = Bool)]
    counted: bool,
}

const IN_SQLITE: &str = "SELECT m.name AS of_table, c.name AS name, '' AS data_type, FALSE AS counted \
    FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS c \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name <> '__diesel_schema_migrations' ORDER BY m.name, c.cid";

const IN_POSTGRES: &str = "SELECT c.table_name::text AS of_table, c.column_name::text AS name, c.data_type::text AS data_type, \
    (c.is_identity = 'YES' OR coalesce(c.column_default, '') LIKE 'nextval(%') AS counted \
    FROM information_schema.columns AS c INNER JOIN information_schema.tables AS t USING (table_schema, table_name) \
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name <> '__diesel_schema_migrations' \
    ORDER BY c.table_name, c.ordinal_position";

/// Every table, but the one that says which migrations ran.
pub(crate) fn of(conn: &mut Conn) -> Done<Vec<Table>> {
    let sql = if matches!(conn, Conn::Sqlite(_)) { IN_SQLITE } else { IN_POSTGRES };
    let found: Vec<Found> = on!(conn, |c| diesel::sql_query(sql).load(c))?;
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for Found { of_table, name, data_type, counted } in found {
        tables.entry(of_table).or_default().push(Column { name, data_type, counted });
    }
    Ok(tables.into_iter().map(|(name, columns)| Table { name, columns }).collect())
}

/// The tables that both have, with the columns that both have. What only one has stops it all, but a column that PostgreSQL
/// numbers by itself: SQLite has the order of its rows instead.
pub(crate) fn of_both(one: Vec<Table>, other: Vec<Table>) -> Done<Vec<Table>> {
    let differs = |what: String| Err(Failure::Refused(MoveError::Shape(what)));
    if one.len() != other.len() {
        let names = |tables: &[Table]| tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>();
        let (one, other) = (names(&one), names(&other));
        let lonely = one.iter().find(|name| !other.contains(name)).or_else(|| other.iter().find(|name| !one.contains(name)));
        return differs(lonely.cloned().unwrap_or_default());
    }
    let mut both = Vec::new();
    for (one, other) in one.into_iter().zip(other) {
        if one.name != other.name {
            return differs(one.name);
        }
        let mut columns = Vec::new();
        for (here, there) in [(&one, &other), (&other, &one)] {
            for column in &here.columns {
                match there.columns.iter().find(|its| its.name == column.name) {
                    // Of the two, PostgreSQL knows what its values are.
                    Some(_) if !column.data_type.is_empty() => columns.push(column.clone()),
                    Some(_) => {}
                    None if column.counted => {}
                    None => return differs(format!("{}.{}", one.name, column.name)),
                }
            }
        }
        both.push(Table { name: one.name, columns });
    }
    Ok(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, columns: &[(&str, &str, bool)]) -> Table {
        let column = |(name, data_type, counted): &(&str, &str, bool)| Column {
            name: (*name).to_owned(),
            data_type: (*data_type).to_owned(),
            counted: *counted,
        };
        Table { name: name.to_owned(), columns: columns.iter().map(column).collect() }
    }

    fn refused(one: Table, other: Table) -> String {
        match of_both(vec![one], vec![other]) {
            Err(Failure::Refused(MoveError::Shape(what))) => what,
            _ => String::new(),
        }
    }

    #[test]
    fn what_one_database_alone_has_stops_the_move() {
        let here = table("rows", &[("id", "", false), ("note", "", false)]);
        let there = table("rows", &[("id", "uuid", false), ("note", "text", false), ("arrival", "bigint", true)]);
        let both = of_both(vec![here.clone()], vec![there.clone()]).ok();
        assert_eq!(both, Some(vec![table("rows", &[("id", "uuid", false), ("note", "text", false)])]));
        assert_eq!(refused(table("rows", &[("id", "", false)]), there.clone()), "rows.note");
        assert_eq!(refused(here.clone(), table("rows", &[("id", "uuid", false)])), "rows.note");
        assert_eq!(refused(here.clone(), table("other", &[("id", "uuid", false)])), "rows");
        assert!(matches!(of_both(vec![here], Vec::new()), Err(Failure::Refused(MoveError::Shape(what))) if what == "rows"));
        assert!(table("rows", &[("id", "point", false)]).kinds().is_err(), "a type that nobody knows here");
    }
}
