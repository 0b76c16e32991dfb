DROP TRIGGER ledger_postings_share ON ledger_postings;
DROP FUNCTION ledger_shares_of_owners();
DROP TABLE ledger_shares;
