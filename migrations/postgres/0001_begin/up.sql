-- Accounts, sessions, links, applications, buyers, and what is written beside them.
-- The two dialects' migrations have the same names and say the same.

CREATE TABLE users (
    id UUID NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    email_verified BOOLEAN NOT NULL,
    fname TEXT NOT NULL,
    lname TEXT NOT NULL,
    phone TEXT,
    -- The phone once more when it is verified: unique, so that a verified number belongs to one account.
    verified_phone TEXT,
    country TEXT,
    role TEXT NOT NULL,
    password_hash TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_verified_phone_key UNIQUE (verified_phone)
);

CREATE TABLE sessions (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE links (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT links_token_hash_key UNIQUE (token_hash),
    CONSTRAINT links_user_id_purpose_key UNIQUE (user_id, purpose)
);

-- Each proof of the identity provider counts once.
CREATE TABLE phone_proofs (
    subject TEXT NOT NULL,
    authenticated_at TIMESTAMPTZ NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id),
    CONSTRAINT phone_proofs_subject_key PRIMARY KEY (subject, authenticated_at, issued_at)
);

CREATE TABLE applications (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    status SMALLINT NOT NULL,
    version BIGINT NOT NULL,
    submissions INTEGER NOT NULL,
    form JSONB NOT NULL,
    requests JSONB NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT applications_user_id_key UNIQUE (user_id)
);

CREATE TABLE documents (
    id UUID NOT NULL PRIMARY KEY,
    application_id UUID NOT NULL REFERENCES applications (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 BYTEA NOT NULL,
    uploaded_at TIMESTAMPTZ NOT NULL,
    verdict TEXT NOT NULL
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

CREATE TABLE buyers (
    id UUID NOT NULL PRIMARY KEY,
    seller_id UUID NOT NULL REFERENCES users (id),
    legal_name TEXT NOT NULL,
    country TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    volume_minor BIGINT NOT NULL,
    volume_currency TEXT NOT NULL,
    payment_terms_days INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX buyers_seller_id ON buyers (seller_id, id);

CREATE TABLE outbox (
    id UUID NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    link_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    buried BOOLEAN NOT NULL
);
CREATE INDEX outbox_due_at ON outbox (buried, due_at);

CREATE TABLE budgets (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (name, key)
);
CREATE INDEX budgets_ends_at ON budgets (ends_at);

-- Which thing a request under a client's key made.
CREATE TABLE idempotency_keys (
    user_id UUID NOT NULL REFERENCES users (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    content BYTEA NOT NULL,
    result UUID NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);
