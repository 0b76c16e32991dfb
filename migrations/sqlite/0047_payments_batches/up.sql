-- Payouts that were released together, by what people call them.
CREATE TABLE payout_batches (
    number INTEGER NOT NULL PRIMARY KEY,
    id BLOB NOT NULL UNIQUE
);
INSERT INTO payout_batches (id)
    SELECT batch_id FROM payouts WHERE batch_id IS NOT NULL GROUP BY batch_id ORDER BY MIN(released_at), batch_id;
