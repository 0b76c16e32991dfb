//! Where settings come from: the environment, and a file.

use super::{Mistake, env_file};
use std::{
    collections::{HashMap, hash_map::Entry},
    fmt, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The file of an installed instance, which its unit names too.
const INSTALLED: &str = "/etc/sooner.env";
/// The file of a developer, in the folder they work in.
const DEVELOPERS: &str = ".env";
const OTHERS_READ: u32 = 0o004;
/// Certificate authorities, and what libpq reads.
const OF_LIBRARIES: [&str; 2] = ["SSL_CERT_", "PG"];

/// What was set, and where.
pub struct Settings {
    pub(super) variables: HashMap<String, String>,
    source: Source,
    pub(super) warnings: Vec<String>,
    for_libraries: Vec<(String, String)>,
}

enum Source {
    Environment,
    File(PathBuf),
    /// The file of an installed instance is there, and may not be read by whoever asks.
    Forbidden,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Environment => f.write_str("Settings come from the environment alone; there is no file."),
            Source::File(file) => write!(f, "Settings come from {} and the environment, which counts first.", file.display()),
            Source::Forbidden => {
                write!(f, "Settings come from the environment alone: {INSTALLED} is there, but you may not read it.")
            }
        }
    }
}

impl Settings {
    /// Those of this process. What the environment sets counts before what a file says. Without a file named, that of a developer is
    /// read, in a binary built for development, or else that of an installed instance, unless the environment asks for development.
    ///
    /// # Errors
    /// When the file named is not there, or what is read is no file of settings.
    pub fn gather(named: Option<&Path>) -> Result<Self, Mistake> {
        Self::of_process().with_file(named)
    }

    /// Those of this process, to which whoever started it handed on what this file says.
    pub fn read_from(file: &Path) -> Self {
        let mut settings = Self::of_process();
        settings.came_from(file);
        settings
    }

    fn of_process() -> Self {
        // What is no text is no setting of ours.
        let texts = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Self { variables: texts.collect(), source: Source::Environment, warnings: Vec::new(), for_libraries: Vec::new() }
    }

    /// Whether the file of an installed instance is there, and was kept from whoever asks.
    pub fn were_forbidden(&self) -> bool {
        matches!(self.source, Source::Forbidden)
    }

    /// What the file sets for libraries that look into the environment alone, where it does not have it.
    pub fn for_libraries(&self) -> &[(String, String)] {
        &self.for_libraries
    }

    /// All of them, for a process that may not read the file.
    pub fn handed_on(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What such a process is told of the file besides.
    pub fn file(&self) -> Option<&Path> {
        match &self.source {
            Source::File(file) => Some(file),
            Source::Environment | Source::Forbidden => None,
        }
    }

    fn with_file(mut self, named: Option<&Path>) -> Result<Self, Mistake> {
        let asked = self.variables.get("SOONER_ENV").map(|asked| asked.trim().to_owned()).unwrap_or_default();
        if let Some(file) = named {
            self.add(file, &read(file).map_err(|error| Mistake::of("--env-file", format!("{}: {error}", file.display())))?)?;
            return Ok(self);
        }
        let developers = cfg!(feature = "development") && (asked.is_empty() || asked == "development");
        if developers && let Ok(text) = read(Path::new(DEVELOPERS)) {
            self.add(Path::new(DEVELOPERS), &text)?;
        } else if asked != "development" {
            match read(Path::new(INSTALLED)) {
                Ok(text) => self.add(Path::new(INSTALLED), &text)?,
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => self.source = Source::Forbidden,
                Err(_) => {}
            }
        }
        Ok(self)
    }

    fn add(&mut self, file: &Path, text: &str) -> Result<(), Mistake> {
        let found = env_file::parse(text).map_err(|error| Mistake::of(file.display().to_string(), error.to_string()))?;
        // Of two lines with one name the later counts, and before both what is in the environment.
        let set: HashMap<_, _> = found.into_iter().collect();
        for (name, value) in set {
            if let Entry::Vacant(place) = self.variables.entry(name) {
                if OF_LIBRARIES.iter().any(|beginning| place.key().starts_with(beginning)) {
                    self.for_libraries.push((place.key().clone(), value.clone()));
                }
                place.insert(value);
            }
        }
        self.came_from(file);
        Ok(())
    }

    fn came_from(&mut self, file: &Path) {
        if file != Path::new(DEVELOPERS) && std::fs::metadata(file).is_ok_and(|metadata| metadata.mode() & OTHERS_READ != 0) {
            self.warnings.push(format!("{0} holds secrets, and everybody on this machine can read it; type: chmod o= {0}", file.display()));
        }
        self.source = Source::File(file.to_owned());
    }
}

fn read(file: &Path) -> io::Result<String> {
    std::fs::read_to_string(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(environment: &[(&str, &str)], file: &Path) -> Result<Settings, String> {
        let variables = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let settings = Settings { variables, source: Source::Environment, warnings: Vec::new(), for_libraries: Vec::new() };
        settings.with_file(Some(file)).map_err(|mistake| mistake.to_string())
    }

    #[test]
    fn the_environment_counts_before_the_file_and_the_later_line_before_the_earlier() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("sooner.env");
        std::fs::write(&file, "A=file\nB=first\nB=last\nC=file\n")?;
        let settings = of(&[("A", "environment"), ("C", "")], &file)?;
        let value = |name: &str| settings.variables.get(name).map(String::as_str);
        assert_eq!((value("A"), value("B"), value("C")), (Some("environment"), Some("last"), Some("")));
        assert_eq!(settings.to_string(), format!("Settings come from {} and the environment, which counts first.", file.display()));
        Ok(())
    }

    #[test]
    fn what_libraries_read_in_the_environment_is_told_where_only_the_file_has_it() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("sooner.env");
        std::fs::write(&file, "SOONER_LOG=info\nSSL_CERT_FILE=/ca.pem\nPGPASSWORD=secret\n")?;
        let settings = of(&[("PGPASSWORD", "another")], &file)?;
        assert_eq!(settings.for_libraries(), [("SSL_CERT_FILE".to_owned(), "/ca.pem".to_owned())]);
        Ok(())
    }

    #[test]
    fn a_file_that_is_named_and_not_there_or_no_file_of_settings_is_a_mistake() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("sooner.env");
        assert!(of(&[], &file).is_err_and(|mistake| mistake.starts_with(&format!("--env-file: {}: ", file.display()))));
        std::fs::write(&file, "A=1\nhunter2\n")?;
        assert_eq!(of(&[], &file).err(), Some(format!("{}: line 2: is no NAME=value", file.display())));
        Ok(())
    }

    #[test]
    fn a_file_that_everybody_can_read_is_warned_of() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("sooner.env");
        std::fs::write(&file, "A=1\n")?;
        for (mode, warnings) in [(0o600, 0), (0o640, 0), (0o644, 1)] {
            std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode))?;
            assert_eq!(of(&[], &file)?.warnings.len(), warnings, "{mode:o}");
        }
        Ok(())
    }
}
