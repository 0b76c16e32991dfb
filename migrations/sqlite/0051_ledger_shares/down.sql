DROP TRIGGER ledger_postings_share;
DROP TABLE ledger_shares;
