ALTER TABLE outbox DROP COLUMN details;
ALTER TABLE outbox DROP COLUMN language;
ALTER TABLE users DROP COLUMN language;
