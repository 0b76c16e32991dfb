-- Money to companies.
CREATE TABLE payouts (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    receivable_id BLOB NOT NULL,
    purpose TEXT NOT NULL,
    currency TEXT NOT NULL,
    gross INTEGER NOT NULL CHECK (gross > 0),
    due_on TEXT NOT NULL,
    status TEXT NOT NULL,
    batch_id BLOB,
    released_by BLOB REFERENCES users (id),
    released_at INTEGER,
    released_on TEXT,
    set_off INTEGER CHECK (set_off >= 0 AND set_off <= gross),
    -- The account it goes to, as it was when the payout was released, as JSON.
    account TEXT,
    executed_on TEXT,
    returned_on TEXT,
    return_reason TEXT,
    -- The one that came back, in place of which this one is paid: once.
    replaces BLOB UNIQUE REFERENCES payouts (id),
    CHECK ((status IN ('due', 'cancelled')) = (released_at IS NULL)),
    CHECK ((status = 'returned') = (returned_on IS NOT NULL))
);
CREATE INDEX payouts_status ON payouts (status, id);
CREATE INDEX payouts_company ON payouts (company_id, id);
CREATE INDEX payouts_receivable ON payouts (receivable_id, id);
CREATE INDEX payouts_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;

-- Money that came in.
CREATE TABLE receipts (
    id BLOB NOT NULL PRIMARY KEY,
    booked_on TEXT NOT NULL,
    value_on TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    payer_name TEXT,
    payer_iban TEXT,
    text TEXT,
    entered_by BLOB NOT NULL REFERENCES users (id),
    entered_at INTEGER NOT NULL,
    -- What nobody has explained: it lies in suspense.
    unexplained INTEGER NOT NULL CHECK (unexplained >= 0 AND unexplained <= amount)
);
CREATE INDEX receipts_unexplained ON receipts (id) WHERE unexplained > 0;

-- Parts of receipts, and what each is for.
CREATE TABLE allocations (
    id BLOB NOT NULL PRIMARY KEY,
    receipt_id BLOB NOT NULL REFERENCES receipts (id),
    receivable_id BLOB,
    -- Whose it is, where it is passed on.
    company_id BLOB REFERENCES companies (id),
    -- Whose credit it is kept as.
    debtor_id BLOB REFERENCES debtors (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    by_user BLOB NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    undone_at INTEGER,
    CHECK ((receivable_id IS NULL) = (debtor_id IS NOT NULL)),
    CHECK (company_id IS NULL OR debtor_id IS NULL)
);
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;
