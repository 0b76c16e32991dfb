-- Which debtor it is now, where it was merged into another one: never one that was merged itself.
ALTER TABLE debtors ADD COLUMN merged_into UUID REFERENCES debtors (id) CHECK (merged_into <> id);
CREATE INDEX debtors_merged_into ON debtors (merged_into) WHERE merged_into IS NOT NULL;

-- The debtor on whose accounts it is booked, where that one was merged into another one since it was sold.
ALTER TABLE receivables ADD COLUMN booked_with UUID REFERENCES debtors (id);

-- Whoever names a debtor while it is merged waits here, and names the other one.
CREATE FUNCTION follow_merged_debtor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    now_is UUID;
BEGIN
    SELECT merged_into INTO now_is FROM debtors WHERE id = NEW.debtor_id FOR SHARE;
    NEW.debtor_id := coalesce(now_is, NEW.debtor_id);
    RETURN NEW;
END
$$;
CREATE TRIGGER receivables_debtor_new BEFORE INSERT ON receivables
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL) EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER receivables_debtor_other BEFORE UPDATE OF debtor_id ON receivables
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL AND NEW.debtor_id IS DISTINCT FROM OLD.debtor_id) EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER buyers_debtor_new BEFORE INSERT ON buyers
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL) EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER buyers_debtor_other BEFORE UPDATE OF debtor_id ON buyers
    FOR EACH ROW WHEN (NEW.debtor_id IS NOT NULL AND NEW.debtor_id IS DISTINCT FROM OLD.debtor_id) EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER debtor_marks_debtor BEFORE INSERT ON debtor_marks FOR EACH ROW EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER remembered_payers_debtor BEFORE INSERT ON remembered_payers FOR EACH ROW EXECUTE FUNCTION follow_merged_debtor();
CREATE TRIGGER told_debtors_debtor BEFORE INSERT ON told_debtors FOR EACH ROW EXECUTE FUNCTION follow_merged_debtor();
