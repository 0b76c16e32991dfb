-- Receivables by the day they are due: those of a seller, and those at a status.
CREATE INDEX receivables_seller_due ON receivables (seller_id, owed_due_on, id) WHERE programme_buyer_id IS NULL OR submitted_at IS NOT NULL;
CREATE INDEX receivables_status_due ON receivables (status, owed_due_on, id);
