CREATE TABLE idempotency_keys_before (
    user_id BLOB NOT NULL REFERENCES users (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    content BLOB NOT NULL,
    result BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, operation, key)
);
INSERT INTO idempotency_keys_before (user_id, operation, key, content, result, made_at)
    SELECT user_id, '', key, content, result, made_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_before RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_made_at ON idempotency_keys (made_at);
