DROP INDEX receivables_sums;
CREATE INDEX receivables_sums ON receivables (status, currency, owed_due_on, owed, open, seller_id, programme_buyer_id);
