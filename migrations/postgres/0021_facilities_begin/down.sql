DROP TABLE debtor_limits;
ALTER TABLE debtors DROP COLUMN contact_email;
ALTER TABLE debtors DROP COLUMN contact_name;
ALTER TABLE debtors DROP COLUMN state;
ALTER TABLE debtors DROP COLUMN version;
DROP TABLE advertised_terms;
DROP TABLE terms_versions;
DROP FUNCTION keep_terms();
DROP TABLE facilities;
