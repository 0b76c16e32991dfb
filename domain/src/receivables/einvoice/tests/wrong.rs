//! What is wrong with an invoice.

use super::*;
use crate::kernel::coded::Coded;
use proptest::prelude::*;

type Change = fn(&mut InvoiceData);

fn problem(code: ProblemCode, term: Term) -> Problem {
    Problem { code, term, stated: None, expected: None, text: None }
}

fn figures(code: ProblemCode, term: Term, stated: i64, expected: i64) -> Problem {
    Problem { stated: euro(stated), expected: euro(expected), ..problem(code, term) }
}

fn said(code: ProblemCode, term: Term, said: &str) -> Problem {
    Problem { text: text(said), ..problem(code, term) }
}

fn unreadable(term: Term, said: &str, is_other_currency: bool) -> Unreadable {
    Unreadable { term, line: 7, text: said.to_owned(), is_other_currency }
}

#[test]
fn an_invoice_that_adds_up_has_no_problem() {
    assert_eq!(invoice().problems(), []);
    // What may be left out is nothing.
    let bare = InvoiceData {
        totals: Totals { lines: euro(100), net: euro(100), gross: euro(100), due: euro(100), ..Totals::default() },
        lines: Summed { count: 1, sum: euro(100) },
        vat: vec![],
        allowances: Summed::default(),
        charges: Summed::default(),
        ..invoice()
    };
    assert_eq!(bare.problems(), []);
    // The smallest profile of Factur-X says neither what lines come to nor what was paid.
    let minimum = InvoiceData {
        specification: text("urn:factur-x.eu:1p0:minimum"),
        totals: Totals { net: euro(100), vat: euro(19), gross: euro(119), due: euro(19), ..Totals::default() },
        lines: Summed::default(),
        ..bare
    };
    assert_eq!(minimum.problems(), []);
}

#[test]
fn each_problem_is_found_and_told_with_its_term_and_figures() {
    use ProblemCode as Code;
    let cases: &[(Change, &[Problem])] = &[
        (|data| data.number = None, &[problem(Code::Missing, Term::Number)]),
        (|data| data.issued_on = None, &[problem(Code::Missing, Term::IssueDate)]),
        (|data| data.type_code = None, &[problem(Code::Missing, Term::TypeCode)]),
        (|data| data.seller.name = None, &[problem(Code::Missing, Term::SellerName)]),
        (|data| data.buyer.name = None, &[problem(Code::Missing, Term::BuyerName)]),
        (|data| data.totals.due = None, &[problem(Code::Missing, Term::AmountDue)]),
        (
            |data| {
                let none = InvoiceData::new(Syntax::Cii);
                *data = InvoiceData { number: data.number.clone(), seller: data.seller.clone(), buyer: data.buyer.clone(), ..none };
                (data.issued_on, data.type_code) = (invoice().issued_on, invoice().type_code);
            },
            &[problem(Code::Missing, Term::Currency)],
        ),
        (
            |data| {
                data.issued_on = None;
                data.unreadable = vec![unreadable(Term::IssueDate, "12.11.2026", false)];
            },
            &[said(Code::Unreadable, Term::IssueDate, "12.11.2026")],
        ),
        (
            |data| {
                data.totals.paid = None;
                data.unreadable = vec![unreadable(Term::Paid, "1.005", false)];
            },
            &[said(Code::Unreadable, Term::Paid, "1.005")],
        ),
        (
            |data| {
                data.totals.gross = None;
                data.unreadable = vec![unreadable(Term::GrossTotal, "1.00 USD", true)];
            },
            &[said(Code::OtherCurrency, Term::GrossTotal, "1.00 USD")],
        ),
        (|data| data.type_code = Some(381), &[said(Code::NotInvoice, Term::TypeCode, "381")]),
        (|data| data.type_code = Some(261), &[said(Code::NotInvoice, Term::TypeCode, "261")]),
        (|data| data.type_code = Some(396), &[said(Code::NotInvoice, Term::TypeCode, "396")]),
        (|data| data.type_code = Some(325), &[said(Code::NotInvoice, Term::TypeCode, "325")]),
        (|data| data.syntax = Syntax::UblCreditNote, &[said(Code::NotInvoice, Term::TypeCode, "380")]),
        (
            |data| {
                data.totals.paid = euro(114_340);
                data.totals.due = euro(0);
            },
            &[Problem { stated: euro(0), ..problem(Code::NothingDue, Term::AmountDue) }],
        ),
        (|data| data.lines.sum = euro(100_001), &[figures(Code::LineTotal, Term::LineTotal, 100_000, 100_001)]),
        (|data| data.allowances = Summed::default(), &[figures(Code::AllowanceTotal, Term::AllowanceTotal, 5_000, 0)]),
        (|data| data.charges.sum = euro(999), &[figures(Code::ChargeTotal, Term::ChargeTotal, 1_000, 999)]),
        (
            |data| data.totals.net = euro(96_001),
            &[figures(Code::NetTotal, Term::NetTotal, 96_001, 96_000), figures(Code::GrossTotal, Term::GrossTotal, 114_240, 114_241)],
        ),
        (
            |data| data.totals.charges = None,
            &[figures(Code::ChargeTotal, Term::ChargeTotal, 0, 1_000), figures(Code::NetTotal, Term::NetTotal, 96_000, 95_000)],
        ),
        (
            |data| data.totals.vat = None,
            &[figures(Code::VatTotal, Term::VatTotal, 0, 18_240), figures(Code::GrossTotal, Term::GrossTotal, 114_240, 96_000)],
        ),
        (
            |data| data.totals.gross = euro(114_239),
            &[figures(Code::GrossTotal, Term::GrossTotal, 114_239, 114_240), figures(Code::AmountDue, Term::AmountDue, 100_100, 100_099)],
        ),
        (|data| data.totals.due = euro(114_240), &[figures(Code::AmountDue, Term::AmountDue, 114_240, 100_100)]),
    ];
    for (place, (change, problems)) in cases.iter().enumerate() {
        let mut data = invoice();
        change(&mut data);
        assert_eq!(data.problems(), *problems, "case {place}");
    }
    let found: Vec<_> = cases.iter().flat_map(|(_, problems)| problems.iter()).map(|problem| problem.code).collect();
    assert!(ProblemCode::ALL.iter().all(|code| found.contains(code)));
}

#[test]
fn problems_come_in_the_order_of_the_terms() {
    let codes: Vec<_> = InvoiceData::new(Syntax::Cii).problems().iter().map(|problem| problem.term.code()).collect();
    assert_eq!(codes, ["BT-1", "BT-2", "BT-3", "BT-5", "BT-27", "BT-44"]);
}

#[test]
fn credit_notes_are_no_invoices() {
    for code in [380, 384, 386, 389, 326, 393, 501, 751] {
        assert!(!InvoiceData { type_code: Some(code), ..invoice() }.is_credit_note(), "{code}");
    }
    for code in [81, 83, 261, 262, 296, 308, 381, 396, 420, 458, 502, 503, 532] {
        assert!(InvoiceData { type_code: Some(code), ..invoice() }.is_credit_note(), "{code}");
    }
}

fn amounts() -> impl Strategy<Value = i64> {
    -InvoiceData::MAX_MINOR..=InvoiceData::MAX_MINOR
}

proptest! {
    /// Whatever a file states, asking what is wrong does not fail, and what is found is so.
    #[test]
    fn whatever_is_stated_is_compared(all in prop::collection::vec(prop::option::of(amounts()), 16)) {
        let of = |place: usize| all[place].map(Minor::new);
        let data = InvoiceData {
            totals: Totals {
                lines: of(0), allowances: of(1), charges: of(2), net: of(3), vat: of(4),
                gross: of(5), paid: of(6), rounding: of(7), for_others: of(8), due: of(9),
            },
            vat: vec![VatPart { taxable: of(10), tax: of(11), category: None, rate: None }; 3],
            lines: Summed { count: 1, sum: of(12) },
            allowances: Summed { count: 1, sum: of(13) },
            charges: Summed { count: 1, sum: of(14) },
            ..invoice()
        };
        for problem in data.problems() {
            prop_assert!(problem.stated.is_none() || problem.stated != problem.expected);
        }
    }
}
