-- It was a deduction like any other.
UPDATE receivable_facts SET kind = 'deducted' WHERE kind = 'cash_discount';
CREATE TABLE new_receivable_facts (
    id BLOB NOT NULL PRIMARY KEY,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    -- Among those of its receivable that stand, counted from 1.
    place INTEGER NOT NULL CHECK (place > 0),
    kind TEXT NOT NULL,
    happened_on TEXT NOT NULL,
    value_on TEXT,
    due_on TEXT,
    amount INTEGER,
    money_from TEXT,
    loss_cause TEXT,
    -- The receipt or the payout that it came of.
    cause BLOB,
    by_user BLOB REFERENCES users (id),
    at INTEGER NOT NULL,
    taken_back BOOLEAN NOT NULL,
    CHECK ((kind = 'received') = (value_on IS NOT NULL AND money_from IS NOT NULL)),
    CHECK ((kind IN ('received', 'credited', 'deducted', 'paid_to_seller')) = (amount IS NOT NULL)),
    CHECK ((kind = 'extended') = (due_on IS NOT NULL)),
    CHECK ((kind = 'written_off') = (loss_cause IS NOT NULL))
);
INSERT INTO new_receivable_facts SELECT * FROM receivable_facts;
DROP TABLE receivable_facts;
ALTER TABLE new_receivable_facts RENAME TO receivable_facts;
CREATE UNIQUE INDEX receivable_facts_place ON receivable_facts (receivable_id, place) WHERE NOT taken_back;
