-- Facts that an earlier release booked: their entries follow the rules of then. A programme's receivable that was written off was charged
-- nothing for being late.
ALTER TABLE receivable_facts ADD COLUMN booked_before BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE receivable_facts SET booked_before = TRUE;
