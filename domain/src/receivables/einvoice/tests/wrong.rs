//! What is wrong with an invoice.

use super::*;
use crate::kernel::{Invalid, coded::Coded};
use proptest::prelude::*;

type Change = fn(&mut InvoiceData);

/// What is said, and keeps an invoice from nothing.
const ODD: &[ProblemCode] = &[
    ProblemCode::TaxOfRate,
    ProblemCode::TaxableOfLines,
    ProblemCode::Inexact,
    ProblemCode::Rounded,
    ProblemCode::DiscountUnread,
    ProblemCode::NotTransferred,
    ProblemCode::Corrects,
    ProblemCode::ReadInPart,
];

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
fn an_invoice_that_is_due_by_its_own_date_is_corrected_first() {
    let written = invoice().issued_on;
    let due = |due_on| InvoiceData { due_on, ..invoice() };
    for too_early in [written, written.and_then(|day| day.pred_opt())] {
        assert_eq!(due(too_early).to_correct(), [problem(ProblemCode::DueTooEarly, Term::DueDate)]);
        assert_eq!(due(too_early).facts(None), Err(vec![(Term::DueDate, Invalid::DueNotAfterIssue)]));
        assert_eq!(due(None).facts(too_early), Err(vec![(Term::DueDate, Invalid::DueNotAfterIssue)]), "said beside it");
    }
    assert_eq!((due(written.and_then(|day| day.succ_opt())).to_correct(), due(None).to_correct()), (vec![], vec![]));
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
        (|data| data.due_on = data.issued_on, &[problem(Code::DueTooEarly, Term::DueDate)]),
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
    assert!(ProblemCode::ALL.iter().all(|code| found.contains(code) != ODD.contains(code)), "each is a problem, or only odd");
}

#[test]
fn each_oddity_is_said_and_keeps_the_invoice_from_nothing() {
    use ProblemCode as Code;
    let cases: &[(Change, &[Problem])] = &[
        (|data| data.vat[0].tax = euro(18_051), &[]),
        (
            |data| {
                data.vat[0].tax = euro(18_052);
                (data.vat[1].tax, data.vat[1].rate) = (euro(188), Percentage::parse_basis_points(1_900).ok());
            },
            &[figures(Code::TaxOfRate, Term::Tax, 18_052, 18_050), figures(Code::TaxOfRate, Term::Tax, 188, 190)],
        ),
        (
            |data| {
                let taxed =
                    |sum| Taxed { category: "S".to_owned(), rate: Percentage::parse_basis_points(1_900).ok(), sum: Minor::new(sum) };
                data.taxed = vec![taxed(90_000), taxed(5_002)];
                data.vat.truncate(1);
                data.vat[0].tax = euro(18_050);
                data.totals.vat = euro(18_050);
                (data.totals.gross, data.totals.due) = (euro(114_050), euro(99_910));
            },
            &[figures(Code::TaxableOfLines, Term::Taxable, 95_000, 95_002)],
        ),
        (
            |data| {
                data.inexact = ["333.3333", "666.6667"].map(|said| unreadable(Term::LineNet, said, false)).to_vec();
                data.lines.sum = euro(100_002);
            },
            &[figures(Code::Rounded, Term::LineTotal, 100_000, 100_002)],
        ),
        (
            |data| {
                (data.specification, data.totals.due) =
                    (text("urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:EXTENDED"), euro(100_101))
            },
            &[figures(Code::Rounded, Term::AmountDue, 100_101, 100_100)],
        ),
        (
            |data| data.payment_terms = text("Skonto nach Vereinbarung"),
            &[said(Code::DiscountUnread, Term::PaymentTerms, "Skonto nach Vereinbarung")],
        ),
        (|data| data.means = vec![58, 59], &[said(Code::NotTransferred, Term::PaymentMeans, "59")]),
        (|data| data.means = vec![30, 58], &[]),
        (|data| data.preceding = vec!["RE-1".to_owned(), "RE-2".to_owned()], &[said(Code::Corrects, Term::Preceding, "RE-1, RE-2")]),
        (|data| data.syntax = Syntax::Zugferd1, &[problem(Code::ReadInPart, Term::Specification)]),
    ];
    let mut found = vec![Code::Inexact];
    for (place, (change, odd)) in cases.iter().enumerate() {
        let mut data = invoice();
        change(&mut data);
        let warnings = data.warnings();
        let but_lines: Vec<_> = warnings.iter().filter(|problem| problem.code != Code::Inexact).cloned().collect();
        assert_eq!(but_lines, *odd, "case {place}");
        assert_eq!(warnings.len() - but_lines.len(), data.inexact.len(), "each line is said");
        let in_the_way: Vec<_> = data.problems().iter().map(|problem| problem.code).collect();
        assert!(in_the_way.iter().all(|code| *code == Code::VatTotal), "case {place}: {in_the_way:?}");
        found.extend(odd.iter().map(|problem| problem.code));
    }
    assert!(ODD.iter().all(|code| found.contains(code)));
}

#[test]
fn more_than_may_be_rounded_is_wrong() {
    fn of(change: impl Fn(&mut InvoiceData)) -> Vec<ProblemCode> {
        let mut data = invoice();
        change(&mut data);
        data.problems().iter().map(|problem| problem.code).collect()
    }
    let lines = |data: &mut InvoiceData| data.inexact = vec![unreadable(Term::LineNet, "333.3333", false)];
    let by_three = of(|data| {
        lines(data);
        data.lines.sum = euro(100_003);
    });
    assert_eq!(by_three, [ProblemCode::LineTotal], "two lines differ by two cents at most");
    let other = of(|data| {
        lines(data);
        data.totals.due = euro(100_101);
    });
    assert_eq!(other, [ProblemCode::AmountDue], "lines say nothing of other sums");
    let extended = |due| of(|data| (data.specification, data.totals.due) = (text("urn:factur-x.eu:1p0:extended"), euro(due)));
    assert_eq!((extended(100_099), extended(100_102)), (vec![], vec![ProblemCode::AmountDue]));
    assert_eq!(of(|data| data.totals.due = euro(100_099)), [ProblemCode::AmountDue]);
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
            vat: vec![VatPart { taxable: of(10), tax: of(11), category: None, rate: Percentage::parse_basis_points(1_900).ok() }; 3],
            lines: Summed { count: 1, sum: of(12) },
            allowances: Summed { count: 1, sum: of(13) },
            charges: Summed { count: 1, sum: of(14) },
            ..invoice()
        };
        for problem in data.problems().into_iter().chain(data.warnings()) {
            prop_assert!(problem.stated.is_none() || problem.stated != problem.expected);
        }
    }
}
