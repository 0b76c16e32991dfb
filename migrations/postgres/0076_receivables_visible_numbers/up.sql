-- What the number of an invoice looks like to a reader: those that look the same are compared.
ALTER TABLE receivables ADD COLUMN visible_number TEXT NOT NULL DEFAULT '';
CREATE INDEX receivables_visible ON receivables (visible_number, debtor_id);

INSERT INTO carry_overs (name) VALUES ('visible_numbers');
