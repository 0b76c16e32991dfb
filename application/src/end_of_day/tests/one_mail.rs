//! Each person gets one mail of a day, whatever it tells.

use super::{
    reminders::{Made, news, world},
    *,
};
use crate::{
    facilities::SupplierCommand,
    kernel::outbox::{Mail, Matter},
    parties::Member,
    receivables::AcceptCommand,
    testing::{
        end_of_day::run_contracts::Mortal,
        receivables::{Buying, payable, programme_terms},
    },
};
use sooner_domain::{
    facilities::supplier::{AutomaticPayment, SupplierId},
    kernel::{coded::Coded, ids::ReceivableId},
    parties::membership::MemberRole,
    receivables::status::ReceivableStatus,
};
use std::sync::atomic::AtomicUsize;

const OWNER: &str = "solarwerk@example.com";
const APPROVER: &str = "paula@example.com";
const SUPPLIER: &str = "Hafen@example.com";

/// A Tuesday an hour past its cut-off, on which a programme's buyer has one payment that is late since today, one that is due in three
/// days, and two payables that were not sold in time; and on which another supplier sells two by itself.
struct Tuesday {
    world: World,
    olga: Member,
    buying: Buying,
    on: NaiveDate,
    lapsing: [ReceivableId; 2],
    selling: [ReceivableId; 2],
}

impl Tuesday {
    async fn new() -> Made<Self> {
        Box::pin(async {
            let (world, olga) = world().await?;
            world.reminding(&olga, &[3], &[]).await?;
            let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
            let (lind, me) = world.supplier(&olga, &buying, "Lind").await?;
            for (number, due_on) in [("L-1", "2026-06-29"), ("L-22", "2026-07-03")] {
                let id = promised(&world, &buying, lind, (number, due_on)).await?;
                let offer =
                    world.receivables().shown(id, &me.membership).await?.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
                let by = world.stepped_up(&me).await?;
                world.receivables().accept(id, AcceptCommand { by, offer: offer.id(), hash: offer.hash(), request: None }).await?;
            }
            BusyDay::pay_out(&world, &olga).await?;
            world.business().advance(TimeDelta::days(15));
            let lapsing = [
                promised(&world, &buying, lind, ("L-333", "2026-07-01")).await?,
                promised(&world, &buying, lind, ("L-4444", "2026-07-01")).await?,
            ];
            let (_, selling) = sells_itself(&world, &olga, &buying).await?;
            world.joined(&buying.me, APPROVER, MemberRole::Approver).await?;
            world.joined(&buying.me, "viktor@example.com", MemberRole::Viewer).await?;
            let on = BusyDay::today(&world).await?;
            world.business().advance(TimeDelta::hours(3));
            news(&world).await?;
            Ok(Self { world, olga, buying, on, lapsing, selling })
        })
        .await
    }

    /// With so many rows on a page, and a store that cannot write what this names.
    fn broken(&self, is_broken: fn(&Change) -> bool) -> EndOfDays {
        let whole = self.world.end_of_day();
        EndOfDays { commit: Arc::new(Broken { store: whole.commit.clone(), is_broken }), page: 1, ..whole }
    }

    async fn is_told_once(&self, mails: Vec<Mail>) -> Checked {
        for id in self.lapsing {
            assert_eq!(self.status(id).await?, ReceivableStatus::Lapsed);
        }
        for id in self.selling {
            assert_eq!(self.status(id).await?, ReceivableStatus::Accepted);
        }
        let mut to: Vec<_> = mails.iter().map(|mail| (mail.to.as_str(), mail.content.code())).collect();
        to.sort_unstable();
        assert_eq!(to, [(SUPPLIER.to_lowercase().as_str(), "offer_accepted"), (APPROVER, "several"), (OWNER, "several")]);
        let sold = mails.iter().filter(|mail| mail.content.code() == "offer_accepted").filter_map(|mail| mail.content.details());
        let figures: Vec<_> = sold.flat_map(|details| &details.matters).map(|matter| matter.amounts.iter().map(|of| of.figure)).collect();
        let each = [Figure::Face, Figure::Payout, Figure::Cost];
        assert!(figures.len() == self.selling.len() && figures.into_iter().all(|of| of.eq(each)), "each that was sold, with its amounts");
        for mail in mails.into_iter().filter(|mail| mail.content.code() == "several") {
            let parts: Vec<_> = mail.content.into_parts();
            let lines: Vec<_> = parts.iter().map(|part| (part.code(), part.details().map_or(Vec::new(), lines))).collect();
            let late = line(Some("L-1"), (Figure::Open, 1_000_000), "2026-06-29");
            let soon = line(None, (Figure::Open, 1_000_000), "2026-07-03");
            let lapsed = ["L-333", "L-4444"].map(|number| line(Some(number), (Figure::Face, 1_000_000), "2026-07-01"));
            assert_eq!(lines, [("payment_overdue", vec![late]), ("payment_due", vec![soon]), ("payables_lapsed", lapsed.to_vec())]);
        }
        Ok(())
    }

    async fn status(&self, id: ReceivableId) -> Made<ReceivableStatus> {
        Ok(self.world.store().receivables.by_id(id).await?.ok_or("gone")?.receivable.status())
    }
}

/// An invoice's number, what of it, and the day.
type Line = (Option<String>, Vec<(Figure, i64)>, Option<NaiveDate>);

fn line(number: Option<&str>, figure: (Figure, i64), on: &str) -> Line {
    (number.map(str::to_owned), vec![figure], on.parse().ok())
}

fn lines(details: &crate::kernel::outbox::Details) -> Vec<Line> {
    let line = |Matter { invoice, amounts, on, .. }: &Matter| {
        let amounts = amounts.iter().map(|amount| (amount.figure, amount.money.amount_minor())).collect();
        (invoice.as_ref().map(|number| number.as_str().to_owned()), amounts, *on)
    };
    let mut lines: Vec<_> = details.matters.iter().map(line).collect();
    lines.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    lines
}

async fn promised(world: &World, buying: &Buying, by: SupplierId, (number, due_on): (&str, &str)) -> Made<ReceivableId> {
    Ok(world.promised(buying, by, payable(number, 1_000_000, due_on)?).await?.receivable().id())
}

/// A supplier who sells by itself, and two payables to it.
async fn sells_itself(world: &World, olga: &Member, buying: &Buying) -> Made<(Member, [ReceivableId; 2])> {
    let (id, me) = world.supplier(olga, buying, "Hafen").await?;
    let place = world.facilities().places_as_supplier(&me.membership).await?.pop().ok_or("no place")?;
    let command = SupplierCommand { by: me.clone(), version: place.supplier.parts().version, request: None };
    world.facilities().pay_automatically(id, command, AutomaticPayment::All).await?;
    let selling = [promised(world, buying, id, ("H-1", "2026-08-03")).await?, promised(world, buying, id, ("H-22", "2026-08-03")).await?];
    Ok((me, selling))
}

#[tokio::test]
async fn a_person_gets_one_mail_of_a_day_with_all_kinds_of_things_and_a_second_run_sends_none() -> Checked {
    let day = Tuesday::new().await?;
    day.world.end_of_day().end(day.on, Actor::System).await?;
    day.is_told_once(news(&day.world).await?).await?;
    day.world.end_of_day().end(day.on, Actor::System).await?;
    assert_eq!(news(&day.world).await?, []);
    Ok(())
}

#[tokio::test]
async fn whoever_dies_at_a_day_loses_no_line_of_it_and_repeats_none() -> Checked {
    for hears_of_last in [true, false] {
        let day = Tuesday::new().await?;
        let mut deaths = 0;
        loop {
            let whole = day.world.end_of_day();
            let commit = Arc::new(Mortal { store: whole.commit.clone(), writes_left: AtomicUsize::new(1), hears_of_last });
            match (EndOfDays { commit, page: 1, ..whole }).end(day.on, Actor::System).await {
                Ok(ended) => break assert_eq!(ended.state(), EndOfDayState::Done),
                Err(_) => deaths += 1,
            }
            assert!(deaths < 100, "it gets nowhere");
        }
        assert!(deaths > 6, "{deaths}");
        day.is_told_once(news(&day.world).await?).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_step_that_failed_holds_the_mails_back_until_all_there_is_to_tell_is_known() -> Checked {
    let faults: [fn(&Change) -> bool; 3] = [
        |change| matches!(change, Change::ResultNoted(_)),
        |change| matches!(change, Change::TasksRaised(_)),
        |change| matches!(change, Change::RemindersSent(_)),
    ];
    for fault in faults {
        let day = Tuesday::new().await?;
        let ended = day.broken(fault).end(day.on, Actor::System).await?;
        assert_eq!((ended.state(), at(&ended, StepState::Failed).len()), (EndOfDayState::Failed, 1));
        assert_eq!(news(&day.world).await?, []);
        day.world.clock.advance(TimeDelta::minutes(1));
        let ended = day.world.end_of_day().end(day.on, Actor::System).await?;
        assert_eq!(ended.state(), EndOfDayState::Done);
        day.is_told_once(news(&day.world).await?).await?;
    }
    Ok(())
}

#[tokio::test]
async fn many_who_end_a_day_at_once_send_one_mail_to_each() -> Checked {
    let day = Tuesday::new().await?;
    let ended = futures_util::future::join_all((0..6).map(|_| async {
        let whole = EndOfDays { page: 1, ..day.world.end_of_day() };
        whole.end(day.on, Actor::System).await
    }));
    for ended in ended.await {
        assert_eq!(ended?.state(), EndOfDayState::Done);
    }
    day.is_told_once(news(&day.world).await?).await
}

#[tokio::test]
async fn what_does_not_fit_beside_what_was_just_sold_waits_and_the_day_goes_on() -> Checked {
    let day = Tuesday::new().await?;
    day.world.limit(&day.olga, day.buying.debtor, 3_500_000).await?;
    let ended = day.world.end_of_day().end(day.on, Actor::System).await?;
    assert_eq!(ended.state(), EndOfDayState::Done);
    let mut statuses = [day.status(day.selling[0]).await?, day.status(day.selling[1]).await?];
    statuses.sort_unstable_by_key(|status| status.code());
    assert_eq!(statuses, [ReceivableStatus::Accepted, ReceivableStatus::Offered]);
    let lapse = ended.parts().steps.iter().find(|run| run.step == EndOfDayStep::Lapse).ok_or("no step")?;
    assert_eq!(lapse.changed, 3, "two lapsed, one was sold");
    Ok(())
}
