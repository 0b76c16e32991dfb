ALTER TABLE documents DROP COLUMN replaced_at;
