-- What is set for the house: one row, here from the beginning.
CREATE TABLE house_settings (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL CHECK (version >= 0),
    -- Who it is, when it works, and what may be missing from a payment, as JSON.
    details TEXT NOT NULL,
    -- What tells the references of this house from others: made with the first one that is given out, and never changed.
    reference_code TEXT CHECK (length(reference_code) = 4)
);

-- The accounts it is paid to, one for each currency.
CREATE TABLE house_accounts (
    house_id INTEGER NOT NULL REFERENCES house_settings (id),
    currency TEXT NOT NULL PRIMARY KEY CHECK (length(currency) = 3),
    holder TEXT NOT NULL CHECK (holder <> ''),
    iban TEXT NOT NULL CHECK (iban <> ''),
    bic TEXT CHECK (bic <> '')
);
INSERT INTO house_settings VALUES (1, 0, '{"profile":null,"timeZone":null,"cutOff":"14:00","extraHolidays":[],"shortBelow":[]}', NULL);
