-- SQLite changes no foreign keys: tables are built anew, from the bottom up, while their foreign keys are watched.
CREATE TABLE applications (
    id UUID NOT NULL PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES companies (id),
    applicant_id UUID NOT NULL REFERENCES users (id),
    status SMALLINT NOT NULL,
    version BIGINT NOT NULL,
    submissions INTEGER NOT NULL,
    form JSONB NOT NULL,
    requests JSONB NOT NULL,
    waiting_since TIMESTAMPTZ NOT NULL,
    reviewer_id UUID REFERENCES users (id),
    -- The legal name, folded as a search does; empty without one.
    company_key TEXT COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT applications_company_id_key UNIQUE (company_id)
);
-- Whose an account is, however many forms there are: what a bank tells of the account in each, as it is and as it was handed in.
CREATE INDEX applications_account
    ON applications (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), status);
-- A page is one range of one of these, from either end: of all, of those without a reviewer, of those an operator is on.
CREATE INDEX applications_company ON applications (status, company_key, id);
-- The queue of each status in the order of waiting: a page is one range of this index.
CREATE INDEX applications_queue ON applications (status, waiting_since, id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, waiting_since, id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX applications_reviewer_company ON applications (reviewer_id, status, company_key, id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX applications_unassigned ON applications (status, waiting_since, id) WHERE reviewer_id IS NULL;
CREATE INDEX applications_unassigned_company ON applications (status, company_key, id) WHERE reviewer_id IS NULL;

CREATE TABLE documents (
    id UUID NOT NULL PRIMARY KEY,
    application_id UUID NOT NULL REFERENCES applications (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 BYTEA NOT NULL,
    uploaded_at TIMESTAMPTZ NOT NULL,
    verdict TEXT NOT NULL,
    verdict_reason TEXT,
    replaced_at TIMESTAMPTZ
);
CREATE INDEX documents_application_id ON documents (application_id);

-- What was handed in, as it was: never updated, never deleted.
CREATE TABLE submissions (
    application_id UUID NOT NULL REFERENCES applications (id),
    number INTEGER NOT NULL,
    form JSONB NOT NULL,
    documents JSONB NOT NULL,
    buyers JSONB NOT NULL,
    submitted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (application_id, number)
);
CREATE INDEX submissions_account
    ON submissions (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), application_id);

-- Every step of every application: appended to, never changed.
CREATE TABLE transitions (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    application_id UUID NOT NULL REFERENCES applications (id),
    at TIMESTAMPTZ NOT NULL,
    action TEXT NOT NULL,
    from_status SMALLINT NOT NULL,
    to_status SMALLINT NOT NULL,
    by_user UUID NOT NULL REFERENCES users (id),
    reasons JSONB NOT NULL,
    note TEXT
);
CREATE INDEX transitions_application_id ON transitions (application_id, id);

-- What an application is found by: each word of its names and numbers, folded. Compared byte by byte, so that an index
-- finds the words that begin alike.
CREATE TABLE search_words (
    word TEXT COLLATE "C" NOT NULL,
    application_id UUID NOT NULL REFERENCES applications (id),
    PRIMARY KEY (word, application_id)
);
CREATE INDEX search_words_application_id ON search_words (application_id, word);

CREATE TRIGGER submissions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submissions FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TRIGGER transitions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transitions FOR EACH STATEMENT EXECUTE FUNCTION append_only();
