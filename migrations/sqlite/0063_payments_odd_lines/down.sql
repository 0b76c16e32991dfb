CREATE TABLE old_statement_held (
    id BLOB NOT NULL PRIMARY KEY,
    statement_id BLOB NOT NULL REFERENCES statements (id),
    place INTEGER NOT NULL,
    currency TEXT NOT NULL,
    entry INTEGER NOT NULL,
    entry_amount INTEGER NOT NULL,
    reference TEXT,
    -- Where it stands in the file, and what of it cannot be read.
    at_line INTEGER NOT NULL,
    what TEXT,
    booked_on TEXT,
    -- What is told of it, as JSON; none where it cannot be read.
    line TEXT,
    balance_from INTEGER,
    balance_to INTEGER,
    why TEXT NOT NULL CHECK (why IN ('perhaps_known', 'altered', 'ahead', 'details_differ', 'unreadable')),
    perhaps_id BLOB,
    was INTEGER,
    decision TEXT CHECK (decision IN ('new', 'known')),
    decided_by BLOB REFERENCES users (id),
    decided_at INTEGER,
    UNIQUE (statement_id, place),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CHECK ((balance_from IS NULL) = (balance_to IS NULL)),
    CHECK ((booked_on IS NULL) = (line IS NULL))
);
-- What was set aside is known, as it was before there was another word for it.
INSERT INTO old_statement_held
    SELECT id, statement_id, place, currency, entry, entry_amount, reference, at_line, what, booked_on, line, balance_from, balance_to, why,
        perhaps_id, was, CASE WHEN decision = 'set_aside' THEN 'known' ELSE decision END, decided_by, decided_at
    FROM statement_held;
DROP TABLE statement_held;
ALTER TABLE old_statement_held RENAME TO statement_held;
CREATE INDEX statement_held_waits ON statement_held (id) WHERE decision IS NULL;
DROP INDEX statements_content;
ALTER TABLE statements DROP COLUMN content;
ALTER TABLE statements DROP COLUMN sequence;
