-- Companies with several members: how often those changed, and whether the company was given up for another one.
ALTER TABLE companies ADD COLUMN team_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE companies ADD COLUMN closed_at INTEGER;

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
