-- None is nothing; a limit of nothing says that the house ended it.
CREATE TABLE debtor_limits_of_nothing (
    debtor_id BLOB NOT NULL REFERENCES debtors (id),
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor >= 0),
    PRIMARY KEY (debtor_id, currency)
);
INSERT INTO debtor_limits_of_nothing SELECT debtor_id, currency, amount_minor FROM debtor_limits;
DROP TABLE debtor_limits;
ALTER TABLE debtor_limits_of_nothing RENAME TO debtor_limits;
