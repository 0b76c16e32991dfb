//! `sooner demo` on the real binary: an empty instance becomes a book in which everything happened, and the same one each time.

use super::{
    financing::{TEST, answers::number},
    ledger::verify,
    strangers::Book,
    support::{Checked, Database, Instance, Process, fresh_database, output, sooner},
};
use serde_json::{Value, json};
use sooner_domain::{kernel::coded::Coded, receivables::status::ReceivableStatus};
use std::{collections::BTreeSet, error::Error, fs::File, path::Path};
use tempfile::TempDir;

type Made<T> = Result<T, Box<dyn Error>>;

/// Of everybody in the demo.
pub const PASSWORD: &str = "seven green lanterns";
/// The files in its folder that it prints to.
const SAID: &str = "said";
const FAILED: &str = "failed";

/// A demo on its way.
struct Filling {
    // First of all it ends.
    process: Process,
    folder: TempDir,
    database: Database,
}

impl Filling {
    /// In a folder of its own; on this database, or on SQLite there.
    fn begin(database: Option<Database>) -> Made<Self> {
        let folder = tempfile::tempdir()?;
        let database = database.unwrap_or_else(|| sqlite(folder.path()).into());
        let variables = [("SOONER_DATABASE_URL", &*database), TEST[0]];
        let mut demo = sooner(&["demo"], &variables, folder.path());
        let [said, failed] = [SAID, FAILED].map(|name| File::create(folder.path().join(name)));
        let process = Process::start(demo.stdout(said?).stderr(failed?))?;
        Ok(Self { process, folder, database })
    }

    /// What was printed, and the instance as it is served then.
    async fn served(mut self) -> Made<(String, Instance)> {
        let done = self.process.wait()?;
        let [said, failed] = [SAID, FAILED].map(|name| std::fs::read_to_string(self.folder.path().join(name)));
        assert!(done.success(), "{}", failed?);
        let said = said?;
        Ok((said, Instance::start_on(self.folder, self.database, TEST).await?))
    }
}

fn sqlite(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("sooner.db").display())
}

async fn sign_in(instance: &Instance, email: &str) -> Made<String> {
    let (status, welcome) = instance.post("/auth/signin", None, &json!({ "email": email, "password": PASSWORD })).await?;
    assert_eq!(status, 200, "{email}: {welcome}");
    Ok(welcome["data"]["token"].as_str().ok_or("no token")?.to_owned())
}

async fn data(instance: &Instance, token: &str, path: &str) -> Made<Value> {
    let (status, mut answer) = instance.get(path, token).await?;
    assert_eq!(status, 200, "{path}: {answer}");
    Ok(answer["data"].take())
}

fn rows(list: &Value) -> Made<&Vec<Value>> {
    Ok(list.as_array().ok_or_else(|| format!("no list: {list}"))?)
}

/// What the house has, but for the moments of the machine's clock at which it was written.
async fn book(instance: &Instance, operator: &str) -> Made<Vec<Value>> {
    let pick = |fields: &'static [&'static str]| move |row: &Value| fields.iter().map(|field| row[field].clone()).collect::<Vec<Value>>();
    let receivable = pick(&[
        "id",
        "number",
        "reference",
        "sellerName",
        "debtorName",
        "invoiceNumber",
        "status",
        "version",
        "issuedOn",
        "dueOn",
        "face",
        "figures",
        "position",
        "checks",
    ]);
    let payout = pick(&["id", "purpose", "status", "gross", "amount", "dueOn", "executedOn", "returnedOn"]);
    let debtor = pick(&["id", "legalName", "state", "limits"]);
    let mut book: Vec<Value> = Vec::new();
    for row in rows(&data(instance, operator, "/operator/receivables").await?)? {
        book.push(json!([receivable(row), row["offer"]["hash"]]));
    }
    book.extend(rows(&data(instance, operator, "/operator/payouts").await?)?.iter().map(|row| json!(payout(row))));
    book.extend(rows(&data(instance, operator, "/operator/debtors").await?)?.iter().map(|row| json!(debtor(row))));
    book.push(data(instance, operator, "/operator/ledger/trial-balance").await?);
    let waiting = data(instance, operator, "/operator/approvals").await?;
    book.extend(rows(&waiting)?.iter().map(|row| json!([row["action"], row["about"], row["changes"]])));
    Ok(book)
}

/// Every state there is, and something to do on every screen.
async fn everything_occurs(instance: &Instance, operator: &str) -> Checked {
    let receivables = data(instance, operator, "/operator/receivables").await?;
    let receivables = rows(&receivables)?;
    assert_eq!(receivables.len(), 25);
    let statuses: BTreeSet<&str> = receivables.iter().filter_map(|row| row["status"].as_str()).collect();
    // Drafts are their company's own.
    let of_house = ReceivableStatus::ALL.iter().filter(|status| **status != ReceivableStatus::Draft);
    assert_eq!(statuses, of_house.map(|status| status.code()).collect());
    let having = |what: fn(&Value) -> bool| receivables.iter().filter(|row| what(row)).count();
    assert_eq!(having(|row| row["overdue"] == true), 2);
    assert_eq!(having(|row| row["hold"].is_object()), 1);
    assert_eq!(having(|row| row["dispute"].is_object() && row["dispute"]["end"].is_null()), 1);
    let due = data(instance, operator, "/operator/payouts?status=due").await?;
    assert_eq!(rows(&due)?.len(), 4);
    let suspense = data(instance, operator, "/operator/receipts?unexplained=true").await?;
    assert_eq!(rows(&suspense)?.len(), 2);
    let waiting = data(instance, operator, "/operator/approvals").await?;
    let of_others = |row: &&Value| rows(&row["allowedActions"]).is_ok_and(|actions| actions.contains(&json!("approve")));
    assert_eq!(rows(&waiting)?.iter().filter(of_others).count(), 2, "{waiting}");
    let applications = data(instance, operator, "/operator/applications").await?;
    assert!(rows(&applications["applications"])?.iter().any(|row| row["status"] == 1), "{applications}");
    Ok(())
}

/// A programme with suppliers in every state, and what was promised to each.
async fn a_programme_is_in_use(instance: &Instance, operator: &str) -> Checked {
    let facilities = data(instance, operator, "/operator/facilities").await?;
    let facility = rows(&facilities)?.iter().find(|row| row["kind"] == "reverse_factoring").ok_or("no programme")?;
    assert_eq!(facility["companyName"], "Bergmann Maschinenbau AG");
    let id = facility["id"].as_str().ok_or("no id")?;
    let suppliers = data(instance, operator, &format!("/operator/facilities/{id}/suppliers")).await?;
    let told = |row: &Value| {
        let field = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
        let sums = ["waiting", "paidEarly", "open"].map(|sum| row["promised"][0][sum].as_i64().unwrap_or_default());
        let rate = row["discountRate"].as_i64();
        (field("name"), field("enrolment"), field("waitsFor"), rate, field("automatic"), sums)
    };
    let expected = [
        ("Gießerei Noll GmbH", "invited", "join", None, "off", [275_000, 0, 0]),
        ("Spedition Kern GmbH", "left", "unavailable", None, "off", [0, 0, 0]),
        ("Elektro Sander KG", "enrolled", "application", None, "off", [0, 0, 0]),
        ("Lackwerk Otte GmbH", "enrolled", "-", None, "all", [0, 540_000, 540_000]),
        ("Schraubenwerk Lind GmbH", "enrolled", "-", Some(600), "off", [0, 1_240_000, 1_240_000]),
        ("Sägewerk Harz GmbH", "enrolled", "-", None, "off", [390_000, 860_000, 0]),
    ];
    let expected = expected.map(|(name, enrolment, waits, rate, automatic, sums)| {
        (name.to_owned(), enrolment.to_owned(), waits.to_owned(), rate, automatic.to_owned(), sums)
    });
    assert_eq!(rows(&suppliers)?.iter().map(told).collect::<Vec<_>>(), expected);
    let buyer = sign_in(instance, "berta@bergmann-ag.example").await?;
    let payables = data(instance, &buyer, "/semi-private/payables").await?;
    let mut states: Vec<_> =
        rows(&payables)?.iter().filter_map(|row| Some((row["invoiceNumber"].as_str()?, row["status"].as_str()?))).collect();
    states.sort_unstable();
    let expected = [
        ("BM-301", "settled"),
        ("BM-302", "funded"),
        ("BM-303", "funded"),
        ("BM-304", "offered"),
        ("BM-305", "draft"),
        ("BM-306", "submitted"),
        ("BM-307", "lapsed"),
        ("BM-308", "draft"),
    ];
    assert_eq!(states, expected);
    Ok(())
}

/// The first vector, as the seller reads it: 120.00 of discount, and 1,730.00 back.
async fn the_first_vector_is_there(instance: &Instance, seller: &str) -> Checked {
    let own = data(instance, seller, "/semi-private/receivables?status=settled").await?;
    let first = rows(&own)?.iter().find(|row| row["invoiceNumber"] == "MB-1001").ok_or("no MB-1001")?;
    let id = first["id"].as_str().ok_or("no id")?;
    let settlement = data(instance, seller, &format!("/semi-private/receivables/{id}")).await?["settlement"].take();
    assert_eq!((number(&settlement, "discount")?, number(&settlement, "toSeller")?), (12_000, 173_000), "{settlement}");
    let payments = data(instance, seller, "/semi-private/payments").await?;
    assert!(rows(&payments)?.iter().any(|paid| paid["status"] == "executed" && paid["amount"] == 173_000), "{payments}");
    let available = data(instance, seller, "/semi-private/availability").await?;
    assert_eq!(number(&available[0], "available")?, 1_660_000, "{available}");
    Ok(())
}

/// A second one changes nothing.
fn no_second_one(instance: &Instance) -> Checked {
    let before = verify(instance, &[])?;
    assert!(before.0 && before.1.contains("No entry waits for its number."), "{before:?}");
    let again = output(&["demo"], &instance.variables(), instance.folder())?;
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(!again.status.success() && again.stdout.is_empty() && said.contains("is not empty"), "{said}");
    assert_eq!(verify(instance, &[])?, before);
    Ok(())
}

/// Of another company, newly signed up, or with the right to read alone: nobody learns or changes what is not theirs.
async fn strangers_stay_out(instance: &mut Instance, people: &[(String, String)], operator: &str) -> Checked {
    instance.restart_with(&[("SOONER_ACCOUNT_WRITES", "1000000")]).await?;
    let of = |what: &str| people.iter().filter(|(line, _)| line.contains(what)).map(|(_, token)| token.clone()).collect::<Vec<_>>();
    let auditor = of("operator: auditor").pop().ok_or("no auditor")?;
    let newcomer = instance.sign_up("nora@example.com").await?;
    let book = Book { instance, owners: of("  owner of "), auditor, operator: operator.to_owned(), newcomer };
    book.keeps_companies_apart().await?;
    book.keeps_the_house_apart().await
}

/// Everybody knows its passwords, and production refuses the test clock.
fn it_runs_by_the_test_clock_alone(instance: &mut Instance) -> Checked {
    instance.kill()?;
    let variables: Vec<_> = instance.variables().into_iter().filter(|(name, _)| *name != TEST[0].0).collect();
    let refused = output(&["serve"], &variables, instance.folder())?;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("SOONER_CLOCK: is not test"), "{said}");
    Ok(())
}

/// The same book and the same heads from another database.
async fn it_moves_to_postgresql_as_it_is(instance: &mut Instance, before: &[Value]) -> Checked {
    let Some(database) = fresh_database("demo_moved")? else { return Ok(()) };
    let (holds, ledger) = verify(instance, &[])?;
    let audit = output(&["audit", "verify"], &instance.variables(), instance.folder())?;
    let moved = output(&["move", "--to", &database], &instance.variables(), instance.folder())?;
    let said = String::from_utf8_lossy(&moved.stdout).into_owned();
    assert!(holds && moved.status.success(), "{said}{}", String::from_utf8_lossy(&moved.stderr));
    for told in [ledger.as_str(), &String::from_utf8_lossy(&audit.stdout)] {
        assert!(said.contains(told), "{said} has no {told}");
    }
    instance.start_with(&[("SOONER_DATABASE_URL", &database)]).await?;
    let operator = sign_in(instance, "olga@house.example").await?;
    assert_eq!(book(instance, &operator).await?, before);
    instance.kill()
}

#[actix_web::test]
async fn a_demo_is_a_whole_book_and_the_same_each_time() -> Checked {
    let mut fillings = vec![Filling::begin(None)?, Filling::begin(None)?];
    if let Some(database) = fresh_database("demo")? {
        fillings.push(Filling::begin(Some(database))?);
    }
    let mut books: Vec<(String, Vec<Value>)> = Vec::new();
    for filling in fillings {
        let (said, mut instance) = filling.served().await?;
        let (operator, seller) = (sign_in(&instance, "olga@house.example").await?, sign_in(&instance, "ada@muehle-brandt.example").await?);
        let mut people = Vec::new();
        for person in said.lines().filter(|line| line.contains(".example  ")) {
            people.push((person.to_owned(), sign_in(&instance, person.split_whitespace().next().ok_or("no address")?).await?));
        }
        assert!(said.contains(PASSWORD), "{said}");
        everything_occurs(&instance, &operator).await?;
        a_programme_is_in_use(&instance, &operator).await?;
        the_first_vector_is_there(&instance, &seller).await?;
        no_second_one(&instance)?;
        books.push((said, book(&instance, &operator).await?));
        // The second one is as the first.
        if books.len() != 2 {
            strangers_stay_out(&mut instance, &people, &operator).await?;
        }
        it_runs_by_the_test_clock_alone(&mut instance)?;
        if books.len() == 1 {
            it_moves_to_postgresql_as_it_is(&mut instance, &books[0].1).await?;
        }
    }
    for (said, book) in &books[1..] {
        assert_eq!(said, &books[0].0);
        assert_eq!(book, &books[0].1);
    }
    Ok(())
}

/// It moves business time, so there must be one that moves.
#[test]
fn without_the_test_clock_there_is_none() -> Checked {
    let folder = tempfile::tempdir()?;
    let database = sqlite(folder.path());
    let refused = output(&["demo"], &[("SOONER_DATABASE_URL", &database)], folder.path())?;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.starts_with("SOONER_CLOCK: "), "{said}");
    assert!(!folder.path().join("sooner.db").exists());
    Ok(())
}
