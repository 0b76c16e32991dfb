DROP TABLE suppliers;
ALTER TABLE companies DROP COLUMN introduced_number;
ALTER TABLE companies DROP COLUMN introduced_country;
ALTER TABLE companies DROP COLUMN introduced_name;
ALTER TABLE companies DROP COLUMN introduced_by;
