-- A key stands for one request of a person, whatever it asks for: method and route are part of the fingerprint now.
-- Keys of the release before are kept, so that none of them is used for something else meanwhile.

CREATE TABLE idempotency_keys_now (
    user_id BLOB NOT NULL REFERENCES users (id),
    key TEXT NOT NULL,
    content BLOB NOT NULL,
    result BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, key)
);
INSERT INTO idempotency_keys_now (user_id, key, content, result, made_at)
    SELECT user_id, key, content, result, MAX(made_at) FROM idempotency_keys GROUP BY user_id, key;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_now RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);
