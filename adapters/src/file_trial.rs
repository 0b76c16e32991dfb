//! Makes files plain in a process of their own, which has a limit of memory and of processor time: one that takes too much ends that process
//! and nothing else.

use async_trait::async_trait;
use bytes::Bytes;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_shared::file_gate::{FileKind, FileTrial, NotBorne};
use std::{
    fmt::Display,
    fs::File,
    io,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    time::Duration,
};
use tokio::{io::AsyncWriteExt, process::Command, time::timeout};

/// The running program, also once another was installed in its place.
const RUNNING: &str = "/proc/self/exe";
/// The allocator reserves no address space ahead, all of which would count as memory of the process.
pub const RESERVES_NOTHING: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");
/// As a process ends that panicked.
const PANICKED: i32 = 101;

/// Makes files plain with `sooner try-file`.
pub struct ProcessTrial {
    program: PathBuf,
    /// By the clock.
    longest: Duration,
}

impl ProcessTrial {
    /// With the program that runs.
    ///
    /// # Errors
    /// When it cannot be found.
    pub fn of_this_program() -> io::Result<Self> {
        let program = if Path::new(RUNNING).exists() { RUNNING.into() } else { std::env::current_exe()? };
        Ok(Self { program, longest: FileKind::LONGEST })
    }

    async fn tried(&self, kind: FileKind, file: &Bytes, plain: File) -> io::Result<ExitStatus> {
        let mut child = Command::new(&self.program)
            .args(["try-file", kind.code(), &file.len().to_string()])
            // Nothing of the instance is its business.
            .env_clear()
            .envs([RESERVES_NOTHING])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(plain)
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // One that ended already says why by how it ended.
            input.write_all(file).await.ok();
        }
        child.wait().await
    }
}

#[async_trait]
impl FileTrial for ProcessTrial {
    async fn plain(&self, kind: FileKind, file: &Bytes) -> Result<Option<File>, NotBorne> {
        let failed = |error: &dyn Display| Unavailable::Failed(format!("a file could not be tried: {error}"));
        let plain = tempfile::tempfile().map_err(|error| failed(&error))?;
        let written = plain.try_clone().map_err(|error| failed(&error))?;
        let Ok(ended) = timeout(self.longest, self.tried(kind, file, written)).await else {
            tracing::warn!(kind = kind.code(), bytes = file.len(), "a file takes too long to read");
            return Err(NotBorne::TooMuch);
        };
        let ended = ended.map_err(|error| failed(&error))?;
        match (ended.code(), ended.signal()) {
            (Some(0), _) => Ok(kind.has_plain_form().then_some(plain)),
            (Some(PANICKED), _) => {
                tracing::error!(kind = kind.code(), "reading a file panicked");
                Err(NotBorne::TooMuch)
            }
            (None, Some(signal)) => {
                tracing::warn!(kind = kind.code(), bytes = file.len(), signal, "a file takes too much to read");
                Err(NotBorne::TooMuch)
            }
            _ => Err(failed(&ended).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt, time::Instant};

    #[tokio::test]
    async fn a_file_whose_reading_does_nothing_but_wait_is_given_up() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("waits");
        fs::write(&program, "#!/bin/sh\nexec sleep 60\n")?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700))?;
        let trial = ProcessTrial { program, longest: Duration::from_millis(200) };
        let began = Instant::now();
        let plain = trial.plain(FileKind::Table, &Bytes::from_static(b"a,b")).await;
        assert!(matches!(plain, Err(NotBorne::TooMuch)), "{plain:?}");
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        Ok(())
    }
}
