//! The order of the modules is the list in `domain/src/lib.rs`, and the same in every layer. Arrows are read off the `use`
//! lines and paths of every file, so that none points the other way and nothing goes in circles.

use std::{
    collections::BTreeSet,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// A crate whose folders are modules.
struct Layer {
    folder: &'static str,
    name: &'static str,
    /// Modules of this layer alone, each behind the noun after which it stands, with the highest noun of the layers further in
    /// that it may name.
    own: &'static [(&'static str, &'static str, &'static str)],
}

const LAYERS: &[Layer] = &[
    Layer { folder: DOMAIN, name: "sooner_domain", own: &[] },
    Layer { folder: APPLICATION, name: "sooner_application", own: &[] },
    Layer { folder: "adapters/store/src", name: "sooner_store", own: &[] },
    Layer {
        folder: "adapters/http/src",
        name: "sooner_http",
        own: &[("kernel", "session", "parties"), ("end_of_day", "operator", "screens")],
    },
];

const DOMAIN: &str = "domain/src";

const APPLICATION: &str = "application/src";

/// Folders that are no modules: what tests are made of.
const FOR_TESTS: &[&str] = &["testing", "tests"];

/// What may be named from anywhere: one list of everything the product does.
const EVERYWHERE: &[&str] = &["sooner_application::UseCases", "sooner_application::StorePorts"];

/// Every file of Rust in a folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The text without comments, and without the tests, which may use anything.
fn product(text: &str) -> String {
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]" || !text.contains("#[cfg(test)]\nmod tests {"));
    code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Every path that begins with one of these roots, as far as its second name; those of a `use` tree one by one.
fn paths(code: &str, roots: &[&str]) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for root in roots {
        for (place, _) in code.match_indices(&format!("{root}::")) {
            let before = code[..place].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let rest = code[place + root.len() + 2..].trim_start();
            found.extend(first_names(rest).into_iter().map(|name| ((*root).to_owned(), name)));
        }
    }
    found
}

/// The names a path goes on with: one, or those at the top of a tree in braces.
fn first_names(rest: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(tree) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let mut names = vec![name(tree)];
    let mut depth = 0;
    for (place, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&tree[place + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Modules of the application alone, each behind the noun after which it stands.
const USE_CASES_ONLY: &[(&str, &str)] = &[
    ("parties", "business_time"),
    ("receivables", "programmes"),
    ("receivables", "servicing"),
    ("receivables", "cash"),
    ("receivables", "papers"),
    ("end_of_day", "screens"),
];

/// The modules that a crate declares, from the bottom up.
fn declared(root: &Path, layer: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string(root.join(layer).join("lib.rs"))?;
    let modules = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    Ok(modules.filter(|module| !FOR_TESTS.contains(module)).map(str::to_owned).collect())
}

/// The modules from the bottom up. Each knows those before it, in its own layer and in the layers further in.
fn nouns(root: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let with_own = |noun: String| {
        let behind = USE_CASES_ONLY.iter().filter(|(behind, _)| *behind == noun);
        let own: Vec<_> = behind.map(|(_, own)| (*own).to_owned()).collect();
        [noun].into_iter().chain(own)
    };
    Ok(declared(root, DOMAIN)?.into_iter().flat_map(with_own).collect())
}

impl Layer {
    /// The modules from the bottom up, each with the highest noun of the layers further in that it may name. What is in none of
    /// them stands at the top: it puts the rest together.
    fn modules<'a>(&self, nouns: &'a [String]) -> Vec<(&'a str, &'a str)> {
        let mut modules = Vec::new();
        for noun in nouns {
            modules.push((noun.as_str(), noun.as_str()));
            modules.extend(self.own.iter().filter(|(behind, ..)| behind == noun).map(|(_, module, highest)| (*module, *highest)));
        }
        modules
    }

    /// What a file of this module must not name.
    fn wrong_arrows(&self, nouns: &[String], module: &str, code: &str) -> Vec<String> {
        let modules = self.modules(nouns);
        let place = |module: &str| modules.iter().position(|(name, _)| *name == module);
        let Some(own) = place(module) else { return Vec::new() };
        let ceiling = nouns.iter().position(|noun| *noun == modules[own].1);
        let mut wrong = Vec::new();
        for (root, name) in paths(code, &["crate", "sooner_domain", "sooner_application"]) {
            let is_wrong = if root == "crate" {
                // What stands at the top is named by nothing below it.
                place(&name).is_none_or(|other| other > own)
            } else {
                let noun = nouns.iter().position(|noun| *noun == name);
                !EVERYWHERE.contains(&format!("{root}::{name}").as_str()) && (noun.is_none() || noun > ceiling)
            };
            if is_wrong {
                wrong.push(format!("{root}::{name}"));
            }
        }
        wrong
    }
}

#[test]
fn no_module_names_one_above_it() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let nouns = nouns(&root)?;
    assert_eq!(nouns.first().map(String::as_str), Some("kernel"), "of {nouns:?}");
    let mut wrong = Vec::new();
    for layer in LAYERS {
        let folder = root.join(layer.folder);
        for file in files(&folder)? {
            let within = file.strip_prefix(&folder)?;
            let Some(first) = within.components().next() else { continue };
            let module = Path::new(first.as_os_str()).with_extension("").to_string_lossy().into_owned();
            if within.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs") {
                continue;
            }
            let is_folder = within.components().count() > 1;
            let has_a_place = layer.modules(&nouns).iter().any(|(name, _)| *name == module);
            if is_folder && !has_a_place && !FOR_TESTS.contains(&module.as_str()) {
                wrong.push(format!("{}/{}: {module} has no place in the order of the modules", layer.folder, within.display()));
            }
            for arrow in layer.wrong_arrows(&nouns, &module, &product(&fs::read_to_string(&file)?)) {
                wrong.push(format!("{}/{}: {} must not name {arrow}", layer.folder, within.display(), layer.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn the_application_has_its_modules_in_the_same_order() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let modules = declared(&root, APPLICATION)?;
    let ordered: Vec<String> = nouns(&root)?.into_iter().filter(|noun| modules.contains(noun)).collect();
    assert_eq!(modules, ordered);
    Ok(())
}

/// Years of more than four digits stand before all others as text, which is how SQLite keeps days.
#[test]
fn no_day_is_behind_the_last_one() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for layer in LAYERS {
        for file in files(&root.join(layer.folder))? {
            if !file.ends_with("kernel/calendar.rs") && product(&fs::read_to_string(&file)?).contains("NaiveDate::MAX") {
                wrong.push(file);
            }
        }
    }
    wrong.retain(|file| !file.ends_with("tests.rs"));
    assert!(wrong.is_empty(), "take kernel::calendar::LAST_DAY: {wrong:?}");
    Ok(())
}

#[test]
fn an_arrow_is_found_however_it_is_written() {
    let nouns = ["kernel", "identity", "onboarding"].map(str::to_owned);
    let wrong = |module: &str, code: &str| LAYERS[1].wrong_arrows(&nouns, module, code);
    for code in [
        "use crate::onboarding::ports::Applications;",
        "use crate::{\n    kernel::clock::Clock,\n    onboarding::{ports, Onboarding},\n};",
        "fn f() -> crate::onboarding::View { todo() }",
        "use sooner_domain::{kernel::ids::UserId, onboarding::application::Application};",
        "use crate::testing::World;",
    ] {
        assert_eq!(wrong("identity", code).len(), 1, "{code}");
    }
    assert!(wrong("onboarding", "use crate::{identity::Identity, kernel::clock::Clock, onboarding::View};").is_empty());
    assert_eq!(product("// use crate::onboarding::x;\nlet a = 1;\n#[cfg(test)]\nmod tests {\nuse crate::onboarding::y;\n}"), "let a = 1;");
}
