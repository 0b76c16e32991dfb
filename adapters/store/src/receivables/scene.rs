//! What there is around receivables: a read across the modules below, as of one moment. However many they are, it takes as many
//! statements.

use super::{
    ReceivableStore, doubles, facts,
    shared::{Read, Shared},
    sold,
};
use crate::{
    kernel::{conn::Conn, failure::corrupt},
    parties::buyers,
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
    facilities::exposure::Scope,
    kernel::{
        ids::{CompanyId, ReceivableId},
        money::Currency,
    },
    parties::buyer::{Buyer, BuyerId},
    receivables::{
        checks::Corrected,
        fingerprint::{Fingerprint, InvoiceNumber},
        receivable::{Origin, Parts, Receivable},
        similarity::Sample,
    },
};
use std::collections::{HashMap, HashSet};

/// How many are read together: enough for a page, few enough for one statement.
const TOGETHER: usize = 100;

/// Each with the buyer whom its seller named, if any, and its debtor where that buyer has one.
fn with_buyers(conn: &mut Conn, receivables: &[Receivable]) -> Read<Vec<(Receivable, Option<Buyer>)>> {
    let named = |receivable: &Receivable| match receivable.parts().origin {
        Origin::Seller { buyer } => Some(buyer),
        Origin::Programme { .. } => None,
    };
    let ids: HashSet<BuyerId> = receivables.iter().filter_map(named).collect();
    let ids: Vec<BuyerId> = ids.into_iter().collect();
    let found = if ids.is_empty() { Vec::new() } else { buyers::by_ids(conn, &ids)? };
    let found: HashMap<BuyerId, Buyer> = found.into_iter().map(|buyer| (buyer.id, buyer)).collect();
    let with_buyer = |receivable: &Receivable| {
        let buyer = named(receivable).and_then(|id| found.get(&id)).filter(|buyer| buyer.seller == receivable.parts().seller);
        (with_debtor(receivable, buyer), buyer.cloned())
    };
    Ok(receivables.iter().map(with_buyer).collect())
}

/// Its facility, and other currencies in which there is one.
fn facility(conn: &mut Conn, shared: &mut Shared, receivable: &Receivable) -> Read<(Option<FacilityFound>, Vec<Currency>)> {
    let Parts { accepted, agreement, .. } = receivable.parts();
    let (open, other_currencies) = shared.open(conn, (receivable.entered_for(), receivable.kind(), receivable.currency()))?;
    let facility = match accepted.and(*agreement) {
        Some(agreement) => shared.facility(conn, agreement.facility)?,
        None => open,
    };
    Ok((facility, other_currencies))
}

/// What a receivable is compared with.
struct Compared {
    corrected: Vec<Corrected>,
    sold: Vec<ReceivableId>,
    lookalikes: Vec<Lookalike>,
    history: History,
}

/// With nothing where it is not checked any more, or nobody knows the debtor yet.
fn compared(conn: &mut Conn, shared: &mut Shared, receivables: &[&Receivable]) -> Read<Vec<Compared>> {
    let (mut fingerprints, mut samples, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    let mut named = Vec::new();
    let sellers: &HashMap<CompanyId, Applicant> =
        shared.applicants(conn, receivables.iter().map(|receivable| receivable.parts().seller))?;
    for receivable in receivables {
        let Parts { id, seller, debtor, status, .. } = receivable.parts();
        let debtor = debtor.filter(|_| status.is_checked());
        let entity = sellers.get(seller).and_then(|seller| seller.company.legal_entity.as_ref()).filter(|_| debtor.is_some());
        fingerprints.push((*id, entity.and_then(|entity| receivable.fingerprint(entity))));
        named.push(entity.map(|entity| receivable.corrected(entity)).unwrap_or_default());
        samples.push((*id, entity.and_then(|entity| Sample::of(receivable, entity))));
        pairs.push(debtor.map(|debtor| HistoryOf { seller: *seller, debtor, currency: receivable.currency() }));
    }
    let sold = sold::others(conn, &fingerprints)?;
    let corrected = corrected(conn, receivables, named)?;
    let lookalikes = doubles::lookalikes(conn, &samples)?;
    let histories = shared.histories(conn, pairs.iter().flatten().copied())?;
    let history = |pair: Option<HistoryOf>| pair.and_then(|pair| histories.get(&pair)).copied().unwrap_or(History::none());
    let all = sold.into_iter().zip(corrected).zip(lookalikes).zip(pairs);
    let compared = all.map(|(((sold, corrected), lookalikes), pair)| Compared { corrected, sold, lookalikes, history: history(pair) });
    Ok(compared.collect())
}

/// What each of these says it corrects, as far as it is sold.
fn corrected(conn: &mut Conn, receivables: &[&Receivable], named: Vec<Vec<(InvoiceNumber, Fingerprint)>>) -> Read<Vec<Vec<Corrected>>> {
    let each = || receivables.iter().zip(&named).flat_map(|(of, named)| named.iter().map(move |named| (of.id(), named)));
    let asked: Vec<_> = each().map(|(id, (_, fingerprint))| (id, Some(*fingerprint))).collect();
    let mut found: HashMap<ReceivableId, Vec<Corrected>> = HashMap::new();
    for ((id, (number, _)), sold) in each().zip(sold::others(conn, &asked)?) {
        let corrected = sold.into_iter().map(|receivable| Corrected { number: number.clone(), receivable });
        found.entry(id).or_default().extend(corrected);
    }
    Ok(receivables.iter().map(|of| found.remove(&of.id()).unwrap_or_default()).collect())
}

fn together(conn: &mut Conn, shared: &mut Shared, receivables: &[Receivable]) -> Read<Vec<Scene>> {
    let all = with_buyers(conn, receivables)?;
    let each: Vec<&Receivable> = all.iter().map(|(receivable, _)| receivable).collect();
    let compared = compared(conn, shared, &each)?;
    shared.debtors(conn, each.iter().filter_map(|receivable| receivable.parts().debtor))?;
    let facilities = each.iter().map(|receivable| facility(conn, shared, receivable)).collect::<Read<Vec<_>>>()?;
    let scope = |(receivable, (found, _)): (&&Receivable, &(Option<FacilityFound>, _))| {
        let (found, debtor) = (found.as_ref()?, receivable.parts().debtor?);
        Some(Scope { facility: found.facility.parts().id, debtor, currency: receivable.currency() })
    };
    let scopes: Vec<Option<Scope>> = each.iter().zip(&facilities).map(scope).collect();
    let in_use = shared.in_use(conn, scopes.iter().flatten().copied())?.clone();
    let pair = |receivable: &&Receivable| match receivable.parts().origin {
        Origin::Programme { buyer } => Some((buyer, receivable.parts().seller)),
        Origin::Seller { .. } => None,
    };
    shared.suppliers(conn, each.iter().filter_map(pair))?;
    let accepted = each.iter().filter(|receivable| receivable.parts().accepted.is_some());
    let facts = facts::of(conn, &accepted.map(|receivable| receivable.id()).collect::<Vec<_>>())?;

    let mut scenes = Vec::new();
    let around = compared.into_iter().zip(facilities).zip(scopes);
    for ((receivable, buyer), ((compared, (facility, other_currencies)), scope)) in all.into_iter().zip(around) {
        let Parts { id, seller, debtor, accepted, origin, .. } = receivable.parts();
        let Compared { corrected, sold, lookalikes, history } = compared;
        let known = shared.debtors(conn, *debtor)?;
        let (debtor, debtors_companies) = match debtor.and_then(|debtor| known.get(&debtor)) {
            Some((debtor, companies)) => (Some(debtor.clone()), companies.clone()),
            None => (None, Vec::new()),
        };
        let (approvers, (team_version, alone_from)) = shared.team(conn, receivable.entered_for())?;
        let (sellers, _) = shared.team(conn, *seller)?;
        let supplier = match origin {
            Origin::Programme { buyer } => shared.suppliers(conn, [])?.get(&(*buyer, *seller)).cloned(),
            Origin::Seller { .. } => None,
        };
        scenes.push(Scene {
            house: shared.house(conn)?,
            seller: shared.applicants(conn, [*seller])?.get(seller).cloned().ok_or_else(|| corrupt("company"))?,
            in_use: scope.and_then(|scope| in_use.get(&scope).copied()).unwrap_or_default(),
            facts: accepted.and(facts.get(id).cloned()).unwrap_or_default(),
            buyer,
            debtor,
            debtors_companies,
            facility,
            other_currencies,
            corrected,
            sold,
            lookalikes,
            history,
            approvers,
            team_version,
            alone_from,
            sellers,
            supplier,
        });
    }
    Ok(scenes)
}

/// What there is around each of these, in their order.
pub(crate) fn scenes(conn: &mut Conn, receivables: &[Receivable]) -> Read<Vec<Scene>> {
    let mut shared = Shared::default();
    let chunks = receivables.chunks(TOGETHER).map(|chunk| together(conn, &mut shared, chunk));
    Ok(chunks.collect::<Read<Vec<_>>>()?.concat())
}

#[async_trait]
impl Scenes for ReceivableStore {
    async fn scenes(&self, receivables: Vec<Receivable>) -> Result<Vec<Scene>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| scenes(conn, &receivables))).await
    }
}
