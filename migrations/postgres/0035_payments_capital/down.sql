DROP INDEX ledger_entries_by_hand;

DELETE FROM allocations WHERE entry_id IS NOT NULL;
ALTER TABLE allocations DROP CONSTRAINT allocations_target;
ALTER TABLE allocations DROP COLUMN entry_id;
ALTER TABLE allocations ADD CONSTRAINT allocations_target CHECK (
    num_nonnulls(receivable_id, debtor_id, payout_id) = 1 AND (company_id IS NULL OR receivable_id IS NOT NULL)
);
