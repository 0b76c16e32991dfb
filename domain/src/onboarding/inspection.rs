//! Whether a file is what it claims to be, judged as its bytes pass: none of them are kept, and nothing is decoded.

mod jpeg;
mod png;

use super::document::FileType;
use crate::kernel::coded::{Coded, coded_enum};
use jpeg::Jpeg;
use png::Png;

/// How much of the start of a PDF is searched for a web page.
const START: usize = 1024;
/// How much of its end may be white space.
const END: usize = 1024;
/// The most pixels of an image, in millions: what a viewer makes of it takes four bytes each. A page scanned at 600 dpi has 35.
pub const MAX_MEGAPIXELS: usize = 40;
/// The longest side of an image. A page scanned at 600 dpi has 7,000; a bomb has 60,000.
const MAX_SIDE_PIXELS: usize = 12_000;

coded_enum!(
    /// Why a file is refused.
    #[derive(thiserror::Error)]
    #[error("{}", self.code())]
    Refused {
        Empty = "empty",
        WrongType = "wrong_type",
        Damaged = "damaged",
        TooManyPixels = "too_many_pixels",
    }
);

/// A file on its way in, and what its bytes say so far.
#[derive(Debug)]
pub struct Inspection {
    claimed: FileType,
    start: Vec<u8>,
    end: Vec<u8>,
    body: Body,
}

/// What is followed to its end.
#[derive(Debug)]
enum Body {
    Pdf,
    Xml,
    Png(Png),
    Jpeg(Jpeg),
}

/// What an image says of its size, in pixels.
#[derive(Debug, Clone, Copy)]
struct Size {
    width: usize,
    height: usize,
}

impl Inspection {
    /// An inspection of a file whose name and sender claim this type.
    pub fn of(claimed: FileType) -> Self {
        let body = match claimed {
            FileType::Pdf => Body::Pdf,
            FileType::Xml => Body::Xml,
            FileType::Png => Body::Png(Png::new()),
            FileType::Jpeg => Body::Jpeg(Jpeg::new()),
        };
        Self { claimed, start: Vec::new(), end: Vec::new(), body }
    }

    /// Inspects the next bytes. Returns how many of them belong to the file. What is behind the end of an image (a video, the rest of a
    /// cropped picture, another file) does not: no one sees it in the image.
    pub fn take(&mut self, bytes: &[u8]) -> usize {
        let wanted = (START - self.start.len()).min(bytes.len());
        self.start.extend_from_slice(&bytes[..wanted]);
        match &mut self.body {
            Body::Pdf => {
                self.end.extend_from_slice(&bytes[bytes.len().saturating_sub(END)..]);
                self.end.drain(..self.end.len().saturating_sub(END));
                bytes.len()
            }
            Body::Xml => bytes.len(),
            Body::Png(png) => png.take(bytes),
            Body::Jpeg(jpeg) => jpeg.take(bytes),
        }
    }

    /// What the whole file is.
    ///
    /// # Errors
    /// When it is of another type, has no proper end, hides a web page, or is an oversized image.
    pub fn verdict(&self) -> Result<(), Refused> {
        if self.start.is_empty() {
            return Err(Refused::Empty);
        }
        if found_type(&self.start) != Some(self.claimed) {
            return Err(Refused::WrongType);
        }
        match &self.body {
            Body::Pdf => pdf(&self.start, &self.end),
            Body::Xml if holds_page(&self.start) => Err(Refused::WrongType),
            // What it says is for its reader to judge.
            Body::Xml => Ok(()),
            Body::Png(png) => image(png.size(), png.has_ended()),
            Body::Jpeg(jpeg) => image(jpeg.size(), jpeg.has_ended()),
        }
    }
}

/// By the magic at offset 0: readers that search further in are what polyglots live on.
fn found_type(start: &[u8]) -> Option<FileType> {
    if start.starts_with(b"%PDF-") {
        Some(FileType::Pdf)
    } else if start.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(FileType::Png)
    } else if start.starts_with(b"\xFF\xD8\xFF") {
        Some(FileType::Jpeg)
    } else if start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start().starts_with(b"<") {
        Some(FileType::Xml)
    } else {
        None
    }
}

/// Whether a browser might take it for a web page.
fn holds_page(start: &[u8]) -> bool {
    let start = start.to_ascii_lowercase();
    let holds = |needle: &[u8]| start.windows(needle.len()).any(|window| window == needle);
    holds(b"<html") || holds(b"<script") || holds(b"<!doctype") || holds(b"<svg")
}

fn pdf(start: &[u8], end: &[u8]) -> Result<(), Refused> {
    if holds_page(start) {
        return Err(Refused::WrongType);
    }
    // Nothing but white space may follow the end marker: what does is another file's.
    if end.trim_ascii_end().ends_with(b"%%EOF") { Ok(()) } else { Err(Refused::Damaged) }
}

fn image(size: Option<Size>, has_ended: bool) -> Result<(), Refused> {
    match size {
        Some(Size { width: 1.., height: 1.. }) if !has_ended => Err(Refused::Damaged),
        Some(Size { width: width @ 1..=MAX_SIDE_PIXELS, height: height @ 1..=MAX_SIDE_PIXELS })
            if width * height <= MAX_MEGAPIXELS * 1_000_000 =>
        {
            Ok(())
        }
        Some(Size { width: 1.., height: 1.. }) => Err(Refused::TooManyPixels),
        _ => Err(Refused::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        file.extend(width.to_be_bytes());
        file.extend(height.to_be_bytes());
        file.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\x03IDATabc\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
        file
    }

    /// The verdict on a file that comes in pieces of this size.
    fn in_pieces(claimed: FileType, file: &[u8], size: usize) -> Result<(), Refused> {
        let mut inspection = Inspection::of(claimed);
        for piece in file.chunks(size) {
            inspection.take(piece);
        }
        inspection.verdict()
    }

    fn whole(claimed: FileType, file: &[u8]) -> Result<(), Refused> {
        in_pieces(claimed, file, file.len().max(1))
    }

    fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap_or(u16::MAX).to_be_bytes();
        [&[0xFF, marker], length.as_slice(), content].concat()
    }

    /// A progressive picture of two scans with what cameras put around it.
    fn photo(metadata: &[u8], behind: &[u8]) -> Vec<u8> {
        let frame = segment(0xC2, b"\x08\x02\x58\x03\x20\x03\x01\x11\0\x02\x11\x01\x03\x11\x01");
        let scan = [segment(0xDA, b"\x01\x01\0\0\x3f\0"), b"pixels \xFF\0 and \xFF\xD0 more".to_vec()].concat();
        [b"\xFF\xD8", metadata, &frame, &segment(0xC4, &[0; 40]), &scan, b"\xFF", &segment(0xC4, &[0; 9]), &scan, b"\xFF\xD9", behind]
            .concat()
    }

    #[test]
    fn a_photo_is_what_every_viewer_shows() {
        let thumbnail = [b"Exif\0\0".as_slice(), &photo(b"", b""), &[0; 60_000]].concat();
        let long = segment(0xE2, &[7; 65_000]).repeat(9);
        let metadata = [segment(0xE1, &thumbnail), long].concat();
        for (metadata, behind) in [
            (b"".as_slice(), b"".as_slice()),
            (&segment(0xE1, &thumbnail), b""),
            (&metadata, b""),
            (b"", &[0; 5_000]),
            (b"", b"\0\0SEFHk\0\0\0SEFT"),
            (&metadata, &photo(b"", b"")),
        ] {
            assert_eq!(whole(FileType::Jpeg, &photo(metadata, behind)), Ok(()));
        }
        let too_wide = segment(0xC0, b"\x08\0\x01\x2e\xe1\x01\x01\x11\0");
        let too_wide = [b"\xFF\xD8", too_wide.as_slice(), &segment(0xDA, b"\0"), b"\xFF\xD9"].concat();
        assert_eq!(whole(FileType::Jpeg, &too_wide), Err(Refused::TooManyPixels));
    }

    /// What of a file that comes in pieces of this size belongs to it.
    fn kept(claimed: FileType, file: &[u8], size: usize) -> Vec<u8> {
        let mut inspection = Inspection::of(claimed);
        file.chunks(size).flat_map(|piece| &piece[..inspection.take(piece)]).copied().collect()
    }

    #[test]
    fn what_is_behind_the_end_of_an_image_is_no_part_of_it() {
        let video = [b"\0\0\0\x18ftypmp42".as_slice(), &[7; 90]].concat();
        let behind: [(&str, &[u8]); 7] = [
            ("nothing", b""),
            ("padding", &[0; 5_000]),
            ("an archive", b"PK\x03\x04 and so on PK\x05\x06"),
            ("a page", b"<html><script>alert(1)</script>"),
            ("a PDF", b"%PDF-1.7\n%%EOF"),
            ("a video", &video),
            ("another picture", &photo(b"", b"")),
        ];
        let thumbnail = segment(0xE1, &[b"Exif\0\0".as_slice(), &photo(b"", b"")].concat());
        for (claimed, image) in [(FileType::Png, png(800, 600)), (FileType::Jpeg, photo(&thumbnail, b""))] {
            for (what, behind) in behind {
                let file = [image.as_slice(), behind].concat();
                for size in [1, 7, image.len(), file.len()] {
                    assert_eq!(kept(claimed, &file, size), image, "{claimed:?} and {what}, in pieces of {size}");
                }
                assert_eq!(whole(claimed, &file), Ok(()), "{claimed:?} and {what}");
            }
        }
        let pdf = b"%PDF-1.7\n%%EOF\r\n";
        assert_eq!(kept(FileType::Pdf, pdf, 4), pdf);
        assert_eq!(kept(FileType::Xml, b"<a/>\n", 4), b"<a/>\n");
        let broken = [b"\xFF\xD8\xFF\xD9".as_slice(), b"behind"].concat();
        assert_eq!(whole(FileType::Jpeg, &broken), Err(Refused::Damaged));
    }

    #[test]
    fn a_picture_cut_off_anywhere_is_refused() {
        let (jpeg, png) = (photo(&segment(0xE0, &[0; 14]), b""), png(800, 600));
        for (claimed, file) in [(FileType::Jpeg, jpeg), (FileType::Png, png)] {
            assert_eq!(whole(claimed, &file), Ok(()));
            for length in 0..file.len() {
                assert!(whole(claimed, &file[..length]).is_err(), "{claimed:?} of {length} bytes");
            }
        }
    }

    #[test]
    fn markers_that_make_no_picture_are_refused() {
        for file in [
            b"\xFF\xD8\xFF\xD9".to_vec(),
            [b"\xFF\xD8".as_slice(), &segment(0xDA, b"\0"), b"\xFF\xD9"].concat(),
            [b"\xFF\xD8".as_slice(), &segment(0xC0, b"\x08\0\x01"), b"\xFF\xD9"].concat(),
            // Without pixels; with two sizes.
            [b"\xFF\xD8".as_slice(), &segment(0xC0, b"\x08\0\x08\0\x08"), b"\xFF\xD9"].concat(),
            photo(&segment(0xC0, b"\x08\0\x08\0\x08"), b""),
            b"\xFF\xD8\xFF\xE0\0\x01\xFF\xD9".to_vec(),
            b"\xFF\xD8\xFFhtml".to_vec(),
        ] {
            assert_eq!(whole(FileType::Jpeg, &file), Err(Refused::Damaged), "{file:x?}");
        }
        let mut no_header = png(8, 8);
        no_header[12..16].copy_from_slice(b"IDAT");
        assert_eq!(whole(FileType::Png, &no_header), Err(Refused::Damaged));
    }

    #[test]
    fn every_kind_of_page_hidden_in_a_pdf_is_found() {
        for page in ["<html>", "<ScRiPt>", "<!DOCTYPE html>", "<svg onload='x'>"] {
            let file = format!("%PDF-1.4\n{page}\n%%EOF");
            assert_eq!(whole(FileType::Pdf, file.as_bytes()), Err(Refused::WrongType), "{page}");
        }
        let deep = format!("%PDF-1.4\n{}<html>\n%%EOF", " ".repeat(START));
        assert_eq!(whole(FileType::Pdf, deep.as_bytes()), Ok(()), "behind its first kilobyte nothing takes a PDF for a page");
    }

    #[test]
    fn sides_and_pixels_of_an_image_count() {
        for (width, height) in [(12_000, 3_333), (6_324, 6_324), (1, 12_000), (4_960, 7_016)] {
            assert_eq!(whole(FileType::Png, &png(width, height)), Ok(()), "{width} by {height}");
        }
        for (width, height) in [(12_000, 3_334), (6_325, 6_325), (12_000, 12_000), (40_000_001, 1), (u32::MAX, u32::MAX)] {
            assert_eq!(whole(FileType::Png, &png(width, height)), Err(Refused::TooManyPixels), "{width} by {height}");
        }
        assert_eq!(whole(FileType::Png, &png(12_001, 1)), Err(Refused::TooManyPixels));
        assert_eq!(whole(FileType::Png, &png(1, 12_001)), Err(Refused::TooManyPixels));
        assert_eq!(whole(FileType::Png, &png(0, 5)), Err(Refused::Damaged));
        assert_eq!(whole(FileType::Png, &png(5, 0)), Err(Refused::Damaged));
    }

    #[test]
    fn a_file_of_its_type_passes() {
        assert_eq!(whole(FileType::Pdf, b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF\r\n"), Ok(()));
        assert_eq!(whole(FileType::Png, &png(800, 600)), Ok(()));
    }

    #[test]
    fn what_is_not_its_type_is_refused() {
        assert_eq!(whole(FileType::Pdf, b""), Err(Refused::Empty));
        assert_eq!(whole(FileType::Pdf, b"<html></html>"), Err(Refused::WrongType));
        assert_eq!(whole(FileType::Png, b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Err(Refused::WrongType));
        assert_eq!(whole(FileType::Jpeg, &png(8, 8)), Err(Refused::WrongType));
        assert_eq!(whole(FileType::Pdf, b"GIF89a;%PDF-1.4\n%%EOF"), Err(Refused::WrongType));
        assert_eq!(whole(FileType::Pdf, b"%PDF-1.4\n<HTML><body>\n%%EOF"), Err(Refused::WrongType));
        assert_eq!(whole(FileType::Pdf, b"%PDF-1.4\n%%EOF\n<b>hello</b>"), Err(Refused::Damaged));
    }

    #[test]
    fn a_cut_off_file_is_refused() {
        assert_eq!(whole(FileType::Pdf, b"%PDF-1.4\n1 0 obj"), Err(Refused::Damaged));
        let image = png(800, 600);
        assert_eq!(whole(FileType::Png, &image[..image.len() - 3]), Err(Refused::Damaged));
        assert_eq!(whole(FileType::Jpeg, b"\xFF\xD8\xFF\xD9"), Err(Refused::Damaged));
    }

    #[test]
    fn an_image_bomb_is_refused_by_its_header() {
        assert_eq!(whole(FileType::Png, &png(60_000, 60_000)), Err(Refused::TooManyPixels));
        assert_eq!(whole(FileType::Png, &png(12_000, 12_001)), Err(Refused::TooManyPixels));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(head in proptest::collection::vec(any::<u8>(), 0..200), magic in 0usize..4) {
            let mut file = [&b"%PDF-"[..], b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b""][magic].to_vec();
            file.extend(head);
            for claimed in [FileType::Pdf, FileType::Png, FileType::Jpeg] {
                whole(claimed, &file).ok();
            }
        }

        #[test]
        fn however_a_file_comes_it_is_the_same(size in 1usize..300, behind in proptest::collection::vec(any::<u8>(), 0..50), cut in 0usize..200) {
            let photo = photo(&segment(0xE1, &[3; 700]), &behind);
            let png = [png(800, 600), behind].concat();
            for (claimed, file) in [(FileType::Jpeg, photo), (FileType::Png, png)] {
                let file = &file[..file.len().saturating_sub(cut)];
                prop_assert_eq!(in_pieces(claimed, file, size), whole(claimed, file));
            }
        }
    }
}
