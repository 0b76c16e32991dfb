//! What becomes of two debtors that are one, and of a buyer that was linked to another one than it is.

use super::{
    course::Made,
    desk::{Desk, house, note},
    examples,
    programmes::programme_terms,
};
use crate::{
    StorePorts,
    approvals::{MergeCommand, Performed, ProposeError},
    cash::{CashError, ToldPayout},
    kernel::commit::CommitError,
    onboarding::{BuyerRuling, WhichDebtor},
    papers::changes::Change as PaperChange,
    parties::{changes::Change as PartyChange, ports::DebtorFilter},
    payments::{changes::Change as PaymentChange, ports::PayoutFilter},
    receivables::{AcceptError, ListSearch, ReceivableError, changes::Change},
    servicing::{CorrectDebtorError, DebtorCorrection, HouseDecision, MonthOf, MonthRow},
    testing::{
        buyer_details,
        contracts::{Checked, context, id, noon, parties},
        facilities::terms,
    },
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::{join, join_all, join4};
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::{
        exposure::Scope,
        terms::{Parts, Terms},
    },
    kernel::{
        audit::Actor,
        ids::{DebtorId, ReceivableId},
        language::Language,
        minor::Minor,
        money::{Currency, Percentage},
        text::Line,
    },
    ledger::account::{Account, AccountKind, Owner},
    parties::{
        buyer::{Buyer, BuyerDecision, BuyerStatus},
        debtor::{Debtor, DebtorRefusal, DebtorState, MergeRefusal},
        likeness::{Mark, MarkKind},
        own::OwnMatters,
    },
    payments::{
        receipt::{ReceiptId, Target},
        remembered::{PayerMark, Remembered, RememberedId},
    },
    receivables::{
        book::{Fact, MoneyFrom, Receipt as Paid},
        own_books::Treatment,
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet};

async fn debtor(ports: &StorePorts, id: DebtorId) -> Made<Debtor> {
    ports.debtors.by_id(id).await?.ok_or_else(|| "no debtor".into())
}

/// Merges one debtor into another one as they stand.
pub(super) async fn merge(ports: &StorePorts, desk: &Desk, gone: DebtorId, stays: DebtorId) -> Made<Result<Debtor, ProposeError>> {
    let version = async |id| Made::Ok(debtor(ports, id).await?.parts().version);
    let (gone, stays) = ((gone, version(gone).await?), (stays, version(stays).await?));
    let command = MergeCommand { by: desk.olga.clone(), gone, stays, note: note()?, request: None };
    Ok(match desk.world.approvals().merge_debtors(command).await {
        Ok(Performed::Done(merged)) => Ok(merged),
        Ok(Performed::Awaits(_)) => Err(ProposeError::AlreadyProposed),
        Err(error) => Err(error),
    })
}

async fn all_is_well(ports: &StorePorts) -> Checked {
    ports.sealing().all().await?;
    assert_eq!((ports.ledger_audit().verify(None).await?.flaw, ports.money_audit().verify().await?), (None, None));
    Ok(())
}

async fn credit(ports: &StorePorts, of: DebtorId) -> Made<i64> {
    let account = Account::of(AccountKind::DebtorCredits, Currency::parse("EUR")?, Owner::Debtor(of)).ok_or("no account")?;
    Ok(-ports.journal.balance(account).await?.get())
}

async fn is_owed_by(ports: &StorePorts, debtor: DebtorId, ids: &[ReceivableId]) -> Checked {
    for kept in ports.receivables.by_ids(ids.to_vec()).await? {
        assert_eq!(kept.receivable.parts().debtor, Some(debtor), "{:?}", kept.receivable.status());
    }
    Ok(())
}

async fn in_use(ports: &StorePorts, of: &Desk, debtor: DebtorId) -> Made<(i64, i64)> {
    let scope = Scope { facility: of.seller.facility, debtor, currency: Currency::parse("EUR")? };
    let in_use = ports.exposures.in_use(scope).await?;
    Ok((in_use.concentration.get(), in_use.debtor.get()))
}

pub async fn a_debtor_that_is_merged_leaves_all_it_had_to_the_other_one(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let other = Box::pin(one.selling_to("Nordwind Handels GmbH")).await?;
    let (gone, stays) = (other.seller.debtor, one.seller.debtor);
    let before = (in_use(ports, &one, stays).await?, in_use(ports, &other, gone).await?);
    let [paid, waits, draft] =
        [other.sold("G-1", 400_000).await?, other.sold("G-22", 600_000).await?, other.draft("G-333", 900_000).await?];
    let owed = one.sold("S-4444", 500_000).await?;
    for id in [paid, owed] {
        one.pay_out(id).await?;
    }
    // Paid whole before its advance went out: it is sold still, and nothing of it is open.
    let early = other.sold("G-88", 200_000).await?;
    other.receive(200_000, vec![(Target::Receivable(early), Minor::new(200_000))], early).await?;
    // More than is owed: the rest is the debtor's.
    other.receive(430_000, vec![(Target::Receivable(paid), Minor::new(430_000))], paid).await?;
    assert_eq!((credit(ports, gone).await?, credit(ports, stays).await?), (30_000, 0));
    let (own, theirs) = (in_use(ports, &one, stays).await?, in_use(ports, &other, gone).await?);
    assert!(own > before.0 && theirs > before.1);
    one.world.debtor(&one.olga, gone, DebtorState::Watch, 70_000_000).await?;
    let entity = debtor(ports, gone).await?.parts().legal_entity.clone();
    let remembered = ports.remembered_payers.of_debtor(gone).await?.len();
    assert!(remembered > 0, "who paid it is known");

    let outlook = one.world.approvals().merge_outlook(gone, stays, &one.olga.operator()).await?;
    assert_eq!(outlook.in_use.iter().map(|used| (used.in_use.get(), used.is_over())).collect::<Vec<_>>(), [(own.1 + theirs.1, false)]);
    assert_eq!(outlook.gone.open.iter().map(|open| (open.invoices, open.open.get())).collect::<Vec<_>>(), [(1, 600_000)]);
    assert_eq!((outlook.gone.sellers, outlook.sold_on_both.len()), (1, 0));
    let merged = merge(ports, &one, gone, stays).await??;
    assert_eq!((merged.id(), merged.parts().state), (stays, DebtorState::Watch));
    assert_eq!(merged.accounts().collect::<BTreeSet<_>>(), BTreeSet::from([gone, stays]));
    is_owed_by(ports, stays, &[paid, waits, early, draft, owed]).await?;
    assert_eq!(in_use(ports, &other, gone).await?, (0, 0));
    assert_eq!(in_use(ports, &one, stays).await?, (own.0 + theirs.0, own.1 + theirs.1));
    assert_eq!(ports.debtors.of_entity(&entity).await?.map(|found| found.id()), Some(stays));
    assert_eq!(ports.remembered_payers.of_debtor(gone).await?, []);
    let known = ports.remembered_payers.of_debtor(stays).await?;
    assert!(known.iter().any(|payer| payer.holds() && payer.mark == PayerMark::Account));
    assert!(known.iter().any(|payer| payer.holds() && payer.value.as_str() == "Nordwind Handels GmbH"), "it pays in that name, too");
    let buyers = ports.buyers.of(other.seller.me.membership.company).await?;
    assert!(buyers.iter().all(|buyer| buyer.debtor.is_none_or(|debtor| debtor == stays)));
    let alike = ports.debtors.alike(&buyers.iter().flat_map(|buyer| buyer.details.marks()).collect()).await?;
    assert!(alike.iter().all(|alike| alike.debtor.id() != gone), "it is found as the other one");
    let away = debtor(ports, gone).await?;
    assert_eq!((away.parts().merged_into, away.parts().state), (Some(stays), DebtorState::Watch));
    let listed = async |state| -> Made<BTreeSet<DebtorId>> {
        let page = ports.debtors.page(DebtorFilter { state, name: None }, None, 99).await?;
        Ok(page.iter().map(Debtor::id).collect())
    };
    assert_eq!(listed(Some(DebtorState::Watch)).await?, BTreeSet::from([stays]), "its state counts for both");
    assert!(listed(None).await?.is_superset(&BTreeSet::from([gone, stays])));
    assert_eq!(away.operator_may_change(&one.olga.operator(), &OwnMatters::default()), Err(DebtorRefusal::Merged(stays)));
    assert_eq!(merge(ports, &one, gone, stays).await?, Err(MergeRefusal::MergedBefore.into()));
    all_is_well(ports).await?;

    // What was a draft is sold on the one that stays, what was sold goes on, and the credit pays what either owes.
    let sold = other.sold("G-55555", 700_000).await?;
    is_owed_by(ports, stays, &[sold]).await?;
    one.pay_out(waits).await?;
    let credits = one.world.cash().credits(stays, &one.olga.operator()).await?;
    let of_gone = one.world.cash().credits(gone, &one.olga.operator()).await?;
    assert_eq!(of_gone, [], "it is the other one's, and counts once");
    assert_eq!(credits.iter().map(|credit| (credit.amount.amount_minor(), credit.receipts.len())).collect::<Vec<_>>(), [(30_000, 1)]);
    let look = one.look(owed).await?;
    one.decide(&look, HouseDecision::UseCredit { amount: Minor::new(20_000) }).await?;
    assert_eq!((credit(ports, gone).await?, credit(ports, stays).await?), (10_000, 0));
    let refused = one.decide(&one.look(owed).await?, HouseDecision::UseCredit { amount: Minor::new(10_001) }).await;
    assert_eq!(refused.err(), Some(ReceivableError::NoMoreThan(Minor::new(10_000))));
    all_is_well(ports).await?;

    // The credit goes back with what brought it: what was used of it on the other account is open again.
    other.end(paid, Ending::Undo).await??;
    assert_eq!((credit(ports, gone).await?, credit(ports, stays).await?), (0, 0));
    let open = one.look(owed).await?.kept.position.open;
    assert_eq!(open, Minor::new(500_000));
    all_is_well(ports).await?;

    // A credit is refunded from the account on which it lies, whatever the debtor is called.
    let again = other.receive(430_000, vec![(Target::Receivable(paid), Minor::new(430_000))], paid).await?;
    let payout = one.send_back(again.receipt.id, Some(gone), 30_000).await??;
    assert_eq!((payout.gross, credit(ports, gone).await?), (Minor::new(30_000), 0));
    all_is_well(ports).await
}

/// Pairs of an invoice's number and the name that stands beside it.
type Names = BTreeSet<(String, String)>;

fn pair(invoice: Option<&str>, debtor: Option<&str>) -> Option<(String, String)> {
    Some((invoice?.to_owned(), debtor?.to_owned()))
}

/// What a seller reads of the debtors of what it sold, wherever it reads of them.
async fn read_by_seller(desk: &Desk, id: ReceivableId) -> Made<BTreeMap<&'static str, Names>> {
    let (cases, papers, me) = (desk.world.use_cases(), desk.world.use_cases().papers, &desk.seller.me.membership);
    let told = |told: &ToldPayout| pair(told.invoice.as_deref(), told.debtor.as_deref());
    let listed = cases.receivables.own(me, ListSearch::default(), None).await?.looks;
    let listed = listed.iter().filter_map(|look| pair(Some(look.receivable().number().as_str()), look.debtor_name().map(Line::as_str)));
    let month = MonthOf::with(desk.look(id).await?.today(), Currency::parse("EUR")?).ok_or("no month")?;
    let month = cases.servicing.month(month, me).await?;
    let row = |row: &MonthRow| pair(row.invoice.as_deref(), row.debtor.as_deref());
    let batch = desk.payouts(id).await?.into_iter().find_map(|payout| payout.release?.batch).ok_or("no batch")?;
    let advice = cases.cash.own_advice(batch, me).await?;
    let advised = advice.transfers.iter().flat_map(|transfer| &transfer.payouts).chain(&advice.set_off_whole);
    let paid_for = cases.cash.paid_for_own(id, me).await?.payouts;
    let of_house = PayoutFilter { company: Some(me.company), ..PayoutFilter::default() };
    let of_house = cases.cash.payouts_of_all(&desk.olga.operator(), of_house, None).await?.payouts;
    let schedule = papers.own_schedule(id, me).await?.schedule;
    let parties: BTreeSet<_> = schedule.debtors.iter().map(|party| party.name.as_str()).collect();
    let sold = schedule.sales.iter().filter(|sale| parties.contains(sale.debtor.as_str()));
    Ok(BTreeMap::from([
        ("receivables", listed.collect()),
        ("statement", month.rows.iter().filter_map(row).collect()),
        ("journal", month.journal(Treatment::Sale).iter().filter_map(|line| row(line.row)).collect()),
        ("payments", cases.cash.own_payouts(me, None, None).await?.payouts.iter().filter_map(told).collect()),
        ("payments of one", paid_for.iter().filter_map(told).collect()),
        ("advice", advised.filter_map(|advised| told(&advised.told)).collect()),
        ("the house's payouts", of_house.iter().filter_map(told).collect()),
        ("schedule", sold.filter_map(|sale| pair(Some(&sale.invoice), Some(&sale.debtor))).collect()),
    ]))
}

/// Every paper about what was sold, as text. The month is over by now.
async fn papers_of(desk: &Desk, id: ReceivableId, month: NaiveDate) -> Made<Vec<String>> {
    let (papers, me, language) = (desk.world.use_cases().papers, &desk.seller.me, Language::English);
    let of = MonthOf::with(month, Currency::parse("EUR")?).ok_or("no month")?;
    let made =
        [papers.schedule(id, language, me).await?, papers.settlement(id, language, me).await?, papers.month(of, language, me).await?];
    made.into_iter().map(|made| Made::Ok(String::from_utf8(made.content)?)).collect()
}

/// One name everywhere, whatever the debtor was merged into: the one on the seller's list, or in a programme the one it went by.
pub async fn a_seller_reads_the_name_it_sold_to_wherever_it_reads_of_a_merged_debtor(ports: &StorePorts) -> Checked {
    let (world, olga) = house(ports).await?;
    world.house_says_who_it_is(&olga).await?;
    let taxed = Parts { payout_fee: Minor::new(1_000), fee_tax: Percentage::parse_basis_points(1_900)?, ..*terms("EUR", 1_200)?.parts() };
    let taxed = Terms::parse(taxed).map_err(|refused| format!("{refused:?}"))?;
    let one = Box::pin(Desk::under(world.clone(), olga.clone(), taxed)).await?;
    let other = Box::pin(one.selling_to("Nordwind Handels GmbH")).await?;
    let supplier = Box::pin(Desk::under(world, olga, programme_terms(1_200)?)).await?;
    let stays = one.seller.debtor;
    let later = debtor(ports, stays).await?.parts().legal_name.as_str().to_owned();
    let ids = [other.sold("G-1", 400_000).await?, supplier.sold("P-22", 600_000).await?];
    let mut expected = Vec::new();
    for (desk, id) in [&other, &supplier].into_iter().zip(ids) {
        desk.pay_out(id).await?;
        let face = desk.look(id).await?.receivable().face();
        desk.receive(face.get(), vec![(Target::Receivable(id), face)], id).await?;
        expected.push(read_by_seller(desk, id).await?);
    }
    for desk in [&other, &supplier] {
        merge(ports, desk, desk.seller.debtor, stays).await??;
    }
    let month = one.look(ids[0]).await?.today();
    for ((desk, id), before) in [&other, &supplier].into_iter().zip(ids).zip(expected) {
        let names: BTreeSet<_> = before.values().flatten().collect();
        assert_eq!((names.len(), before.values().filter(|names| names.is_empty()).count()), (1, 0), "{before:?}");
        assert_eq!(read_by_seller(desk, id).await?, before);
        let look = desk.look(id).await?;
        assert_eq!(look.debtor_legal_name().map(Line::as_str), Some(&*later), "the house reads both");
        assert_ne!(look.debtor_name().map(Line::as_str), Some(&*later));
    }

    // What it is invoiced for, and every paper that is made from then on.
    ports.sealing().all().await?;
    one.world.business().advance(TimeDelta::days(40));
    let next = one.look(ids[0]).await?.today();
    let papers = one.world.use_cases().papers;
    let seller = other.seller.me.membership.company;
    let invoice = papers.invoicing(seller, next, Actor::System).await?.ok_or("nothing is invoiced")?;
    let PaperChange::FeesInvoiced(invoice) = invoice.change else { return Err("no invoice".into()) };
    let named: BTreeSet<_> = invoice.lines.iter().map(|line| line.debtor.as_str()).collect();
    assert_eq!(named, BTreeSet::from(["Nordwind Handels GmbH"]));
    for (desk, id) in [&other, &supplier].into_iter().zip(ids) {
        for paper in papers_of(desk, id, month).await? {
            assert!(!paper.contains(&later), "{later}: {paper}");
        }
    }
    Ok(())
}

/// What is done with two debtors that have credit each.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    Merge,
    /// Their credit pays an invoice of the one that stays, as far as it goes.
    Use,
    UndoUse,
    /// The payer of the one that goes, or of the one that stays, gets some of it back.
    Refund(usize),
    /// What brought the credit of the one or the other is taken back.
    UndoSource(usize),
}

/// All orders of these.
fn orders(acts: &[Act]) -> Vec<Vec<Act>> {
    if acts.is_empty() {
        return vec![Vec::new()];
    }
    let first = |place: usize| {
        let rest: Vec<_> = acts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, act)| *act).collect();
        orders(&rest).into_iter().map(move |rest| [acts[place]].into_iter().chain(rest).collect())
    };
    (0..acts.len()).flat_map(first).collect()
}

/// Two debtors, the one that goes first: an invoice of each that was paid too much, and one of the other that is open.
struct Both {
    desks: [Desk; 2],
    paid: [(ReceivableId, ReceiptId); 2],
    open: ReceivableId,
}

impl Both {
    const EXCESS: [i64; 2] = [3_000, 2_000];

    async fn of(desk: &Desk, round: usize) -> Made<Self> {
        let desks = [
            Box::pin(desk.selling_to(&format!("Merged {round} GmbH"))).await?,
            Box::pin(desk.selling_to(&format!("Stays {round} AG"))).await?,
        ];
        let mut paid = Vec::new();
        for ((of, excess), letter) in desks.iter().zip(Self::EXCESS).zip(["P", "Q"]) {
            let id = Box::pin(of.sold(&format!("{letter}{round}-{round}-{round}"), 40_000 + excess)).await?;
            of.pay_out(id).await?;
            let whole = 40_000 + 2 * excess;
            paid.push((id, of.receive(whole, vec![(Target::Receivable(id), Minor::new(whole))], id).await?.receipt.id));
        }
        let open = Box::pin(desks[1].sold(&format!("O{round}-{round}-{round}"), 50_000)).await?;
        desks[1].pay_out(open).await?;
        Ok(Self { desks, paid: [paid[0], paid[1]], open })
    }

    fn debtors(&self) -> [DebtorId; 2] {
        [0, 1].map(|of| self.desks[of].seller.debtor)
    }

    /// Does it where it can be done.
    async fn act(&self, ports: &StorePorts, act: Act) -> Checked {
        let ([gone, stays], desk) = (self.debtors(), &self.desks[1]);
        match act {
            Act::Merge => drop(merge(ports, desk, gone, stays).await??),
            Act::Use => {
                let look = desk.look(self.open).await?;
                let amount = look.held.credit.min(Minor::new(2_500));
                if amount.is_positive() {
                    desk.decide(&look, HouseDecision::UseCredit { amount }).await?;
                }
            }
            Act::UndoUse => {
                if self.used(ports).await? > 0 {
                    desk.end(self.open, Ending::Undo).await??;
                }
            }
            Act::Refund(of) => {
                let (_, receipt) = self.paid[of];
                let most = self.most(ports, of).await?;
                let refused = desk.send_back(receipt, Some(self.debtors()[of]), most + 1).await?;
                let is_all = matches!(refused.as_ref().err(), Some(ProposeError::Cash(CashError::Receivable(ReceivableError::NoMoreThan(max)))) if max.get() == most);
                assert!(is_all || self.is_undone(ports, of).await?, "{most}: {refused:?}");
                if most > 0 {
                    desk.send_back(receipt, Some(self.debtors()[of]), most.min(1_000)).await??;
                }
            }
            Act::UndoSource(of) => drop(desk.end(self.paid[of].0, Ending::Undo).await??),
        }
        Ok(())
    }

    async fn is_undone(&self, ports: &StorePorts, of: usize) -> Made<bool> {
        let receipt = ports.receipts.by_id(self.paid[of].1).await?.ok_or("no receipt")?;
        Ok(receipt.standing().next().is_none())
    }

    /// What is offered to go back to a payer.
    async fn most(&self, ports: &StorePorts, of: usize) -> Made<i64> {
        let id = self.debtors()[of];
        let now = debtor(ports, id).await?.parts().merged_into.unwrap_or(id);
        let desk = &self.desks[of];
        let credits = desk.world.cash().credits(now, &desk.olga.operator()).await?;
        let mut offered = credits.iter().flat_map(|credit| &credit.receipts);
        Ok(offered.find(|offered| offered.explained.receipt.id == self.paid[of].1).map_or(0, |offered| offered.most.get()))
    }

    async fn used(&self, ports: &StorePorts) -> Made<i64> {
        let facts = ports.receivables.facts(self.open).await?;
        let used = facts.iter().filter_map(|recorded| match recorded.fact {
            Fact::Received(Paid { amount, from: MoneyFrom::DebtorCredit, .. }) => Some(amount.get()),
            _ => None,
        });
        Ok(used.sum())
    }

    async fn refunded(&self, ports: &StorePorts, of: usize) -> Made<i64> {
        let filter = PayoutFilter { receipt: Some(self.paid[of].1), ..PayoutFilter::default() };
        Ok(ports.payouts.page(filter, None, 99).await?.iter().map(|payout| payout.gross.get()).sum())
    }

    /// What both have follows from what is there, and once they are one all of it can go back to those who paid.
    async fn adds_up(&self, ports: &StorePorts) -> Checked {
        let (mut should, mut has, mut owes, mut by_page) = (0, 0, 0, 0);
        for of in [0, 1] {
            let brought = if self.is_undone(ports, of).await? { 0 } else { Self::EXCESS[of] };
            should += brought - self.refunded(ports, of).await?;
            let (debtor, desk) = (self.debtors()[of], &self.desks[of]);
            has += credit(ports, debtor).await?;
            let (cases, by) = (desk.world.use_cases(), desk.olga.operator());
            let shown = cases.cash.credits(debtor, &by).await?;
            by_page += shown.iter().map(|credit| credit.amount.amount_minor()).sum::<i64>();
            owes += cases.cash.owed_beside(debtor, &by).await?.iter().map(|owed| owed.refunds.get()).sum::<i64>();
        }
        assert_eq!((has - owes, by_page), (should - self.used(ports).await?, has));
        if debtor(ports, self.debtors()[0]).await?.parts().merged_into.is_some() {
            assert!(has == 0 || owes == 0, "{has} and {owes}");
            for of in [0, 1] {
                let most = if self.is_undone(ports, of).await? { 0 } else { has };
                assert_eq!(self.most(ports, of).await?, most);
            }
        }
        Ok(())
    }
}

/// Whatever the order of a merge, of uses and refunds of credit, and of what takes them and their sources back: what the debtor has
/// follows from what is there, and none of it is stuck on an account.
pub async fn the_credit_of_merged_debtors_follows_from_what_is_there(ports: &StorePorts) -> Checked {
    // Of all 180 orders each so many-th: in each there is another one first, and last.
    const EACH: usize = 11;
    /// More buyers than this stand on no seller's list.
    const OF_ONE_SELLER: usize = 20;
    let (world, olga) = house(ports).await?;
    let mut desk = None;
    let course = |refund, source| [Act::Merge, Act::Use, Act::Refund(refund), Act::UndoSource(source), Act::UndoUse];
    let mut courses: Vec<_> = [course(0, 0), course(1, 0), course(1, 1)].iter().flat_map(|acts| orders(acts)).collect();
    let place = |acts: &[Act], act| acts.iter().position(|other| *other == act);
    courses.retain(|acts| place(acts, Act::Use) < place(acts, Act::UndoUse));
    for (round, acts) in courses.iter().step_by(EACH).enumerate() {
        if round % OF_ONE_SELLER == 0 {
            let name = format!("Merging{round}");
            desk = Some(Box::pin(Desk::of_seller(&name, world.clone(), olga.clone(), terms("EUR", 1_200)?)).await?);
        }
        let desk = desk.as_ref().ok_or("no desk")?;
        let both = Box::pin(Both::of(desk, round)).await?;
        for act in acts {
            let done = async {
                Box::pin(both.act(ports, *act)).await?;
                Box::pin(both.adds_up(ports)).await
            };
            Box::pin(done).await.map_err(|error| format!("{act:?} of {acts:?}: {error}"))?;
        }
        // All that is left goes back to whoever paid it.
        for of in [0, 1] {
            let most = both.most(ports, of).await?;
            if most > 0 {
                desk.send_back(both.paid[of].1, Some(both.debtors()[of]), most).await??;
            }
        }
        let left = credit(ports, both.debtors()[0]).await? + credit(ports, both.debtors()[1]).await?;
        assert_eq!(left, 0, "{acts:?}");
    }
    all_is_well(ports).await
}

/// What a debtor owes of refunds is paid once, also when several of its accounts are credited at once.
pub async fn what_is_owed_of_refunds_is_paid_once_by_two_accounts(ports: &StorePorts) -> Checked {
    let desk = Box::pin(Desk::of(ports)).await?;
    let both = Box::pin(Both::of(&desk, 0)).await?;
    let [gone, stays] = both.debtors();
    let next = [Box::pin(both.desks[0].sold("N-1-1", 60_000)).await?, Box::pin(both.desks[1].sold("N-22-22", 70_000)).await?];
    for (desk, id) in both.desks.iter().zip(next) {
        desk.pay_out(id).await?;
    }
    merge(ports, &desk, gone, stays).await??;
    for of in [0, 1] {
        desk.send_back(both.paid[of].1, Some(stays), Both::EXCESS[of]).await??;
    }
    desk.end(both.paid[1].0, Ending::Undo).await??;
    let owes = async || {
        let owed = desk.world.cash().owed_beside(stays, &desk.olga.operator()).await?;
        Made::Ok(owed.iter().map(|owed| owed.refunds.get()).sum::<i64>())
    };
    assert_eq!(owes().await?, 2_000);
    let parts = vec![(Target::Receivable(next[0]), Minor::new(61_500)), (Target::Receivable(next[1]), Minor::new(71_000))];
    both.desks[0].receive(132_500, parts, next[0]).await?;
    assert_eq!((owes().await?, credit(ports, gone).await? + credit(ports, stays).await?), (0, 500));
    all_is_well(ports).await
}

/// Of a receipt that brought credit to two debtors which are one by now, all that went back to its payer counts: on whichever account it
/// was refunded, no more goes back, and nothing that another credit paid is open again for it.
pub async fn what_one_receipt_brought_two_debtors_that_are_merged_counts_once(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let other = Box::pin(one.selling_to("Nordwind Handels GmbH")).await?;
    let (gone, stays) = (other.seller.debtor, one.seller.debtor);
    let open = Box::pin(one.sold("O-1", 50_000)).await?;
    one.pay_out(open).await?;
    let parts = vec![(Target::Credit(gone), Minor::new(3_000)), (Target::Credit(stays), Minor::new(2_000))];
    let both = one.receive(5_000, parts, open).await?;
    one.receive(10_000, vec![(Target::Credit(stays), Minor::new(10_000))], open).await?;
    one.send_back(both.receipt.id, Some(gone), 1_000).await??;
    merge(ports, &one, gone, stays).await??;

    let credits = one.world.cash().credits(stays, &one.olga.operator()).await?;
    let mut offered = credits.iter().flat_map(|credit| &credit.receipts);
    let most = offered.find(|offered| offered.explained.receipt.id == both.receipt.id).map(|offered| offered.most.get());
    assert_eq!(most, Some(4_000), "of 5,000 that it paid on both accounts");
    let refused = one.send_back(both.receipt.id, Some(stays), 4_001).await?.err();
    assert_eq!(refused, Some(ProposeError::Cash(ReceivableError::NoMoreThan(Minor::new(4_000)).into())));
    one.send_back(both.receipt.id, Some(stays), 4_000).await??;
    all_is_well(ports).await?;

    // The other receipt's credit pays an invoice, and that stays paid: what is taken back went to its payer, who owes it.
    one.decide(&one.look(open).await?, HouseDecision::UseCredit { amount: Minor::new(10_000) }).await?;
    assert_eq!((credit(ports, gone).await?, credit(ports, stays).await?), (0, 0));
    one.undo_part(&both, Target::Credit(gone)).await??;
    assert_eq!(one.look(open).await?.kept.position.open, Minor::new(40_000));
    let owed = one.world.cash().owed_beside(stays, &one.olga.operator()).await?;
    assert_eq!(owed.iter().map(|owed| owed.refunds.get()).collect::<Vec<_>>(), [3_000]);
    all_is_well(ports).await
}

/// Of one debtor a credit pays what it owes of refunds as soon as it comes: so it does once two are one.
pub async fn what_one_of_two_debtors_has_as_credit_pays_what_the_other_one_owes(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let other = Box::pin(one.selling_to("Nordwind Handels GmbH")).await?;
    let owes = async |of: DebtorId| {
        let owed = one.world.cash().owed_beside(of, &one.olga.operator()).await?;
        Made::Ok(owed.into_iter().map(|owed| owed.refunds.get()).sum::<i64>())
    };
    let paid_too_much = async |desk: &Desk, number: &str, excess: i64| {
        let id = Box::pin(desk.sold(number, 400_000)).await?;
        desk.pay_out(id).await?;
        let paid = Minor::new(400_000 + excess);
        Made::Ok((id, desk.receive(paid.get(), vec![(Target::Receivable(id), paid)], id).await?))
    };
    let (gone, stays) = (other.seller.debtor, one.seller.debtor);
    let (id, receipt) = Box::pin(paid_too_much(&one, "O-1", 30_000)).await?;
    one.send_back(receipt.receipt.id, Some(stays), 30_000).await??;
    one.end(id, Ending::Undo).await??;
    Box::pin(paid_too_much(&other, "P-22", 20_000)).await?;
    assert_eq!((credit(ports, gone).await?, owes(stays).await?), (20_000, 30_000), "side by side");
    merge(ports, &one, gone, stays).await??;
    assert_eq!((credit(ports, gone).await?, owes(stays).await?), (0, 10_000));
    all_is_well(ports).await?;
    Box::pin(paid_too_much(&other, "R-333", 50_000)).await?;
    assert_eq!((credit(ports, stays).await?, owes(stays).await?), (40_000, 0), "as it was of one");
    all_is_well(ports).await
}

pub async fn merging_two_debtors_while_others_sell_pay_and_limit_loses_nothing(ports: &StorePorts) -> Checked {
    let desk = Box::pin(Desk::of(ports)).await?;
    for round in 0..4 {
        let one = Box::pin(desk.selling_to(&format!("Südwind {round} AG"))).await?;
        let other = Box::pin(desk.selling_to(&format!("Südwind {round} GmbH"))).await?;
        let (gone, stays) = (other.seller.debtor, one.seller.debtor);
        let number = |of: &str| format!("{of}{round}-{round}-{round}");
        let (paid, owed) = (other.sold(&number("P"), 400_000).await?, one.sold(&number("Q"), 450_000 + round).await?);
        for id in [paid, owed] {
            one.pay_out(id).await?;
        }
        let mut offers = Vec::new();
        for place in 0..6_i64 {
            let from = if place % 3 == 2 { &one } else { &other };
            offers.push((from, from.offered(&format!("{}-{place}-{place}", number("R")), 610_000 + 40_000 * place + round).await?));
        }
        let receipt = other.receive(900_000, Vec::new(), paid).await?;
        let accept = join_all(offers.iter().map(|(from, look)| from.accept(look)));
        let explain = other.explain(&receipt, vec![(Target::Receivable(paid), Minor::new(430_000))]);
        let limit = one.world.limit(&one.olga, stays, 80_000_000);
        let (accepted, explained, limited, merged) = join4(accept, explain, limit, merge(ports, &one, gone, stays)).await;
        // Whoever was late looks again, and says the same.
        let is_late = |error: &AcceptError| matches!(error, AcceptError::OfferChanged(_));
        assert!(accepted.iter().all(|answer| answer.as_ref().err().is_none_or(is_late)), "{accepted:?}");
        assert!(matches!(explained, Ok(_) | Err(CashError::Receivable(ReceivableError::Stale))), "{explained:?}");
        assert!(matches!(merged, Ok(Ok(_) | Err(ProposeError::Stale))), "{merged:?}");
        if limited.is_err() {
            one.world.limit(&one.olga, stays, 80_000_000).await?;
        }
        if merged?.is_err() {
            merge(ports, &one, gone, stays).await??;
        }
        if explained.is_err() {
            other.explain(&receipt, vec![(Target::Receivable(paid), Minor::new(430_000))]).await?;
        }
        for ((from, look), answer) in offers.iter().zip(&accepted) {
            if answer.is_err() {
                let again = one.world.receivables().shown(look.receivable().id(), &from.seller.me.membership).await?;
                from.accept(&again).await?;
            }
        }
        let all: Vec<_> = offers.iter().map(|(_, look)| look.receivable().id()).chain([paid, owed]).collect();
        is_owed_by(ports, stays, &all).await?;
        assert_eq!(in_use(ports, &other, gone).await?, (0, 0), "round {round}");
        let open: Minor = ports.receivables.open_of(vec![stays], Currency::parse("EUR")?).await?.into_iter().sum();
        assert_eq!(in_use(ports, &one, stays).await?.1, open.get());
        assert_eq!(debtor(ports, stays).await?.parts().limits.of(Currency::parse("EUR")?), Minor::new(80_000_000));
        all_is_well(ports).await?;
    }
    Ok(())
}

pub async fn an_invoice_that_is_sold_on_both_keeps_them_apart_until_one_is_at_its_end(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let other = Box::pin(one.selling_to("Nordwind Handels GmbH")).await?;
    let (gone, stays) = (other.seller.debtor, one.seller.debtor);
    let (first, second) = (one.sold("RE-7", 500_000).await?, other.sold("re 007", 800_000).await?);
    let both = ports.receivables.sold_on_both([gone, stays]).await?;
    assert_eq!(both.iter().map(|both| both.on).collect::<Vec<_>>(), [[second, first]]);
    assert_eq!(merge(ports, &one, gone, stays).await?, Err(ProposeError::SoldOnBoth(both)));
    is_owed_by(ports, gone, &[second]).await?;

    one.pay_out(second).await?;
    other.receive(800_000, vec![(Target::Receivable(second), Minor::new(800_000))], second).await?;
    assert_eq!(one.look(second).await?.receivable().status(), ReceivableStatus::Settled);
    merge(ports, &one, gone, stays).await??;
    is_owed_by(ports, stays, &[first, second]).await?;
    let third = one.offered("RE-07", 900_000).await?;
    assert!(third.offer.is_none_or(|offer| offer.is_err()), "it is sold");
    all_is_well(ports).await
}

pub async fn a_buyer_that_is_another_debtor_is_corrected_until_something_was_sold(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let (seller, by, wrong) = (one.seller.me.membership, one.olga.operator(), one.seller.debtor);
    let case = one.world.onboarding().view(seller).await?.application.parts().id;
    let link = async |name: &str| {
        let buyer = one.world.onboarding().add_buyer(seller, buyer_details(name), None).await?;
        let (seen, decision, debtor) = (BuyerStatus::Pending, BuyerDecision::Approve, WhichDebtor::Known(wrong));
        let ruling = BuyerRuling { by, seen, decision, debtor, request: None };
        Made::Ok(one.world.onboarding().decide_buyer(case, buyer.id, ruling).await?)
    };
    let correct = async |buyer: &Buyer, seen, debtor| {
        let correction = DebtorCorrection { by, seen, debtor, request: None };
        one.world.servicing().correct_debtor(case, buyer.id, correction).await
    };
    let buyer = link("Nordwind GmbH").await?;
    assert_eq!(buyer.debtor, Some(wrong));
    let linked = one.naming(buyer.clone());
    let [draft, handed_in] = [linked.draft("L-1", 300_000).await?, linked.offered("L-22", 450_000).await?.receivable().id()];
    assert_eq!(correct(&buyer, DebtorId(draft.0), WhichDebtor::default()).await, Err(CorrectDebtorError::Stale));
    assert_eq!(correct(&buyer, wrong, WhichDebtor::Known(wrong)).await, Err(CorrectDebtorError::NotThatDebtor));
    let alike = async || ports.debtors.alike(&buyer.details.marks()).await;
    let others = alike().await?.into_iter().map(|alike| alike.debtor.id()).filter(|id| *id != wrong);
    let right = correct(&buyer, wrong, WhichDebtor::NoneOf(others.collect())).await?.debtor.ok_or("no debtor")?;
    assert_ne!(right, wrong);
    // By its name the one looks like the other; what the seller wrote of its number leads to the one it is alone.
    let by: Vec<_> = alike().await?.into_iter().map(|alike| (alike.debtor.id(), alike.by)).collect();
    assert!(by.contains(&(right, BTreeSet::from([MarkKind::Number, MarkKind::Name]))), "{by:?}");
    assert!(by.contains(&(wrong, BTreeSet::from([MarkKind::Name]))), "{by:?}");
    for id in [draft, handed_in] {
        let look = one.world.receivables().shown(id, &seller).await?;
        assert_eq!(look.scene.debtor.as_ref().map(Debtor::id), Some(right));
        assert!(look.receivable().parts().debtor.is_none_or(|debtor| debtor == right));
    }
    // It is that one by its number.
    assert_eq!(correct(&buyer, right, WhichDebtor::Known(wrong)).await, Err(CorrectDebtorError::ItsOwn));

    let buyer = link("Nordwind SE").await?;
    one.naming(buyer.clone()).sold("L-333", 800_000).await?;
    let others = ports.debtors.alike(&buyer.details.marks()).await?.into_iter().map(|alike| alike.debtor.id());
    assert_eq!(correct(&buyer, wrong, WhichDebtor::NoneOf(others.collect())).await, Err(CorrectDebtorError::Sold));
    let kept = ports.buyers.by_id(seller.company, buyer.id).await?.ok_or("no buyer")?;
    assert_eq!(kept.debtor, Some(wrong));
    all_is_well(ports).await
}

/// Both orders of a sale and of a correction of its debtor: what was sold stays with the debtor it was sold on.
pub async fn a_buyer_is_corrected_or_its_invoice_is_sold(ports: &StorePorts) -> Checked {
    let one = Box::pin(Desk::of(ports)).await?;
    let (seller, by, wrong) = (one.seller.me.membership, one.olga.operator(), one.seller.debtor);
    let case = one.world.onboarding().view(seller).await?.application.parts().id;
    for (round, form) in (0..).zip(["GmbH", "SE", "KG", "Ltd"]) {
        let buyer = one.world.onboarding().add_buyer(seller, buyer_details(&format!("Nordwind {form}")), None).await?;
        let debtor = WhichDebtor::Known(wrong);
        let ruling = BuyerRuling { by, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, debtor, request: None };
        let buyer = one.world.onboarding().decide_buyer(case, buyer.id, ruling).await?;
        let linked = one.naming(buyer.clone());
        let offer = linked.offered(&format!("X{round}-{round}-{round}"), 510_000 + 7_000 * round).await?;
        let others = ports.debtors.alike(&buyer.details.marks()).await?.into_iter().map(|alike| alike.debtor.id()).collect();
        let correction = DebtorCorrection { by, seen: wrong, debtor: WhichDebtor::NoneOf(others), request: None };
        let cases = one.world.use_cases();
        let (sold, corrected) = join(linked.accept(&offer), cases.servicing.correct_debtor(case, buyer.id, correction)).await;
        let kept = ports.receivables.by_id(offer.receivable().id()).await?.ok_or("no receivable")?;
        match (&sold, &corrected) {
            (Ok(_), Err(CorrectDebtorError::Sold)) => assert_eq!(kept.receivable.parts().debtor, Some(wrong)),
            (Err(AcceptError::OfferChanged(_)), Ok(corrected)) => assert_eq!(kept.receivable.parts().debtor, corrected.debtor),
            both => return Err(format!("{both:?}").into()),
        }
        all_is_well(ports).await?;
    }
    Ok(())
}

/// Whoever read a debtor before it was merged, and writes something that names it.
pub async fn what_names_a_debtor_that_was_merged_names_the_other_one(ports: &StorePorts) -> Checked {
    let scene = examples::scene(ports, "merged").await?;
    let other = examples::debtor(ports).await?;
    let (gone, stays) = (debtor(ports, scene.debtor).await?, debtor(ports, other).await?);
    let [before, late] = ["RE-1", "RE-22"].map(|number| scene.kept(ReceivableStatus::Submitted, number));
    let unknown = examples::with(&scene.kept(ReceivableStatus::Draft, "RE-333")?, |parts| parts.debtor = None);
    let (before, late) = (before?, late?);
    for kept in [&before, &unknown] {
        examples::added(ports, kept).await?;
    }
    let merged = |gone: &Debtor, stays: &Debtor| {
        let (merged, seen) = (Box::new(stays.absorb(gone)?), gone.parts().version);
        Ok::<_, MergeRefusal>(PartyChange::DebtorMerged { merged, gone: gone.id(), seen })
    };
    let change = merged(&gone, &stays)?;
    parties(ports, change.clone()).await?;
    assert_eq!(parties(ports, change).await, Err(CommitError::Stale));
    let replaced = Change::DebtorReplaced { before: gone.id(), after: stays.id() };
    examples::commit(ports, vec![replaced]).await?;

    let known = examples::with(&unknown, |parts| parts.debtor = Some(gone.id()));
    examples::added(ports, &late).await?;
    examples::changed(ports, &known).await?;
    assert_eq!(examples::changed(ports, &before).await, Err(CommitError::Stale), "it was read before");
    is_owed_by(ports, stays.id(), &[&before, &late, &known].map(|kept| kept.receivable.id())).await?;

    let mark = Mark { kind: MarkKind::Number, value: "DE:4711".to_owned() };
    parties(ports, PartyChange::DebtorMarked(gone.id(), BTreeSet::from([mark.clone()]))).await?;
    let alike = ports.debtors.alike(&BTreeSet::from([mark])).await?;
    assert_eq!(alike.iter().map(|alike| alike.debtor.id()).collect::<Vec<_>>(), [stays.id()]);
    let buyer = ports.buyers.by_id(scene.seller, scene.buyer).await?.ok_or("no buyer")?;
    let approved = Buyer { status: BuyerStatus::Approved, debtor: Some(gone.id()), ..buyer.clone() };
    parties(ports, PartyChange::BuyerDecided { buyer: approved, seen: buyer.status }).await?;
    let buyer = ports.buyers.by_id(scene.seller, scene.buyer).await?.ok_or("no buyer")?;
    assert_eq!((buyer.debtor, ports.debtors.sellers(&[gone.id(), stays.id()]).await?), (Some(stays.id()), vec![0, 1]));
    let payer = |debtor| {
        let value = Line::parse("DE02120300000000202051")?;
        let (id, mark, by, at) = (RememberedId(id()), PayerMark::Account, scene.user, noon());
        Made::Ok(PaymentChange::PayerRemembered(Box::new(Remembered { id, debtor, mark, value, by, at, forgotten: None })))
    };
    for debtor in [gone.id(), stays.id(), gone.id()] {
        ports.payments.commit(vec![payer(debtor)?], context()).await?;
    }
    let remembered = ports.remembered_payers.all().await?;
    let own: Vec<_> = remembered.iter().filter(|kept| [gone.id(), stays.id()].contains(&kept.debtor)).collect();
    assert_eq!(own.iter().map(|kept| kept.debtor).collect::<Vec<_>>(), [stays.id()], "once");

    // Whatever went where it went goes on with it.
    let third = debtor(ports, examples::debtor(ports).await?).await?;
    parties(ports, merged(&debtor(ports, stays.id()).await?, &third)?).await?;
    assert_eq!(debtor(ports, gone.id()).await?.parts().merged_into, Some(third.id()));
    assert_eq!(debtor(ports, third.id()).await?.parts().absorbed.len(), 2);
    assert_eq!(ports.debtors.of_entity(&gone.parts().legal_entity).await?.map(|found| found.id()), Some(third.id()));
    Ok(())
}
