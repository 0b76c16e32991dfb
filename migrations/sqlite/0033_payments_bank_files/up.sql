-- Files that ordered batches of payouts from the bank: written once, and given as they are ever after.
CREATE TABLE bank_files (
    batch_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    content TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    written_by BLOB NOT NULL REFERENCES users (id),
    written_at INTEGER NOT NULL,
    PRIMARY KEY (batch_id, currency)
);
