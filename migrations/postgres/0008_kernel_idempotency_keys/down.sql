ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_key;
ALTER TABLE idempotency_keys ADD COLUMN operation TEXT NOT NULL DEFAULT '';
ALTER TABLE idempotency_keys ALTER COLUMN operation DROP DEFAULT;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_key PRIMARY KEY (user_id, operation, key);
