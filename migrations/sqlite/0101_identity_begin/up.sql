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
    second_factor BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL DEFAULT 0,
    -- The language a person reads, and each mail to them.
    language TEXT NOT NULL DEFAULT 'en',
    -- What an operator is to the house: codes with commas between.
    operator_roles TEXT NOT NULL DEFAULT '',
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_verified_phone_key UNIQUE (verified_phone)
);
-- Operators are few among many.
CREATE INDEX users_operators ON users (created_at, id) WHERE role = 'operator';

CREATE TABLE sessions (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    awaits_code BOOLEAN NOT NULL DEFAULT FALSE,
    -- When a session was used last, and with what browser and system it was opened.
    last_used_at INTEGER,
    browser TEXT,
    system TEXT,
    -- When the person of a session proved once more who they are.
    stepped_up_at INTEGER,
    -- What was confirmed last in a session, beside when: it counts for that act alone.
    confirmed_act BLOB
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

CREATE TABLE second_factors (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id),
    id BLOB NOT NULL,
    confirmed BOOLEAN NOT NULL,
    last_step BIGINT NOT NULL,
    recovery_left SMALLINT NOT NULL,
    created_at INTEGER NOT NULL
);

-- Where accounts were signed in to from: a hash of account and client address, and when it was last used.
CREATE TABLE known_addresses (
    hash BLOB NOT NULL PRIMARY KEY,
    used_at INTEGER NOT NULL
);
CREATE INDEX known_addresses_used_at ON known_addresses (used_at);

-- When an account signed in last. Nothing for those who have not since the upgrade.
CREATE TABLE sign_ins (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id),
    last_at INTEGER NOT NULL
);
