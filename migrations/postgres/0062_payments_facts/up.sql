-- What happened to the receivable that gave its company the payout. A payout and a fact belong together where no other fact of the
-- receivable that stands gave as much for the same purpose, and no other payout of it pays as much: of the rest nothing is known.
ALTER TABLE payouts ADD COLUMN fact_id UUID;

WITH given AS (
    SELECT
        facts.id AS fact_id,
        facts.receivable_id AS receivable_id,
        CASE
            WHEN postings.kind = 'buyer_rebates' THEN 'buyer_share'
            WHEN entries.event = 'settled' THEN 'release'
            WHEN entries.event = 'payout_repriced' THEN 'discount_returned'
            ELSE 'passed_on'
        END AS purpose,
        CAST(-SUM(postings.amount) AS BIGINT) AS gross
    FROM receivable_facts AS facts
    JOIN ledger_entries AS entries ON entries.cause = facts.id AND entries.reverses IS NULL
    JOIN ledger_postings AS postings ON postings.entry_id = entries.id
    WHERE NOT facts.taken_back
        AND (postings.kind = 'buyer_rebates' OR (postings.kind = 'sellers_payable' AND entries.event NOT IN ('funded', 'set_off')))
    GROUP BY 1, 2, 3
),
facts AS (
    SELECT fact_id, receivable_id, purpose, gross, COUNT(*) OVER (PARTITION BY receivable_id, purpose, gross) AS alike FROM given
),
paid AS (
    SELECT id, receivable_id, purpose, gross, COUNT(*) OVER (PARTITION BY receivable_id, purpose, gross) AS alike
    FROM payouts WHERE receivable_id IS NOT NULL AND replaces IS NULL AND status <> 'cancelled'
)
UPDATE payouts SET fact_id = found.fact_id
FROM (
    SELECT paid.id AS id, facts.fact_id AS fact_id
    FROM paid JOIN facts ON facts.receivable_id = paid.receivable_id AND facts.purpose = paid.purpose AND facts.gross = paid.gross
    WHERE paid.alike = 1 AND facts.alike = 1
) AS found
WHERE found.id = payouts.id;

-- What is paid in place of one that came back comes from the same fact.
WITH RECURSIVE named (id, fact_id) AS (
    SELECT id, fact_id FROM payouts WHERE fact_id IS NOT NULL
    UNION ALL
    SELECT again.id, named.fact_id FROM payouts AS again JOIN named ON again.replaces = named.id
)
UPDATE payouts SET fact_id = named.fact_id FROM named WHERE named.id = payouts.id AND payouts.replaces IS NOT NULL;
