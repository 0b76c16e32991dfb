//! Whether what the instance keeps on this machine is its own alone.

use crate::config::Config;
use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// What others on the machine may read, write or enter.
const OTHERS: u32 = 0o007;

/// The database, its logs, its folder and the folder of the documents, each that is open to everybody on the machine: a line
/// that says which, and what to type. What is not there yet is made for its owner alone.
pub fn open_to_everybody(config: &Config) -> Vec<String> {
    let me = rustix::process::geteuid().as_raw();
    let mut found = Vec::new();
    if let Some(database) = config.database_url.strip_prefix("sqlite://") {
        // One that is not the service's own, such as /srv, is no data folder: what lies in it counts.
        let folder = Path::new(database).parent().filter(|folder| !folder.as_os_str().is_empty());
        found.extend(folder.filter(|folder| fs::metadata(folder).is_ok_and(|folder| folder.uid() == me)).map(Path::to_owned));
        found.extend(["", "-wal", "-shm"].map(|end| PathBuf::from(format!("{database}{end}"))));
    }
    found.extend(config.documents_url.strip_prefix("file://").map(PathBuf::from));
    found.into_iter().filter_map(|path| line(&path)).collect()
}

fn line(path: &Path) -> Option<String> {
    let mode = fs::metadata(path).ok()?.mode() & 0o777;
    let path = path.display();
    (mode & OTHERS != 0).then(|| format!("{path} is open to everybody on this machine (mode {mode:o}); type: chmod o= {path}"))
}
