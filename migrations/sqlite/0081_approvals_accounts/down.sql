DROP INDEX approvals_account_after;
DROP INDEX approvals_account_before;
