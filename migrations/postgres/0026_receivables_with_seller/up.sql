-- What the debtor paid the seller, who has not passed it on.
ALTER TABLE receivables ADD COLUMN with_seller BIGINT NOT NULL DEFAULT 0 CHECK (with_seller >= 0);
CREATE INDEX receivables_with_seller ON receivables (seller_id, currency, id) WHERE with_seller > 0;

-- The debtor paid the seller: a fact with an amount.
ALTER TABLE receivable_facts DROP CONSTRAINT receivable_facts_check1;
ALTER TABLE receivable_facts ADD CONSTRAINT receivable_facts_check1 CHECK ((kind IN ('received', 'credited', 'deducted', 'paid_to_seller')) = (amount IS NOT NULL));
