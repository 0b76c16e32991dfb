-- Receipts that were entered by hand and that a line of a statement tells as one sum: each is told by one line.
CREATE TABLE statement_line_receipts (
    receipt_id BLOB NOT NULL PRIMARY KEY REFERENCES receipts (id),
    line_id BLOB NOT NULL REFERENCES statement_lines (id)
);
CREATE INDEX statement_line_receipts_line ON statement_line_receipts (line_id);

-- What was booked near a day.
CREATE INDEX receipts_of_currency_booked ON receipts (currency, booked_on, id);
