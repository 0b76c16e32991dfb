DROP TABLE statement_held;
DROP TABLE statement_days;
DROP TABLE statement_accounts;
ALTER TABLE statements DROP COLUMN differs;
DROP INDEX statement_lines_booked;
ALTER TABLE statement_lines DROP COLUMN reference;
ALTER TABLE statement_lines DROP COLUMN entry_amount;
ALTER TABLE statement_lines DROP COLUMN entry;
