-- Links by which debtors confirm or dispute one invoice each. Of its secret the hash alone is kept.
CREATE TABLE confirmations (
    id BLOB NOT NULL PRIMARY KEY,
    token_hash BLOB NOT NULL CONSTRAINT confirmations_token_hash UNIQUE,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    sent_to TEXT NOT NULL,
    -- None where it went with a notice of assignment.
    asked_by BLOB REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX confirmations_receivable ON confirmations (receivable_id, created_at, id);

-- What was said by them, when, and from where.
CREATE TABLE debtor_statements (
    id BLOB NOT NULL PRIMARY KEY,
    confirmation_id BLOB NOT NULL REFERENCES confirmations (id),
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    answer TEXT NOT NULL,
    amount INTEGER,
    due_on TEXT,
    reason TEXT,
    note TEXT,
    at INTEGER NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX debtor_statements_confirmation ON debtor_statements (confirmation_id, at, id);
CREATE INDEX debtor_statements_receivable ON debtor_statements (receivable_id, at, id);
