-- What somebody was reminded of, as days from the due date: of each day once for a due date.
CREATE TABLE end_of_day_reminders (
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    due_on TEXT NOT NULL,
    days INTEGER NOT NULL CHECK (days <> 0),
    sent_on TEXT NOT NULL,
    PRIMARY KEY (receivable_id, due_on, days)
);
-- Buyers of programmes were told five days before, and that stood among the tasks.
INSERT INTO end_of_day_reminders (receivable_id, due_on, days, sent_on)
SELECT receivable_id, due_on, -5, raised_on FROM end_of_day_tasks WHERE kind = 'payment_notice';
DELETE FROM end_of_day_tasks WHERE kind = 'payment_notice';
