DROP INDEX statement_held_day;
DROP INDEX statement_held_perhaps;
DROP INDEX statement_held_decided;
ALTER TABLE statement_held DROP COLUMN proven;
ALTER TABLE statements DROP COLUMN excludes_later;
