DROP TABLE carry_overs;

CREATE TABLE applications_new (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id),
    status SMALLINT NOT NULL,
    version BIGINT NOT NULL,
    submissions INTEGER NOT NULL,
    form TEXT NOT NULL,
    requests TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    reviewer_id BLOB REFERENCES users (id),
    CONSTRAINT applications_user_id_key UNIQUE (user_id)
);
INSERT INTO applications_new
    SELECT id, applicant_id, status, version, submissions, form, requests, waiting_since, reviewer_id FROM applications;

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

CREATE INDEX applications_queue ON applications (status, updated_at, id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, updated_at, id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX documents_application_id ON documents (application_id);
CREATE INDEX transitions_application_id ON transitions (application_id, id);
CREATE INDEX search_words_application_id ON search_words (application_id, word);
CREATE TRIGGER submissions_no_update BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER submissions_no_delete BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER transitions_no_update BEFORE UPDATE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;
CREATE TRIGGER transitions_no_delete BEFORE DELETE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;

-- What belongs to a company goes back to its first member.
CREATE TABLE buyers_new (
    id BLOB NOT NULL PRIMARY KEY,
    seller_id BLOB NOT NULL REFERENCES users (id),
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
    SELECT id, (SELECT user_id FROM memberships WHERE company_id = buyers.company_id ORDER BY since, user_id LIMIT 1),
        legal_name, country, registration_number, contact_name, contact_email, volume_minor,
        volume_currency, payment_terms_days, status, created_at
    FROM buyers;
DROP TABLE buyers;
ALTER TABLE buyers_new RENAME TO buyers;
CREATE INDEX buyers_seller_id ON buyers (seller_id, id);

ALTER TABLE users DROP COLUMN version;
DROP TABLE debtors;
DROP TABLE memberships;
DROP TABLE companies;
