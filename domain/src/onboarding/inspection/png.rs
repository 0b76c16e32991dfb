//! A PNG, followed chunk by chunk to its end (ISO/IEC 15948).

use super::Size;

/// Where one is in a PNG, and what was seen of it. What follows the end is no part of it.
#[derive(Debug)]
pub(super) struct Png {
    /// The bytes of a chunk's head that came so far.
    head: Vec<u8>,
    /// Content and checksum of the chunk before it that are still to come.
    left: usize,
    size: Option<Size>,
    end: Option<bool>,
}

/// Behind this the chunks begin.
const SIGNATURE: usize = 8;
/// Length and name of a chunk, and the two sides that the first one begins with.
const HEAD: usize = 8;
const FIRST_HEAD: usize = SIGNATURE + HEAD + 8;
const CHECKSUM: usize = 4;

impl Png {
    pub(super) fn new() -> Self {
        Self { head: Vec::with_capacity(FIRST_HEAD), left: 0, size: None, end: None }
    }

    /// Whether the image came to its proper end.
    pub(super) fn has_ended(&self) -> bool {
        self.end == Some(true) && self.left == 0
    }

    /// What its header says; none before it came.
    pub(super) fn size(&self) -> Option<Size> {
        self.size
    }

    /// Follows the next bytes; how many of them are the image's.
    pub(super) fn take(&mut self, came: &[u8]) -> usize {
        let mut bytes = came;
        while !bytes.is_empty() {
            let passed = self.left.min(bytes.len());
            self.left -= passed;
            bytes = &bytes[passed..];
            if self.has_ended() {
                return came.len() - bytes.len();
            }
            if self.end.is_some() {
                break;
            }
            let wanted = if self.size.is_none() { FIRST_HEAD } else { HEAD };
            let (head, rest) = bytes.split_at((wanted - self.head.len()).min(bytes.len()));
            self.head.extend_from_slice(head);
            bytes = rest;
            if self.head.len() == wanted {
                self.begin_chunk();
                self.head.clear();
            }
        }
        came.len()
    }

    fn begin_chunk(&mut self) {
        let number =
            |from: usize| self.head.get(from..from + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes) as usize;
        if self.size.is_none() {
            let is_header = self.head[SIGNATURE + 4..SIGNATURE + HEAD] == *b"IHDR" && number(SIGNATURE) == 13;
            let (size, left) = (Size { width: number(16), height: number(20) }, 13 - 8 + CHECKSUM);
            (self.size, self.left) = (Some(size), left);
            self.end = if is_header { None } else { Some(false) };
        } else {
            let (length, is_end) = (number(0), self.head[4..] == *b"IEND");
            // The standard's largest chunk.
            let is_plausible = length < 1 << 31 && (!is_end || length == 0);
            self.left = length + CHECKSUM;
            self.end = if !is_plausible { Some(false) } else { is_end.then_some(true) };
        }
    }
}
