-- The end of each business date: how far it is, and what it wrote down.
CREATE TABLE end_of_days (
    business_date DATE NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL CHECK (version > 0),
    state TEXT NOT NULL CHECK (state IN ('running', 'failed', 'done')),
    started_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX end_of_days_unfinished ON end_of_days (business_date) WHERE state <> 'done';

CREATE TABLE end_of_day_steps (
    business_date DATE NOT NULL REFERENCES end_of_days (business_date),
    step TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'failed', 'done')),
    -- Where it goes on: behind this one.
    after_id UUID,
    seen BIGINT NOT NULL CHECK (seen >= 0),
    changed BIGINT NOT NULL CHECK (changed >= 0),
    failures BIGINT NOT NULL CHECK (failures >= 0),
    failure TEXT,
    failure_about TEXT,
    ended_at TIMESTAMPTZ,
    PRIMARY KEY (business_date, step),
    CHECK ((failure IS NOT NULL) = (state = 'failed')),
    CHECK ((ended_at IS NULL) = (state = 'open'))
);

-- What is to be seen to: of each kind once for a due date.
CREATE TABLE end_of_day_tasks (
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    kind TEXT NOT NULL,
    due_on DATE NOT NULL,
    raised_on DATE NOT NULL,
    PRIMARY KEY (receivable_id, kind, due_on)
);
CREATE INDEX end_of_day_tasks_raised ON end_of_day_tasks (raised_on, receivable_id, kind);

-- What is paid out and not at its end, at the end of each day.
CREATE TABLE end_of_day_positions (
    business_date DATE NOT NULL,
    facility_id UUID NOT NULL REFERENCES facilities (id),
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    bucket TEXT NOT NULL,
    receivables BIGINT NOT NULL CHECK (receivables > 0),
    open BIGINT NOT NULL,
    out BIGINT NOT NULL,
    reserve BIGINT NOT NULL,
    PRIMARY KEY (business_date, facility_id, debtor_id, currency, bucket)
);

-- What a person was reminded of, as days from the due date: of each day once for a due date.
CREATE TABLE end_of_day_reminders (
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    due_on DATE NOT NULL,
    days BIGINT NOT NULL CHECK (days <> 0),
    sent_on DATE NOT NULL,
    PRIMARY KEY (receivable_id, due_on, days)
);
-- What is told of a day is read once all of it is written.
CREATE INDEX end_of_day_reminders_sent_on ON end_of_day_reminders (sent_on, receivable_id);

-- What the end of a day made of receivables, for the mails that tell of the day.
CREATE TABLE end_of_day_results (
    business_date DATE NOT NULL,
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    kind TEXT NOT NULL,
    PRIMARY KEY (business_date, receivable_id)
);
