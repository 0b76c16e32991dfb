-- What a payer may name by its number, whoever sold it.
CREATE INDEX receivables_named ON receivables (normalised_number, currency);
