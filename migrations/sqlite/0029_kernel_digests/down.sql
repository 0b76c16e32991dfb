ALTER TABLE outbox DROP COLUMN sent_as;
