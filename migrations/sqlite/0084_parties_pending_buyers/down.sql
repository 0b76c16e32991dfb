DROP INDEX buyers_pending;
