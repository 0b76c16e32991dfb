-- Drafts are compared with nothing, so that nobody's drafts cost another one time.
DROP INDEX receivables_issued;
CREATE INDEX receivables_issued ON receivables (debtor_id, issued_on, face) WHERE submitted_at IS NOT NULL;
