-- What the house's desk adds up: indexes that have nothing else.
CREATE INDEX receivables_out ON receivables (currency, owed_due_on, open, seller_id, programme_buyer_id, status)
    WHERE status IN ('accepted', 'funded');
CREATE INDEX payouts_due ON payouts (currency, gross, company_id, status) WHERE status = 'due';
CREATE INDEX receipts_suspense ON receipts (currency, unexplained) WHERE unexplained > 0;
