-- Suppliers of programmes, and companies that another one brought here.
ALTER TABLE companies ADD COLUMN introduced_by BLOB REFERENCES companies (id);
-- What that one calls it.
ALTER TABLE companies ADD COLUMN introduced_name TEXT;
ALTER TABLE companies ADD COLUMN introduced_country TEXT;
ALTER TABLE companies ADD COLUMN introduced_number TEXT;

CREATE TABLE suppliers (
    id BLOB NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL CHECK (version >= 1),
    -- In whose programmes it is.
    buyer_id BLOB NOT NULL REFERENCES companies (id),
    -- Which company it is: made for it, until it joins with the one it has.
    company_id BLOB NOT NULL REFERENCES companies (id),
    legal_name TEXT NOT NULL,
    country TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    -- Of country and number: a list names a legal entity once.
    listed_supplier TEXT NOT NULL,
    email TEXT NOT NULL,
    -- Its own, in basis points; the programme's where there is none.
    discount_rate INTEGER,
    automatic TEXT NOT NULL CHECK (automatic IN ('off', 'all', 'above')),
    automatic_above BIGINT CHECK (automatic_above >= 0),
    automatic_currency TEXT,
    added_by BLOB NOT NULL REFERENCES users (id),
    added_at INTEGER NOT NULL,
    left_at INTEGER,
    CHECK ((automatic = 'above') = (automatic_above IS NOT NULL) AND (automatic = 'above') = (automatic_currency IS NOT NULL))
);
CREATE UNIQUE INDEX suppliers_listed_supplier ON suppliers (buyer_id, listed_supplier);
CREATE INDEX suppliers_buyer ON suppliers (buyer_id, id);
-- A company is on a list once.
CREATE UNIQUE INDEX suppliers_listed_supplier_company ON suppliers (company_id, buyer_id);
