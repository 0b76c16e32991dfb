CREATE TABLE debtor_limits_set (
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    PRIMARY KEY (debtor_id, currency)
);
INSERT INTO debtor_limits_set SELECT debtor_id, currency, amount_minor FROM debtor_limits WHERE amount_minor > 0;
DROP TABLE debtor_limits;
ALTER TABLE debtor_limits_set RENAME TO debtor_limits;
