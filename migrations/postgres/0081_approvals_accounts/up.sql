-- Whose an account is that two people changed: what a bank tells of it, before and after.
CREATE INDEX approvals_account_before
    ON approvals (COALESCE(proposal::jsonb -> 'before' ->> 'iban', proposal::jsonb -> 'before' ->> 'accountNumber'), action, state);
CREATE INDEX approvals_account_after
    ON approvals (COALESCE(proposal::jsonb -> 'after' ->> 'iban', proposal::jsonb -> 'after' ->> 'accountNumber'), action, state);
