DROP INDEX receivables_named;
