//! The model beside what the use cases keep: every figure of both.

use super::{
    Cents,
    book::{Met, Payee, Payout, Stands},
    course::Course,
    ledger::{Kind, Who},
    sold::{Purpose, Settlement, Status},
    town::{Made, Names, cents, day, known},
};
use crate::{
    cash::CashError,
    payments::ports::PayoutFilter,
    servicing::{MonthOf, Seen},
    testing::receivables::course::eur,
};
use sooner_domain::{
    facilities::exposure::Scope,
    kernel::{coded::Coded as _, ids::ReceivableId, money::Money},
    ledger::account::{Account, AccountKind, Owner, OwnerKind},
    payments::payout::{self, PayoutStatus},
    receivables::{actions::OperatorAction, book::LossCause, month::MonthFigure, status::ReceivableStatus},
};
use std::{collections::BTreeMap, fmt::Debug};

/// None for what no course moves.
fn kind(kind: AccountKind) -> Option<Kind> {
    Some(match kind {
        AccountKind::Bank => Kind::Bank,
        AccountKind::ReceivablesPurchased => Kind::ReceivablesPurchased,
        AccountKind::SellersOwe => Kind::SellersOwe,
        AccountKind::LateChargesDue => Kind::LateChargesDue,
        AccountKind::DebtorsOwe => Kind::DebtorsOwe,
        AccountKind::PayoutsInTransit => Kind::PayoutsInTransit,
        AccountKind::Reserves => Kind::Reserves,
        AccountKind::SellersPayable => Kind::SellersPayable,
        AccountKind::DebtorCredits => Kind::DebtorCredits,
        AccountKind::Suspense => Kind::Suspense,
        AccountKind::UnearnedDiscount => Kind::UnearnedDiscount,
        AccountKind::BuyerRebates => Kind::BuyerRebates,
        AccountKind::TaxPayable => Kind::TaxPayable,
        AccountKind::DiscountIncome => Kind::DiscountIncome,
        AccountKind::ServiceFees => Kind::ServiceFees,
        AccountKind::PayoutFees => Kind::PayoutFees,
        AccountKind::LateCharges => Kind::LateCharges,
        AccountKind::CreditLosses => Kind::CreditLosses,
        AccountKind::Capital => Kind::Capital,
        AccountKind::BankCharges => Kind::BankCharges,
    })
}

fn purpose(purpose: payout::Purpose) -> Purpose {
    match purpose {
        payout::Purpose::Advance => Purpose::Advance,
        payout::Purpose::DiscountReturned => Purpose::DiscountReturned,
        payout::Purpose::Release => Purpose::Release,
        payout::Purpose::PassedOn => Purpose::PassedOn,
        payout::Purpose::DebtReturned => Purpose::DebtReturned,
        payout::Purpose::SentBack => Purpose::SentBack,
        payout::Purpose::BuyerShare => Purpose::BuyerShare,
    }
}

fn stands(status: PayoutStatus) -> Stands {
    match status {
        PayoutStatus::Due => Stands::Due,
        PayoutStatus::Released => Stands::Released,
        PayoutStatus::Executed => Stands::Executed,
        PayoutStatus::Returned => Stands::Returned,
        PayoutStatus::Cancelled => Stands::Cancelled,
    }
}

fn status(status: ReceivableStatus) -> Option<Status> {
    match status {
        ReceivableStatus::Accepted => Some(Status::Accepted),
        ReceivableStatus::Rejected => Some(Status::Rejected),
        ReceivableStatus::Funded => Some(Status::Funded),
        ReceivableStatus::Settled => Some(Status::Settled),
        ReceivableStatus::ChargedBack => Some(Status::ChargedBack),
        ReceivableStatus::WrittenOff => Some(Status::WrittenOff),
        _ => None,
    }
}

/// A payout without what ties it to others.
pub(super) type Paid = (Payee, Purpose, Stands, Cents, Cents);

pub(super) fn paid(payout: &Payout) -> Paid {
    (payout.payee, payout.purpose, payout.stands, payout.gross, payout.set_off)
}

pub(super) fn as_paid(names: &Names, payout: &payout::Payout) -> Made<Paid> {
    let payee = match payout.payee {
        payout::Payee::Company { company, about } => Payee::Company(known(&names.companies, &company)?, known(&names.receivables, &about)?),
        payout::Payee::Payer { receipt, credit_of } => {
            let credit_of = credit_of.map(|debtor| known(&names.debtors, &debtor)).transpose()?;
            Payee::Payer(known(&names.receipts, &receipt)?, credit_of)
        }
    };
    let set_off = payout.release.as_ref().map_or(0, |release| cents(release.set_off));
    Ok((payee, purpose(payout.purpose), stands(payout.status), cents(payout.gross), set_off))
}

fn same<T: PartialEq + Debug>(what: &str, product: &T, model: &T) -> Made<()> {
    if product == model { Ok(()) } else { Err(format!("{what}: {product:?}, by the model {model:?}").into()) }
}

/// Those that differ, of each side.
fn same_all<K: Ord + Debug, V: PartialEq + Debug>(what: &str, product: &BTreeMap<K, V>, model: &BTreeMap<K, V>) -> Made<()> {
    let odd = |one: &BTreeMap<K, V>, other: &BTreeMap<K, V>| {
        one.iter().filter(|(key, value)| other.get(key) != Some(value)).map(|odd| format!("{odd:?}")).collect::<Vec<_>>().join(" ")
    };
    let (product, model) = (odd(product, model), odd(model, product));
    if product == model { Ok(()) } else { Err(format!("{what}: {product}, by the model {model}").into()) }
}

/// What the house's own accounts held before.
pub(super) type Before = BTreeMap<(Kind, Who), Cents>;

/// Each with its place.
fn places<T: Copy>(of: &[T], who: fn(usize) -> Who, owner: fn(T) -> Owner) -> Vec<(Who, Owner)> {
    of.iter().enumerate().map(|(place, id)| (who(place), owner(*id))).collect()
}

impl Course<'_> {
    /// # Errors
    /// The first figure that is another one.
    pub(super) async fn hold_beside(&mut self) -> Made<()> {
        self.model.holds()?;
        self.accounts_agree().await?;
        self.companies_agree().await?;
        self.payouts_agree().await?;
        self.receivables_agree().await?;
        self.limits_agree().await?;
        let receipts = self.world.store().receipts.by_ids(self.names.receipts.clone()).await?;
        let left: Vec<(Cents, Cents)> = receipts.iter().map(|came| (cents(came.left()), cents(came.sent_back))).collect();
        same("left of receipts", &left, &self.model.receipts.iter().map(|came| (came.left, came.sent_back)).collect())
    }

    /// What these hold, with all that is booked by now.
    async fn balances(&self, asked: Vec<((Kind, Who), Account)>) -> Made<BTreeMap<(Kind, Who), Cents>> {
        self.world.store().sealing().all().await?;
        let (called, accounts): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        let held = self.world.store().journal.balances(accounts).await?;
        Ok(called.into_iter().zip(held.into_iter().map(cents)).collect())
    }

    /// The accounts of a kind: the house's own, or those of all that the model knows.
    fn accounts_of(&self, of: AccountKind) -> Made<Vec<((Kind, Who), Account)>> {
        let Some(kind) = kind(of) else { return Ok(Vec::new()) };
        let (names, eur) = (&self.names, eur()?);
        let owners: Vec<(Who, Owner)> = match of.owner() {
            OwnerKind::House => vec![(Who::House, Owner::House)],
            OwnerKind::Receivable => places(&names.receivables, Who::Receivable, Owner::Receivable),
            OwnerKind::Company => places(&names.companies, Who::Company, Owner::Company),
            OwnerKind::Debtor => places(&names.debtors, Who::Debtor, Owner::Debtor),
        };
        let account = |(who, owner)| Ok(((kind, who), Account::of(of, eur, owner).ok_or("no account")?));
        owners.into_iter().map(account).collect()
    }

    /// What the house's own accounts hold.
    pub(super) async fn house_holds(&self) -> Made<Before> {
        let mut asked = Vec::new();
        for of in AccountKind::ALL.iter().filter(|of| of.owner() == OwnerKind::House) {
            asked.extend(self.accounts_of(*of)?);
        }
        self.balances(asked).await
    }

    async fn accounts_agree(&self) -> Made<()> {
        let mut asked = Vec::new();
        for of in AccountKind::ALL {
            asked.extend(self.accounts_of(*of)?);
        }
        let mut held = self.balances(asked).await?;
        for (of, before) in &self.before {
            *held.entry(*of).or_default() -= before;
        }
        held.retain(|_, amount| *amount != 0);
        same_all("accounts", &held, &self.model.ledger.accounts())
    }

    async fn companies_agree(&self) -> Made<()> {
        let mut held = BTreeMap::new();
        for (company, id) in self.names.companies.iter().enumerate() {
            for of in [AccountKind::SellersPayable, AccountKind::BuyerRebates, AccountKind::SellersOwe] {
                let account = Account::of(of, eur()?, Owner::Company(*id)).ok_or("no account")?;
                for (about, amount) in self.world.store().journal.by_receivable(account).await? {
                    let kind = kind(of).ok_or("no kind")?;
                    held.insert((kind, company, known(&self.names.receivables, &about)?), cents(amount));
                }
            }
        }
        same_all("payable and owed by receivable", &held, &self.model.ledger.by_receivable())
    }

    /// All of the companies and payers of the course, the oldest first.
    pub(super) async fn payouts(&self) -> Made<Vec<payout::Payout>> {
        let mut payouts = Vec::new();
        for company in &self.names.companies {
            let filter = PayoutFilter { company: Some(*company), ..PayoutFilter::default() };
            payouts.extend(self.world.store().payouts.page(filter, None, i64::MAX).await?);
        }
        let went_back = self.model.payouts.iter().filter_map(|payout| match payout.payee {
            Payee::Payer(receipt, _) => self.names.receipts.get(receipt),
            Payee::Company(..) => None,
        });
        let mut receipts: Vec<_> = went_back.copied().collect();
        receipts.dedup();
        for receipt in receipts {
            let filter = PayoutFilter { receipt: Some(receipt), ..PayoutFilter::default() };
            payouts.extend(self.world.store().payouts.page(filter, None, i64::MAX).await?);
        }
        payouts.sort_by_key(|payout| payout.id.0);
        payouts.dedup_by_key(|payout| payout.id.0);
        Ok(payouts)
    }

    async fn payouts_agree(&self) -> Made<()> {
        let mut counted: [BTreeMap<Paid, usize>; 2] = Default::default();
        let [product, model] = &mut counted;
        for payout in self.payouts().await? {
            *product.entry(as_paid(&self.names, &payout)?).or_default() += 1;
        }
        self.model.payouts.iter().for_each(|payout| *model.entry(paid(payout)).or_default() += 1);
        same_all("payouts", product, model)
    }

    async fn receivables_agree(&mut self) -> Made<()> {
        let kept = self.world.store().receivables.by_ids(self.names.receivables.clone()).await?;
        let by_id: BTreeMap<_, _> = kept.iter().map(|kept| (kept.receivable.id().0, kept)).collect();
        for (place, id) in self.names.receivables.iter().enumerate() {
            let (kept, held) = (by_id.get(&id.0).ok_or("it is not kept")?, self.model.of(place)?);
            let (state, position) = (&held.state, kept.position);
            same(&format!("status of {place}"), &status(kept.receivable.status()), &Some(state.status))?;
            same(&format!("due date of {place}"), &day(kept.receivable.due_on()), &state.due_on)?;
            let product = [position.open, position.out, position.diluted, position.with_seller].map(cents);
            let model =
                [if state.is_live() { state.open } else { 0 }, held.sale.out(state), state.credited + state.deducted, state.with_seller];
            same(&format!("open, out, diluted, with the seller of {place}"), &product, &model)?;
        }
        let changed: Vec<usize> =
            (0..self.names.receivables.len()).filter(|place| self.looked_at.get(*place) != self.state(*place)).collect();
        for place in changed {
            self.settlement_agrees(place).await?;
            Box::pin(self.actions_agree(place)).await?;
        }
        self.looked_at = self.model.held.iter().map(|held| held.state.clone()).collect();
        Ok(())
    }

    async fn settlement_agrees(&self, place: usize) -> Made<()> {
        let (id, held) = (self.id(place)?, self.model.of(place)?);
        let look = self.world.receivables().examined(id, &self.olga.operator()).await?;
        let settled = look.settled().map(|settled| settled.settlement);
        let fields = settled.map(|settled| Settlement {
            discount: cents(settled.discount),
            service_fee: cents(settled.service_fee),
            tax: cents(settled.tax),
            late: cents(settled.late),
            dilution: cents(settled.dilution),
            charged_back: cents(settled.charged_back),
            loss: cents(settled.loss),
            to_seller: cents(settled.to_seller),
            seller_owes: cents(settled.seller_owes),
            debtor_credit: cents(settled.debtor_credit),
        });
        same(&format!("settlement of {place}"), &fields, &held.sale.settlement(&held.state))
    }

    /// What is offered is what is possible, by the model; and what takes two people is refused by what prepares it where it is not
    /// offered.
    async fn actions_agree(&self, place: usize) -> Made<()> {
        let (id, held, me) = (self.id(place)?, self.model.of(place)?, self.olga.operator());
        let look = self.world.receivables().examined(id, &me).await?;
        let offered = look.operators_actions(&me);
        let (state, in_programme) = (&held.state, held.sale.deal.in_advance);
        let is_funded = state.status == Status::Funded;
        let (can_end, may_owe) = (is_funded && state.executed_on.is_some() && state.open > 0, state.status != Status::Accepted);
        let may_credit = matches!(state.status, Status::Funded | Status::Settled) && state.credited < held.sale.price.face;
        let met = self.model.met.get(&(held.sale.seller, place));
        let given_up = met.is_some_and(|met| met.iter().any(|met| met.by == Met::GivenUp));
        let possible = [
            (OperatorAction::CreditNote, !in_programme && may_credit),
            (OperatorAction::CloseShort, held.may_close_short() && can_end),
            (OperatorAction::WriteOff, can_end),
            (OperatorAction::Extend, !in_programme && state.is_live()),
            (OperatorAction::PaidToSeller, is_funded && (state.with_seller < state.open || state.sellers_own > 0)),
            (OperatorAction::UseCredit, is_funded && state.open > 0 && self.model.credit(held.sale.debtor) > 0),
            (OperatorAction::GiveUp, may_owe && self.model.ledger.at(held.sale.owing()) > 0),
            (OperatorAction::UndoGiveUp, may_owe && given_up),
            (OperatorAction::Undo, held.can_undo()),
            (OperatorAction::Reject, state.status == Status::Accepted),
        ];
        for (action, is_possible) in possible {
            same(&format!("{action:?} of {place}"), &offered.contains(&action), &is_possible)?;
        }
        same(&format!("a charge back of {place}"), &(offered.contains(&OperatorAction::ChargeBack) && (in_programme || !can_end)), &false)?;
        let (cases, version) = (self.world.use_cases(), look.receivable().parts().version);
        let seen = || Seen { receivable: id, version };
        let prepared = [
            (
                OperatorAction::WriteOff,
                Box::pin(cases.servicing.written_off(seen(), LossCause::Insolvency, &me)).await.map_err(CashError::from),
            ),
            (
                OperatorAction::GiveUp,
                Box::pin(cases.servicing.given_up(seen(), Money::parse(1, eur()?)?, &me)).await.map_err(CashError::from),
            ),
            (OperatorAction::UndoGiveUp, Box::pin(cases.servicing.give_up_undone(seen(), &me)).await.map_err(CashError::from)),
            (OperatorAction::Undo, Box::pin(cases.cash.undone(seen(), &me)).await),
        ];
        for (action, prepared) in prepared {
            // What was done to another invoice since is in the way, and the answer names it.
            let is_refused = prepared.as_ref().is_err_and(|error| !matches!(error, CashError::UndoFirst(_)));
            same(&format!("{action:?} of {place}, refused"), &is_refused, &!offered.contains(&action))?;
        }
        Ok(())
    }

    /// What is out by the monthly statements.
    ///
    /// # Errors
    /// Where that is another amount.
    pub(super) async fn statements_agree(&self) -> Made<()> {
        let of = MonthOf::with(self.today().await?, eur()?).ok_or("no month")?;
        for stall in &self.stalls {
            let me = &stall.trader.me.membership;
            let company = known(&self.names.companies, &me.company)?;
            let month = self.world.servicing().month(of, me).await?;
            let out = month.figures.iter().find(|(figure, ..)| *figure == MonthFigure::Out).map(|(.., after)| cents(*after));
            let sold = self.model.held.iter().filter(|held| held.sale.seller == company);
            same(&format!("out of {company} by its statement"), &out, &Some(sold.map(|held| held.sale.out(&held.state)).sum()))?;
        }
        Ok(())
    }

    async fn limits_agree(&self) -> Made<()> {
        for stall in &self.stalls {
            let (facility, debtor) = (stall.trader.facility, stall.trader.debtor);
            let in_use = self.world.store().exposures.in_use(Scope { facility, debtor, currency: eur()? }).await?;
            let product = [in_use.facility, in_use.concentration, in_use.debtor].map(cents);
            let model = self.model.in_use(known(&self.names.facilities, &facility)?, known(&self.names.debtors, &debtor)?);
            same("in use", &product, &model.into())?;
        }
        Ok(())
    }

    pub(super) fn id(&self, place: usize) -> Made<ReceivableId> {
        self.names.receivables.get(place).copied().ok_or_else(|| "no such receivable".into())
    }
}
