DROP TABLE debtor_statements;
DROP TABLE confirmations;
