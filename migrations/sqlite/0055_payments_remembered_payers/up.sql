-- For which debtor an account or a name pays, as a person found out by matching. Once while it holds.
CREATE TABLE remembered_payers (
    id BLOB NOT NULL PRIMARY KEY,
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    mark TEXT NOT NULL CHECK (mark IN ('account', 'name')),
    value TEXT NOT NULL CHECK (value <> ''),
    remembered_by BLOB NOT NULL REFERENCES users (id),
    remembered_at INTEGER NOT NULL,
    forgotten_by BLOB REFERENCES users (id),
    forgotten_at INTEGER,
    CHECK ((forgotten_by IS NULL) = (forgotten_at IS NULL))
);
CREATE UNIQUE INDEX remembered_payers_once ON remembered_payers (debtor_id, mark, value) WHERE forgotten_at IS NULL;
