-- The queue of each status in the order of waiting: a page is one range of this index.
CREATE INDEX applications_queue ON applications (status, updated_at, id);
