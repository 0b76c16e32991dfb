-- The payouts whose release waits for a second person: each is in one proposal at a time.
CREATE TABLE waiting_payouts (
    payout UUID NOT NULL PRIMARY KEY,
    approval UUID NOT NULL REFERENCES approvals (id)
);
CREATE INDEX waiting_payouts_approval ON waiting_payouts (approval);

-- What was confirmed last in a session, beside when: it counts for that act alone.
ALTER TABLE sessions ADD COLUMN confirmed_act BYTEA;
