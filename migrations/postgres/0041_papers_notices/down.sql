DROP TABLE told_debtors;
DROP TABLE notice_claims;
DROP TABLE notices;
