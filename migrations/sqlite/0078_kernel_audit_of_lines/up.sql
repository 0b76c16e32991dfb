-- What the proof of money compares receivables, debtors that were merged and decided lines of statements with.
DROP INDEX audit_records_proof;
CREATE INDEX audit_records_proof ON audit_records (action, thing)
    WHERE action = 'offer_accepted' OR action = 'paid_to_seller' OR action = 'debtors_merged' OR action = 'statement_line_settled';
