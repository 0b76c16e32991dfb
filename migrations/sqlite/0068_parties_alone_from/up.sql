-- What was entered for a company before this time takes another person to approve it: somebody could, who no longer may.
ALTER TABLE companies ADD COLUMN alone_from INTEGER;
