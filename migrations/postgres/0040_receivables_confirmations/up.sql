-- Links by which debtors confirm or dispute one invoice each. Of its secret the hash alone is kept.
CREATE TABLE confirmations (
    id UUID NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL CONSTRAINT confirmations_token_hash UNIQUE,
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    sent_to TEXT NOT NULL,
    -- None where it went with a notice of assignment.
    asked_by UUID REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX confirmations_receivable ON confirmations (receivable_id, created_at, id);

-- What was said by them, when, and from where.
CREATE TABLE debtor_statements (
    id UUID NOT NULL PRIMARY KEY,
    confirmation_id UUID NOT NULL REFERENCES confirmations (id),
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    answer TEXT NOT NULL,
    amount BIGINT,
    due_on DATE,
    reason TEXT,
    note TEXT,
    at TIMESTAMPTZ NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX debtor_statements_confirmation ON debtor_statements (confirmation_id, at, id);
CREATE INDEX debtor_statements_receivable ON debtor_statements (receivable_id, at, id);
