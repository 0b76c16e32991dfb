//! A business date at whose end there is something to do in every step, and what is there once it has ended.

use crate::{
    StorePorts,
    approvals::{FourEyes, Performed},
    cash::ExecutedCommand,
    end_of_day::EndOfDays,
    kernel::clock::BusinessClock,
    papers::ports::LettersOf,
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{AcceptCommand, Look},
    testing::{
        World,
        facilities::terms,
        receivables::{Seller, invoice, releasing},
    },
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    end_of_day::{day::EndOfDay, position::PositionRow, task::Task},
    kernel::{audit::AuditAction, coded::Coded, ids::ReceivableId},
    ledger::account::{Account, AccountKind, Owner},
    parties::debtor::DebtorState,
    payments::payout::PayoutStatus,
    receivables::{notice::NoticeKind, status::ReceivableStatus},
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// The world at 15:00 of Friday, 4 September 2026, an hour past the cut-off, and nothing done yet.
pub struct BusyDay {
    pub world: World,
    pub olga: Member,
    pub seller: Seller,
    pub on: NaiveDate,
    /// Offered until a debtor was blocked.
    pub blocked: ReceivableId,
    /// Offered this morning, and due before it could be paid out now.
    pub too_late: ReceivableId,
    /// Offered, for weeks to come.
    pub offered: ReceivableId,
    /// Paid out, and overdue for 61 days: the house may charge it back since yesterday.
    pub long_overdue: ReceivableId,
    /// Paid out, both overdue for 36 days.
    pub overdue: [ReceivableId; 2],
    /// Paid out, and not due.
    pub not_due: ReceivableId,
}

/// What is there once a day has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What each step has seen and changed.
    pub steps: Vec<(&'static str, &'static str, i64, i64)>,
    pub tasks: Vec<Task>,
    /// Of which days after they were due somebody was reminded.
    pub reminders: Vec<(ReceivableId, i64)>,
    pub positions: Vec<PositionRow>,
    /// Of what was offered this morning.
    pub statuses: Vec<ReceivableStatus>,
    /// How often the trail says that something was taken back, and that something lapsed.
    pub told: (usize, usize),
    /// What the debtor was written, and of how many claims.
    pub letters: Vec<(NoticeKind, i64)>,
}

impl BusyDay {
    /// # Errors
    /// When the world does not let it.
    pub async fn new(world: World) -> Made<Self> {
        Box::pin(Self::begun(world)).await
    }

    async fn begun(world: World) -> Made<Self> {
        let world = World { four_eyes: FourEyes::Off, ..world };
        let olga = world.stepped_up(&world.operator().await?).await?;
        world.reminding(&olga, &[5], &[30, 60]).await?;
        let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
        world.limit(&olga, seller.debtor, 1_000_000_000).await?;
        let start = Self::today(&world).await?;
        let mut sold = Vec::new();
        for (number, days) in [("A-1001", 20), ("B-2002", 45), ("C-3003", 45), ("D-4004", 100)] {
            let due_on = start + TimeDelta::days(days);
            let look = Self::handed_in(&world, &seller, number, due_on).await?;
            let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
            let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
            sold.push(world.receivables().accept(look.kept.receivable.id(), command).await?.receivable().id());
        }
        Self::pay_out(&world, &olga).await?;
        world.business().advance(TimeDelta::days(81));
        let on = Self::today(&world).await?;
        let other = world.selling_to(&olga, (&seller.me, seller.facility), "Suedwind AG").await?;
        world.limit(&olga, other.debtor, 1_000_000_000).await?;
        let blocked = Self::handed_in(&world, &other, "E-5005", on + TimeDelta::days(60)).await?;
        let too_late = Self::handed_in(&world, &seller, "F-6006", on + TimeDelta::days(2)).await?;
        let offered = Self::handed_in(&world, &seller, "G-7007", on + TimeDelta::days(60)).await?;
        for look in [&blocked, &too_late, &offered] {
            assert_eq!(look.receivable().status(), ReceivableStatus::Offered, "{:?}", look.findings);
        }
        world.debtor(&olga, other.debtor, DebtorState::Blocked, 1_000_000_000).await?;
        world.house_says_who_it_is(&olga).await?;
        world.debtor_contact(&olga, seller.debtor, "books@nordwind.example").await?;
        world.business().advance(TimeDelta::hours(3));
        let [blocked, too_late, offered] = [blocked, too_late, offered].map(|look| look.receivable().id());
        let [long_overdue, first, second, not_due] = sold[..] else { return Err("not sold".into()) };
        Ok(Self { world, olga, seller, on, blocked, too_late, offered, long_overdue, overdue: [first, second], not_due })
    }

    /// The same on these ports.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn on(ports: &StorePorts) -> Made<Self> {
        Self::new(World { instead: Some(ports.clone()), ..World::default() }).await
    }

    pub(crate) async fn today(world: &World) -> Made<NaiveDate> {
        Ok(world.house().business_days().await?.date_of(world.business().now().await?))
    }

    pub(crate) async fn handed_in(world: &World, seller: &Seller, number: &str, due_on: NaiveDate) -> Made<Look> {
        let mut facts = invoice(number, 1_000_000 + i64::from(number.as_bytes()[0]) * 50_000 % 900_000)?;
        (facts.issued_on, facts.due_on) = (Self::today(world).await? - TimeDelta::days(5), due_on);
        world.handed_in(seller, facts).await
    }

    pub(crate) async fn pay_out(world: &World, olga: &Member) -> Made<()> {
        let filter = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        let payouts = world.store().payouts.page(filter, None, 100).await?.iter().map(|payout| payout.id).collect();
        let Performed::Done(batch) = world.approvals().release_payouts(releasing(&world.approvals(), olga, payouts).await).await? else {
            return Err("it waits".into());
        };
        let on = Self::today(world).await?;
        world.cash().executed(batch, ExecutedCommand { by: olga.clone(), on, request: None }).await?;
        Ok(())
    }

    /// The use cases, with so many rows on a page.
    pub fn paged(&self, page: i64) -> EndOfDays {
        EndOfDays { page, ..self.world.end_of_day() }
    }

    /// The day as it is kept.
    ///
    /// # Errors
    /// When it is not.
    pub async fn day(&self) -> Made<EndOfDay> {
        self.world.store().end_of_day_records.day(self.on).await?.ok_or_else(|| "it was not begun".into())
    }

    /// How often the trail tells of this.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn told(&self, action: AuditAction) -> Made<usize> {
        Ok(self.world.records().await?.iter().filter(|record| record.entry.action == action).count())
    }

    /// # Errors
    /// When the store is unavailable.
    pub async fn status(&self, id: ReceivableId) -> Made<ReceivableStatus> {
        Ok(self.world.store().receivables.by_id(id).await?.ok_or("it is gone")?.receivable.status())
    }

    /// # Errors
    /// When it was not begun.
    pub async fn outcome(&self) -> Made<Outcome> {
        let steps = self.day().await?.parts().steps.iter().map(|run| (run.step.code(), run.state.code(), run.changed, run.seen)).collect();
        let mut statuses = Vec::new();
        for id in [self.blocked, self.too_late, self.offered] {
            statuses.push(self.status(id).await?);
        }
        let told = (self.told(AuditAction::ReceivableTakenBack).await?, self.told(AuditAction::ReceivableLapsed).await?);
        let (tasks, positions) = (self.tasks(self.on).await?, self.positions(self.on).await?);
        let mut reminders = Vec::new();
        for reminder in self.world.store().end_of_day_records.reminders_of(self.sold().to_vec()).await? {
            assert_eq!(reminder.sent_on, self.on);
            reminders.push((reminder.receivable, reminder.days));
        }
        reminders.sort_unstable();
        let letters = self.world.store().letters.letters(LettersOf::Debtor(self.seller.debtor), 100).await?;
        let letters = letters.iter().map(|letter| (letter.kind, letter.claims)).collect();
        Ok(Outcome { steps, tasks, reminders, positions, statuses, told, letters })
    }

    /// Those that are paid out.
    fn sold(&self) -> [ReceivableId; 4] {
        [self.long_overdue, self.overdue[0], self.overdue[1], self.not_due]
    }

    /// # Errors
    /// When the store is unavailable.
    pub async fn tasks(&self, on: NaiveDate) -> Made<Vec<Task>> {
        Ok(self.world.store().end_of_day_records.tasks(on, None, 100).await?)
    }

    /// # Errors
    /// When the store is unavailable.
    pub async fn positions(&self, on: NaiveDate) -> Made<Vec<PositionRow>> {
        Ok(self.world.store().end_of_day_records.positions(on, None, 100).await?)
    }

    /// Asserts that everything was done, and once.
    ///
    /// # Errors
    /// When it was not begun.
    pub async fn is_done_once(&self) -> Made<()> {
        use sooner_domain::end_of_day::{ageing::AgeingBucket as B, task::TaskKind as K};
        let Outcome { steps, tasks, reminders, positions, statuses, told, letters } = self.outcome().await?;
        let [checks, lapse, written, invoiced, overdue, positioned, balances] = steps[..] else { return Err(format!("{steps:?}").into()) };
        assert_eq!([checks, lapse, overdue], [("checks", "done", 2, 3), ("lapse", "done", 1, 3), ("overdue", "done", 7, 4)]);
        assert_eq!(invoiced, ("invoices", "done", 0, 0));
        // Whoever goes on after a crash does not meet a debtor again who was written to.
        assert_eq!((written.0, written.1, written.2), ("letters", "done", 4));
        assert_eq!(letters, [(NoticeKind::Assignment, 4)]);
        // How many rows that are depends on the page.
        assert_eq!((positioned.0, positioned.1, positioned.3), ("positions", "done", 4));
        assert_eq!(balances, ("balances", "done", 0, 1));
        let found: Vec<_> = tasks.iter().map(|task| (task.receivable, task.kind)).collect();
        let [first, second] = self.overdue;
        assert_eq!(found, [(self.long_overdue, K::Overdue), (self.long_overdue, K::Recourse), (first, K::Overdue), (second, K::Overdue)]);
        assert_eq!(reminders, [(self.long_overdue, 60), (first, 30), (second, 30)]);
        let mut found: Vec<_> = positions.iter().map(|row| (row.key.bucket, row.figures.receivables)).collect();
        found.sort();
        assert_eq!(found, [(B::NotDue, 1), (B::Days31To60, 2), (B::Days61To90, 1)]);
        assert_eq!(statuses, [ReceivableStatus::Submitted, ReceivableStatus::Lapsed, ReceivableStatus::Offered]);
        assert_eq!(told, (2, 1));
        self.adds_up(&positions).await
    }

    /// What is outstanding is what the receivables and the ledger say.
    async fn adds_up(&self, positions: &[PositionRow]) -> Made<()> {
        let (mut open, mut out, mut reserve) = (0, 0, 0);
        for kept in self.world.store().receivables.by_ids(self.sold().to_vec()).await? {
            open += kept.position.open.get();
            out += kept.position.out.get();
            let account = Account::of(AccountKind::Reserves, kept.receivable.currency(), Owner::Receivable(kept.receivable.id()));
            reserve -= self.world.store().journal.balance(account.ok_or("no account")?).await?.get();
        }
        let sum = |of: fn(&PositionRow) -> i64| positions.iter().map(of).sum::<i64>();
        let found = (sum(|row| row.figures.open.get()), sum(|row| row.figures.out.get()), sum(|row| row.figures.reserve.get()));
        assert_eq!(found, (open, out, reserve));
        assert!(open > out && out > reserve && reserve > 0, "{found:?}");
        Ok(())
    }
}
