-- Buyers nobody decided on yet, however many there are.
CREATE INDEX buyers_pending ON buyers (company_id, created_at, id) WHERE status = 'pending';
