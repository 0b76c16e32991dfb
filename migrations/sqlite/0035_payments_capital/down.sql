DROP INDEX ledger_entries_by_hand;

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
    -- By which payout it went back.
    payout_id BLOB REFERENCES payouts (id),
    CHECK ((receivable_id IS NOT NULL) + (debtor_id IS NOT NULL) + (payout_id IS NOT NULL) = 1),
    CHECK (company_id IS NULL OR receivable_id IS NOT NULL)
);
INSERT INTO allocations_old
    SELECT id, receipt_id, receivable_id, company_id, debtor_id, amount, by_user, at, undone_at, payout_id FROM allocations WHERE entry_id IS NULL;
DROP TABLE allocations;
ALTER TABLE allocations_old RENAME TO allocations;
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;
