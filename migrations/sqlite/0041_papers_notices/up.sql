-- What debtors were told in writing of claims that changed hands: made once, and given as it is ever after.
CREATE TABLE notices (
    id BLOB NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    made_on TEXT NOT NULL,
    language TEXT NOT NULL,
    sent_to TEXT NOT NULL,
    -- Of the code that is printed on it.
    code_hash BLOB NOT NULL CONSTRAINT notices_code_hash UNIQUE,
    claims INTEGER NOT NULL,
    -- Where it says to pay, with a space between them.
    ibans TEXT NOT NULL,
    content BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    made_at INTEGER NOT NULL
);
CREATE INDEX notices_debtor ON notices (debtor_id, made_at, id);

-- The claims in them.
CREATE TABLE notice_claims (
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    notice_id BLOB NOT NULL REFERENCES notices (id),
    PRIMARY KEY (receivable_id, notice_id)
);

-- What the debtor of something that was sold was told of it last, or why it was told nothing.
CREATE TABLE told_debtors (
    receivable_id BLOB NOT NULL PRIMARY KEY REFERENCES receivables (id),
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    told TEXT NOT NULL,
    told_on TEXT NOT NULL
);
CREATE INDEX told_debtors_told ON told_debtors (told, debtor_id);
