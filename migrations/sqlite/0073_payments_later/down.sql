ALTER TABLE statements DROP COLUMN later;
