-- What one person proposed and another one decides on.
CREATE TABLE approvals (
    id BLOB NOT NULL PRIMARY KEY,
    action TEXT NOT NULL,
    subject BLOB NOT NULL,
    -- What exactly is proposed, as JSON.
    proposal TEXT NOT NULL,
    proposed_by BLOB NOT NULL REFERENCES users (id),
    proposed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    decided_by BLOB REFERENCES users (id),
    decided_at INTEGER,
    note TEXT,
    -- Action and subject while it waits: of one action on one thing one approval waits at a time.
    open_approval TEXT,
    CONSTRAINT approvals_open_approval_key UNIQUE (open_approval)
);
CREATE INDEX approvals_state ON approvals (state, id);
