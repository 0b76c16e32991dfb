//! What each step of a receivable books, and its settlement, by sections 5, 7 and 9 of the contract.

use super::{
    Cents,
    days::{Day, half_up, share},
    ledger::{Kind, Place},
    sold::{Cause, Entry, Loss, Money, Purpose, Sale, Settlement, State, Status, transfer},
};

impl Sale {
    pub(super) fn begun(&self) -> State {
        State {
            status: Status::Accepted,
            due_on: self.due_on,
            executed_on: None,
            discount: self.price.discount,
            early: Vec::new(),
            open: self.price.face,
            came: Vec::new(),
            unpaid: Vec::new(),
            reserve: 0,
            credited: 0,
            deducted: 0,
            charged_back: 0,
            written_off: 0,
            loss: 0,
            cover: 0,
            with_seller: 0,
            sellers_own: 0,
            recovered: 0,
            recovered_house: 0,
            debtor_credit: 0,
            late_due: 0,
            late_paid: 0,
            ended: None,
        }
    }

    fn own(&self, kind: Kind) -> Place {
        Place::of(kind, self.place)
    }

    pub(super) fn payable(&self) -> Place {
        Place::company(Kind::SellersPayable, self.seller, self.place)
    }

    pub(super) fn owing(&self) -> Place {
        Place::company(Kind::SellersOwe, self.seller, self.place)
    }

    fn credit(&self) -> Place {
        Place::debtor(Kind::DebtorCredits, self.debtor)
    }

    /// Money went to the advance first; what comes before the execution counts from then.
    pub(super) fn out(&self, state: &State) -> Cents {
        let came: Cents = state.came.iter().map(|(_, amount)| amount).sum();
        if state.status == Status::Funded { (self.price.advance - came).max(0) } else { 0 }
    }

    pub(super) fn fund(&self, state: &mut State) -> Entry {
        let (price, house) = (self.price, Place::house);
        (state.status, state.reserve) = (Status::Funded, if self.deal.in_advance { 0 } else { price.reserve });
        let mut postings = vec![
            (self.own(Kind::ReceivablesPurchased), price.face),
            (house(Kind::PayoutFees), -price.payout_fee),
            (self.payable(), -price.payout),
        ];
        if self.deal.in_advance {
            postings.extend([
                (self.own(Kind::UnearnedDiscount), -price.discount),
                (house(Kind::ServiceFees), -price.service_fee),
                (house(Kind::TaxPayable), -price.payout_tax - price.service_tax),
            ]);
        } else {
            postings.extend([(self.own(Kind::Reserves), -price.reserve), (house(Kind::TaxPayable), -price.payout_tax)]);
        }
        state.open = price.face;
        let mut entry = Entry { postings, due: Vec::new() };
        let mut early = Entry::default();
        for (value_on, amount, is_sellers) in std::mem::take(&mut state.early) {
            early.and(self.pay(state, Money { from: house(Kind::Suspense), amount, value_on, is_sellers }));
        }
        entry.and(early.in_one());
        entry
    }

    /// Money that came is passed on, and nothing charged. What the debtor paid beyond the face is its credit.
    pub(super) fn reject(&self, state: &mut State) -> Entry {
        let early = std::mem::take(&mut state.early);
        let came: Cents = early.iter().map(|(_, amount, _)| amount).sum();
        let sellers: Cents = early.iter().filter(|(.., is_sellers)| *is_sellers).map(|(_, amount, _)| amount).sum();
        state.status = Status::Rejected;
        let to_seller = came.min(self.price.face + sellers);
        let mut entry = transfer(Place::house(Kind::Suspense), self.payable(), to_seller).due_as(Purpose::PassedOn);
        entry.and(transfer(Place::house(Kind::Suspense), self.credit(), came - to_seller));
        entry.in_one()
    }

    /// The bank paid it out; a programme's discount is priced anew where that was late. At its end that changes nothing any more.
    pub(super) fn execute(&self, state: &mut State, on: Day) -> Entry {
        if state.status != Status::Funded {
            return Entry::default();
        }
        state.executed_on = Some(on);
        let anew = self.deal.discount_of(self.price.face, on.max(self.payout_on), self.due_on);
        let less = if self.deal.in_advance { (state.discount - anew).max(0) } else { 0 };
        state.discount -= less;
        let mut entry = transfer(self.own(Kind::UnearnedDiscount), self.payable(), less).due_as(Purpose::DiscountReturned);
        entry.and(self.settle_if_nothing_is_open(state, on));
        entry
    }

    /// The payout came back: nothing is out until it is carried out anew. At its end that changes nothing any more.
    pub(super) fn come_back(&self, state: &mut State) -> Entry {
        if state.status == Status::Funded {
            state.executed_on = None;
        }
        Entry::default()
    }

    /// Money for it at any status.
    pub(super) fn pay(&self, state: &mut State, money: Money) -> Entry {
        let Money { from, amount, value_on, is_sellers } = money;
        if state.status == Status::Accepted {
            state.early.push((value_on, amount, is_sellers));
            state.open = (self.price.face - state.early.iter().map(|(_, amount, _)| amount).sum::<Cents>()).max(0);
            return transfer(from, Place::house(Kind::Suspense), amount);
        }
        let pays = if state.status == Status::Funded { amount.min(state.open) } else { 0 };
        let mut entry = transfer(from, self.own(Kind::ReceivablesPurchased), pays);
        if state.status == Status::Funded {
            // What a debtor pays too much came for it all the same; what the seller sends too much is its own.
            state.came.push((value_on, if is_sellers { pays } else { amount }));
            state.open -= pays;
            if is_sellers {
                let was_debtors = pays.min(state.with_seller);
                state.with_seller -= was_debtors;
                state.sellers_own += pays - was_debtors;
            }
            state.with_seller = state.with_seller.min(state.open);
            entry.and(self.settle_if_nothing_is_open(state, value_on));
        }
        let rest = Money { amount: amount - pays, ..money };
        entry.and(self.pay_more(state, rest));
        entry
    }

    /// What of the debtor's money is more than was open.
    fn pay_more(&self, state: &mut State, Money { from, amount, is_sellers, .. }: Money) -> Entry {
        // Of the seller's only what is open is told as money for it; when it waited since, the rest is its own.
        if is_sellers {
            return transfer(from, self.payable(), amount).due_as(Purpose::PassedOn);
        }
        let mut left = amount;
        let recovered = left.min(state.written_off - state.recovered);
        state.recovered += recovered;
        let house = half_up(state.recovered * state.cover, 10_000) - state.recovered_house;
        state.recovered_house += house;
        left -= recovered;
        // What is paid after all was neither deducted nor charged back.
        let undeducted = left.min(state.deducted);
        state.deducted -= undeducted;
        left -= undeducted;
        let unreturned = left.min(state.charged_back);
        state.charged_back -= unreturned;
        left -= unreturned;
        let bore = undeducted + unreturned;
        let back = state.back_to_seller(left);
        left -= back;
        let late = left.min(state.late_due - state.late_paid);
        state.late_paid += late;
        left -= late;
        state.debtor_credit += left;
        let mut entry = transfer(from, Place::debtor(Kind::LateChargesDue, self.debtor), late);
        entry.and(transfer(from, Place::house(Kind::CreditLosses), house));
        entry.and(transfer(from, self.payable(), recovered - house + bore + back).due_as(Purpose::PassedOn));
        entry.and(transfer(from, self.credit(), left));
        entry
    }

    /// The seller's reserve bears it as far as it goes, then the seller owes it.
    fn borne(&self, state: &mut State, amount: Cents, instead_of: Place) -> Entry {
        let of_reserve = amount.min(state.reserve);
        state.reserve -= of_reserve;
        let mut entry = transfer(self.own(Kind::Reserves), instead_of, of_reserve);
        entry.and(transfer(self.owing(), instead_of, amount - of_reserve));
        entry
    }

    /// A credit note; once it is settled the debtor gets it, at the seller's cost.
    pub(super) fn credit_note(&self, state: &mut State, amount: Cents, on: Day) -> Entry {
        let of_open = if state.status == Status::Funded { amount.min(state.open) } else { 0 };
        // Its day counts, whatever it is about.
        state.unpaid.push((on, 0));
        let mut entry = self.lower(state, of_open, on);
        // What was deducted before is explained by it; what is still more was paid, and is the debtor's.
        let explains = (amount - of_open).min(state.deducted);
        let too_much = amount - of_open - explains;
        state.credited += amount;
        state.deducted -= explains;
        let back = state.back_to_seller(too_much);
        state.debtor_credit += too_much - back;
        entry.and(self.borne(state, too_much - back, self.credit()));
        entry.and(self.borne(state, back, self.payable()).due_as(Purpose::PassedOn));
        entry.and(self.settle_if_nothing_is_open(state, on));
        entry
    }

    fn lower(&self, state: &mut State, amount: Cents, on: Day) -> Entry {
        if amount == 0 {
            return Entry::default();
        }
        state.unpaid.push((on, amount));
        state.open -= amount;
        state.with_seller = state.with_seller.min(state.open);
        self.borne(state, amount, self.own(Kind::ReceivablesPurchased))
    }

    /// A dispute that was partly lost.
    pub(super) fn deduct(&self, state: &mut State, amount: Cents, on: Day) -> Entry {
        let mut entry = self.lower(state, amount, on);
        state.deducted += amount;
        entry.and(self.settle_if_nothing_is_open(state, on));
        entry
    }

    /// Ends it with what is open.
    pub(super) fn end(&self, state: &mut State, loss: Loss, on: Day) -> Entry {
        let open = state.open;
        let mut entry = Entry::default();
        match loss {
            // The supplier keeps what it got, and the house loses the rest.
            Loss::Deduction if self.deal.in_advance => {
                entry.and(self.end_with_loss(state, self.deal.cover, on));
                state.status = Status::Settled;
            }
            Loss::Deduction => {
                entry.and(self.lower(state, open, on));
                (state.deducted, state.status) = (state.deducted + open, Status::Settled);
            }
            Loss::ChargeBack => {
                entry.and(self.lower(state, open, on));
                (state.charged_back, state.status) = (open, Status::ChargedBack);
            }
            Loss::WriteOff(cause) => {
                // Of a programme the house bears a loss whatever its cause.
                let is_sellers = cause == Cause::Other && !self.deal.in_advance;
                let cover = if is_sellers { 0 } else { self.deal.cover };
                entry.and(self.end_with_loss(state, cover, on));
                state.status = Status::WrittenOff;
            }
        }
        state.with_seller = 0;
        entry.and(self.settle(state, on));
        entry
    }

    /// The house bears this share of what is open.
    fn end_with_loss(&self, state: &mut State, cover: i128, on: Day) -> Entry {
        let (open, house) = (state.open, share(state.open, cover));
        let mut entry = transfer(Place::house(Kind::CreditLosses), self.own(Kind::ReceivablesPurchased), house);
        state.unpaid.push((on, house));
        state.open -= house;
        entry.and(self.lower(state, open - house, on));
        (state.written_off, state.loss, state.cover) = (open, house, cover);
        entry
    }

    fn settle_if_nothing_is_open(&self, state: &mut State, on: Day) -> Entry {
        if state.status != Status::Funded || state.open > 0 || state.executed_on.is_none() {
            return Entry::default();
        }
        state.status = Status::Settled;
        self.settle(state, on)
    }

    fn settle(&self, state: &mut State, on: Day) -> Entry {
        let from = state.executed_on.unwrap_or(on);
        let days = state.came.iter().chain(&state.unpaid).map(|(day, _)| *day);
        let to = days.chain([on, from]).max().unwrap_or(on);
        let (deal, price, house) = (self.deal, self.price, Place::house);
        let fell: Vec<_> = state.came.iter().chain(&state.unpaid).copied().collect();
        if deal.in_advance {
            // A buyer is late whenever the house paid.
            let late = deal.late(price.face, &fell, state.due_on, (state.due_on, to));
            state.late_due = late;
            let (discount, rebate) = (state.discount, share(state.discount, deal.buyer_share));
            state.ended = Some((discount, late));
            let rebates = Place::company(Kind::BuyerRebates, self.holder, self.place);
            let mut entry = transfer(self.own(Kind::UnearnedDiscount), house(Kind::DiscountIncome), discount - rebate);
            entry.and(transfer(self.own(Kind::UnearnedDiscount), rebates, rebate).due_as(Purpose::BuyerShare));
            entry.and(transfer(Place::debtor(Kind::LateChargesDue, self.debtor), house(Kind::LateCharges), late));
            return entry;
        }
        let discount = deal.discount(price.advance, &state.came, (from, to));
        let late = deal.late(price.advance, &state.came, state.due_on, (from, to));
        let charges = discount + price.service_fee + price.service_tax + late;
        state.ended = Some((discount, late));
        let held = std::mem::take(&mut state.reserve);
        let mut postings = vec![
            (self.own(Kind::Reserves), held),
            (house(Kind::DiscountIncome), -discount),
            (house(Kind::ServiceFees), -price.service_fee),
            (house(Kind::TaxPayable), -price.service_tax),
            (house(Kind::LateCharges), -late),
        ];
        let rest = held - charges;
        postings.push(if rest >= 0 { (self.payable(), -rest) } else { (self.owing(), -rest) });
        Entry { postings, due: Vec::new() }.due_as(Purpose::Release)
    }

    /// As the statement of the settlement has it now: by the formula, with all that came after it.
    pub(super) fn settlement(&self, state: &State) -> Option<Settlement> {
        let (discount, late) = state.ended?;
        let (service_fee, tax) = (self.price.service_fee, self.price.service_tax);
        let loss = state.loss - state.recovered_house;
        let not_covered = state.written_off - state.recovered - loss;
        let (dilution, charged_back) = (state.credited + state.deducted, state.charged_back);
        let charges = if self.deal.in_advance { discount - self.price.discount } else { discount + service_fee + tax + late };
        let release = self.price.reserve - dilution - charged_back - not_covered - charges;
        let (to_seller, seller_owes, debtor_credit) = (release.max(0), (-release).max(0), state.debtor_credit);
        Some(Settlement { discount, service_fee, tax, late, dilution, charged_back, loss, to_seller, seller_owes, debtor_credit })
    }
}
