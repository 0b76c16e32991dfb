DROP INDEX audit_records_proof;
CREATE INDEX audit_records_proof ON audit_records (action, thing) WHERE action = 'offer_accepted' OR action = 'paid_to_seller';
