-- The two debtors that a proposal would make one. Each is in one such proposal that waits at a time.
CREATE TABLE approval_debtors (
    approval UUID NOT NULL REFERENCES approvals (id),
    debtor UUID NOT NULL,
    waits BOOLEAN NOT NULL,
    PRIMARY KEY (approval, debtor)
);
CREATE UNIQUE INDEX approval_debtors_waiting ON approval_debtors (debtor) WHERE waits;
CREATE INDEX approval_debtors_debtor ON approval_debtors (debtor);
INSERT INTO approval_debtors (approval, debtor, waits)
    SELECT id, (proposal::jsonb #>> '{gone,debtorId}')::uuid, state = 'pending' FROM approvals WHERE action = 'merge_debtors'
    UNION ALL
    SELECT id, (proposal::jsonb #>> '{stays,debtorId}')::uuid, state = 'pending' FROM approvals WHERE action = 'merge_debtors'
    ON CONFLICT DO NOTHING;
