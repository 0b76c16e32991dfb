-- What debtors look alike by: numbers and names, folded further than what makes two of them one.
CREATE TABLE debtor_marks (
    kind TEXT NOT NULL CHECK (kind IN ('number', 'name')),
    value TEXT NOT NULL CHECK (value <> ''),
    debtor_id UUID NOT NULL REFERENCES debtors (id),
    PRIMARY KEY (kind, value, debtor_id)
);

CREATE INDEX buyers_debtor ON buyers (debtor_id) WHERE debtor_id IS NOT NULL;

INSERT INTO carry_overs (name) VALUES ('debtor_marks');
