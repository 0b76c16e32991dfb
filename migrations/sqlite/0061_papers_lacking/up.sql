-- The letters that no font of the instance has, where a debtor could not be told for them; each once.
ALTER TABLE told_debtors ADD COLUMN lacking TEXT NOT NULL DEFAULT '';
