DROP TABLE known_addresses;
