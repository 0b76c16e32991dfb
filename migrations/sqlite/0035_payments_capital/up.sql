-- What the owners paid in and a statement told: booked by an entry that two people see to. SQLite changes no checks: the table is built anew.
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
    payout_id BLOB REFERENCES payouts (id),
    -- As which entry it was booked by hand.
    entry_id BLOB REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK ((receivable_id IS NOT NULL) + (debtor_id IS NOT NULL) + (payout_id IS NOT NULL) + (entry_id IS NOT NULL) = 1),
    CHECK (company_id IS NULL OR receivable_id IS NOT NULL)
);
INSERT INTO allocations_new
    SELECT id, receipt_id, receivable_id, company_id, debtor_id, amount, by_user, at, undone_at, payout_id, NULL FROM allocations;
DROP TABLE allocations;
ALTER TABLE allocations_new RENAME TO allocations;
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;

-- What people book by hand is about itself.
CREATE INDEX ledger_entries_by_hand ON ledger_entries (dated_on, id) WHERE subject = id;
