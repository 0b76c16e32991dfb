CREATE TABLE outbox (
    id UUID NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    link_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    buried BOOLEAN NOT NULL,
    language TEXT NOT NULL DEFAULT 'en',
    -- What a mail says of a decision, as JSON.
    details TEXT,
    -- How a mail about money goes: by itself, or in a digest. Nothing until that was decided, and for every other mail.
    sent_as TEXT CHECK (sent_as IN ('alone', 'digest'))
);
CREATE INDEX outbox_due_at ON outbox (buried, due_at);

CREATE TABLE rate_limits (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (name, key)
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

-- Which node does the work that one at a time may do, and until when it may.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    node UUID NOT NULL,
    held_until TIMESTAMPTZ NOT NULL
);

CREATE SEQUENCE audit_arrivals;

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
    arrival BIGINT DEFAULT nextval('audit_arrivals'),
    CONSTRAINT audit_records_number_key UNIQUE (number),
    CONSTRAINT audit_records_sealed_check CHECK ((number IS NULL) = (previous IS NULL) AND (number IS NULL) = (hash IS NULL))
);
ALTER SEQUENCE audit_arrivals OWNED BY audit_records.arrival;
CREATE INDEX audit_records_company ON audit_records (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, id) WHERE debtor_id IS NOT NULL;
-- What the proof of money compares receivables with.
CREATE INDEX audit_records_proof ON audit_records (action, thing)
    WHERE action = 'offer_accepted' OR action = 'paid_to_seller' OR action = 'debtors_merged' OR action = 'statement_line_settled';
-- What was done with one thing, the newest first.
CREATE INDEX audit_records_thing ON audit_records (thing, id);
-- Until they are sealed they are found here.
CREATE INDEX audit_records_unsealed ON audit_records (arrival) WHERE number IS NULL;
CREATE INDEX audit_records_user ON audit_records (user_id, id) WHERE user_id IS NOT NULL;

-- Personal values and their salts, one row for each record that has any. They may be erased: the chain holds only
-- commitments to them.
CREATE TABLE audit_values (
    record_id UUID NOT NULL PRIMARY KEY REFERENCES audit_records (id),
    opened TEXT NOT NULL
);

-- Which thing a request under a client's key made.
CREATE TABLE idempotency_keys (
    user_id UUID NOT NULL REFERENCES users (id),
    key TEXT NOT NULL,
    content BYTEA NOT NULL,
    result UUID NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);

-- What happened stays as it happened.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;

-- The one change there may be to a row of a chain: its place, once. A chain's table has the columns number, previous, hash.
CREATE FUNCTION sealed_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unsealed RECORD;
BEGIN
    unsealed := NEW;
    unsealed.number := NULL;
    unsealed.previous := NULL;
    unsealed.hash := NULL;
    IF NEW.number IS NULL OR unsealed IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_records_append_only BEFORE DELETE OR TRUNCATE ON audit_records
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER audit_records_sealed_once BEFORE UPDATE ON audit_records
    FOR EACH ROW EXECUTE FUNCTION sealed_once();
