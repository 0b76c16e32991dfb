ALTER INDEX rate_limits_ends_at RENAME TO budgets_ends_at;
ALTER INDEX rate_limits_pkey RENAME TO budgets_pkey;
ALTER TABLE rate_limits RENAME TO budgets;

CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    about UUID NOT NULL,
    subject UUID NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL
);
-- The first format cannot hold the second: its records end here.
INSERT INTO audit (number, at, actor, action, about, subject, changes, request, previous, hash)
    SELECT number, at, actor, action, user_id, thing, changes, request, previous, hash FROM audit_records WHERE format = 1;
CREATE INDEX audit_about ON audit (about, number);
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DROP TABLE audit_values;
DROP TABLE audit_records;
