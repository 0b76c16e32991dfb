DROP TABLE allocations;
DROP TABLE receipts;
DROP TABLE payouts;
