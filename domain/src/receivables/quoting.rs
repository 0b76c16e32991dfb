//! References in what a bank tells: in a field of their own, or in text where they stand alone.

use super::reference::Reference;
use crate::{house::reference_code::ReferenceCode, kernel::text::Note, payments::statement::StatementLine};

/// More references are quoted by nobody.
const MOST_QUOTED: usize = 50;

/// The reference of ours that a field of a bank may hold: all of it, in groups or in one piece. Those that were given out before
/// references had the house's code are among them.
pub fn reference_in_field(field: &str, house: Option<ReferenceCode>) -> Option<Reference> {
    let reference = Reference::parse(field).ok()?;
    let is_ours = reference.is_bare() || house.is_some_and(|house| reference.is_of(house));
    is_ours.then_some(reference)
}

/// The references with the house's code that stand alone in a text: no letter and no digit goes before them or follows. Inside, single
/// spaces may part groups of four, and one break may be anywhere, as banks cut texts into lines and some join those with a space.
pub fn references_in_text(text: &str, house: ReferenceCode) -> Vec<Reference> {
    let signs: Vec<char> = text.chars().collect();
    let mut found: Vec<Reference> = Vec::new();
    for at in 0..signs.len() {
        let is_inside = at.checked_sub(1).and_then(|before| signs.get(before)).is_some_and(|before| before.is_alphanumeric());
        let here = signs.get(at..).unwrap_or_default();
        if is_inside || !begins(here) {
            continue;
        }
        for reference in alone(here).into_iter().filter(|reference| reference.is_of(house)) {
            if !found.contains(&reference) && found.len() < MOST_QUOTED {
                found.push(reference);
            }
        }
    }
    found
}

fn begins(signs: &[char]) -> bool {
    matches!(signs, ['R' | 'r', 'F' | 'f', ..])
}

/// What can be read as a reference from here on and ends where a word does.
fn alone(signs: &[char]) -> Vec<Reference> {
    let (mut compact, mut found, mut at, mut may_break) = (String::new(), Vec::new(), 0, true);
    while compact.len() < Reference::MAX_CHARS {
        let rest = signs.get(at..).unwrap_or_default();
        match rest.first() {
            Some(sign) if sign.is_ascii_alphanumeric() => {
                compact.push(sign.to_ascii_uppercase());
                at += 1;
            }
            Some(sign) if sign.is_whitespace() => {
                let gap: Vec<char> = rest.iter().copied().take_while(|sign| sign.is_whitespace()).collect();
                let (is_line, is_one) = (gap.contains(&'\n'), gap.len() == 1);
                let is_group = is_one && !is_line && compact.len().is_multiple_of(4);
                if !is_group && !(may_break && (is_line || is_one)) {
                    break;
                }
                may_break &= is_group;
                at += gap.len();
            }
            _ => break,
        }
        let ends = signs.get(at).is_none_or(|next| !next.is_alphanumeric());
        if ends && compact.len() >= Reference::CHARS {
            found.extend(Reference::parse(&compact).ok().filter(|reference| !found.contains(reference)));
        }
    }
    found
}

/// The Swiss reference of 27 digits that a field may hold: the last one checks the others (recursive modulo 10).
fn is_swiss(field: &str) -> bool {
    const NEXT: [u32; 10] = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
    let digits: Option<Vec<u32>> = field.chars().map(|c| c.to_digit(10)).collect();
    let carried = |carry: u32, digit: &u32| NEXT.get(((carry + digit) % 10) as usize).copied().unwrap_or_default();
    digits.is_some_and(|digits| digits.len() == 27 && digits.iter().fold(0, carried) == 0)
}

/// What a person reads of a line: what the payer wrote, and before it the references that stand in fields of their own, ours or not.
pub fn readable(line: &StatementLine) -> Option<Note> {
    let written = line.text.as_ref().map_or("", |text| text.as_str());
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect::<String>();
    let there = plain(written);
    let shown = |field: &String| {
        let creditors = Reference::parse(field).ok().map(|reference| reference.grouped());
        creditors.or_else(|| Some(plain(field)).filter(|field| is_swiss(field)))
    };
    let mut apart: Vec<String> = line.names.iter().filter_map(shown).filter(|shown| !there.contains(&plain(shown))).collect();
    apart.dedup();
    if apart.is_empty() {
        return line.text.clone();
    }
    apart.extend(line.text.as_ref().map(|text| text.as_str().to_owned()));
    Note::parse(&apart.join(" ")).ok().or_else(|| line.text.clone())
}

#[cfg(test)]
mod tests;
