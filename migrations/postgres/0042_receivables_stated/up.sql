-- Of an e-invoice: what its draft repeats of it, as JSON.
ALTER TABLE receivable_documents ADD COLUMN stated TEXT;

-- Of what was sold: the first one of those accepted at once. Earlier releases did not say: each counts as accepted alone.
ALTER TABLE receivables ADD COLUMN accepted_with UUID;
CREATE INDEX receivables_accepted_with ON receivables (accepted_with) WHERE accepted_with IS NOT NULL;
