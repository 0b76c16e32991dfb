//! Runs every file of a folder through the importers: what is taken, what is refused and why, and the sums that must hold.
//!
//! `make interop FOLDER=…`

use sooner_adapters::{bank_answers::SepaAnswers, bank_statements::CamtStatements, einvoices};
use sooner_application::payments::{bank::AnswerFormat, statements::StatementFormat};
use sooner_domain::{
    kernel::{coded::Coded, minor::Minor},
    payments::{
        answer::OrderAnswer,
        statement::{NotRead, Statement},
    },
    receivables::einvoice::{InvoiceData, NotEInvoice, Problem},
};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// What came of a file.
enum Came {
    Taken(String),
    Refused(String),
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A statement in a line: what must hold does, or is said.
fn statement(statement: &Statement) -> Result<String, NotRead> {
    statement.check()?;
    let lines = statement.lines();
    let (code, sum) = (statement.currency.code(), lines.iter().map(|(_, line)| line.amount).sum::<Minor>());
    let of = |amount: Option<Minor>| amount.map_or_else(|| "–".to_owned(), |amount| amount.in_major(statement.currency));
    let (opening, closing) = (of(statement.opening.map(|balance| balance.amount)), of(statement.closing.map(|balance| balance.amount)));
    let (account, entries) = (&statement.account, statement.entries.len());
    let odd = statement.odd.len();
    let set_aside = if odd > 0 { format!("; {odd} cannot be read") } else { String::new() };
    let sum = sum.in_major(statement.currency);
    Ok(format!("{account} {code}: {entries} entries, {} lines, {opening} + {sum} = {closing}{set_aside}", lines.len()))
}

fn answer(OrderAnswer { of, whole, transfers, .. }: &OrderAnswer) -> String {
    format!("answer to {of}: {whole:?}, {} transfers", transfers.len())
}

/// An invoice in a line: what is to be paid of it, and what is wrong.
fn invoice(data: &InvoiceData) -> String {
    let of = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    let amount =
        |amount: Option<Minor>| amount.zip(data.currency).map_or_else(|| "–".to_owned(), |(minor, currency)| minor.in_major(currency));
    let code = data.currency.map_or("–", |currency| currency.code());
    let (number, seller, buyer) = (of(&data.number), of(&data.seller.name), of(&data.buyer.name));
    let form = if data.in_pdf { format!("{} in a PDF", data.syntax.code()) } else { data.syntax.code().to_owned() };
    let told = format!("{form} {number}: {seller} → {buyer}, {} lines, {code} {} to be paid", data.lines.count, amount(data.totals.due));
    let problem = |problem: &Problem| {
        let figures = match (problem.stated, problem.expected) {
            (Some(stated), Some(expected)) => format!(" {} for {}", amount(Some(stated)), amount(Some(expected))),
            (Some(stated), None) => format!(" {}", amount(Some(stated))),
            _ => problem.text.as_ref().map(|text| format!(" {text:?}")).unwrap_or_default(),
        };
        format!("{} {}{figures}", problem.term.code(), problem.code.code())
    };
    let mut said: Vec<_> = data.problems().iter().map(problem).collect();
    said.extend((data.assignment_notices() > 0).then(|| "assigned by its text".to_owned()));
    said.extend(data.payee.as_ref().map(|payee| format!("to be paid to {}", of(&payee.name))));
    if said.is_empty() { told } else { format!("{told}; {}", said.join(", ")) }
}

fn taken(file: &[u8]) -> Came {
    match einvoices::read(file) {
        Err(NotEInvoice::Unknown) => of_a_bank(file),
        Err(why) => Came::Refused(why.to_string()),
        Ok(data) => Came::Taken(invoice(&data)),
    }
}

fn of_a_bank(file: &[u8]) -> Came {
    let read = match CamtStatements.read(file) {
        Err(NotRead::Unknown) => {
            return SepaAnswers.read(file).map_or_else(|why| Came::Refused(why.to_string()), |read| Came::Taken(answer(&read)));
        }
        read => read,
    };
    if read.as_ref().is_ok_and(|read| read.statements.is_empty()) {
        return Came::Refused("no statement in it".to_owned());
    }
    let told = read.and_then(|read| read.statements.iter().map(statement).collect::<Result<Vec<_>, _>>());
    told.map_or_else(|why| Came::Refused(why.to_string()), |told| Came::Taken(told.join("; ")))
}

fn run(folder: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let (mut took, mut refused) = (0, 0);
    for path in files(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        match taken(&fs::read(&path)?) {
            Came::Taken(what) => {
                took += 1;
                println!("taken    {name}  {what}");
            }
            Came::Refused(why) => {
                refused += 1;
                println!("refused  {name}  {why}");
            }
        }
    }
    Ok((took, refused))
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("Name a folder: make interop FOLDER=…");
        return ExitCode::FAILURE;
    };
    match run(Path::new(&folder)) {
        Ok((took, refused)) => {
            println!("{took} taken, {refused} refused");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_our_samples_is_taken_with_its_sums() -> Result<(), Box<dyn Error>> {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bank_statements/samples");
        assert_eq!(run(&samples)?, (fs::read_dir(&samples)?.count(), 0));
        let sample = fs::read_to_string(samples.join("german_02.xml"))?;
        assert!(matches!(taken(sample.as_bytes()), Came::Taken(what) if what.contains(" EUR: ")));
        assert!(matches!(taken(&sample.as_bytes()[..200]), Came::Refused(_)));
        assert!(matches!(taken(b"Date;Amount\n"), Came::Refused(_)));
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/einvoices/samples");
        assert_eq!(run(&samples)?, (fs::read_dir(&samples)?.count(), 0));
        let sample = fs::read_to_string(samples.join("ubl.xml"))?;
        let told =
            "ubl_invoice MB-1001: Mühle & Söhne GmbH → Alte Spinnerei KG, 2 lines, EUR 1141.00 to be paid; to be paid to Westfinanz AG";
        assert!(matches!(taken(sample.as_bytes()), Came::Taken(what) if what == told));
        let wrong = sample.replace(">1141.00<", ">1141.01<").replace("30 Tage netto", "Abgetreten an die Westfinanz AG");
        assert!(
            matches!(taken(wrong.as_bytes()), Came::Taken(what) if what.contains("; BT-115 amount_due 1141.01 for 1141.00, assigned by its text"))
        );
        assert!(matches!(taken(&sample.as_bytes()[..2_000]), Came::Refused(_)));
        Ok(())
    }
}
