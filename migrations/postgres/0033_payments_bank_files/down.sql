DROP TABLE bank_files;
