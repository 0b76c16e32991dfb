-- What numbers are found by is worked out by the binary: again by the one before.
UPDATE receivables SET visible_number = '';

INSERT INTO carry_overs (name) VALUES ('visible_numbers') ON CONFLICT (name) DO NOTHING;
