ALTER TABLE house_settings DROP COLUMN reference_code;
