DROP INDEX receivables_sums;
DROP INDEX receivables_out;
CREATE INDEX receivables_out ON receivables (currency, owed_due_on, open, owed, seller_id, programme_buyer_id, status)
    WHERE status IN ('accepted', 'funded');
