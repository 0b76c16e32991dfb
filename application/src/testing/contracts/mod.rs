//! What every store must keep, fake or real. Each contract is run by the fakes here and by SQLite and PostgreSQL in the
//! adapters.
