DROP INDEX audit_records_proof;
