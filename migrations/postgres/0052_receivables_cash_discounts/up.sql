-- What a debtor took off for paying early, as its invoice grants it: a fact with an amount.
ALTER TABLE receivable_facts DROP CONSTRAINT receivable_facts_check1;
ALTER TABLE receivable_facts ADD CONSTRAINT receivable_facts_check1 CHECK ((kind IN ('received', 'credited', 'deducted', 'cash_discount', 'paid_to_seller')) = (amount IS NOT NULL));
