-- What is in another currency is nothing of the account's money: of statements with such an entry too, both are tried, that the closing
-- balance holds the lines of later days, and that it does not.
WITH odd AS (
    SELECT held.statement_id, COALESCE(legible::jsonb ->> 'bookedOn' > CAST(statements.closed_on AS TEXT), FALSE) AS is_later,
        CASE
            WHEN legible::jsonb ->> 'amount' ~ ' [A-Z]{3}$' AND legible::jsonb ->> 'amount' NOT LIKE '% ' || held.currency THEN 0
            WHEN legible::jsonb ->> 'direction' = 'DBIT' THEN -CAST(legible::jsonb ->> 'magnitude' AS BIGINT)
            WHEN legible::jsonb ->> 'direction' = 'CRDT' THEN CAST(legible::jsonb ->> 'magnitude' AS BIGINT)
        END AS amount
    FROM statement_held AS held INNER JOIN statements ON statements.id = held.statement_id
    WHERE held.line IS NULL
), sums AS (
    SELECT statement_id, SUM(amount) AS whole, SUM(CASE WHEN is_later THEN 0 ELSE amount END) AS held
    FROM odd GROUP BY statement_id HAVING COUNT(*) = COUNT(amount)
)
UPDATE statements SET excludes_later = TRUE, differs = differs + later
WHERE NOT excludes_later AND later <> 0 AND EXISTS (
    SELECT 1 FROM sums WHERE sums.statement_id = statements.id AND differs + later = sums.held AND differs <> sums.whole
);
