INSERT INTO end_of_day_tasks (receivable_id, kind, due_on, raised_on)
SELECT receivable_id, 'payment_notice', due_on, min(sent_on) FROM end_of_day_reminders WHERE days < 0 GROUP BY receivable_id, due_on;
DROP TABLE end_of_day_reminders;
