-- Accounts, sessions, links, applications, buyers, and what is written beside them.
-- The two dialects' migrations have the same names and say the same.

CREATE TABLE users (
    id BLOB NOT NULL PRIMARY KEY,
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
    created_at INTEGER NOT NULL,
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_verified_phone_key UNIQUE (verified_phone)
);

CREATE TABLE sessions (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE links (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id),
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CONSTRAINT links_token_hash_key UNIQUE (token_hash),
    CONSTRAINT links_user_id_purpose_key UNIQUE (user_id, purpose)
);

-- Each proof of the identity provider counts once.
CREATE TABLE phone_proofs (
    subject TEXT NOT NULL,
    authenticated_at INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id),
    CONSTRAINT phone_proofs_subject_key PRIMARY KEY (subject, authenticated_at, issued_at)
);

CREATE TABLE applications (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id),
    status SMALLINT NOT NULL,
    version BIGINT NOT NULL,
    submissions INTEGER NOT NULL,
    form TEXT NOT NULL,
    requests TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    CONSTRAINT applications_user_id_key UNIQUE (user_id)
);

CREATE TABLE documents (
    id BLOB NOT NULL PRIMARY KEY,
    application_id BLOB NOT NULL REFERENCES applications (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    uploaded_at INTEGER NOT NULL,
    verdict TEXT NOT NULL
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

CREATE TABLE buyers (
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
CREATE INDEX buyers_seller_id ON buyers (seller_id, id);

CREATE TABLE outbox (
    id BLOB NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    link_id BLOB,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    buried BOOLEAN NOT NULL
);
CREATE INDEX outbox_due_at ON outbox (buried, due_at);

CREATE TABLE budgets (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (name, key)
);
CREATE INDEX budgets_ends_at ON budgets (ends_at);

-- Which thing a request under a client's key made.
CREATE TABLE idempotency_keys (
    user_id BLOB NOT NULL REFERENCES users (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    content BLOB NOT NULL,
    result BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);
