-- What is in another currency is nothing of the account's money: of statements with such an entry too, both are tried, that the closing
-- balance holds the lines of later days, and that it does not.
WITH odd AS (
    SELECT held.statement_id, COALESCE(json_extract(legible, '$.bookedOn') > statements.closed_on, FALSE) AS is_later,
        CASE
            WHEN json_extract(legible, '$.amount') GLOB '* [A-Z][A-Z][A-Z]'
                AND json_extract(legible, '$.amount') NOT LIKE '% ' || held.currency THEN 0
            WHEN json_extract(legible, '$.direction') = 'DBIT' THEN -json_extract(legible, '$.magnitude')
            WHEN json_extract(legible, '$.direction') = 'CRDT' THEN json_extract(legible, '$.magnitude')
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
