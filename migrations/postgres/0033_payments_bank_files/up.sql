-- Files that ordered batches of payouts from the bank: written once, and given as they are ever after.
CREATE TABLE bank_files (
    batch_id UUID NOT NULL,
    currency TEXT NOT NULL,
    content TEXT NOT NULL,
    sha256 BYTEA NOT NULL,
    written_by UUID NOT NULL REFERENCES users (id),
    written_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (batch_id, currency)
);
