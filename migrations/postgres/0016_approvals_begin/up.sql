-- What one person proposed and another one decides on.
CREATE TABLE approvals (
    id UUID NOT NULL PRIMARY KEY,
    action TEXT NOT NULL,
    subject UUID NOT NULL,
    -- What exactly is proposed, as JSON.
    proposal TEXT NOT NULL,
    proposed_by UUID NOT NULL REFERENCES users (id),
    proposed_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    state TEXT NOT NULL,
    decided_by UUID REFERENCES users (id),
    decided_at TIMESTAMPTZ,
    note TEXT,
    -- Action and subject while it waits: of one action on one thing one approval waits at a time.
    open_approval TEXT,
    CONSTRAINT approvals_open_approval_key UNIQUE (open_approval)
);
CREATE INDEX approvals_state ON approvals (state, id);
