DROP TABLE ledger_shares;
DROP TABLE ledger_horizons;
DROP TABLE ledger_balances;
DROP TABLE ledger_postings;
DROP TABLE ledger_entries;
