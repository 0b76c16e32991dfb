//! What there is around a receivable, in memory.

use super::{
    super::{State, facilities::fake as facilities},
    fake::{InMemoryReceivables, lookalikes},
};
use crate::{
    facilities::ports::FacilityFound,
    kernel::unavailable::Unavailable,
    receivables::{
        ports::{History, HistoryOf},
        scene::{Applicant, Scene, Scenes, with_debtor},
    },
};
use async_trait::async_trait;
use sooner_domain::{
    facilities::{
        exposure::{InUse, Scope},
        status::FacilityStatus,
    },
    identity::user::User,
    kernel::{
        ids::{CompanyId, DebtorId},
        money::Currency,
    },
    onboarding::application::Application,
    parties::{
        company::Company,
        debtor::Debtor,
        membership::{MemberRight, Membership},
    },
    receivables::{
        checks::Corrected,
        receivable::{Origin, Parts, Receivable},
        similarity::Sample,
    },
};

fn applicant(state: &State, company: &Company) -> Applicant {
    let application = state.onboarding.applications.iter().find(|application| application.parts().company == company.id);
    Applicant {
        company: company.clone(),
        details: application.map(|application| application.form().company.clone()).unwrap_or_default(),
        status: application.map(Application::status).unwrap_or_default(),
        people: application.map(|application| application.form().people.clone()).unwrap_or_default(),
        bank_account: application.map(|application| application.form().bank_account.clone()).unwrap_or_default(),
        version: application.map(|application| application.parts().version).unwrap_or_default(),
    }
}

fn debtor(state: &State, id: DebtorId) -> Option<(Debtor, Vec<Applicant>)> {
    let debtor = state.parties.debtors.iter().find(|debtor| debtor.id() == id)?;
    let companies = state.parties.companies().filter(|company| debtor.is(company));
    Some((debtor.clone(), companies.map(|company| applicant(state, company)).collect()))
}

fn approvers(state: &State, company: CompanyId) -> Vec<(User, Membership)> {
    let places = state.parties.places(company).into_iter().filter(|place| place.may(MemberRight::AcceptOffers));
    places.filter_map(|place| Some((state.identity.user(place.user)?.clone(), place))).collect()
}

fn facility(state: &State, receivable: &Receivable) -> Option<FacilityFound> {
    let Parts { accepted, agreement, .. } = receivable.parts();
    match accepted.and(*agreement) {
        Some(agreement) => facilities::all(state).find(|found| found.facility.parts().id == agreement.facility),
        None => facilities::open(state, (receivable.entered_for(), receivable.kind(), receivable.currency())),
    }
}

fn other_currencies(state: &State, receivable: &Receivable) -> Vec<Currency> {
    let is_like = |found: &FacilityFound| {
        let parts = found.facility.parts();
        parts.company == receivable.entered_for() && parts.kind == receivable.kind() && parts.status == FacilityStatus::Active
    };
    let mut currencies: Vec<_> = facilities::all(state).filter(is_like).map(|found| found.facility.parts().currency).collect();
    currencies.retain(|currency| *currency != receivable.currency());
    currencies.sort();
    currencies
}

fn scene(state: &State, receivable: &Receivable) -> Option<Scene> {
    let Parts { seller, origin, .. } = receivable.parts();
    let buyer = match origin {
        Origin::Seller { buyer } => state.parties.buyers_of(*seller).find(|listed| listed.id == *buyer).cloned(),
        Origin::Programme { .. } => None,
    };
    let receivable = with_debtor(receivable, buyer.as_ref());
    let Parts { id, debtor: owed_by, accepted, status, .. } = receivable.parts();
    let seller = applicant(state, state.parties.company(*seller)?);
    let (debtor, debtors_companies) = match owed_by {
        Some(id) => debtor(state, *id).map(|(debtor, companies)| (Some(debtor), companies))?,
        None => (None, Vec::new()),
    };
    let facility = facility(state, &receivable);
    let currency = receivable.currency();
    let scope = facility.as_ref().zip(*owed_by).map(|(found, debtor)| Scope { facility: found.facility.parts().id, debtor, currency });
    let entity = seller.company.legal_entity.as_ref().filter(|_| status.is_checked());
    let fingerprint = entity.and_then(|entity| receivable.fingerprint(entity));
    let sample = entity.and_then(|entity| Sample::of(&receivable, entity));
    let history = owed_by.filter(|_| status.is_checked()).map(|debtor| {
        let of = HistoryOf { seller: seller.company.id, debtor, currency };
        state.receivables.history(of)
    });
    Some(Scene {
        house: state.house.settings.clone(),
        buyer,
        debtor,
        debtors_companies,
        other_currencies: other_currencies(state, &receivable),
        in_use: scope.map_or(InUse::default(), |scope| state.facilities.exposures.in_use(scope)),
        corrected: entity
            .into_iter()
            .flat_map(|entity| receivable.corrected(entity))
            .flat_map(|(number, fingerprint)| {
                let sold = state.receivables.sold(*id, fingerprint).into_iter();
                sold.map(move |receivable| Corrected { number: number.clone(), receivable })
            })
            .collect(),
        sold: fingerprint.map(|fingerprint| state.receivables.sold(*id, fingerprint)).unwrap_or_default(),
        lookalikes: sample.map(|sample| lookalikes(state, *id, &sample)).unwrap_or_default(),
        history: history.unwrap_or(History::none()),
        facts: accepted.map(|_| state.receivables.facts(*id)).unwrap_or_default(),
        approvers: approvers(state, receivable.entered_for()),
        alone_from: state.parties.alone_from(receivable.entered_for()),
        team_version: state.parties.team_version(receivable.entered_for()),
        sellers: approvers(state, receivable.parts().seller),
        supplier: match origin {
            Origin::Programme { buyer } => facilities::listed(state, *buyer, receivable.parts().seller),
            Origin::Seller { .. } => None,
        },
        facility,
        seller,
    })
}

#[async_trait]
impl Scenes for InMemoryReceivables {
    async fn scenes(&self, receivables: Vec<Receivable>) -> Result<Vec<Scene>, Unavailable> {
        let state = self.0.call().await;
        let gone = || Unavailable::Failed("a seller is gone".to_owned());
        receivables.iter().map(|receivable| scene(&state, receivable).ok_or_else(gone)).collect()
    }
}
