//! What a supplier of a programme is priced at.

use super::{Checked, awaits, decide, only};
use crate::{
    approvals::{DecideError, FourEyes, InboxQuery, ProposeError, SupplierRateCommand},
    facilities::SupplierCommand,
    parties::Member,
    receivables::{AcceptCommand, AcceptError, Look},
    testing::{
        World,
        receivables::{Buying, payable, programme_terms},
    },
};
use sooner_domain::{
    approvals::approval::Verdict,
    facilities::supplier::{SupplierId, SupplierRefusal},
    identity::operator::{OperatorRight, OperatorRole},
    kernel::{
        audit::{Actor, AuditAction},
        coded::Coded,
        ids::ReceivableId,
        interest::YearlyRate,
        minor::Minor,
        text::Note,
    },
};
use std::error::Error;
use uuid::Uuid;

type Made<T> = Result<T, Box<dyn Error>>;

/// A programme at 24 % a year with one supplier, and two of credit.
struct Scene {
    world: World,
    olga: Member,
    omar: Member,
    buying: Buying,
    id: SupplierId,
    supplier: Member,
}

async fn scene() -> Made<Scene> {
    let mut world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let (id, supplier) = world.supplier(&olga, &buying, "Lind").await?;
    let omar = world.operator_of("omar@example.com", only(OperatorRole::Credit)).await?;
    world.four_eyes = FourEyes::On;
    Ok(Scene { world, olga, omar, buying, id, supplier })
}

fn at(by: &Member, version: i64, basis_points: Option<i64>) -> Made<SupplierRateCommand> {
    let rate = basis_points.map(YearlyRate::parse_basis_points).transpose()?;
    Ok(SupplierRateCommand { by: by.clone(), version, rate, note: Note::parse("They deliver what nobody else does.")?, request: None })
}

impl Scene {
    async fn rate(&self) -> Made<Option<u16>> {
        let found = self.world.store().suppliers.by_id(self.id).await?.ok_or("gone")?;
        Ok(found.supplier.parts().rate.map(YearlyRate::basis_points))
    }

    /// So much for 21 days, as its supplier sees it.
    async fn promised(&self, number: &str, face: i64) -> Made<Look> {
        let id = self.world.promised(&self.buying, self.id, payable(number, face, "2026-07-06")?).await?.receivable().id();
        self.look(id).await
    }

    async fn look(&self, id: ReceivableId) -> Made<Look> {
        Ok(self.world.receivables().shown(id, &self.supplier.membership).await?)
    }

    fn accept(&self, look: &Look) -> Made<AcceptCommand> {
        let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        Ok(AcceptCommand { by: self.supplier.clone(), offer: offer.id(), hash: offer.hash(), request: None })
    }
}

fn discount(look: &Look) -> Option<Minor> {
    look.standing_or_sold_for().map(|offer| offer.price().components().discount)
}

#[tokio::test]
async fn another_rate_counts_once_somebody_else_approved_it_for_what_is_sold_from_then_on() -> Checked {
    let scene = scene().await?;
    let Scene { world, olga, omar, id, .. } = &scene;
    let (sold, seen) = (scene.promised("L-1", 100_000).await?, scene.promised("K-75", 50_000).await?);
    assert_eq!([discount(&sold), discount(&seen)], [1_400, 700].map(|amount| Some(Minor::new(amount))));
    world.receivables().accept(sold.receivable().id(), scene.accept(&sold)?).await?;

    let approval = awaits(world.approvals().change_supplier_rate(*id, at(omar, 1, Some(600))?).await?)?;
    assert_eq!((scene.rate().await?, discount(&scene.look(seen.receivable().id()).await?)), (None, Some(Minor::new(700))));
    assert_eq!(world.approvals().rates_that_wait(&[*id]).await?, std::slice::from_ref(&approval));
    let view = world.approvals().inbox(olga, InboxQuery::default()).await?.approvals.pop().ok_or("nothing waits")?;
    assert_eq!((view.about.as_str(), view.ground.buyer.as_deref()), ("Lind", Some("Solarwerk")));
    assert!(matches!(decide(world, approval.id, omar, Verdict::Approve).await, Err(DecideError::FourEyes(_))));

    decide(world, approval.id, olga, Verdict::Approve).await?;
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::SupplierPriced, Actor::User(olga.user.id())));
    let told = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!((told("discountRate").as_deref(), told("proposedBy")), (Some("600"), Some(omar.user.id().to_string())));
    assert_eq!((scene.rate().await?, world.approvals().rates_that_wait(&[*id]).await?), (Some(600), Vec::new()));
    // What was sold keeps its price; what was on offer is not sold at another one than was seen.
    assert_eq!(discount(&scene.look(sold.receivable().id()).await?), Some(Minor::new(1_400)));
    let refused = world.receivables().accept(seen.receivable().id(), scene.accept(&seen)?).await;
    let Err(AcceptError::OfferChanged(now)) = refused else { return Err("it was sold at another price".into()) };
    assert_eq!(discount(&now), Some(Minor::new(175)));
    world.receivables().accept(now.receivable().id(), scene.accept(&now)?).await?;

    let back = awaits(world.approvals().change_supplier_rate(*id, at(olga, 2, None)?).await?)?;
    decide(world, back.id, omar, Verdict::Approve).await?;
    assert_eq!(scene.rate().await?, None, "the programme's again");
    assert_eq!(discount(&scene.look(now.receivable().id()).await?), Some(Minor::new(175)));
    Ok(())
}

#[tokio::test]
async fn a_rate_is_proposed_by_credit_for_a_supplier_as_it_is() -> Checked {
    let scene = scene().await?;
    let Scene { world, olga, omar, id, .. } = &scene;
    let approvals = world.approvals();
    let tara = world.operator_of("tara@example.com", only(OperatorRole::Treasury)).await?;
    let propose =
        async |by, version, rate| Ok::<_, Box<dyn Error>>(approvals.change_supplier_rate(*id, at(by, version, rate)?).await.err());
    let right = SupplierRefusal::NotOperators(OperatorRight::ManageFacilities);
    assert_eq!(propose(&tara, 9, Some(600)).await?, Some(right.into()), "before what version it is at");
    assert_eq!(propose(omar, 2, Some(600)).await?, Some(ProposeError::Stale));
    assert_eq!(propose(omar, 1, None).await?, Some(SupplierRefusal::SameRate.into()));
    let nobody = approvals.change_supplier_rate(SupplierId(Uuid::nil()), at(omar, 1, None)?).await;
    assert_eq!(nobody.err(), Some(ProposeError::NotFound));
    assert_eq!(propose(omar, 1, Some(600)).await?, None);
    assert_eq!(propose(olga, 1, Some(700)).await?, Some(ProposeError::AlreadyProposed));
    Ok(())
}

#[tokio::test]
async fn what_was_proposed_for_a_supplier_that_left_is_outdated() -> Checked {
    let scene = scene().await?;
    let Scene { world, olga, omar, id, supplier, .. } = &scene;
    let approval = awaits(world.approvals().change_supplier_rate(*id, at(omar, 1, Some(600))?).await?)?;
    world.facilities().leave_programme(*id, SupplierCommand { by: supplier.clone(), version: 1, request: None }).await?;
    assert_eq!(decide(world, approval.id, olga, Verdict::Approve).await, Err(DecideError::Outdated));
    assert_eq!(scene.rate().await?, None);
    let again = world.approvals().change_supplier_rate(*id, at(omar, 2, Some(600))?).await;
    assert_eq!(again.err(), Some(SupplierRefusal::HasLeft.into()));
    Ok(())
}
