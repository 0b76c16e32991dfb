-- The audit trail in its second format: records about a user, a company, a debtor; personal values apart from the chain.
-- And rate limits under their own name.

CREATE TABLE audit_records (
    id UUID NOT NULL PRIMARY KEY,
    -- The place in the chain; a record may be given it after its own commit, with both hashes.
    number BIGINT,
    format SMALLINT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    user_id UUID,
    company_id UUID,
    debtor_id UUID,
    thing UUID NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BYTEA,
    hash BYTEA,
    CONSTRAINT audit_records_number_key UNIQUE (number)
);

-- Personal values and their salts, one row for each record that has any. They may be erased: the chain holds only
-- commitments to them.
CREATE TABLE audit_values (
    record_id UUID NOT NULL PRIMARY KEY REFERENCES audit_records (id),
    opened TEXT NOT NULL
);

INSERT INTO audit_records (id, number, format, at, actor, action, user_id, thing, changes, request, previous, hash)
    SELECT lpad(to_hex(number), 32, '0')::uuid, number, 1, at, actor, action, about, subject, changes, request, previous, hash
    FROM audit ORDER BY number;
DROP TABLE audit;

CREATE INDEX audit_records_user ON audit_records (user_id, number) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, number) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, number) WHERE debtor_id IS NOT NULL;
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_records
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

ALTER TABLE budgets RENAME TO rate_limits;
ALTER INDEX budgets_pkey RENAME TO rate_limits_pkey;
ALTER INDEX budgets_ends_at RENAME TO rate_limits_ends_at;
