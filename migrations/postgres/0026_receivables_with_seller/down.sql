DELETE FROM receivable_facts WHERE kind = 'paid_to_seller';
ALTER TABLE receivable_facts DROP CONSTRAINT receivable_facts_check1;
ALTER TABLE receivable_facts ADD CONSTRAINT receivable_facts_check1 CHECK ((kind IN ('received', 'credited', 'deducted')) = (amount IS NOT NULL));
DROP INDEX receivables_with_seller;
ALTER TABLE receivables DROP COLUMN with_seller;
