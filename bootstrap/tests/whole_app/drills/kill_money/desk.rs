//! Those who are at it at once: sellers, treasury, credit. Each goes on until the connection is cut.

use super::{
    super::super::financing::{
        answers::{batch_payouts, number, receipt},
        house::House,
        sale::Seller,
    },
    deeds::{Cut, Deed, Diary, Offer, Parts, Payout, seen},
};
use actix_web::rt::time::sleep;
use chrono::NaiveDate;
use futures_util::future::{join, join_all, join4};
use reqwest::Method;
use serde_json::Value;
use std::{cell::RefCell, collections::BTreeMap, time::Duration};

/// The most that are released together.
const TOGETHER: usize = 3;
/// What is paid beyond what anybody knows a reason for.
const UNEXPLAINED: i64 = 90_000;
/// As many receipts wait to be explained as treasury lets wait.
const WAITING: usize = 6;

/// What lies on the desk.
#[derive(Default)]
pub struct Tray {
    /// Of each seller, in their order.
    pub offers: Vec<Vec<Offer>>,
    /// What was paid out, and what of it is open, as far as the desk knows.
    pub open: BTreeMap<String, i64>,
    /// Batches the bank has not answered for.
    pub batches: Vec<String>,
    /// Payouts that may come back.
    pub ordered: Vec<Payout>,
    /// Receipts with what is left of each.
    pub unexplained: Vec<(String, i64)>,
    /// Receivables of which a dispute was lost.
    pub lost: Vec<String>,
}

pub struct Desk<'a> {
    pub house: &'a House,
    pub sellers: &'a [Seller],
    pub diary: &'a Diary,
    pub today: NaiveDate,
    pub random: RefCell<fastrand::Rng>,
    pub tray: RefCell<Tray>,
}

impl Desk<'_> {
    /// All of them until each has noticed that nobody answers.
    pub async fn work(&self) {
        let offers = std::mem::take(&mut self.tray.borrow_mut().offers);
        let sellers = join_all(self.sellers.iter().zip(offers).map(|(seller, offers)| self.accept(seller, offers)));
        let payouts = join4(self.release(), self.execute(), self.execute(), self.give_back());
        let money = join4(self.receive(), self.receive(), self.explain(), join(self.credit(), self.charge_back()));
        drop(join(join(sellers, payouts), money).await);
    }

    async fn ask(&self, deed: Deed) -> Result<Option<Value>, Cut> {
        self.diary.ask(self.house, &self.house.operator, deed).await
    }

    async fn read(&self, path: &str) -> Result<Value, Cut> {
        let (_, mut answer) = self.house.once(&self.house.operator, Method::GET, path, None).await.map_err(|_| Cut)?;
        Ok(answer["data"].take())
    }

    /// Nothing to do: is anybody there at all?
    async fn wait(&self) -> Result<(), Cut> {
        sleep(Duration::from_millis(5)).await;
        self.house.instance.client.get(self.house.instance.url("/health/live")).send().await.map(drop).map_err(|_| Cut)
    }

    fn below(&self, end: usize) -> usize {
        self.random.borrow_mut().usize(..end)
    }

    fn once_in(&self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Takes one of these out, if there is any.
    fn draw<T>(&self, from: fn(&mut Tray) -> &mut Vec<T>) -> Option<T> {
        let mut tray = self.tray.borrow_mut();
        let all = from(&mut tray);
        if all.is_empty() { None } else { Some(all.swap_remove(self.below(all.len()))) }
    }

    /// Something that was paid out, with what of it is open.
    fn some_open(&self) -> Option<(String, i64)> {
        let tray = self.tray.borrow();
        let place = self.below(tray.open.len().max(1));
        tray.open.iter().nth(place).map(|(id, open)| (id.clone(), *open))
    }

    /// It is known to be open no more, or less.
    fn lower(&self, parts: &Parts) {
        let mut tray = self.tray.borrow_mut();
        for (id, amount) in parts {
            if let Some(open) = tray.open.get_mut(id) {
                *open -= amount;
            }
        }
        tray.open.retain(|_, open| *open > 0);
    }

    async fn accept(&self, seller: &Seller, mut offers: Vec<Offer>) -> Result<(), Cut> {
        while !offers.is_empty() {
            let together = offers.split_off(offers.len().saturating_sub(1 + self.below(2)));
            self.diary.ask(self.house, &seller.token, Deed::Accept(together)).await?;
        }
        Ok(())
    }

    async fn release(&self) -> Result<(), Cut> {
        loop {
            let due = self.read("/operator/payouts?status=due").await?;
            let mut due: Vec<&Value> = due.as_array().into_iter().flatten().collect();
            self.random.borrow_mut().shuffle(&mut due);
            due.truncate(1 + self.below(TOGETHER));
            let payouts: Vec<_> = due.iter().filter_map(|payout| Payout::of(payout).ok()).collect();
            if payouts.is_empty() {
                self.wait().await?;
                continue;
            }
            let hash = seen(self.house, &payouts).await.map_err(|_| Cut)?;
            if let Some(released) = self.ask(Deed::Release(payouts, hash)).await? {
                let Some(batch) = released["batch"]["id"].as_str() else { continue };
                self.tray.borrow_mut().batches.push(batch.to_owned());
                for advance in due.iter().filter(|payout| payout["purpose"] == "advance" && payout["replaces"].is_null()) {
                    self.funded(advance).await?;
                }
            }
        }
    }

    async fn funded(&self, advance: &Value) -> Result<(), Cut> {
        let Some(id) = advance["receivableId"].as_str() else { return Ok(()) };
        let shown = self.read(&format!("/operator/receivables/{id}")).await?;
        if let Some(open) = shown["position"]["open"].as_i64() {
            self.tray.borrow_mut().open.insert(id.to_owned(), open);
        }
        Ok(())
    }

    async fn execute(&self) -> Result<(), Cut> {
        loop {
            let Some(batch) = self.draw(|tray| &mut tray.batches) else {
                self.wait().await?;
                continue;
            };
            let payouts = self.read(&batch_payouts(&batch)).await?;
            let waits = payouts.as_array().into_iter().flatten().filter(|payout| payout["status"] == "released");
            let waited: Vec<_> = waits.filter_map(|payout| Payout::of(payout).ok()).collect();
            if waited.is_empty() {
                continue;
            }
            // One comes back before the bank says that it was carried out, or after.
            let back = waited.first().filter(|_| self.once_in(2)).cloned();
            let is_early = self.once_in(2);
            self.tray.borrow_mut().ordered.extend(back.clone().filter(|_| is_early));
            self.ask(Deed::Execute { batch, waited, on: self.today }).await?;
            self.tray.borrow_mut().ordered.extend(back.filter(|_| !is_early));
        }
    }

    async fn give_back(&self) -> Result<(), Cut> {
        loop {
            match self.draw(|tray| &mut tray.ordered) {
                Some(payout) => drop(self.ask(Deed::Return { payout, on: self.today }).await?),
                None => self.wait().await?,
            }
        }
    }

    /// Money for one or two of those that are open, all or half of it, or for nobody knows what.
    async fn receive(&self) -> Result<(), Cut> {
        for place in 0.. {
            let mut parts = Parts::new();
            for _ in 0..self.below(3) {
                let Some((id, open)) = self.some_open().filter(|(id, _)| parts.iter().all(|(other, _)| other != id)) else { continue };
                parts.push((id, if self.once_in(2) { open } else { open - open / 2 }));
            }
            let waiting = self.tray.borrow().unexplained.len();
            if parts.is_empty() && waiting >= WAITING {
                self.wait().await?;
                continue;
            }
            let left = if parts.is_empty() || (waiting < WAITING && self.once_in(3)) { UNEXPLAINED } else { 0 };
            let amount = left + parts.iter().map(|(_, amount)| amount).sum::<i64>();
            let text = format!("{} {place} {}", self.diary.name, self.random.borrow_mut().u64(..));
            let Some(answer) = self.ask(Deed::Receive { text, on: self.today, amount, parts: parts.clone() }).await? else { continue };
            self.lower(&parts);
            if let Ok(receipt) = receipt(&answer)
                && left > 0
            {
                self.tray.borrow_mut().unexplained.push((receipt, left));
            }
        }
        Ok(())
    }

    /// A receipt at a time, to all of it or in two steps.
    async fn explain(&self) -> Result<(), Cut> {
        loop {
            let Some((id, open)) = self.some_open() else {
                self.wait().await?;
                continue;
            };
            let Some((receipt, left)) = self.draw(|tray| &mut tray.unexplained) else {
                self.wait().await?;
                continue;
            };
            let amount = open.min(if self.once_in(2) { left } else { left - left / 2 });
            let parts = vec![(id, amount)];
            if self.ask(Deed::Explain { receipt: receipt.clone(), parts: parts.clone() }).await?.is_none() {
                continue;
            }
            self.lower(&parts);
            if left > amount {
                self.tray.borrow_mut().unexplained.push((receipt, left - amount));
            }
        }
    }

    /// A hundredth of what is open: of more, every further invoice would have to be verified.
    async fn credit(&self) -> Result<(), Cut> {
        loop {
            self.wait().await?;
            let Some((receivable, _)) = self.some_open() else { continue };
            let shown = self.read(&format!("/operator/receivables/{receivable}")).await?;
            let (Ok(version), Some(open)) = (number(&shown, "version"), shown["position"]["open"].as_i64()) else { continue };
            let amount = open / 100;
            if amount > 0 {
                let note = Deed::CreditNote { receivable: receivable.clone(), version, on: self.today, amount };
                if self.ask(note).await?.is_some() {
                    self.lower(&vec![(receivable, amount)]);
                }
            }
        }
    }

    async fn charge_back(&self) -> Result<(), Cut> {
        loop {
            self.wait().await?;
            let Some(receivable) = self.draw(|tray| &mut tray.lost) else { continue };
            let shown = self.read(&format!("/operator/receivables/{receivable}")).await?;
            let Ok(version) = number(&shown, "version") else { continue };
            if self.ask(Deed::ChargeBack { receivable: receivable.clone(), version }).await?.is_some() {
                self.tray.borrow_mut().open.remove(&receivable);
            }
        }
    }
}
