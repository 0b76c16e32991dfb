-- What was found out of a statement holds for the release before as well.
SELECT 1;
