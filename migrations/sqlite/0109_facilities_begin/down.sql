DROP TABLE suppliers;
DROP TABLE exposures;
DROP TABLE advertised_terms;
DROP TABLE terms_versions;
DROP TABLE facilities;
