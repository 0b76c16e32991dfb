DROP INDEX submissions_account;
DROP INDEX applications_account;
