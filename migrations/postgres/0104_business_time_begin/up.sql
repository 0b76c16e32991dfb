-- How far business time was moved ahead of the machine's, in microseconds: one row, up to ten years.
CREATE TABLE test_clock (
    id SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
    ahead_micros BIGINT NOT NULL CHECK (ahead_micros BETWEEN 0 AND 315619200000000)
);
INSERT INTO test_clock VALUES (1, 0);
