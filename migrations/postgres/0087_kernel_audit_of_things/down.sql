DROP INDEX audit_records_thing;
