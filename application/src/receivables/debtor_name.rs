//! What the debtor of a receivable is called. Answers, papers and mails about a receivable ask here, so that its seller reads one name
//! everywhere: the one it sold to (finance.md sections 4 and 7), whatever that debtor was merged into since.

use crate::{
    kernel::unavailable::Unavailable,
    receivables::{Look, Receivables},
};
use sooner_domain::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        text::Line,
    },
    parties::{
        buyer::{Buyer, BuyerId},
        debtor::Debtor,
    },
    receivables::receivable::{Origin, Receivable},
};
use std::collections::{BTreeMap, BTreeSet};

/// As the buyer is called on the seller's list; in a programme, and once the buyer is off the list, as the debtor was called with which
/// it was sold.
fn debtor_name<'a>(receivable: &Receivable, buyer: Option<&'a Buyer>, debtor: Option<&'a Debtor>) -> Option<&'a Line> {
    let listed = buyer.map(|buyer| &buyer.details.legal_name);
    let sold_to = || {
        let debtor = debtor?;
        Some(receivable.account_holder().map_or(&debtor.parts().legal_name, |holder| debtor.name_of(holder)))
    };
    listed.or_else(sold_to)
}

/// The buyer on the seller's list that it names; none in a programme.
fn buyer_of(receivable: &Receivable) -> Option<BuyerId> {
    match receivable.parts().origin {
        Origin::Seller { buyer } => Some(buyer),
        Origin::Programme { .. } => None,
    }
}

impl Look {
    /// What its seller calls its debtor; none while nobody knows who owes it.
    pub fn debtor_name(&self) -> Option<&Line> {
        debtor_name(self.receivable(), self.scene.buyer.as_ref(), self.scene.debtor.as_ref())
    }

    /// What its debtor is called now, by the house: that of the one it was merged into, where its seller knows it by another name. None
    /// while it is not known who owes it.
    pub fn debtor_legal_name(&self) -> Option<&Line> {
        self.scene.debtor.as_ref().map(|debtor| &debtor.parts().legal_name)
    }
}

impl Receivables {
    /// What the sellers of these call their debtors, as [`Look::debtor_name`].
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn debtor_names(&self, of: &[&Receivable]) -> Result<BTreeMap<ReceivableId, Line>, Unavailable> {
        let listed: BTreeSet<BuyerId> = of.iter().filter_map(|receivable| buyer_of(receivable)).collect();
        let buyers = if listed.is_empty() { Vec::new() } else { self.buyers.by_ids(&Vec::from_iter(listed)).await? };
        let buyers: BTreeMap<BuyerId, Buyer> = buyers.into_iter().map(|buyer| (buyer.id, buyer)).collect();
        let is_unlisted = |receivable: &&&Receivable| buyer_of(receivable).is_none_or(|buyer| !buyers.contains_key(&buyer));
        let debtors: BTreeSet<DebtorId> = of.iter().filter(is_unlisted).filter_map(|receivable| receivable.parts().debtor).collect();
        let debtors = if debtors.is_empty() { Vec::new() } else { self.debtors.by_ids(&Vec::from_iter(debtors)).await? };
        let debtors: BTreeMap<_, _> = debtors.into_iter().map(|debtor| (debtor.id(), debtor)).collect();
        let named = |receivable: &&Receivable| {
            let buyer = buyer_of(receivable).and_then(|id| buyers.get(&id));
            let debtor = receivable.parts().debtor.and_then(|id| debtors.get(&id));
            Some((receivable.id(), debtor_name(receivable, buyer, debtor)?.clone()))
        };
        Ok(of.iter().filter_map(named).collect())
    }
}
