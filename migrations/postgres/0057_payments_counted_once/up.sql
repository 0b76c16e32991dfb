-- Which entry of its statement a line is a part of; none of those kept before.
ALTER TABLE statement_lines ADD COLUMN entry INTEGER;
ALTER TABLE statement_lines ADD COLUMN entry_amount BIGINT;
ALTER TABLE statement_lines ADD COLUMN reference TEXT;
-- An entry is weighed against all of its account's day.
CREATE INDEX statement_lines_booked ON statement_lines (booked_on, currency);

-- By how much the closing balance is above what the readable entries make of the opening one.
ALTER TABLE statements ADD COLUMN differs BIGINT NOT NULL DEFAULT 0;

-- How often something of an account was written that was weighed against all that was known of it.
CREATE TABLE statement_accounts (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    moves BIGINT NOT NULL,
    PRIMARY KEY (account, currency)
);

-- What a statement that was taken whole proves of a day: its balances, and those of all that is known with it without a gap.
CREATE TABLE statement_days (
    statement_id UUID NOT NULL REFERENCES statements (id),
    told_on DATE NOT NULL,
    balance_from BIGINT NOT NULL,
    balance_to BIGINT NOT NULL,
    stretch_id UUID NOT NULL,
    opening BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    PRIMARY KEY (statement_id, told_on)
);
CREATE INDEX statement_days_stretch ON statement_days (told_on, stretch_id);

-- Lines that wait for a decision, or waited: they are not in the books.
CREATE TABLE statement_held (
    id UUID NOT NULL PRIMARY KEY,
    statement_id UUID NOT NULL REFERENCES statements (id),
    place INTEGER NOT NULL,
    currency TEXT NOT NULL,
    entry INTEGER NOT NULL,
    entry_amount BIGINT NOT NULL,
    reference TEXT,
    -- Where it stands in the file, and what of it cannot be read.
    at_line INTEGER NOT NULL,
    what TEXT,
    booked_on DATE,
    -- What is told of it, as JSON; none where it cannot be read.
    line TEXT,
    balance_from BIGINT,
    balance_to BIGINT,
    why TEXT NOT NULL CHECK (why IN ('perhaps_known', 'altered', 'ahead', 'details_differ', 'unreadable')),
    perhaps_id UUID,
    was BIGINT,
    decision TEXT CHECK (decision IN ('new', 'known')),
    decided_by UUID REFERENCES users (id),
    decided_at TIMESTAMPTZ,
    UNIQUE (statement_id, place),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CHECK ((balance_from IS NULL) = (balance_to IS NULL)),
    CHECK ((booked_on IS NULL) = (line IS NULL))
);
CREATE INDEX statement_held_waits ON statement_held (id) WHERE decision IS NULL;
