-- The review back office: who is on a case, verdicts, search, second factors, the audit trail.

ALTER TABLE users ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE sessions ADD COLUMN awaits_code BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE documents ADD COLUMN verdict_reason TEXT;
ALTER TABLE applications ADD COLUMN reviewer_id BLOB REFERENCES users (id);
CREATE INDEX applications_reviewer ON applications (reviewer_id, status, updated_at, id) WHERE reviewer_id IS NOT NULL;

-- What an application is found by: each word of its names and numbers, folded.
CREATE TABLE search_words (
    word TEXT NOT NULL,
    application_id BLOB NOT NULL REFERENCES applications (id),
    PRIMARY KEY (word, application_id)
) WITHOUT ROWID;
CREATE INDEX search_words_application_id ON search_words (application_id, word);

CREATE TABLE second_factors (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id),
    id BLOB NOT NULL,
    confirmed BOOLEAN NOT NULL,
    last_step BIGINT NOT NULL,
    recovery_left SMALLINT NOT NULL,
    created_at INTEGER NOT NULL
);

-- Every write by anyone: a chain in which each record carries the hash of the one before.
CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    about BLOB NOT NULL,
    subject BLOB NOT NULL,
    changes TEXT NOT NULL,
    request TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
);
CREATE INDEX audit_about ON audit (about, number);

-- What happened stays as it happened.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER submissions_no_update BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER submissions_no_delete BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions is append-only'); END;
CREATE TRIGGER transitions_no_update BEFORE UPDATE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;
CREATE TRIGGER transitions_no_delete BEFORE DELETE ON transitions BEGIN SELECT RAISE(ABORT, 'transitions is append-only'); END;
