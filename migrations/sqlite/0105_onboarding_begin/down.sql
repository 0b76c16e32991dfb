DROP TABLE search_words;
DROP TABLE transitions;
DROP TABLE submissions;
DROP TABLE documents;
DROP TABLE applications;
