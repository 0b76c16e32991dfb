-- Records get their place in the chain after their commit, from one sealer.

-- Until then they are found here.
CREATE INDEX audit_records_unsealed ON audit_records (id) WHERE number IS NULL;

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
