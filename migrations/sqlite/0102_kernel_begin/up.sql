CREATE TABLE outbox (
    id BLOB NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    link_id BLOB,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
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
    ends_at INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (name, key)
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

-- Which node does the work that one at a time may do, and until when it may.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    node BLOB NOT NULL,
    held_until INTEGER NOT NULL
);

CREATE TABLE audit_records (
    id BLOB NOT NULL PRIMARY KEY,
    -- The place in the chain; a record may be given it after its own commit, with both hashes.
    number BIGINT,
    format SMALLINT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    user_id BLOB,
    company_id BLOB,
    debtor_id BLOB,
    thing BLOB NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BLOB,
    hash BLOB,
    CONSTRAINT audit_records_number_key UNIQUE (number)
);
CREATE INDEX audit_records_user ON audit_records (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, id) WHERE debtor_id IS NOT NULL;
-- What the proof of money compares receivables with.
CREATE INDEX audit_records_proof ON audit_records (action, thing)
    WHERE action = 'offer_accepted' OR action = 'paid_to_seller' OR action = 'debtors_merged' OR action = 'statement_line_settled';
-- What was done with one thing, the newest first.
CREATE INDEX audit_records_thing ON audit_records (thing, id);

-- Personal values and their salts, one row for each record that has any. They may be erased: the chain holds only
-- commitments to them.
CREATE TABLE audit_values (
    record_id BLOB NOT NULL PRIMARY KEY REFERENCES audit_records (id),
    opened TEXT NOT NULL
) WITHOUT ROWID;

-- Which thing a request under a client's key made.
CREATE TABLE idempotency_keys (
    user_id BLOB NOT NULL REFERENCES users (id),
    key TEXT NOT NULL,
    content BLOB NOT NULL,
    result BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);

CREATE TRIGGER audit_records_no_delete BEFORE DELETE ON audit_records
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;

-- Number and hashes come together. And a new row takes the place of no other: `INSERT OR REPLACE` would delete that one
-- without a word to the trigger below.
CREATE TRIGGER audit_records_new BEFORE INSERT ON audit_records
    WHEN (NEW.number IS NULL) + (NEW.previous IS NULL) + (NEW.hash IS NULL) NOT IN (0, 3)
        OR EXISTS (SELECT 1 FROM audit_records WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;

CREATE TRIGGER audit_records_sealed_once BEFORE UPDATE ON audit_records
    WHEN OLD.number IS NOT NULL OR OLD.previous IS NOT NULL OR OLD.hash IS NOT NULL
        OR NEW.number IS NULL OR NEW.previous IS NULL OR NEW.hash IS NULL
        OR EXISTS (SELECT 1 FROM audit_records WHERE number = NEW.number)
        OR NEW.id IS NOT OLD.id OR NEW.format IS NOT OLD.format OR NEW.at IS NOT OLD.at OR NEW.actor IS NOT OLD.actor
        OR NEW.action IS NOT OLD.action OR NEW.user_id IS NOT OLD.user_id OR NEW.company_id IS NOT OLD.company_id
        OR NEW.debtor_id IS NOT OLD.debtor_id OR NEW.thing IS NOT OLD.thing OR NEW.changes IS NOT OLD.changes
        OR NEW.request IS NOT OLD.request
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;
