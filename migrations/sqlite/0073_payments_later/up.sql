-- What a statement's readable entries of days after its closing balance come to.
ALTER TABLE statements ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
-- Of statements from before this, as far as their lines count.
UPDATE statements SET later = COALESCE(
    (SELECT SUM(amount) FROM statement_lines WHERE statement_id = statements.id AND booked_on > statements.closed_on), 0
) WHERE closed_on IS NOT NULL;
