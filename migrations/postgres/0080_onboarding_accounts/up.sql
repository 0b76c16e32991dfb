-- Whose an account is, however many forms there are: what a bank tells of the account in each, as it is and as it was handed in.
CREATE INDEX applications_account
    ON applications (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), status);
CREATE INDEX submissions_account
    ON submissions (COALESCE(form -> 'bankAccount' ->> 'iban', form -> 'bankAccount' ->> 'accountNumber'), application_id);
