//! The `sooner` command.

mod app;
mod config;
mod telemetry;

use clap::{Parser, Subcommand};
use config::Config;
use sooner_adapters::{http, store::DieselStore};
use sooner_domain::{email::EmailAddress, text::PersonName};
use std::{error::Error, process::ExitCode};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit status for a configuration that cannot work.
const BAD_CONFIGURATION: u8 = 2;

/// Invoice finance: sign-up, onboarding, factoring and reverse factoring.
#[derive(Parser)]
#[command(version, about, after_help = "Configuration comes from SOONER_… environment variables; see docs/configuration.md.")]
struct Arguments {
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
    /// Print the API contract.
    Openapi,
    /// Check the configuration and report everything that is wrong with it.
    Check,
}

#[derive(Subcommand)]
enum OperatorCommand {
    /// Make an operator and print the link that sets the password, once, within a day.
    Add {
        #[arg(long, value_parser = EmailAddress::parse)]
        email: EmailAddress,
        /// Given and family name
        #[arg(long)]
        name: String,
    },
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    if let Command::Openapi = command {
        return print_contract();
    }
    let config = match config::from_environment() {
        Ok(config) => config,
        Err(mistakes) => {
            for mistake in mistakes {
                eprintln!("{mistake}");
            }
            return ExitCode::from(BAD_CONFIGURATION);
        }
    };
    match run(command, &config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, config: &Config) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Serve => app::serve(config),
        Command::Migrate => {
            let names = DieselStore::migrate(&config.database_url)?;
            println!("{} migrations ran.", names.len());
            Ok(())
        }
        Command::Operator(OperatorCommand::Add { email, name }) => add_operator(config, email, &name),
        Command::Check => {
            println!("The configuration is complete.");
            Ok(())
        }
        Command::Openapi => Ok(()),
    }
}

fn print_contract() -> ExitCode {
    match http::openapi().to_pretty_json() {
        Ok(contract) => {
            println!("{contract}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn add_operator(config: &Config, email: EmailAddress, name: &str) -> Result<(), Box<dyn Error>> {
    let (fname, lname) = name.trim().split_once(' ').ok_or("--name: give a given name and a family name")?;
    let (fname, lname) = (PersonName::parse(fname)?, PersonName::parse(lname)?);
    DieselStore::migrate(&config.database_url)?;
    actix_web::rt::System::new().block_on(async {
        let token = app::identity(config)?.add_operator(email, fname, lname).await?;
        println!("Open this link within 24 hours to set the password; it works once:");
        println!("{}/reset-password?token={token}", config.web_origin);
        Ok(())
    })
}
