//! The `sooner` command.

// `say!` prints, and bears that nobody reads.
#![deny(clippy::print_stdout)]

#[macro_use]
mod out;

mod app;
mod audit;
mod config;
#[cfg(feature = "development")]
mod demo;
mod end_of_day;
mod jobs;
mod ledger;
mod moving;
mod operators;
mod owner;
mod private;
mod readiness;
mod telemetry;
mod try_file;

use chrono::NaiveDate;
use clap::{Parser, Subcommand};
use config::{Config, Environment, Mistake, Settings};
use rustix::fs::Mode;
use sooner_adapters::system::SystemClock;
use sooner_application::kernel::{clock::Clock, outbox::GivenUp};
use sooner_domain::{
    identity::operator::OperatorRole,
    kernel::{coded::Coded, email::EmailAddress},
};

use sooner_shared::{file_gate::FileKind, ledger_export::Format, request_id, sentences::sentence};
use sooner_store::{backup::back_up, restore::CheckedCopy};
use std::{error::Error, path::PathBuf, process::ExitCode};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit status for a configuration that cannot work.
const BAD_CONFIGURATION: u8 = 2;

/// Invoice finance: sign-up, onboarding, factoring and reverse factoring.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Configuration comes from SOONER_… environment variables and a file of them; see docs/configuration.md."
)]
struct Arguments {
    /// Read settings from this file, written as systemd's EnvironmentFile. Without it /etc/sooner.env is read, where it is there
    #[arg(long, global = true, value_name = "FILE")]
    env_file: Option<PathBuf>,
    /// The settings of this file are in the environment: whoever read it gave way to the owner of the data
    #[arg(long, global = true, hide = true, value_name = "FILE")]
    settings_read: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the API and the web host.
    Serve,
    /// Bring the database up to date.
    Migrate,
    /// Manage operators.
    #[command(subcommand)]
    Operator(OperatorCommand),
    /// Check, seal or export the audit trail.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Check or export the ledger.
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// End a business date, or go on with it: by default every date that is due. It does the same by itself after the cut-off.
    EndOfDay {
        /// Such as 2027-01-04
        #[arg(long)]
        date: Option<NaiveDate>,
        /// However many dates are due: what was ended stays so, and the clock of this machine is right
        #[arg(long, conflicts_with = "date")]
        all: bool,
    },
    /// Fill an empty instance with a small living book, the same every time, and print who can sign in. Takes SOONER_CLOCK=test.
    #[cfg(feature = "development")]
    Demo,
    /// See to mails that could not be delivered.
    #[command(subcommand)]
    Mail(MailCommand),
    /// Move the database of this instance from SQLite to an empty PostgreSQL; sooner must not run meanwhile.
    Move {
        /// Where to, such as postgres://user@host/database; a password is better given in PGPASSWORD or ~/.pgpass
        #[arg(long)]
        to: String,
    },
    /// Copy the instance, its database and its documents, into a new file, while it runs.
    Backup { file: PathBuf },
    /// Put an instance in place from such a file; there must be none yet.
    Restore { file: PathBuf },
    /// Print the API contract.
    Openapi,
    /// Read a file of so many bytes from standard input, within the limits of its kind: the server asks so before it reads one itself.
    #[command(hide = true)]
    TryFile {
        #[arg(value_parser = file_kind)]
        kind: FileKind,
        bytes: u64,
    },
    /// Check the configuration and report everything that is wrong with it. Writes nothing.
    Check {
        /// Try the database, a write to the documents, the mail server's sign-in and the host of keys too
        #[arg(long)]
        connect: bool,
    },
}

#[derive(Subcommand)]
enum OperatorCommand {
    /// Make an operator and print the link that sets the password, once, within a day.
    Add {
        #[arg(long, value_parser = email_address)]
        email: EmailAddress,
        /// Given and family name
        #[arg(long)]
        name: String,
        /// What they are to the house; may be given several times. Without it the first operator gets every role, and any
        /// other reviews
        #[arg(long, value_parser = operator_role)]
        role: Vec<OperatorRole>,
    },
    /// Give an operator these roles in place of those they have, without asking anybody.
    SetRoles {
        #[arg(long, value_parser = email_address)]
        email: EmailAddress,
        /// May be given several times
        #[arg(long, value_parser = operator_role, required = true)]
        role: Vec<OperatorRole>,
    },
    /// Print every operator: e-mail address, name, roles, second factor, last sign-in.
    List,
    /// Close an operator's account and end their sessions. What they did stays; roles open it again.
    Remove {
        #[arg(long, value_parser = email_address)]
        email: EmailAddress,
    },
    /// Print a new link that sets an operator's password, once, within a day. Those from before work no more.
    Link {
        #[arg(long, value_parser = email_address)]
        email: EmailAddress,
    },
    /// Take the second factor from somebody who lost phone and recovery codes, and end their sessions.
    ResetSecondFactor {
        #[arg(long, value_parser = email_address)]
        email: EmailAddress,
    },
}

#[derive(Subcommand)]
enum MailCommand {
    /// Print the mails given up, the oldest first: when, to whom, and what the mail server said.
    GivenUp,
    /// Let every mail given up be tried again.
    TryAgain,
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Check the chain of hashes and name the first break. Prints the head, to be noted somewhere else.
    Verify {
        /// A head noted earlier, which must still be in the chain
        #[arg(long)]
        noted: Option<String>,
    },
    /// Give the records that wait for their places in the chain these places now, as the server does within a second.
    Seal,
    /// Print the chain as CSV, the oldest first; what waits for its place is not in it.
    Export,
}

#[derive(Subcommand)]
enum LedgerCommand {
    /// Check that nothing was changed, left out or slipped in, and name the first that does not fit. Prints the head of the chain,
    /// to be noted somewhere else.
    Verify {
        /// A head noted earlier, which must still be in the chain
        #[arg(long)]
        noted: Option<String>,
    },
    /// Print everything up to the last number.
    Export {
        /// csv, hledger or beancount
        #[arg(long, value_parser = ledger_format)]
        format: Format,
    },
}

fn main() -> ExitCode {
    // Whatever this process writes is for its own user alone: databases, documents, mails, copies, secrets.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let Arguments { env_file, settings_read, command } = Arguments::parse();
    match command {
        Command::Openapi => return print_contract(),
        Command::TryFile { kind, bytes } => return try_file::run(kind, bytes),
        _ => {}
    }
    let settings = match settings_read {
        Some(file) => Settings::read_from(&file),
        None => match Settings::gather(env_file.as_deref()) {
            Ok(settings) => settings,
            Err(mistake) => return refuse(&[mistake]),
        },
    };
    if matches!(command, Command::Check { connect: false }) {
        say!("{settings}");
    }
    if let Err(error) = owner::hand_to_libraries(settings.for_libraries()) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let config = match Config::of(&settings) {
        Ok(config) => config,
        Err(mistakes) => {
            let status = refuse(&mistakes);
            if settings.were_forbidden() && !matches!(command, Command::Check { .. }) {
                eprintln!("{settings}");
            }
            return status;
        }
    };
    if !matches!(command, Command::Check { connect: false })
        && let Err(error) = give_way(&config, &settings)
    {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    if matches!(command, Command::Check { connect: true }) {
        say!("{settings}");
    }
    for warning in &config.warnings {
        eprintln!("{warning}");
    }
    match run(command, &config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !out::nobody_reads(error.as_ref()) {
                eprintln!("{error}");
            }
            ExitCode::FAILURE
        }
    }
}

/// As root, goes on as the owner of the data instead.
fn give_way(config: &Config, settings: &Settings) -> Result<(), Box<dyn Error>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let folders: Vec<_> = app::folders(config).into_iter().map(|(_, folder)| folder).collect();
    match owner::instead_of_root(&folders, config.environment == Environment::Production)? {
        Some(owner) => owner.go_on(settings.handed_on(), settings.file()),
        None => Ok(()),
    }
}

fn refuse(mistakes: &[Mistake]) -> ExitCode {
    for mistake in mistakes {
        eprintln!("{mistake}");
    }
    ExitCode::from(BAD_CONFIGURATION)
}

fn run(command: Command, config: &Config) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Serve => app::serve(config),
        Command::Migrate => {
            say!("{} migrations ran.", app::migrate(config)?.len());
            Ok(())
        }
        Command::Operator(command) => at_command_line(operators::run(config, command)),
        Command::Audit(AuditCommand::Verify { noted }) => at_command_line(audit::verify(config, noted)),
        Command::Audit(AuditCommand::Seal) => at_command_line(audit::seal(config)),
        Command::Audit(AuditCommand::Export) => at_command_line(audit::export(config)),
        Command::Ledger(LedgerCommand::Verify { noted }) => at_command_line(ledger::verify(config, noted)),
        Command::Ledger(LedgerCommand::Export { format }) => at_command_line(ledger::export(config, format)),
        Command::EndOfDay { date, all } => at_command_line(end_of_day::run(config, date, all)),
        #[cfg(feature = "development")]
        Command::Demo => at_command_line(demo::run(config)),
        Command::Mail(MailCommand::GivenUp) => at_command_line(async {
            let given_up = app::kept(config)?.outbox.given_up().await?;
            if given_up.is_empty() {
                say!("No mail was given up.");
            }
            for GivenUp { recipient, created_at, reason } in given_up {
                say!("{}  {recipient}  {}", created_at.format("%Y-%m-%d %H:%M:%S"), out::plain(&reason));
            }
            Ok(())
        }),
        Command::Mail(MailCommand::TryAgain) => at_command_line(async {
            say!("{} mails will be tried again.", app::kept(config)?.outbox.try_again(SystemClock.now()).await?);
            Ok(())
        }),
        Command::Move { to } => at_command_line(moving::run(config, to)),
        Command::Backup { file } => {
            app::must_be_ours(config)?;
            let files = app::document_files(config)?;
            let documents = in_runtime(back_up(&config.database_url, files.as_ref(), &file))?;
            say!("The database and {documents} documents are in {}.", file.display());
            Ok(())
        }
        Command::Restore { file } => {
            let copy = CheckedCopy::read(&file, &config.database_url)?;
            let files = app::document_files(config)?;
            let documents = in_runtime(copy.put_in_place(files.as_ref()))?;
            say!("The database and {documents} documents are back. Compare the audit trail: sooner audit verify --noted HEAD");
            Ok(())
        }
        Command::Check { connect } => {
            if connect {
                at_command_line(check(config))?;
            }
            say!("The configuration is complete, for {}.", config.environment);
            Ok(())
        }
        Command::Openapi | Command::TryFile { .. } => Ok(()),
    }
}

fn in_runtime<T>(work: impl Future<Output = T>) -> T {
    actix_web::rt::System::new().block_on(work)
}

/// Tells of everything this instance depends on whether it is well.
async fn check(config: &Config) -> Result<(), Box<dyn Error>> {
    let mut failed = 0;
    for (setting, tried) in app::try_out(config).await {
        match tried {
            Ok(found) => say!("{setting}: ok, {found}"),
            Err(error) => {
                say!("{setting}: failed, {error}");
                failed += 1;
            }
        }
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of what this instance depends on failed.").into()) }
}

fn print_contract() -> ExitCode {
    match sooner_http::openapi().to_pretty_json() {
        Ok(contract) => {
            say!("{contract}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does work outside any request, under a name of its own in the audit trail.
fn at_command_line(work: impl Future<Output = Result<(), Box<dyn Error>>>) -> Result<(), Box<dyn Error>> {
    in_runtime(request_id::scope("command line".to_owned(), work))
}

fn email_address(text: &str) -> Result<EmailAddress, String> {
    EmailAddress::parse(text).map_err(sentence)
}

fn ledger_format(name: &str) -> Result<Format, String> {
    Format::parse(name).map_err(sentence)
}

fn file_kind(code: &str) -> Result<FileKind, String> {
    FileKind::ALL.into_iter().find(|kind| kind.code() == code).ok_or_else(|| "there is no such kind of file".to_owned())
}

fn operator_role(code: &str) -> Result<OperatorRole, String> {
    let known = || OperatorRole::ALL.iter().map(|role| role.code()).collect::<Vec<_>>().join(", ");
    OperatorRole::from_code(code).ok_or_else(|| format!("there is no such role; there are {}", known()))
}
