-- What somebody reads, and each mail with it. Whoever is here already, and each mail that waits, is English.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE outbox ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
-- What a mail tells of a decision, as JSON. Nothing where an earlier release wrote it.
ALTER TABLE outbox ADD COLUMN details TEXT;
