-- What the end of a day made of receivables, for the mails that tell of the day.
CREATE TABLE end_of_day_results (
    business_date TEXT NOT NULL,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    kind TEXT NOT NULL,
    PRIMARY KEY (business_date, receivable_id)
);
