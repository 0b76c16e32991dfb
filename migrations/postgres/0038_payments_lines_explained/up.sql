-- Of which entries a person said that they book what a line of a statement says: each stands on one line.
CREATE TABLE statement_line_entries (
    entry_id UUID NOT NULL PRIMARY KEY REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
    line_id UUID NOT NULL REFERENCES statement_lines (id)
);
CREATE INDEX statement_line_entries_line ON statement_line_entries (line_id);
