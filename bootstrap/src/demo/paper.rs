//! Paper: one page with a few lines, as a PDF that viewers show.

/// A page with a title and these lines.
pub fn page(title: &str, lines: &[String]) -> Vec<u8> {
    let mut drawn = format!("BT /F1 20 Tf 60 770 Td ({}) Tj /F1 11 Tf 0 -40 Td 18 TL", escaped(title));
    for line in lines {
        drawn += &format!(" ({}) Tj T*", escaped(line));
    }
    drawn += " ET";
    let drawn = latin(&drawn);
    let stream = [format!("<< /Length {} >>\nstream\n", drawn.len()).as_bytes(), &drawn, b"\nendstream"].concat();
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_vec(),
        stream,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = String::new();
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", file.len());
        file.extend(format!("{number} 0 obj\n").as_bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (many, from) = (objects.len() + 1, file.len());
    file.extend(
        format!("xref\n0 {many}\n0000000000 65535 f \n{places}trailer\n<< /Size {many} /Root 1 0 R >>\nstartxref\n{from}\n%%EOF\n").bytes(),
    );
    file
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

/// As the font is encoded; what it has no letter for is a question mark.
fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_where_the_table_says() {
        let file = page("Rechnung (Mühle)", &["10.000,00 €".to_owned()]);
        let text: String = file.iter().map(|byte| char::from(*byte)).collect();
        let from: usize = text.split("startxref\n").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
        assert!(file[from..].starts_with(b"xref\n0 6\n"));
        let table: String = file[from..].iter().map(|byte| char::from(*byte)).collect();
        for (number, line) in (1..=5).zip(table.lines().skip(3)) {
            let place: usize = line[..10].parse().unwrap();
            assert!(file[place..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{number}");
        }
        assert!(text.contains("(Rechnung \\(M\u{fc}hle\\)) Tj"), "{text}");
        assert!(file.ends_with(b"%%EOF\n"));
    }
}
