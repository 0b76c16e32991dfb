-- Money goes back to whoever paid it: a payout for a receipt instead of a receivable.
ALTER TABLE payouts ALTER COLUMN company_id DROP NOT NULL;
ALTER TABLE payouts ALTER COLUMN receivable_id DROP NOT NULL;
ALTER TABLE payouts ADD COLUMN receipt_id UUID REFERENCES receipts (id);
-- Whose credit it was taken from; none where it lay in suspense.
ALTER TABLE payouts ADD COLUMN debtor_id UUID REFERENCES debtors (id);
-- A company is paid for a receivable, or a payer gets back what they paid.
ALTER TABLE payouts ADD CONSTRAINT payouts_payee CHECK (
    (company_id IS NULL) = (receivable_id IS NULL)
    AND (company_id IS NULL) = (receipt_id IS NOT NULL)
    AND (receipt_id IS NOT NULL) = (purpose = 'sent_back')
    AND (debtor_id IS NULL OR receipt_id IS NOT NULL)
);
CREATE INDEX payouts_receipt ON payouts (receipt_id, id) WHERE receipt_id IS NOT NULL;

-- What went back of a receipt and did not return: never more than came.
ALTER TABLE receipts ADD COLUMN sent_back BIGINT NOT NULL DEFAULT 0 CHECK (sent_back >= 0 AND sent_back <= amount);

-- By which payout a part went back.
ALTER TABLE allocations ADD COLUMN payout_id UUID REFERENCES payouts (id);
ALTER TABLE allocations DROP CONSTRAINT allocations_check;
ALTER TABLE allocations ADD CONSTRAINT allocations_target CHECK (
    num_nonnulls(receivable_id, debtor_id, payout_id) = 1 AND (company_id IS NULL OR receivable_id IS NOT NULL)
);
