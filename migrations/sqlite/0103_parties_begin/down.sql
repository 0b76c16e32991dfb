DROP TABLE debtor_marks;
DROP TABLE debtor_limits;
DROP TABLE invitations;
DROP TABLE buyers;
DROP TABLE debtors;
DROP TABLE memberships;
DROP TABLE companies;
