//! A JPEG, followed marker by marker to its end (ITU-T T.81, annex B).

use super::Size;

/// Where one is in a JPEG, and what was seen of it. What follows the end is no part of it: cameras put previews, videos
/// and padding there.
#[derive(Debug)]
pub(super) struct Jpeg {
    at: At,
    size: Option<Size>,
    has_scan: bool,
}

#[derive(Debug, Clone, Copy)]
enum At {
    /// Before the 0xFF of a marker.
    Gap,
    /// Behind it.
    Marker,
    /// In the two bytes of a segment's length, with the first of them.
    Length {
        marker: u8,
        high: Option<u8>,
    },
    /// In a segment, with so many bytes to come.
    Segment {
        marker: u8,
        left: usize,
    },
    /// In a frame header, with so many bytes to come and the first five.
    Frame {
        left: usize,
        first: [u8; 5],
        seen: usize,
    },
    /// In the compressed pixels of a scan.
    Scan,
    /// Behind a 0xFF there.
    ScanMarker,
    End,
    Broken,
}

const START_OF_IMAGE: u8 = 0xD8;
const END_OF_IMAGE: u8 = 0xD9;
const START_OF_SCAN: u8 = 0xDA;

impl Jpeg {
    pub(super) fn new() -> Self {
        Self { at: At::Gap, size: None, has_scan: false }
    }

    /// Whether there were pixels, and they came to their proper end.
    pub(super) fn has_ended(&self) -> bool {
        self.has_scan && matches!(self.at, At::End)
    }

    /// What its frame header says; none before it came.
    pub(super) fn size(&self) -> Option<Size> {
        self.size
    }

    /// Follows the next bytes; how many of them are the picture's.
    pub(super) fn take(&mut self, came: &[u8]) -> usize {
        let mut bytes = came;
        while let Some((first, rest)) = bytes.split_first() {
            bytes = match &mut self.at {
                At::End => return came.len() - bytes.len(),
                At::Broken => break,
                // What is only passed over is passed over at once.
                At::Segment { left, .. } if *left > 1 => {
                    let passed = (*left - 1).min(bytes.len());
                    *left -= passed;
                    &bytes[passed..]
                }
                At::Scan => {
                    self.has_scan = true;
                    match bytes.iter().position(|byte| *byte == 0xFF) {
                        Some(marker) => {
                            self.at = At::ScanMarker;
                            &bytes[marker + 1..]
                        }
                        None => break,
                    }
                }
                at => {
                    self.at = step(*at, *first, &mut self.size);
                    rest
                }
            };
        }
        came.len()
    }
}

fn step(at: At, byte: u8, size: &mut Option<Size>) -> At {
    match (at, byte) {
        (At::Gap, 0xFF) | (At::Marker, 0xFF) => At::Marker,
        (At::Gap, _) => At::Broken,
        (At::Marker | At::ScanMarker, END_OF_IMAGE) => {
            if size.is_some() {
                At::End
            } else {
                At::Broken
            }
        }
        // Markers that stand alone.
        (At::Marker, START_OF_IMAGE | 0x01 | 0xD0..=0xD7) => At::Gap,
        (At::ScanMarker, 0xFF) => At::ScanMarker,
        (At::ScanMarker, 0x00 | 0x01 | 0xD0..=0xD7) => At::Scan,
        (At::Marker | At::ScanMarker, 0x02..=0xBF) => At::Broken,
        (At::Marker | At::ScanMarker, marker) => At::Length { marker, high: None },
        (At::Length { marker, high: None }, high) => At::Length { marker, high: Some(high) },
        // The length counts its own two bytes.
        (At::Length { marker, high: Some(high) }, low) => match (usize::from(u16::from_be_bytes([high, low])), is_frame(marker)) {
            (0 | 1, _) | (2..7, true) => At::Broken,
            (length, true) => At::Frame { left: length - 2, first: [0; 5], seen: 0 },
            (2, false) => behind(marker),
            (length, false) => At::Segment { marker, left: length - 2 },
        },
        (At::Segment { marker, .. }, _) => behind(marker),
        (At::Frame { left, mut first, seen }, byte) => {
            if let Some(place) = first.get_mut(seen) {
                *place = byte;
            }
            if seen + 1 == first.len() {
                let [_, y, y_low, x, x_low] = first;
                let side = |high, low| usize::from(u16::from_be_bytes([high, low]));
                // Which of two a viewer believes, nobody knows. (That of a thumbnail lies within a segment.)
                if size.replace(Size { width: side(x, x_low), height: side(y, y_low) }).is_some() {
                    return At::Broken;
                }
            }
            if left == 1 { At::Gap } else { At::Frame { left: left - 1, first, seen: seen + 1 } }
        }
        (At::Scan | At::End | At::Broken, _) => at,
    }
}

fn behind(marker: u8) -> At {
    if marker == START_OF_SCAN { At::Scan } else { At::Gap }
}

/// Whether a segment is a frame header; the others of this range are tables.
fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC)
}
