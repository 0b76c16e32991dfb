DROP TABLE remembered_payers;
