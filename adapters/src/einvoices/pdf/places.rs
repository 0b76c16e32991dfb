//! Where the objects of a PDF stand: the tables at its end, and those before them.

use super::{
    file::Pdf,
    value::{Dict, Lexer, Value},
};
use sooner_domain::receivables::einvoice::{InvoiceData, NotEInvoice};
use std::collections::HashMap;

/// Where an object stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// From this byte on.
    At(usize),
    /// In a stream of objects, by the number of that.
    In(u32),
    /// Nowhere any more.
    Gone,
}

/// As many objects as a PDF has at most.
const OBJECTS: usize = 200_000;
/// As many tables as it has at most: each time it is saved it may get one more.
const TABLES: usize = 500;

/// All the tables of a PDF. What a newer one says counts.
#[derive(Default)]
pub struct Places {
    pub all: HashMap<u32, Place>,
    /// What the newest one says of the whole.
    pub trailer: Dict,
}

impl Places {
    fn add(&mut self, number: usize, place: Place) -> Result<(), NotEInvoice> {
        let number = u32::try_from(number).map_err(|_| NotEInvoice::DamagedPdf)?;
        self.all.entry(number).or_insert(place);
        if self.all.len() > OBJECTS { Err(NotEInvoice::TooLargeUnpacked) } else { Ok(()) }
    }
}

/// Reads all tables, from the last to the first.
pub fn read(pdf: &mut Pdf<'_>) -> Result<Places, NotEInvoice> {
    let mut places = Places::default();
    let mut next = vec![begin(pdf)?];
    let mut seen = Vec::new();
    while let Some(at) = next.pop() {
        if seen.contains(&at) || seen.len() >= TABLES {
            return Err(NotEInvoice::DamagedPdf);
        }
        let trailer = if pdf.lexer(at).word("xref") { table(pdf, at, &mut places)? } else { stream(pdf, at, &mut places)? };
        next.extend(trailer.number("Prev"));
        // Objects that only newer readers see come before the older tables.
        next.extend(trailer.number("XRefStm"));
        if seen.is_empty() {
            places.trailer = trailer;
        }
        seen.push(at);
    }
    Ok(places)
}

/// Where the last table stands, as the end of the file says.
fn begin(pdf: &mut Pdf<'_>) -> Result<usize, NotEInvoice> {
    const WORD: &[u8] = b"startxref";
    let at = pdf.bytes.windows(WORD.len()).rposition(|part| part == WORD).ok_or(NotEInvoice::DamagedPdf)?;
    pdf.lexer(at + WORD.len()).number().ok_or(NotEInvoice::DamagedPdf)
}

fn table(pdf: &mut Pdf<'_>, at: usize, places: &mut Places) -> Result<Dict, NotEInvoice> {
    let mut lexer = pdf.lexer(at);
    lexer.word("xref");
    while let Some(first) = lexer.number() {
        let count = lexer.number().ok_or(NotEInvoice::DamagedPdf)?;
        for number in first..first.saturating_add(count) {
            let (Some(at), Some(_)) = (lexer.number(), lexer.number()) else { return Err(NotEInvoice::DamagedPdf) };
            let place = if lexer.word("n") { Place::At(at) } else { Place::Gone };
            if place == Place::Gone && !lexer.word("f") {
                return Err(NotEInvoice::DamagedPdf);
            }
            places.add(number, place)?;
        }
    }
    match lexer.word("trailer").then(|| lexer.value()).transpose()? {
        Some(Value::Dict(trailer)) => Ok(trailer),
        _ => Err(NotEInvoice::DamagedPdf),
    }
}

fn stream(pdf: &mut Pdf<'_>, at: usize, places: &mut Places) -> Result<Dict, NotEInvoice> {
    let object = pdf.object_at(at, None)?;
    let Value::Dict(trailer) = object.value.clone() else { return Err(NotEInvoice::DamagedPdf) };
    if !trailer.is("Type", "XRef") {
        return Err(NotEInvoice::DamagedPdf);
    }
    let content = pdf.content(&object, InvoiceData::MAX_BYTES)?;
    let [kind, second, third] = widths(&trailer).ok_or(NotEInvoice::DamagedPdf)?;
    let mut numbers = ranges(&trailer).into_iter().flat_map(|(first, count)| first..first.saturating_add(count));
    for entry in content.chunks_exact(kind + second + third) {
        let Some(number) = numbers.next() else { break };
        let (first, rest) = entry.split_at_checked(kind).unwrap_or_default();
        let at = number_of(rest.get(..second).unwrap_or_default());
        let place = match if kind == 0 { 1 } else { number_of(first) } {
            1 => Place::At(at),
            2 => Place::In(u32::try_from(at).map_err(|_| NotEInvoice::DamagedPdf)?),
            _ => Place::Gone,
        };
        places.add(number, place)?;
    }
    Ok(trailer)
}

/// How many bytes each part of an entry has.
fn widths(trailer: &Dict) -> Option<[usize; 3]> {
    let Some(Value::List(all)) = trailer.get("W") else { return None };
    let widths = all.iter().map(|value| if let Value::Number(0..=8) = value { number(value) } else { None });
    let widths: [usize; 3] = widths.collect::<Option<Vec<_>>>()?.try_into().ok()?;
    (widths.iter().sum::<usize>() > 0).then_some(widths)
}

fn number(value: &Value) -> Option<usize> {
    if let Value::Number(number) = value { usize::try_from(*number).ok() } else { None }
}

/// The objects it tells of: from which on, and how many.
fn ranges(trailer: &Dict) -> Vec<(usize, usize)> {
    match trailer.get("Index") {
        Some(Value::List(all)) => {
            let all: Vec<_> = all.iter().filter_map(number).collect();
            all.as_chunks::<2>().0.iter().map(|[first, count]| (*first, *count)).collect()
        }
        _ => vec![(0, trailer.number("Size").unwrap_or_default())],
    }
}

fn number_of(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

impl Pdf<'_> {
    pub fn lexer(&mut self, at: usize) -> Lexer<'_> {
        Lexer::new(self.bytes, at, &mut self.values_left)
    }
}
