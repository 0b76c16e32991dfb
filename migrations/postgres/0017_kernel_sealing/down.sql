DROP TRIGGER audit_records_sealed_once ON audit_records;
DROP TRIGGER audit_records_append_only ON audit_records;
DROP FUNCTION sealed_once;
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_records
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
ALTER TABLE audit_records DROP CONSTRAINT audit_records_sealed_check;
DROP INDEX audit_records_debtor;
DROP INDEX audit_records_company;
DROP INDEX audit_records_user;
CREATE INDEX audit_records_user ON audit_records (user_id, number) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, number) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, number) WHERE debtor_id IS NOT NULL;
DROP INDEX audit_records_unsealed;
ALTER TABLE audit_records DROP COLUMN arrival;
