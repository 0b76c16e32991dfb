-- Money to companies.
CREATE TABLE payouts (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    receivable_id UUID NOT NULL,
    purpose TEXT NOT NULL,
    currency TEXT NOT NULL,
    gross BIGINT NOT NULL CHECK (gross > 0),
    due_on DATE NOT NULL,
    status TEXT NOT NULL,
    batch_id UUID,
    released_by UUID REFERENCES users (id),
    released_at TIMESTAMPTZ,
    released_on DATE,
    set_off BIGINT CHECK (set_off >= 0 AND set_off <= gross),
    -- The account it goes to, as it was when the payout was released, as JSON.
    account TEXT,
    executed_on DATE,
    returned_on DATE,
    return_reason TEXT,
    -- The one that came back, in place of which this one is paid: once.
    replaces UUID UNIQUE REFERENCES payouts (id),
    CHECK ((status IN ('due', 'cancelled')) = (released_at IS NULL)),
    CHECK ((status = 'returned') = (returned_on IS NOT NULL))
);
CREATE INDEX payouts_status ON payouts (status, id);
CREATE INDEX payouts_company ON payouts (company_id, id);
CREATE INDEX payouts_receivable ON payouts (receivable_id, id);
CREATE INDEX payouts_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;

-- Money that came in.
CREATE TABLE receipts (
    id UUID NOT NULL PRIMARY KEY,
    booked_on DATE NOT NULL,
    value_on DATE NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    payer_name TEXT,
    payer_iban TEXT,
    text TEXT,
    entered_by UUID NOT NULL REFERENCES users (id),
    entered_at TIMESTAMPTZ NOT NULL,
    -- What nobody has explained: it lies in suspense.
    unexplained BIGINT NOT NULL CHECK (unexplained >= 0 AND unexplained <= amount)
);
CREATE INDEX receipts_unexplained ON receipts (id) WHERE unexplained > 0;

-- Parts of receipts, and what each is for.
CREATE TABLE allocations (
    id UUID NOT NULL PRIMARY KEY,
    receipt_id UUID NOT NULL REFERENCES receipts (id),
    receivable_id UUID,
    -- Whose it is, where it is passed on.
    company_id UUID REFERENCES companies (id),
    -- Whose credit it is kept as.
    debtor_id UUID REFERENCES debtors (id),
    amount BIGINT NOT NULL CHECK (amount > 0),
    by_user UUID NOT NULL REFERENCES users (id),
    at TIMESTAMPTZ NOT NULL,
    undone_at TIMESTAMPTZ,
    CHECK ((receivable_id IS NULL) = (debtor_id IS NOT NULL)),
    CHECK (company_id IS NULL OR debtor_id IS NULL)
);
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;
