CREATE TABLE ledger_entries (
    id UUID NOT NULL PRIMARY KEY,
    dated_on DATE NOT NULL,
    booked_at TIMESTAMPTZ NOT NULL,
    event TEXT NOT NULL,
    subject UUID NOT NULL,
    cause UUID,
    -- The entry that this one takes back: each is taken back once.
    reverses UUID REFERENCES ledger_entries (id),
    -- How many postings it has.
    lines SMALLINT NOT NULL CHECK (lines >= 2),
    -- Its place in the chain, given by the sealer.
    number BIGINT,
    previous BYTEA,
    hash BYTEA,
    -- The order in which entries were written is that in which they are sealed.
    arrival BIGINT GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT ledger_entries_reverses_key UNIQUE (reverses),
    CONSTRAINT ledger_entries_number_key UNIQUE (number),
    CONSTRAINT ledger_entries_sealed_check CHECK ((number IS NULL) = (previous IS NULL) AND (number IS NULL) = (hash IS NULL))
);
-- What people book by hand is about itself.
CREATE INDEX ledger_entries_by_hand ON ledger_entries (dated_on, id) WHERE subject = id;
CREATE INDEX ledger_entries_cause ON ledger_entries (cause, id) WHERE cause IS NOT NULL;
CREATE INDEX ledger_entries_subject ON ledger_entries (subject, id);
CREATE INDEX ledger_entries_unsealed ON ledger_entries (arrival) WHERE number IS NULL;

CREATE TABLE ledger_postings (
    entry_id UUID NOT NULL REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    line SMALLINT NOT NULL,
    -- The account: kind, currency and owner, which is zero for the house.
    kind TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    owner_id UUID NOT NULL,
    receivable_id UUID,
    -- Debit positive.
    amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (entry_id, line)
);
CREATE INDEX ledger_postings_account ON ledger_postings (kind, currency, owner_id, entry_id, line) INCLUDE (amount);

-- What each account holds: kept by the triggers below alone.
CREATE TABLE ledger_balances (
    kind TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    owner_id UUID NOT NULL,
    balance BIGINT NOT NULL,
    PRIMARY KEY (kind, currency, owner_id),
    -- The accounts of a receivable never change their sign.
    CONSTRAINT ledger_balances_sign CHECK (CASE kind
        WHEN 'receivables_purchased' THEN balance >= 0
        WHEN 'reserves' THEN balance <= 0
        WHEN 'unearned_discount' THEN balance <= 0
        ELSE TRUE END),
    -- Of many who take of the same at once, none takes more than there is.
    CONSTRAINT ledger_balances_enough CHECK (CASE kind
        WHEN 'sellers_owe' THEN balance >= 0
        WHEN 'sellers_payable' THEN balance <= 0
        WHEN 'debtor_credits' THEN balance <= 0
        ELSE TRUE END)
);

-- Up to which number reports count as of a moment. What is sealed later is not known at that moment any more.
CREATE TABLE ledger_horizons (
    known_at TIMESTAMPTZ NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- What of a company's accounts is about which receivable, and what a debtor owes of refunds: kept by the trigger below
-- alone. No share is ever taken below its floor, so of many who set off, pay or give up a debt at the same time one does.
CREATE TABLE ledger_shares (
    kind TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    owner_id UUID NOT NULL,
    -- Zero where the account is about no receivable.
    receivable_id UUID NOT NULL,
    -- What the account is there to hold: of what is owned, debit; of what is owed, credit.
    held BIGINT NOT NULL,
    floor BIGINT NOT NULL DEFAULT 0 CHECK (floor <= 0),
    PRIMARY KEY (kind, currency, owner_id, receivable_id),
    CONSTRAINT ledger_shares_enough CHECK (held >= floor)
);

-- Nearly every entry touches an account of the house. Its balances are added up when entries are sealed, by the one sealer, so
-- that no writer waits for another one's commit.
CREATE FUNCTION ledger_balances_of_house() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
BEGIN
    INSERT INTO ledger_balances (kind, currency, owner_id, balance)
        SELECT kind, currency, owner_id, sum(amount)::BIGINT FROM sealed INNER JOIN ledger_postings ON entry_id = sealed.id
        WHERE owner_id = '00000000-0000-0000-0000-000000000000'
        GROUP BY kind, currency, owner_id ORDER BY kind, currency, owner_id
        ON CONFLICT (kind, currency, owner_id) DO UPDATE SET balance = ledger_balances.balance + excluded.balance;
    RETURN NULL;
END
$$;

-- At the commit an entry has all of its postings, they add up to nothing in each currency, and what takes an entry back takes
-- back exactly that.
CREATE FUNCTION ledger_entry_is_whole() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
BEGIN
    IF (SELECT count(*) IS DISTINCT FROM NEW.lines OR min(line) IS DISTINCT FROM 1 OR max(line) IS DISTINCT FROM NEW.lines
            FROM ledger_postings WHERE entry_id = NEW.id)
        OR EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = NEW.id GROUP BY currency HAVING sum(amount) <> 0)
    THEN
        RAISE EXCEPTION 'an entry of the ledger does not add up' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reverses IS NOT NULL AND (
        NEW.lines IS DISTINCT FROM (SELECT lines FROM ledger_entries WHERE id = NEW.reverses)
        OR EXISTS (
            SELECT 1 FROM ledger_postings AS one
            LEFT JOIN ledger_postings AS other ON other.entry_id = NEW.id AND other.line = one.line AND other.kind = one.kind
                AND other.currency = one.currency AND other.owner_id = one.owner_id
                AND other.receivable_id IS NOT DISTINCT FROM one.receivable_id AND other.amount = -one.amount
            WHERE one.entry_id = NEW.reverses AND other.line IS NULL))
    THEN
        RAISE EXCEPTION 'an entry of the ledger takes back something else' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;

-- Adds up what was posted to the accounts of owners, in the transaction of the entry. Rows are locked in the order of the
-- accounts.
CREATE FUNCTION ledger_balances_of_owners() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
    added RECORD;
BEGIN
    FOR added IN
        SELECT kind, currency, owner_id, sum(amount)::BIGINT AS amount FROM posted
        WHERE owner_id <> '00000000-0000-0000-0000-000000000000'
        GROUP BY kind, currency, owner_id ORDER BY kind, currency, owner_id
    LOOP
        INSERT INTO ledger_balances (kind, currency, owner_id, balance) VALUES (added.kind, added.currency, added.owner_id, 0)
            ON CONFLICT DO NOTHING;
        UPDATE ledger_balances SET balance = balance + added.amount
            WHERE kind = added.kind AND currency = added.currency AND owner_id = added.owner_id;
    END LOOP;
    RETURN NULL;
END
$$;

-- Nor is a posting added to an entry later on: the entry says how many it has.
CREATE FUNCTION ledger_posting_is_counted() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
BEGIN
    IF (SELECT lines FROM ledger_entries WHERE id = NEW.entry_id)
        IS DISTINCT FROM (SELECT count(*) FROM ledger_postings WHERE entry_id = NEW.entry_id)
    THEN
        RAISE EXCEPTION 'ledger_postings is append-only' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;

-- The balance of the account is locked before its shares, so those who meet wait there.
CREATE FUNCTION ledger_shares_of_owners() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
    added RECORD;
BEGIN
    FOR added IN
        SELECT kind, currency, owner_id, coalesce(receivable_id, '00000000-0000-0000-0000-000000000000') AS about,
            sum(CASE WHEN kind IN ('sellers_owe', 'debtors_owe') THEN amount ELSE -amount END)::BIGINT AS amount
        FROM posted
        WHERE kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates', 'debtors_owe')
        GROUP BY kind, currency, owner_id, about ORDER BY kind, currency, owner_id, about
    LOOP
        INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held)
            VALUES (added.kind, added.currency, added.owner_id, added.about, 0) ON CONFLICT DO NOTHING;
        UPDATE ledger_shares SET held = held + added.amount
            WHERE kind = added.kind AND currency = added.currency AND owner_id = added.owner_id AND receivable_id = added.about;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER ledger_entries_balance AFTER UPDATE ON ledger_entries REFERENCING NEW TABLE AS sealed
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances_of_house();

-- Places come from the sealer, which adds up the house's balances as well.
CREATE TRIGGER ledger_entries_new BEFORE INSERT ON ledger_entries
    FOR EACH ROW WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION append_only();

CREATE TRIGGER ledger_entries_sealed_once BEFORE UPDATE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION sealed_once();

CREATE CONSTRAINT TRIGGER ledger_entries_whole AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_whole();

CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances_of_owners();

CREATE CONSTRAINT TRIGGER ledger_postings_counted AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_posting_is_counted();

-- Triggers of one kind fire in the order of their names: after the one that adds up balances.
CREATE TRIGGER ledger_postings_share AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_shares_of_owners();

CREATE TRIGGER ledger_balances_append_only BEFORE DELETE OR TRUNCATE ON ledger_balances
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Only inside the triggers above.
CREATE TRIGGER ledger_balances_kept BEFORE INSERT OR UPDATE ON ledger_balances
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION append_only();

CREATE TRIGGER ledger_horizons_append_only BEFORE DELETE OR TRUNCATE ON ledger_horizons
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- As long as no entry is sealed, the last horizon moves on.
CREATE TRIGGER ledger_horizons_forward BEFORE UPDATE ON ledger_horizons
    FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number OR NEW.known_at < OLD.known_at) EXECUTE FUNCTION append_only();

CREATE TRIGGER ledger_shares_append_only BEFORE DELETE OR TRUNCATE ON ledger_shares
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Only inside the trigger above.
CREATE TRIGGER ledger_shares_kept BEFORE INSERT OR UPDATE ON ledger_shares
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION append_only();
