DROP TABLE sign_ins;
DROP TABLE known_addresses;
DROP TABLE second_factors;
DROP TABLE phone_proofs;
DROP TABLE links;
DROP TABLE sessions;
DROP TABLE users;
