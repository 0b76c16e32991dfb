-- The number the bank gives a statement among those of its account, and what a statement says whose entries cannot all be read.
ALTER TABLE statements ADD COLUMN sequence INTEGER;
ALTER TABLE statements ADD COLUMN content BLOB;
CREATE INDEX statements_content ON statements (content) WHERE content IS NOT NULL;

-- A line that waits can be set aside, is known as another line, and shows what of it was read.
CREATE TABLE new_statement_held (
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
    decision TEXT CHECK (decision IN ('new', 'known', 'set_aside')),
    decided_by BLOB REFERENCES users (id),
    decided_at INTEGER,
    -- What was read of one that cannot be read, as JSON.
    legible TEXT,
    -- The line it is known as, where a person said so.
    known_as BLOB REFERENCES statement_lines (id),
    -- Why it was set aside.
    reason TEXT,
    UNIQUE (statement_id, place),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CHECK ((balance_from IS NULL) = (balance_to IS NULL)),
    CHECK ((booked_on IS NULL) = (line IS NULL)),
    CHECK (known_as IS NULL OR (decision IS NOT NULL AND decision = 'known')),
    CHECK ((reason IS NOT NULL) = (decision IS NOT NULL AND decision = 'set_aside'))
);
INSERT INTO new_statement_held
    SELECT id, statement_id, place, currency, entry, entry_amount, reference, at_line, what, booked_on, line, balance_from, balance_to, why,
        perhaps_id, was, decision, decided_by, decided_at, NULL, NULL, NULL
    FROM statement_held;
DROP TABLE statement_held;
ALTER TABLE new_statement_held RENAME TO statement_held;
CREATE INDEX statement_held_waits ON statement_held (id) WHERE decision IS NULL;
CREATE INDEX statement_held_known_as ON statement_held (known_as) WHERE known_as IS NOT NULL;
