CREATE TABLE companies (
    id BLOB NOT NULL PRIMARY KEY,
    legal_name TEXT,
    legal_entity TEXT,
    created_at INTEGER NOT NULL,
    -- Companies with several members: how often those changed, and whether the company was given up for another one.
    team_version BIGINT NOT NULL DEFAULT 0,
    closed_at INTEGER,
    -- Suppliers of programmes, and companies that another one brought here.
    introduced_by BLOB REFERENCES companies (id),
    -- What that one calls it.
    introduced_name TEXT,
    introduced_country TEXT,
    introduced_number TEXT,
    -- What was entered for a company before this time takes another person to approve it: a person could do so alone who no longer may.
    alone_from INTEGER
);
CREATE INDEX companies_handed_in_entity ON companies (legal_entity) WHERE legal_entity IS NOT NULL;

-- A user is in one company at most.
CREATE TABLE memberships (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id),
    company_id BLOB NOT NULL REFERENCES companies (id),
    role TEXT NOT NULL,
    since INTEGER NOT NULL
);
CREATE INDEX memberships_company_id ON memberships (company_id);

-- A legal entity is one debtor, however many sellers name it.
CREATE TABLE debtors (
    id BLOB NOT NULL PRIMARY KEY,
    legal_entity TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'watch', 'blocked')),
    contact_name TEXT,
    contact_email TEXT,
    -- Which debtor it is now, where it was merged into another one: never one that was merged itself.
    merged_into BLOB REFERENCES debtors (id) CHECK (merged_into <> id),
    CONSTRAINT debtors_legal_entity_key UNIQUE (legal_entity)
);
CREATE INDEX debtors_merged_into ON debtors (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE buyers (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    debtor_id BLOB REFERENCES debtors (id),
    legal_name TEXT NOT NULL,
    country TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    volume_minor BIGINT NOT NULL,
    volume_currency TEXT NOT NULL,
    payment_terms_days INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX buyers_company_id ON buyers (company_id, id);
CREATE INDEX buyers_debtor ON buyers (debtor_id) WHERE debtor_id IS NOT NULL;
-- Buyers without a decision.
CREATE INDEX buyers_pending ON buyers (company_id, created_at, id) WHERE status = 'pending';

CREATE TABLE invitations (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    invited_by BLOB NOT NULL REFERENCES users (id),
    token_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
    CONSTRAINT invitations_address_key UNIQUE (company_id, email)
);
CREATE INDEX invitations_expires_at ON invitations (expires_at);

-- None is nothing.
CREATE TABLE debtor_limits (
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    PRIMARY KEY (debtor_id, currency)
);

-- What debtors look alike by: numbers and names, folded further than what makes two of them one.
CREATE TABLE debtor_marks (
    kind TEXT NOT NULL CHECK (kind IN ('number', 'name')),
    value TEXT NOT NULL CHECK (value <> ''),
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    PRIMARY KEY (kind, value, debtor_id)
) WITHOUT ROWID;

CREATE TRIGGER buyers_debtor_new AFTER INSERT ON buyers
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE buyers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;

CREATE TRIGGER buyers_debtor_other AFTER UPDATE OF debtor_id ON buyers
    WHEN NEW.debtor_id IS NOT OLD.debtor_id AND EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE buyers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;

CREATE TRIGGER debtor_marks_debtor AFTER INSERT ON debtor_marks
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        INSERT INTO debtor_marks SELECT NEW.kind, NEW.value, merged_into FROM debtors WHERE id = NEW.debtor_id ON CONFLICT DO NOTHING;
        DELETE FROM debtor_marks WHERE kind = NEW.kind AND value = NEW.value AND debtor_id = NEW.debtor_id;
    END;
