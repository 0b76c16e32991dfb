DROP INDEX receivables_accepted_with;
ALTER TABLE receivables DROP COLUMN accepted_with;
ALTER TABLE receivable_documents DROP COLUMN stated;
