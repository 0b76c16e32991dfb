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
pub const OBJECTS: usize = 200_000;
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

/// Looks for every object in the bytes, as readers do that repair a file: the last one of a number counts.
pub fn searched(pdf: &mut Pdf<'_>) -> Result<Places, NotEInvoice> {
    const WORD: &[u8] = b" obj";
    let mut places = Places::default();
    let ends = pdf.bytes.windows(WORD.len()).enumerate().filter(|(_, part)| *part == WORD).map(|(at, _)| at);
    let found: Vec<(u32, usize)> = ends.filter_map(|end| object_before(pdf.bytes, end)).collect();
    for (number, at) in &found {
        places.all.insert(*number, Place::At(*at));
    }
    if places.all.len() > OBJECTS {
        return Err(NotEInvoice::TooLargeUnpacked);
    }
    for (number, at) in found {
        // What only looks like an object is none.
        let Ok(object) = pdf.object_at(at, Some(number)) else { continue };
        let Value::Dict(dict) = object.value else { continue };
        if dict.is("Type", "ObjStm") {
            for inside in pdf.numbers_in(number, at)? {
                places.all.entry(inside).or_insert(Place::In(number));
            }
        } else if dict.is("Type", "XRef") && dict.get("Root").is_some() {
            places.trailer = dict;
        }
    }
    let trailer = last_trailer(pdf);
    places.trailer = trailer.unwrap_or(places.trailer);
    if places.trailer.get("Root").is_some() { Ok(places) } else { Err(NotEInvoice::DamagedPdf) }
}

/// The number of the object whose word ends here, and where it begins.
fn object_before(bytes: &[u8], end: usize) -> Option<(u32, usize)> {
    let digits = |end: usize| {
        let count = bytes.get(..end)?.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        (1..=10).contains(&count).then_some(end - count)
    };
    let generation = digits(end)?;
    let number_end = generation.checked_sub(1).filter(|at| bytes.get(*at) == Some(&b' '))?;
    let begin = digits(number_end)?;
    let number = std::str::from_utf8(bytes.get(begin..number_end)?).ok()?.parse().ok()?;
    Some((number, begin))
}

/// What the last trailer says that names what everything hangs on.
fn last_trailer(pdf: &mut Pdf<'_>) -> Option<Dict> {
    const WORD: &[u8] = b"trailer";
    let all: Vec<usize> = pdf.bytes.windows(WORD.len()).enumerate().filter(|(_, part)| *part == WORD).map(|(at, _)| at).collect();
    all.into_iter().rev().take(TABLES).find_map(|at| match pdf.lexer(at + WORD.len()).value() {
        Ok(Value::Dict(trailer)) if trailer.get("Root").is_some() => Some(trailer),
        _ => None,
    })
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
        Lexer::new(self.bytes, at, &mut self.left)
    }
}
