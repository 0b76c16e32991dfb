DROP TABLE invitations;
ALTER TABLE companies DROP COLUMN closed_at;
ALTER TABLE companies DROP COLUMN team_version;
