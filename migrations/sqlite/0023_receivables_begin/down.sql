DROP TABLE receivable_numbers;
DROP TABLE receivable_facts;
DROP TABLE receivable_documents;
DROP TABLE receivables;
