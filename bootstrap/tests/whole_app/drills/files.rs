//! Threats 64 and 65: files that take more to read than a file of their kind may.

use super::{
    super::{
        applicant::{submitted, verified_somebody},
        financing::{TEST, house::House, sale::approve},
        support::{Checked, Instance, output, sooner},
    },
    raw::{Raw, head},
};
use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use sooner_adapters::file_trial::RESERVES_NOTHING;
use std::{
    collections::BTreeSet,
    error::Error,
    io::{Cursor, Read, Write},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{ExitStatus, Stdio},
    time::{Duration, Instant},
};
use tokio::time::sleep;
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

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

/// As many entries as a statement may have, in 30 MiB of letters that take two bytes once they are read.
fn largest_statement() -> Vec<u8> {
    let party = |name: &str| format!("<{name}><Pty><Nm>M\u{fc}ller &amp; S\u{f6}hne GmbH</Nm></Pty></{name}>");
    let details = format!(
        "<NtryDtls><TxDtls><RltdPties>{}{}</RltdPties><RmtInf><Ustrd>Rechnung RE-2027-1, B\u{fc}rom\u{f6}bel {}</Ustrd></RmtInf></TxDtls></NtryDtls>",
        party("Dbtr"),
        party("Cdtr"),
        "\u{fc}ber ".repeat(20),
    );
    let entry = format!(
        "<Ntry><Amt Ccy=\"EUR\">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2027-01-04</Dt></BookgDt>{details}<!--{}--></Ntry>",
        " ".repeat(2_500),
    );
    let entries = entry.repeat(10_000);
    format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>\
         <Ccy>EUR</Ccy></Acct>{entries}</Stmt></BkToCstmrStmt></Document>"
    )
    .chars()
    .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?'))
    .collect()
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
    assert!(tried("statement", &largest_statement())?.success(), "statement");
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
    let attacks: Vec<_> = attacks.into_iter().collect::<Result<_, _>>()?;
    let (read, refused): (Vec<_>, Vec<_>) = attacks.into_iter().partition(|(status, _)| *status != 429);
    // One after the other: once five of them were cut off, nothing more is read of the account. Some are refused by the reader itself.
    assert!(read.len() >= 5 && !refused.is_empty(), "{}", read.len());
    for (status, answer) in read {
        assert_eq!((status, answer["fieldCodes"]["file"][0]["code"].as_str()), (415, Some("table_too_large")), "{answer}");
    }
    for (_, answer) in refused {
        assert_eq!(answer["usedUp"], "readings", "{answer}");
    }
    let (status, answer) = beside?;
    assert_eq!((status, answer["fieldCodes"].clone()), expected, "{answer}");
    assert!(grown < GROWTH, "{grown} KiB");
    Ok(())
}

/// A workbook of 129 KB that takes all the time there is to read it.
fn slow_workbook() -> Result<Vec<u8>, Box<dyn Error>> {
    workbook(&[&b"&amp;".repeat(18_000_000)], 1, 1)
}

/// The processes that read files for this instance.
fn reading(instance: &Instance) -> Result<usize, Box<dyn Error>> {
    let parent = format!("PPid:\t{}", instance.pid()?);
    let is_reading = |process: &Path| {
        let text = |name: &str| std::fs::read_to_string(process.join(name)).unwrap_or_default();
        text("status").lines().any(|line| line == parent) && text("cmdline").contains("try-file")
    };
    let processes = std::fs::read_dir("/proc")?.filter_map(Result::ok);
    Ok(processes.filter(|process| is_reading(&process.path())).count())
}

/// Waits until so many do, and answers how many files took too much by then.
async fn until_reading(instance: &Instance, count: usize) -> Result<usize, Box<dyn Error>> {
    while reading(instance)? != count {
        sleep(Duration::from_millis(20)).await;
    }
    cut(instance)
}

/// How many files took too much to read so far.
fn cut(instance: &Instance) -> Result<usize, Box<dyn Error>> {
    Ok(instance.logged()?.lines().filter(|line| line.contains("a file takes too")).count())
}

/// The upload of such a workbook, under way.
async fn slow_upload(instance: &Instance, token: &str, workbook: &[u8]) -> Result<Raw, Box<dyn Error>> {
    let (begin, end) = (&b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"t.xlsx\"\r\n\r\n"[..], b"\r\n--x--\r\n");
    let body = [begin, workbook, end].concat();
    let head = head("POST", "/semi-private/receivables/import/read", token, "multipart/form-data; boundary=x", body.len());
    Ok(Raw::send(instance.address(), &[head.as_bytes(), &body].concat()).await?)
}

#[actix_web::test]
async fn files_of_nine_newcomers_keep_no_customer_waiting_and_end_with_their_clients() -> Checked {
    let mut house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    let customer = submitted(&house.instance, "ada@example.com").await?;
    approve(&house).await?;
    let workbook = slow_workbook()?;
    let mut newcomers = Vec::new();
    for number in 1..10 {
        newcomers.push(verified_somebody(&house.instance, number).await?);
    }
    let mut attacks = Vec::new();
    for newcomer in &newcomers {
        attacks.push(slow_upload(&house.instance, newcomer, &workbook).await?);
    }
    // All newcomers have one place together.
    let before = until_reading(&house.instance, 1).await?;
    let (status, answer) = sent(&house.instance, &customer, b"Buyer;Invoice number;Amount\nNordwind AG;R-1;1,00\n".to_vec()).await?;
    assert!(matches!(status, 200 | 422), "{answer}");
    assert!(cut(&house.instance)? <= before + 1, "it waited for several of them");
    assert!(reading(&house.instance)? <= 1);
    // Those that left before have no place in the queue any more: none is read after the one that is.
    let before = cut(&house.instance)?;
    drop(attacks);
    assert!(until_reading(&house.instance, 0).await? <= before + 1);
    sleep(Duration::from_millis(500)).await;
    assert_eq!(reading(&house.instance)?, 0);
    // Nor does one that is read hold up the end of the server.
    let last = verified_somebody(&house.instance, 10).await?;
    let _stays = slow_upload(&house.instance, &last, &workbook).await?;
    let before = until_reading(&house.instance, 1).await?;
    assert!(house.instance.terminate().await?.success());
    assert_eq!(cut(&house.instance)?, before, "it was read to its end first");
    Ok(())
}

/// A file of one kind that wants more than files of its kind do.
struct Bomb {
    kind: &'static str,
    what: &'static str,
    file: Vec<u8>,
}

/// An XML file that has this inside.
fn xml(inside: &str) -> Vec<u8> {
    format!("<?xml version=\"1.0\"?><Document>{inside}</Document>").into_bytes()
}

/// A workbook whose only text is made of this.
fn runs(run: &str, count: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let text = format!("</t>{}<t>", run.repeat(count));
    workbook(&[text.as_bytes()], 1, 1)
}

/// Bytes as a PDF packs them.
fn packed(bytes: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    file.start_file("a", SimpleFileOptions::default())?;
    file.write_all(&vec![b' '; bytes])?;
    let mut archive = ZipArchive::new(Cursor::new(file.finish()?.into_inner()))?;
    let mut raw = Vec::new();
    archive.by_index_raw(0)?.read_to_end(&mut raw)?;
    // Nobody gets as far as the sum at the end.
    Ok([&b"\x78\x9c"[..], &raw, b"\0\0\0\0"].concat())
}

/// A PDF whose attached file unpacks to so much.
fn pdf_that_unpacks(bytes: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let stream = packed(bytes)?;
    let head = format!("4 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode/Length {}>>\nstream\n", stream.len());
    let objects = [
        &b"1 0 obj\n<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>\nendobj\n"[..],
        b"2 0 obj\n<</Names[(factur-x.xml) 3 0 R]>>\nendobj\n",
        b"3 0 obj\n<</Type/Filespec/F(factur-x.xml)/EF<</F 4 0 R>>>>\nendobj\n",
        &[head.as_bytes(), &stream, b"\nendstream\nendobj\n"].concat(),
    ];
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = "xref\n0 5\n0000000000 65535 f \n".to_owned();
    for object in objects {
        table += &format!("{:010} 00000 n \n", file.len());
        file.extend(object);
    }
    let end = format!("{table}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", file.len());
    file.extend(end.bytes());
    Ok(file)
}

fn bombs() -> Result<Vec<Bomb>, Box<dyn Error>> {
    let entities: String = (1..10).map(|level| format!("<!ENTITY e{level} \"{}\">", format!("&e{};", level - 1).repeat(10))).collect();
    let entities = format!("<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY e0 \"boom\">{entities}]><Document>&e9;</Document>").into_bytes();
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    picture.extend([60_000_u32.to_be_bytes(), 60_000_u32.to_be_bytes()].concat());
    picture.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
    let segments = [&b"\xff\xd8"[..], &b"\xff\xe0\0\x02".repeat(2 * MIB), b"\xff\xd9"].concat();
    let pages = [&b"%PDF-1.7\n"[..], &b"1 0 obj<</Type/Pages/Kids[1 0 R]>>endobj ".repeat(9 * MIB / 41), b"\n%%EOF\n"].concat();
    let mut all = vec![
        ("table", "a text that unpacks to 90 MiB", workbook(&[&vec![b'a'; 90 * MIB]], 1, 1)?),
        ("table", "one text of 10 MiB, named by 2,600 cells", workbook(&[&vec![b'a'; 10 * MIB]], 100, 26)?),
        ("table", "a text of three million runs", runs("<r><t>a</t></r>", 3_000_000)?),
        ("table", "as many runs that are said aloud", runs("<rPh><t>a</t></rPh>", 3_000_000)?),
        ("table", "ten million values of nothing", ",".repeat(10 * MIB - 1).into_bytes()),
        ("table", "one value of 10 MiB", [&b"\""[..], &vec![b'a'; 10 * MIB - 3], b"\""].concat()),
        ("invoice", "a PDF that names one text of 9 MiB 1,990 times", pdf(1_990)),
        ("invoice", "a PDF whose file unpacks to 500 MiB", pdf_that_unpacks(500 * MIB)?),
        ("document", "a PDF of 200,000 objects that are pages of each other", pages),
        ("document", "a picture of 60,000 by 60,000", picture),
        ("document", "a picture of two million segments", segments),
    ];
    for kind in ["invoice", "statement", "answer"] {
        all.push((kind, "entities that grow to a thousand million", entities.clone()));
        all.push((kind, "100,000 elements in each other", xml(&"<a>".repeat(100_000))));
        all.push((kind, "two million elements", xml(&"<a/>".repeat(2 * MIB))));
        all.push((kind, "1.2 million comments", xml(&"<!---->".repeat(1_200_000))));
        all.push((kind, "two million letters by their number", xml(&format!("<a>{}</a>", "&#65;".repeat(2_000_000)))));
        all.push((kind, "a text of 9 MiB", xml(&format!("<a>{}</a>", "x".repeat(9 * MIB)))));
    }
    Ok(all.into_iter().map(|(kind, what, file)| Bomb { kind, what, file }).collect())
}

/// The most memory in KiB and the processor time of a process that reads this.
fn taken(kind: &str, file: &[u8]) -> Result<(u64, Duration), Box<dyn Error>> {
    const TICKS: u64 = 100;
    let folder = tempfile::tempdir()?;
    let mut command = sooner(&["try-file", kind, &file.len().to_string()], &[], folder.path());
    let mut child = command.envs([RESERVES_NOTHING]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let (mut input, file) = (child.stdin.take().ok_or("no input")?, file.to_vec());
    let writer = std::thread::spawn(move || input.write_all(&file).ok());
    let (mut most, mut ticks) = (0, 0);
    while child.try_wait()?.is_none() {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
        let status = read("status");
        let figure = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        most = most.max(figure.trim().trim_end_matches(" kB").parse().unwrap_or(0));
        let stat = read("stat");
        let fields: Vec<u64> = stat.rsplit(") ").next().unwrap_or_default().split(' ').map(|field| field.parse().unwrap_or(0)).collect();
        ticks = ticks.max(fields.iter().skip(11).take(2).sum());
        std::thread::sleep(Duration::from_millis(1));
    }
    writer.join().ok();
    Ok((most, Duration::from_millis(ticks * 1000 / TICKS)))
}

async fn bombed(house: &House, token: &str, bomb: &Bomb) -> Result<u16, Box<dyn Error>> {
    let (path, name) = match bomb.kind {
        "statement" | "answer" => {
            let path = if bomb.kind == "answer" { "/operator/bank-answers" } else { "/operator/bank-statements" };
            return Ok(house.upload(path, String::from_utf8(bomb.file.clone())?).await?.0);
        }
        "invoice" => ("/semi-private/e-invoices/read", "invoice.pdf"),
        "document" => ("/semi-private/documents", if bomb.file.starts_with(b"%PDF") { "a.pdf" } else { "a.png" }),
        _ => ("/semi-private/receivables/import/read", "table"),
    };
    let name = if bomb.file.starts_with(b"\xff\xd8") { "a.jpg" } else { name };
    let form = if bomb.kind == "document" { Form::new().text("kind", "bank_statement") } else { Form::new() };
    let form = form.part("file", Part::bytes(bomb.file.clone()).file_name(name));
    let client = &house.instance.client;
    Ok(client.post(house.instance.url(path)).bearer_auth(token).multipart(form).send().await?.status().as_u16())
}

/// The table of docs/security.md: every reader under every file that wants too much, sixteen at once, and an honest table beside them.
#[actix_web::test]
#[ignore = "it prints a table, and takes minutes"]
async fn every_reader_under_every_file_that_wants_too_much() -> Checked {
    let house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    let honest = verified_somebody(&house.instance, 0).await?;
    let table = || "Buyer;Invoice number;Amount\nNordwind AG;R-1;1.234,56\n".repeat(1_000).into_bytes();
    sent(&house.instance, &honest, table()).await?;
    println!(
        "| reader | file | sent | its process: memory, processor | answer | 16 at once: the server grew by | an honest table beside |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (number, bomb) in bombs()?.into_iter().enumerate() {
        // Nothing more is read of an account whose files took too much.
        let attacker = verified_somebody(&house.instance, number + 1).await?;
        let of_process = match bomb.kind {
            "document" => "in the server".to_owned(),
            kind => {
                let (memory, time) = taken(kind, &bomb.file)?;
                format!("{} MiB, {:.1} s", memory / 1024, time.as_secs_f64())
            }
        };
        let before = house.instance.memory("VmRSS")?;
        std::fs::write(format!("/proc/{}/clear_refs", house.instance.pid()?), "5")?;
        let started = Instant::now();
        let attacks = async {
            // What a bank tells is confirmed, one act of a session at a time.
            if !matches!(bomb.kind, "statement" | "answer") {
                return join_all((0..16).map(|_| bombed(&house, &attacker, &bomb))).await;
            }
            let mut answers = Vec::new();
            for _ in 0..16 {
                answers.push(bombed(&house, &attacker, &bomb).await);
            }
            answers
        };
        let beside = async {
            let answered = sent(&house.instance, &honest, table()).await;
            (answered, started.elapsed())
        };
        let (attacks, (beside, took)) = futures_util::future::join(attacks, beside).await;
        let grown = house.instance.memory("VmHWM")?.saturating_sub(before);
        let answers: BTreeSet<u16> = attacks.into_iter().collect::<Result<_, _>>()?;
        let Bomb { kind, what, file } = &bomb;
        let sent = file.len().div_ceil(1024);
        println!("| {kind} | {what} | {sent} KiB | {of_process} | {answers:?} | {} MiB | {:.2} s |", grown / 1024, took.as_secs_f64());
        assert!(answers.iter().all(|status| (400..500).contains(status) || *status == 503), "{what}: {answers:?}");
        assert!(beside.is_ok() && grown < GROWTH, "{what}: {grown} KiB");
    }
    Ok(())
}
