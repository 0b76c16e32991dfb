//! The letters of an XML file, whichever way they are written.

use super::Limits;
use encoding_rs::{CoderResult, Encoding, REPLACEMENT, UTF_8};
use sooner_domain::{kernel::charset::Charset, payments::statement::NotRead};
use std::{borrow::Cow, str::Utf8Error};

/// The text of a file that may be XML: by its byte order mark, else as its declaration says, else UTF-8. Without the mark.
///
/// # Errors
/// `TooLarge`; `Unknown` where it begins like no XML; `Letters` for a kind of letters that is not read; `WrongLetters` for letters that
/// are none of those that it says; `Malformed` where it ends within a letter, or holds letters that no XML has.
pub fn decoded(file: &[u8], limits: Limits) -> Result<Cow<'_, str>, NotRead> {
    if file.len() > limits.bytes {
        return Err(NotRead::TooLarge);
    }
    let marked = Encoding::for_bom(file);
    let content = file.get(marked.map_or(0, |(_, length)| length)..).unwrap_or_default();
    let encoding = match marked {
        Some((encoding, _)) => encoding,
        None => declared(content)?,
    };
    let text = if encoding == UTF_8 {
        Cow::Borrowed(std::str::from_utf8(content).map_err(|error| wrong(content, error))?)
    } else {
        whole(encoding, content)?
    };
    if !text.trim_start().starts_with('<') {
        return Err(NotRead::Unknown);
    }
    match text.char_indices().find(|(_, c)| !is_allowed(*c)) {
        Some((at, _)) => Err(NotRead::Malformed(line_of(text.as_bytes(), at))),
        None => Ok(text),
    }
}

/// What the declaration says. One that says UTF-16 in letters of one byte was copied from a file that was.
fn declared(content: &[u8]) -> Result<&'static Encoding, NotRead> {
    if content.trim_ascii_start().first() != Some(&b'<') {
        return Err(NotRead::Unknown);
    }
    let Some(rest) = content.strip_prefix(b"<?xml") else { return Ok(UTF_8) };
    // Of one that is cut nothing is known.
    let end = rest.iter().position(|byte| *byte == b'>').ok_or(NotRead::Malformed(1))?;
    let head = rest.get(..end).unwrap_or_default();
    let head = std::str::from_utf8(head).map_err(|_| NotRead::Malformed(1))?;
    let Some((_, rest)) = head.split_once("encoding") else { return Ok(UTF_8) };
    let label = rest.trim_start_matches([' ', '\t', '\r', '\n', '=']);
    let label = label.trim_start_matches(['"', '\'']).split(['"', '\'']).next().unwrap_or_default();
    let unknown = || NotRead::Letters(Charset::named(label));
    match label.trim().to_ascii_lowercase().as_str() {
        "utf-16" | "us-ascii" | "ascii" => Ok(UTF_8),
        // Some programs call the code pages of Windows so.
        label => Encoding::for_label(label.replace("cp125", "windows-125").as_bytes())
            .filter(|encoding| *encoding != REPLACEMENT)
            .ok_or_else(unknown),
    }
}

fn wrong(content: &[u8], error: Utf8Error) -> NotRead {
    let line = line_of(content, error.valid_up_to());
    if error.error_len().is_none() {
        NotRead::Malformed(line)
    } else {
        NotRead::WrongLetters { line, charset: Charset::named(UTF_8.name()) }
    }
}

fn whole(encoding: &'static Encoding, content: &[u8]) -> Result<Cow<'static, str>, NotRead> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoded_length(encoding, content) + AHEAD);
    let (mut rest, mut is_broken) = (content, false);
    loop {
        let (ended, read, was_broken) = decoder.decode_to_string(rest, &mut text, true);
        is_broken |= was_broken;
        if ended == CoderResult::InputEmpty {
            break;
        }
        rest = rest.get(read..).unwrap_or_default();
        text.reserve(AHEAD);
    }
    if is_broken {
        let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
        let line = line_of(text.as_bytes(), at);
        let is_at_end = at + char::REPLACEMENT_CHARACTER.len_utf8() == text.len();
        return Err(if is_at_end {
            NotRead::Malformed(line)
        } else {
            NotRead::WrongLetters { line, charset: Charset::named(encoding.name()) }
        });
    }
    Ok(Cow::Owned(text))
}

/// What a decoder wants free before it writes a letter.
const AHEAD: usize = 64;

/// How many bytes a text has once it is decoded: so it takes no more memory than that, where a decoder asked at once takes three times as
/// much.
fn decoded_length(encoding: &'static Encoding, content: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut piece, mut rest, mut length) = ([0; 8 * 1024], content, 0);
    loop {
        let (ended, read, written, _) = decoder.decode_to_utf8(rest, &mut piece, true);
        length += written;
        if ended == CoderResult::InputEmpty {
            return length;
        }
        rest = rest.get(read..).unwrap_or_default();
    }
}

/// Whether XML 1.0 has this letter.
pub fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// The line of a place, counted from 1.
fn line_of(content: &[u8], at: usize) -> usize {
    1 + newlines(content.get(..at).unwrap_or_default())
}

/// How many lines end in this.
pub fn newlines(content: &[u8]) -> usize {
    content.iter().filter(|byte| **byte == b'\n').count()
}
