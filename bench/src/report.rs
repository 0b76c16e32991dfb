//! The tables: printed, and put into the document between two marks.

use crate::Failed;
use std::{fmt::Write, path::Path};

/// A line of the table of goals.
pub struct Line {
    pub number: &'static str,
    pub work: String,
    pub compared: String,
    pub goal: &'static str,
    pub measured: String,
    pub met: bool,
}

/// What a run found.
#[derive(Default)]
pub struct Report {
    pub lines: Vec<Line>,
    /// Other tables: heading, text.
    pub more: Vec<(String, String)>,
}

impl Report {
    /// Adds a line, and shows it at once.
    pub fn add(&mut self, line: Line) {
        println!("{}", shown(&line));
        self.lines.push(line);
    }

    /// Adds a table, and shows it at once.
    pub fn add_table(&mut self, heading: &str, table: String) {
        println!("\n{heading}\n{table}");
        self.more.push((heading.to_owned(), table));
    }

    fn text(&self, about: &str) -> String {
        let mut text = format!("{about}\n\n| | work | compared with | goal | measured | |\n|---|---|---|---|---|---|\n");
        for line in &self.lines {
            writeln!(text, "{}", shown(line)).ok();
        }
        for (heading, table) in &self.more {
            write!(text, "\n### {heading}\n\n{table}").ok();
        }
        text
    }

    /// Puts the figures into the document in place of the last ones.
    ///
    /// # Errors
    /// When the document has no marks or cannot be written.
    pub fn write(&self, document: &Path, about: &str) -> Result<(), Failed> {
        let text = replaced(&std::fs::read_to_string(document)?, &self.text(about)).ok_or("the document has no marks for the figures")?;
        Ok(std::fs::write(document, text)?)
    }
}

fn shown(line: &Line) -> String {
    let Line { number, work, compared, goal, measured, met } = line;
    format!("| {number} | {work} | {compared} | {goal} | {measured} | {} |", if *met { "met" } else { "**missed**" })
}

const BEGIN: &str = "<!-- figures: make bench writes what follows -->\n";
const END: &str = "<!-- end of the figures -->";

fn replaced(document: &str, figures: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{figures}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_replace_the_last_ones_alone() {
        let document = format!("# Title\n\n{BEGIN}\nold\n\n{END}\n\nrest");
        let once = replaced(&document, "new").unwrap();
        assert_eq!(once, format!("# Title\n\n{BEGIN}\nnew\n{END}\n\nrest"));
        assert_eq!(replaced(&once, "new"), Some(once.clone()));
        assert_eq!(replaced("no marks", "new"), None);
    }
}
