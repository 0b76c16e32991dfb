-- What went back is told by the ledger alone from here on.
DELETE FROM allocations WHERE payout_id IS NOT NULL;
DELETE FROM payouts WHERE receipt_id IS NOT NULL;
ALTER TABLE allocations DROP CONSTRAINT allocations_target;
ALTER TABLE allocations DROP COLUMN payout_id;
ALTER TABLE allocations ADD CONSTRAINT allocations_check CHECK ((receivable_id IS NULL) = (debtor_id IS NOT NULL));
ALTER TABLE receipts DROP COLUMN sent_back;
ALTER TABLE payouts DROP CONSTRAINT payouts_payee;
ALTER TABLE payouts DROP COLUMN debtor_id;
ALTER TABLE payouts DROP COLUMN receipt_id;
ALTER TABLE payouts ALTER COLUMN receivable_id SET NOT NULL;
ALTER TABLE payouts ALTER COLUMN company_id SET NOT NULL;
