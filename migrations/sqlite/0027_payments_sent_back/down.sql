-- What went back is told by the ledger alone from here on.
CREATE TABLE payouts_old (
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
    replaces BLOB UNIQUE REFERENCES payouts_old (id),
    CHECK ((status IN ('due', 'cancelled')) = (released_at IS NULL)),
    CHECK ((status = 'returned') = (returned_on IS NOT NULL))
);
INSERT INTO payouts_old
    SELECT id, company_id, receivable_id, purpose, currency, gross, due_on, status, batch_id, released_by, released_at, released_on, set_off, account, executed_on,
        returned_on, return_reason, replaces
    FROM payouts WHERE receipt_id IS NULL;

CREATE TABLE allocations_old (
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
INSERT INTO allocations_old SELECT id, receipt_id, receivable_id, company_id, debtor_id, amount, by_user, at, undone_at FROM allocations WHERE payout_id IS NULL;

DROP TABLE allocations;
DROP TABLE payouts;
ALTER TABLE payouts_old RENAME TO payouts;
ALTER TABLE allocations_old RENAME TO allocations;
CREATE INDEX payouts_status ON payouts (status, id);
CREATE INDEX payouts_company ON payouts (company_id, id);
CREATE INDEX payouts_receivable ON payouts (receivable_id, id);
CREATE INDEX payouts_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;

ALTER TABLE receipts DROP COLUMN sent_back;
