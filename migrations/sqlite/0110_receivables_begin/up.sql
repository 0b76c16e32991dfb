-- What debtors owe on invoices.
CREATE TABLE receivables (
    id BLOB NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 0),
    reference TEXT NOT NULL UNIQUE,
    seller_id BLOB NOT NULL REFERENCES companies (id),
    -- In factoring, whom the seller named.
    buyer_id BLOB REFERENCES buyers (id),
    -- In a programme, who is to pay.
    programme_buyer_id BLOB REFERENCES companies (id),
    debtor_id BLOB REFERENCES debtors (id),
    facility_id BLOB,
    terms_version INTEGER,
    -- The invoice as it was entered.
    invoice_number TEXT NOT NULL,
    normalised_number TEXT NOT NULL,
    issued_on TEXT NOT NULL,
    due_on TEXT NOT NULL,
    face INTEGER NOT NULL CHECK (face > 0),
    currency TEXT NOT NULL,
    -- What of it counts now.
    owed INTEGER NOT NULL CHECK (owed >= 0),
    owed_due_on TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('draft', 'submitted', 'offered', 'accepted', 'funded', 'settled', 'charged_back',
        'written_off', 'rejected', 'withdrawn', 'lapsed')),
    fingerprint BLOB,
    -- Of an exception; 0 without one.
    series INTEGER NOT NULL,
    entered_by BLOB NOT NULL REFERENCES users (id),
    entered_at INTEGER NOT NULL,
    submitted_at INTEGER,
    payout_on TEXT,
    -- What is left of it, once it was sold.
    open INTEGER NOT NULL CHECK (open >= 0),
    out INTEGER NOT NULL CHECK (out >= 0),
    diluted INTEGER NOT NULL CHECK (diluted >= 0),
    -- Whatever nothing is looked up by, as JSON.
    details TEXT NOT NULL,
    -- What the debtor paid the seller, who has not passed it on.
    with_seller INTEGER NOT NULL DEFAULT 0 CHECK (with_seller >= 0),
    -- Of what was sold: the first one of those accepted at once.
    accepted_with BLOB,
    -- The debtor on whose accounts it is booked, where that one was merged into another one since it was sold.
    booked_with BLOB REFERENCES debtors (id),
    -- What the number of an invoice looks like to a reader: those that look the same are compared.
    visible_number TEXT NOT NULL DEFAULT '',
    CHECK ((buyer_id IS NULL) = (programme_buyer_id IS NOT NULL)),
    CHECK ((facility_id IS NULL) = (terms_version IS NULL)),
    CHECK (submitted_at IS NOT NULL OR status IN ('draft', 'withdrawn')),
    CHECK (payout_on IS NOT NULL OR status NOT IN ('accepted', 'funded', 'settled', 'charged_back', 'written_off')),
    -- Without one the index below would let it pass.
    CHECK (fingerprint IS NOT NULL OR status NOT IN ('accepted', 'funded', 'settled', 'written_off'))
);
-- Sold once: of those of one fingerprint that were sold and not given back no series is there twice.
CREATE UNIQUE INDEX receivables_fingerprint ON receivables (fingerprint, series)
    WHERE status IN ('accepted', 'funded', 'settled', 'written_off');
-- A buyer stays on the list as long as it is named.
CREATE INDEX receivables_buyer ON receivables (buyer_id) WHERE buyer_id IS NOT NULL;
-- A supplier sees nothing before the buyer promised to pay.
CREATE INDEX receivables_seller ON receivables (seller_id, id) WHERE programme_buyer_id IS NULL OR submitted_at IS NOT NULL;
CREATE INDEX receivables_seller_status ON receivables (seller_id, status, id)
    WHERE programme_buyer_id IS NULL OR submitted_at IS NOT NULL;
CREATE INDEX receivables_programme ON receivables (programme_buyer_id, id) WHERE programme_buyer_id IS NOT NULL;
CREATE INDEX receivables_programme_status ON receivables (programme_buyer_id, status, id) WHERE programme_buyer_id IS NOT NULL;
CREATE INDEX receivables_debtor ON receivables (debtor_id, id);
CREATE INDEX receivables_debtor_status ON receivables (debtor_id, status, id);
CREATE INDEX receivables_facility ON receivables (facility_id, id);
CREATE INDEX receivables_facility_status ON receivables (facility_id, status, id);
CREATE INDEX receivables_status ON receivables (status, id);
CREATE INDEX receivables_number ON receivables (debtor_id, normalised_number);
-- What a seller sold on a debtor, with all that is added up of it.
CREATE INDEX receivables_pair ON receivables (seller_id, debtor_id, currency, status, owed, diluted, id);
CREATE INDEX receivables_with_seller ON receivables (seller_id, currency, id) WHERE with_seller > 0;
-- Receivables by the day they are due: those of a seller, and those at a status.
CREATE INDEX receivables_seller_due ON receivables (seller_id, owed_due_on, id) WHERE programme_buyer_id IS NULL OR submitted_at IS NOT NULL;
CREATE INDEX receivables_status_due ON receivables (status, owed_due_on, id);
-- What a seller entered before, by its number.
CREATE INDEX receivables_seller_number ON receivables (seller_id, normalised_number) WHERE buyer_id IS NOT NULL;
CREATE INDEX receivables_accepted_with ON receivables (accepted_with) WHERE accepted_with IS NOT NULL;
-- What a payer may name by its number, of any seller.
CREATE INDEX receivables_named ON receivables (normalised_number, currency);
CREATE INDEX receivables_visible ON receivables (visible_number, debtor_id) WHERE submitted_at IS NOT NULL;
-- What looks alike.
CREATE INDEX receivables_issued ON receivables (debtor_id, issued_on, face) WHERE submitted_at IS NOT NULL;
-- What the house's desk adds up: indexes that have nothing else.
CREATE INDEX receivables_out ON receivables (currency, owed_due_on, open, owed, seller_id, programme_buyer_id, debtor_id, status)
    WHERE status IN ('accepted', 'funded');
-- What a list comes to is added up without its rows.
CREATE INDEX receivables_sums ON receivables (status, currency, owed_due_on, owed, open, seller_id, programme_buyer_id);

CREATE TABLE receivable_documents (
    id BLOB NOT NULL PRIMARY KEY,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    name TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    uploaded_at INTEGER NOT NULL,
    -- Of an e-invoice: whom it says to pay, as JSON.
    instructions TEXT,
    -- Of an e-invoice: what its draft repeats of it, as JSON.
    stated TEXT
);
CREATE INDEX receivable_documents_receivable ON receivable_documents (receivable_id, uploaded_at, id);
CREATE INDEX receivable_documents_sha256 ON receivable_documents (sha256);

-- The last number that was given to a receivable, in one row.
CREATE TABLE receivable_numbers (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL
);

-- Links by which debtors confirm or dispute one invoice each. Of its secret the hash alone is kept.
CREATE TABLE confirmations (
    id BLOB NOT NULL PRIMARY KEY,
    token_hash BLOB NOT NULL CONSTRAINT confirmations_token_hash UNIQUE,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    sent_to TEXT NOT NULL,
    -- None where it went with a notice of assignment.
    asked_by BLOB REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX confirmations_receivable ON confirmations (receivable_id, created_at, id);

-- What was said by them, when, and from where.
CREATE TABLE debtor_statements (
    id BLOB NOT NULL PRIMARY KEY,
    confirmation_id BLOB NOT NULL REFERENCES confirmations (id),
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    answer TEXT NOT NULL,
    amount INTEGER,
    due_on TEXT,
    reason TEXT,
    note TEXT,
    at INTEGER NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX debtor_statements_confirmation ON debtor_statements (confirmation_id, at, id);
CREATE INDEX debtor_statements_receivable ON debtor_statements (receivable_id, at, id);

-- What a debtor took off for paying early, as its invoice grants it: a fact with an amount.
CREATE TABLE receivable_facts (
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
    -- Facts that an earlier release booked: their entries follow the rules of then. A programme's receivable that was written off was charged
    -- nothing for being late.
    booked_before BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK ((kind = 'received') = (value_on IS NOT NULL AND money_from IS NOT NULL)),
    CHECK ((kind IN ('received', 'credited', 'deducted', 'cash_discount', 'paid_to_seller')) = (amount IS NOT NULL)),
    CHECK ((kind = 'extended') = (due_on IS NOT NULL)),
    CHECK ((kind = 'written_off') = (loss_cause IS NOT NULL))
);
CREATE UNIQUE INDEX receivable_facts_place ON receivable_facts (receivable_id, place) WHERE NOT taken_back;
INSERT INTO receivable_numbers VALUES (1, 0);

-- A row that names a debtor which was merged since it was read names the other one.
CREATE TRIGGER receivables_debtor_new AFTER INSERT ON receivables
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE receivables SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;

CREATE TRIGGER receivables_debtor_other AFTER UPDATE OF debtor_id ON receivables
    WHEN NEW.debtor_id IS NOT OLD.debtor_id AND EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE receivables SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;
