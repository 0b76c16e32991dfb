-- When a session was used last, and with what browser and system it was opened. Nothing where an earlier release wrote the
-- row: then it was used when it was opened.
ALTER TABLE sessions ADD COLUMN last_used_at TIMESTAMPTZ;
ALTER TABLE sessions ADD COLUMN browser TEXT;
ALTER TABLE sessions ADD COLUMN system TEXT;
-- Nobody is signed out by an upgrade.
UPDATE sessions SET last_used_at = now();
