//! Threats 64 and 65: files that take more to read than a file of their kind may.

use super::super::{
    applicant::verified_somebody,
    support::{Checked, Instance, output, sooner},
};
use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use sooner_adapters::file_trial::RESERVES_NOTHING;
use std::{
    error::Error,
    io::{Cursor, Write},
    os::unix::process::ExitStatusExt,
    process::{ExitStatus, Stdio},
    time::Instant,
};
use zip::{ZipWriter, write::SimpleFileOptions};

const MIB: usize = 1024 * 1024;
/// KiB that reading may take besides, where 16 are sent at once.
const GROWTH: u64 = 64 * 1024;

/// A workbook of one sheet, whose cells all name the first of its texts.
fn workbook(texts: &[&[u8]], rows: usize, columns: u8) -> Result<Vec<u8>, Box<dyn Error>> {
    const SPREADSHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    let mut part = |name: &str, content: &[&[u8]]| -> Result<(), Box<dyn Error>> {
        file.start_file(name, SimpleFileOptions::default())?;
        Ok(content.iter().try_for_each(|piece| file.write_all(piece))?)
    };
    let to = |id: &str, kind: &str, target: &str| format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>");
    let relations = |all: String| format!("<Relationships xmlns=\"{RELATIONS}\">{all}</Relationships>");
    part("_rels/.rels", &[relations(to("a", "officeDocument", "xl/workbook.xml")).as_bytes()])?;
    let sheets = "<sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"a\"/></sheets>";
    part("xl/workbook.xml", &[format!("<workbook xmlns=\"{SPREADSHEET}\" xmlns:r=\"{OFFICE}\">{sheets}</workbook>").as_bytes()])?;
    let parts = to("a", "worksheet", "worksheets/sheet1.xml") + &to("b", "sharedStrings", "sharedStrings.xml");
    part("xl/_rels/workbook.xml.rels", &[relations(parts).as_bytes()])?;
    let head = format!("<sst xmlns=\"{SPREADSHEET}\">");
    let texts = texts.iter().flat_map(|text| [&b"<si><t>"[..], text, b"</t></si>"]);
    let all: Vec<&[u8]> = std::iter::once(head.as_bytes()).chain(texts).chain([&b"</sst>"[..]]).collect();
    part("xl/sharedStrings.xml", &all)?;
    let cells = |row: usize| (0..columns).map(move |column| format!("<c r=\"{}{row}\" t=\"s\"><v>0</v></c>", char::from(b'A' + column)));
    let rows = (1..=rows).map(|row| format!("<row r=\"{row}\">{}</row>", cells(row).collect::<String>())).collect::<String>();
    part(
        "xl/worksheets/sheet1.xml",
        &[format!("<worksheet xmlns=\"{SPREADSHEET}\"><sheetData>{rows}</sheetData></worksheet>").as_bytes()],
    )?;
    Ok(file.finish()?.into_inner())
}

/// A PDF whose page of files names one long text this often.
fn pdf(names: usize) -> Vec<u8> {
    let objects = [
        b"<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>".to_vec(),
        format!("<</Kids[{}]>>", "3 0 R ".repeat(names)).into_bytes(),
        [&b"("[..], &vec![b'a'; 9 * MIB], b")"].concat(),
    ];
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (place, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file.extend([format!("{} 0 obj\n", place + 1).as_bytes(), object, b"\nendobj\n"].concat());
    }
    let end = format!("{table}trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", objects.len() + 1, file.len());
    file.extend(end.bytes());
    file
}

/// How a process ends that reads this as a file of a kind.
fn tried(kind: &str, file: &[u8]) -> Result<ExitStatus, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut command = sooner(&["try-file", kind, &file.len().to_string()], &[], folder.path());
    let mut child = command.envs([RESERVES_NOTHING]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(file).ok();
    }
    Ok(child.wait()?)
}

#[test]
fn a_file_that_takes_too_much_ends_the_process_that_reads_it() -> Checked {
    let unpacked = workbook(&[&vec![b'a'; 90 * MIB]], 1, 1)?;
    assert!(unpacked.len() < MIB);
    for (what, kind, file) in [("a text that unpacks", "table", unpacked), ("a text named often", "invoice", pdf(1_990))] {
        assert!(tried(kind, &file)?.signal().is_some(), "{what}");
    }
    let table = "Supplier;Amount\n".to_owned() + &"Nordwind AG;1.234,56\n".repeat(10_000);
    for (kind, file) in [("table", table.as_bytes()), ("table", &workbook(&[b"Supplier"], 10_000, 20)?)] {
        assert!(tried(kind, file)?.success(), "{kind}");
    }
    // Where its memory lies differs from one process to the next.
    let invoice = pdf(1);
    for turn in 0..8 {
        assert!(tried("invoice", &invoice)?.success(), "invoice, {turn}");
    }
    // What it says is asked later.
    for kind in ["table", "invoice", "statement", "answer"] {
        assert!(tried(kind, b"no such file")?.success(), "{kind}");
    }
    assert_eq!(output(&["try-file", "image", "5"], &[], tempfile::tempdir()?.path())?.status.code(), Some(2));
    Ok(())
}

/// Asked of the process itself while it waits for its file.
#[test]
fn the_process_that_reads_a_file_has_a_limit_of_memory_and_time() -> Checked {
    let folder = tempfile::tempdir()?;
    let mut child = sooner(&["try-file", "table", "1000"], &[], folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let limits = loop {
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id()))?;
        if !limits.lines().any(|line| line.starts_with("Max data size") && line.contains("unlimited")) || child.try_wait()?.is_some() {
            break limits;
        }
    };
    drop(child.stdin.take());
    assert!(child.wait()?.success());
    for limit in ["Max cpu time", "Max data size", "Max file size", "Max core file size"] {
        let line = limits.lines().find(|line| line.starts_with(limit)).unwrap_or_default();
        assert!(!line.is_empty() && !line.contains("unlimited"), "{line}");
    }
    Ok(())
}

async fn sent(instance: &Instance, token: &str, file: Vec<u8>) -> Result<(u16, Value), Box<dyn Error>> {
    let form = Form::new().part("file", Part::bytes(file).file_name("table"));
    let path = instance.url("/semi-private/receivables/import/read");
    let answer = instance.client.post(path).bearer_auth(token).multipart(form).send().await?;
    Ok((answer.status().as_u16(), answer.json().await?))
}

#[actix_web::test]
async fn sixteen_files_that_take_too_much_are_refused_and_an_honest_one_beside_them_is_read() -> Checked {
    let bombs = [workbook(&[&vec![b'a'; 90 * MIB]], 1, 1)?, workbook(&[&vec![b'a'; 10 * MIB]], 100, 26)?];
    let instance = Instance::on_sqlite().await?;
    let (attacker, honest) = (verified_somebody(&instance, 1).await?, verified_somebody(&instance, 2).await?);
    let table = || "Buyer;Invoice number;Amount\nNordwind AG;R-1;1.234,56\n".repeat(1_000).into_bytes();
    let (status, answer) = sent(&instance, &honest, table()).await?;
    let expected = (status, answer["fieldCodes"].clone());
    let before = instance.memory("VmRSS")?;
    let started = Instant::now();
    let attacks = join_all((0..16).map(|number| sent(&instance, &attacker, bombs[number % 2].clone())));
    let beside = async {
        let answered = sent(&instance, &honest, table()).await;
        (answered, started.elapsed())
    };
    let (attacks, (beside, took)) = futures_util::future::join(attacks, beside).await;
    let grown = instance.memory("VmHWM")?.saturating_sub(before);
    println!("16 files that take too much: {:?}, {grown} KiB more at most; an honest one beside them: {took:?}", started.elapsed());
    for attack in attacks {
        let (status, answer) = attack?;
        assert_eq!((status, answer["fieldCodes"]["file"][0]["code"].as_str()), (415, Some("table_too_large")), "{answer}");
    }
    let (status, answer) = beside?;
    assert_eq!((status, answer["fieldCodes"].clone()), expected, "{answer}");
    assert!(grown < GROWTH, "{grown} KiB");
    Ok(())
}
