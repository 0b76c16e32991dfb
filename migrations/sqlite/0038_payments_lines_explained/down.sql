DROP TABLE statement_line_entries;
