//! XML from its begin to its end, element by element. It says what it says: nothing in it is looked up, or put in place of
//! something else.

use super::{
    letters::{is_allowed, newlines},
    node::{Node, Tag},
};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesDecl, BytesRef, BytesStart, Event},
};
use sooner_domain::payments::statement::NotRead;
use std::borrow::Cow;

/// How much a file is at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub bytes: usize,
    pub elements: usize,
}

const DEPTH: usize = 64;
/// The bytes of one text or attribute.
const VALUE: usize = 64 * 1024;
/// The attributes of one element.
const ATTRIBUTES: usize = 32;

/// A file that is read. Each method leaves it behind the end of what it was called for.
pub struct Xml<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// The place of what comes next, and its line.
    at: usize,
    line: usize,
    depth: usize,
    elements_left: usize,
}

enum Step<'a> {
    Open(Tag<'a>),
    Text(Cow<'a, str>),
    Close,
    End,
}

impl<'a> Xml<'a> {
    pub fn new(text: &'a str, limits: Limits) -> Self {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.check_comments = true;
        Self { text, reader, at: 0, line: 1, depth: 0, elements_left: limits.elements }
    }

    /// Goes into a message of ISO 20022, and says on which line that begins.
    ///
    /// # Errors
    /// `NotStatement` for any other; as any reading.
    pub fn message(&mut self, name: &str, family: &str) -> Result<usize, NotRead> {
        let is_family = |tag: &Tag<'_>| tag.namespace.as_ref().is_none_or(|namespace| namespace.contains(family));
        if !self.outside()?.is_some_and(|root| root.name == "Document" && is_family(&root)) {
            return Err(NotRead::Unknown);
        }
        let message = self.child()?.filter(|tag| tag.name == name && is_family(tag));
        message.map(|tag| tag.line).ok_or(NotRead::Unknown)
    }

    /// Reads what is behind the message: nothing.
    ///
    /// # Errors
    /// `Malformed` if there is anything.
    pub fn finish(&mut self) -> Result<(), NotRead> {
        match self.child()?.map_or_else(|| self.outside(), |tag| Ok(Some(tag)))? {
            Some(tag) => Err(NotRead::Malformed(tag.line)),
            None => Ok(()),
        }
    }

    /// Goes into the next element of the one it is in; or out of that, where there is none left.
    pub fn child(&mut self) -> Result<Option<Tag<'a>>, NotRead> {
        loop {
            match self.step()? {
                Step::Open(tag) => return Ok(Some(tag)),
                Step::Text(_) => {}
                Step::Close | Step::End => return Ok(None),
            }
        }
    }

    /// Goes out of the element it is in.
    pub fn skip(&mut self) -> Result<(), NotRead> {
        let depth = self.depth;
        while self.depth >= depth {
            self.step()?;
        }
        Ok(())
    }

    /// All of the element that it has just gone into.
    pub fn node(&mut self, tag: Tag<'a>) -> Result<Node<'a>, NotRead> {
        self.part(tag, &mut { Self::PART })
    }

    /// As much as a part has elements, where it is looked at as a whole.
    pub const PART: usize = 20_000;

    /// As `node`, for one of several that have so many elements together.
    pub fn part(&mut self, tag: Tag<'a>, left: &mut usize) -> Result<Node<'a>, NotRead> {
        *left = left.checked_sub(1).ok_or(NotRead::TooLarge)?;
        let mut node = Node::new(tag);
        loop {
            match self.step()? {
                Step::Open(tag) => node.children.push(self.part(tag, left)?),
                Step::Text(text) if node.length() + text.len() > VALUE => return Err(NotRead::TooLarge),
                Step::Text(text) => node.add(text),
                Step::Close | Step::End => return Ok(node),
            }
        }
    }

    /// The outermost element, or the end.
    fn outside(&mut self) -> Result<Option<Tag<'a>>, NotRead> {
        loop {
            match self.step()? {
                Step::Open(tag) => return Ok(Some(tag)),
                Step::Text(text) if text.trim_matches([' ', '\t', '\r', '\n']).is_empty() => {}
                Step::Text(text) => return Err(self.malformed(&text, text.trim_start())),
                Step::Close | Step::End => return Ok(None),
            }
        }
    }

    /// What is wrong with a text from here to its end.
    fn malformed(&self, text: &str, from_here: &str) -> NotRead {
        let before = text.len().checked_sub(from_here.len()).and_then(|length| text.as_bytes().get(..length));
        NotRead::Malformed(self.line + newlines(before.unwrap_or_default()))
    }

    fn step(&mut self) -> Result<Step<'a>, NotRead> {
        loop {
            let place = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
            self.line = self.line_at(place);
            self.at = place;
            let malformed = Err(NotRead::Malformed(self.line));
            let Ok(event) = self.reader.read_event() else {
                let place = usize::try_from(self.reader.error_position()).unwrap_or_default();
                return Err(NotRead::Malformed(self.line_at(place)));
            };
            match event {
                Event::Start(start) => return self.opened(&start).map(Step::Open),
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Step::Close);
                }
                Event::Text(text) => match text.find("]]>").and_then(|at| text.get(at..)) {
                    Some(rest) => return Err(self.malformed(&text, rest)),
                    None => return short(text.xml10_content()),
                },
                Event::CData(_) | Event::GeneralRef(_) if self.depth == 0 => return malformed,
                Event::CData(text) => return short(text.xml10_content()),
                Event::GeneralRef(name) => return resolved(&name).map_or(malformed, |text| Ok(Step::Text(text.into()))),
                Event::Comment(_) => {}
                Event::Decl(declaration) if self.at == 0 && is_known(&declaration) => {}
                Event::Eof if self.depth == 0 => return Ok(Step::End),
                Event::Eof | Event::Decl(_) | Event::Empty(_) | Event::PI(_) | Event::DocType(_) => return malformed,
            }
        }
    }

    fn line_at(&self, place: usize) -> usize {
        self.line + newlines(self.text.as_bytes().get(self.at..place).unwrap_or_default())
    }

    fn opened(&mut self, start: &BytesStart<'_>) -> Result<Tag<'a>, NotRead> {
        self.elements_left = self.elements_left.checked_sub(1).ok_or(NotRead::TooLarge)?;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(NotRead::TooLarge);
        }
        let malformed = NotRead::Malformed(self.line);
        let length = start.name().as_ref().len();
        let name = self.text.get(self.at + 1..self.at + 1 + length).filter(|name| is_name(name)).ok_or(malformed)?;
        if !is_spaced(start.attributes_raw()) {
            return Err(malformed);
        }
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let mut tag = Tag { line: self.line, name: local, namespace: None, currency: None };
        for (place, attribute) in start.attributes().enumerate() {
            let attribute = attribute.map_err(|_| malformed)?;
            if place >= ATTRIBUTES || attribute.value.len() > VALUE {
                return Err(NotRead::TooLarge);
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| malformed)?;
            if !is_name(attribute.key.as_ref()) || attribute.value.contains('<') || !value.chars().all(is_allowed) {
                return Err(malformed);
            }
            match attribute.key.as_ref() {
                "Ccy" => tag.currency = Some(value.into_owned()),
                "xmlns" if prefix.is_empty() => tag.namespace = Some(value.into_owned()),
                key if key.strip_prefix("xmlns:").is_some_and(|key| key == prefix) => tag.namespace = Some(value.into_owned()),
                _ => {}
            }
        }
        Ok(tag)
    }
}

fn short(text: Cow<'_, str>) -> Result<Step<'_>, NotRead> {
    if text.len() > VALUE { Err(NotRead::TooLarge) } else { Ok(Step::Text(text)) }
}

fn is_known(declaration: &BytesDecl<'_>) -> bool {
    let fields = BytesStart::from_content(&**declaration, "xml".len());
    let names: Option<Vec<_>> = fields.attributes().map(|field| Some(field.ok()?.key.0)).collect();
    let is_ordered =
        matches!(names.as_deref(), Some(["version"] | ["version", "encoding" | "standalone"] | ["version", "encoding", "standalone"]));
    is_ordered && declaration.version().is_ok_and(|version| version == "1.0")
}

/// One of the five letters that have a name, or one by its number.
fn resolved(name: &BytesRef<'_>) -> Option<String> {
    match name.resolve_char_ref() {
        Ok(Some(c)) => is_allowed(c).then(|| c.to_string()),
        Ok(None) => resolve_predefined_entity(name).map(str::to_owned),
        Err(_) => None,
    }
}

/// Whether there is a space behind each attribute.
fn is_spaced(attributes: &str) -> bool {
    let (mut quote, mut is_behind) = (None, false);
    attributes.chars().all(|c| {
        let was_behind = is_behind;
        is_behind = quote == Some(c);
        quote = match quote {
            Some(_) if is_behind => None,
            None if c == '"' || c == '\'' => Some(c),
            quote => quote,
        };
        !was_behind || c.is_ascii_whitespace()
    })
}

fn is_name(name: &str) -> bool {
    let is_first = |c: char| c.is_alphabetic() || c == '_';
    name.starts_with(is_first) && !name.ends_with(':') && name.chars().all(|c| c.is_alphanumeric() || "_-.:·".contains(c))
}
