-- A key stands for one request of a person, whatever it asks for: method and route are part of the fingerprint now.
-- Keys of the release before are kept, so that none of them is used for something else meanwhile.

DELETE FROM idempotency_keys older USING idempotency_keys newer
    WHERE (older.user_id, older.key) = (newer.user_id, newer.key)
        AND (older.made_at, older.operation) < (newer.made_at, newer.operation);
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_key;
ALTER TABLE idempotency_keys DROP COLUMN operation;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, key);
