ALTER TABLE companies DROP COLUMN alone_from;
