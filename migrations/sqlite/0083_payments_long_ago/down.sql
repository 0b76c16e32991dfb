-- What was long ago waits as what nothing proves.
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
    -- Whether the balances proved what it is: then there is no decision that a person could take back.
    proven BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (statement_id, place),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CHECK ((balance_from IS NULL) = (balance_to IS NULL)),
    CHECK ((booked_on IS NULL) = (line IS NULL)),
    CHECK (known_as IS NULL OR (decision IS NOT NULL AND decision = 'known')),
    CHECK ((reason IS NOT NULL) = (decision IS NOT NULL AND decision = 'set_aside'))
);
INSERT INTO new_statement_held
    SELECT id, statement_id, place, currency, entry, entry_amount, reference, at_line, what, booked_on, line, balance_from, balance_to, CASE why WHEN 'long_ago' THEN 'perhaps_known' ELSE why END,
        perhaps_id, was, decision, decided_by, decided_at, legible, known_as, reason, proven
    FROM statement_held;
DROP TABLE statement_held;
ALTER TABLE new_statement_held RENAME TO statement_held;
CREATE INDEX statement_held_waits ON statement_held (id) WHERE decision IS NULL;
CREATE INDEX statement_held_known_as ON statement_held (known_as) WHERE known_as IS NOT NULL;
CREATE INDEX statement_held_decided ON statement_held (id) WHERE decision IS NOT NULL AND NOT proven;
CREATE INDEX statement_held_perhaps ON statement_held (perhaps_id) WHERE perhaps_id IS NOT NULL AND decision IS NULL;
-- What a person set aside, by its day.
CREATE INDEX statement_held_day ON statement_held (booked_on);
