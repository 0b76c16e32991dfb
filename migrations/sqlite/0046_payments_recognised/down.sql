UPDATE payouts SET return_reason = 'Returned by the bank' WHERE returned_on IS NOT NULL AND return_reason IS NULL;

ALTER TABLE allocations DROP COLUMN quoted;
ALTER TABLE allocations DROP COLUMN recognised_by;
