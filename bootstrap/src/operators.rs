//! Who works for the house, at the command line.

use crate::{OperatorCommand, app, config::Config};
use sooner_application::identity::ports::Seen;
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::{email::EmailAddress, text::PersonName},
};
use sooner_shared::sentences::sentence;
use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

pub async fn run(config: &Config, command: OperatorCommand) -> Done {
    match command {
        OperatorCommand::Add { email, name, role } => Box::pin(add(config, email, &name, role.into_iter().collect())).await,
        OperatorCommand::List => Box::pin(list(config)).await,
        OperatorCommand::SetRoles { email, role } => Box::pin(set_roles(config, &email, role.into_iter().collect())).await,
        OperatorCommand::Remove { email } => {
            app::use_cases(config)?.parties.remove_operator(&email).await?;
            say!("The account of {} is closed, and its sessions are ended. What they did stays.", email.as_str());
            Ok(())
        }
        OperatorCommand::Link { email } => {
            let token = app::use_cases(config)?.parties.operator_link(&email).await?;
            print_link(config, &token);
            Ok(())
        }
        OperatorCommand::ResetSecondFactor { email } => {
            app::use_cases(config)?.identity.reset_second_factor(&email).await?;
            say!("The second factor of {} is gone; the next sign-in takes the password alone.", email.as_str());
            Ok(())
        }
    }
}

async fn add(config: &Config, email: EmailAddress, name: &str, roles: OperatorRoles) -> Done {
    let (fname, lname) = name.trim().split_once(' ').ok_or("--name: give a given name and a family name")?;
    let parse = |name: &str| PersonName::parse(name).map_err(sentence);
    let (fname, lname) = (parse(fname)?, parse(lname)?);
    let token = app::use_cases(config)?.parties.add_operator(email, fname, lname, roles).await?;
    print_link(config, &token);
    Ok(())
}

fn print_link(config: &Config, token: &str) {
    say!("Open this link within 24 hours to set the password; it works once:");
    say!("{}/reset-password#token={token}", config.web_origin);
}

async fn set_roles(config: &Config, email: &EmailAddress, roles: OperatorRoles) -> Done {
    app::use_cases(config)?.parties.set_roles(email, roles).await?;
    say!("{} is now: {}.", email.as_str(), roles.codes());
    Ok(())
}

async fn list(config: &Config) -> Done {
    let head = ["E-MAIL", "NAME", "ROLES", "SECOND FACTOR", "LAST SIGN-IN"].map(str::to_owned);
    let operators = app::use_cases(config)?.parties.operators().await?;
    let table: Vec<_> = std::iter::once(head).chain(operators.iter().map(line)).collect();
    let mut widths = [0; 5];
    for cells in &table {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    for cells in &table {
        let padded: Vec<_> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        say!("{}", padded.join("  ").trim_end());
    }
    Ok(())
}

fn line(Seen { user, last_sign_in_at }: &Seen) -> [String; 5] {
    let parts = user.parts();
    let roles = match parts.operator_roles {
        _ if user.is_closed() => "removed".to_owned(),
        roles if roles.is_empty() => "none".to_owned(),
        roles => roles.codes(),
    };
    let last = match last_sign_in_at {
        Some(at) => at.format("%Y-%m-%d %H:%M").to_string(),
        None if parts.password.is_none() && !user.is_closed() => "never: no password yet".to_owned(),
        None => "never".to_owned(),
    };
    [parts.email.as_str().to_owned(), user.name(), roles, if parts.second_factor { "yes" } else { "no" }.to_owned(), last]
}
