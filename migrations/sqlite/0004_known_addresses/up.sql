-- Where accounts were signed in to from: a hash of account and client address, and when it was last used.
CREATE TABLE known_addresses (
    hash BLOB NOT NULL PRIMARY KEY,
    used_at INTEGER NOT NULL
);
CREATE INDEX known_addresses_used_at ON known_addresses (used_at);
