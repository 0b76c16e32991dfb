WITH early AS (
    SELECT DISTINCT receivable_id AS id FROM receivable_facts WHERE kind = 'received' AND NOT taken_back
)
UPDATE exposures
SET in_use = in_use + (
    SELECT COALESCE(SUM(sold.owed - sold.diluted - sold.open), 0)
    FROM receivables AS sold JOIN early ON early.id = sold.id
    WHERE sold.status = 'accepted' AND sold.debtor_id = exposures.owner_id AND sold.currency = exposures.part
)
WHERE ceiling = 'debtor_limit';

UPDATE receivables
SET open = owed - diluted
WHERE status = 'accepted' AND id IN (SELECT receivable_id FROM receivable_facts WHERE kind = 'received' AND NOT taken_back);
