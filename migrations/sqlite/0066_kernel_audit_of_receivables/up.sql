-- What the proof of money compares receivables with.
CREATE INDEX audit_records_proof ON audit_records (action, thing) WHERE action = 'offer_accepted' OR action = 'paid_to_seller';
