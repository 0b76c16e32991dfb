//! Invoices in PDFs.

use super::*;
use flate2::{Compression, write::ZlibEncoder};
use proptest::prelude::*;
use std::io::Write as _;

pub fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn stream(dict: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<<{dict}/Length {}>>\nstream\r\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}

fn flate(dict: &str, content: &[u8]) -> Vec<u8> {
    stream(&format!("{dict}/Filter/FlateDecode"), &packed(content))
}

/// A PDF of these objects, by their numbers from one on; the first is what everything hangs on. Those that are no streams stand in a
/// stream of objects where it is packed.
fn file(objects: &[Vec<u8>], is_packed: bool, trailer: &str) -> Vec<u8> {
    let mut file = b"junk\n%PDF-1.7\n%\xE2\xE3\n".to_vec();
    let begin = 5;
    let count = objects.len();
    // Where each stands: nowhere, at a byte, or in the stream of objects.
    let mut places = vec![(0_u8, 0_usize); count + 3];
    let (mut heads, mut inside) = (String::new(), Vec::new());
    for (place, object) in objects.iter().enumerate() {
        let number = place + 1;
        if is_packed && !object.ends_with(b"endstream") {
            places[number] = (2, count + 1);
            heads.push_str(&format!("{number} {} ", inside.len()));
            inside.extend([object.as_slice(), b" "].concat());
        } else {
            places[number] = (1, file.len() - begin);
            file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
        }
    }
    if !is_packed {
        let start = file.len() - begin;
        file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", count + 1).bytes());
        file.extend((1..=count).flat_map(|number| format!("{:010} 00000 n \n", places[number].1).into_bytes()));
        file.extend(format!("trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n", count + 1).bytes());
        return file;
    }
    places[count + 1] = (1, file.len() - begin);
    let dict = format!("/Type/ObjStm/N {}/First {}", heads.split(' ').count() / 2, heads.len());
    let content = flate(&dict, &[heads.as_bytes(), &inside].concat());
    file.extend([format!("{} 0 obj\n", count + 1).as_bytes(), &content, b"\nendobj\n"].concat());
    let start = file.len() - begin;
    places[count + 2] = (1, start);
    let mut above = [0_u8; 6];
    let rows = places.iter().flat_map(|(kind, at)| {
        let at = u32::try_from(*at).unwrap().to_be_bytes();
        let row = [*kind, at[0], at[1], at[2], at[3], 0];
        let packed = row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(above)).collect::<Vec<_>>();
        above = row;
        [vec![2], packed].concat()
    });
    let dict = format!("/Type/XRef/W[1 4 1]/Size {}/Root 1 0 R/DecodeParms<</Predictor 12/Columns 6>>{trailer}", count + 3);
    let content = flate(&dict, &rows.collect::<Vec<_>>());
    file.extend([format!("{} 0 obj\n", count + 2).as_bytes(), &content, b"\nendobj\n"].concat());
    file.extend(format!("startxref\n{start}\n%%EOF\n").bytes());
    file
}

/// A PDF that holds these files, as Factur-X has it.
pub fn pdf(files: &[(&str, &[u8])], is_packed: bool) -> Vec<u8> {
    let streams = files.iter().map(|(_, content)| flate("/Type/EmbeddedFile/Subtype/text#2Fxml", content)).collect();
    around(&files.iter().map(|(name, _)| *name).collect::<Vec<_>>(), streams, is_packed, "")
}

fn around(names: &[&str], streams: Vec<Vec<u8>>, is_packed: bool, trailer: &str) -> Vec<u8> {
    let count = names.len();
    let list: String = names.iter().enumerate().map(|(place, name)| format!("({name}) {} 0 R ", place + 4)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 99 0 R/Names<</EmbeddedFiles 2 0 R>>>>".to_vec(),
        b"<</Kids[3 0 R]>>".to_vec(),
        format!("<</Limits[(a)(z)]/Names[{list}]>>").into_bytes(),
    ];
    objects.extend(names.iter().enumerate().map(|(place, name)| {
        let wide: String = name.encode_utf16().map(|letter| format!("{letter:04X}")).collect();
        format!("<</Type/Filespec/F({name})/UF<FEFF{wide}>/AFRelationship/Data/EF<</F {} 0 R>>>>", place + 4 + count).into_bytes()
    }));
    objects.extend(streams);
    file(&objects, is_packed, trailer)
}

/// The same with one stream as it is given.
fn holding(stream: Vec<u8>) -> Vec<u8> {
    around(&["factur-x.xml"], vec![stream], false, "")
}

#[test]
fn the_invoice_in_a_pdf_is_read() {
    for is_packed in [false, true] {
        for name in ["factur-x.xml", "ZUGFeRD-invoice.xml", "zugferd-invoice.xml", "xrechnung.xml", "FACTUR-X.XML", "rechnung.xml"] {
            let data = read(&pdf(&[("notes.txt", b"x"), (name, CII.as_bytes())], is_packed)).unwrap();
            assert_eq!(data, InvoiceData { in_pdf: true, ..read(CII.as_bytes()).unwrap() }, "{name}");
        }
    }
    assert_eq!(read(&pdf(&[("xrechnung.xml", UBL.as_bytes())], true)).unwrap().syntax, Syntax::UblInvoice);
}

#[test]
fn of_several_files_the_likeliest_is_the_invoice() {
    let numbered = |number: &str| CII.replace("MB-1001", number);
    let (one, two, three) = (numbered("1"), numbered("2"), numbered("3"));
    let old = "<CrossIndustryDocument xmlns='urn:ferd:CrossIndustryDocument:invoice:2p0'/>";
    let number = |files: &[(&str, &str)]| {
        let files: Vec<_> = files.iter().map(|(name, file)| (*name, file.as_bytes())).collect();
        read(&pdf(&files, true)).map(|data| data.number.unwrap_or_default())
    };
    assert_eq!(number(&[("a.xml", &one), ("xrechnung.xml", &two), ("factur-x.xml", &three)]), Ok("3".to_owned()));
    assert_eq!(number(&[("a.xml", "<a/>"), ("b.xml", "<a>"), ("c.xml", &two)]), Ok("2".to_owned()));
    assert_eq!(number(&[("factur-x.xml", old), ("zugferd-invoice.xml", &two)]), Ok("2".to_owned()));
    assert_eq!(number(&[("ZUGFeRD-invoice.xml", old)]), Err(NotEInvoice::Unknown));
    assert_eq!(number(&[("factur-x.xml", &one[..200]), ("b.xml", &two)]), Err(NotEInvoice::Malformed(2)));
    assert_eq!(number(&[("a.xml", "<a/>"), ("b.xml", "<a>"), ("c.txt", &two)]), Err(NotEInvoice::NoneInPdf));
    assert_eq!(number(&[]), Err(NotEInvoice::NoneInPdf));
}

#[test]
fn a_stream_may_be_packed_in_other_ways() {
    let hex: String = CII.bytes().map(|byte| format!("{byte:02x}\n")).collect();
    let packed = packed(CII.as_bytes());
    let mut as_85 = String::new();
    for group in packed.chunks(4) {
        let mut full = [0; 4];
        full[..group.len()].copy_from_slice(group);
        let mut number = u32::from_be_bytes(full);
        let mut digits: Vec<u8> = (0..5)
            .map(|_| {
                let digit = number % 85;
                number /= 85;
                b'!' + u8::try_from(digit).unwrap()
            })
            .collect();
        digits.reverse();
        digits.truncate(group.len() + 1);
        as_85.extend(digits.iter().map(|digit| char::from(*digit)));
    }
    let wrong_length =
        String::from_utf8_lossy(&stream("/X 1", CII.as_bytes())).replace(&format!("/Length {}", CII.len()), "/Length 7").into_bytes();
    for stream in [
        stream("", CII.as_bytes()),
        wrong_length,
        stream("/Filter/ASCIIHexDecode", format!("{hex}>").as_bytes()),
        stream("/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null<</Predictor 1>>]", format!("{as_85}~>").as_bytes()),
    ] {
        assert_eq!(read(&holding(stream)).map(|data| data.number), Ok(text("MB-1001")));
    }
    for (filter, refusal) in
        [("/LZWDecode", NotEInvoice::DamagedPdf), ("/Crypt", NotEInvoice::EncryptedPdf), ("/FlateDecode", NotEInvoice::DamagedPdf)]
    {
        assert_eq!(read(&holding(stream(&format!("/Filter{filter}"), b"x"))), Err(refusal), "{filter}");
    }
}

#[test]
fn what_is_saved_later_counts() {
    let mut file = pdf(&[("factur-x.xml", CII.as_bytes())], false);
    let word = file.windows(9).rposition(|part| part == b"startxref").unwrap();
    let before: String = file[word + 9..].iter().filter(|byte| byte.is_ascii_digit()).map(|byte| char::from(*byte)).collect();
    let at = file.len() - 5;
    let later = stream("", CII.replace("MB-1001", "MB-1002").as_bytes());
    file.extend([b"5 0 obj\n".as_slice(), &later, b"\nendobj\n"].concat());
    let table = file.len() - 5;
    file.extend(format!("xref\n5 1\n{at:010} 00000 n \ntrailer\n<</Root 1 0 R/Prev {before}>>\nstartxref\n{table}\n%%EOF").bytes());
    assert_eq!(read(&file).map(|data| data.number), Ok(text("MB-1002")));
}

#[test]
fn a_pdf_that_cannot_be_read_is_refused() {
    assert_eq!(read(b"%PDF-1.7\n%%EOF"), Err(NotEInvoice::DamagedPdf));
    let locked = around(&["factur-x.xml"], vec![flate("", CII.as_bytes())], false, "/Encrypt 9 0 R");
    assert_eq!(read(&locked), Err(NotEInvoice::EncryptedPdf));
    for is_packed in [false, true] {
        let file = pdf(&[("factur-x.xml", CII.as_bytes())], is_packed);
        for end in 0..file.len() - 7 {
            assert!(read(&file[..end]).is_err(), "{end}");
        }
    }
}

#[test]
fn a_whole_pdf_whose_tables_lead_nowhere_is_repaired() {
    let number = |file: &[u8]| read(file).map(|data| data.number);
    for trailer in ["/Prev 0", "/Prev 99999999", "/XRefStm 15"] {
        let file = around(&["factur-x.xml"], vec![flate("", CII.as_bytes())], false, trailer);
        assert_eq!(number(&file), Ok(text("MB-1001")), "{trailer}");
    }
    for is_packed in [false, true] {
        let file = pdf(&[("factur-x.xml", CII.as_bytes())], is_packed);
        let word = file.windows(9).rposition(|part| part == b"startxref").unwrap();
        let elsewhere = [&file[..word], b"startxref\n7\n%%EOF\n"].concat();
        assert_eq!(number(&elsewhere), Ok(text("MB-1001")), "{is_packed}");
        let cut = &elsewhere[..elsewhere.len() - 6];
        assert_eq!(read(cut), Err(NotEInvoice::DamagedPdf), "it may go on");
    }
    // What was written later has the number of what it takes the place of.
    let mut file = pdf(&[("factur-x.xml", CII.as_bytes())], false);
    let later = stream("", CII.replace("MB-1001", "MB-1002").as_bytes());
    file.extend([b"5 0 obj\n".as_slice(), &later, b"\nendobj\nstartxref\n7\n%%EOF"].concat());
    assert_eq!(number(&file), Ok(text("MB-1002")));
    let locked = around(&["factur-x.xml"], vec![flate("", CII.as_bytes())], false, "/Prev 0/Encrypt 9 0 R");
    assert_eq!(read(&locked), Err(NotEInvoice::EncryptedPdf));
}

#[test]
fn a_pdf_that_goes_in_circles_comes_to_an_end() {
    let catalog =
        |names: &str| file(&[format!("<</Names<</EmbeddedFiles {names}>>>>").into_bytes(), b"<</Kids[2 0 R 2 0 R]>>".to_vec()], false, "");
    assert_eq!(read(&catalog("2 0 R")), Err(NotEInvoice::TooLargeUnpacked));
    assert_eq!(read(&catalog("1 0 R")), Err(NotEInvoice::NoneInPdf));
    // The length of a stream is told by that very stream.
    let own = b"<</Length 5 0 R>>\nstream\nx\nendstream".to_vec();
    assert!(read(&holding(own)).is_err());
    let deep = format!("<</Names<</EmbeddedFiles {}{}>>>>", "[".repeat(100_000), "]".repeat(100_000)).into_bytes();
    assert_eq!(read(&file(&[deep], false, "")), Err(NotEInvoice::DamagedPdf));
    let wide = format!("<</Names<</EmbeddedFiles [{}]>>>>", "1 ".repeat(InvoiceData::MAX_ELEMENTS)).into_bytes();
    assert_eq!(read(&file(&[wide], false, "")), Err(NotEInvoice::TooLargeUnpacked));
}

/// One that is named often is read often: each time counts.
#[test]
fn a_long_object_is_not_read_again_and_again() {
    let literal = [b"(", "a".repeat(9 * 1024 * 1024).as_bytes(), b")"].concat();
    let catalog = b"<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>".to_vec();
    let node = |kids: usize| format!("<</Kids[{}]>>", "3 0 R ".repeat(kids)).into_bytes();
    let of = |kids| read(&file(&[catalog.clone(), node(kids), literal.clone()], false, ""));
    assert_eq!(of(2), Err(NotEInvoice::NoneInPdf));
    assert_eq!(of(1_900), Err(NotEInvoice::TooLargeUnpacked));
}

#[test]
fn nothing_is_unpacked_beyond_measure() {
    let zeros = |mebibytes: usize| vec![0; mebibytes * 1024 * 1024];
    assert_eq!(read(&holding(flate("", &zeros(11)))), Err(NotEInvoice::TooLargeUnpacked));
    let twice = stream("/Filter[/FlateDecode/FlateDecode]", &packed(&packed(&zeros(11))));
    assert_eq!(read(&holding(twice)), Err(NotEInvoice::TooLargeUnpacked));
    let five = stream("/Filter[/AHx/AHx/AHx/AHx/AHx]", b"00>");
    assert_eq!(read(&holding(five)), Err(NotEInvoice::TooLargeUnpacked));
    // Each of these is small enough; all of them together are not.
    let nine = flate("", &zeros(9));
    assert_eq!(read(&around(&["factur-x.xml"; 5], vec![nine.clone(); 5], true, "")), Err(NotEInvoice::Unknown));
    assert_eq!(read(&around(&["factur-x.xml"; 6], vec![nine; 6], true, "")), Err(NotEInvoice::TooLargeUnpacked));
    let table = flate("/Type/XRef/W[1 4 1]/Size 9/Root 1 0 R", &zeros(11));
    let start = b"%PDF-1.7\n1 0 obj\n".len() - b"1 0 obj\n".len();
    let bomb = [b"%PDF-1.7\n1 0 obj\n".as_slice(), &table, format!("\nendobj\nstartxref\n{start}\n%%EOF").as_bytes()].concat();
    assert_eq!(read(&bomb), Err(NotEInvoice::TooLargeUnpacked));
    let many = flate("/Type/XRef/W[1 0 0]/Size 9000000/Root 1 0 R", &zeros(1));
    let bomb = [b"%PDF-1.7\n1 0 obj\n".as_slice(), &many, format!("\nendobj\nstartxref\n{start}\n%%EOF").as_bytes()].concat();
    assert_eq!(read(&bomb), Err(NotEInvoice::TooLargeUnpacked));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn whatever_is_changed_it_is_read_or_refused(is_packed in any::<bool>(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut file = pdf(&[("factur-x.xml", CII.as_bytes())], is_packed);
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        let _ = read(&file);
    }
}
