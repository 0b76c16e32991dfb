DROP TABLE test_clock;
