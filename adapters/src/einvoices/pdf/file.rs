//! A PDF whose objects are looked up one by one.

use super::{
    packed,
    places::{self, OBJECTS, Place, Places},
    value::{Dict, Left, Lexer, Value, is_space},
};
use sooner_domain::receivables::einvoice::{InvoiceData, NotEInvoice};
use std::{collections::HashMap, rc::Rc};

/// As many objects as are looked up.
const LOOK_UPS: usize = 2_000;
/// As deep as looking up one leads to another.
const DEPTH: usize = 16;
/// The bytes between a stream and its end.
const END: &[u8] = b"endstream";

/// A PDF. What it takes to read it grows less with each thing that is read.
pub struct Pdf<'a> {
    pub bytes: &'a [u8],
    pub left: Left,
    look_ups_left: usize,
    depth: usize,
    places: Places,
    /// Streams of objects that were unpacked.
    streams: HashMap<u32, Rc<Stream>>,
}

/// An object with a number.
pub struct Object {
    pub value: Value,
    /// Where its stream begins, if it has one.
    stream: Option<usize>,
}

/// A stream of objects.
struct Stream {
    content: Vec<u8>,
    /// Each object by its number, with where it begins.
    objects: Vec<(u32, usize)>,
}

impl<'a> Pdf<'a> {
    /// Reads where everything stands. The bytes begin with the head of the PDF.
    pub fn open(bytes: &'a [u8]) -> Result<Self, NotEInvoice> {
        Self::with(bytes, places::read)
    }

    /// Looks for every object, where the tables of a whole file lead nowhere.
    pub fn repaired(bytes: &'a [u8]) -> Result<Self, NotEInvoice> {
        Self::with(bytes, places::searched)
    }

    fn with(bytes: &'a [u8], places: fn(&mut Self) -> Result<Places, NotEInvoice>) -> Result<Self, NotEInvoice> {
        let mut pdf = Self {
            bytes,
            left: Left { values: InvoiceData::MAX_ELEMENTS, bytes: InvoiceData::MAX_UNPACKED },
            look_ups_left: LOOK_UPS,
            depth: 0,
            places: Places::default(),
            streams: HashMap::new(),
        };
        pdf.places = places(&mut pdf)?;
        let is_locked = pdf.places.trailer.get("Encrypt").is_some_and(|value| *value != Value::Null);
        if is_locked { Err(NotEInvoice::EncryptedPdf) } else { Ok(pdf) }
    }

    /// What everything else hangs on.
    pub fn root(&mut self) -> Result<Dict, NotEInvoice> {
        let root = self.places.trailer.get("Root").cloned().unwrap_or(Value::Null);
        if let Value::Dict(root) = self.resolved(root)? { Ok(root) } else { Err(NotEInvoice::DamagedPdf) }
    }

    /// What a name leads to in a dictionary.
    pub fn get(&mut self, dict: &Dict, name: &str) -> Result<Value, NotEInvoice> {
        dict.get(name).cloned().map_or(Ok(Value::Null), |value| self.resolved(value))
    }

    /// The value itself, or what it refers to.
    pub fn resolved(&mut self, value: Value) -> Result<Value, NotEInvoice> {
        if let Value::Reference(number) = value { Ok(self.object(number)?.value) } else { Ok(value) }
    }

    /// The numbers of the objects in a stream of such, once it is known where that stands.
    pub fn numbers_in(&mut self, number: u32, at: usize) -> Result<Vec<u32>, NotEInvoice> {
        self.places.all.insert(number, Place::At(at));
        Ok(self.stream(number)?.objects.iter().map(|(number, _)| *number).collect())
    }

    /// What the stream of an object is, unpacked; at most so many bytes.
    pub fn unpacked(&mut self, number: u32, most: usize) -> Result<Vec<u8>, NotEInvoice> {
        let object = self.object(number)?;
        self.content(&object, most)
    }

    fn object(&mut self, number: u32) -> Result<Object, NotEInvoice> {
        self.look_ups_left = self.look_ups_left.checked_sub(1).ok_or(NotEInvoice::TooLargeUnpacked)?;
        if self.depth >= DEPTH {
            return Err(NotEInvoice::DamagedPdf);
        }
        self.depth += 1;
        let object = match self.places.all.get(&number) {
            Some(Place::At(at)) => self.object_at(*at, Some(number)),
            Some(Place::In(stream)) => self.object_in(*stream, number),
            Some(Place::Gone) | None => Ok(Object { value: Value::Null, stream: None }),
        };
        self.depth -= 1;
        object
    }

    /// The object that begins at a byte; it says its number itself.
    pub fn object_at(&mut self, at: usize, number: Option<u32>) -> Result<Object, NotEInvoice> {
        let mut lexer = self.lexer(at);
        let said = lexer.number().and_then(|said| u32::try_from(said).ok());
        let is_object = said.is_some() && lexer.number().is_some() && lexer.word("obj");
        if !is_object || number.is_some_and(|number| said != Some(number)) {
            return Err(NotEInvoice::DamagedPdf);
        }
        let value = lexer.value()?;
        let is_stream = lexer.word("stream");
        let begin = lexer.at;
        let line = match self.bytes.get(begin..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r' | b'\n', ..]) => 1,
            _ => 0,
        };
        Ok(Object { value, stream: is_stream.then_some(begin + line) })
    }

    fn object_in(&mut self, stream: u32, number: u32) -> Result<Object, NotEInvoice> {
        let stream = self.stream(stream)?;
        let (_, at) = stream.objects.iter().find(|(said, _)| *said == number).ok_or(NotEInvoice::DamagedPdf)?;
        let value = Lexer::new(&stream.content, *at, &mut self.left).value()?;
        Ok(Object { value, stream: None })
    }

    fn stream(&mut self, number: u32) -> Result<Rc<Stream>, NotEInvoice> {
        if let Some(stream) = self.streams.get(&number) {
            return Ok(stream.clone());
        }
        // A stream of objects does not stand in another one.
        let Some(Place::At(at)) = self.places.all.get(&number).copied() else { return Err(NotEInvoice::DamagedPdf) };
        let object = self.object_at(at, Some(number))?;
        let Value::Dict(dict) = &object.value else { return Err(NotEInvoice::DamagedPdf) };
        let (Some(count), Some(first)) = (dict.number("N"), dict.number("First")) else { return Err(NotEInvoice::DamagedPdf) };
        if count > OBJECTS {
            return Err(NotEInvoice::TooLargeUnpacked);
        }
        let content = self.content(&object, InvoiceData::MAX_BYTES)?;
        let mut lexer = Lexer::new(&content, 0, &mut self.left);
        let mut objects = Vec::new();
        while objects.len() < count {
            let (Some(number), Some(at)) = (lexer.number(), lexer.number()) else { return Err(NotEInvoice::DamagedPdf) };
            objects.push((u32::try_from(number).map_err(|_| NotEInvoice::DamagedPdf)?, first.saturating_add(at)));
        }
        let stream = Rc::new(Stream { content, objects });
        self.streams.insert(number, stream.clone());
        Ok(stream)
    }

    /// What the stream of an object is, unpacked; at most so many bytes.
    pub fn content(&mut self, object: &Object, most: usize) -> Result<Vec<u8>, NotEInvoice> {
        let (Value::Dict(dict), Some(begin)) = (&object.value, object.stream) else { return Err(NotEInvoice::DamagedPdf) };
        let length = match self.get(dict, "Length")? {
            Value::Number(length) => usize::try_from(length).ok(),
            _ => None,
        };
        let rest = self.bytes.get(begin..).ok_or(NotEInvoice::DamagedPdf)?;
        let length = match length.filter(|length| is_end(rest, *length)) {
            Some(length) => length,
            None => {
                // It is longer or shorter than it says.
                let length = rest.windows(END.len()).position(|part| part == END).ok_or(NotEInvoice::DamagedPdf)?;
                self.left.spend(length)?;
                length
            }
        };
        let packed = rest.get(..length).ok_or(NotEInvoice::DamagedPdf)?;
        let filters = self.filters(dict)?;
        let mut content = None;
        for (name, parameters) in filters {
            let most = most.min(self.left.bytes);
            let next = packed::unpacked(&name, &parameters, content.as_deref().unwrap_or(packed), most)?;
            self.left.spend(next.len())?;
            content = Some(next);
        }
        match content {
            Some(content) => Ok(content),
            None if packed.len() > most => Err(NotEInvoice::TooLargeUnpacked),
            None => {
                self.left.spend(packed.len())?;
                Ok(packed.to_vec())
            }
        }
    }

    /// How a stream is packed: each way by its name, with what has to be known of it.
    fn filters(&mut self, dict: &Dict) -> Result<Vec<(Vec<u8>, Dict)>, NotEInvoice> {
        let names = one_or_more(self.get(dict, "Filter")?);
        let mut parameters = one_or_more(self.get(dict, "DecodeParms")?).into_iter();
        let mut filters = Vec::new();
        for name in names {
            let Value::Name(name) = self.resolved(name)? else { return Err(NotEInvoice::DamagedPdf) };
            let parameters = match parameters.next().map(|value| self.resolved(value)).transpose()? {
                Some(Value::Dict(parameters)) => parameters,
                _ => Dict::default(),
            };
            filters.push((name, parameters));
        }
        if filters.len() > packed::FILTERS { Err(NotEInvoice::TooLargeUnpacked) } else { Ok(filters) }
    }
}

fn one_or_more(value: Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::List(all) => all,
        one => vec![one],
    }
}

/// Whether a stream ends after so many bytes.
fn is_end(rest: &[u8], length: usize) -> bool {
    let behind = rest.get(length..).unwrap_or_default();
    let space = behind.iter().take(4).take_while(|byte| is_space(**byte)).count();
    behind.get(space..).is_some_and(|behind| behind.starts_with(END))
}
