DROP INDEX receipts_payer;
DROP INDEX receipts_booked;
DROP TABLE bank_answers;
DROP TABLE statement_lines;
DROP TABLE statements;
