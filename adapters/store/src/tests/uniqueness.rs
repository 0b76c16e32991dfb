//! Every uniqueness of both schemas has an answer: the rule it stands for, as both databases name it, or why nothing anybody asks for
//! can run into it. A violation that is neither would be answered as a database that is away.

use super::{Checked, Database, database::on_each_database};
use crate::{facilities::suppliers::ONE_PLACE, kernel::conn::Conn};
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use sooner_application::{
    approvals::changes::OPEN_APPROVAL,
    facilities::changes::{LISTED_SUPPLIER, OPEN_FACILITY},
    identity::changes::{EMAIL, VERIFIED_PHONE},
    ledger::changes::REVERSED,
    parties::changes::LEGAL_ENTITY,
    receivables::changes::SOLD_ONCE,
};
use std::collections::BTreeMap;

enum Answer {
    /// A rule of the port, found in what either database says by one of these.
    Refused(&'static [&'static str]),
    /// Nobody's request runs into it, because…
    Never(&'static str),
}
use Answer::{Never, Refused};

const RANDOM: Answer = Never("it is made of random bits");
const LOCKED: Answer = Never("it is counted under a lock that is held until it is written");
const NUMBERED: Answer = Never("one write numbers all of them");
const SKIPPED: Answer = Never("what is there is left as it is");
const REPLACED: Answer = Never("what is there goes first, under a lock or after a limit that lets one in");

/// By the columns.
const ALL: &[(&str, Answer)] = &[
    ("applications.company_id", Refused(&["applications"])),
    ("approval_debtors.debtor", Refused(&["approval_debtors"])),
    ("approvals.open_approval", Refused(&[OPEN_APPROVAL.0])),
    ("audit_records.number", LOCKED),
    ("confirmations.token_hash", RANDOM),
    ("debtors.legal_entity", Refused(&[LEGAL_ENTITY.0])),
    ("facilities.company_id, facilities.kind, facilities.currency", Refused(&[OPEN_FACILITY.0])),
    ("fee_invoice_lines.invoice_id, fee_invoice_lines.line", NUMBERED),
    ("fee_invoices.year, fee_invoices.place", LOCKED),
    ("invitations.company_id, invitations.email", REPLACED),
    ("invitations.token_hash", RANDOM),
    ("ledger_entries.number", LOCKED),
    ("ledger_entries.reverses", Refused(&[REVERSED.0])),
    ("links.token_hash", RANDOM),
    ("links.user_id, links.purpose", REPLACED),
    ("notices.code_hash", RANDOM),
    ("payout_batches.id", RANDOM),
    ("payouts.replaces", Never("the one that is replaced is written with it, at the version that was read")),
    ("receivable_facts.receivable_id, receivable_facts.place", Refused(&["place"])),
    ("receivables.fingerprint, receivables.series", Refused(&[SOLD_ONCE.0])),
    ("receivables.reference", LOCKED),
    ("remembered_payers.debtor_id, remembered_payers.mark, remembered_payers.value", SKIPPED),
    ("statement_held.statement_id, statement_held.place", SKIPPED),
    ("statement_lines.key", SKIPPED),
    ("statements.sha256, statements.place", SKIPPED),
    ("suppliers.buyer_id, suppliers.listed_supplier", Refused(&[LISTED_SUPPLIER.0])),
    ("suppliers.company_id, suppliers.buyer_id", Refused(&[LISTED_SUPPLIER.0, ONE_PLACE])),
    ("terms_versions.facility_id", SKIPPED),
    ("users.email", Refused(&[EMAIL.0])),
    ("users.verified_phone", Refused(&[VERIFIED_PHONE.0])),
];

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    columns: String,
}

const IN_SQLITE: &str = "SELECT i.name AS name, \
    (SELECT group_concat(m.name || '.' || c.name, ', ') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno) AS c) AS columns \
    FROM sqlite_master AS m, pragma_index_list(m.name) AS i WHERE m.type = 'table' AND i.\"unique\" AND i.origin <> 'pk' ORDER BY 2";

const IN_POSTGRES: &str = "SELECT i.relname::text AS name, \
    (SELECT string_agg(t.relname || '.' || a.attname, ', ' ORDER BY k.place) FROM unnest(x.indkey) WITH ORDINALITY AS k (number, place) \
        JOIN pg_attribute AS a ON a.attrelid = x.indrelid AND a.attnum = k.number) AS columns \
    FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid \
    WHERE x.indisunique AND NOT x.indisprimary AND t.relnamespace = 'public'::regnamespace ORDER BY 2";

async fn whatever_is_unique_has_an_answer(database: &Database) -> Checked {
    let (found, is_sqlite): (Vec<Index>, bool) = match &mut Conn::open(&database.url)? {
        Conn::Sqlite(conn) => (diesel::sql_query(IN_SQLITE).load(conn)?, true),
        Conn::Postgres(conn) => (diesel::sql_query(IN_POSTGRES).load(conn)?, false),
    };
    let answers: BTreeMap<_, _> = ALL.iter().map(|(columns, answer)| (*columns, answer)).collect();
    let unknown: Vec<_> = found.iter().map(|index| index.columns.as_str()).filter(|columns| !answers.contains_key(columns)).collect();
    assert_eq!(unknown, [""; 0], "what is a violation of it answered?");
    let gone: Vec<_> = answers.keys().filter(|columns| found.iter().all(|index| index.columns != **columns)).collect();
    assert_eq!(gone, [&""; 0]);
    for Index { name, columns } in &found {
        // SQLite names the columns of what was violated, PostgreSQL the index.
        let said = if is_sqlite { columns } else { name };
        match answers.get(columns.as_str()) {
            Some(Refused(by)) => assert!(by.iter().any(|what| said.contains(what)), "{said} is not found by {by:?}"),
            Some(Never(why)) => assert!(!why.is_empty()),
            None => {}
        }
    }
    Ok(())
}

on_each_database!(whatever_is_unique_has_an_answer);
