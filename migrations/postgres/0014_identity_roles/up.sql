-- What an operator is to the house: codes with commas between. Whoever was one did everything, and goes on so.
ALTER TABLE users ADD COLUMN operator_roles TEXT NOT NULL DEFAULT '';
UPDATE users SET operator_roles = 'reviewer,credit,treasury,admin,auditor' WHERE role = 'operator';
-- Operators are few among many.
CREATE INDEX users_operators ON users (created_at, id) WHERE role = 'operator';

-- When whoever uses a session proved once more who they are.
ALTER TABLE sessions ADD COLUMN stepped_up_at TIMESTAMPTZ;

-- When an account signed in last. Nothing for those who have not since the upgrade.
CREATE TABLE sign_ins (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    last_at TIMESTAMPTZ NOT NULL
);
