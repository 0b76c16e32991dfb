DELETE FROM carry_overs WHERE name = 'company_keys';
DROP INDEX companies_handed_in_entity;
DROP INDEX applications_reviewer_company;
DROP INDEX applications_unassigned_company;
DROP INDEX applications_unassigned;
DROP INDEX applications_company;
ALTER TABLE applications DROP COLUMN company_key;
