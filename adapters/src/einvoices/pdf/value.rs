//! The values a PDF is made of.

use sooner_domain::receivables::einvoice::NotEInvoice;

/// As deep as values stand in each other.
const DEPTH: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    Number(i64),
    Name(Vec<u8>),
    Text(Vec<u8>),
    List(Vec<Value>),
    Dict(Dict),
    /// The number of an object.
    Reference(u32),
    /// True, false, or a number with a fraction: nothing that leads anywhere.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dict(Vec<(Vec<u8>, Value)>);

impl Dict {
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name.as_bytes()).map(|(_, value)| value)
    }

    /// A number that stands here itself and is not below zero.
    pub fn number(&self, name: &str) -> Option<usize> {
        if let Some(Value::Number(number)) = self.get(name) { usize::try_from(*number).ok() } else { None }
    }

    pub fn is(&self, name: &str, value: &str) -> bool {
        matches!(self.get(name), Some(Value::Name(name)) if name == value.as_bytes())
    }
}

/// What reading a PDF may still take. Each thing that is read makes it less, however often the same bytes are read.
pub struct Left {
    pub values: usize,
    /// Read, unpacked or searched.
    pub bytes: usize,
}

impl Left {
    /// # Errors
    /// `TooLargeUnpacked` when there were fewer; then none are left.
    pub fn spend(&mut self, bytes: usize) -> Result<(), NotEInvoice> {
        let left = self.bytes.checked_sub(bytes);
        self.bytes = left.unwrap_or_default();
        left.map(drop).ok_or(NotEInvoice::TooLargeUnpacked)
    }
}

/// Reads values, one after the other.
pub struct Lexer<'b> {
    bytes: &'b [u8],
    pub at: usize,
    left: &'b mut Left,
}

fn damaged<T>() -> Result<T, NotEInvoice> {
    Err(NotEInvoice::DamagedPdf)
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

impl<'b> Lexer<'b> {
    pub fn new(bytes: &'b [u8], at: usize, left: &'b mut Left) -> Self {
        Self { bytes, at, left }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Result<u8, NotEInvoice> {
        let byte = self.peek().ok_or(NotEInvoice::DamagedPdf)?;
        self.left.spend(1)?;
        self.at += 1;
        Ok(byte)
    }

    /// Goes over so many bytes. What may be read ends here too, but only the next value says so.
    fn pass(&mut self, bytes: usize) {
        self.left.spend(bytes).ok();
        self.at += bytes;
    }

    fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Passes over space and comments.
    pub fn space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                self.pass(self.rest().iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count());
            } else if is_space(byte) {
                self.pass(1);
            } else {
                break;
            }
        }
    }

    /// Passes over a word, if it is the next.
    pub fn word(&mut self, word: &str) -> bool {
        self.space();
        let is_next = self.rest().starts_with(word.as_bytes());
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn regular(&mut self) -> &'b [u8] {
        let length = self.rest().iter().take_while(|byte| is_regular(**byte)).count();
        let word = self.rest().get(..length).unwrap_or_default();
        self.pass(length);
        word
    }

    /// A whole number that is not below zero; nothing is passed over where there is none.
    pub fn number(&mut self) -> Option<usize> {
        self.space();
        let begin = self.at;
        let number = digits(self.regular());
        if number.is_none() {
            self.at = begin;
        }
        number
    }

    pub fn value(&mut self) -> Result<Value, NotEInvoice> {
        self.nested(0)
    }

    fn nested(&mut self, depth: usize) -> Result<Value, NotEInvoice> {
        self.left.values = self.left.values.checked_sub(1).ok_or(NotEInvoice::TooLargeUnpacked)?;
        if depth > DEPTH {
            return damaged();
        }
        self.space();
        match self.next()? {
            b'/' => self.name().map(Value::Name),
            b'(' => self.literal().map(Value::Text),
            b'[' => {
                let mut all = Vec::new();
                while !self.word("]") {
                    all.push(self.nested(depth + 1)?);
                }
                Ok(Value::List(all))
            }
            b'<' if self.peek() == Some(b'<') => {
                self.at += 1;
                self.dict(depth).map(Value::Dict)
            }
            b'<' => self.hexadecimal().map(Value::Text),
            byte if is_regular(byte) => {
                self.at -= 1;
                self.atom()
            }
            _ => damaged(),
        }
    }

    fn dict(&mut self, depth: usize) -> Result<Dict, NotEInvoice> {
        let mut dict = Dict::default();
        while !self.word(">>") {
            if self.next()? != b'/' {
                return damaged();
            }
            let name = self.name()?;
            dict.0.push((name, self.nested(depth + 1)?));
        }
        Ok(dict)
    }

    fn name(&mut self) -> Result<Vec<u8>, NotEInvoice> {
        let mut word = self.regular().iter();
        let mut name = Vec::new();
        while let Some(byte) = word.next() {
            let pair = word.as_slice().get(..2).filter(|_| *byte == b'#');
            match pair.and_then(|pair| Some(hex(*pair.first()?)? * 16 + hex(*pair.get(1)?)?)) {
                Some(coded) => {
                    name.push(coded);
                    word.nth(1);
                }
                None => name.push(*byte),
            }
        }
        Ok(name)
    }

    fn literal(&mut self) -> Result<Vec<u8>, NotEInvoice> {
        let (mut text, mut open) = (Vec::new(), 1);
        loop {
            match self.next()? {
                b'(' => open += 1,
                b')' if open == 1 => return Ok(text),
                b')' => open -= 1,
                b'\\' => {
                    text.extend(self.escaped()?);
                    continue;
                }
                _ => {}
            }
            text.extend(self.bytes.get(self.at - 1));
        }
    }

    fn escaped(&mut self) -> Result<Option<u8>, NotEInvoice> {
        Ok(match self.next()? {
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'b' => Some(8),
            b'f' => Some(12),
            b'\n' => None,
            b'\r' => {
                self.at += usize::from(self.peek() == Some(b'\n'));
                None
            }
            first @ b'0'..=b'7' => {
                let more = self.rest().iter().take(2).take_while(|byte| matches!(byte, b'0'..=b'7')).copied();
                let all: Vec<_> = std::iter::once(first).chain(more).collect();
                self.at += all.len() - 1;
                Some(all.iter().fold(0_u8, |code, digit| code.wrapping_mul(8).wrapping_add(digit - b'0')))
            }
            other => Some(other),
        })
    }

    fn hexadecimal(&mut self) -> Result<Vec<u8>, NotEInvoice> {
        let mut digits = Vec::new();
        loop {
            match self.next()? {
                b'>' => break,
                byte if is_space(byte) => {}
                byte => digits.push(hex(byte).ok_or(NotEInvoice::DamagedPdf)?),
            }
        }
        Ok(digits.chunks(2).map(|pair| pair.first().unwrap_or(&0) * 16 + pair.get(1).unwrap_or(&0)).collect())
    }

    fn atom(&mut self) -> Result<Value, NotEInvoice> {
        let word = self.regular();
        let Some(number) = digits(word) else {
            return match word {
                b"null" => Ok(Value::Null),
                b"true" | b"false" => Ok(Value::Other),
                [b'+' | b'-' | b'.' | b'0'..=b'9', ..] => Ok(Value::Other),
                _ => damaged(),
            };
        };
        let behind = self.at;
        if self.number().is_some() && self.word("R") && !self.peek().is_some_and(is_regular) {
            return u32::try_from(number).map_or_else(|_| damaged(), |number| Ok(Value::Reference(number)));
        }
        self.at = behind;
        i64::try_from(number).map_or_else(|_| damaged(), |number| Ok(Value::Number(number)))
    }
}

fn digits(word: &[u8]) -> Option<usize> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

pub fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
