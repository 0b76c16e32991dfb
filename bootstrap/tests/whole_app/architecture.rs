//! The walls between the layers, read off cargo's own metadata.

use crate::modules::files;
use cargo_metadata::{DependencyKind, MetadataCommand};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

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
    "unicode-security",
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

/// The names of what the contract describes in a text: structs and enums of which a schema is derived.
fn described(text: &str) -> Vec<&str> {
    let after_derive = text.split("#[derive(").skip(1).filter(|part| part.split(']').next().is_some_and(|list| list.contains("ToSchema")));
    let name = |line: &'_ str| ["struct ", "enum "].iter().any(|kind| line.contains(kind));
    let named = after_derive.filter_map(move |part| part.lines().skip(1).find(|line| !line.starts_with("//") && name(line)));
    let names =
        named.filter_map(|line| line.split([' ', '<', '{', '(', ';']).skip_while(|word| !matches!(*word, "struct" | "enum")).nth(1));
    // What a macro makes is named where the macro is called.
    names.filter(|name| !name.starts_with('$')).collect()
}

/// Of two of one name the contract would describe one.
#[test]
fn what_the_contract_describes_has_names_of_its_own() -> Result<(), Box<dyn Error>> {
    let mut seen = BTreeMap::new();
    for folder in ["adapters/http/src", "adapters/shared/src"] {
        for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder))? {
            for name in described(&fs::read_to_string(&path)?) {
                let other = seen.insert(name.to_owned(), path.clone());
                assert_eq!(other, None, "{name} is also described in {}", path.display());
            }
        }
    }
    assert!(seen.contains_key("ReceivableBody") && seen.len() > 100, "only {} were found", seen.len());
    Ok(())
}
