//! What several receivables have around them together: each is read once, and whatever there may be many of all at once.

use super::histories;
use crate::{
    facilities::{
        exposures,
        rows::{self as facilities, Place},
        suppliers,
    },
    house::settings,
    kernel::{
        conn::Conn,
        failure::{Failure, corrupt},
    },
    onboarding::applicants,
    parties::{companies, debtors, memberships},
};
use chrono::{DateTime, Utc};
use sooner_application::{
    facilities::ports::{FacilityFound, SupplierFound},
    kernel::unavailable::Unavailable,
    receivables::{
        ports::{History, HistoryOf},
        scene::Applicant,
    },
};
use sooner_domain::{
    facilities::exposure::{InUse, Scope},
    house::settings::HouseSettings,
    identity::user::User,
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId},
        money::Currency,
    },
    parties::{company::Company, debtor::Debtor, membership::Membership},
};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

pub(super) type Read<T> = Result<T, Failure<Unavailable>>;

/// Who may approve for a company, with how often its members changed and from when on what is entered may be approved alone.
type Team = (Vec<(User, Membership)>, (i64, Option<DateTime<Utc>>));

/// What was read so far.
#[derive(Default)]
pub(crate) struct Shared {
    house: Option<HouseSettings>,
    applicants: HashMap<CompanyId, Applicant>,
    teams: HashMap<CompanyId, Team>,
    debtors: HashMap<DebtorId, (Debtor, Vec<Applicant>)>,
    open: HashMap<Place, (Option<FacilityFound>, Vec<Currency>)>,
    facilities: HashMap<FacilityId, Option<FacilityFound>>,
    in_use: HashMap<Scope, InUse>,
    histories: HashMap<HistoryOf, History>,
    suppliers: HashMap<(CompanyId, CompanyId), SupplierFound>,
}

/// Those of which nothing is known yet, each once.
fn unknown<K: Copy + Eq + Hash, V>(known: &HashMap<K, V>, wanted: impl IntoIterator<Item = K>) -> Vec<K> {
    let unknown: HashSet<K> = wanted.into_iter().filter(|key| !known.contains_key(key)).collect();
    unknown.into_iter().collect()
}

impl Shared {
    pub(super) fn house(&mut self, conn: &mut Conn) -> Read<HouseSettings> {
        let house = match self.house.take() {
            Some(house) => house,
            None => settings::all(conn)?,
        };
        self.house = Some(house.clone());
        Ok(house)
    }

    /// One that is gone is an error.
    pub(super) fn applicants(
        &mut self,
        conn: &mut Conn,
        wanted: impl IntoIterator<Item = CompanyId>,
    ) -> Read<&HashMap<CompanyId, Applicant>> {
        let unknown = unknown(&self.applicants, wanted);
        if !unknown.is_empty() {
            let found = companies::by_ids(conn, &unknown)?;
            if found.len() < unknown.len() {
                return Err(corrupt("company"));
            }
            self.applicants.extend(filed(conn, found)?.into_iter().map(|found| (found.company.id, found)));
        }
        Ok(&self.applicants)
    }

    pub(super) fn team(&mut self, conn: &mut Conn, id: CompanyId) -> Read<Team> {
        if let Some(known) = self.teams.get(&id) {
            return Ok(known.clone());
        }
        let team = (memberships::approvers(conn, id)?, companies::team_state(conn, id)?);
        self.teams.insert(id, team.clone());
        Ok(team)
    }

    /// With the companies that are it, or one that was merged into it, the first one first. One that is gone is an error.
    pub(super) fn debtors(
        &mut self,
        conn: &mut Conn,
        wanted: impl IntoIterator<Item = DebtorId>,
    ) -> Read<&HashMap<DebtorId, (Debtor, Vec<Applicant>)>> {
        let unknown = unknown(&self.debtors, wanted);
        if !unknown.is_empty() {
            let found = debtors::by_ids(conn, &unknown)?;
            if found.len() < unknown.len() {
                return Err(corrupt("debtor"));
            }
            let entities: Vec<_> = found.iter().flat_map(Debtor::legal_entities).collect();
            let companies = companies::of_entities(conn, &entities)?;
            let companies = filed(conn, companies)?;
            for debtor in found {
                let own = companies.iter().filter(|found| debtor.is(&found.company)).cloned().collect();
                self.debtors.insert(debtor.id(), (debtor, own));
            }
        }
        Ok(&self.debtors)
    }

    pub(super) fn open(&mut self, conn: &mut Conn, place: Place) -> Read<(Option<FacilityFound>, Vec<Currency>)> {
        if let Some(known) = self.open.get(&place) {
            return Ok(known.clone());
        }
        let open = (facilities::open(conn, place)?, facilities::other_currencies(conn, place)?);
        self.open.insert(place, open.clone());
        Ok(open)
    }

    pub(super) fn facility(&mut self, conn: &mut Conn, id: FacilityId) -> Read<Option<FacilityFound>> {
        if let Some(known) = self.facilities.get(&id) {
            return Ok(known.clone());
        }
        let found = facilities::by_id(conn, id)?;
        self.facilities.insert(id, found.clone());
        Ok(found)
    }

    /// The places of sellers on buyers' lists, by both.
    pub(super) fn suppliers(
        &mut self,
        conn: &mut Conn,
        wanted: impl IntoIterator<Item = (CompanyId, CompanyId)>,
    ) -> Read<&HashMap<(CompanyId, CompanyId), SupplierFound>> {
        let unknown = unknown(&self.suppliers, wanted);
        if !unknown.is_empty() {
            self.suppliers.extend(suppliers::listed(conn, &unknown)?);
        }
        Ok(&self.suppliers)
    }

    pub(super) fn in_use(&mut self, conn: &mut Conn, wanted: impl IntoIterator<Item = Scope>) -> Read<&HashMap<Scope, InUse>> {
        let unknown = unknown(&self.in_use, wanted);
        self.in_use.extend(exposures::in_use(conn, &unknown)?);
        Ok(&self.in_use)
    }

    /// Each is added up of all that was sold.
    pub(crate) fn histories(&mut self, conn: &mut Conn, wanted: impl IntoIterator<Item = HistoryOf>) -> Read<&HashMap<HistoryOf, History>> {
        let unknown = unknown(&self.histories, wanted);
        self.histories.extend(histories::of(conn, &unknown)?);
        Ok(&self.histories)
    }
}

/// These companies with their applications, in the same order.
fn filed(conn: &mut Conn, companies: Vec<Company>) -> Read<Vec<Applicant>> {
    let ids: Vec<CompanyId> = companies.iter().map(|company| company.id).collect();
    let mut all = if ids.is_empty() { HashMap::new() } else { applicants::of(conn, &ids)? };
    let applicant = |company: Company| {
        let applicants::Filed { status, version, form } = all.remove(&company.id).unwrap_or_default();
        Applicant { company, details: form.company, status, people: form.people, bank_account: form.bank_account, version }
    };
    Ok(companies.into_iter().map(applicant).collect())
}
