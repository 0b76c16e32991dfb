//! What days and figures hold of what was sold, in the amounts of 10,000.00 sold on 15 June 2026, of which 8,000.00 are advanced
//! at 12 % a year for a fee of 1.5 %.

use super::{
    course::{Course, Made},
    market::invoice,
    releases::releasing,
    trader::Trader,
};
use crate::{
    StorePorts,
    approvals::{FourEyes, Performed},
    cash::{CashError, ExecutedCommand, ExplainCommand, ReceiptCommand},
    house::SettingsCommand,
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{AcceptCommand, Look, ReceivableError},
    servicing::{HouseCommand, HouseDecision, MonthOf},
    testing::{World, confirmed, contracts::Checked, facilities::terms, house_details},
};
use chrono::{Days, NaiveDate, TimeDelta};
use sooner_domain::{
    house::open_days::NotOpen,
    kernel::{
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::entry::Event,
    payments::{
        payout::{Payout, PayoutStatus},
        receipt::{EnteredPayer, Explained, Target},
    },
    receivables::{
        evidence::{Dispute, DisputeReason},
        month::MonthFigure,
        status::ReceivableStatus,
    },
};

const FACE: i64 = 1_000_000;

struct Story {
    world: World,
    olga: Member,
    seller: Trader,
    id: ReceivableId,
}

fn day(after: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 6, 15).unwrap_or_default() + Days::new(after)
}

impl Story {
    /// It is accepted, and due 45 days later.
    async fn begun(ports: &StorePorts) -> Made<Self> {
        let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
        let olga = world.stepped_up(&world.operator().await?).await?;
        world.house().change_settings(SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() }).await?;
        let seller = Trader::under(&world, &olga, "Muehle", terms("EUR", 1_200)?).await?;
        world.limit(&olga, seller.debtor, 1_000_000_000).await?;
        let mut facts = invoice("RE-1", FACE)?;
        facts.due_on = day(45);
        let look = seller.offered(&world, facts).await?;
        let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        let id = world.receivables().accept(look.receivable().id(), command).await?.receivable().id();
        Ok(Self { world, olga, seller, id })
    }

    async fn look(&self) -> Made<Look> {
        Ok(self.world.receivables().examined(self.id, &self.olga.operator()).await?)
    }

    async fn decide(&self, what: HouseDecision) -> Made<Result<Look, ReceivableError>> {
        let version = self.look().await?.receivable().parts().version;
        let command = HouseCommand { by: self.olga.clone(), version, what, request: None };
        Ok(self.world.servicing().decide(self.id, command).await)
    }

    async fn credit(&self, on: NaiveDate, amount: i64) -> Made<Result<Look, ReceivableError>> {
        self.decide(HouseDecision::CreditNote { on, amount: Minor::new(amount), reason: Note::parse("Returned goods")? }).await
    }

    async fn receive(&self, on: NaiveDate, amount: i64, is_known: bool) -> Made<Result<Explained, CashError>> {
        let parts = if is_known { vec![(Target::Receivable(self.id), Minor::new(amount))] } else { Vec::new() };
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let by = self.olga.clone();
        let command = ReceiptCommand { by, on, amount, payer: EnteredPayer::default(), text: None, parts, is_another: true, request: None };
        Ok(self.world.cash().enter_receipt(command).await)
    }

    async fn due(&self) -> Made<Vec<Payout>> {
        let filter = PayoutFilter { about: Some(self.id), status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(filter, None, 10).await?)
    }

    async fn pay_out(&self) -> Made<()> {
        let by = self.world.stepped_up(&self.olga).await?;
        let payouts = self.due().await?.iter().map(|payout| payout.id).collect();
        let Performed::Done(batch) = self.world.approvals().release_payouts(releasing(&self.world.approvals(), &by, payouts).await).await?
        else {
            return Err("it waits".into());
        };
        let on = self.look().await?.today();
        self.world.cash().executed(batch, ExecutedCommand { by, on, request: None }).await?;
        Ok(())
    }

    fn go_to(&self, days: i64) {
        self.world.business().advance(TimeDelta::days(days));
    }

    /// The days of the entries about it, by what they are.
    async fn booked(&self, event: Event) -> Made<Vec<NaiveDate>> {
        let entries = self.world.store().journal.of_event(event, vec![self.id.0]).await?;
        Ok(entries.iter().map(|record| record.entry.booking().on).collect())
    }
}

pub async fn what_is_booked_of_a_sale_is_dated_by_booking_days_and_decisions(ports: &StorePorts) -> Checked {
    let story = Story::begun(ports).await?;
    story.pay_out().await?;
    let long_ago = NaiveDate::from_ymd_opt(1999, 1, 1).ok_or("no day")?;
    let first = NaiveDate::from_ymd_opt(2025, 6, 14).ok_or("no day")?;
    for (on, why) in [(day(1), NotOpen::Future), (long_ago, NotOpen::Before(first))] {
        assert_eq!(story.receive(on, 100, false).await?, Err(why.into()), "a receipt of {on}");
    }
    let issued_on = NaiveDate::from_ymd_opt(2026, 6, 1).ok_or("no day")?;
    for (on, why) in [(day(1), NotOpen::Future), (long_ago, NotOpen::Before(issued_on))] {
        let refused = story.credit(on, 100).await?.err();
        assert_eq!(refused, Some(why.into()), "a credit note of {on}");
    }

    // It lies in suspense since the due date, and is explained a month later: what is left is let go on that day.
    story.go_to(45);
    let waits = story.receive(day(45), 999_700, false).await??;
    story.go_to(30);
    story.credit(day(46), 100).await??;
    assert_eq!(story.booked(Event::CreditNote).await?, [day(75)], "when it was entered, not on its own day");
    let command =
        ExplainCommand { by: story.olga.clone(), parts: vec![(Target::Receivable(story.id), Minor::new(999_700))], request: None };
    story.world.cash().explain(waits.receipt.id, command).await?;
    for event in [Event::ReceiptExplained, Event::Deduction, Event::Settled] {
        assert_eq!(story.booked(event).await?, [day(75)], "{}", event.code());
    }
    // Time counts until the money came, by value: 12,000 for 45 days.
    let settlement = Course::book(&story.look().await?)?.settlement().ok_or("open")?;
    assert_eq!(settlement.discount.get(), 12_000);
    assert_eq!((settlement.dilution.get(), settlement.to_seller.get()), (300, 172_700));
    Ok(())
}

pub async fn full_payment_ends_a_dispute_before_the_payout(ports: &StorePorts) -> Checked {
    let story = Story::begun(ports).await?;
    let (amount, reason, note) = (Minor::new(200_000), DisputeReason::Defective, None);
    story.decide(HouseDecision::Dispute { amount, reason, note }).await??;
    story.receive(day(0), 400_000, true).await??;
    assert!(story.look().await?.receivable().dispute().is_some(), "of a part it is not over");
    story.receive(day(0), 600_000, true).await??;
    let look = story.look().await?;
    assert_eq!((look.receivable().dispute(), look.kept.position.open), (None::<&Dispute>, Minor::ZERO));
    story.pay_out().await?;
    assert_eq!(story.look().await?.receivable().status(), ReceivableStatus::Settled);
    let release: Vec<_> = story.due().await?.iter().map(|payout| payout.gross.get()).collect();
    assert_eq!(release, [185_000], "nothing was out for a day");
    Ok(())
}

pub async fn more_time_is_given_before_the_payout_and_costs_the_days(ports: &StorePorts) -> Checked {
    let story = Story::begun(ports).await?;
    let look = story.decide(HouseDecision::Extend { due_on: day(60), note: None }).await??;
    assert_eq!((look.receivable().due_on(), look.receivable().status()), (day(60), ReceivableStatus::Accepted));
    let advance: Vec<_> = story.due().await?.iter().map(|payout| payout.gross.get()).collect();
    assert_eq!(advance, [800_000], "as it was offered");
    story.pay_out().await?;
    story.go_to(60);
    story.receive(day(60), FACE, true).await??;
    let release: Vec<_> = story.due().await?.iter().map(|payout| payout.gross.get()).collect();
    assert_eq!(release, [169_000], "16,000 for 60 days and 15,000 of the 200,000");
    Ok(())
}

pub async fn what_is_out_is_the_same_on_every_page(ports: &StorePorts) -> Checked {
    let story = Story::begun(ports).await?;
    story.pay_out().await?;
    story.credit(day(0), 300_000).await??;
    let told = async || -> Made<(i64, i64, i64)> {
        let by = &story.seller.me.membership;
        let of = MonthOf::with(story.look().await?.today(), Currency::parse("EUR")?).ok_or("no month")?;
        let month = story.world.servicing().month(of, by).await?;
        let figure = month.figures.iter().find(|(figure, ..)| *figure == MonthFigure::Out).ok_or("no figure")?.2;
        let in_use = story.world.receivables().availability(by).await?.remove(0).availability.in_use;
        Ok((story.look().await?.kept.position.out.get(), figure.get(), in_use.get()))
    };
    // Credit notes leave it; what the reserve does not cover is owed beside.
    assert_eq!(told().await?, (800_000, 800_000, 900_000));
    story.go_to(30);
    story.receive(day(30), 500_000, true).await??;
    assert_eq!(told().await?, (300_000, 300_000, 400_000));
    Ok(())
}
