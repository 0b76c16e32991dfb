DROP INDEX receipts_suspense;
DROP INDEX payouts_due;
DROP INDEX receivables_out;
