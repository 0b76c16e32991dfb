DROP TABLE fee_invoice_papers;
DROP TABLE fee_invoice_lines;
DROP TABLE fee_invoices;
DROP TABLE fee_invoice_numbers;
DROP TABLE told_debtors;
DROP TABLE notice_claims;
DROP TABLE notices;
DROP TABLE papers;
