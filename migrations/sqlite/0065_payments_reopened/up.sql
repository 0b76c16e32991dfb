-- Whether the closing balance leaves out the lines of days after it.
ALTER TABLE statements ADD COLUMN excludes_later BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether the balances proved what a line is: then there is no decision that a person could take back.
ALTER TABLE statement_held ADD COLUMN proven BOOLEAN NOT NULL DEFAULT FALSE;
-- Of what was decided before, only these are sure to be a person's.
UPDATE statement_held SET proven = TRUE
    WHERE decision IN ('new', 'known') AND known_as IS NULL AND why IN ('perhaps_known', 'altered', 'ahead');
CREATE INDEX statement_held_decided ON statement_held (id) WHERE decision IS NOT NULL AND NOT proven;
CREATE INDEX statement_held_perhaps ON statement_held (perhaps_id) WHERE perhaps_id IS NOT NULL AND decision IS NULL;
-- What a person set aside, by its day.
CREATE INDEX statement_held_day ON statement_held (booked_on);
