-- The receipt a payout was passed on of, where no fact of its receivable gave it: the seller's for an invoice that was not bought, and
-- what a seller paid beyond what was open and what it owed. Both belong together where no other of the receivable is of the amount.
ALTER TABLE payouts ADD COLUMN passed_on_of BLOB;
-- It was there before payouts named what they come of, and may name nothing.
ALTER TABLE payouts ADD COLUMN unnamed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX payouts_passed_on_of ON payouts (passed_on_of, id) WHERE passed_on_of IS NOT NULL;

WITH given AS (
    SELECT receipts.id AS receipt_id, postings.receivable_id AS receivable_id, -postings.amount AS gross
    FROM ledger_entries AS entries
    JOIN ledger_postings AS postings ON postings.entry_id = entries.id AND postings.kind = 'sellers_payable'
    JOIN receipts ON receipts.id = entries.subject OR (receipts.id = entries.cause AND entries.subject = postings.receivable_id)
    WHERE entries.event = 'passed_on' AND entries.reverses IS NULL AND postings.amount < 0
),
passed AS (
    SELECT receipt_id, receivable_id, gross, COUNT(*) OVER (PARTITION BY receivable_id, gross) AS alike FROM given
),
paid AS (
    SELECT id, receivable_id, gross, COUNT(*) OVER (PARTITION BY receivable_id, gross) AS alike
    FROM payouts WHERE purpose = 'passed_on' AND replaces IS NULL AND status <> 'cancelled'
)
UPDATE payouts SET passed_on_of = found.receipt_id
FROM (
    SELECT paid.id AS id, passed.receipt_id AS receipt_id
    FROM paid JOIN passed ON passed.receivable_id = paid.receivable_id AND passed.gross = paid.gross
    WHERE paid.alike = 1 AND passed.alike = 1
) AS found
WHERE found.id = payouts.id;

-- What is paid in place of one that came back comes of the same.
WITH RECURSIVE named (id, passed_on_of) AS (
    SELECT id, passed_on_of FROM payouts WHERE passed_on_of IS NOT NULL
    UNION ALL
    SELECT again.id, named.passed_on_of FROM payouts AS again JOIN named ON again.replaces = named.id
)
UPDATE payouts SET passed_on_of = named.passed_on_of FROM named WHERE named.id = payouts.id AND payouts.replaces IS NOT NULL;

UPDATE payouts SET unnamed = TRUE WHERE company_id IS NOT NULL;
