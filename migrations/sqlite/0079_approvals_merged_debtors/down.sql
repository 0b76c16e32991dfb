DROP TABLE approval_debtors;
