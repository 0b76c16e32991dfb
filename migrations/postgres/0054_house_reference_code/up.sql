-- What tells the references of this house from others: made with the first one that is given out, and never changed.
ALTER TABLE house_settings ADD COLUMN reference_code TEXT CHECK (length(reference_code) = 4);
