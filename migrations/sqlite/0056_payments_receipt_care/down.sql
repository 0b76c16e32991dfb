DROP TABLE receipt_owners;
DROP TABLE receipt_notes;
