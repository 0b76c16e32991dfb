-- What the house put in writing: made when it is asked for first, and given as it is ever after.
CREATE TABLE papers (
    kind TEXT NOT NULL,
    -- The batch.
    about BLOB NOT NULL,
    company_id BLOB NOT NULL REFERENCES companies (id),
    language TEXT NOT NULL,
    content BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    made_by BLOB NOT NULL REFERENCES users (id),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (kind, about, company_id, language)
);
