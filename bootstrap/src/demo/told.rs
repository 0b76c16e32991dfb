//! What is printed at the end: who can sign in, and what there is to see.

use super::cast::{BERGMANN, ENROLLED, OPERATORS, PASSWORD, Person, SANDER, SELLERS, SOLARWERK, VERA};
use crate::config::Config;
use chrono::NaiveDate;

pub fn tell(config: &Config, today: NaiveDate) {
    let operators = OPERATORS.iter().map(|operator| &operator.person);
    let members = SELLERS.iter().map(|company| &company.owner).chain([&VERA, &SOLARWERK.owner, &BERGMANN.owner]);
    let suppliers = ENROLLED.iter().map(|company| &company.owner).chain([&SANDER.owner]);
    say!("Who can sign in at {}, each with the password \"{PASSWORD}\":\n", config.web_origin);
    for person in operators.chain(members).chain(suppliers) {
        let Person { email, is, .. } = person;
        say!("  {email:<34}{:<18}{is}", person.name());
    }
    say!(
        "
It begins on the morning of {today}, ten weeks after the first invoice was sold. Nobody has a second factor; whoever is asked again
who they are types the password.

To try as a seller (ada@muehle-brandt.example):
  - How much cash can I get today?               Home: two offers wait, MB-1007 and MB-1008
  - Why did I get 1,730.00 back?                 Invoices, MB-1001: line by line
  - Why were 2,183.20 paid for MB-1006?          Of its 12,160.00 what is owed for MB-1003 was kept back
As a buyer with a programme (berta@bergmann-ag.example):
  - What do I owe, and to whom?                  Payables: BM-305 and BM-308 to approve, BM-302 due next week, to be paid to us
  - Which suppliers can be paid early?           Suppliers: three can; one has just joined, one is invited, one left
As a supplier (hans@saegewerk-harz.example):
  - What would I get for it today?               Invoices, BM-304: the price for each day
As an operator (olga@house.example):
  - Who is late, and what do we do?              Receivables: MB-1005 and WF-78 are overdue, HL-204 is disputed
  - Where do these 120.00 of income come from?   Ledger, discount income: MB-1001, 45 days on 8,000.00 at 12 %
  - What waits for me?                           Approvals: a payout of Tara's, a limit of Omar's; an application; MB-1004 to verify
  - What does a programme's supplier cost?       Facilities, Bergmann: Lind has its own 6 % a year, the others 9 %
  - Whose money is this?                         Payments: 8,250.00 and 450.00 came, and nobody said for what"
    );
}
