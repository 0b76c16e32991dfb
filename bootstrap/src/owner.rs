//! Who a command runs as. What root writes, the service cannot write on: as root a command goes on as the owner of the data.

use std::{
    env,
    error::Error,
    fs::Metadata,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
};

const ROOT: u32 = 0;

/// Whom the data of an instance belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    uid: u32,
    gid: u32,
    folder: PathBuf,
}

/// Who must go on instead of root, so that what is written belongs to whom the folders belong; none when root may.
///
/// # Errors
/// When the folders belong to different users, or there is none yet and so nobody to go on as.
pub fn instead_of_root(folders: &[PathBuf], in_production: bool) -> Result<Option<Owner>, String> {
    let there: Vec<_> = folders.iter().filter_map(|folder| Some(of(folder, &folder.metadata().ok()?))).collect();
    let owner = match there.as_slice() {
        [first, rest @ ..] => {
            if let Some(other) = rest.iter().find(|other| other.uid != first.uid) {
                let (one, other) = (first.folder.display(), other.folder.display());
                return Err(format!("{one} and {other} belong to different users: give both to the one that the service runs as"));
            }
            first.clone()
        }
        // What is made belongs to whom it is made in.
        [] => match folders.first().and_then(|folder| nearest(folder)) {
            Some(owner) if owner.uid == ROOT && in_production => return Err(made_by_whom(folders)),
            Some(owner) => owner,
            None => return Ok(None),
        },
    };
    Ok((owner.uid != ROOT).then_some(owner))
}

fn nearest(folder: &Path) -> Option<Owner> {
    let mut there = folder.ancestors().map(|ancestor| if ancestor.as_os_str().is_empty() { Path::new(".") } else { ancestor });
    there.find_map(|ancestor| Some(of(ancestor, &ancestor.metadata().ok()?)))
}

fn of(folder: &Path, metadata: &Metadata) -> Owner {
    Owner { uid: metadata.uid(), gid: metadata.gid(), folder: folder.to_owned() }
}

fn made_by_whom(folders: &[PathBuf]) -> String {
    let folders = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" ");
    format!(
        "not as root: what it makes would be closed to the service. Give the folders to the user that the service runs as, such as with\n  \
         install -d -m 700 -o sooner -g sooner {folders}"
    )
}

impl Owner {
    /// Runs this command again as the owner, with these variables, which this file says; does not come back.
    ///
    /// # Errors
    /// When that cannot be.
    pub fn go_on<'a>(&self, variables: impl Iterator<Item = (&'a str, &'a str)>, file: Option<&Path>) -> Result<(), Box<dyn Error>> {
        eprintln!("Running as the owner of {}.", self.folder.display());
        let mut command = Command::new(env::current_exe()?);
        // Further groups of root go with it.
        command.args(env::args_os().skip(1)).envs(variables).uid(self.uid).gid(self.gid);
        if let Some(file) = file {
            command.arg("--settings-read").arg(file);
        }
        match home(&std::fs::read_to_string("/etc/passwd").unwrap_or_default(), self.uid) {
            Some(home) => command.env("HOME", home),
            None => command.env_remove("HOME"),
        };
        Err(format!("cannot run as the owner of {}: {}", self.folder.display(), command.exec()).into())
    }
}

/// Runs this command again with these variables, which a library reads from the environment and nowhere else; does not come back.
/// Without any it does nothing.
///
/// # Errors
/// When that cannot be.
pub fn hand_to_libraries(variables: &[(String, String)]) -> Result<(), Box<dyn Error>> {
    if variables.is_empty() {
        return Ok(());
    }
    let error = Command::new(env::current_exe()?).args(env::args_os().skip(1)).envs(variables.iter().cloned()).exec();
    Err(format!("cannot run with the settings of the file: {error}").into())
}

fn home(passwd: &str, uid: u32) -> Option<&str> {
    let of_user = |line: &'_ &str| line.split(':').nth(2).and_then(|number| number.parse().ok()) == Some(uid);
    passwd.lines().find(of_user)?.split(':').nth(5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::chown;

    #[test]
    fn root_gives_way_to_whom_the_folders_belong_to() -> Result<(), Box<dyn Error>> {
        if !rustix::process::geteuid().is_root() {
            eprintln!("only root can give folders away: not run");
            return Ok(());
        }
        let folder = tempfile::tempdir()?;
        let (data, documents, absent) = (folder.path().join("data"), folder.path().join("documents"), folder.path().join("absent/deep"));
        std::fs::create_dir(&data)?;
        std::fs::create_dir(&documents)?;
        let asked = |folders: &[&PathBuf], in_production| {
            instead_of_root(&folders.iter().map(|folder| (*folder).clone()).collect::<Vec<_>>(), in_production)
        };
        assert_eq!(asked(&[&data, &documents], true), Ok(None), "all of it is root's");
        assert_eq!(asked(&[], true), Ok(None), "nothing is written here");
        assert!(asked(&[&absent], true).is_err_and(|said| said.contains(&format!("-o sooner -g sooner {}", absent.display()))));
        assert_eq!(asked(&[&absent], false), Ok(None), "a developer’s container");
        chown(&data, Some(4711), Some(4712))?;
        assert!(asked(&[&data, &documents], true).is_err(), "two owners");
        let owner = Owner { uid: 4711, gid: 4712, folder: data.clone() };
        assert_eq!(asked(&[&data], true), Ok(Some(owner.clone())));
        assert_eq!(asked(&[&data, &data.join("documents")], true), Ok(Some(owner.clone())), "what is not there yet is inside");
        chown(&documents, Some(4711), None)?;
        assert_eq!(asked(&[&data, &documents], false), Ok(Some(owner)));
        Ok(())
    }

    #[test]
    fn a_home_is_the_one_of_the_user() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\nsooner:x:998:997::/var/lib/sooner:/usr/sbin/nologin\n";
        assert_eq!((home(passwd, 998), home(passwd, 997)), (Some("/var/lib/sooner"), None));
    }
}
