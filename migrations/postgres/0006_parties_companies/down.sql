DROP TABLE carry_overs;

-- What belongs to a company goes back to its first member.
ALTER TABLE buyers DROP COLUMN debtor_id;
ALTER INDEX buyers_company_id RENAME TO buyers_seller_id;
ALTER TABLE buyers DROP CONSTRAINT buyers_company_id_fkey;
ALTER TABLE buyers RENAME COLUMN company_id TO seller_id;
UPDATE buyers SET seller_id = (SELECT user_id FROM memberships WHERE company_id = seller_id ORDER BY since, user_id LIMIT 1);
ALTER TABLE buyers ADD CONSTRAINT buyers_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users (id);

ALTER TABLE applications RENAME COLUMN waiting_since TO updated_at;
ALTER TABLE applications DROP COLUMN company_id;
ALTER TABLE applications RENAME CONSTRAINT applications_applicant_id_fkey TO applications_user_id_fkey;
ALTER TABLE applications RENAME COLUMN applicant_id TO user_id;
ALTER TABLE applications ADD CONSTRAINT applications_user_id_key UNIQUE (user_id);

ALTER TABLE users DROP COLUMN version;
DROP TABLE debtors;
DROP TABLE memberships;
DROP TABLE companies;
