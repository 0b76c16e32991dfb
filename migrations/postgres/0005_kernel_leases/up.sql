-- Which node does the work that one at a time may do, and until when it may.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    node UUID NOT NULL,
    held_until TIMESTAMPTZ NOT NULL
);
