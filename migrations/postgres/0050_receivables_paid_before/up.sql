-- What came before the payout is not open any more, neither of the receivable nor of its debtor's limit.
WITH early AS (
    SELECT receivable_id AS id, SUM(amount) AS amount FROM receivable_facts WHERE kind = 'received' AND NOT taken_back GROUP BY receivable_id
)
UPDATE exposures
SET in_use = in_use - (
    SELECT COALESCE(SUM(CASE WHEN early.amount < sold.open THEN early.amount ELSE sold.open END), 0)
    FROM receivables AS sold JOIN early ON early.id = sold.id
    WHERE sold.status = 'accepted' AND sold.debtor_id = exposures.owner_id AND sold.currency = exposures.part
)
WHERE ceiling = 'debtor_limit';

WITH early AS (
    SELECT receivable_id AS id, SUM(amount) AS amount FROM receivable_facts WHERE kind = 'received' AND NOT taken_back GROUP BY receivable_id
)
UPDATE receivables
SET open = (SELECT CASE WHEN early.amount < open THEN open - early.amount ELSE 0 END FROM early WHERE early.id = receivables.id)
WHERE status = 'accepted' AND id IN (SELECT id FROM early);
