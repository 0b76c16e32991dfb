DROP TABLE receivable_facts;
DROP TABLE debtor_statements;
DROP TABLE confirmations;
DROP TABLE receivable_numbers;
DROP TABLE receivable_documents;
DROP TABLE receivables;
