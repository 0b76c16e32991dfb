-- What was done with one thing, the newest first.
CREATE INDEX audit_records_thing ON audit_records (thing, id);
