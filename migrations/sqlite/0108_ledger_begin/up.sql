CREATE TABLE ledger_entries (
    id BLOB NOT NULL PRIMARY KEY,
    dated_on TEXT NOT NULL,
    booked_at INTEGER NOT NULL,
    event TEXT NOT NULL,
    subject BLOB NOT NULL,
    cause BLOB,
    -- The entry that this one takes back: each is taken back once.
    reverses BLOB REFERENCES ledger_entries (id),
    -- How many postings it has.
    lines SMALLINT NOT NULL CHECK (lines >= 2),
    -- Its place in the chain.
    number BIGINT,
    previous BLOB,
    hash BLOB,
    CONSTRAINT ledger_entries_reverses_key UNIQUE (reverses),
    CONSTRAINT ledger_entries_number_key UNIQUE (number)
);
CREATE INDEX ledger_entries_subject ON ledger_entries (subject, id);
CREATE INDEX ledger_entries_cause ON ledger_entries (cause, id) WHERE cause IS NOT NULL;
-- What people book by hand is about itself.
CREATE INDEX ledger_entries_by_hand ON ledger_entries (dated_on, id) WHERE subject = id;

CREATE TABLE ledger_postings (
    entry_id BLOB NOT NULL REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    line SMALLINT NOT NULL CHECK (typeof(line) = 'integer'),
    -- The account: kind, currency and owner, which is zero for the house.
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    owner_id BLOB NOT NULL,
    receivable_id BLOB,
    -- Debit positive. What is too large for an integer would become a number that is not exact.
    amount BIGINT NOT NULL CHECK (typeof(amount) = 'integer' AND amount <> 0),
    PRIMARY KEY (entry_id, line)
) WITHOUT ROWID;
CREATE INDEX ledger_postings_account ON ledger_postings (kind, currency, owner_id, entry_id, line, amount);

-- What each account holds: kept by the triggers below alone.
CREATE TABLE ledger_balances (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    owner_id BLOB NOT NULL,
    balance BIGINT NOT NULL CHECK (typeof(balance) = 'integer'),
    PRIMARY KEY (kind, currency, owner_id),
    -- The accounts of a receivable never change their sign.
    CONSTRAINT ledger_balances_sign CHECK (CASE kind
        WHEN 'receivables_purchased' THEN balance >= 0
        WHEN 'reserves' THEN balance <= 0
        WHEN 'unearned_discount' THEN balance <= 0
        ELSE 1 END),
    -- Of many who take of the same at once, none takes more than there is.
    CONSTRAINT ledger_balances_enough CHECK (CASE kind
        WHEN 'sellers_owe' THEN balance >= 0
        WHEN 'sellers_payable' THEN balance <= 0
        WHEN 'debtor_credits' THEN balance <= 0
        ELSE 1 END)
) WITHOUT ROWID;

-- Up to which number reports count as of a moment. What is sealed later is not known at that moment any more.
CREATE TABLE ledger_horizons (
    known_at INTEGER NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- What of a company's accounts is about which receivable, and what a debtor owes of refunds: kept by the trigger below
-- alone. No share is ever taken below its floor, so of many who set off, pay or give up a debt at the same time one does.
CREATE TABLE ledger_shares (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    owner_id BLOB NOT NULL,
    -- Zero where the account is about no receivable.
    receivable_id BLOB NOT NULL,
    -- What the account is there to hold: of what is owned, debit; of what is owed, credit.
    held BIGINT NOT NULL CHECK (typeof(held) = 'integer'),
    floor BIGINT NOT NULL DEFAULT 0 CHECK (floor <= 0),
    PRIMARY KEY (kind, currency, owner_id, receivable_id),
    CONSTRAINT ledger_shares_enough CHECK (held >= floor)
) WITHOUT ROWID;

CREATE TRIGGER ledger_entries_new BEFORE INSERT ON ledger_entries
    WHEN (NEW.number IS NULL) + (NEW.previous IS NULL) + (NEW.hash IS NULL) NOT IN (0, 3)
        OR EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.id OR number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;

CREATE TRIGGER ledger_entries_whole BEFORE INSERT ON ledger_entries
    WHEN (SELECT count(*) IS NOT NEW.lines OR min(line) IS NOT 1 OR max(line) IS NOT NEW.lines
            FROM ledger_postings WHERE entry_id = NEW.id)
        OR EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = NEW.id GROUP BY currency HAVING sum(amount) <> 0)
    BEGIN SELECT RAISE(ABORT, 'an entry of the ledger does not add up'); END;

CREATE TRIGGER ledger_entries_reversal BEFORE INSERT ON ledger_entries
    WHEN NEW.reverses IS NOT NULL AND (
        NEW.lines IS NOT (SELECT lines FROM ledger_entries WHERE id = NEW.reverses)
        OR EXISTS (
            SELECT 1 FROM ledger_postings AS one
            LEFT JOIN ledger_postings AS other ON other.entry_id = NEW.id AND other.line = one.line AND other.kind = one.kind
                AND other.currency = one.currency AND other.owner_id = one.owner_id
                AND other.receivable_id IS one.receivable_id AND other.amount = -one.amount
            WHERE one.entry_id = NEW.reverses AND other.line IS NULL))
    BEGIN SELECT RAISE(ABORT, 'an entry of the ledger takes back something else'); END;

-- The one change there may be to an entry: its place, once.
CREATE TRIGGER ledger_entries_sealed_once BEFORE UPDATE ON ledger_entries
    WHEN OLD.number IS NOT NULL OR OLD.previous IS NOT NULL OR OLD.hash IS NOT NULL
        OR NEW.number IS NULL OR NEW.previous IS NULL OR NEW.hash IS NULL
        OR EXISTS (SELECT 1 FROM ledger_entries WHERE number = NEW.number)
        OR NEW.id IS NOT OLD.id OR NEW.dated_on IS NOT OLD.dated_on OR NEW.booked_at IS NOT OLD.booked_at
        OR NEW.event IS NOT OLD.event OR NEW.subject IS NOT OLD.subject OR NEW.cause IS NOT OLD.cause
        OR NEW.reverses IS NOT OLD.reverses OR NEW.lines IS NOT OLD.lines
    BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;

CREATE TRIGGER ledger_postings_new BEFORE INSERT ON ledger_postings
    WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id)
        OR EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = NEW.entry_id AND line = NEW.line)
    BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;

CREATE TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings
    BEGIN
        INSERT INTO ledger_balances (kind, currency, owner_id, balance) VALUES (NEW.kind, NEW.currency, NEW.owner_id, 0)
            ON CONFLICT DO NOTHING;
        UPDATE ledger_balances SET balance = balance + NEW.amount
            WHERE kind = NEW.kind AND currency = NEW.currency AND owner_id = NEW.owner_id;
    END;

CREATE TRIGGER ledger_postings_no_update BEFORE UPDATE ON ledger_postings
    BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;

CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON ledger_postings
    BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;

CREATE TRIGGER ledger_postings_share AFTER INSERT ON ledger_postings
    WHEN NEW.kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates', 'debtors_owe')
    BEGIN
        INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held)
            VALUES (NEW.kind, NEW.currency, NEW.owner_id, coalesce(NEW.receivable_id, zeroblob(16)), 0)
            ON CONFLICT DO NOTHING;
        UPDATE ledger_shares SET held = held + CASE WHEN NEW.kind IN ('sellers_owe', 'debtors_owe') THEN NEW.amount ELSE -NEW.amount END
            WHERE kind = NEW.kind AND currency = NEW.currency AND owner_id = NEW.owner_id
                AND receivable_id = coalesce(NEW.receivable_id, zeroblob(16));
    END;

CREATE TRIGGER ledger_balances_no_delete BEFORE DELETE ON ledger_balances
    BEGIN SELECT RAISE(ABORT, 'ledger_balances is append-only'); END;

-- As long as no entry is sealed, the last horizon moves on.
CREATE TRIGGER ledger_horizons_forward BEFORE UPDATE ON ledger_horizons
    WHEN NEW.number IS NOT OLD.number OR NEW.known_at < OLD.known_at
    BEGIN SELECT RAISE(ABORT, 'ledger_horizons is append-only'); END;

CREATE TRIGGER ledger_horizons_no_delete BEFORE DELETE ON ledger_horizons
    BEGIN SELECT RAISE(ABORT, 'ledger_horizons is append-only'); END;

CREATE TRIGGER ledger_shares_no_delete BEFORE DELETE ON ledger_shares
    BEGIN SELECT RAISE(ABORT, 'ledger_shares is append-only'); END;
