DELETE FROM debtor_limits WHERE amount_minor = 0;
ALTER TABLE debtor_limits DROP CONSTRAINT debtor_limits_amount_minor_check;
ALTER TABLE debtor_limits ADD CONSTRAINT debtor_limits_amount_minor_check CHECK (amount_minor > 0);
