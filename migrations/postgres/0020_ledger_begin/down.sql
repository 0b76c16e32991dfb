DROP TABLE ledger_horizons;
DROP TABLE ledger_balances;
DROP TABLE ledger_postings;
DROP TABLE ledger_entries;
DROP FUNCTION ledger_posting_is_counted();
DROP FUNCTION ledger_entry_is_whole();
DROP FUNCTION ledger_balances_of_house();
DROP FUNCTION ledger_balances_of_owners();
