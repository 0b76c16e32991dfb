//! What a seller sends pays what it owes, then what is open; of what is too much it gets back what it sent. (decision 64)

use super::desk::{Desk, note};
use crate::{
    StorePorts,
    approvals::AccountCommand,
    kernel::clock::BusinessClock as _,
    servicing::{HouseDecision, MonthOf},
    testing::contracts::Checked,
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::{ids::ReceivableId, minor::Minor, money::Currency},
    ledger::account::AccountKind::{Bank, DebtorCredits, PayoutsInTransit, SellersOwe, SellersPayable, Suspense},
    onboarding::bank_account::{BankAccount, Iban},
    payments::receipt::{Explained, Target},
    receivables::{month::MonthFigure, status::ReceivableStatus},
};

async fn debtor_pays(desk: &Desk, amount: i64, of: ReceivableId) -> Result<Explained, Box<dyn std::error::Error>> {
    desk.receive(amount, vec![(Target::Receivable(of), Minor::new(amount))], of).await
}

/// The reserve was released, and the payment it was released for was another debtor's.
pub async fn a_seller_repays_a_released_reserve_before_the_open_invoice(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let paid = debtor_pays(&desk, 1_000_000, id).await?;
    let release = -desk.hold([SellersPayable]).await?[0];
    desk.pay_out(id).await?;
    desk.end(id, Ending::Undo).await??;
    assert_eq!((desk.owes().await?.get(), desk.hold([Suspense]).await?), (release, [-1_000_000]));

    let repaid = desk.seller_pays(release, id).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, DebtorCredits]).await?, [0, 0, 0]);
    assert_eq!((desk.look(id).await?.kept.position.open, desk.due_for(id).await?), (Minor::new(1_000_000), Vec::new()));

    // The debtor pays after all: the reserve is released once more, and nothing is too much.
    desk.explain(&paid, vec![(Target::Receivable(id), Minor::new(1_000_000))]).await?;
    assert_eq!(desk.look(id).await?.receivable().status(), ReceivableStatus::Settled);
    assert_eq!((desk.due_for(id).await?, desk.hold([DebtorCredits]).await?), (vec![("release", release)], [0]));
    desk.all_is_well(vec![id], &[paid, repaid]).await
}

/// More than it owes pays what is open, and what is more than that is its own.
pub async fn what_a_seller_sends_pays_its_debt_then_what_is_open_then_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let paid = debtor_pays(&desk, 1_000_000, id).await?;
    desk.pay_out(id).await?;
    desk.end(id, Ending::Undo).await??;
    let debt = desk.owes().await?.get();
    let first = desk.seller_pays(debt + 400_000, id).await?;
    assert_eq!((desk.owes().await?, desk.look(id).await?.kept.position.open), (Minor::ZERO, Minor::new(600_000)));
    let second = desk.seller_pays(600_700, id).await?;
    assert_eq!(desk.look(id).await?.receivable().status(), ReceivableStatus::Settled);
    assert!(desk.due_for(id).await?.contains(&("passed_on", 700)));
    assert_eq!(desk.hold([SellersOwe, DebtorCredits]).await?, [0, 0]);
    desk.all_is_well(vec![id], &[paid, first, second]).await
}

pub async fn an_account_that_a_seller_is_paid_to_is_never_known_to_pay_for_its_debtor(ports: &StorePorts) -> Checked {
    const SELLERS: &str = "DE89370400440532013000";
    const DEBTORS: &str = "NL91ABNA0417164300";
    const LATER: &str = "DE02120300000000202051";
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let (debtor, company) = (desk.seller.debtor, desk.seller.me.membership.company);
    let known = async || desk.world.cash().payers_of(debtor, &desk.olga.operator()).await;
    let owned = async || {
        let accounts = [SELLERS, DEBTORS, LATER].map(str::to_owned).into();
        ports.applications.payees(accounts).await.map(|all| {
            let own = all.into_iter().filter(|(_, of)| *of == company);
            own.map(|(account, _)| account).collect::<Vec<_>>()
        })
    };
    assert_eq!(owned().await?, [SELLERS]);
    desk.seller_pays(30_000, id).await?;
    let credit = desk.seller_pays_for_nothing(500, id).await?;
    desk.explain(&credit, vec![(Target::Credit(debtor), Minor::new(500))]).await?;
    assert_eq!(known().await?, []);
    debtor_pays(&desk, 10_000, id).await?;
    let paid = ports.receipts.paid_for(debtor).await?;
    assert_eq!(paid.iter().map(|paid| paid.iban.as_str()).collect::<Vec<_>>(), [DEBTORS, SELLERS], "the last one first");
    let kept = known().await?;
    assert_eq!(kept.iter().map(|kept| kept.value.as_str()).collect::<Vec<_>>(), [DEBTORS]);
    desk.world.cash().forget_payer(debtor, kept[0].id, &desk.olga).await?;
    assert_eq!(known().await?, [], "nor by what it paid");

    // As it was handed in, and is by now.
    let me = desk.world.stepped_up(&desk.seller.me).await?;
    let seen = desk.world.approvals().bank_account(&me).await?.account;
    let account = BankAccount { iban: Some(Iban::parse(LATER)?), ..seen.clone() };
    desk.world.approvals().change_bank_account(&me, AccountCommand { seen, account }).await?;
    assert_eq!(owned().await?, [LATER, SELLERS]);
    assert_eq!(known().await?, []);
    Ok(())
}

pub async fn what_a_seller_sent_goes_back_to_it_when_its_debtor_pays_the_face(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let mut receipts = vec![desk.seller_pays(30_000, id).await?, debtor_pays(&desk, 1_000_500, id).await?];
    assert_eq!(desk.hold([DebtorCredits, SellersOwe]).await?, [-500, 0]);
    assert!(desk.due_for(id).await?.contains(&("passed_on", 30_000)), "{:?}", desk.due_for(id).await?);
    let settlement = desk.look(id).await?.settled().ok_or("not settled")?.settlement;
    assert_eq!(settlement.debtor_credit, Minor::new(500));

    // It was paid out, and the debtor's payment is taken back: what went back to the seller is owed with the reserve.
    desk.pay_out(id).await?;
    desk.end(id, Ending::Undo).await??;
    let owed = settlement.to_seller.get() + 30_000;
    assert_eq!((desk.owes().await?.get(), desk.look(id).await?.kept.position.open), (owed, Minor::new(970_000)));
    assert_eq!(desk.hold([DebtorCredits, SellersPayable]).await?, [0, 0]);
    receipts.push(debtor_pays(&desk, 970_000, id).await?);
    assert_eq!((desk.due_for(id).await?.len(), desk.hold([DebtorCredits]).await?), (1, [0]));
    desk.all_is_well(vec![id], &receipts).await
}

pub async fn what_a_seller_sent_early_goes_back_to_it_once_it_is_funded(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    let receipts = [desk.seller_pays(30_000, id).await?, debtor_pays(&desk, 1_000_000, id).await?];
    desk.pay_out(id).await?;
    assert_eq!((desk.hold([DebtorCredits]).await?, desk.due_for(id).await?[0]), ([0], ("passed_on", 30_000)));
    desk.all_is_well(vec![id], &receipts).await
}

/// What the debtor had paid the seller was never the seller's own: the debtor paid it twice.
pub async fn what_a_debtor_paid_twice_is_its_own(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let known = HouseDecision::PaidToSeller { amount: Minor::new(30_000), note: None };
    desk.decide(&desk.look(id).await?, known.clone()).await?;
    let mut receipts = vec![desk.seller_pays(30_000, id).await?, debtor_pays(&desk, 1_000_000, id).await?];
    assert_eq!(desk.hold([DebtorCredits]).await?, [-30_000]);
    // The same where that was known after the seller had sent it.
    let later = desk.sold("D-2", 100_001).await?;
    desk.pay_out(later).await?;
    receipts.push(desk.seller_pays(30_000, later).await?);
    desk.decide(&desk.look(later).await?, known).await?;
    receipts.push(debtor_pays(&desk, 100_001, later).await?);
    assert_eq!(desk.hold([DebtorCredits]).await?, [-60_000]);
    desk.all_is_well(vec![id, later], &receipts).await
}

/// A small rest that the seller holds is kept back from its next payout, and not let go.
pub async fn a_small_rest_that_a_seller_holds_is_kept_back(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let known = HouseDecision::PaidToSeller { amount: Minor::new(30_442), note: None };
    desk.decide(&desk.look(id).await?, known).await?;
    let receipts = [debtor_pays(&desk, 969_558, id).await?, desk.seller_pays(30_000, id).await?];
    let position = desk.look(id).await?.kept.position;
    assert_eq!((position.open, position.with_seller), (Minor::new(442), Minor::new(442)));

    let next = desk.sold("R-2", 100_000).await?;
    let before = desk.hold([PayoutsInTransit, Bank]).await?;
    desk.pay_out(next).await?;
    let [transit, bank] = desk.hold([PayoutsInTransit, Bank]).await?;
    assert_eq!((transit - before[0], bank - before[1]), (0, 442 - 80_000));
    assert_eq!(desk.look(id).await?.receivable().status(), ReceivableStatus::Settled);
    desk.all_is_well(vec![id, next], &receipts).await
}

/// The debtor paid what a credit note left, and the seller had sent the difference.
pub async fn what_a_credit_note_makes_too_much_is_the_sellers_as_far_as_it_sent_it(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let receipts = [desk.seller_pays(30_000, id).await?, debtor_pays(&desk, 900_000, id).await?];
    let look = desk.look(id).await?;
    let credit = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(100_000), reason: note()? };
    desk.decide(&look, credit).await?;
    assert_eq!(desk.hold([DebtorCredits, SellersOwe]).await?, [0, 0]);
    assert!(desk.due_for(id).await?.contains(&("passed_on", 30_000)));
    desk.all_is_well(vec![id], &receipts).await
}

/// It is the seller's own: what is out is the same by the monthly statement as by the position, also once the rest is open again.
pub async fn what_a_seller_sent_too_much_is_not_money_for_the_invoice(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (paid, charged) = (desk.sold("E-2", 88_800).await?, desk.sold("A-7", 200_000).await?);
    desk.pay_out(paid).await?;
    desk.pay_out(charged).await?;
    let mut receipts = vec![debtor_pays(&desk, 88_800, paid).await?, desk.seller_pays(333, paid).await?];
    desk.end(paid, Ending::Undo).await??;
    assert_eq!(out_by_statement(&desk).await?, Minor::new(71_040 + 160_000));

    Box::pin(desk.lost(charged)).await?;
    let debt = desk.owes().await?.get();
    receipts.push(desk.seller_pays(debt + 1_234, charged).await?);
    desk.end(charged, Ending::Undo).await??;
    let mut out = Minor::ZERO;
    for id in [paid, charged] {
        out += desk.look(id).await?.kept.position.out;
    }
    assert_eq!(out_by_statement(&desk).await?, out);
    // It was not the seller's, and is undone: that changes nothing of what is out.
    desk.undo_part(&receipts[1], Target::Receivable(paid)).await??;
    assert_eq!(out_by_statement(&desk).await?, out);
    // Nor does it once all of that lies in a past month.
    desk.world.business().advance(TimeDelta::days(40));
    assert_eq!(out_by_statement(&desk).await?, out);
    desk.all_is_well(vec![paid, charged], &receipts).await
}

/// What went back to the seller was paid out, and what it was given for is undone: it is owed, which changes nothing of what is out.
pub async fn what_is_owed_in_place_of_a_payout_is_not_money_for_the_invoice(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let id = desk.sold("R-1", 1_000_000).await?;
    desk.pay_out(id).await?;
    let receipts = [desk.seller_pays(30_000, id).await?, debtor_pays(&desk, 1_000_000, id).await?];
    desk.pay_out(id).await?;
    desk.end(id, Ending::Undo).await??;
    let out = desk.look(id).await?.kept.position.out;
    assert_eq!(out_by_statement(&desk).await?, out);
    desk.world.business().advance(TimeDelta::days(40));
    assert_eq!(out_by_statement(&desk).await?, out, "in a past month");
    desk.all_is_well(vec![id], &receipts).await
}

async fn out_by_statement(desk: &Desk) -> Result<Minor, Box<dyn std::error::Error>> {
    let today = desk.world.house().business_days().await?.date_of(desk.world.business().now().await?);
    let of = MonthOf::with(today, Currency::parse("EUR")?).ok_or("no month")?;
    let month = desk.world.servicing().month(of, &desk.seller.me.membership).await?;
    let out = month.figures.iter().find(|(figure, ..)| *figure == MonthFigure::Out);
    Ok(out.ok_or("no such figure")?.2)
}
