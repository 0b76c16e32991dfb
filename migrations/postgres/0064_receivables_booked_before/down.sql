ALTER TABLE receivable_facts DROP COLUMN booked_before;
