-- By what a part of a receipt was recognised that was booked by itself, and what the payer quoted. Of earlier ones nobody knows.
ALTER TABLE allocations ADD COLUMN recognised_by TEXT CHECK (recognised_by IN ('reference', 'invoice_numbers', 'amount'));
ALTER TABLE allocations ADD COLUMN quoted TEXT;

-- Where the bank gave no reason, none is kept: these were words of ours.
UPDATE payouts SET return_reason = NULL WHERE return_reason IN ('Returned by the bank', 'Rejected by the bank');
