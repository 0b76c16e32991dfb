DELETE FROM carry_overs WHERE name = 'debtor_marks';
DROP INDEX buyers_debtor;
DROP TABLE debtor_marks;
