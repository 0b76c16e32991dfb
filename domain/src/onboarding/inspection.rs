//! Whether a file is what it claims to be, judged from its first and last bytes alone, so that nothing needs the whole
//! file in memory and nothing is decoded.

use super::document::FileType;
use crate::kernel::coded::{Coded, coded_enum};

/// How much of the start is looked at: enough for the frame header of a JPEG behind a camera's metadata.
pub const HEAD_BYTES: usize = 128 * 1024;
/// How much of the end is looked at.
pub const TAIL_BYTES: usize = 1024;
/// The longest side of an image. A page scanned at 600 dpi has 7,000; a bomb has 60,000.
pub const MAX_SIDE_PIXELS: usize = 12_000;

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

/// Checks a file's head and tail against the type its name and its sender claim.
///
/// # Errors
/// When it is of another type, has no proper end, hides a web page, or is an oversized image.
pub fn inspect(claimed: FileType, head: &[u8], tail: &[u8]) -> Result<(), Refused> {
    if head.is_empty() {
        return Err(Refused::Empty);
    }
    if found_type(head) != Some(claimed) {
        return Err(Refused::WrongType);
    }
    match claimed {
        FileType::Pdf => pdf(head, tail),
        FileType::Png => image(head, tail.ends_with(b"IEND\xAE\x42\x60\x82")),
        FileType::Jpeg => image(head, tail.ends_with(b"\xFF\xD9")),
    }
}

/// By the magic at offset 0: readers that search further in are what polyglots live on.
fn found_type(head: &[u8]) -> Option<FileType> {
    if head.starts_with(b"%PDF-") {
        Some(FileType::Pdf)
    } else if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(FileType::Png)
    } else if head.starts_with(b"\xFF\xD8\xFF") {
        Some(FileType::Jpeg)
    } else {
        None
    }
}

fn pdf(head: &[u8], tail: &[u8]) -> Result<(), Refused> {
    let start = head.get(..TAIL_BYTES).unwrap_or(head).to_ascii_lowercase();
    let holds = |needle: &[u8]| start.windows(needle.len()).any(|window| window == needle);
    if holds(b"<html") || holds(b"<script") || holds(b"<!doctype") || holds(b"<svg") {
        return Err(Refused::WrongType);
    }
    // Nothing but white space may follow the end marker: what does is another file's.
    if tail.trim_ascii_end().ends_with(b"%%EOF") { Ok(()) } else { Err(Refused::Damaged) }
}

fn image(head: &[u8], ends_properly: bool) -> Result<(), Refused> {
    if !ends_properly {
        return Err(Refused::Damaged);
    }
    let size = imagesize::blob_size(head).map_err(|_| Refused::Damaged)?;
    if size.width == 0 || size.height == 0 {
        Err(Refused::Damaged)
    } else if size.width > MAX_SIDE_PIXELS || size.height > MAX_SIDE_PIXELS {
        Err(Refused::TooManyPixels)
    } else {
        Ok(())
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
        file.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
        file
    }

    fn whole(claimed: FileType, file: &[u8]) -> Result<(), Refused> {
        inspect(claimed, file, &file[file.len().saturating_sub(TAIL_BYTES)..])
    }

    #[test]
    fn a_photo_with_a_cameras_metadata_is_a_photo() {
        let metadata = [b"\xFF\xE1\xEA\x60".as_slice(), &[0; 0xEA60 - 2]].concat();
        let frame = b"\xFF\xC0\0\x11\x08\x02\x58\x03\x20\x03\x01\x11\0\x02\x11\x01\x03\x11\x01";
        let file = [b"\xFF\xD8".as_slice(), &metadata, frame, b"\xFF\xD9"].concat();
        let head = &file[..file.len().min(HEAD_BYTES)];
        assert_eq!(inspect(FileType::Jpeg, head, &file[file.len() - TAIL_BYTES..]), Ok(()));
    }

    #[test]
    fn every_kind_of_page_hidden_in_a_pdf_is_found() {
        for page in ["<html>", "<ScRiPt>", "<!DOCTYPE html>", "<svg onload='x'>"] {
            let file = format!("%PDF-1.4\n{page}\n%%EOF");
            assert_eq!(whole(FileType::Pdf, file.as_bytes()), Err(Refused::WrongType), "{page}");
        }
        let deep = format!("%PDF-1.4\n{}<html>\n%%EOF", " ".repeat(TAIL_BYTES));
        assert_eq!(whole(FileType::Pdf, deep.as_bytes()), Ok(()), "behind its first kilobyte nothing takes a PDF for a page");
    }

    #[test]
    fn each_side_of_an_image_counts() {
        assert_eq!(whole(FileType::Png, &png(12_000, 12_000)), Ok(()));
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
    }
}
