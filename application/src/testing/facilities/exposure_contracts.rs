//! What every store keeps of what is in use of the limits.

use super::super::contracts::{Checked, context, id, noon, parties};
use crate::{
    StorePorts,
    facilities::{changes::Change, ports::FacilityUse},
    kernel::commit::CommitError,
    parties::changes::Change as PartyChange,
};
use futures_util::future::join_all;
use sooner_domain::{
    facilities::exposure::{Ceiling, Ceilings, Exposure, InUse, Scope},
    kernel::{
        coded::Coded,
        country::CountryCode,
        ids::{DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
        text::Line,
    },
    parties::{debtor::Debtor, legal_entity::LegalEntity},
};

/// More than any of these contracts uses.
const ROOMY: Ceilings = Ceilings { facility: Minor::new(1_000_000), concentration: Minor::new(1_000_000), debtor: Minor::new(1_000_000) };

/// A debtor, stored.
async fn debtor(ports: &StorePorts) -> Result<DebtorId, Box<dyn std::error::Error>> {
    let id = id();
    let name = Line::parse(&id.simple().to_string())?;
    let legal_entity = LegalEntity::registered(CountryCode::parse("DE")?, &name);
    let debtor = Debtor::new(DebtorId(id), legal_entity, name, noon());
    parties(ports, PartyChange::DebtorAdded(debtor)).await?;
    Ok(DebtorId(id))
}

async fn scope(ports: &StorePorts) -> Result<Scope, Box<dyn std::error::Error>> {
    Ok(Scope { facility: FacilityId(id()), debtor: debtor(ports).await?, currency: Currency::parse("EUR")? })
}

fn same(amount: i64) -> InUse {
    let amount = Minor::new(amount);
    InUse { facility: amount, concentration: amount, debtor: amount }
}

async fn expose(ports: &StorePorts, scope: Scope, change: InUse, within: Option<Ceilings>) -> Result<(), CommitError> {
    ports.facilities.commit(vec![Change::Exposed(vec![Exposure { scope, change, within }])], context()).await
}

pub async fn what_is_in_use_is_added_up_by_limit(ports: &StorePorts) -> Checked {
    let one = scope(ports).await?;
    let other_debtor = Scope { debtor: debtor(ports).await?, ..one };
    let other_facility = Scope { facility: FacilityId(id()), ..one };
    let dollars = Scope { facility: FacilityId(id()), currency: Currency::parse("USD")?, ..one };
    let change =
        |facility, debtor| InUse { facility: Minor::new(facility), concentration: Minor::new(facility), debtor: Minor::new(debtor) };
    expose(ports, one, change(80, 100), Some(ROOMY)).await?;
    expose(ports, other_debtor, change(40, 50), Some(ROOMY)).await?;
    expose(ports, other_facility, change(8, 10), Some(ROOMY)).await?;
    expose(ports, dollars, change(4, 5), Some(ROOMY)).await?;
    expose(ports, one, InUse { facility: Minor::new(-30), concentration: Minor::new(-50), debtor: Minor::new(-60) }, None).await?;

    let in_use = |facility, concentration, debtor| InUse {
        facility: Minor::new(facility),
        concentration: Minor::new(concentration),
        debtor: Minor::new(debtor),
    };
    assert_eq!(ports.exposures.in_use(one).await?, in_use(90, 30, 50));
    assert_eq!(ports.exposures.in_use(other_debtor).await?, in_use(90, 40, 50));
    assert_eq!(ports.exposures.in_use(other_facility).await?, in_use(8, 8, 50));
    assert_eq!(ports.exposures.in_use(dollars).await?, in_use(4, 4, 5));
    assert_eq!(ports.exposures.in_use(scope(ports).await?).await?, InUse::default());

    let mut found = ports.exposures.of_facility(one.facility).await?;
    found.by_debtor.sort_by_key(|(_, in_use)| *in_use);
    let by_debtor = vec![(one.debtor, Minor::new(30)), (other_debtor.debtor, Minor::new(40))];
    assert_eq!(found, FacilityUse { in_all: Minor::new(90), by_debtor });
    let facilities = [one.facility, other_facility.facility, FacilityId(id())];
    let mut expected = [(one.facility, Minor::new(90)), (other_facility.facility, Minor::new(8))];
    expected.sort_by_key(|(facility, _)| *facility);
    assert_eq!(ports.exposures.of_facilities(&facilities).await?, expected);
    let nothing = debtor(ports).await?;
    let each = ports.exposures.of_debtors(&[one.debtor, nothing]).await?;
    assert_eq!(each, [(one.debtor, one.currency, Minor::new(50)), (one.debtor, dollars.currency, Minor::new(5))]);
    Ok(())
}

pub async fn what_would_pass_a_limit_changes_nothing(ports: &StorePorts) -> Checked {
    let scope = scope(ports).await?;
    expose(ports, scope, same(60), Some(ROOMY)).await?;
    for (ceiling, tight) in [
        (Ceiling::Facility, Ceilings { facility: Minor::new(99), ..ROOMY }),
        (Ceiling::Concentration, Ceilings { concentration: Minor::new(99), ..ROOMY }),
        (Ceiling::Debtor, Ceilings { debtor: Minor::new(99), ..ROOMY }),
    ] {
        assert_eq!(expose(ports, scope, same(40), Some(tight)).await, Err(CommitError::Over(ceiling.code())));
        assert_eq!(ports.exposures.in_use(scope).await?, same(60), "{ceiling:?}");
    }
    let exact = Ceilings { facility: Minor::new(100), concentration: Minor::new(100), debtor: Minor::new(100) };
    expose(ports, scope, same(40), Some(exact)).await?;
    assert_eq!(ports.exposures.in_use(scope).await?, same(100));
    Ok(())
}

pub async fn what_runs_its_course_is_never_refused(ports: &StorePorts) -> Checked {
    let scope = scope(ports).await?;
    expose(ports, scope, same(60), None).await?;
    // A limit that was lowered meanwhile keeps nobody from paying back, nor from owing more.
    expose(ports, scope, InUse { facility: Minor::new(5), ..InUse::default() }, None).await?;
    expose(ports, scope, same(-60), None).await?;
    assert_eq!(ports.exposures.in_use(scope).await?, InUse { facility: Minor::new(5), ..InUse::default() });
    // More cannot come back than went out.
    assert!(matches!(expose(ports, scope, same(-1), None).await, Err(CommitError::Unavailable(_))));
    Ok(())
}

pub async fn of_many_at_once_none_passes_a_limit_and_none_that_fits_is_refused(ports: &StorePorts) -> Checked {
    let room = Minor::new(45);
    for (ceiling, within) in [
        (Ceiling::Facility, Ceilings { facility: room, ..ROOMY }),
        (Ceiling::Concentration, Ceilings { concentration: room, ..ROOMY }),
        (Ceiling::Debtor, Ceilings { debtor: room, ..ROOMY }),
    ] {
        let shared = scope(ports).await?;
        // Under the debtor's limit each comes from a facility of its own.
        let own = || if ceiling == Ceiling::Debtor { Scope { facility: FacilityId(id()), ..shared } } else { shared };
        let scopes: Vec<Scope> = (0..64).map(|_| own()).collect();
        let answers = join_all(scopes.iter().map(|scope| expose(ports, *scope, same(10), Some(within)))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 4, "{ceiling:?}");
        let over = Err(CommitError::Over(ceiling.code()));
        assert!(answers.iter().all(|answer| answer.is_ok() || *answer == over), "{answers:?}");
        assert_eq!(ports.exposures.in_use(shared).await?.of(ceiling), Minor::new(40));
    }
    Ok(())
}
