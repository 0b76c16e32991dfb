DROP INDEX receivables_seller_number;
ALTER TABLE receivable_documents DROP COLUMN instructions;
