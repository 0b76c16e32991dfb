//! The whole book of the model: what was sold, what is paid out, what came, and what everybody is owed.

use super::{
    Cents,
    days::Day,
    ledger::{Kind, Ledger, Place, Who},
    seen::Seen,
    sold::{Entry, Money, Purpose, Sale, State, Status, transfer},
};
use std::collections::{BTreeMap, BTreeSet};

/// Where a payout stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stands {
    Due,
    Released,
    Executed,
    Returned,
    Cancelled,
}

/// Who is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Payee {
    /// A company, for a receivable.
    Company(usize, usize),
    /// The payer of a receipt, out of suspense or of a debtor's credit.
    Payer(usize, Option<usize>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Payout {
    pub(super) payee: Payee,
    pub(super) purpose: Purpose,
    pub(super) gross: Cents,
    pub(super) set_off: Cents,
    pub(super) stands: Stands,
    /// In which release it went.
    pub(super) batch: Option<usize>,
    /// The step that gave it; none for what no step can take back.
    pub(super) step: Option<u64>,
    /// What else it is known by; zero where nothing.
    pub(super) mark: u64,
}

/// What a receipt paid beside the book of a receivable: of its seller's debt, by what that was met, and of the seller's own, by what that
/// is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) receipt: usize,
    pub(super) place: usize,
    pub(super) repaid: Cents,
    pub(super) own: Cents,
    pub(super) mark: u64,
}

/// By what a debt was met, and still is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MetBy {
    pub(super) by: Met,
    pub(super) amount: Cents,
    pub(super) mark: u64,
}

/// What of a payment goes back to the company with a debt that is no more: by the marks of the payment and of what is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GoesBack {
    pub(super) payment: u64,
    pub(super) due: u64,
    pub(super) amount: Cents,
}

/// Money that came, and what of it nobody has explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) amount: Cents,
    pub(super) value_on: Day,
    pub(super) is_sellers: bool,
    pub(super) left: Cents,
    pub(super) sent_back: Cents,
}

/// What money is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    Receivable(usize),
    PassOn(usize),
    Credit(usize),
}

/// What was booked by hand: from one place to another, and which receipt it explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ByHand {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) amount: Cents,
    pub(super) receipt: Option<usize>,
    pub(super) is_reversed: bool,
}

/// What the bank did, and what is never taken back: the sale, and that it was refused after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Banks {
    Funded,
    Rejected,
    Executed(Day),
    Returned,
}

/// A step of a receivable, with where it stood before.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) id: u64,
    pub(super) before: State,
    pub(super) entry: Entry,
    pub(super) banks: Option<Banks>,
    pub(super) receipt: Option<(usize, Cents)>,
    pub(super) uses_credit: bool,
    /// When it brought its debtor what it brings as credit.
    pub(super) credited: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Held {
    pub(super) sale: Sale,
    pub(super) state: State,
    pub(super) steps: Vec<Step>,
}

/// By what a debt became less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// Paid by the company, or kept back from what it was to get.
    Repaid,
    GivenUp,
}

/// Why something cannot be.
pub(super) type Refused = String;
pub(super) type Done = Result<(), Refused>;

#[derive(Debug, Clone, Default)]
pub(super) struct Model {
    pub(super) ledger: Ledger,
    pub(super) held: Vec<Held>,
    pub(super) payouts: Vec<Payout>,
    pub(super) receipts: Vec<Came>,
    pub(super) by_hand: Vec<ByHand>,
    /// What debts were met by and still are, by company and receivable, the oldest first.
    pub(super) met: BTreeMap<(usize, usize), Vec<MetBy>>,
    pub(super) beside: Vec<Beside>,
    pub(super) goes_back: Vec<GoesBack>,
    pub(super) batches: usize,
    pub(super) count: u64,
    pub(super) seen: BTreeMap<Seen, u64>,
}

/// By what a step came.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct By {
    pub(super) banks: Option<Banks>,
    pub(super) receipt: Option<(usize, Cents)>,
    pub(super) uses_credit: bool,
}

pub(super) fn refuse<T>(why: &str) -> Result<T, Refused> {
    Err(why.to_owned())
}

pub(super) fn bank(did: Banks) -> By {
    By { banks: Some(did), ..By::default() }
}

impl Model {
    /// Does all of it, or nothing.
    pub(super) fn whole<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Refused>) -> Result<T, Refused> {
        let before = self.clone();
        let done = what(self).and_then(|done| self.claims_are_paid(&before).map(|()| done));
        if done.is_err() {
            *self = before;
        }
        done
    }

    /// What this brings a debtor as credit pays first what it owes of refunds.
    fn claims_are_paid(&mut self, before: &Self) -> Done {
        let debtors: BTreeSet<usize> = self.held.iter().map(|held| held.sale.debtor).collect();
        for debtor in debtors {
            let (credit, owes) = (Place::debtor(Kind::DebtorCredits, debtor), Place::debtor(Kind::DebtorsOwe, debtor));
            let gained = before.ledger.at(credit) - self.ledger.at(credit);
            let paid = gained.min(self.ledger.at(owes)).max(0);
            self.see(Seen::ClaimPaid, paid);
            self.post(&transfer(credit, owes, paid))?;
        }
        Ok(())
    }

    /// Counts it, where it is about any money.
    pub(super) fn see(&mut self, what: Seen, amount: Cents) {
        if amount > 0 {
            *self.seen.entry(what).or_default() += 1;
        }
    }

    pub(super) fn of(&self, place: usize) -> Result<&Held, Refused> {
        self.held.get(place).ok_or_else(|| "no such receivable".to_owned())
    }

    pub(super) fn post(&mut self, entry: &Entry) -> Done {
        self.ledger.post(&entry.postings)
    }

    /// A receivable is sold: its advance is due.
    pub(super) fn sell(&mut self, sale: Sale) {
        let (place, gross) = (sale.place, sale.price.payout);
        let due = Payout { gross, ..due(Payee::Company(sale.seller, place), Purpose::Advance, None) };
        self.payouts.push(due);
        self.held.push(Held { state: sale.begun(), sale, steps: Vec::new() });
    }

    /// Something happens to a receivable.
    pub(super) fn step(&mut self, place: usize, by: By, what: impl FnOnce(&Sale, &mut State) -> Entry) -> Done {
        self.count += 1;
        let id = self.count;
        let held = self.held.get_mut(place).ok_or("no such receivable")?;
        let before = held.state.clone();
        let entry = what(&held.sale, &mut held.state);
        let By { banks, receipt, uses_credit } = by;
        held.steps.push(Step { id, before, entry: entry.clone(), banks, receipt, uses_credit, credited: id });
        self.post(&entry)?;
        let mut given: BTreeMap<(Purpose, usize), Cents> = BTreeMap::new();
        for (company, purpose, amount) in entry.due {
            *given.entry((purpose, company)).or_default() += amount;
        }
        for ((purpose, company), gross) in given {
            self.payouts.push(Payout { gross, ..due(Payee::Company(company, place), purpose, Some(id)) });
        }
        Ok(())
    }

    /// Answers the mark of it.
    pub(super) fn met(&mut self, whose: (usize, usize), by: Met, amount: Cents) -> u64 {
        self.count += 1;
        let mark = self.count;
        if amount > 0 {
            self.met.entry(whose).or_default().push(MetBy { by, amount, mark });
        }
        mark
    }

    fn kept_at(payout: &Payout) -> Place {
        match (payout.payee, payout.purpose) {
            (Payee::Company(company, about), Purpose::BuyerShare) => Place::company(Kind::BuyerRebates, company, about),
            (Payee::Company(company, about), _) => Place::company(Kind::SellersPayable, company, about),
            (Payee::Payer(_, Some(debtor)), _) => Place::debtor(Kind::DebtorCredits, debtor),
            (Payee::Payer(_, None), _) => Place::house(Kind::Suspense),
        }
    }

    /// What a company owes, by what it owes it for, the oldest first.
    pub(super) fn owed(&self, company: usize) -> Vec<(usize, Cents)> {
        let all = self.ledger.by_receivable().into_iter();
        all.filter(|((kind, of, _), _)| (*kind, *of) == (Kind::SellersOwe, company)).map(|((.., about), owed)| (about, owed)).collect()
    }

    /// Releases these, in this order, in one batch.
    ///
    /// # Errors
    /// When one is not due.
    pub(super) fn release(&mut self, payouts: &[usize], today: Day) -> Done {
        self.batches += 1;
        let companies = payouts.iter().filter_map(|place| match self.payouts.get(*place)?.payee {
            Payee::Company(company, _) => Some(company),
            Payee::Payer(..) => None,
        });
        let mut owed: BTreeMap<usize, Vec<(usize, Cents)>> = companies.map(|company| (company, self.owed(company))).collect();
        for place in payouts {
            let payout = self.payouts.get(*place).ok_or("no such payout")?.clone();
            let (Stands::Due, Payee::Company(company, about)) = (payout.stands, payout.payee) else { return refuse("not due") };
            if payout.purpose == Purpose::Advance && self.of(about)?.state.status == Status::Accepted {
                self.step(about, bank(Banks::Funded), Sale::fund)?;
            }
            let kept_at = Self::kept_at(&payout);
            let mut left = payout.gross;
            for (owing, amount) in owed.get_mut(&company).into_iter().flatten() {
                let part = left.min(*amount);
                self.post(&transfer(kept_at, Place::company(Kind::SellersOwe, company, *owing), part))?;
                self.see(Seen::DebtSetOff, part);
                self.met((company, *owing), Met::Repaid, part);
                *amount -= part;
                left -= part;
            }
            left -= self.forward(kept_at, (company, left), today)?;
            self.post(&transfer(kept_at, Place::house(Kind::PayoutsInTransit), left))?;
            let stands = if left == 0 { Stands::Executed } else { Stands::Released };
            let released = Payout { set_off: payout.gross - left, stands, batch: Some(self.batches), ..payout.clone() };
            *self.payouts.get_mut(*place).ok_or("no such payout")? = released;
            if left == 0 && payout.purpose == Purpose::Advance {
                self.step(about, bank(Banks::Executed(today)), |sale, state| sale.execute(state, today))?;
            }
        }
        Ok(())
    }

    /// Keeps back what debtors paid a company instead of the house: answers how much.
    fn forward(&mut self, kept_at: Place, (company, most): (usize, Cents), today: Day) -> Result<Cents, Refused> {
        let mut left = most;
        for place in 0..self.held.len() {
            let Held { sale, state, .. } = self.of(place)?;
            let (from, amount) = (sale.payable(), left.min(state.with_seller));
            if sale.seller != company || state.executed_on.is_none() || state.status != Status::Funded || amount <= 0 {
                continue;
            }
            self.post(&transfer(kept_at, from, amount))?;
            self.see(Seen::ForwardedBySetOff, amount);
            let money = Money { from, amount, value_on: today, is_sellers: true };
            self.step(place, By::default(), |sale, state| sale.pay(state, money))?;
            left -= amount;
        }
        Ok(most - left)
    }

    /// The bank carried out what waits of a batch.
    ///
    /// # Errors
    /// When nothing waits.
    pub(super) fn executed(&mut self, batch: usize, on: Day) -> Done {
        let of = |payout: &Payout| payout.batch == Some(batch) && payout.stands == Stands::Released;
        let waiting: Vec<usize> = (0..self.payouts.len()).filter(|place| self.payouts.get(*place).is_some_and(of)).collect();
        if waiting.is_empty() {
            return refuse("nothing waits for the bank");
        }
        for place in waiting {
            let payout = self.payouts.get_mut(place).ok_or("no such payout")?;
            payout.stands = Stands::Executed;
            let payout = payout.clone();
            let (transit, account) = (Place::house(Kind::PayoutsInTransit), Place::house(Kind::Bank));
            self.post(&transfer(transit, account, payout.gross - payout.set_off))?;
            if let (Payee::Company(_, about), Purpose::Advance) = (payout.payee, payout.purpose) {
                self.step(about, bank(Banks::Executed(on)), |sale, state| sale.execute(state, on))?;
            }
        }
        Ok(())
    }

    /// The bank sent a payout back: what a company is owed is due again.
    ///
    /// # Errors
    /// When nothing was ordered that could come back.
    pub(super) fn returned(&mut self, place: usize) -> Done {
        let payout = self.payouts.get(place).ok_or("no such payout")?.clone();
        let net = payout.gross - payout.set_off;
        let lay = match payout.stands {
            Stands::Released => Kind::PayoutsInTransit,
            Stands::Executed if net > 0 => Kind::Bank,
            _ => return refuse("it cannot come back"),
        };
        self.post(&transfer(Place::house(lay), Self::kept_at(&payout), net))?;
        *self.payouts.get_mut(place).ok_or("no such payout")? = Payout { stands: Stands::Returned, ..payout.clone() };
        match payout.payee {
            Payee::Company(_, about) => {
                let again = Payout { gross: net, set_off: 0, stands: Stands::Due, batch: None, ..payout.clone() };
                self.payouts.push(again);
                if payout.purpose == Purpose::Advance && payout.stands == Stands::Executed {
                    self.step(about, bank(Banks::Returned), Sale::come_back)?;
                }
            }
            Payee::Payer(receipt, credit_of) => {
                let came = self.receipts.get_mut(receipt).ok_or("no such receipt")?;
                came.sent_back -= net;
                came.left += if credit_of.is_none() { net } else { 0 };
            }
        }
        Ok(())
    }

    /// Money goes back to its payer, out of suspense or of a debtor's credit.
    ///
    /// # Errors
    /// When there is not so much.
    pub(super) fn send_back(&mut self, receipt: usize, credit_of: Option<usize>, amount: Cents) -> Done {
        let payout = Payout { gross: amount, ..due(Payee::Payer(receipt, credit_of), Purpose::SentBack, None) };
        let from = Self::kept_at(&payout);
        let came = self.receipts.get_mut(receipt).ok_or("no such receipt")?;
        let most = if credit_of.is_some() { -self.ledger.at(from) } else { came.left };
        if amount <= 0 || amount > most || amount > came.amount - came.sent_back {
            return refuse("there is not so much");
        }
        came.sent_back += amount;
        came.left -= if credit_of.is_none() { amount } else { 0 };
        self.batches += 1;
        self.payouts.push(Payout { stands: Stands::Released, batch: Some(self.batches), ..payout });
        self.post(&transfer(from, Place::house(Kind::PayoutsInTransit), amount))
    }

    /// What is in use of a facility's own limit, of that for one debtor under it, and of the debtor's.
    pub(super) fn in_use(&self, facility: usize, debtor: usize) -> (Cents, Cents, Cents) {
        let used = |held: &Held| match held.state.status {
            Status::Accepted => held.sale.price.advance,
            _ => held.sale.out(&held.state),
        };
        let open = |held: &Held| if held.state.is_live() { held.state.open } else { 0 };
        let under = |held: &&Held| held.sale.facility == facility;
        let owed = self.ledger.by_receivable().into_iter().filter(|((kind, _, about), _)| {
            *kind == Kind::SellersOwe && self.held.get(*about).is_some_and(|held| held.sale.facility == facility)
        });
        let of_debtor = |held: &&Held| held.sale.debtor == debtor;
        (
            self.held.iter().filter(under).map(used).sum::<Cents>() + owed.map(|(_, owed)| owed).sum::<Cents>(),
            self.held.iter().filter(under).filter(of_debtor).map(used).sum(),
            self.held.iter().filter(of_debtor).map(open).sum(),
        )
    }

    /// What must hold of the model itself: nothing is owed below nothing, what is payable is due, and the three accounts of a
    /// receivable are empty at its end.
    ///
    /// # Errors
    /// What does not.
    pub(super) fn holds(&self) -> Done {
        for ((kind, who), amount) in self.ledger.accounts() {
            let is_ended = |place: usize| self.held.get(place).is_some_and(|held| !held.state.is_live());
            let is_debit = matches!(kind, Kind::ReceivablesPurchased | Kind::SellersOwe | Kind::LateChargesDue | Kind::DebtorsOwe);
            let is_either = matches!(kind, Kind::Bank | Kind::CreditLosses | Kind::TaxPayable | Kind::Capital | Kind::BankCharges);
            let is_credit = !is_debit && !is_either;
            let is_wrong = is_debit && amount < 0 || is_credit && amount > 0;
            let is_left = matches!(who, Who::Receivable(place) if is_ended(place));
            if is_wrong || is_left {
                return Err(format!("{kind:?} of {who:?} holds {amount}"));
            }
        }
        let mut due: BTreeMap<Place, Cents> = BTreeMap::new();
        for payout in self.payouts.iter().filter(|payout| payout.stands == Stands::Due) {
            let Payee::Company(_, about) = payout.payee else { return refuse("money that goes back is due") };
            if payout.purpose != Purpose::Advance || self.of(about)?.state.status != Status::Accepted {
                *due.entry(Self::kept_at(payout)).or_default() += payout.gross;
            }
        }
        let payable = self.ledger.by_receivable().into_iter().filter(|((kind, ..), _)| *kind != Kind::SellersOwe);
        let payable = payable.map(|((kind, company, about), amount)| (Place::company(kind, company, about), -amount)).collect();
        if due == payable { Ok(()) } else { Err(format!("due is {due:?}, payable {payable:?}")) }
    }
}

impl Step {
    pub(super) fn stays(&self) -> bool {
        self.banks.is_some()
    }
}

impl Held {
    /// Whether anything happened to it that does not stay.
    pub(super) fn can_undo(&self) -> bool {
        self.steps.iter().any(|step| !step.stays())
    }

    /// In a programme the house loses what is left: no more than banks keep of a payment.
    pub(super) fn may_close_short(&self) -> bool {
        let (face, open) = (self.sale.price.face, self.state.open);
        !self.sale.deal.in_advance || open <= (face / 10).min(5_000)
    }

    /// Whether the bank did something with its advance since what can be taken back.
    pub(super) fn has_the_bank_since(&self) -> bool {
        self.steps.last().is_some_and(Step::stays) && self.can_undo()
    }
}

impl State {
    /// Of what is too much, as much is the seller's as it sent of its own: answers how much.
    pub(super) fn back_to_seller(&mut self, too_much: Cents) -> Cents {
        let back = too_much.min(self.sellers_own);
        self.sellers_own -= back;
        back
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self.status, Status::Accepted | Status::Funded)
    }
}

pub(super) fn due(payee: Payee, purpose: Purpose, step: Option<u64>) -> Payout {
    Payout { payee, purpose, gross: 0, set_off: 0, stands: Stands::Due, batch: None, step, mark: 0 }
}
