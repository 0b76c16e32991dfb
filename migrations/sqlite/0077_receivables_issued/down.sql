DROP INDEX receivables_issued;
CREATE INDEX receivables_issued ON receivables (debtor_id, issued_on, face);
