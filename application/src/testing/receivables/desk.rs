//! A seller on one debtor and an operator in whose world one person is enough, for stories and races of money.

use super::{
    books::{self, Before, Rows},
    course::{Course, Made},
    market::Seller,
    programmes::payable,
    releases::releasing,
    trader::Trader,
};
use crate::{
    StorePorts,
    approvals::{EndingCommand, FourEyes, Performed, ProposeError, SendBackCommand, UndoPartCommand},
    cash::{Back, CashError, ExecutedCommand, ExplainCommand, ReceiptCommand},
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{AcceptCommand, AcceptError, Look, ReceivableError},
    servicing::{HouseCommand, HouseDecision, Resolution},
    testing::{World, facilities::terms},
};
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::terms::Terms,
    kernel::{
        coded::Coded,
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::account::{Account, AccountKind, Owner},
    onboarding::bank_account::Iban,
    parties::buyer::Buyer,
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        receipt::{EnteredPayer, Explained, ReceiptId, Target},
    },
    receivables::{
        evidence::{DisputeReason, EvidenceKind},
        status::ReceivableStatus,
    },
};
use std::sync::Arc;

/// Somebody who sells on one debtor, and an operator.
pub(super) struct Desk {
    pub(super) world: Arc<World>,
    pub(super) olga: Member,
    pub(super) seller: Trader,
    before: Before,
}

/// A world on these ports, in which one operator is enough.
pub(super) async fn house(ports: &StorePorts) -> Made<(Arc<World>, Member)> {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    Ok((Arc::new(world), olga))
}

impl Desk {
    pub(super) async fn of(ports: &StorePorts) -> Made<Self> {
        let (world, olga) = house(ports).await?;
        Box::pin(Self::under(world, olga, terms("EUR", 1_200)?)).await
    }

    pub(super) async fn under(world: Arc<World>, olga: Member, terms: Terms) -> Made<Self> {
        let name = format!("Races{}", terms.parts().kind.code().replace('_', ""));
        Box::pin(Self::of_seller(&name, world, olga, terms)).await
    }

    /// Of a seller of this name.
    pub(super) async fn of_seller(name: &str, world: Arc<World>, olga: Member, terms: Terms) -> Made<Self> {
        let seller = Box::pin(Trader::under(&world, &olga, name, terms)).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let before = Rows::of(&Course::of(&world, &olga, vec![seller.clone()], 0)).await?.before();
        Ok(Self { world, olga, seller, before })
    }

    /// The same seller, under the same agreement, on another debtor.
    pub(super) async fn selling_to(&self, buyer: &str) -> Made<Self> {
        let seller = self.world.selling_to(&self.olga, (&self.seller.me, self.seller.facility), buyer).await?;
        self.world.limit(&self.olga, seller.debtor, 90_000_000).await?;
        Ok(self.naming(seller.buyer))
    }

    /// The same seller on the debtor of this buyer.
    pub(super) fn naming(&self, buyer: Buyer) -> Self {
        let (me, facility, debtor) = (self.seller.me.clone(), self.seller.facility, buyer.debtor.unwrap_or(self.seller.debtor));
        let seller = Trader::invoicing(Seller { me, facility, buyer, debtor });
        Self { world: self.world.clone(), olga: self.olga.clone(), seller, before: self.before }
    }

    pub(super) async fn draft(&self, number: &str, face: i64) -> Made<ReceivableId> {
        Ok(self.seller.draft(&self.world, payable(number, face, "2026-07-31")?).await?.receivable().id())
    }

    pub(super) async fn offered(&self, number: &str, face: i64) -> Made<Look> {
        self.seller.offered(&self.world, payable(number, face, "2026-07-31")?).await
    }

    pub(super) async fn accept(&self, look: &Look) -> Result<Look, AcceptError> {
        let standing = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or(AcceptError::NotFound)?;
        let (offer, hash) = (standing.offer.id(), standing.offer.hash());
        let command = AcceptCommand { by: self.seller.me.clone(), offer, hash, request: None };
        self.world.receivables().accept(look.receivable().id(), command).await
    }

    pub(super) async fn sold(&self, number: &str, face: i64) -> Made<ReceivableId> {
        let mut offered = Box::pin(self.offered(number, face)).await?;
        if offered.offer.is_none() {
            let (amount, kind) = (Minor::new(face), EvidenceKind::Call);
            let verify = HouseDecision::Verify { kind, amount, due_on: None, note: None, file: None };
            let seen = self.look(offered.receivable().id()).await?;
            let id = Box::pin(self.decide(&seen, verify)).await?.receivable().id();
            offered = self.world.receivables().shown(id, &self.seller.me.membership).await?;
        }
        Ok(Box::pin(self.accept(&offered)).await?.receivable().id())
    }

    pub(super) async fn payouts(&self, of: ReceivableId) -> Made<Vec<Payout>> {
        let filter = PayoutFilter { about: Some(of), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(filter, None, 100).await?)
    }

    pub(super) async fn due(&self, of: ReceivableId) -> Made<Vec<PayoutId>> {
        let due = self.payouts(of).await?.into_iter().filter(|payout| payout.status == PayoutStatus::Due);
        Ok(due.map(|payout| payout.id).collect())
    }

    pub(super) async fn release(&self, payouts: Vec<PayoutId>) -> Result<BatchId, ProposeError> {
        match Box::pin(self.world.approvals().release_payouts(releasing(&self.world.approvals(), &self.olga, payouts).await)).await? {
            Performed::Done(batch) => Ok(batch),
            Performed::Awaits(_) => Err(ProposeError::AlreadyProposed),
        }
    }

    /// Whoever saw another sum than there is now looks again, and releases that.
    pub(super) async fn once_more_where_stale(&self, released: [(Result<BatchId, ProposeError>, Vec<PayoutId>); 2]) -> Made<()> {
        for (answer, payouts) in released {
            match answer {
                Err(ProposeError::Stale) => drop(self.release(payouts).await?),
                answer => drop(answer?),
            }
        }
        Ok(())
    }

    pub(super) async fn pay_out(&self, of: ReceivableId) -> Made<()> {
        let batch = self.release(self.due(of).await?).await?;
        // What is set off whole waits for no bank.
        if self.payouts(of).await?.iter().any(|payout| payout.status == PayoutStatus::Released) {
            let on = self.look(of).await?.today();
            self.world.cash().executed(batch, ExecutedCommand { by: self.olga.clone(), on, request: None }).await?;
        }
        Ok(())
    }

    pub(super) async fn look(&self, id: ReceivableId) -> Made<Look> {
        Ok(self.world.receivables().examined(id, &self.olga.operator()).await?)
    }

    pub(super) async fn decide(&self, seen: &Look, what: HouseDecision) -> Result<Look, ReceivableError> {
        let command = HouseCommand { by: self.olga.clone(), version: seen.receivable().parts().version, what, request: None };
        self.world.servicing().decide(seen.receivable().id(), command).await
    }

    pub(super) async fn receive(&self, amount: i64, parts: Vec<(Target, Minor)>, of: ReceivableId) -> Made<Explained> {
        self.paid_from("NL91ABNA0417164300", amount, parts, of).await
    }

    pub(super) async fn send_back(
        &self,
        receipt: ReceiptId,
        credit_of: Option<DebtorId>,
        amount: i64,
    ) -> Made<Result<Payout, ProposeError>> {
        let (back, note) = (Back { receipt, credit_of, amount: Minor::new(amount), currency: None, to: None }, note()?);
        let command = SendBackCommand { by: self.olga.clone(), back, note, request: None };
        Ok(match self.world.approvals().send_back(command).await {
            Ok(Performed::Done(payout)) => Ok(payout),
            Ok(Performed::Awaits(_)) => Err(ProposeError::AlreadyProposed),
            Err(error) => Err(error),
        })
    }

    /// Undoes what of a receipt is for this.
    pub(super) async fn undo_part(&self, receipt: &Explained, target: Target) -> Made<Result<Explained, ProposeError>> {
        let now = self.world.store().receipts.by_id(receipt.receipt.id).await?.ok_or("no receipt")?;
        let part = now.standing().find(|part| part.target == target).ok_or("no such part")?.id;
        let (_, amount) = now.all_for(part).ok_or("no such part")?;
        let seen = Minor::new(amount.amount_minor());
        let command = UndoPartCommand { by: self.olga.clone(), part, seen, note: note()?, request: None };
        Ok(match self.world.approvals().undo_part(receipt.receipt.id, command).await {
            Ok(Performed::Done(receipt)) => Ok(receipt),
            Ok(Performed::Awaits(_)) => Err(ProposeError::AlreadyProposed),
            Err(error) => Err(error),
        })
    }

    pub(super) async fn owes(&self) -> Made<Minor> {
        let company = Owner::Company(self.seller.me.membership.company);
        let account = Account::of(AccountKind::SellersOwe, Currency::parse("EUR")?, company).ok_or("no account")?;
        Ok(self.world.store().journal.by_receivable(account).await?.into_iter().map(|(_, amount)| amount).sum())
    }

    /// Money from the account that the seller is paid to.
    pub(super) async fn seller_pays(&self, amount: i64, of: ReceivableId) -> Made<Explained> {
        self.paid_from("DE89370400440532013000", amount, vec![(Target::Receivable(of), Minor::new(amount))], of).await
    }

    /// The same, of which nobody says at first what it is for.
    pub(super) async fn seller_pays_for_nothing(&self, amount: i64, seen: ReceivableId) -> Made<Explained> {
        self.paid_from("DE89370400440532013000", amount, Vec::new(), seen).await
    }

    pub(super) async fn explain(&self, receipt: &Explained, parts: Vec<(Target, Minor)>) -> Result<Explained, CashError> {
        let command = ExplainCommand { by: self.olga.clone(), parts, request: None };
        self.world.cash().explain(receipt.receipt.id, command).await
    }

    async fn paid_from(&self, iban: &str, amount: i64, parts: Vec<(Target, Minor)>, of: ReceivableId) -> Made<Explained> {
        let payer = EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Iban::parse(iban)?) };
        self.paid_by(payer, amount, parts, of).await
    }

    pub(super) async fn paid_by(&self, payer: EnteredPayer, amount: i64, parts: Vec<(Target, Minor)>, of: ReceivableId) -> Made<Explained> {
        let on = self.look(of).await?.today();
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let command = ReceiptCommand { by: self.olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None };
        Ok(self.world.cash().enter_receipt(command).await?)
    }

    pub(super) async fn end(&self, id: ReceivableId, what: Ending) -> Made<Result<Look, ProposeError>> {
        let version = self.look(id).await?.receivable().parts().version;
        let command = EndingCommand { by: self.olga.clone(), version, what, note: Some(note()?), request: None };
        Ok(match self.world.approvals().end_receivable(id, command).await {
            Ok(Performed::Done(look)) => Ok(look),
            Ok(Performed::Awaits(_)) => Err(ProposeError::AlreadyProposed),
            Err(error) => Err(error),
        })
    }

    /// Its debtor does not owe any of it, so that it goes back to its seller.
    pub(super) async fn lost(&self, id: ReceivableId) -> Made<()> {
        let look = self.look(id).await?;
        let dispute = HouseDecision::Dispute { amount: look.kept.position.open, reason: DisputeReason::NotDelivered, note: None };
        self.decide(&look, dispute).await?;
        self.decide(&self.look(id).await?, HouseDecision::Resolve { resolution: Resolution::Lost }).await?;
        let look = self.look(id).await?;
        if look.receivable().status() == ReceivableStatus::Funded {
            self.decide(&look, HouseDecision::ChargeBack { note: None }).await?;
        }
        Ok(())
    }

    /// What the accounts of these kinds hold, debit positive: the seller's, the debtor's or the house's.
    pub(super) async fn hold<const N: usize>(&self, kinds: [AccountKind; N]) -> Made<[i64; N]> {
        let mut held = [0; N];
        for (kind, held) in kinds.into_iter().zip(&mut held) {
            let owners = [Owner::House, Owner::Company(self.seller.me.membership.company), Owner::Debtor(self.seller.debtor)];
            let account =
                owners.into_iter().find_map(|owner| Account::of(kind, Currency::parse("EUR").ok()?, owner)).ok_or("no account")?;
            self.world.store().sealing().all().await?;
            *held = self.world.store().journal.balance(account).await?.get();
        }
        Ok(held)
    }

    /// What is due for a receivable, by purpose.
    pub(super) async fn due_for(&self, of: ReceivableId) -> Made<Vec<(&'static str, i64)>> {
        let due = self.payouts(of).await?.into_iter().filter(|payout| payout.status == PayoutStatus::Due);
        Ok(due.map(|payout| (payout.purpose.code(), payout.gross.get())).collect())
    }

    /// What must hold of money, whatever happened to these.
    pub(super) async fn all_is_well(&self, receivables: Vec<ReceivableId>, receipts: &[Explained]) -> Made<()> {
        let mut course = Course::of(&self.world, &self.olga, vec![self.seller.clone()], 0);
        course.receivables = receivables;
        course.receipts = receipts.iter().map(|explained| explained.receipt.id).collect();
        let rows = Rows::of(&course).await?;
        books::check(&course, &rows, self.before).await?;
        match self.world.store().money_audit().verify().await? {
            Some(odd) => Err(odd.to_string().into()),
            None => Ok(()),
        }
    }
}

pub(super) fn note() -> Made<Note> {
    Ok(Note::parse("Everybody at once.")?)
}
