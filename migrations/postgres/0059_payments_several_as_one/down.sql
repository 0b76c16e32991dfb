DROP INDEX receipts_of_currency_booked;
DROP TABLE statement_line_receipts;
