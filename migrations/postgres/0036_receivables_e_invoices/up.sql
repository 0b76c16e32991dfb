-- Of an e-invoice: whom it says to pay, as JSON.
ALTER TABLE receivable_documents ADD COLUMN instructions TEXT;

-- What a seller entered before, by its number.
CREATE INDEX receivables_seller_number ON receivables (seller_id, normalised_number) WHERE buyer_id IS NOT NULL;
