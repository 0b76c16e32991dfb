-- Whose an account is that two people changed: what a bank tells of it, before and after.
CREATE INDEX approvals_account_before
    ON approvals (COALESCE(proposal -> 'before' ->> 'iban', proposal -> 'before' ->> 'accountNumber'), action, state);
CREATE INDEX approvals_account_after
    ON approvals (COALESCE(proposal -> 'after' ->> 'iban', proposal -> 'after' ->> 'accountNumber'), action, state);
