-- The number the bank gives a statement among those of its account, and what a statement says whose entries cannot all be read.
ALTER TABLE statements ADD COLUMN sequence BIGINT;
ALTER TABLE statements ADD COLUMN content BYTEA;
CREATE INDEX statements_content ON statements (content) WHERE content IS NOT NULL;

-- A line that waits can be set aside, is known as another line, and shows what of it was read.
ALTER TABLE statement_held DROP CONSTRAINT statement_held_decision_check;
-- What was read of one that cannot be read, as JSON.
ALTER TABLE statement_held ADD COLUMN legible TEXT;
-- The line it is known as, where a person said so.
ALTER TABLE statement_held ADD COLUMN known_as UUID REFERENCES statement_lines (id);
-- Why it was set aside.
ALTER TABLE statement_held ADD COLUMN reason TEXT;
ALTER TABLE statement_held ADD CONSTRAINT statement_held_decision_check CHECK (decision IN ('new', 'known', 'set_aside'));
ALTER TABLE statement_held ADD CONSTRAINT statement_held_known_as_check
    CHECK (known_as IS NULL OR (decision IS NOT NULL AND decision = 'known'));
ALTER TABLE statement_held ADD CONSTRAINT statement_held_reason_check
    CHECK ((reason IS NOT NULL) = (decision IS NOT NULL AND decision = 'set_aside'));
CREATE INDEX statement_held_known_as ON statement_held (known_as) WHERE known_as IS NOT NULL;
