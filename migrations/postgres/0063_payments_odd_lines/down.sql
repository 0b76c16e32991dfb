-- What was set aside is known, as it was before there was another word for it.
DROP INDEX statement_held_known_as;
ALTER TABLE statement_held DROP COLUMN reason;
ALTER TABLE statement_held DROP COLUMN known_as;
ALTER TABLE statement_held DROP COLUMN legible;
UPDATE statement_held SET decision = 'known' WHERE decision = 'set_aside';
ALTER TABLE statement_held DROP CONSTRAINT statement_held_decision_check;
ALTER TABLE statement_held ADD CONSTRAINT statement_held_decision_check CHECK (decision IN ('new', 'known'));
DROP INDEX statements_content;
ALTER TABLE statements DROP COLUMN content;
ALTER TABLE statements DROP COLUMN sequence;
