ALTER TABLE payouts DROP COLUMN fact_id;
