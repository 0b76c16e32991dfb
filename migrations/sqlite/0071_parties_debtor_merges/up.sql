-- Which debtor it is now, where it was merged into another one: never one that was merged itself.
ALTER TABLE debtors ADD COLUMN merged_into BLOB REFERENCES debtors (id) CHECK (merged_into <> id);
CREATE INDEX debtors_merged_into ON debtors (merged_into) WHERE merged_into IS NOT NULL;

-- The debtor on whose accounts it is booked, where that one was merged into another one since it was sold.
ALTER TABLE receivables ADD COLUMN booked_with BLOB REFERENCES debtors (id);

-- Whoever read a debtor before it was merged, and names it, names the other one.
CREATE TRIGGER receivables_debtor_new AFTER INSERT ON receivables
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE receivables SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;
CREATE TRIGGER receivables_debtor_other AFTER UPDATE OF debtor_id ON receivables
    WHEN NEW.debtor_id IS NOT OLD.debtor_id AND EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE receivables SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;
CREATE TRIGGER buyers_debtor_new AFTER INSERT ON buyers
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE buyers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;
CREATE TRIGGER buyers_debtor_other AFTER UPDATE OF debtor_id ON buyers
    WHEN NEW.debtor_id IS NOT OLD.debtor_id AND EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN UPDATE buyers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id; END;
CREATE TRIGGER debtor_marks_debtor AFTER INSERT ON debtor_marks
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        INSERT INTO debtor_marks SELECT NEW.kind, NEW.value, merged_into FROM debtors WHERE id = NEW.debtor_id ON CONFLICT DO NOTHING;
        DELETE FROM debtor_marks WHERE kind = NEW.kind AND value = NEW.value AND debtor_id = NEW.debtor_id;
    END;
CREATE TRIGGER remembered_payers_debtor AFTER INSERT ON remembered_payers
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        -- What is remembered of the other one already is not remembered twice.
        DELETE FROM remembered_payers WHERE id = NEW.id AND NEW.forgotten_at IS NULL AND EXISTS (
            SELECT 1 FROM remembered_payers AS known INNER JOIN debtors ON debtors.id = NEW.debtor_id
            WHERE known.debtor_id = debtors.merged_into AND known.mark = NEW.mark AND known.value = NEW.value AND known.forgotten_at IS NULL
        );
        UPDATE remembered_payers SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id) WHERE id = NEW.id;
    END;
CREATE TRIGGER told_debtors_debtor AFTER INSERT ON told_debtors
    WHEN EXISTS (SELECT 1 FROM debtors WHERE id = NEW.debtor_id AND merged_into IS NOT NULL)
    BEGIN
        UPDATE told_debtors SET debtor_id = (SELECT merged_into FROM debtors WHERE id = NEW.debtor_id)
            WHERE receivable_id = NEW.receivable_id;
    END;
