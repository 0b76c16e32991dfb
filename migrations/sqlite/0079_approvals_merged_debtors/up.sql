-- The two debtors that a proposal would make one. Each is in one such proposal that waits at a time.
CREATE TABLE approval_debtors (
    approval BLOB NOT NULL REFERENCES approvals (id),
    debtor BLOB NOT NULL,
    waits BOOLEAN NOT NULL,
    PRIMARY KEY (approval, debtor)
);
CREATE UNIQUE INDEX approval_debtors_waiting ON approval_debtors (debtor) WHERE waits;
CREATE INDEX approval_debtors_debtor ON approval_debtors (debtor);
INSERT INTO approval_debtors (approval, debtor, waits)
    SELECT id, unhex(replace(json_extract(proposal, '$.gone.debtorId'), '-', '')), state = 'pending' FROM approvals
    WHERE action = 'merge_debtors'
    UNION ALL
    SELECT id, unhex(replace(json_extract(proposal, '$.stays.debtorId'), '-', '')), state = 'pending' FROM approvals
    WHERE action = 'merge_debtors'
    ON CONFLICT DO NOTHING;
