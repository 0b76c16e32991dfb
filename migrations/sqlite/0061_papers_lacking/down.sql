-- A release before this one knows no such reasons: it tries again, and says what it lacks then.
UPDATE told_debtors SET told = 'no_contact' WHERE told = 'no_letters';
UPDATE told_debtors SET told = 'unreleased' WHERE told = 'unreleased_letters';
ALTER TABLE told_debtors DROP COLUMN lacking;
