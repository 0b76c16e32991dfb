-- What the queue can be put in order by besides the waiting, and what finds a company that applied before.

-- The legal name, folded as a search does; empty without one.
ALTER TABLE applications ADD COLUMN company_key TEXT NOT NULL DEFAULT '';

-- A page is one range of one of these, from either end: of all, of those nobody is on, of those an operator is on.
CREATE INDEX applications_company ON applications (status, company_key, id);
CREATE INDEX applications_unassigned ON applications (status, waiting_since, id) WHERE reviewer_id IS NULL;
CREATE INDEX applications_unassigned_company ON applications (status, company_key, id) WHERE reviewer_id IS NULL;
CREATE INDEX applications_reviewer_company ON applications (reviewer_id, status, company_key, id) WHERE reviewer_id IS NOT NULL;

CREATE INDEX companies_handed_in_entity ON companies (legal_entity) WHERE legal_entity IS NOT NULL;

-- The program folds the names of the applications there are.
INSERT INTO carry_overs (name) VALUES ('company_keys');
