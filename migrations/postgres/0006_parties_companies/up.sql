-- Companies and who belongs to them; debtors; what belonged to a user belongs to a company. Every account so far gets a
-- company of its own, with the account's id.

CREATE TABLE companies (
    id UUID NOT NULL PRIMARY KEY,
    legal_name TEXT,
    legal_entity TEXT,
    created_at TIMESTAMPTZ NOT NULL
);

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
    CONSTRAINT debtors_legal_entity_key UNIQUE (legal_entity)
);

ALTER TABLE users ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
INSERT INTO companies (id, created_at) SELECT id, created_at FROM users;
INSERT INTO memberships (user_id, company_id, role, since) SELECT id, id, 'owner', created_at FROM users;

ALTER TABLE applications RENAME COLUMN user_id TO applicant_id;
ALTER TABLE applications RENAME CONSTRAINT applications_user_id_fkey TO applications_applicant_id_fkey;
ALTER TABLE applications DROP CONSTRAINT applications_user_id_key;
ALTER TABLE applications ADD COLUMN company_id UUID;
UPDATE applications SET company_id = applicant_id;
ALTER TABLE applications ALTER COLUMN company_id SET NOT NULL;
ALTER TABLE applications ADD CONSTRAINT applications_company_id_key UNIQUE (company_id);
ALTER TABLE applications ADD CONSTRAINT applications_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id);
-- It says since when the case waits, and nothing else.
ALTER TABLE applications RENAME COLUMN updated_at TO waiting_since;

ALTER TABLE buyers RENAME COLUMN seller_id TO company_id;
ALTER TABLE buyers DROP CONSTRAINT buyers_seller_id_fkey;
ALTER TABLE buyers ADD CONSTRAINT buyers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id);
ALTER INDEX buyers_seller_id RENAME TO buyers_company_id;
ALTER TABLE buyers ADD COLUMN debtor_id UUID REFERENCES debtors (id);

-- Work that SQL cannot do, by name; the program does it next and crosses it out.
CREATE TABLE carry_overs (name TEXT NOT NULL PRIMARY KEY);
INSERT INTO carry_overs (name) VALUES ('legal_entities');
