DROP TABLE approval_debtors;
DROP TABLE waiting_payouts;
DROP TABLE approvals;
