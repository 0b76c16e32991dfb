DELETE FROM carry_overs WHERE name = 'visible_numbers';
DROP INDEX receivables_visible;
ALTER TABLE receivables DROP COLUMN visible_number;
