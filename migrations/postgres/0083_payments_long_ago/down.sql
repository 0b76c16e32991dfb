-- What was long ago waits as what nothing proves.
UPDATE statement_held SET why = 'perhaps_known' WHERE why = 'long_ago';
ALTER TABLE statement_held DROP CONSTRAINT statement_held_why_check;
ALTER TABLE statement_held ADD CONSTRAINT statement_held_why_check
    CHECK (why IN ('perhaps_known', 'altered', 'ahead', 'details_differ', 'unreadable'));
