//! Which letters papers have, and what becomes of others.

use super::{
    PdfPapers, samples,
    tests::{Checked, archived, plain, printed, root, said, text},
};
use sooner_application::papers::{
    NotWritten,
    paper::{Column, ColumnKind, Fact, Letterhead, Paper, Part, Row, RowKind, Table},
};
use sooner_domain::kernel::{coded::Coded, language::Language};
use std::{error::Error, fs};

#[test]
fn names_of_europe_are_written_as_they_are() -> Checked {
    const NAMES: &str = "Łódź Żółć Příliš žluťoučký kůň İstanbul Şişli Ğ ı Țară Ő Ű Ħ Ŋ ẞ ß „Eil“ ‚a‘ – — € …";
    let greek = "Αθήνα София";
    let text = text(&printed("names", &plain(vec![Part::Paragraph(NAMES.to_owned()), Part::Paragraph(greek.to_owned())]))?)?;
    assert!(text.contains(NAMES) && text.contains(greek), "{text}");
    Ok(())
}

#[test]
fn text_is_refused_only_for_letters_that_no_font_has() -> Checked {
    let endless = "W".repeat(10_000);
    let spaced = "word ".repeat(2_000);
    let hostile = [
        "",
        " ",
        "\n\n\n",
        "\u{a0}",
        "\u{0}\u{1}\u{1f}\u{7f}\u{85}",
        "שלום עולם",
        "مرحبا",
        "北京東京",
        "😀👩‍👩‍👧‍👦🇩🇪",
        "\u{202e}evil\u{202c}\u{feff}\u{200b}",
        "e\u{301}\u{302}\u{303}\u{304}\u{305}",
        "\u{301}",
        "\u{e000}\u{f8ff}\u{10fffd}\u{fffe}\u{ffff}",
        "ﬁ½①Ⅷ",
        "a\tb\rc",
        "<script>&\"'()\\",
        "{code}",
        &endless,
        &spaced,
    ];
    let printer = PdfPapers::new(Vec::new())?;
    for (place, text) in hostile.iter().enumerate() {
        let fact = || Fact { label: (*text).to_owned(), value: (*text).to_owned() };
        let rows = [RowKind::Entry, RowKind::Group, RowKind::Subtotal, RowKind::Total]
            .map(|kind| Row { kind, cells: vec![(*text).to_owned(); 3] });
        let columns = [ColumnKind::Text; 3].map(|kind| Column { header: (*text).to_owned(), kind });
        let hostile = || (*text).to_owned();
        let paper = Paper {
            language: Language::German,
            title: hostile(),
            letterhead: Letterhead {
                name: hostile(),
                address: vec![hostile(); 9],
                contact: vec![hostile(); 9],
                register: vec![hostile(); 9],
                account: vec![hostile(); 9],
            },
            recipient: vec![hostile(); 9],
            dateline: hostile(),
            made_at: plain(Vec::new()).made_at,
            references: vec![fact(), fact()],
            parts: vec![
                Part::Heading(hostile()),
                Part::Paragraph(hostile()),
                Part::Facts(vec![fact()]),
                Part::Highlight(vec![fact()]),
                Part::Table(Table { summary: hostile(), columns: columns.to_vec(), rows: rows.to_vec() }),
            ],
            check: Some(hostile()),
        };
        let lacking: String = printer.faces.lacking(text).into_iter().take(PdfPapers::NAMED).collect();
        if !lacking.is_empty() {
            assert_eq!(printer.pdf(&paper), Err(NotWritten::Letters(lacking)));
            continue;
        }
        let file = printer.pdf(&paper).map_err(|error| format!("{text:.20}: {error}"))?;
        let path = root().join("target/papers").join(format!("hostile-{place}.pdf"));
        fs::create_dir_all(root().join("target/papers"))?;
        fs::write(&path, file)?;
        assert!(archived(&path)?.contains("pdfa 2A"), "{text:.20}");
    }
    Ok(())
}

#[test]
fn what_is_lacking_is_named_and_nothing_is_printed_in_its_place() -> Checked {
    let printer = PdfPapers::new(Vec::new())?;
    let refused = |text: &str| match printer.pdf(&plain(vec![Part::Paragraph(text.to_owned())])) {
        Err(NotWritten::Letters(letters)) => Ok(letters),
        other => Err(format!("{text}: {:?}", other.map(|file| file.len()))),
    };
    assert_eq!(refused("Café 北京北 ① 😀!")?, "京北😀");
    for name in ["東京精密機械株式会社", "שלום בע״מ", "राम ट्रेडर्स", "شركة"] {
        let lacking = refused(name)?;
        assert!(!lacking.contains(['?', ' ']) && lacking.chars().all(|letter| name.contains(letter)), "{name}: {lacking}");
        // Wherever it stands.
        for language in [Language::English, Language::German] {
            for (kind, content) in samples::all() {
                let mut paper = said(&content, language);
                paper.recipient.push(name.to_owned());
                assert_eq!(printer.pdf(&paper), Err(NotWritten::Letters(lacking.clone())), "{kind}");
            }
        }
    }
    let text = text(&printed("lacking", &plain(vec![Part::Paragraph("Café \u{202e}① ﬁ\u{0}x!".to_owned())]))?)?;
    assert!(text.contains("Café 1 ﬁx!"), "{text}");
    Ok(())
}

/// The built-in font with its glyphs under other letters, as a font of the machine.
fn font_for(letters: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let font = fs::read(root().join("adapters/fonts/SourceSans3-Regular.ttf"))?;
    let number = |at: usize| -> Result<usize, Box<dyn Error>> { Ok(u32::from_be_bytes(font[at..at + 4].try_into()?) as usize) };
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let groups = letters.iter().zip(34_u32..).map(|(letter, glyph)| [u32::from(*letter), u32::from(*letter), glyph]);
    let groups: Vec<u8> = groups.flatten().flat_map(u32::to_be_bytes).collect();
    let head: [u16; 8] = [0, 1, 3, 10, 0, 12, 12, 0];
    let sizes = [16 + groups.len() as u32, 0, letters.len() as u32];
    let head = head.into_iter().flat_map(u16::to_be_bytes);
    let map: Vec<u8> = head.chain(sizes.into_iter().flat_map(u32::to_be_bytes)).chain(groups).collect();
    // The same tables but for the one of letters, each where it now begins.
    let count = usize::from(u16::from_be_bytes(font[4..6].try_into()?));
    let (mut made, mut body, begin) = (font[..12].to_vec(), Vec::new(), 12 + 16 * count);
    for place in (0..count).map(|place| 12 + 16 * place) {
        let (tag, start, length) = (&font[place..place + 4], number(place + 8)?, number(place + 12)?);
        let table = if tag == b"cmap" { map.as_slice() } else { &font[start..start + length] };
        made.extend([tag, &[0; 4], &((begin + body.len()) as u32).to_be_bytes(), &(table.len() as u32).to_be_bytes()].concat());
        body.extend_from_slice(table);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    made.extend(body);
    Ok(made)
}

#[test]
fn a_font_in_the_folder_gives_the_letters_that_the_built_in_ones_lack() -> Checked {
    const NAMES: [&str; 4] = ["東京精密機械株式会社", "שלום בע״מ", "राम ट्रेडर्स", "شركة"];
    let folder = root().join("target/papers/fonts");
    fs::create_dir_all(folder.join("more"))?;
    fs::write(folder.join("more/Other.ttf"), font_for(&NAMES.concat())?)?;
    fs::write(folder.join("broken.ttf"), b"no font")?;
    let printer = PdfPapers::new(vec![root().join("target/papers/none"), folder])?;
    for language in [Language::English, Language::German] {
        let mut paper = said(&samples::notice(3), language);
        paper.recipient = NAMES.map(str::to_owned).to_vec();
        let mixed = NAMES.map(|name| format!("Firma {name} GmbH"));
        paper.parts.extend(mixed.iter().cloned().map(Part::Paragraph));
        let path = root().join("target/papers").join(format!("scripts-{}.pdf", language.code()));
        fs::write(&path, printer.pdf(&paper)?)?;
        assert!(archived(&path)?.contains("pdfa 2A pdfua 1"), "it is for archives still");
        // Other readers put spaces and marks of direction in places of their own.
        let bare = |text: &str| text.replace([' ', '\u{202a}', '\u{202b}', '\u{202c}'], "");
        let text = bare(&text(&path)?);
        for name in NAMES.iter().map(|name| (*name).to_owned()).chain(mixed) {
            assert!(text.contains(&bare(&name)), "{name} is not in {text}");
        }
    }
    assert_eq!(printer.pdf(&plain(vec![Part::Paragraph("大".to_owned())])), Err(NotWritten::Letters("大".to_owned())));
    Ok(())
}
