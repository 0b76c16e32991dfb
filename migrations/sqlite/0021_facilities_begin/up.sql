-- Agreements with companies, every version of their terms, and how much debtors may owe.
CREATE TABLE facilities (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('proposed', 'active', 'suspended', 'closed', 'declined', 'withdrawn')),
    version BIGINT NOT NULL,
    created_at INTEGER NOT NULL
);
-- A company has one open facility of a kind in a currency.
CREATE UNIQUE INDEX facilities_open_currency ON facilities (company_id, kind, currency)
    WHERE status IN ('proposed', 'active', 'suspended');
CREATE INDEX facilities_company_id ON facilities (company_id, id);
CREATE INDEX facilities_status ON facilities (status, id);

CREATE TABLE terms_versions (
    facility_id BLOB NOT NULL REFERENCES facilities (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    -- As JSON.
    terms TEXT NOT NULL,
    hash BLOB NOT NULL,
    proposed_by BLOB NOT NULL REFERENCES users (id),
    proposed_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    ended_by BLOB REFERENCES users (id),
    ended_at INTEGER,
    signed_name TEXT,
    address TEXT,
    PRIMARY KEY (facility_id, number),
    CONSTRAINT terms_versions_ended CHECK ((state = 'open') = (ended_by IS NULL) AND (state = 'open') = (ended_at IS NULL)),
    CONSTRAINT terms_versions_signed CHECK ((state = 'accepted') = (signed_name IS NOT NULL) AND (state = 'accepted') = (address IS NOT NULL))
);
-- One version waits for the company at a time.
CREATE UNIQUE INDEX terms_versions_open ON terms_versions (facility_id) WHERE state = 'open';
-- What was said to terms stands for good.
CREATE TRIGGER terms_versions_no_update BEFORE UPDATE ON terms_versions WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'terms_versions that ended never change'); END;
CREATE TRIGGER terms_versions_no_other_terms BEFORE UPDATE OF facility_id, number, terms, hash, proposed_by, proposed_at ON terms_versions
BEGIN SELECT RAISE(ABORT, 'terms never change'); END;
CREATE TRIGGER terms_versions_no_delete BEFORE DELETE ON terms_versions
BEGIN SELECT RAISE(ABORT, 'terms_versions is append-only'); END;

-- The terms the house shows to everybody.
CREATE TABLE advertised_terms (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- As JSON.
    terms TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (kind, currency)
);

ALTER TABLE debtors ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE debtors ADD COLUMN state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'watch', 'blocked'));
ALTER TABLE debtors ADD COLUMN contact_name TEXT;
ALTER TABLE debtors ADD COLUMN contact_email TEXT;

-- None is nothing.
CREATE TABLE debtor_limits (
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    PRIMARY KEY (debtor_id, currency)
);
