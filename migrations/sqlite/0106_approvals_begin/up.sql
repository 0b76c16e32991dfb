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
-- Whose an account is that two people changed: what a bank tells of it, before and after.
CREATE INDEX approvals_account_before
    ON approvals (COALESCE(proposal -> 'before' ->> 'iban', proposal -> 'before' ->> 'accountNumber'), action, state);
CREATE INDEX approvals_account_after
    ON approvals (COALESCE(proposal -> 'after' ->> 'iban', proposal -> 'after' ->> 'accountNumber'), action, state);

-- The payouts whose release waits for a second person: each is in one proposal at a time.
CREATE TABLE waiting_payouts (
    payout BLOB NOT NULL PRIMARY KEY,
    approval BLOB NOT NULL REFERENCES approvals (id)
);
CREATE INDEX waiting_payouts_approval ON waiting_payouts (approval);

-- The two debtors that a proposal would make one. Each is in one such proposal that waits at a time.
CREATE TABLE approval_debtors (
    approval BLOB NOT NULL REFERENCES approvals (id),
    debtor BLOB NOT NULL,
    waits BOOLEAN NOT NULL,
    PRIMARY KEY (approval, debtor)
);
CREATE UNIQUE INDEX approval_debtors_waiting ON approval_debtors (debtor) WHERE waits;
CREATE INDEX approval_debtors_debtor ON approval_debtors (debtor);
