-- Records get their place in the chain after their commit, from one sealer.

-- They are sealed in the order in which they were written. A writer who waited for another one's commit writes after it, so
-- of two that touched the same rows the later one gets the later place. Those that are sealed already need no such order.
CREATE SEQUENCE audit_arrivals AS BIGINT;
ALTER TABLE audit_records ADD COLUMN arrival BIGINT;
ALTER TABLE audit_records ALTER COLUMN arrival SET DEFAULT nextval('audit_arrivals');
ALTER SEQUENCE audit_arrivals OWNED BY audit_records.arrival;

-- Until they are sealed they are found here.
CREATE INDEX audit_records_unsealed ON audit_records (arrival) WHERE number IS NULL;

-- The order in which records are shown is that of their ids, which sort by time: it stays as it is when they are sealed.
DROP INDEX audit_records_user;
DROP INDEX audit_records_company;
DROP INDEX audit_records_debtor;
CREATE INDEX audit_records_user ON audit_records (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, id) WHERE debtor_id IS NOT NULL;

-- Number and hashes come together. What is there already is left to `sooner audit verify`: a start must not fail over it.
ALTER TABLE audit_records ADD CONSTRAINT audit_records_sealed_check
    CHECK ((number IS NULL) = (previous IS NULL) AND (number IS NULL) = (hash IS NULL)) NOT VALID;

-- The one change there may be to a row of a chain: its place, once. A chain's table has the columns number, previous, hash.
CREATE FUNCTION sealed_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unsealed RECORD;
BEGIN
    unsealed := NEW;
    unsealed.number := NULL;
    unsealed.previous := NULL;
    unsealed.hash := NULL;
    IF NEW.number IS NULL OR unsealed IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;
DROP TRIGGER audit_records_append_only ON audit_records;
CREATE TRIGGER audit_records_append_only BEFORE DELETE OR TRUNCATE ON audit_records
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER audit_records_sealed_once BEFORE UPDATE ON audit_records
    FOR EACH ROW EXECUTE FUNCTION sealed_once();
