//! The walls between the layers, read off cargo's own metadata.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::error::Error;

/// What each layer may name, besides what it is tested with. The two inner layers list every dependency: adding one
/// is a decision.
const DOMAIN: &[&str] = &[
    "celes",
    "chrono",
    "chrono-tz",
    "iban_validate",
    "iso_currency",
    "phonenumber",
    "regex-lite",
    "sha2",
    "thiserror",
    "unicode-normalization",
    "uuid",
    "zxcvbn",
];
const APPLICATION: &[&str] =
    &["async-trait", "bytes", "chrono", "futures-core", "futures-util", "mockall", "sha2", "sooner-domain", "thiserror", "uuid"];

fn dependencies(package: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let metadata = MetadataCommand::new().no_deps().other_options(vec!["--offline".to_owned()]).exec()?;
    let package = metadata.packages.iter().find(|found| found.name == package).ok_or("no such package")?;
    let mut names: Vec<_> = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal)
        .map(|dependency| dependency.name.clone())
        .collect();
    names.sort();
    Ok(names)
}

#[test]
fn the_domain_knows_nothing_but_its_listed_dependencies() -> Result<(), Box<dyn Error>> {
    assert_eq!(dependencies("sooner-domain")?, DOMAIN);
    Ok(())
}

#[test]
fn the_application_knows_the_domain_and_no_technology() -> Result<(), Box<dyn Error>> {
    assert_eq!(dependencies("sooner-application")?, APPLICATION);
    Ok(())
}

#[test]
fn only_the_binary_knows_the_adapters() -> Result<(), Box<dyn Error>> {
    for package in ["sooner-domain", "sooner-application", "sooner-shared", "sooner-store", "sooner-http", "sooner-adapters"] {
        let names = dependencies(package)?;
        for outer in ["sooner", "sooner-adapters", "sooner-http", "sooner-store"] {
            assert!(!names.iter().any(|name| name == outer), "{package} knows {outer}");
        }
    }
    Ok(())
}
