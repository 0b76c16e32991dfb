-- Invoices of the house for fees with tax. The numbers of a year leave none out: whoever writes an invoice moves the last one on.
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
