//! Invoices of fictional companies.
