DROP INDEX payouts_passed_on_of;
ALTER TABLE payouts DROP COLUMN unnamed;
ALTER TABLE payouts DROP COLUMN passed_on_of;
