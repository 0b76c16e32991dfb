-- The desk leaves out what the company of whoever asks owes, as the list does.
DROP INDEX receivables_out;
CREATE INDEX receivables_out ON receivables (currency, owed_due_on, open, owed, seller_id, programme_buyer_id, debtor_id, status)
    WHERE status IN ('accepted', 'funded');
-- What a list comes to is added up without its rows.
CREATE INDEX receivables_sums ON receivables (status, currency, owed_due_on, owed, open, seller_id, programme_buyer_id);
