-- What is told of a day is read once all of it is written.
CREATE INDEX end_of_day_reminders_sent_on ON end_of_day_reminders (sent_on, receivable_id);
