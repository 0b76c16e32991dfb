-- Records may get their place in the chain after their commit. Until then they are found among those without a number, in the
-- order in which they were written: the index of numbers has that of the rowids.

-- The order in which records are shown is that of their ids, which sort by time: it stays as it is when they are sealed.
DROP INDEX audit_records_user;
DROP INDEX audit_records_company;
DROP INDEX audit_records_debtor;
CREATE INDEX audit_records_user ON audit_records (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_records_company ON audit_records (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_records_debtor ON audit_records (debtor_id, id) WHERE debtor_id IS NOT NULL;

-- Number and hashes come together. And a new row takes the place of no other: `INSERT OR REPLACE` would delete that one
-- without a word to the trigger below.
CREATE TRIGGER audit_records_new BEFORE INSERT ON audit_records
    WHEN (NEW.number IS NULL) + (NEW.previous IS NULL) + (NEW.hash IS NULL) NOT IN (0, 3)
        OR EXISTS (SELECT 1 FROM audit_records WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;

-- The one change there may be to a row: its place, once.
DROP TRIGGER audit_records_no_update;
CREATE TRIGGER audit_records_sealed_once BEFORE UPDATE ON audit_records
    WHEN OLD.number IS NOT NULL OR OLD.previous IS NOT NULL OR OLD.hash IS NOT NULL
        OR NEW.number IS NULL OR NEW.previous IS NULL OR NEW.hash IS NULL
        OR EXISTS (SELECT 1 FROM audit_records WHERE number = NEW.number)
        OR NEW.id IS NOT OLD.id OR NEW.format IS NOT OLD.format OR NEW.at IS NOT OLD.at OR NEW.actor IS NOT OLD.actor
        OR NEW.action IS NOT OLD.action OR NEW.user_id IS NOT OLD.user_id OR NEW.company_id IS NOT OLD.company_id
        OR NEW.debtor_id IS NOT OLD.debtor_id OR NEW.thing IS NOT OLD.thing OR NEW.changes IS NOT OLD.changes
        OR NEW.request IS NOT OLD.request
    BEGIN SELECT RAISE(ABORT, 'audit_records is append-only'); END;
