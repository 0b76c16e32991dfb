-- What the house put in writing: made when it is asked for first, and given as it is ever after.
CREATE TABLE papers (
    kind TEXT NOT NULL,
    -- The batch.
    about BLOB NOT NULL,
    company_id BLOB NOT NULL REFERENCES companies (id),
    language TEXT NOT NULL,
    content BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    made_by BLOB NOT NULL REFERENCES users (id),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (kind, about, company_id, language)
);

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
    told_on TEXT NOT NULL,
    -- The letters that no font of the instance has, where a debtor could not be told for them; each once.
    lacking TEXT NOT NULL DEFAULT ''
);
CREATE INDEX told_debtors_told ON told_debtors (told, debtor_id);

-- Invoices of the house for fees with tax. The numbers of a year leave none out: writing an invoice moves the last one on.
CREATE TABLE fee_invoice_numbers (
    year INTEGER NOT NULL PRIMARY KEY,
    last INTEGER NOT NULL
);

CREATE TABLE fee_invoices (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    year INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- The first day of the month that was over.
    month TEXT NOT NULL,
    made_on TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    currency TEXT NOT NULL,
    net INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    CONSTRAINT fee_invoices_number UNIQUE (year, place)
);
CREATE INDEX fee_invoices_company ON fee_invoices (company_id, year, place);

-- What was charged, entry by entry of the ledger: each is invoiced once.
CREATE TABLE fee_invoice_lines (
    entry_id BLOB NOT NULL PRIMARY KEY REFERENCES ledger_entries (id),
    invoice_id BLOB NOT NULL REFERENCES fee_invoices (id),
    line INTEGER NOT NULL,
    dated_on TEXT NOT NULL,
    receivable_id BLOB NOT NULL REFERENCES receivables (id),
    -- As they were called.
    invoice_number TEXT NOT NULL,
    debtor TEXT NOT NULL,
    charged_for TEXT NOT NULL,
    net INTEGER NOT NULL,
    -- In basis points.
    rate INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    CONSTRAINT fee_invoice_lines_place UNIQUE (invoice_id, line)
);

CREATE TABLE fee_invoice_papers (
    invoice_id BLOB NOT NULL REFERENCES fee_invoices (id),
    language TEXT NOT NULL,
    content BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    PRIMARY KEY (invoice_id, language)
);

CREATE TRIGGER told_debtors_debtor AFTER INSERT ON told_debtors
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        UPDATE told_debtors SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id)
            WHERE receivable_id = NEW.receivable_id;
    END;
