DROP INDEX rate_limits_ends_at;
ALTER TABLE rate_limits RENAME TO budgets;
CREATE INDEX budgets_ends_at ON budgets (ends_at);

CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    about BLOB NOT NULL,
    subject BLOB NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
);
-- The first format cannot hold the second: its records end here.
INSERT INTO audit (number, at, actor, action, about, subject, changes, request, previous, hash)
    SELECT number, at, actor, action, user_id, thing, changes, request, previous, hash FROM audit_records WHERE format = 1;
CREATE INDEX audit_about ON audit (about, number);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;

DROP TABLE audit_values;
DROP TABLE audit_records;
