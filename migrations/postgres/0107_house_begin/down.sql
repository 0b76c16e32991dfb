DROP TABLE house_accounts;
DROP TABLE house_settings;
