-- The review back office: who is on a case, verdicts, search, second factors, the audit trail.

ALTER TABLE users ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE sessions ADD COLUMN awaits_code BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE documents ADD COLUMN verdict_reason TEXT;
ALTER TABLE applications ADD COLUMN reviewer_id UUID REFERENCES users (id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, updated_at, id) WHERE reviewer_id IS NOT NULL;

-- What an application is found by: each word of its names and numbers, folded. Compared byte by byte, so that an index
-- finds the words that begin alike.
CREATE TABLE search_words (
    word TEXT COLLATE "C" NOT NULL,
    application_id UUID NOT NULL REFERENCES applications (id),
    PRIMARY KEY (word, application_id)
);
CREATE INDEX search_words_application_id ON search_words (application_id, word);

CREATE TABLE second_factors (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    id UUID NOT NULL,
    confirmed BOOLEAN NOT NULL,
    last_step BIGINT NOT NULL,
    recovery_left SMALLINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

-- Every write by anyone: a chain in which each record carries the hash of the one before.
CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    about UUID NOT NULL,
    subject UUID NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL
);
CREATE INDEX audit_about ON audit (about, number);

-- What happened stays as it happened.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER submissions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON submissions FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER transitions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transitions FOR EACH STATEMENT EXECUTE FUNCTION append_only();
