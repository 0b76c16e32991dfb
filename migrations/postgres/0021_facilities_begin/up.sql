-- Agreements with companies, every version of their terms, and how much debtors may owe.
CREATE TABLE facilities (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('proposed', 'active', 'suspended', 'closed', 'declined', 'withdrawn')),
    version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
-- A company has one open facility of a kind in a currency.
CREATE UNIQUE INDEX facilities_open_currency ON facilities (company_id, kind, currency)
    WHERE status IN ('proposed', 'active', 'suspended');
CREATE INDEX facilities_company_id ON facilities (company_id, id);
CREATE INDEX facilities_status ON facilities (status, id);

CREATE TABLE terms_versions (
    facility_id UUID NOT NULL REFERENCES facilities (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    -- As JSON.
    terms TEXT NOT NULL,
    hash BYTEA NOT NULL,
    proposed_by UUID NOT NULL REFERENCES users (id),
    proposed_at TIMESTAMPTZ NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    ended_by UUID REFERENCES users (id),
    ended_at TIMESTAMPTZ,
    signed_name TEXT,
    address TEXT,
    PRIMARY KEY (facility_id, number),
    CONSTRAINT terms_versions_ended CHECK ((state = 'open') = (ended_by IS NULL) AND (state = 'open') = (ended_at IS NULL)),
    CONSTRAINT terms_versions_signed CHECK ((state = 'accepted') = (signed_name IS NOT NULL) AND (state = 'accepted') = (address IS NOT NULL))
);
-- One version waits for the company at a time.
CREATE UNIQUE INDEX terms_versions_open ON terms_versions (facility_id) WHERE state = 'open';
-- What was said to terms stands for good.
CREATE FUNCTION keep_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state <> 'open' THEN
        RAISE EXCEPTION 'terms_versions that ended never change';
    END IF;
    IF (NEW.facility_id, NEW.number, NEW.terms, NEW.hash, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM (OLD.facility_id, OLD.number, OLD.terms, OLD.hash, OLD.proposed_by, OLD.proposed_at) THEN
        RAISE EXCEPTION 'terms never change';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER terms_versions_kept BEFORE UPDATE OR DELETE ON terms_versions FOR EACH ROW EXECUTE FUNCTION keep_terms();

-- The terms the house shows to everybody.
CREATE TABLE advertised_terms (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- As JSON.
    terms TEXT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (kind, currency)
);

ALTER TABLE debtors ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE debtors ADD COLUMN state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'watch', 'blocked'));
ALTER TABLE debtors ADD COLUMN contact_name TEXT;
ALTER TABLE debtors ADD COLUMN contact_email TEXT;

-- None is nothing.
CREATE TABLE debtor_limits (
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    PRIMARY KEY (debtor_id, currency)
);
