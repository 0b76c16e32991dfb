//! A book in which every kind of payout, receipt and figure is, for those who break what is kept of them.

use super::{course::Made, desk::Desk, desk::note};
use crate::{StorePorts, receivables::HouseDecision, testing::World};
use sooner_domain::{approvals::proposal::Ending, kernel::minor::Minor, payments::receipt::Target};
use std::sync::Arc;

/// In it are: K-1, settled, with what was left of it due, a refund on its way, and a credit; M-22, charged back, for which its seller
/// paid 50.00 too much; N-333, of which something is open, out, diluted and with its seller; O-4444, whose charge back was taken back
/// after its debt was paid; P-55555, a draft; and 4.00 in suspense.
///
/// # Errors
/// When it cannot be made.
pub async fn a_book_of_everything(ports: &StorePorts) -> Made<Arc<World>> {
    let desk = Desk::of(ports).await?;
    let settled = desk.sold("K-1", 1_000_000).await?;
    desk.pay_out(settled).await?;
    let receipt = desk.receive(1_000_700, vec![(Target::Receivable(settled), Minor::new(1_000_700))], settled).await?;
    desk.send_back(receipt.receipt.id, Some(desk.seller.debtor), 100).await??;
    let returned = desk.sold("O-4444", 900_000).await?;
    desk.pay_out(returned).await?;
    Box::pin(desk.lost(returned)).await?;
    desk.seller_pays(desk.owes().await?.get(), returned).await?;
    desk.end(returned, Ending::Undo).await??;
    let charged = desk.sold("M-22", 800_000).await?;
    desk.pay_out(charged).await?;
    Box::pin(desk.lost(charged)).await?;
    desk.seller_pays(desk.owes().await?.get() + 5_000, charged).await?;
    let open = desk.sold("N-333", 1_200_000).await?;
    desk.pay_out(open).await?;
    desk.receive(300_000, vec![(Target::Receivable(open), Minor::new(300_000))], open).await?;
    let look = desk.look(open).await?;
    let credit = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(50_000), reason: note()? };
    desk.decide(&look, credit).await?;
    desk.decide(&desk.look(open).await?, HouseDecision::PaidToSeller { amount: Minor::new(100_000), note: None }).await?;
    Box::pin(desk.offered("P-55555", 100_000)).await?;
    desk.receive(400, Vec::new(), open).await?;
    Ok(desk.world)
}
