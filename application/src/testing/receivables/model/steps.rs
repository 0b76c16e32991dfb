//! What may be done with the model's book: each either whole, or refused.

use super::{
    Cents,
    book::{Banks, Beside, By, Came, Done, For, GoesBack, Held, Met, MetBy, Model, Payee, Payout, Stands, Step, bank, due, refuse},
    days::Day,
    ledger::{Kind, Place, Posting, Who},
    seen::Seen,
    sold::{Cause, Entry, Loss, Money, Purpose, Sale, State, Status, transfer},
};
use std::{collections::BTreeMap, iter};

/// So little closes by itself, once something was paid or credited.
pub(super) const SHORT_BELOW: Cents = 500;

impl Model {
    /// Money comes, and is for these; the rest waits in suspense.
    ///
    /// # Errors
    /// When the parts are more than came.
    pub(super) fn receive(&mut self, came: Came, parts: &[(For, Cents)]) -> Done {
        let place = self.receipts.len();
        self.receipts.push(came);
        self.split(place, Kind::Bank, parts)?;
        let left = self.receipts.get(place).map_or(0, |came| came.left);
        self.post(&transfer(Place::house(Kind::Bank), Place::house(Kind::Suspense), left))
    }

    /// What waits of a receipt is for these.
    ///
    /// # Errors
    /// When the parts are more than waits.
    pub(super) fn explain(&mut self, receipt: usize, parts: &[(For, Cents)]) -> Done {
        self.split(receipt, Kind::Suspense, parts)
    }

    fn split(&mut self, receipt: usize, lies: Kind, parts: &[(For, Cents)]) -> Done {
        for (target, amount) in parts {
            let came = self.receipts.get_mut(receipt).ok_or("no such receipt")?;
            if *amount <= 0 || *amount > came.left {
                return refuse("more than is left");
            }
            came.left -= amount;
            let (value_on, is_sellers, from) = (came.value_on, came.is_sellers, Place::house(lies));
            match *target {
                For::Receivable(place) => {
                    self.pay(place, receipt, Money { from, amount: *amount, value_on, is_sellers })?;
                    self.let_go(place, value_on)?;
                }
                For::Credit(debtor) => self.post(&transfer(from, Place::debtor(Kind::DebtorCredits, debtor), *amount))?,
                For::PassOn(place) => {
                    let sale = self.of(place)?.sale;
                    self.post(&transfer(from, sale.payable(), *amount))?;
                    self.due(sale.seller, place, (Purpose::PassedOn, *amount), 0);
                }
            }
        }
        Ok(())
    }

    /// It is due to the company, and no step takes it back.
    fn due(&mut self, company: usize, about: usize, (purpose, gross): (Purpose, Cents), mark: u64) {
        if gross > 0 {
            self.payouts.push(Payout { gross, mark, ..due(Payee::Company(company, about), purpose, None) });
        }
    }

    /// What its seller sends pays what it owed for it, then what is open; what is more is the seller's own.
    fn pay(&mut self, place: usize, receipt: usize, money: Money) -> Done {
        let Held { sale, state, .. } = self.of(place)?;
        if state.status == Status::Rejected {
            return refuse("it was rejected");
        }
        let by = |amount| By { receipt: Some((receipt, amount)), ..By::default() };
        if !money.is_sellers {
            let (too_much, own) = (money.amount - state.open, state.sellers_own);
            self.see(Seen::DebtorsExcess, too_much);
            self.see(Seen::SellersOwnReturned, too_much.min(own));
            return self.step(place, by(money.amount), |sale, state| sale.pay(state, money));
        }
        let (owing, payable, company) = (sale.owing(), sale.payable(), sale.seller);
        let open = if state.is_live() { state.open } else { 0 };
        let repaid = self.ledger.at(owing).min(money.amount);
        let passes_on = open.min(money.amount - repaid);
        self.post(&transfer(money.from, owing, repaid))?;
        let mark = self.met((company, place), Met::Repaid, repaid);
        if passes_on > 0 {
            self.step(place, by(passes_on), |sale, state| sale.pay(state, Money { amount: passes_on, ..money }))?;
        }
        let too_much = money.amount - passes_on - repaid;
        self.see(Seen::SellersExcess, too_much);
        self.post(&transfer(money.from, payable, too_much))?;
        self.due(company, place, (Purpose::PassedOn, too_much), mark);
        if repaid + too_much > 0 {
            self.beside.push(Beside { receipt, place, repaid, own: too_much, mark });
        }
        Ok(())
    }

    /// What a receipt paid beside the book of a receivable is taken back: what it repaid is owed again, but for what goes back with a debt
    /// that is no more and is due still; that goes back no more. What of the seller's own it got it owes.
    ///
    /// # Errors
    /// Where it is in the book as well.
    pub(super) fn undo_beside(&mut self, receipt: usize, place: usize) -> Done {
        let Held { sale, steps, .. } = self.of(place)?;
        if steps.iter().any(|step| step.receipt.is_some_and(|(of, _)| of == receipt)) {
            return refuse("it is in the book");
        }
        let (owing, payable, company, suspense) = (sale.owing(), sale.payable(), sale.seller, Place::house(Kind::Suspense));
        let (undone, stay): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.beside).into_iter().partition(|beside| (beside.receipt, beside.place) == (receipt, place));
        self.beside = stay;
        // In one write, so that what is due once is made less once.
        let marks: Vec<_> = undone.iter().map(|beside| beside.mark).collect();
        let mut goes_back: BTreeMap<u64, Cents> = BTreeMap::new();
        for part in self.goes_back.iter().filter(|part| marks.contains(&part.payment)) {
            *goes_back.entry(part.due).or_default() += part.amount;
        }
        for (due, amount) in goes_back {
            let kept = self.due_no_more((Purpose::DebtReturned, due), amount);
            self.see(Seen::ReturnedNoMore, kept);
            self.post(&transfer(payable, owing, kept))?;
        }
        for Beside { repaid, own, mark, .. } in undone {
            self.post(&transfer(owing, suspense, repaid))?;
            self.met.entry((company, place)).or_default().retain(|met| met.mark != mark);
            let kept = self.due_no_more((Purpose::PassedOn, mark), own);
            self.post(&transfer(payable, suspense, own))?;
            self.post(&transfer(owing, payable, own - kept))?;
            self.receipts.get_mut(receipt).ok_or("no such receipt")?.left += repaid + own;
        }
        Ok(())
    }

    pub(super) fn is_due(&self, mark: u64) -> bool {
        self.payouts.iter().any(|payout| payout.mark == mark && payout.stands == Stands::Due)
    }

    /// What is due and known by a mark is due no more, up to so much: answers how much.
    fn due_no_more(&mut self, known: (Purpose, u64), most: Cents) -> Cents {
        let is_it = |payout: &Payout| (payout.purpose, payout.mark) == known && payout.stands == Stands::Due;
        let Some(payout) = self.payouts.iter_mut().find(|payout| is_it(payout)) else { return 0 };
        let kept = payout.gross.min(most);
        let rest = Payout { gross: payout.gross - kept, ..payout.clone() };
        payout.stands = Stands::Cancelled;
        if rest.gross > 0 {
            self.payouts.push(rest);
        }
        kept
    }

    /// A small rest closes by itself, unless the seller holds some of it.
    fn let_go(&mut self, place: usize, on: Day) -> Done {
        let Held { state, .. } = self.of(place)?;
        let is_paid_out = state.status == Status::Funded && state.executed_on.is_some();
        let is_rest = !state.came.is_empty() || state.credited > 0;
        if is_paid_out && is_rest && state.with_seller == 0 && state.open > 0 && state.open <= SHORT_BELOW {
            return self.step(place, By::default(), |sale, state| sale.end(state, Loss::Deduction, on));
        }
        Ok(())
    }

    /// After what the bank or a set-off did to some, as after any money: those with a step that came after so many.
    ///
    /// # Errors
    /// Never, in a book that holds.
    pub(super) fn let_go_since(&mut self, count: u64, on: Day) -> Done {
        let is_newer = |held: &&Held| held.steps.last().is_some_and(|step| step.id > count);
        let stepped: Vec<usize> = self.held.iter().filter(is_newer).map(|held| held.sale.place).collect();
        stepped.into_iter().try_for_each(|place| self.let_go(place, on))
    }

    /// A note of a day is entered on another; a small rest that it leaves is let go by then.
    pub(super) fn credit_note(&mut self, place: usize, amount: Cents, (on, entered_on): (Day, Day)) -> Done {
        let Held { sale, state, .. } = self.of(place)?;
        let may = !sale.deal.in_advance && matches!(state.status, Status::Funded | Status::Settled);
        if !may || amount <= 0 || state.credited + amount > sale.price.face {
            return refuse("no credit note");
        }
        self.step(place, By::default(), |sale, state| sale.credit_note(state, amount, on))?;
        self.let_go(place, entered_on)
    }

    /// A dispute that was partly lost.
    pub(super) fn deduct(&mut self, place: usize, disputed: Cents, today: Day) -> Done {
        let open = self.funded(place)?.open;
        let amount = disputed.min(open);
        self.step(place, By::default(), |sale, state| sale.deduct(state, amount, today))?;
        self.let_go(place, today)
    }

    fn funded(&self, place: usize) -> Result<&State, String> {
        let state = &self.of(place)?.state;
        if state.status == Status::Funded { Ok(state) } else { refuse("not funded") }
    }

    pub(super) fn close_short(&mut self, place: usize, today: Day) -> Done {
        if !self.of(place)?.may_close_short() {
            return refuse("in a programme no more than what banks keep");
        }
        self.end(place, Loss::Deduction, today)
    }

    /// Whether the day or the dispute allows it is not the model's matter.
    pub(super) fn charge_back(&mut self, place: usize, today: Day) -> Done {
        if self.of(place)?.sale.deal.in_advance {
            return refuse("in a programme nothing goes back");
        }
        self.end(place, Loss::ChargeBack, today)
    }

    pub(super) fn write_off(&mut self, place: usize, cause: Cause, today: Day) -> Done {
        self.end(place, Loss::WriteOff(cause), today)
    }

    fn end(&mut self, place: usize, loss: Loss, today: Day) -> Done {
        if self.funded(place)?.executed_on.is_none() {
            return refuse("not executed");
        }
        self.step(place, By::default(), |sale, state| sale.end(state, loss, today))
    }

    pub(super) fn extend(&mut self, place: usize, due_on: Day) -> Done {
        let Held { sale, state, .. } = self.of(place)?;
        if sale.deal.in_advance || !state.is_live() || due_on <= state.due_on {
            return refuse("not extended");
        }
        self.step(place, By::default(), |_, state| {
            state.due_on = due_on;
            Entry::default()
        })
    }

    pub(super) fn paid_to_seller(&mut self, place: usize, amount: Cents) -> Done {
        let state = self.funded(place)?;
        let was_debtors = amount.min(state.sellers_own);
        if amount <= 0 || state.with_seller + amount - was_debtors > state.open {
            return refuse("not so much is open");
        }
        self.step(place, By::default(), |_, state| {
            state.sellers_own -= was_debtors;
            state.with_seller += amount - was_debtors;
            Entry::default()
        })
    }

    pub(super) fn use_credit(&mut self, place: usize, amount: Cents, today: Day) -> Done {
        let Held { sale, .. } = self.of(place)?;
        let from = Place::debtor(Kind::DebtorCredits, sale.debtor);
        if amount <= 0 || amount > self.funded(place)?.open || amount > -self.ledger.at(from) {
            return refuse("not so much credit, or not so much open");
        }
        let by = By { uses_credit: true, ..By::default() };
        self.step(place, by, |sale, state| sale.pay(state, Money { from, amount, value_on: today, is_sellers: false }))?;
        self.let_go(place, today)
    }

    pub(super) fn give_up(&mut self, place: usize, amount: Cents) -> Done {
        let sale = self.of(place)?.sale;
        if amount <= 0 || amount > self.ledger.at(sale.owing()) {
            return refuse("not so much is owed");
        }
        self.met((sale.seller, place), Met::GivenUp, amount);
        self.post(&transfer(Place::house(Kind::CreditLosses), sale.owing(), amount))
    }

    /// Money that came is passed on, and nothing charged.
    pub(super) fn reject(&mut self, place: usize) -> Done {
        if self.of(place)?.state.status != Status::Accepted {
            return refuse("not accepted");
        }
        for payout in &mut self.payouts {
            let is_its = matches!(payout.payee, Payee::Company(_, about) if about == place);
            if is_its && payout.purpose == Purpose::Advance && payout.stands == Stands::Due {
                payout.stands = Stands::Cancelled;
            }
        }
        self.step(place, bank(Banks::Rejected), Sale::reject)
    }

    /// Takes the newest step of a receivable back; what the bank did since stays, and so does the sale.
    ///
    /// # Errors
    /// When there is none, or what it gave was used by something that is not the newest elsewhere.
    pub(super) fn undo(&mut self, place: usize) -> Done {
        let held = self.held.get_mut(place).ok_or("no such receivable")?;
        let newest = held.steps.iter().rposition(|step| !step.stays());
        let Some(newest) = newest else { return refuse("nothing to take back") };
        let later = held.steps.split_off(newest + 1);
        self.count += 1;
        let now = self.count;
        let step = held.steps.pop().ok_or("no step")?;
        held.state = step.before.clone();
        let since = iter::once(&step).chain(&later).filter(|step| step.entry.credits() > 0).map(|step| step.credited).min();
        let (mut gone, mut anew, mut changed, mut due_anew) = (
            step.entry.postings.clone(),
            Vec::new(),
            step.entry.due.iter().map(|(_, purpose, _)| (step.id, *purpose)).collect::<Vec<_>>(),
            Vec::new(),
        );
        for again in later {
            let before = held.state.clone();
            let entry = match again.banks {
                Some(Banks::Executed(on)) => held.sale.execute(&mut held.state, on),
                Some(Banks::Funded) => held.sale.fund(&mut held.state),
                Some(Banks::Rejected) => held.sale.reject(&mut held.state),
                _ => held.sale.come_back(&mut held.state),
            };
            gone.extend(&again.entry.postings);
            for posting in &entry.postings {
                match gone.iter().position(|other| other == posting) {
                    Some(same) => drop(gone.swap_remove(same)),
                    None => anew.push(*posting),
                }
            }
            let is_due = |of: &Entry, due: &(usize, Purpose, Cents)| of.due.contains(due);
            changed.extend(again.entry.due.iter().filter(|due| !is_due(&entry, due)).map(|(_, purpose, _)| (again.id, *purpose)));
            due_anew.extend(entry.due.iter().filter(|due| !is_due(&again.entry, due)).map(|due| (*due, again.id)));
            let credited = if entry.credits() == again.entry.credits() { again.credited } else { now };
            held.steps.push(Step { before, entry, credited, ..again });
        }
        if !anew.is_empty() {
            self.see(Seen::BankBooksAnew, 1);
        }
        let to_payer = step.receipt.map(|(receipt, _)| receipt);
        self.reverse((place, since), &changed, (&gone, anew), to_payer)?;
        for ((company, purpose, gross), id) in due_anew {
            self.payouts.push(Payout { gross, ..due(Payee::Company(company, place), purpose, Some(id)) });
        }
        if let Some((receipt, amount)) = step.receipt {
            self.receipts.get_mut(receipt).ok_or("no such receipt")?.left += amount;
        }
        Ok(())
    }

    fn reverse(
        &mut self,
        (place, since): (usize, Option<u64>),
        steps: &[(u64, Purpose)],
        (gone, anew): (&[Posting], Vec<Posting>),
        receipt: Option<usize>,
    ) -> Done {
        let (mut owed, mut credited) = (BTreeMap::<Place, Cents>::new(), BTreeMap::<usize, Cents>::new());
        // What is credited all the same was never gone.
        let (still, anew): (Vec<_>, Vec<_>) = anew.into_iter().partition(|(at, _)| at.kind == Kind::DebtorCredits);
        for (at, amount) in still {
            if let Who::Debtor(debtor) = at.who {
                *credited.entry(debtor).or_default() += amount;
            }
        }
        let mut back = Entry { postings: anew, due: Vec::new() };
        let mut given = BTreeMap::<(Place, usize), Cents>::new();
        for (at, amount) in gone {
            match (at.kind, at.who) {
                (Kind::SellersPayable | Kind::BuyerRebates, Who::Company(company)) if *amount < 0 => {
                    *given.entry((*at, company)).or_default() -= amount;
                }
                (Kind::SellersPayable, Who::Company(company)) => {
                    back.postings.push((*at, -amount));
                    self.due(company, place, (Purpose::PassedOn, *amount), 0);
                }
                (Kind::SellersOwe, _) => *owed.entry(*at).or_default() += amount,
                (Kind::DebtorCredits, Who::Debtor(debtor)) if *amount < 0 => *credited.entry(debtor).or_default() -= amount,
                // The money stays on the account, and nobody has explained it.
                (Kind::Bank, _) => back.postings.push((Place::house(Kind::Suspense), -amount)),
                _ => back.postings.push((*at, -amount)),
            }
        }
        for ((at, company), amount) in given {
            let taken = self.cancel(steps, at, amount);
            self.see(Seen::PaidOutOwed, amount - taken);
            back.postings.push((at, taken));
            // Who got it owes it in its place.
            back.postings.push((Place::company(Kind::SellersOwe, company, place), amount - taken));
        }
        for (at, amount) in owed {
            let so_far = back.postings.iter().filter(|(place, _)| *place == at).map(|(_, amount)| amount);
            let owes = self.ledger.at(at) + so_far.sum::<Cents>();
            back.and(self.debt_gone(at, (owes, amount), place));
        }
        for (debtor, amount) in credited {
            back.and(self.credit_gone((debtor, amount), since, receipt)?);
        }
        self.post(&back)
    }

    /// What is due by steps at a place is not paid any more: answers how much that was.
    fn cancel(&mut self, steps: &[(u64, Purpose)], at: Place, most: Cents) -> Cents {
        let mut taken = 0;
        for payout in &mut self.payouts {
            let is_rebate = payout.purpose == Purpose::BuyerShare;
            let is_its =
                payout.step.is_some_and(|step| steps.contains(&(step, payout.purpose))) && is_rebate == (at.kind == Kind::BuyerRebates);
            if is_its && payout.stands == Stands::Due && taken + payout.gross <= most {
                payout.stands = Stands::Cancelled;
                taken += payout.gross;
            }
        }
        taken
    }

    /// A debt is taken back: what it was met by beyond what is still owed goes back, the newest first. What was paid is the company's,
    /// what was given up is recovered.
    fn debt_gone(&mut self, at: Place, (owes, gone): (Cents, Cents), place: usize) -> Entry {
        let Who::Company(company) = at.who else { return Entry::default() };
        let (still, mut repaid, mut given_up) = (owes.min(gone), 0, 0);
        self.count += 1;
        let met = self.met.entry((company, place)).or_default();
        while repaid + given_up < gone - still {
            let Some(last) = met.pop() else { break };
            let part = last.amount.min(gone - still - repaid - given_up);
            *if last.by == Met::Repaid { &mut repaid } else { &mut given_up } += part;
            if last.by == Met::Repaid {
                self.goes_back.push(GoesBack { payment: last.mark, due: self.count, amount: part });
            }
            if last.amount > part {
                met.push(MetBy { amount: last.amount - part, ..last });
            }
        }
        self.see(Seen::DebtReturned, repaid);
        self.see(Seen::GivenUpReturned, given_up);
        self.due(company, place, (Purpose::DebtReturned, repaid), self.count);
        let payable = Place::company(Kind::SellersPayable, company, place);
        let postings = vec![(at, -still), (Place::house(Kind::CreditLosses), -given_up), (payable, -repaid)];
        Entry { postings, due: Vec::new() }
    }

    /// A credit is taken back of which more was spent than is left: what was refunded to the payer of its own receipt the debtor owes,
    /// what else was paid since it came is open again, the newest first and each whole, and what is still short the debtor owes as well.
    fn credit_gone(&mut self, (debtor, amount): (usize, Cents), since: Option<u64>, receipt: Option<usize>) -> Result<Entry, String> {
        let refunds = self.payouts.iter().filter(|payout| payout.stands != Stands::Returned);
        let own = refunds.filter(|payout| receipt.is_some_and(|receipt| payout.payee == Payee::Payer(receipt, Some(debtor))));
        let short = (amount - self.credit(debtor)).max(0);
        let refunded = own.map(|payout| payout.gross).sum::<Cents>().min(short);
        while self.credit(debtor) < amount - refunded {
            let of_debtor = |held: &&Held| held.sale.debtor == debtor;
            let uses = self.held.iter().filter(of_debtor).filter_map(|held| {
                // What was paid before the credit came was not paid with it.
                let used = held.steps.iter().rev().find(|step| step.uses_credit && Some(step.id) > since)?;
                let last = held.steps.iter().rev().find(|step| !step.stays());
                Some((used.id, held.sale.place, last.is_some_and(|last| last.id == used.id)))
            });
            match uses.max() {
                Some((.., false)) => return refuse("what the credit paid went on since"),
                Some((_, place, true)) => {
                    self.see(Seen::CreditReopened, 1);
                    self.undo(place)?;
                }
                None => break,
            }
        }
        // A use that went back whole may have been more than was missing.
        let free = amount.min(self.credit(debtor));
        self.see(Seen::RefundClaimed, amount - free);
        let (credit, owes) = (Place::debtor(Kind::DebtorCredits, debtor), Place::debtor(Kind::DebtorsOwe, debtor));
        Ok(Entry { postings: vec![(credit, free), (owes, amount - free)], due: Vec::new() })
    }

    pub(super) fn credit(&self, debtor: usize) -> Cents {
        -self.ledger.at(Place::debtor(Kind::DebtorCredits, debtor))
    }
}
