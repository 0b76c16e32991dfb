-- What the owners paid in and a statement told: booked by an entry that two people see to.
ALTER TABLE allocations ADD COLUMN entry_id UUID REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE allocations DROP CONSTRAINT allocations_target;
ALTER TABLE allocations ADD CONSTRAINT allocations_target CHECK (
    num_nonnulls(receivable_id, debtor_id, payout_id, entry_id) = 1 AND (company_id IS NULL OR receivable_id IS NOT NULL)
);

-- What people book by hand is about itself.
CREATE INDEX ledger_entries_by_hand ON ledger_entries (dated_on, id) WHERE subject = id;
