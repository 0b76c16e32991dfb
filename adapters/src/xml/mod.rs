//! XML from its begin to its end, element by element. It says what it says: nothing in it is looked up, or put in place of
//! something else.

pub mod letters;
pub mod node;
pub mod values;

use letters::{is_allowed, newlines};
use node::{Node, Tag};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesDecl, BytesRef, BytesStart, Event},
};
use sooner_domain::payments::statement::NotRead;
use std::{borrow::Cow, rc::Rc};

/// How much a file is at most, and what of it is kept.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub bytes: usize,
    /// Elements, and what else is more than plain text: comments, instructions, letters by their name or number, sections.
    pub parts: usize,
    /// The bytes of a text that is passed over.
    pub text: usize,
    /// Whether it may say to others how to show it; that is passed over.
    pub instructions: bool,
    /// The attributes that are kept.
    pub attributes: &'static [&'static str],
    /// How the namespaces begin whose elements are kept; all are where there is none.
    pub namespaces: &'static [&'static str],
}

impl Limits {
    /// Of what banks send.
    pub const BANK: Self =
        Self { bytes: 10 * 1024 * 1024, parts: 200_000, text: VALUE, instructions: false, attributes: &["Ccy"], namespaces: &[] };
}

const DEPTH: usize = 64;
/// So deep lies a message in an envelope at most.
const ENVELOPE: usize = 4;
/// The bytes of one attribute, or of a text that is kept.
const VALUE: usize = 64 * 1024;
/// The attributes of one element: programs declare every namespace they know on the outermost one.
const ATTRIBUTES: usize = 160;
/// The prefixes that stand for something at one place.
const PREFIXES: usize = 256;

/// A file that is read. Each method leaves it behind the end of what it was called for.
pub struct Xml<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// The place of what comes next, and its line.
    at: usize,
    line: usize,
    depth: usize,
    parts_left: usize,
    limits: Limits,
    /// What prefixes stand for here, each with how deep that was said.
    prefixes: Vec<(usize, String, Rc<str>)>,
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
        Self { text, reader, at: 0, line: 1, depth: 0, parts_left: limits.parts, limits, prefixes: Vec::new() }
    }

    /// Goes into a message of ISO 20022, and says on which line that begins.
    ///
    /// # Errors
    /// `Unknown` for any other; as any reading.
    pub fn message(&mut self, name: &str, family: &str) -> Result<usize, NotRead> {
        let root = self.root()?.filter(|root| root.name == "Document").ok_or(NotRead::Unknown)?;
        self.message_in(&root, name, family)
    }

    /// As `message`, which may lie in an envelope: beside headers, in elements of other names.
    ///
    /// # Errors
    /// As `message`.
    pub fn enclosed_message(&mut self, name: &str, family: &str) -> Result<usize, NotRead> {
        let root = self.root()?.ok_or(NotRead::Unknown)?;
        if root.name == "Document" {
            return self.message_in(&root, name, family);
        }
        // A page that asks for a password is not well formed, and no statement either.
        let unknown = |why| if matches!(why, NotRead::Malformed(_)) { NotRead::Unknown } else { why };
        while self.depth > 0 {
            let Some(tag) = self.child().map_err(unknown)? else { continue };
            if tag.name == "Document" {
                return self.message_in(&tag, name, family);
            }
            if self.depth > ENVELOPE || tag.name == "AppHdr" {
                self.skip().map_err(unknown)?;
            }
        }
        Err(NotRead::Unknown)
    }

    fn message_in(&mut self, document: &Tag<'_>, name: &str, family: &str) -> Result<usize, NotRead> {
        let is_family = |tag: &Tag<'_>| tag.namespace.as_ref().is_none_or(|namespace| namespace.contains(family));
        if !is_family(document) {
            return Err(NotRead::Unknown);
        }
        let message = self.child()?.filter(|tag| tag.name == name && is_family(tag));
        message.map(|tag| tag.line).ok_or(NotRead::Unknown)
    }

    /// Where it is: before what it has just gone into.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The file from a place to what it has read by now.
    pub fn since(&self, place: usize) -> &'a str {
        let end = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        self.text.get(place..end).unwrap_or_default()
    }

    /// How deep it is in.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Goes out of the element at this depth, wherever in it it is.
    ///
    /// # Errors
    /// As any reading.
    pub fn leave(&mut self, depth: usize) -> Result<(), NotRead> {
        while self.depth >= depth {
            self.step()?;
        }
        Ok(())
    }

    /// Reads what is behind the message: nothing but what belongs to an envelope.
    ///
    /// # Errors
    /// `Malformed` if there is anything else.
    pub fn finish(&mut self) -> Result<(), NotRead> {
        if let Some(tag) = self.child()? {
            return Err(NotRead::Malformed(tag.line));
        }
        while self.depth > 0 {
            match self.child()? {
                // Nothing of another message may be lost.
                Some(tag) if tag.name == "Document" => return Err(NotRead::Malformed(tag.line)),
                Some(_) => self.skip()?,
                None => {}
            }
        }
        match self.root()? {
            Some(tag) => Err(NotRead::Malformed(tag.line)),
            None => Ok(()),
        }
    }

    /// Goes into the next element of the one it is in; or out of that, where there is none left.
    pub fn child(&mut self) -> Result<Option<Tag<'a>>, NotRead> {
        loop {
            match self.step()? {
                Step::Open(tag) if self.is_kept(&tag) || self.depth == 1 => return Ok(Some(tag)),
                Step::Open(_) => self.skip()?,
                Step::Text(_) => {}
                Step::Close | Step::End => return Ok(None),
            }
        }
    }

    /// Goes out of the element it is in.
    pub fn skip(&mut self) -> Result<(), NotRead> {
        self.leave(self.depth)
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
                Step::Open(tag) if self.is_kept(&tag) => node.children.push(self.part(tag, left)?),
                Step::Open(_) => self.skip()?,
                Step::Text(text) if node.length() + text.len() > VALUE => return Err(NotRead::TooLarge),
                Step::Text(text) => node.add(text),
                Step::Close | Step::End => return Ok(node),
            }
        }
    }

    fn is_kept(&self, tag: &Tag<'_>) -> bool {
        let known = self.limits.namespaces;
        let is_known = |namespace: &Rc<str>| known.iter().any(|begin| namespace.starts_with(begin));
        known.is_empty() || tag.namespace.as_ref().is_some_and(is_known)
    }

    /// The outermost element, or the end.
    ///
    /// # Errors
    /// As any reading.
    pub fn root(&mut self) -> Result<Option<Tag<'a>>, NotRead> {
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
            if !matches!(event, Event::Text(_) | Event::End(_) | Event::Eof) {
                self.parts_left = self.parts_left.checked_sub(1).ok_or(NotRead::TooLarge)?;
            }
            match event {
                Event::Start(start) => return self.opened(&start).map(Step::Open),
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.prefixes.truncate(self.prefixes.partition_point(|(depth, ..)| *depth <= self.depth));
                    return Ok(Step::Close);
                }
                Event::Text(text) => match text.find("]]>").and_then(|at| text.get(at..)) {
                    Some(rest) => return Err(self.malformed(&text, rest)),
                    None => return self.short(text.xml10_content()),
                },
                Event::CData(_) | Event::GeneralRef(_) if self.depth == 0 => return malformed,
                Event::CData(text) => return self.short(text.xml10_content()),
                Event::GeneralRef(name) => return resolved(&name).map_or(malformed, |text| Ok(Step::Text(text.into()))),
                Event::Comment(_) => {}
                Event::PI(_) if self.limits.instructions => {}
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
        let mut tag = Tag { line: self.line, name: local, namespace: None, attributes: Vec::new() };
        for (place, attribute) in start.attributes().enumerate() {
            let attribute = attribute.map_err(|_| malformed)?;
            if place >= ATTRIBUTES || attribute.value.len() > VALUE {
                return Err(NotRead::TooLarge);
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| malformed)?;
            if !is_name(attribute.key.as_ref()) || attribute.value.contains('<') || !value.chars().all(is_allowed) {
                return Err(malformed);
            }
            let key: &str = attribute.key.as_ref();
            if let Some(prefix) = key.strip_prefix("xmlns:").or((key == "xmlns").then_some("")) {
                self.prefixes.push((self.depth, prefix.to_owned(), value.into()));
            } else if let Some(name) = self.limits.attributes.iter().find(|name| **name == key) {
                tag.attributes.push((name, value.into_owned()));
            }
        }
        if self.prefixes.len() > PREFIXES {
            return Err(NotRead::TooLarge);
        }
        tag.namespace = self.prefixes.iter().rev().find(|(_, known, _)| known == prefix).map(|(.., namespace)| namespace.clone());
        Ok(tag)
    }

    fn short<'t>(&self, text: Cow<'t, str>) -> Result<Step<'t>, NotRead> {
        if text.len() > self.limits.text { Err(NotRead::TooLarge) } else { Ok(Step::Text(text)) }
    }
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
