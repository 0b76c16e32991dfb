-- How a mail about money goes: by itself, or in a digest. Nothing until that was decided, and for every other mail.
ALTER TABLE outbox ADD COLUMN sent_as TEXT CHECK (sent_as IN ('alone', 'digest'));
