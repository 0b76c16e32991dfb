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
CREATE INDEX approvals_account_after
    ON approvals (COALESCE(proposal::jsonb -> 'after' ->> 'iban', proposal::jsonb -> 'after' ->> 'accountNumber'), action, state);
-- Whose an account is that two people changed: what a bank tells of it, before and after.
CREATE INDEX approvals_account_before
    ON approvals (COALESCE(proposal::jsonb -> 'before' ->> 'iban', proposal::jsonb -> 'before' ->> 'accountNumber'), action, state);
CREATE INDEX approvals_state ON approvals (state, id);

-- The payouts whose release waits for a second person: each is in one proposal at a time.
CREATE TABLE waiting_payouts (
    payout UUID NOT NULL PRIMARY KEY,
    approval UUID NOT NULL REFERENCES approvals (id)
);
CREATE INDEX waiting_payouts_approval ON waiting_payouts (approval);

-- The two debtors that a proposal would make one. Each is in one such proposal that waits at a time.
CREATE TABLE approval_debtors (
    approval UUID NOT NULL REFERENCES approvals (id),
    debtor UUID NOT NULL,
    waits BOOLEAN NOT NULL,
    PRIMARY KEY (approval, debtor)
);
CREATE INDEX approval_debtors_debtor ON approval_debtors (debtor);
CREATE UNIQUE INDEX approval_debtors_waiting ON approval_debtors (debtor) WHERE waits;
