-- Money that came in.
CREATE TABLE receipts (
    id BLOB NOT NULL PRIMARY KEY,
    booked_on TEXT NOT NULL,
    value_on TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    payer_name TEXT,
    payer_iban TEXT,
    text TEXT,
    entered_by BLOB NOT NULL REFERENCES users (id),
    entered_at INTEGER NOT NULL,
    -- What is not explained: it lies in suspense.
    unexplained INTEGER NOT NULL CHECK (unexplained >= 0 AND unexplained <= amount),
    -- What went back of a receipt and did not return: never more than came.
    sent_back INTEGER NOT NULL DEFAULT 0 CHECK (sent_back >= 0 AND sent_back <= amount)
);
CREATE INDEX receipts_unexplained ON receipts (id) WHERE unexplained > 0;
CREATE INDEX receipts_suspense ON receipts (currency, unexplained) WHERE unexplained > 0;
-- What was entered by hand may stand on a statement later; what an account paid before tells whose it is.
CREATE INDEX receipts_booked ON receipts (booked_on, id);
CREATE INDEX receipts_payer ON receipts (payer_iban, id) WHERE payer_iban IS NOT NULL;
-- What was booked near a day.
CREATE INDEX receipts_of_currency_booked ON receipts (currency, booked_on, id);

-- Payouts: to sellers for a receivable, or back to the payer of a receipt.
CREATE TABLE payouts (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB REFERENCES companies (id),
    receivable_id BLOB,
    purpose TEXT NOT NULL,
    currency TEXT NOT NULL,
    gross INTEGER NOT NULL CHECK (gross > 0),
    due_on TEXT NOT NULL,
    status TEXT NOT NULL,
    batch_id BLOB,
    released_by BLOB REFERENCES users (id),
    released_at INTEGER,
    released_on TEXT,
    set_off INTEGER CHECK (set_off >= 0 AND set_off <= gross),
    -- The account it goes to, as it was when the payout was released, as JSON.
    account TEXT,
    executed_on TEXT,
    returned_on TEXT,
    return_reason TEXT,
    -- The one that came back, in place of which this one is paid: once.
    replaces BLOB UNIQUE REFERENCES payouts (id),
    -- What it goes back for, where it does.
    receipt_id BLOB REFERENCES receipts (id),
    -- Whose credit it was taken from; none where it lay in suspense.
    debtor_id BLOB REFERENCES debtors (id),
    -- The receipt a payout was passed on of, where no fact of its receivable gave it: the seller's for an invoice that was not bought, and
    -- what a seller paid beyond what was open and what it owed. Both belong together where no other of the receivable is of the amount.
    passed_on_of BLOB,
    -- It was there before payouts named what they come of, and may name nothing.
    unnamed BOOLEAN NOT NULL DEFAULT FALSE,
    -- What happened to the receivable that gave its company the payout. A payout and a fact belong together where no other fact of the
    -- receivable that stands gave as much for the same purpose, and no other payout of it pays as much: of the rest nothing is known.
    fact_id BLOB,
    CHECK ((status IN ('due', 'cancelled')) = (released_at IS NULL)),
    CHECK ((status = 'returned') = (returned_on IS NOT NULL)),
    -- A company is paid for a receivable, or a payer gets back what they paid.
    CHECK (
        (company_id IS NULL) = (receivable_id IS NULL)
        AND (company_id IS NULL) = (receipt_id IS NOT NULL)
        AND (receipt_id IS NOT NULL) = (purpose = 'sent_back')
        AND (debtor_id IS NULL OR receipt_id IS NOT NULL)
        )
);
CREATE INDEX payouts_status ON payouts (status, id);
CREATE INDEX payouts_company ON payouts (company_id, id);
CREATE INDEX payouts_receivable ON payouts (receivable_id, id);
CREATE INDEX payouts_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX payouts_receipt ON payouts (receipt_id, id) WHERE receipt_id IS NOT NULL;
CREATE INDEX payouts_due ON payouts (currency, gross, company_id, status) WHERE status = 'due';
CREATE INDEX payouts_passed_on_of ON payouts (passed_on_of, id) WHERE passed_on_of IS NOT NULL;

-- Files that ordered batches of payouts from the bank: written once, and given as they are ever after.
CREATE TABLE bank_files (
    batch_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    content TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    written_by BLOB NOT NULL REFERENCES users (id),
    written_at INTEGER NOT NULL,
    PRIMARY KEY (batch_id, currency)
);

-- What banks say of the house's accounts.
CREATE TABLE statements (
    id BLOB NOT NULL PRIMARY KEY,
    -- Of the file, and which of its statements it is.
    sha256 BLOB NOT NULL,
    place INTEGER NOT NULL,
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    name TEXT NOT NULL,
    opened_on TEXT,
    opening INTEGER,
    closed_on TEXT,
    closing INTEGER,
    lines INTEGER NOT NULL,
    -- How many of the lines were gone through.
    taken INTEGER NOT NULL CHECK (taken >= 0 AND taken <= lines),
    imported_by BLOB NOT NULL REFERENCES users (id),
    imported_at INTEGER NOT NULL,
    -- By how much the closing balance is above what the readable entries make of the opening one.
    differs INTEGER NOT NULL DEFAULT 0,
    -- The number the bank gives a statement among those of its account, and what a statement says whose entries cannot all be read.
    sequence INTEGER,
    content BLOB,
    -- Whether the closing balance leaves out the lines of days after it.
    excludes_later BOOLEAN NOT NULL DEFAULT FALSE,
    -- What a statement's readable entries of days after its closing balance come to.
    later INTEGER NOT NULL DEFAULT 0,
    UNIQUE (sha256, place),
    CHECK ((opened_on IS NULL) = (opening IS NULL)),
    CHECK ((closed_on IS NULL) = (closing IS NULL))
);
CREATE INDEX statements_content ON statements (content) WHERE content IS NOT NULL;

-- Each line once, in however many files it stands.
CREATE TABLE statement_lines (
    id BLOB NOT NULL PRIMARY KEY,
    statement_id BLOB NOT NULL REFERENCES statements (id),
    place INTEGER NOT NULL,
    key BLOB NOT NULL UNIQUE,
    booked_on TEXT NOT NULL,
    value_on TEXT NOT NULL,
    -- Above zero where money came in.
    amount INTEGER NOT NULL CHECK (amount <> 0),
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
    about_id BLOB,
    -- Which entry of its statement a line is a part of; none of those kept before.
    entry INTEGER,
    entry_amount INTEGER,
    reference TEXT
);
CREATE INDEX statement_lines_statement ON statement_lines (statement_id, id);
CREATE INDEX statement_lines_open ON statement_lines (id) WHERE outcome = 'open';
CREATE INDEX statement_lines_about ON statement_lines (about_id) WHERE about_id IS NOT NULL;
-- An entry is weighed against all of its account's day.
CREATE INDEX statement_lines_booked ON statement_lines (booked_on, currency);

-- What the bank answered to an order, by payout; the account it was to go to, whose payee may have been checked.
CREATE TABLE bank_answers (
    payout_id BLOB NOT NULL PRIMARY KEY REFERENCES payouts (id),
    iban TEXT,
    standing TEXT CHECK (standing IN ('accepted', 'pending', 'rejected')),
    payee_check TEXT CHECK (payee_check IN ('match', 'close_match', 'no_match', 'not_possible')),
    reason TEXT,
    answered_at INTEGER NOT NULL
);
CREATE INDEX bank_answers_checked ON bank_answers (iban, answered_at) WHERE payee_check IS NOT NULL;

-- What the owners paid in and a statement told: booked by an entry that two people see to. SQLite changes no checks: the table is built anew.
CREATE TABLE allocations (
    id BLOB NOT NULL PRIMARY KEY,
    receipt_id BLOB NOT NULL REFERENCES receipts (id),
    receivable_id BLOB,
    -- Whose it is, where it is passed on.
    company_id BLOB REFERENCES companies (id),
    -- Whose credit it is kept as.
    debtor_id BLOB REFERENCES debtors (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    by_user BLOB NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    undone_at INTEGER,
    -- By which payout it went back.
    payout_id BLOB REFERENCES payouts (id),
    -- As which entry it was booked by hand.
    entry_id BLOB REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    -- By what a part of a receipt was recognised that was booked by itself, and what the payer quoted.
    recognised_by TEXT CHECK (recognised_by IN ('reference', 'invoice_numbers', 'amount')),
    quoted TEXT,
    CHECK ((receivable_id IS NOT NULL) + (debtor_id IS NOT NULL) + (payout_id IS NOT NULL) + (entry_id IS NOT NULL) = 1),
    CHECK (company_id IS NULL OR receivable_id IS NOT NULL)
);
CREATE INDEX allocations_receipt ON allocations (receipt_id, id);
CREATE INDEX allocations_receivable ON allocations (receivable_id, id) WHERE receivable_id IS NOT NULL;

-- Of which entries a person said that they book what a line of a statement says: each stands on one line.
CREATE TABLE statement_line_entries (
    entry_id BLOB NOT NULL PRIMARY KEY REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    line_id BLOB NOT NULL REFERENCES statement_lines (id)
);
CREATE INDEX statement_line_entries_line ON statement_line_entries (line_id);

-- Payouts that were released together, by what people call them.
CREATE TABLE payout_batches (
    number INTEGER NOT NULL PRIMARY KEY,
    id BLOB NOT NULL UNIQUE
);

-- For which debtor an account or a name pays, as a person found out by matching. Once while it holds.
CREATE TABLE remembered_payers (
    id BLOB NOT NULL PRIMARY KEY,
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    mark TEXT NOT NULL CHECK (mark IN ('account', 'name')),
    value TEXT NOT NULL CHECK (value <> ''),
    remembered_by BLOB NOT NULL REFERENCES users (id),
    remembered_at INTEGER NOT NULL,
    forgotten_by BLOB REFERENCES users (id),
    forgotten_at INTEGER,
    CHECK ((forgotten_by IS NULL) = (forgotten_at IS NULL))
);
CREATE UNIQUE INDEX remembered_payers_once ON remembered_payers (debtor_id, mark, value) WHERE forgotten_at IS NULL;

-- What people noted of a receipt. It stays as it was written.
CREATE TABLE receipt_notes (
    id BLOB NOT NULL PRIMARY KEY,
    receipt_id BLOB NOT NULL REFERENCES receipts (id),
    text TEXT NOT NULL CHECK (text <> ''),
    noted_by BLOB NOT NULL REFERENCES users (id),
    noted_at INTEGER NOT NULL
);
CREATE INDEX receipt_notes_receipt ON receipt_notes (receipt_id);

-- Who looks after a receipt; no row while no person does.
CREATE TABLE receipt_owners (
    receipt_id BLOB NOT NULL PRIMARY KEY REFERENCES receipts (id),
    owner_id BLOB NOT NULL REFERENCES users (id)
);

-- How often something of an account was written that was weighed against all that was known of it.
CREATE TABLE statement_accounts (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    moves INTEGER NOT NULL,
    PRIMARY KEY (account, currency)
);

-- What a statement that was taken whole proves of a day: its balances, and those of all that is known with it without a gap.
CREATE TABLE statement_days (
    statement_id BLOB NOT NULL REFERENCES statements (id),
    told_on TEXT NOT NULL,
    balance_from INTEGER NOT NULL,
    balance_to INTEGER NOT NULL,
    stretch_id BLOB NOT NULL,
    opening INTEGER NOT NULL,
    closing INTEGER NOT NULL,
    PRIMARY KEY (statement_id, told_on)
);
CREATE INDEX statement_days_stretch ON statement_days (told_on, stretch_id);

-- Receipts that were entered by hand and that a line of a statement tells as one sum: each is told by one line.
CREATE TABLE statement_line_receipts (
    receipt_id BLOB NOT NULL PRIMARY KEY REFERENCES receipts (id),
    line_id BLOB NOT NULL REFERENCES statement_lines (id)
);
CREATE INDEX statement_line_receipts_line ON statement_line_receipts (line_id);

-- A line that is booked long ago waits for a person.
CREATE TABLE statement_held (
    id BLOB NOT NULL PRIMARY KEY,
    statement_id BLOB NOT NULL REFERENCES statements (id),
    place INTEGER NOT NULL,
    currency TEXT NOT NULL,
    entry INTEGER NOT NULL,
    entry_amount INTEGER NOT NULL,
    reference TEXT,
    -- Where it stands in the file, and what of it cannot be read.
    at_line INTEGER NOT NULL,
    what TEXT,
    booked_on TEXT,
    -- What is told of it, as JSON; none where it cannot be read.
    line TEXT,
    balance_from INTEGER,
    balance_to INTEGER,
    why TEXT NOT NULL CHECK (why IN ('perhaps_known', 'altered', 'ahead', 'long_ago', 'details_differ', 'unreadable')),
    perhaps_id BLOB,
    was INTEGER,
    decision TEXT CHECK (decision IN ('new', 'known', 'set_aside')),
    decided_by BLOB REFERENCES users (id),
    decided_at INTEGER,
    -- What was read of one that cannot be read, as JSON.
    legible TEXT,
    -- The line it is known as, where a person said so.
    known_as BLOB REFERENCES statement_lines (id),
    -- Why it was set aside.
    reason TEXT,
    -- Whether the balances proved what it is: then there is no decision that a person could take back.
    proven BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (statement_id, place),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CHECK ((balance_from IS NULL) = (balance_to IS NULL)),
    CHECK ((booked_on IS NULL) = (line IS NULL)),
    CHECK (known_as IS NULL OR (decision IS NOT NULL AND decision = 'known')),
    CHECK ((reason IS NOT NULL) = (decision IS NOT NULL AND decision = 'set_aside'))
);
CREATE INDEX statement_held_waits ON statement_held (id) WHERE decision IS NULL;
CREATE INDEX statement_held_known_as ON statement_held (known_as) WHERE known_as IS NOT NULL;
CREATE INDEX statement_held_decided ON statement_held (id) WHERE decision IS NOT NULL AND NOT proven;
CREATE INDEX statement_held_perhaps ON statement_held (perhaps_id) WHERE perhaps_id IS NOT NULL AND decision IS NULL;
-- What a person set aside, by its day.
CREATE INDEX statement_held_day ON statement_held (booked_on);

CREATE TRIGGER remembered_payers_debtor AFTER INSERT ON remembered_payers
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        -- What is remembered of the other one already is not remembered twice.
        DELETE FROM remembered_payers WHERE id = NEW.id AND NEW.forgotten_at IS NULL AND EXISTS (
            SELECT 1 FROM remembered_payers AS known INNER JOIN debtors ON debtors.id = NEW.debtor_id
            WHERE known.debtor_id = debtors.merged_into AND known.mark = NEW.mark AND known.value = NEW.value AND known.forgotten_at IS NULL
        );
        UPDATE remembered_payers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id;
    END;
