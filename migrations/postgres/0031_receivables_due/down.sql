DROP INDEX receivables_status_due;
DROP INDEX receivables_seller_due;
