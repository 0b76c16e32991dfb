-- What is in use of each limit, a row a limit. Changed by conditional updates, so that of many at once none passes one.
CREATE TABLE exposures (
    ceiling TEXT NOT NULL CHECK (ceiling IN ('facility_limit', 'concentration', 'debtor_limit')),
    -- The facility, or the debtor.
    owner_id BLOB NOT NULL,
    -- The debtor within the facility, or the currency.
    part TEXT NOT NULL,
    in_use INTEGER NOT NULL CHECK (in_use >= 0),
    PRIMARY KEY (owner_id, ceiling, part)
);
