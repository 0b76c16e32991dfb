-- A line that is booked long ago waits for a person.
ALTER TABLE statement_held DROP CONSTRAINT statement_held_why_check;
ALTER TABLE statement_held ADD CONSTRAINT statement_held_why_check
    CHECK (why IN ('perhaps_known', 'altered', 'ahead', 'long_ago', 'details_differ', 'unreadable'));
