//! The product as a whole: the real binary on real databases, and the walls between its crates.

mod applicant;
mod architecture;
mod backup;
mod clock;
mod command_line;
mod demo;
mod drills;
mod end_of_day;
mod financing;
mod journey;
mod ledger;
mod mails;
mod modules;
mod nodes;
mod outlives;
mod refusals;
mod review;
mod secret;
mod security_page;
mod start;
mod strangers;
mod support;
mod telemetry;
