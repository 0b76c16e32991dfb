DROP TABLE end_of_day_results;
