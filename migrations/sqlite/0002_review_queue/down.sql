DROP INDEX applications_queue;
