DROP TABLE papers;
