DROP TABLE sign_ins;
ALTER TABLE sessions DROP COLUMN stepped_up_at;
DROP INDEX users_operators;
ALTER TABLE users DROP COLUMN operator_roles;
