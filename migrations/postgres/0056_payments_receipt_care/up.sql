-- What people noted of a receipt. It stays as it was written.
CREATE TABLE receipt_notes (
    id UUID NOT NULL PRIMARY KEY,
    receipt_id UUID NOT NULL REFERENCES receipts (id),
    text TEXT NOT NULL CHECK (text <> ''),
    noted_by UUID NOT NULL REFERENCES users (id),
    noted_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX receipt_notes_receipt ON receipt_notes (receipt_id);

-- Who looks after a receipt; no row while nobody does.
CREATE TABLE receipt_owners (
    receipt_id UUID NOT NULL PRIMARY KEY REFERENCES receipts (id),
    owner_id UUID NOT NULL REFERENCES users (id)
);
