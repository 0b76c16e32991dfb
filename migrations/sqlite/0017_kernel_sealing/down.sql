DROP TRIGGER audit_records_sealed_once;
DROP TRIGGER audit_records_new;
CREATE TRIGGER audit_records_no_update BEFORE UPDATE ON audit_records
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;
DROP INDEX audit_records_debtor;
DROP INDEX audit_records_company;
DROP INDEX audit_records_user;
CREATE INDEX audit_records_user ON audit_records (user_id, number) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, number) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, number) WHERE debtor_id IS NOT NULL;
