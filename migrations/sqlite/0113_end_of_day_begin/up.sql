-- The end of each business date: how far it is, and what it wrote down.
CREATE TABLE end_of_days (
    business_date TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT NOT NULL CHECK (state IN ('running', 'failed', 'done')),
    started_at INTEGER NOT NULL
);
CREATE INDEX end_of_days_unfinished ON end_of_days (business_date) WHERE state <> 'done';

CREATE TABLE end_of_day_steps (
    business_date TEXT NOT NULL REFERENCES end_of_days (business_date),
    step TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'failed', 'done')),
    -- Where it goes on: behind this one.
    after_id BLOB,
    seen INTEGER NOT NULL CHECK (seen >= 0),
    changed INTEGER NOT NULL CHECK (changed >= 0),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    failure TEXT,
    failure_about TEXT,
    ended_at INTEGER,
    PRIMARY KEY (business_date, step),
    CHECK ((failure IS NOT NULL) = (state = 'failed')),
    CHECK ((ended_at IS NULL) = (state = 'open'))
);

-- What is to be seen to: of each kind once for a due date.
CREATE TABLE end_of_day_tasks (
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    kind TEXT NOT NULL,
    due_on TEXT NOT NULL,
    raised_on TEXT NOT NULL,
    PRIMARY KEY (receivable_id, kind, due_on)
);
CREATE INDEX end_of_day_tasks_raised ON end_of_day_tasks (raised_on, receivable_id, kind);

-- What is paid out and not at its end, at the end of each day.
CREATE TABLE end_of_day_positions (
    business_date TEXT NOT NULL,
    facility_id BLOB NOT NULL REFERENCES facilities (id),
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    bucket TEXT NOT NULL,
    receivables INTEGER NOT NULL CHECK (receivables > 0),
    open INTEGER NOT NULL,
    out INTEGER NOT NULL,
    reserve INTEGER NOT NULL,
    PRIMARY KEY (business_date, facility_id, debtor_id, currency, bucket)
);

-- What a person was reminded of, as days from the due date: of each day once for a due date.
CREATE TABLE end_of_day_reminders (
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    due_on TEXT NOT NULL,
    days INTEGER NOT NULL CHECK (days <> 0),
    sent_on TEXT NOT NULL,
    PRIMARY KEY (receivable_id, due_on, days)
);
-- What is told of a day is read once all of it is written.
CREATE INDEX end_of_day_reminders_sent_on ON end_of_day_reminders (sent_on, receivable_id);

-- What the end of a day made of receivables, for the mails that tell of the day.
CREATE TABLE end_of_day_results (
    business_date TEXT NOT NULL,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    kind TEXT NOT NULL,
    PRIMARY KEY (business_date, receivable_id)
);
