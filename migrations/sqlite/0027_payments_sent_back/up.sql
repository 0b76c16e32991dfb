-- Money goes back to whoever paid it: a payout for a receipt instead of a receivable. SQLite changes no columns: tables are built anew.
CREATE TABLE payouts_new (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB REFERENCES companies (id),
    receivable_id BLOB,
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
    replaces BLOB UNIQUE REFERENCES payouts_new (id),
    -- What it goes back for, where it does.
    receipt_id BLOB REFERENCES receipts (id),
    -- Whose credit it was taken from; none where it lay in suspense.
    debtor_id BLOB REFERENCES debtors (id),
    CHECK ((status IN ('due', 'cancelled')) = (released_at IS NULL)),
    CHECK ((status = 'returned') = (returned_on IS NOT NULL)),
    -- A company is paid for a receivable, or a payer gets back what they paid.
    CHECK (
        (company_id IS NULL) = (receivable_id IS NULL)
        AND (company_id IS NULL) = (receipt_id IS NOT NULL)
        AND (receipt_id IS NOT NULL) = (purpose = 'sent_back')
        AND (debtor_id IS NULL OR receipt_id IS NOT NULL)
    )
);
INSERT INTO payouts_new
    SELECT id, company_id, receivable_id, purpose, currency, gross, due_on, status, batch_id, released_by, released_at, released_on, set_off, account, executed_on,
        returned_on, return_reason, replaces,
        NULL, NULL FROM payouts;

CREATE TABLE allocations_new (
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
    -- By which payout it went back.
    payout_id BLOB REFERENCES payouts_new (id),
    CHECK ((receivable_id IS NOT NULL) + (debtor_id IS NOT NULL) + (payout_id IS NOT NULL) = 1),
    CHECK (company_id IS NULL OR receivable_id IS NOT NULL)
);
INSERT INTO allocations_new SELECT id, receipt_id, receivable_id, company_id, debtor_id, amount, by_user, at, undone_at, NULL FROM allocations;

-- Their indexes go with them, and what refers to a table follows its new name.
DROP TABLE allocations;
DROP TABLE payouts;
ALTER TABLE payouts_new RENAME TO payouts;
ALTER TABLE allocations_new RENAME TO allocations;
CREATE INDEX payouts_status ON payouts (status, id);
CREATE INDEX payouts_company ON payouts (company_id, id);
CREATE INDEX payouts_receivable ON payouts (receivable_id, id);
CREATE INDEX payouts_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX payouts_receipt ON payouts (receipt_id, id) WHERE receipt_id IS NOT NULL;
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;

-- What went back of a receipt and did not return: never more than came.
ALTER TABLE receipts ADD COLUMN sent_back INTEGER NOT NULL DEFAULT 0 CHECK (sent_back >= 0 AND sent_back <= amount);
