//! Reads one file that was written outside the house, in a process that may take no more than a file of its kind does.

use rustix::process::{Resource, Rlimit, setrlimit};
use sooner_adapters::{bank_answers, bank_statements, einvoices};
use sooner_http::plain_table;
use sooner_shared::file_gate::FileKind;
use std::{
    io::{self, Read, Write},
    process::ExitCode,
};

/// Prints the plain form of the file on standard input, or reads it to its end where it has none. Ends by a signal when that takes too
/// much.
pub fn run(kind: FileKind, bytes: u64) -> ExitCode {
    let done = limit(kind).and_then(|()| file(bytes)).and_then(|file| match plain(kind, &file) {
        Some(plain) => io::stdout().write_all(&plain),
        None => Ok(()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn limit(kind: FileKind) -> io::Result<()> {
    let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Core, most(0))?;
    setrlimit(Resource::Fsize, most(kind.memory()))?;
    setrlimit(Resource::Cpu, most(FileKind::PROCESSOR_SECONDS))?;
    Ok(setrlimit(Resource::Data, most(kind.memory()))?)
}

fn file(bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = Vec::with_capacity(usize::try_from(bytes).map_err(io::Error::other)?);
    io::stdin().take(bytes).read_to_end(&mut file)?;
    Ok(file)
}

fn plain(kind: FileKind, file: &[u8]) -> Option<Vec<u8>> {
    match kind {
        FileKind::Table => return Some(plain_table(file)),
        FileKind::Invoice => return Some(einvoices::plain(file)),
        FileKind::Statement => drop(bank_statements::read(file)),
        FileKind::Answer => drop(bank_answers::read(file)),
    }
    None
}
