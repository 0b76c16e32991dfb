DROP TABLE end_of_day_results;
DROP TABLE end_of_day_reminders;
DROP TABLE end_of_day_positions;
DROP TABLE end_of_day_tasks;
DROP TABLE end_of_day_steps;
DROP TABLE end_of_days;
