-- What the house put in writing: made when it is asked for first, and given as it is ever after.
CREATE TABLE papers (
    kind TEXT NOT NULL,
    -- The batch.
    about UUID NOT NULL,
    company_id UUID NOT NULL REFERENCES companies (id),
    language TEXT NOT NULL,
    content BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    made_by UUID NOT NULL REFERENCES users (id),
    made_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (kind, about, company_id, language)
);

-- What debtors were told in writing of claims that changed hands: made once, and given as it is ever after.
CREATE TABLE notices (
    id UUID NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    made_on DATE NOT NULL,
    language TEXT NOT NULL,
    sent_to TEXT NOT NULL,
    -- Of the code that is printed on it.
    code_hash BYTEA NOT NULL CONSTRAINT notices_code_hash UNIQUE,
    claims BIGINT NOT NULL,
    -- Where it says to pay, with a space between them.
    ibans TEXT NOT NULL,
    content BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    made_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX notices_debtor ON notices (debtor_id, made_at, id);

-- The claims in them.
CREATE TABLE notice_claims (
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    notice_id UUID NOT NULL REFERENCES notices (id),
    PRIMARY KEY (receivable_id, notice_id)
);

-- What the debtor of something that was sold was told of it last, or why it was told nothing.
CREATE TABLE told_debtors (
    receivable_id UUID NOT NULL PRIMARY KEY REFERENCES receivables (id),
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    told TEXT NOT NULL,
    told_on DATE NOT NULL,
    -- The letters that no font of the instance has, where a debtor could not be told for them; each once.
    lacking TEXT NOT NULL DEFAULT ''
);
CREATE INDEX told_debtors_told ON told_debtors (told, debtor_id);

-- Invoices of the house for fees with tax. The numbers of a year leave none out: writing an invoice moves the last one on.
CREATE TABLE fee_invoice_numbers (
    year INTEGER NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL
);

CREATE TABLE fee_invoices (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    year INTEGER NOT NULL,
    place BIGINT NOT NULL,
    -- The first day of the month that was over.
    month DATE NOT NULL,
    made_on DATE NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    currency TEXT NOT NULL,
    net BIGINT NOT NULL,
    tax BIGINT NOT NULL,
    CONSTRAINT fee_invoices_number UNIQUE (year, place)
);
CREATE INDEX fee_invoices_company ON fee_invoices (company_id, year, place);

-- What was charged, entry by entry of the ledger: each is invoiced once.
CREATE TABLE fee_invoice_lines (
    entry_id UUID NOT NULL PRIMARY KEY REFERENCES ledger_entries (id),
    invoice_id UUID NOT NULL REFERENCES fee_invoices (id),
    line INTEGER NOT NULL,
    dated_on DATE NOT NULL,
    receivable_id UUID NOT NULL REFERENCES receivables (id),
    -- As they were called.
    invoice_number TEXT NOT NULL,
    debtor TEXT NOT NULL,
    charged_for TEXT NOT NULL,
    net BIGINT NOT NULL,
    -- In basis points.
    rate INTEGER NOT NULL,
    tax BIGINT NOT NULL,
    CONSTRAINT fee_invoice_lines_place UNIQUE (invoice_id, line)
);

CREATE TABLE fee_invoice_papers (
    invoice_id UUID NOT NULL REFERENCES fee_invoices (id),
    language TEXT NOT NULL,
    content BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    PRIMARY KEY (invoice_id, language)
);

CREATE TRIGGER told_debtors_debtor BEFORE INSERT ON told_debtors FOR EACH ROW EXECUTE FUNCTION follow_merged_debtor();
