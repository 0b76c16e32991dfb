//! What is wrong with an e-invoice, by business term.

use super::{InvoiceData, Syntax, Taxed, Term, Unreadable, VatPart};
use crate::{
    kernel::{coded::coded_enum, minor::Minor, money::Percentage},
    receivables::{cash_discount, checks::EInvoice, facts::due_after_issue},
};

coded_enum!(
    /// What is wrong. The rules are those of EN 16931.
    ProblemCode {
        /// It has to be there and is not: BR-02 to BR-07, BR-15.
        Missing = "missing",
        /// It stands there and cannot be read: a date, an amount, a code. Also an amount with more digits than the currency has.
        Unreadable = "unreadable",
        /// An amount in another currency than the invoice's (Peppol, R051).
        OtherCurrency = "other_currency",
        /// A credit note or a pro-forma invoice: nobody owes anything by it.
        NotInvoice = "not_invoice",
        /// It is not due after the day on which it was written.
        DueTooEarly = "due_too_early",
        /// Nothing is left to be paid, or less.
        NothingDue = "nothing_due",
        /// It is not the sum of the lines, BR-CO-10.
        LineTotal = "line_total",
        /// It is not the sum of the allowances on the whole, BR-CO-11.
        AllowanceTotal = "allowance_total",
        /// It is not the sum of the charges on the whole, BR-CO-12.
        ChargeTotal = "charge_total",
        /// It is not the lines less allowances and with charges, BR-CO-13.
        NetTotal = "net_total",
        /// It is not the sum of the taxes, BR-CO-14.
        VatTotal = "vat_total",
        /// It is not what comes of net and VAT, BR-CO-15.
        GrossTotal = "gross_total",
        /// It is not the gross amount less what is paid, as rounded and with what is collected for others, BR-CO-16 and BR-DEX-09.
        AmountDue = "amount_due",
        /// It is not its rate of what is taxed, BR-CO-17.
        TaxOfRate = "tax_of_rate",
        /// It is not what the lines come to that are taxed so, BR-S-08 and its like.
        TaxableOfLines = "taxable_of_lines",
        /// A line has more digits than the currency: it counts with all of them.
        Inexact = "inexact",
        /// Another sum than it should be, by as little as its profile allows.
        Rounded = "rounded",
        /// The terms speak of a cash discount that cannot be read.
        DiscountUnread = "discount_unread",
        /// Its debtor transfers nothing, by its means of payment.
        NotTransferred = "not_transferred",
        /// It corrects another invoice, or goes on from it.
        Corrects = "corrects",
        /// It is read as far as number, days, parties and what is to be paid.
        ReadInPart = "read_in_part",
    }
);

/// One thing that is wrong with an e-invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub code: ProblemCode,
    /// Of what.
    pub term: Term,
    /// What it says there, where that is an amount; in minor units of the invoice's currency.
    pub stated: Option<Minor>,
    /// What it would have to say, where that is an amount.
    pub expected: Option<Minor>,
    /// The text there, where that is no amount.
    pub text: Option<String>,
}

impl Problem {
    pub(super) fn new(code: ProblemCode, term: Term) -> Self {
        Self { code, term, stated: None, expected: None, text: None }
    }
}

/// Documents of UNTDID 1001 that take something back.
const CREDIT_NOTES: &[i64] = &[81, 83, 261, 262, 296, 308, 381, 396, 420, 458, 502, 503, 532];
/// What the smallest profile of Factur-X calls itself in the end. It does not say what was paid.
const MINIMUM: &str = ":minimum";
/// What the profile of Factur-X calls itself in the end whose sums may be rounded line by line, so that they differ by a cent.
const EXTENDED: &str = ":extended";
/// What an invoice would look like.
const PRO_FORMA: i64 = 325;

impl InvoiceData {
    /// Whether it takes something back, by its type (BT-3) or by how it is written.
    pub fn is_credit_note(&self) -> bool {
        self.syntax == Syntax::UblCreditNote || self.type_code.is_some_and(|code| CREDIT_NOTES.contains(&code))
    }

    /// What is odd about it and keeps it from nothing, in the order of the terms.
    pub fn warnings(&self) -> Vec<Problem> {
        let rounded = self.differing().filter(|problem| self.is_allowed(problem));
        let rounded = rounded.map(|problem| Problem { code: ProblemCode::Rounded, ..problem });
        let inexact = self.inexact.iter().map(|value| Problem { code: ProblemCode::Inexact, ..value.problem() });
        let mut warnings: Vec<_> = rounded.chain(inexact).chain(self.odd_taxes()).chain(self.odd_payment()).collect();
        warnings.sort_by_key(|problem| (problem.term, problem.code));
        warnings
    }

    fn odd_taxes(&self) -> impl Iterator<Item = Problem> {
        let about = |code, term, stated, expected| Problem { stated: Some(stated), expected: Some(expected), ..Problem::new(code, term) };
        self.vat.iter().flat_map(move |part| {
            let by_rate = part.taxable.zip(part.rate).map(|(taxable, rate)| taxable.share(rate));
            let tax = part.tax.zip(by_rate).filter(|(stated, expected)| differ_by_more(*stated, *expected, Minor::new(1)));
            let tax = tax.map(|(stated, expected)| about(ProblemCode::TaxOfRate, Term::Tax, stated, expected));
            let taxable = part.taxable.zip(self.taxed_as(part));
            let taxable = taxable.filter(|(stated, expected)| differ_by_more(*stated, *expected, self.line_slack()));
            let taxable = taxable.map(|(stated, expected)| about(ProblemCode::TaxableOfLines, Term::Taxable, stated, expected));
            tax.into_iter().chain(taxable)
        })
    }

    fn taxed_as(&self, part: &VatPart) -> Option<Minor> {
        let rate = |rate: Option<Percentage>| rate.map_or(0, Percentage::basis_points);
        let same = |taxed: &&Taxed| part.category.as_ref() == Some(&taxed.category) && rate(taxed.rate) == rate(part.rate);
        (!self.taxed.is_empty()).then(|| self.taxed.iter().filter(same).map(|taxed| taxed.sum).sum())
    }

    fn odd_payment(&self) -> impl Iterator<Item = Problem> {
        let about = |code, term, text: Option<String>| Problem { text, ..Problem::new(code, term) };
        let means = EInvoice { means: self.means.clone(), ..EInvoice::default() }.not_transferred();
        let means = means.map(|code| about(ProblemCode::NotTransferred, Term::PaymentMeans, Some(code.to_string())));
        let preceding = Some(self.preceding.join(", ")).filter(|numbers| !numbers.is_empty());
        let corrects = preceding.map(|numbers| about(ProblemCode::Corrects, Term::Preceding, Some(numbers)));
        let is_unread = self.cash_discounts().is_empty() && self.payment_terms.as_deref().is_some_and(cash_discount::mentions_discount);
        let unread = is_unread.then(|| about(ProblemCode::DiscountUnread, Term::PaymentTerms, self.payment_terms.clone()));
        let in_part = (self.syntax == Syntax::Zugferd1).then(|| about(ProblemCode::ReadInPart, Term::Specification, None));
        [means, corrects, unread, in_part].into_iter().flatten()
    }

    /// By how much what the lines come to may differ: each of those with too many digits may have been rounded by itself.
    fn line_slack(&self) -> Minor {
        Minor::new(if self.inexact.is_empty() { 1 } else { i64::try_from(self.lines.count).unwrap_or(1) })
    }

    /// Whether a sum may differ by so little.
    fn is_allowed(&self, problem: &Problem) -> bool {
        let rules = self.specification.as_deref().map(str::to_ascii_lowercase);
        let is_extended = rules.is_some_and(|rules| rules.ends_with(EXTENDED));
        let is_line_total = problem.code == ProblemCode::LineTotal && !self.inexact.is_empty();
        let slack = if is_line_total { Some(self.line_slack()) } else { is_extended.then_some(Minor::new(1)) };
        let sums = problem.stated.zip(problem.expected).zip(slack);
        sums.is_some_and(|((stated, expected), slack)| !differ_by_more(stated, expected, slack))
    }

    /// All that is wrong with it, in the order of the terms. Totals are compared to the last minor unit, and only where all that they
    /// are made of is there.
    pub fn problems(&self) -> Vec<Problem> {
        let unreadable = self.unreadable.iter().map(Unreadable::problem);
        let mut problems: Vec<_> = self
            .missing()
            .chain(unreadable)
            .chain(self.kind())
            .chain(self.differing().filter(|problem| !self.is_allowed(problem)))
            .collect();
        problems.sort_by_key(|problem| (problem.term, problem.code));
        problems
    }

    fn missing(&self) -> impl Iterator<Item = Problem> {
        let all = [
            (Term::Number, self.number.is_some()),
            (Term::IssueDate, self.issued_on.is_some()),
            (Term::TypeCode, self.type_code.is_some()),
            (Term::Currency, self.currency.is_some()),
            (Term::SellerName, self.seller.name.is_some()),
            (Term::BuyerName, self.buyer.name.is_some()),
            // Without a currency there is no amount at all.
            (Term::AmountDue, self.totals.due.is_some() || self.currency.is_none()),
        ];
        let stands = |term| self.unreadable.iter().any(|value| value.term == term);
        all.into_iter()
            .filter(move |(term, is_there)| !is_there && !stands(*term))
            .map(|(term, _)| Problem::new(ProblemCode::Missing, term))
    }

    fn kind(&self) -> impl Iterator<Item = Problem> {
        let is_none = self.is_credit_note() || self.type_code == Some(PRO_FORMA);
        let text = self.type_code.map(|code| code.to_string());
        let not_invoice = is_none.then(|| Problem { text, ..Problem::new(ProblemCode::NotInvoice, Term::TypeCode) });
        let due = self.totals.due.filter(|due| !due.is_positive());
        let nothing = due.map(|due| Problem { stated: Some(due), ..Problem::new(ProblemCode::NothingDue, Term::AmountDue) });
        let too_early = due_after_issue(self.issued_on, self.due_on).err();
        let too_early = too_early.map(|_| Problem::new(ProblemCode::DueTooEarly, Term::DueDate));
        not_invoice.into_iter().chain(nothing).chain(too_early)
    }

    /// Sums that are others than what they are made of.
    fn differing(&self) -> impl Iterator<Item = Problem> {
        let totals = &self.totals;
        // What may be left out where it is nothing; not where it cannot be read.
        let or_zero = |stated: Option<Minor>, term: Term| {
            stated.or_else(|| (!self.unreadable.iter().any(|value| value.term == term)).then_some(Minor::ZERO))
        };
        let allowances = or_zero(totals.allowances, Term::AllowanceTotal);
        let charges = or_zero(totals.charges, Term::ChargeTotal);
        let vat = or_zero(totals.vat, Term::VatTotal);
        let is_minimum = self.specification.as_ref().is_some_and(|rules| rules.to_ascii_lowercase().ends_with(MINIMUM));
        let paid = or_zero(totals.paid, Term::Paid).filter(|_| !is_minimum);
        let rounding = or_zero(totals.rounding, Term::Rounding);
        let for_others = or_zero(totals.for_others, Term::ForOthers);
        let taxes = self.vat.iter().map(|part| part.tax).sum::<Option<Minor>>().filter(|_| !self.vat.is_empty());
        let all = [
            // The profiles that leave out the lines leave out what they come to.
            (ProblemCode::LineTotal, Term::LineTotal, totals.lines, self.lines.sum.filter(|_| self.lines.count > 0)),
            (ProblemCode::AllowanceTotal, Term::AllowanceTotal, allowances, self.allowances.sum),
            (ProblemCode::ChargeTotal, Term::ChargeTotal, charges, self.charges.sum),
            (ProblemCode::NetTotal, Term::NetTotal, totals.net, sum([totals.lines, negative(allowances), charges])),
            (ProblemCode::VatTotal, Term::VatTotal, vat, taxes),
            (ProblemCode::GrossTotal, Term::GrossTotal, totals.gross, sum([totals.net, vat])),
            (ProblemCode::AmountDue, Term::AmountDue, totals.due, sum([totals.gross, negative(paid), rounding, for_others])),
        ];
        all.into_iter().filter_map(|(code, term, stated, expected)| {
            let is_wrong = stated.zip(expected).is_some_and(|(stated, expected)| stated != expected);
            is_wrong.then(|| Problem { stated, expected, ..Problem::new(code, term) })
        })
    }
}

fn differ_by_more(one: Minor, other: Minor, slack: Minor) -> bool {
    (one - other).max(other - one) > slack
}

fn negative(amount: Option<Minor>) -> Option<Minor> {
    amount.map(|amount| -amount)
}

fn sum<const COUNT: usize>(amounts: [Option<Minor>; COUNT]) -> Option<Minor> {
    amounts.into_iter().sum()
}

impl Unreadable {
    fn problem(&self) -> Problem {
        let code = if self.is_other_currency { ProblemCode::OtherCurrency } else { ProblemCode::Unreadable };
        Problem { text: Some(self.text.clone()), ..Problem::new(code, self.term) }
    }
}
