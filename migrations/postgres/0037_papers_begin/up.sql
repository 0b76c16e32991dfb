-- What the house put in writing: made when it is asked for first, and given as it is ever after.
CREATE TABLE papers (
    kind TEXT NOT NULL,
    -- The batch.
    about UUID NOT NULL,
    company_id UUID NOT NULL REFERENCES companies (id),
    language TEXT NOT NULL,
    content BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    made_by UUID NOT NULL REFERENCES users (id),
    made_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (kind, about, company_id, language)
);
