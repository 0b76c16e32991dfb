-- Drafts are compared with nothing, so that the drafts of one seller slow no other one.
DROP INDEX receivables_issued;
CREATE INDEX receivables_issued ON receivables (debtor_id, issued_on, face) WHERE submitted_at IS NOT NULL;
