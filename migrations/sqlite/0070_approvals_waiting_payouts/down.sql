ALTER TABLE sessions DROP COLUMN confirmed_act;
DROP TABLE waiting_payouts;
