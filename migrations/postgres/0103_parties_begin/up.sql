CREATE TABLE companies (
    id UUID NOT NULL PRIMARY KEY,
    legal_name TEXT,
    legal_entity TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    -- Companies with several members: how often those changed, and whether the company was given up for another one.
    team_version BIGINT NOT NULL DEFAULT 0,
    closed_at TIMESTAMPTZ,
    -- Suppliers of programmes, and companies that another one brought here.
    introduced_by UUID REFERENCES companies (id),
    -- What that one calls it.
    introduced_name TEXT,
    introduced_country TEXT,
    introduced_number TEXT,
    -- What was entered for a company before this time takes another person to approve it: a person could do so alone who no longer may.
    alone_from TIMESTAMPTZ
);
CREATE INDEX companies_handed_in_entity ON companies (legal_entity) WHERE legal_entity IS NOT NULL;

-- A user is in one company at most.
CREATE TABLE memberships (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    company_id UUID NOT NULL REFERENCES companies (id),
    role TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL
);
CREATE INDEX memberships_company_id ON memberships (company_id);

-- A legal entity is one debtor, however many sellers name it.
CREATE TABLE debtors (
    id UUID NOT NULL PRIMARY KEY,
    legal_entity TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'watch', 'blocked')),
    contact_name TEXT,
    contact_email TEXT,
    -- Which debtor it is now, where it was merged into another one: never one that was merged itself.
    merged_into UUID REFERENCES debtors (id) CHECK (merged_into <> id),
    CONSTRAINT debtors_legal_entity_key UNIQUE (legal_entity)
);
CREATE INDEX debtors_merged_into ON debtors (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE buyers (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    debtor_id UUID REFERENCES debtors (id),
    legal_name TEXT NOT NULL,
    country TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    volume_minor BIGINT NOT NULL,
    volume_currency TEXT NOT NULL,
    payment_terms_days INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX buyers_company_id ON buyers (company_id, id);
CREATE INDEX buyers_debtor ON buyers (debtor_id) WHERE debtor_id IS NOT NULL;
-- Buyers without a decision.
CREATE INDEX buyers_pending ON buyers (company_id, created_at, id) WHERE status = 'pending';

CREATE TABLE invitations (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    invited_by UUID NOT NULL REFERENCES users (id),
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
    CONSTRAINT invitations_address_key UNIQUE (company_id, email)
);
CREATE INDEX invitations_expires_at ON invitations (expires_at);

-- None is nothing.
CREATE TABLE debtor_limits (
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    PRIMARY KEY (debtor_id, currency)
);

-- What debtors look alike by: numbers and names, folded further than what makes two of them one.
CREATE TABLE debtor_marks (
    kind TEXT NOT NULL CHECK (kind IN ('number', 'name')),
    value TEXT NOT NULL CHECK (value <> ''),
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    PRIMARY KEY (kind, value, debtor_id)
);

-- A row that names a debtor while it is merged waits here, and names the other one.
CREATE FUNCTION follow_merged_debtor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    now_is UUID;
BEGIN
    SELECT merged_into INTO now_is FROM debtors WHERE id = NEW.debtor_id FOR SHARE;
    NEW.debtor_id := coalesce(now_is, NEW.debtor_id);
    RETURN NEW;
END
$$;

CREATE TRIGGER buyers_debtor_new BEFORE INSERT ON buyers
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL) EXECUTE FUNCTION follow_merged_debtor();

CREATE TRIGGER buyers_debtor_other BEFORE UPDATE OF debtor_id ON buyers
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL AND NEW.debtor_id IS DISTINCT FROM OLD.debtor_id) EXECUTE FUNCTION follow_merged_debtor();

CREATE TRIGGER debtor_marks_debtor BEFORE INSERT ON debtor_marks FOR EACH ROW EXECUTE FUNCTION follow_merged_debtor();
