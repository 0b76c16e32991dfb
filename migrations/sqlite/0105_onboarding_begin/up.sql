-- SQLite changes no foreign keys: tables are built anew, from the bottom up, while their foreign keys are watched.
CREATE TABLE applications (
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
    -- The legal name, folded as a search does; empty without one.
    company_key TEXT NOT NULL DEFAULT '',
    CONSTRAINT applications_company_id_key UNIQUE (company_id)
);
-- The queue of each status in the order of waiting: a page is one range of this index.
CREATE INDEX applications_queue ON applications (status, waiting_since, id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, waiting_since, id) WHERE reviewer_id IS NOT NULL;
-- A page is one range of one of these, from either end: of all, of those without a reviewer, of those an operator is on.
CREATE INDEX applications_company ON applications (status, company_key, id);
CREATE INDEX applications_unassigned ON applications (status, waiting_since, id) WHERE reviewer_id IS NULL;
CREATE INDEX applications_unassigned_company ON applications (status, company_key, id) WHERE reviewer_id IS NULL;
CREATE INDEX applications_reviewer_company ON applications (reviewer_id, status, company_key, id) WHERE reviewer_id IS NOT NULL;
-- Whose an account is, however many forms there are: what a bank tells of the account in each, as it is and as it was handed in.
CREATE INDEX applications_account
    ON applications (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), status);

CREATE TABLE documents (
    id BLOB NOT NULL PRIMARY KEY,
    application_id BLOB NOT NULL REFERENCES applications (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    uploaded_at INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    verdict_reason TEXT,
    replaced_at INTEGER
);
CREATE INDEX documents_application_id ON documents (application_id);

-- What was handed in, as it was: never updated, never deleted.
CREATE TABLE submissions (
    application_id BLOB NOT NULL REFERENCES applications (id),
    number INTEGER NOT NULL,
    form TEXT NOT NULL,
    documents TEXT NOT NULL,
    buyers TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    PRIMARY KEY (application_id, number)
);
CREATE INDEX submissions_account
    ON submissions (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), application_id);

-- Every step of every application: appended to, never changed.
CREATE TABLE transitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id BLOB NOT NULL REFERENCES applications (id),
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    from_status SMALLINT NOT NULL,
    to_status SMALLINT NOT NULL,
    by_user BLOB NOT NULL REFERENCES users (id),
    reasons TEXT NOT NULL,
    note TEXT
);
CREATE INDEX transitions_application_id ON transitions (application_id, id);

-- What an application is found by: each word of its names and numbers, folded.
CREATE TABLE search_words (
    word TEXT NOT NULL,
    application_id BLOB NOT NULL REFERENCES applications (id),
    PRIMARY KEY (word, application_id)
) WITHOUT ROWID;
CREATE INDEX search_words_application_id ON search_words (application_id, word);

CREATE TRIGGER submissions_no_update BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;

CREATE TRIGGER submissions_no_delete BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;

CREATE TRIGGER transitions_no_update BEFORE UPDATE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;

CREATE TRIGGER transitions_no_delete BEFORE DELETE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;
