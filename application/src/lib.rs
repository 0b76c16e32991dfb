//! What people do with Sooner, as use cases, and the ports those need; here is where all of it is put together.
//!
//! A use case is *load, tell the entity, commit*. The ports are kept by adapters, or in tests by the fakes of
//! [`testing`]: no use case needs a server, a file or a network to be tested.

// In the order of the domain's modules, which a test of the whole sees to; the empty lines keep rustfmt from sorting them.

pub mod kernel;

pub mod identity;

pub mod parties;

pub mod business_time;

pub mod onboarding;

pub mod house;

pub mod ledger;

pub mod facilities;

pub mod pricing;

pub mod payments;

pub mod receivables;

pub mod programmes;

pub mod servicing;

pub mod cash;

pub mod papers;

pub mod approvals;

pub mod end_of_day;

pub mod screens;

#[cfg(any(test, feature = "test-support"))]
pub mod testing;

#[cfg(test)]
mod tests;

use crate::{
    approvals::{Approvals, ApprovedEndings, FourEyes, ports::ApprovalRecords},
    business_time::BusinessTime,
    cash::{Cash, MoneyAudit, ports::MoneyChecks},
    end_of_day::{EndOfDays, ports::EndOfDayRecords},
    facilities::{
        Facilities,
        ports::{Exposures, FacilityRecords, Suppliers},
    },
    house::House,
    identity::{
        Allowance, Identity, OperatorAccess,
        ports::{AccessTokens, IdentityProvider, LinkTokens, Links, Passwords, SecondFactorCodes, SecondFactors, Sessions, Users},
    },
    kernel::{
        audit::{Audit, AuditTrail},
        chain::{SealChains, Seals, WatchChains},
        clock::{BusinessClock, Clock, TestClocks},
        commit::Commit,
        expiry::{ClearExpired, Expiry},
        idempotency::Idempotency,
        ids::Ids,
        jobs::Leases,
        outbox::{Attachments, Delivery, Mailer, Outbox},
        pause::Pause,
        rate_limits::RateLimits,
    },
    ledger::{
        Ledger, LedgerAudit,
        ports::{Journal, LedgerChecks},
    },
    onboarding::{
        Onboarding,
        ports::{Applications, DocumentFiles, FileOwners},
    },
    papers::{
        PaperFormat, PaperWords, Papers,
        ports::{FeeInvoices, Letters, PaperFiles},
    },
    parties::{
        Agreement, Parties,
        ports::{Buyers, Debtors, Memberships, Teams},
    },
    payments::{
        bank::{AnswerFormat, OrderFormat},
        ports::{BankAnswers, BankFiles, Payouts, ReceiptCare, ReceiptRecords, RememberedPayers, Statements},
        statements::StatementFormat,
    },
    pricing::Pricing,
    programmes::Programmes,
    receivables::{
        Receivables,
        einvoices::InvoiceReader,
        ports::{Confirmations, ReceivableRecords},
        scene::Scenes,
    },
    screens::{
        Screens,
        ports::{Desks, FirstScreens},
    },
    servicing::Servicing,
};
use chrono::TimeDelta;
use sooner_domain::house::local_time::TimeZone;
use std::sync::Arc;

/// The ports that one store keeps together, because their writes share transactions.
#[derive(Clone)]
pub struct StorePorts {
    pub idempotency: Arc<dyn Idempotency>,
    pub rate_limits: Arc<dyn RateLimits>,
    pub outbox: Arc<dyn Outbox>,
    pub trail: Arc<dyn AuditTrail>,
    pub audit_chain: Arc<dyn Seals>,
    pub leases: Arc<dyn Leases>,
    pub test_clocks: Arc<dyn TestClocks>,
    pub expiry: Arc<dyn Expiry>,
    pub users: Arc<dyn Users>,
    pub sessions: Arc<dyn Sessions>,
    pub links: Arc<dyn Links>,
    pub second_factors: Arc<dyn SecondFactors>,
    pub identity: Arc<dyn Commit<identity::changes::Change>>,
    pub memberships: Arc<dyn Memberships>,
    pub teams: Arc<dyn Teams>,
    pub buyers: Arc<dyn Buyers>,
    pub debtors: Arc<dyn Debtors>,
    pub parties: Arc<dyn Commit<parties::changes::Change>>,
    pub business_time: Arc<dyn Commit<business_time::changes::Change>>,
    pub applications: Arc<dyn Applications>,
    pub onboarding: Arc<dyn Commit<onboarding::changes::Change>>,
    pub exposures: Arc<dyn Exposures>,
    pub suppliers: Arc<dyn Suppliers>,
    pub facilities: Arc<dyn Commit<facilities::changes::Change>>,
    pub receivables: Arc<dyn ReceivableRecords>,
    pub money_checks: Arc<dyn MoneyChecks>,
    pub confirmations: Arc<dyn Confirmations>,
    pub scenes: Arc<dyn Scenes>,
    /// The files that belong to receivables.
    pub receivable_files: Arc<dyn FileOwners>,
    pub receivable_changes: Arc<dyn Commit<receivables::changes::Change>>,
    pub payouts: Arc<dyn Payouts>,
    pub receipts: Arc<dyn ReceiptRecords>,
    pub bank_files: Arc<dyn BankFiles>,
    pub bank_answers: Arc<dyn BankAnswers>,
    pub statements: Arc<dyn Statements>,
    pub remembered_payers: Arc<dyn RememberedPayers>,
    pub receipt_care: Arc<dyn ReceiptCare>,
    pub payments: Arc<dyn Commit<payments::changes::Change>>,
    pub paper_files: Arc<dyn PaperFiles>,
    pub letters: Arc<dyn Letters>,
    pub fee_invoices: Arc<dyn FeeInvoices>,
    /// The files that go with mails.
    pub attachments: Arc<dyn Attachments>,
    pub papers: Arc<dyn Commit<papers::changes::Change>>,
    pub house_settings: Arc<dyn house::ports::Settings>,
    pub house: Arc<dyn Commit<house::changes::Change>>,
    pub journal: Arc<dyn Journal>,
    pub ledger_checks: Arc<dyn LedgerChecks>,
    pub ledger_chain: Arc<dyn Seals>,
    pub ledger: Arc<dyn Commit<ledger::changes::Change>>,
    pub facility_records: Arc<dyn FacilityRecords>,
    pub approval_records: Arc<dyn ApprovalRecords>,
    pub approvals: Arc<dyn Commit<approvals::changes::Change>>,
    pub end_of_day_records: Arc<dyn EndOfDayRecords>,
    pub end_of_day: Arc<dyn Commit<end_of_day::changes::Change>>,
    pub first_screens: Arc<dyn FirstScreens>,
    pub desks: Arc<dyn Desks>,
}

/// Everything the use cases need.
#[derive(Clone)]
pub struct Ports {
    pub store: StorePorts,
    pub files: Arc<dyn DocumentFiles>,
    pub passwords: Arc<dyn Passwords>,
    pub tokens: Arc<dyn AccessTokens>,
    pub link_tokens: Arc<dyn LinkTokens>,
    pub codes: Arc<dyn SecondFactorCodes>,
    pub provider: Arc<dyn IdentityProvider>,
    pub order_format: Arc<dyn OrderFormat>,
    pub statement_format: Arc<dyn StatementFormat>,
    pub answer_format: Arc<dyn AnswerFormat>,
    pub invoice_reader: Arc<dyn InvoiceReader>,
    pub paper_words: Arc<dyn PaperWords>,
    pub paper_format: Arc<dyn PaperFormat>,
    pub clock: Arc<dyn Clock>,
    pub business: Arc<dyn BusinessClock>,
    pub ids: Arc<dyn Ids>,
    pub pauses: Arc<dyn Pause>,
    pub session_life: TimeDelta,
    /// How long a session may lie unused.
    pub session_idle: TimeDelta,
    /// How much an account may write in an hour.
    pub account_writes: i32,
    /// How much an account may read in a minute.
    pub account_reads: i32,
    pub operators: OperatorAccess,
    pub four_eyes: FourEyes,
    /// The house's, until an admin sets another one.
    pub time_zone: TimeZone,
    /// Where the code on a letter is checked.
    pub check_page: String,
    pub agreement: Agreement,
}

/// Everything people do with the product.
#[derive(Clone)]
pub struct UseCases {
    pub identity: Identity,
    pub parties: Parties,
    pub business_time: BusinessTime,
    pub onboarding: Onboarding,
    pub house: House,
    pub ledger: Ledger,
    pub facilities: Facilities,
    pub pricing: Pricing,
    pub receivables: Arc<Receivables>,
    pub programmes: Arc<Programmes>,
    pub servicing: Arc<Servicing>,
    pub cash: Arc<Cash>,
    pub papers: Arc<Papers>,
    pub approvals: Arc<Approvals>,
    pub end_of_day: EndOfDays,
    pub screens: Screens,
}

impl StorePorts {
    pub fn audit(&self) -> Audit {
        Audit { trail: self.trail.clone(), seals: self.audit_chain.clone() }
    }

    pub fn ledger_audit(&self) -> LedgerAudit {
        LedgerAudit { journal: self.journal.clone(), checks: self.ledger_checks.clone(), seals: self.ledger_chain.clone() }
    }

    pub fn money_audit(&self) -> MoneyAudit {
        MoneyAudit {
            checks: self.money_checks.clone(),
            records: self.receivables.clone(),
            scenes: self.scenes.clone(),
            facilities: self.facility_records.clone(),
            exposures: self.exposures.clone(),
            journal: self.journal.clone(),
        }
    }

    /// Every chain there is.
    fn chains(&self) -> Vec<Arc<dyn Seals>> {
        vec![self.audit_chain.clone(), self.ledger_chain.clone()]
    }

    pub fn sealing(&self) -> SealChains {
        SealChains { chains: self.chains() }
    }

    pub fn watching(&self, clock: Arc<dyn Clock>) -> WatchChains {
        WatchChains { chains: self.chains(), clock }
    }

    /// `time_zone` counts until an admin sets another one.
    pub fn delivery(&self, mailer: Arc<dyn Mailer>, clock: Arc<dyn Clock>, time_zone: TimeZone) -> Delivery {
        let days = House { settings: self.house_settings.clone(), commit: self.house.clone(), clock: clock.clone(), time_zone };
        Delivery { outbox: self.outbox.clone(), mailer, clock, days: Arc::new(days) }
    }

    pub fn clearing(&self, clock: Arc<dyn Clock>) -> ClearExpired {
        ClearExpired { expiry: self.expiry.clone(), clock }
    }
}

impl Ports {
    pub fn use_cases(self) -> UseCases {
        let identity = self.identity();
        let (ledger_audit, money_audit) = (self.store.ledger_audit(), self.store.money_audit());
        let Self {
            store,
            files,
            order_format,
            statement_format,
            answer_format,
            invoice_reader,
            paper_words,
            paper_format,
            clock,
            business,
            ids,
            pauses,
            four_eyes,
            time_zone,
            check_page,
            agreement,
            ..
        } = self;
        let house = House { settings: store.house_settings, commit: store.house, clock: clock.clone(), time_zone };
        let facilities = Facilities {
            records: store.facility_records.clone(),
            suppliers: store.suppliers.clone(),
            teams: store.teams.clone(),
            identity: identity.clone(),
            commit: store.facilities,
            idempotency: store.idempotency.clone(),
        };
        let receivables = Arc::new(Receivables {
            records: store.receivables.clone(),
            scenes: store.scenes,
            suppliers: store.suppliers.clone(),
            facilities: store.facility_records.clone(),
            exposures: store.exposures.clone(),
            payouts: store.payouts.clone(),
            invoice_reader,
            journal: store.journal.clone(),
            buyers: store.buyers.clone(),
            debtors: store.debtors.clone(),
            applications: store.applications.clone(),
            files: files.clone(),
            identity: identity.clone(),
            commit: store.receivable_changes.clone(),
            idempotency: store.idempotency.clone(),
            business: business.clone(),
            house: house.clone(),
            proposed: Arc::new(ApprovedEndings(store.approval_records.clone())),
        });
        let programmes = Arc::new(Programmes {
            receivables: receivables.clone(),
            records: store.receivables.clone(),
            facilities: store.facility_records.clone(),
            exposures: store.exposures.clone(),
            suppliers: store.suppliers.clone(),
            invitations: facilities.clone(),
            teams: store.teams.clone(),
            debtors: store.debtors.clone(),
            identity: identity.clone(),
            commit: store.receivable_changes.clone(),
            idempotency: store.idempotency.clone(),
            business: business.clone(),
            house: house.clone(),
        });
        let servicing = Arc::new(Servicing {
            receivables: receivables.clone(),
            records: store.receivables.clone(),
            confirmations: store.confirmations,
            facilities: store.facility_records.clone(),
            exposures: store.exposures.clone(),
            suppliers: store.suppliers.clone(),
            payouts: store.payouts.clone(),
            journal: store.journal.clone(),
            debtors: store.debtors.clone(),
            applications: store.applications.clone(),
            identity: identity.clone(),
            commit: store.receivable_changes.clone(),
            idempotency: store.idempotency.clone(),
            business: business.clone(),
            house: house.clone(),
        });
        let cash = Arc::new(Cash {
            receivables: receivables.clone(),
            servicing: servicing.clone(),
            records: store.receivables.clone(),
            facilities: store.facility_records.clone(),
            exposures: store.exposures,
            payouts: store.payouts.clone(),
            receipts: store.receipts.clone(),
            bank_files: store.bank_files,
            bank_answers: store.bank_answers.clone(),
            statements: store.statements.clone(),
            remembered_payers: store.remembered_payers,
            receipt_care: store.receipt_care,
            order_format,
            answer_format,
            statement_format,
            journal: store.journal.clone(),
            teams: store.teams.clone(),
            debtors: store.debtors.clone(),
            applications: store.applications.clone(),
            identity: identity.clone(),
            commit: store.receivable_changes,
            idempotency: store.idempotency.clone(),
            business: business.clone(),
            house: house.clone(),
            pauses,
        });
        let business_time = BusinessTime {
            clock: clock.clone(),
            business: business.clone(),
            test_clocks: store.test_clocks,
            commit: store.business_time,
            idempotency: store.idempotency.clone(),
            ids: ids.clone(),
        };
        let papers = Arc::new(Papers {
            facilities: store.facility_records.clone(),
            records: store.receivables.clone(),
            debtors: store.debtors.clone(),
            identity: identity.clone(),
            house: house.clone(),
            business: business.clone(),
            receivables: receivables.clone(),
            servicing: servicing.clone(),
            cash: cash.clone(),
            files: store.paper_files,
            letters: store.letters,
            invoices: store.fee_invoices,
            words: paper_words,
            format: paper_format,
            commit: store.papers,
            check_page,
        });
        let end_of_day = EndOfDays {
            programmes: programmes.clone(),
            records: store.end_of_day_records.clone(),
            commit: store.end_of_day,
            receivables: receivables.clone(),
            servicing: servicing.clone(),
            cash: cash.clone(),
            papers: papers.clone(),
            facilities: store.facility_records.clone(),
            ledger: ledger_audit,
            money: money_audit,
            house: house.clone(),
            time: business_time.clone(),
            business: business.clone(),
            clock: clock.clone(),
            idempotency: store.idempotency.clone(),
            page: EndOfDays::PAGE,
        };
        let approvals = Arc::new(Approvals {
            payouts: store.payouts.clone(),
            receipts: store.receipts.clone(),
            statements: store.statements.clone(),
            journal: store.journal.clone(),
            suppliers: store.suppliers.clone(),
            records: store.approval_records,
            teams: store.teams.clone(),
            applications: store.applications.clone(),
            house: house.clone(),
            business: business.clone(),
            debtors: store.debtors.clone(),
            facilities: store.facility_records.clone(),
            receivables: receivables.clone(),
            servicing: servicing.clone(),
            cash: cash.clone(),
            identity: identity.clone(),
            commit: store.approvals,
            idempotency: store.idempotency.clone(),
            four_eyes,
        });
        UseCases {
            papers,
            parties: Parties {
                awaits: receivables.clone(),
                identity: identity.clone(),
                memberships: store.memberships.clone(),
                teams: store.teams.clone(),
                buyers: store.buyers.clone(),
                debtors: store.debtors.clone(),
                commit: store.parties,
                business: business.clone(),
                agreement,
            },
            business_time,
            end_of_day,
            facilities,
            pricing: Pricing {
                facilities: store.facility_records,
                house: house.clone(),
                business: business.clone(),
                identity: identity.clone(),
            },
            receivables,
            programmes,
            servicing,
            cash,
            approvals: approvals.clone(),
            identity,
            house: house.clone(),
            ledger: Ledger { journal: store.journal, clock: clock.clone() },
            screens: Screens {
                first: store.first_screens,
                trail: store.trail,
                applications: store.applications.clone(),
                memberships: store.memberships,
                users: store.users.clone(),
                teams: store.teams.clone(),
                buyers: store.buyers.clone(),
                debtors: store.debtors,
                receivables: store.receivables,
                payouts: store.payouts,
                receipts: store.receipts,
                bank_answers: store.bank_answers,
                desks: store.desks,
                days: store.end_of_day_records,
                approvals,
                house,
                business,
            },
            onboarding: Onboarding {
                applications: store.applications,
                buyers: store.buyers,
                users: store.users,
                teams: store.teams,
                files,
                commit: store.onboarding,
                idempotency: store.idempotency,
                clock,
                ids,
            },
        }
    }

    fn identity(&self) -> Identity {
        let store = self.store.clone();
        Identity {
            users: store.users,
            sessions: store.sessions,
            links: store.links,
            second_factors: store.second_factors,
            commit: store.identity,
            rate_limits: store.rate_limits,
            passwords: self.passwords.clone(),
            tokens: self.tokens.clone(),
            link_tokens: self.link_tokens.clone(),
            codes: self.codes.clone(),
            provider: self.provider.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            session_life: self.session_life,
            session_idle: self.session_idle,
            writes: Arc::new(Allowance::an_hour(self.account_writes)),
            reads: Arc::new(Allowance::a_minute(self.account_reads)),
            operators: self.operators,
        }
    }
}
