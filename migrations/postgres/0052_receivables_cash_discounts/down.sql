-- It was a deduction like any other.
UPDATE receivable_facts SET kind = 'deducted' WHERE kind = 'cash_discount';
ALTER TABLE receivable_facts DROP CONSTRAINT receivable_facts_check1;
ALTER TABLE receivable_facts ADD CONSTRAINT receivable_facts_check1 CHECK ((kind IN ('received', 'credited', 'deducted', 'paid_to_seller')) = (amount IS NOT NULL));
