//! What commands print.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
};

/// Prints a line. Whoever reads may have read enough, as `head` does: what is done is done all the same.
macro_rules! say {
    ($($what:tt)*) => {
        $crate::out::line(format_args!($($what)*))
    };
}

pub fn line(text: fmt::Arguments<'_>) {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => eprintln!("cannot print: {error}"),
        _ => {}
    }
}

/// Whether a command ended because nobody reads what it prints.
pub fn nobody_reads(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What somebody else wrote, on one line and without what would steer a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
