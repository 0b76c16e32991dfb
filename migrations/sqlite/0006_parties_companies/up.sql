-- Companies and who belongs to them; debtors; what belonged to a user belongs to a company. Every account so far gets a
-- company of its own, with the account's id.

CREATE TABLE companies (
    id BLOB NOT NULL PRIMARY KEY,
    legal_name TEXT,
    legal_entity TEXT,
    created_at INTEGER NOT NULL
);

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
    CONSTRAINT debtors_legal_entity_key UNIQUE (legal_entity)
);

ALTER TABLE users ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
INSERT INTO companies (id, created_at) SELECT id, created_at FROM users;
INSERT INTO memberships (user_id, company_id, role, since) SELECT id, id, 'owner', created_at FROM users;

-- SQLite changes no foreign keys: tables are built anew, from the bottom up, while their foreign keys are watched.
CREATE TABLE applications_new (
    id BLOB NOT NULL PRIMARY KEY,
    company_id BLOB NOT NULL REFERENCES companies (id),
    applicant_id BLOB NOT NULL REFERENCES users (id),
    status SMALLINT NOT NULL,
    version BIGINT NOT NULL,
    submissions INTEGER NOT NULL,
    form TEXT NOT NULL,
    requests TEXT NOT NULL,
    waiting_since INTEGER NOT NULL,
    reviewer_id BLOB REFERENCES users (id),
    CONSTRAINT applications_company_id_key UNIQUE (company_id)
);
INSERT INTO applications_new
    SELECT id, user_id, user_id, status, version, submissions, form, requests, updated_at, reviewer_id FROM applications;

CREATE TABLE documents_new (
    id BLOB NOT NULL PRIMARY KEY,
    application_id BLOB NOT NULL REFERENCES applications_new (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    uploaded_at INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    verdict_reason TEXT
);
INSERT INTO documents_new
    SELECT id, application_id, kind, name, file_type, size_bytes, sha256, uploaded_at, verdict, verdict_reason FROM documents;

CREATE TABLE submissions_new (
    application_id BLOB NOT NULL REFERENCES applications_new (id),
    number INTEGER NOT NULL,
    form TEXT NOT NULL,
    documents TEXT NOT NULL,
    buyers TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    PRIMARY KEY (application_id, number)
);
INSERT INTO submissions_new SELECT application_id, number, form, documents, buyers, submitted_at FROM submissions;

CREATE TABLE transitions_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id BLOB NOT NULL REFERENCES applications_new (id),
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    from_status SMALLINT NOT NULL,
    to_status SMALLINT NOT NULL,
    by_user BLOB NOT NULL REFERENCES users (id),
    reasons TEXT NOT NULL,
    note TEXT
);
INSERT INTO transitions_new
    SELECT id, application_id, at, action, from_status, to_status, by_user, reasons, note FROM transitions ORDER BY id;

CREATE TABLE search_words_new (
    word TEXT NOT NULL,
    application_id BLOB NOT NULL REFERENCES applications_new (id),
    PRIMARY KEY (word, application_id)
) WITHOUT ROWID;
INSERT INTO search_words_new SELECT word, application_id FROM search_words;

-- Their indexes and triggers go with them.
DROP TABLE search_words;
DROP TABLE transitions;
DROP TABLE submissions;
DROP TABLE documents;
DROP TABLE applications;
-- What refers to a table follows its new name.
ALTER TABLE applications_new RENAME TO applications;
ALTER TABLE documents_new RENAME TO documents;
ALTER TABLE submissions_new RENAME TO submissions;
ALTER TABLE transitions_new RENAME TO transitions;
ALTER TABLE search_words_new RENAME TO search_words;

CREATE INDEX applications_queue ON applications (status, waiting_since, id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, waiting_since, id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX documents_application_id ON documents (application_id);
CREATE INDEX transitions_application_id ON transitions (application_id, id);
CREATE INDEX search_words_application_id ON search_words (application_id, word);
CREATE TRIGGER submissions_no_update BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER submissions_no_delete BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER transitions_no_update BEFORE UPDATE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;
CREATE TRIGGER transitions_no_delete BEFORE DELETE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;

CREATE TABLE buyers_new (
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
INSERT INTO buyers_new
    SELECT id, seller_id, NULL, legal_name, country, registration_number, contact_name, contact_email, volume_minor,
        volume_currency, payment_terms_days, status, created_at
    FROM buyers;
DROP TABLE buyers;
ALTER TABLE buyers_new RENAME TO buyers;
CREATE INDEX buyers_company_id ON buyers (company_id, id);

-- Work that SQL cannot do, by name; the program does it next and crosses it out.
CREATE TABLE carry_overs (name TEXT NOT NULL PRIMARY KEY);
INSERT INTO carry_overs (name) VALUES ('legal_entities');
