DROP INDEX receipts_booked;
DROP TABLE statement_line_receipts;
