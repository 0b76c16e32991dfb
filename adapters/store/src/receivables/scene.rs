//! What there is around receivables: a read across the modules below, as of one moment.

use super::{ReceivableStore, doubles, facts, sold};
use crate::{
    facilities::{
        exposures,
        rows::{self as facilities, Place},
    },
    house::settings,
    kernel::{
        conn::Conn,
        failure::{Failure, corrupt},
    },
    onboarding::applicants,
    parties::{buyers, companies, debtors, memberships},
};
use async_trait::async_trait;
use sooner_application::{
    facilities::ports::FacilityFound,
    kernel::unavailable::Unavailable,
    receivables::{
        ports::{History, HistoryOf, Lookalike},
        scene::{Applicant, Scene, Scenes, with_debtor},
    },
};
use sooner_domain::{
    facilities::exposure::{InUse, Scope},
    house::settings::HouseSettings,
    identity::user::User,
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        money::Currency,
    },
    parties::{company::Company, debtor::Debtor, legal_entity::LegalEntity, membership::Membership},
    receivables::{
        receivable::{Origin, Parts, Receivable},
        similarity::Sample,
    },
};
use std::collections::HashMap;

type Read<T> = Result<T, Failure<Unavailable>>;

/// Who may approve for a company, and how often its members changed.
type Team = (Vec<(User, Membership)>, i64);

/// What several receivables have around them together, read once.
#[derive(Default)]
struct Shared {
    house: Option<HouseSettings>,
    applicants: HashMap<CompanyId, Applicant>,
    teams: HashMap<CompanyId, Team>,
    debtors: HashMap<DebtorId, (Debtor, Vec<Applicant>)>,
    open: HashMap<Place, (Option<FacilityFound>, Vec<Currency>)>,
    facilities: HashMap<FacilityId, Option<FacilityFound>>,
    in_use: HashMap<Scope, InUse>,
}

impl Shared {
    fn house(&mut self, conn: &mut Conn) -> Read<HouseSettings> {
        let house = match self.house.take() {
            Some(house) => house,
            None => settings::all(conn)?,
        };
        self.house = Some(house.clone());
        Ok(house)
    }

    fn applicant(&mut self, conn: &mut Conn, id: CompanyId) -> Read<Applicant> {
        if let Some(known) = self.applicants.get(&id) {
            return Ok(known.clone());
        }
        let company = companies::find(conn, id)?.ok_or_else(|| corrupt("company"))?;
        let applicant = applicant(conn, company)?;
        self.applicants.insert(id, applicant.clone());
        Ok(applicant)
    }

    fn team(&mut self, conn: &mut Conn, id: CompanyId) -> Read<Team> {
        if let Some(known) = self.teams.get(&id) {
            return Ok(known.clone());
        }
        let team = (memberships::approvers(conn, id)?, companies::team_version(conn, id)?);
        self.teams.insert(id, team.clone());
        Ok(team)
    }

    fn debtor(&mut self, conn: &mut Conn, id: DebtorId) -> Read<(Debtor, Vec<Applicant>)> {
        if let Some(known) = self.debtors.get(&id) {
            return Ok(known.clone());
        }
        let debtor = debtors::find(conn, id)?.ok_or_else(|| corrupt("debtor"))?;
        let companies = companies::of_entity(conn, &debtor.parts().legal_entity)?;
        let companies = companies.into_iter().map(|company| applicant(conn, company)).collect::<Read<Vec<_>>>()?;
        self.debtors.insert(id, (debtor.clone(), companies.clone()));
        Ok((debtor, companies))
    }

    fn open(&mut self, conn: &mut Conn, place: Place) -> Read<(Option<FacilityFound>, Vec<Currency>)> {
        if let Some(known) = self.open.get(&place) {
            return Ok(known.clone());
        }
        let open = (facilities::open(conn, place)?, facilities::other_currencies(conn, place)?);
        self.open.insert(place, open.clone());
        Ok(open)
    }

    fn facility(&mut self, conn: &mut Conn, id: FacilityId) -> Read<Option<FacilityFound>> {
        if let Some(known) = self.facilities.get(&id) {
            return Ok(known.clone());
        }
        let found = facilities::by_id(conn, id)?;
        self.facilities.insert(id, found.clone());
        Ok(found)
    }

    fn in_use(&mut self, conn: &mut Conn, scope: Scope) -> Read<InUse> {
        if let Some(known) = self.in_use.get(&scope) {
            return Ok(*known);
        }
        let in_use = exposures::in_use(conn, scope)?;
        self.in_use.insert(scope, in_use);
        Ok(in_use)
    }
}

fn applicant(conn: &mut Conn, company: Company) -> Read<Applicant> {
    let applicants::Filed { status, version, form } = applicants::of(conn, company.id)?;
    Ok(Applicant { company, status, people: form.people, bank_account: form.bank_account, version })
}

/// What it is compared with.
#[derive(Default)]
struct Compared {
    sold: Vec<ReceivableId>,
    lookalikes: Vec<Lookalike>,
    history: Option<History>,
}

fn compared(conn: &mut Conn, receivable: &Receivable, seller: Option<&LegalEntity>) -> Read<Compared> {
    let Parts { id, seller: company, debtor, status, .. } = receivable.parts();
    let (true, Some(debtor)) = (status.is_checked(), debtor) else { return Ok(Compared::default()) };
    let of = HistoryOf { seller: *company, debtor: *debtor, currency: receivable.currency(), but: *id };
    let history = Some(sold::history(conn, of)?);
    let sold = match seller.and_then(|seller| receivable.fingerprint(seller)) {
        Some(fingerprint) => sold::others(conn, *id, fingerprint)?,
        None => Vec::new(),
    };
    let lookalikes = match seller.and_then(|seller| Sample::of(receivable, seller)) {
        Some(sample) => doubles::lookalikes(conn, *id, &sample)?,
        None => Vec::new(),
    };
    Ok(Compared { sold, lookalikes, history })
}

fn scene(conn: &mut Conn, shared: &mut Shared, receivable: &Receivable) -> Read<Scene> {
    let Parts { seller, origin, accepted, agreement, .. } = receivable.parts();
    let buyer = match origin {
        Origin::Seller { buyer } => buyers::of_seller(conn, *seller, *buyer)?,
        Origin::Programme { .. } => None,
    };
    let receivable = with_debtor(receivable, buyer.as_ref());
    let seller = shared.applicant(conn, *seller)?;
    let (debtor, debtors_companies) = match receivable.parts().debtor {
        Some(debtor) => shared.debtor(conn, debtor).map(|(debtor, companies)| (Some(debtor), companies))?,
        None => (None, Vec::new()),
    };
    let place = (receivable.entered_for(), receivable.kind(), receivable.currency());
    let (open, other_currencies) = shared.open(conn, place)?;
    let facility = match accepted.and(*agreement) {
        Some(agreement) => shared.facility(conn, agreement.facility)?,
        None => open,
    };
    let scope = facility.as_ref().zip(debtor.as_ref()).map(|(found, debtor)| Scope {
        facility: found.facility.parts().id,
        debtor: debtor.id(),
        currency: receivable.currency(),
    });
    let in_use = match scope {
        Some(scope) => shared.in_use(conn, scope)?,
        None => InUse::default(),
    };
    let (approvers, team_version) = shared.team(conn, receivable.entered_for())?;
    let Compared { sold, lookalikes, history } = compared(conn, &receivable, seller.company.legal_entity.as_ref())?;
    Ok(Scene {
        house: shared.house(conn)?,
        buyer,
        debtor,
        debtors_companies,
        facility,
        other_currencies,
        in_use,
        sold,
        lookalikes,
        history: history.unwrap_or(History::none()),
        facts: match accepted {
            Some(_) => facts::of(conn, receivable.id())?,
            None => Vec::new(),
        },
        approvers,
        team_version,
        seller,
    })
}

#[async_trait]
impl Scenes for ReceivableStore {
    async fn scenes(&self, receivables: Vec<Receivable>) -> Result<Vec<Scene>, Unavailable> {
        let read = move |conn: &mut Conn| {
            conn.at_one_moment(|conn| {
                let mut shared = Shared::default();
                receivables.iter().map(|receivable| scene(conn, &mut shared, receivable)).collect()
            })
        };
        self.db.read(read).await
    }
}
