-- What banks say of the house's accounts.
CREATE TABLE statements (
    id UUID NOT NULL PRIMARY KEY,
    -- Of the file, and which of its statements it is.
    sha256 BYTEA NOT NULL,
    place INTEGER NOT NULL,
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    name TEXT NOT NULL,
    opened_on DATE,
    opening BIGINT,
    closed_on DATE,
    closing BIGINT,
    lines INTEGER NOT NULL,
    -- How many of the lines were gone through.
    taken INTEGER NOT NULL CHECK (taken >= 0 AND taken <= lines),
    imported_by UUID NOT NULL REFERENCES users (id),
    imported_at TIMESTAMPTZ NOT NULL,
    UNIQUE (sha256, place),
    CHECK ((opened_on IS NULL) = (opening IS NULL)),
    CHECK ((closed_on IS NULL) = (closing IS NULL))
);

-- Each line once, in however many files it stands.
CREATE TABLE statement_lines (
    id UUID NOT NULL PRIMARY KEY,
    statement_id UUID NOT NULL REFERENCES statements (id),
    place INTEGER NOT NULL,
    key BYTEA NOT NULL UNIQUE,
    booked_on DATE NOT NULL,
    value_on DATE NOT NULL,
    -- Above zero where money came in.
    amount BIGINT NOT NULL CHECK (amount <> 0),
    currency TEXT NOT NULL,
    other_name TEXT,
    other_iban TEXT,
    text TEXT,
    -- Ids that we or others gave it, as JSON.
    names TEXT NOT NULL,
    returned TEXT,
    is_charge BOOLEAN NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('receipt', 'executed', 'returned', 'charge', 'noted', 'open')),
    -- The receipt, the payout or the batch it is.
    about_id UUID
);
CREATE INDEX statement_lines_statement ON statement_lines (statement_id, id);
CREATE INDEX statement_lines_open ON statement_lines (id) WHERE outcome = 'open';
CREATE INDEX statement_lines_about ON statement_lines (about_id) WHERE about_id IS NOT NULL;

-- What the bank answered to an order, by payout; the account it was to go to, whose payee may have been checked.
CREATE TABLE bank_answers (
    payout_id UUID NOT NULL PRIMARY KEY REFERENCES payouts (id),
    iban TEXT,
    standing TEXT CHECK (standing IN ('accepted', 'pending', 'rejected')),
    payee_check TEXT CHECK (payee_check IN ('match', 'close_match', 'no_match', 'not_possible')),
    reason TEXT,
    answered_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX bank_answers_checked ON bank_answers (iban, answered_at) WHERE payee_check IS NOT NULL;

-- What was entered by hand may stand on a statement later; what an account paid before tells whose it is.
CREATE INDEX receipts_booked ON receipts (booked_on, id);
CREATE INDEX receipts_payer ON receipts (payer_iban, id) WHERE payer_iban IS NOT NULL;
