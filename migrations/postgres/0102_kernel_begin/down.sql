DROP TABLE idempotency_keys;
DROP TABLE audit_values;
DROP TABLE audit_records;
DROP TABLE leases;
DROP TABLE rate_limits;
DROP TABLE outbox;
DROP FUNCTION append_only;
DROP FUNCTION sealed_once;
