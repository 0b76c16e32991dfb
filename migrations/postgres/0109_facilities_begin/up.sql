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
CREATE INDEX facilities_company_id ON facilities (company_id, id);
-- A company has one open facility of a kind in a currency.
CREATE UNIQUE INDEX facilities_open_currency ON facilities (company_id, kind, currency)
    WHERE status IN ('proposed', 'active', 'suspended');
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

-- The terms the house shows to everybody.
CREATE TABLE advertised_terms (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- As JSON.
    terms TEXT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (kind, currency)
);

-- What is in use of each limit, a row a limit. Changed by conditional updates, so that of many at once none passes one.
CREATE TABLE exposures (
    ceiling TEXT NOT NULL CHECK (ceiling IN ('facility_limit', 'concentration', 'debtor_limit')),
    -- The facility, or the debtor.
    owner_id UUID NOT NULL,
    -- The debtor within the facility, or the currency.
    part TEXT NOT NULL,
    in_use BIGINT NOT NULL CHECK (in_use >= 0),
    PRIMARY KEY (owner_id, ceiling, part)
);

CREATE TABLE suppliers (
    id UUID NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL CHECK (version >= 1),
    -- In whose programmes it is.
    buyer_id UUID NOT NULL REFERENCES companies (id),
    -- Which company it is: made for it, until it joins with the one it has.
    company_id UUID NOT NULL REFERENCES companies (id),
    legal_name TEXT NOT NULL,
    country TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    -- Of country and number: a list names a legal entity once.
    listed_supplier TEXT NOT NULL,
    email TEXT NOT NULL,
    -- Its own, in basis points; the programme's where there is none.
    discount_rate INTEGER,
    automatic TEXT NOT NULL CHECK (automatic IN ('off', 'all', 'above')),
    automatic_above BIGINT CHECK (automatic_above >= 0),
    automatic_currency TEXT,
    added_by UUID NOT NULL REFERENCES users (id),
    added_at TIMESTAMPTZ NOT NULL,
    left_at TIMESTAMPTZ,
    CHECK ((automatic = 'above') = (automatic_above IS NOT NULL) AND (automatic = 'above') = (automatic_currency IS NOT NULL))
);
CREATE INDEX suppliers_buyer ON suppliers (buyer_id, id);
CREATE UNIQUE INDEX suppliers_listed_supplier ON suppliers (buyer_id, listed_supplier);
-- A company is on a list once.
CREATE UNIQUE INDEX suppliers_listed_supplier_company ON suppliers (company_id, buyer_id);

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
