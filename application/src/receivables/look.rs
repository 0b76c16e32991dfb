//! A receivable as it stands at a moment: what the checks find, what is offered, what may be done. Nobody is asked for
//! anything here, so that whoever shows it, decides on it or lists it says the same.

use crate::{
    facilities::ports::SupplierFound,
    receivables::{
        ReceivableError,
        holdings::Holdings,
        known_parties::{known_house, known_seller},
        ports::Kept,
        scene::{Applicant, Scene},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::{
        exposure::{Ceiling, Ceilings, Scope},
        facility::TermsVersion,
        supplier::{AutomaticPayment, Enrolment},
        terms::{FacilityKind, Terms},
    },
    house::{business_days::BusinessDays, details::PricedOn, local_time::TimeZone},
    identity::user::User,
    kernel::{coded::Coded, interest::YearlyRate, minor::Minor, search::folded},
    parties::{approvers::Approvers, membership::Membership, operator::Operator},
    payments::payout::{AdvanceState, Payout, PayoutStatus},
    pricing::{
        offer::{Offer, Subject},
        price::{Case as PriceCase, NoOffer},
        settlement::Settlement,
        statement::Difference,
    },
    receivables::{
        actions::{Ground, MemberAction, OperatorAction},
        book::{self, Basis, Book, Fact, LateCharge, Lateness, LossCause, Parties, Prospects, Receipt, Refused},
        cash_discount,
        checks::{self, Affiliation, Case, CheckCode, EInvoice, FacilityUse, Finding, Outcome, Room, Ruling, Similar, Space, Told},
        einvoice::KnownParties,
        evidence::{Dispute, Liftable},
        facts::{Facts, not_promisable},
        position::Recorded,
        receivable::{Acceptance, Agreement, Blocked, Change, Parts, Receivable},
        similarity::Sample,
        status::ReceivableStatus,
    },
};
use std::collections::BTreeSet;

/// An offer, and until when it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingOffer {
    pub offer: Offer,
    pub valid_until: DateTime<Utc>,
}

/// How a receivable ended, and why it was not as was offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The release that was offered.
    pub offered: Minor,
    pub settlement: Settlement,
    pub differences: Vec<Difference>,
}

/// A receivable as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// With its debtor, where that is known by now, and offered or not by what the checks find now.
    pub kept: Kept,
    /// What of it is not stored yet.
    pub changes: Vec<Change>,
    /// The status it is stored with: lists find and count it by this one, until its next change stores what the checks make of it.
    pub listed_as: ReceivableStatus,
    pub scene: Scene,
    /// Nothing once it was sold, or is at its end.
    pub findings: Vec<Finding>,
    /// None unless it can be sold, or why it is not priced.
    pub offer: Option<Result<StandingOffer, NoOffer>>,
    pub days: BusinessDays,
    pub now: DateTime<Utc>,
    /// Read only where it is for operators.
    pub held: Holdings,
    /// The newest payout of its advance, read once it was ordered.
    pub advance: Option<Box<Payout>>,
}

impl Look {
    /// Looks at it now. `zone` is the instance's own, which counts until an admin sets another one.
    pub fn at(kept: Kept, scene: Scene, zone: TimeZone, now: DateTime<Utc>) -> Self {
        let days = scene.house.business_days(zone);
        let mut look = Self {
            listed_as: kept.receivable.status(),
            kept,
            changes: Vec::new(),
            scene,
            findings: Vec::new(),
            offer: None,
            days,
            now,
            held: Holdings::default(),
            advance: None,
        };
        look.learn_debtor();
        look.again();
        look
    }

    pub fn receivable(&self) -> &Receivable {
        &self.kept.receivable
    }

    /// The status by which lists find it, where the checks make another one of it now.
    pub fn listed_otherwise(&self) -> Option<ReceivableStatus> {
        Some(self.listed_as).filter(|status| *status != self.receivable().status())
    }

    /// The business date.
    pub fn today(&self) -> NaiveDate {
        self.days.date_of(self.now)
    }

    /// Changes it, and judges it anew by what that made of it.
    ///
    /// # Errors
    /// Those of the change.
    pub fn change<E>(&mut self, change: impl FnOnce(&mut Receivable) -> Result<Vec<Change>, E>) -> Result<(), E> {
        let changed = change(&mut self.kept.receivable)?;
        self.changes.extend(changed);
        self.again();
        Ok(())
    }

    /// As it is once all of it is stored: as whoever looks then sees it.
    pub fn stored(mut self) -> Self {
        let parts = self.kept.receivable.parts().clone();
        if !parts.status.is_checked() {
            self.scene.compare_no_more();
        }
        self.listed_as = parts.status;
        self.kept.receivable = Receivable::restore(Parts { version: parts.version + 1, ..parts });
        self.changes.clear();
        self.again();
        self
    }

    fn learn_debtor(&mut self) {
        if let Some(debtor) = self.scene.debtor_id() {
            self.changes.extend(self.kept.receivable.know_debtor(debtor));
        }
    }

    pub(crate) fn again(&mut self) {
        let is_checked = self.kept.receivable.status().is_checked();
        self.findings = if is_checked { self.with_case(checks::findings) } else { Vec::new() };
        let entity = self.scene.seller.company.legal_entity.as_ref().filter(|_| is_checked);
        // What was sold keeps the fingerprint it had then.
        if let Some(fingerprint) = entity.and_then(|entity| self.kept.receivable.fingerprint(entity)) {
            self.kept.fingerprint = Some(fingerprint);
        }
        let assessed = self.kept.receivable.assess(self.agreement(), &self.findings);
        self.changes.extend(assessed);
        self.offer = self.priced();
    }

    /// The facility it would be sold under now.
    pub fn agreement(&self) -> Option<Agreement> {
        let found = self.scene.facility.as_ref()?;
        let terms_version = i64::from(found.facility.ruling()?.number);
        Some(Agreement { facility: found.facility.parts().id, terms_version })
    }

    /// The terms it was sold under; before that, those that rule, at the supplier's own rate where it has one.
    pub fn terms(&self) -> Option<Terms> {
        let facility = &self.scene.facility.as_ref()?.facility;
        let Parts { accepted, agreement, .. } = self.receivable().parts();
        let (version, own_rate) = match accepted.zip(*agreement) {
            Some((accepted, agreement)) => {
                let of_then = |version: &&TermsVersion| i64::from(version.number) == agreement.terms_version;
                (facility.parts().versions.iter().find(of_then), accepted.own_rate)
            }
            None => (facility.ruling(), self.own_rate()),
        };
        version.map(|TermsVersion { terms, .. }| terms.at_rate(own_rate))
    }

    /// The supplier's own discount rate, as it is now.
    pub(crate) fn own_rate(&self) -> Option<YearlyRate> {
        self.scene.supplier.as_ref().and_then(|found| found.supplier.parts().rate)
    }

    /// The seller's place in the programme; none in factoring.
    fn enrolment(&self) -> Option<Enrolment> {
        let is_programme = self.receivable().kind() == FacilityKind::ReverseFactoring;
        is_programme.then(|| self.scene.supplier.as_ref().map_or(Enrolment::Left, SupplierFound::enrolment))
    }

    fn priced(&self) -> Option<Result<StandingOffer, NoOffer>> {
        let receivable = self.receivable();
        if receivable.status() != ReceivableStatus::Offered {
            return None;
        }
        let terms = self.terms()?;
        let subject = Subject { receivable: receivable.id(), version: receivable.parts().version };
        let case = self.price_case();
        let valid_until = self.days.cut_off_on(case.payout_on);
        Some(Offer::of(Some(subject), terms, case).map(|offer| StandingOffer { offer, valid_until }))
    }

    /// The offer it was sold for: of those its versions had, the one that was accepted. None before, and once the day it is due
    /// is another one.
    pub fn sold_for(&self) -> Option<Offer> {
        let receivable = self.receivable();
        let accepted = receivable.parts().accepted?;
        let (terms, face) = (self.terms()?, receivable.face());
        let case = PriceCase { face, certain: accepted.certain.unwrap_or(face), payout_on: accepted.payout_on, due_on: accepted.due_on };
        let of = |version| Offer::of(Some(Subject { receivable: receivable.id(), version }), terms, case).ok();
        (0..receivable.parts().version).rev().filter_map(of).find(|offer| offer.hash() == accepted.offer)
    }

    /// The offer that stands, or the one it was sold for.
    pub fn standing_or_sold_for(&self) -> Option<Offer> {
        let standing = self.offer.as_ref().and_then(|offer| offer.as_ref().ok()).map(|standing| standing.offer.clone());
        standing.or_else(|| self.sold_for())
    }

    /// What is priced, were it sold now.
    pub fn price_case(&self) -> PriceCase {
        let receivable = self.receivable();
        PriceCase {
            face: receivable.face(),
            certain: self.certain(),
            payout_on: self.days.payout_day(self.now),
            due_on: receivable.due_on(),
        }
    }

    /// What of its face comes for certain: all of it where the house prices that, or no cash discount can be taken any more. A
    /// programme's buyer promised the whole.
    fn certain(&self) -> Minor {
        let (receivable, today) = (self.receivable(), self.today());
        let is_whole = self.scene.house.details().priced_on == PricedOn::Face || receivable.kind() == FacilityKind::ReverseFactoring;
        let still: Vec<_> = receivable.cash_discounts().into_iter().filter(|discount| !is_whole && discount.until >= today).collect();
        cash_discount::certain(&still, receivable.face())
    }

    /// Its book with everything that happened to it; none before it was sold.
    pub fn book(&self) -> Option<Result<Book, Refused>> {
        let Acceptance { payout_on, due_on, certain, .. } = self.receivable().parts().accepted?;
        let face = self.receivable().face();
        let case = PriceCase { face, certain: certain.unwrap_or(face), payout_on, due_on };
        let basis = Basis::of(self.parties()?, self.terms()?, case).ok()?;
        Some(Book::replay(basis, self.scene.facts.iter().map(|recorded| recorded.fact)))
    }

    /// Whose accounts it is booked on; none while that is not known.
    pub(crate) fn parties(&self) -> Option<Parties> {
        let (receivable, holder) = (self.receivable(), self.scene.facility.as_ref()?.facility.parts().company);
        Some(Parties { receivable: receivable.id(), seller: receivable.parts().seller, debtor: receivable.account_holder()?, holder })
    }

    /// How it ended; none before.
    pub fn settled(&self) -> Option<Settled> {
        let book = self.book()?.ok()?;
        let (settlement, differences) = (book.settlement()?, book.differences()?);
        Some(Settled { offered: book.basis().price().components().release, settlement, differences })
    }

    /// Under whose limits it falls; none while that is not known.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let facility = self.scene.facility.as_ref()?.facility.parts().id;
        Some(Scope { facility, debtor: self.receivable().parts().debtor?, currency: self.receivable().currency() })
    }

    /// The most that may be in use; none while it is not known of whom.
    pub fn ceilings(&self) -> Option<Ceilings> {
        let (terms, debtor) = (self.terms()?, self.scene.debtor.as_ref()?);
        let terms = terms.parts();
        let limit = debtor.parts().limits.of(self.receivable().currency());
        Some(Ceilings { facility: terms.limit, concentration: terms.limit.share(terms.concentration), debtor: limit })
    }

    /// What fits under each limit now.
    fn room(&self) -> Option<Room> {
        let (ceilings, in_use) = (self.ceilings()?, self.scene.in_use);
        let under = |ceiling: Ceiling| Space { whole: ceilings.of(ceiling), left: ceilings.of(ceiling) - in_use.of(ceiling) };
        let is_capped = ceilings.concentration < ceilings.facility;
        let concentration = is_capped.then(|| under(Ceiling::Concentration));
        let currency = self.receivable().currency();
        let is_debtor_limited = self.scene.debtor.as_ref().is_some_and(|debtor| debtor.parts().limits.is_set(currency));
        Some(Room { facility: under(Ceiling::Facility), debtor: under(Ceiling::Debtor), is_debtor_limited, concentration })
    }

    /// The room under one limit, nothing where there is none.
    pub fn fits(&self, ceiling: Ceiling) -> Minor {
        self.ceilings().map_or(Minor::ZERO, |ceilings| (ceilings.of(ceiling) - self.scene.in_use.of(ceiling)).or_zero())
    }

    fn with_case<T>(&self, look: impl FnOnce(&Case) -> T) -> T {
        let (receivable, scene) = (self.receivable(), &self.scene);
        let ruling = scene.facility.as_ref().and_then(|found| {
            let takes_new = found.facility.may_take_new(found.status).is_ok();
            let facility = if takes_new { FacilityUse::TakesNew } else { FacilityUse::RunsOff };
            Some(Ruling { terms: found.facility.ruling()?.terms.at_rate(self.own_rate()), facility })
        });
        look(&Case {
            receivable,
            today: self.today(),
            payout_on: self.days.payout_day(self.now),
            calendar: self.days.calendar(),
            ruling,
            other_currencies: scene.other_currencies.clone(),
            enrolment: self.enrolment(),
            seller: scene.seller.status,
            buyer: scene.buyer.as_ref().map(|buyer| buyer.status),
            debtor: scene.debtor.as_ref().map(|debtor| debtor.parts().state),
            affiliation: self.affiliation(),
            e_invoice: self.e_invoice(),
            bought_before: scene.history.bought,
            corrected: scene.corrected.clone(),
            sold: scene.sold.clone(),
            similar: self.similar(),
            dilution: scene.history.dilution,
            room: self.room(),
        })
    }

    /// What the e-invoice with it says; of several the one that says that it was assigned, else the one that is not transferred.
    fn e_invoice(&self) -> Option<EInvoice> {
        let instructions: Vec<_> =
            self.receivable().parts().documents.iter().filter_map(|document| document.instructions.as_ref()).collect();
        if instructions.is_empty() {
            return None;
        }
        let parties = KnownParties {
            seller: known_seller(&self.scene.seller.details, &self.scene.seller.bank_account),
            house: known_house(&self.scene.house),
        };
        instructions
            .into_iter()
            .map(|instructions| instructions.case(&parties))
            .max_by_key(|one| (one.is_assigned(), one.is_paid || one.not_transferred().is_some()))
    }

    fn affiliation(&self) -> Affiliation {
        let Some(debtor) = &self.scene.debtor else { return Affiliation::None };
        if self.scene.seller.company.legal_entity.as_ref() == Some(&debtor.parts().legal_entity) {
            return Affiliation::Same;
        }
        let own = known(&self.scene.seller);
        let theirs: BTreeSet<_> = self.scene.debtors_companies.iter().flat_map(known).collect();
        match own.intersection(&theirs).count() {
            0 => Affiliation::None,
            shared => Affiliation::SharedPeople(i64::try_from(shared).unwrap_or(i64::MAX)),
        }
    }

    /// As others are compared with it; none while its debtor, or who its seller is, is not known.
    fn sample(&self) -> Option<Sample> {
        let seller = self.scene.seller.company.legal_entity.as_ref()?;
        Sample::of(self.receivable(), seller)
    }

    fn similar(&self) -> Vec<Similar> {
        let Some(sample) = self.sample() else { return Vec::new() };
        let own = self.receivable().parts().submitted.map_or(self.now, |submitted| submitted.at);
        let alike = self.scene.lookalikes.iter().filter(|other| !sample.likenesses(&other.sample).is_empty());
        alike.map(|other| Similar { receivable: other.id, since: own.max(other.submitted_at) }).collect()
    }

    /// Who may approve for the company that enters it.
    pub fn approvers(&self) -> Approvers {
        let people = self.scene.approvers.iter().map(|(user, _)| user.id()).collect();
        Approvers { people, alone_from: self.scene.alone_from }
    }

    /// Whether this member may do this now. What a buyer promises has days of its own, which pass while it is a draft.
    ///
    /// # Errors
    /// `Blocked`, `Facts`.
    pub fn member_may(&self, action: MemberAction, me: &Membership) -> Result<(), ReceivableError> {
        let receivable = self.receivable();
        receivable.member_may(action, me, &self.approvers())?;
        let is_promise = action == MemberAction::Submit && receivable.kind() == FacilityKind::ReverseFactoring;
        let Facts { issued_on, due_on, .. } = receivable.parts().facts;
        let wrong = if is_promise { not_promisable(Some(issued_on), Some(due_on), self.days.calendar(), self.today()) } else { Vec::new() };
        if wrong.is_empty() { Ok(()) } else { Err(ReceivableError::Facts(wrong)) }
    }

    /// What this member may do now.
    pub fn members_actions(&self, me: &Membership) -> Vec<MemberAction> {
        MemberAction::ALL.iter().copied().filter(|action| self.member_may(*action, me).is_ok()).collect()
    }

    /// How it would end today by what this operator may do to end it: with what for the seller. A loss for each of the causes for which
    /// it may be written off today.
    pub fn would_end(&self, me: &Operator) -> Vec<(OperatorAction, Option<LossCause>, Settlement)> {
        let (on, book) = (self.today(), self.book().and_then(Result::ok));
        let lost = |cause: &LossCause| (Some(*cause), Fact::WrittenOff { on, cause: *cause, late: LateCharge::Claimed });
        let facts = |action: OperatorAction| match action {
            OperatorAction::CloseShort => vec![(None, Fact::ClosedShort { on })],
            OperatorAction::ChargeBack => vec![(None, Fact::ChargedBack { on })],
            OperatorAction::WriteOff => LossCause::ALL.iter().filter(|cause| self.may_write_off(**cause, me).is_ok()).map(lost).collect(),
            _ => Vec::new(),
        };
        let ends = self.operators_actions(me).into_iter().flat_map(|action| facts(action).into_iter().map(move |fact| (action, fact)));
        ends.filter_map(|(action, (cause, fact))| Some((action, cause, book.as_ref()?.ended_by(fact)?))).collect()
    }

    /// What writing it off today comes to.
    pub fn written_off(&self, cause: LossCause) -> Option<Settlement> {
        let fact = Fact::WrittenOff { on: self.today(), cause, late: LateCharge::Claimed };
        self.book().and_then(Result::ok)?.ended_by(fact)
    }

    /// The last dispute as it is now: see [`Receivable::last_dispute`].
    pub fn dispute(&self) -> Option<Dispute> {
        let receivable = self.receivable();
        receivable.last_dispute(self.ground().map_or(receivable.face(), |ground| ground.open))
    }

    /// Where the money of its advance is; none before it was ordered, and at its end.
    pub fn advance_state(&self) -> Option<AdvanceState> {
        let advance = self.advance.as_ref().filter(|_| self.receivable().status() == ReceivableStatus::Funded)?;
        match advance.status {
            PayoutStatus::Due | PayoutStatus::Returned => Some(AdvanceState::DueAgain),
            PayoutStatus::Released => Some(AdvanceState::OnItsWay),
            PayoutStatus::Executed => Some(AdvanceState::Sent),
            PayoutStatus::Cancelled => None,
        }
    }

    /// What its seller gets beside the advance, and when: the one source of every list, sum and screen that says so. None before
    /// it was sold, and at its end.
    pub fn coming(&self) -> Option<Prospects> {
        let ordered = self.advance.as_ref().filter(|advance| advance.status == PayoutStatus::Released);
        self.book()?.ok()?.coming(self.today(), ordered.and_then(|advance| Some(advance.release.as_ref()?.on)))
    }

    /// The money that came for it and was not taken back, by the day from which it counts.
    pub fn payments(&self) -> Vec<Receipt> {
        let received = |recorded: &Recorded| if let Fact::Received(receipt) = recorded.fact { Some(receipt) } else { None };
        let mut payments: Vec<_> = self.scene.facts.iter().filter_map(received).collect();
        payments.sort_by_key(|payment| payment.value_on);
        payments
    }

    /// How late it is, and what comes of that; none while it is not overdue, or was not paid out.
    pub fn lateness(&self) -> Option<Lateness> {
        let dispute = self.receivable().parts().dispute.as_ref().and_then(|dispute| dispute.end);
        self.book()?.ok()?.lateness(self.today(), dispute)
    }

    /// Whether it is sold at the end of the day though nobody accepts its offer: so its supplier wants it.
    pub fn sells_itself(&self) -> bool {
        let which = self.scene.supplier.as_ref().map_or(AutomaticPayment::Off, |found| found.supplier.parts().automatic);
        which.takes(self.receivable().face(), self.receivable().currency()) && matches!(self.offer, Some(Ok(_)))
    }

    /// Everybody of its seller who could accept its offer now, the first one first; nobody while there is none.
    pub fn acceptors(&self) -> Vec<&User> {
        let may = |place: &Membership| self.member_may(MemberAction::Accept, place).is_ok();
        self.scene.sellers.iter().filter(|(_, place)| may(place)).map(|(user, _)| user).collect()
    }

    /// All of its buyer who could approve it as a payable now, the first one first; empty unless it is a draft.
    pub fn payable_approvers(&self) -> Vec<&User> {
        let receivable = self.receivable();
        if receivable.kind() != FacilityKind::ReverseFactoring {
            return Vec::new();
        }
        let approvers = self.approvers();
        let may = |place: &Membership| receivable.member_may(MemberAction::Submit, place, &approvers).is_ok();
        self.scene.approvers.iter().filter(|(_, place)| may(place)).map(|(user, _)| user).collect()
    }

    /// Whether its offer fits under every limit today.
    pub fn fits_today(&self) -> bool {
        self.findings.iter().all(|finding| finding.verdict.outcome != Outcome::Cap)
    }

    /// Whether this member could accept the offer, or approve the payable, had they not entered it: a colleague has to.
    pub fn takes_colleague(&self, me: &Membership) -> bool {
        let approvers = self.approvers();
        let takes = |action| matches!(self.receivable().member_may(action, me, &approvers), Err(Blocked::FourEyes(_)));
        takes(MemberAction::Accept) || takes(MemberAction::Submit)
    }

    /// What the house's actions depend on, once it was sold.
    pub fn ground(&self) -> Option<Ground> {
        self.receivable().parts().accepted?;
        let (terms, open, short_below) = (self.terms()?, self.kept.position.open, Some(self.short_below()));
        Some(Ground { terms, today: self.today(), open, short_below })
    }

    /// The most that the house lets go, in its currency.
    pub(crate) fn short_below(&self) -> Minor {
        Minor::new(self.scene.house.details().short_below.minor(self.receivable().currency()))
    }

    /// The newest of what happened to it that can be taken back.
    ///
    /// # Errors
    /// Those of [`book::undoable`].
    pub fn undoable(&self) -> Result<Recorded, Refused> {
        let place = book::undoable(self.scene.facts.iter().map(|recorded| recorded.fact))?;
        self.scene.facts.get(place).copied().ok_or(Refused::NothingToUndo)
    }

    /// Whether a check comes to this.
    pub fn finds(&self, code: CheckCode, outcome: Outcome) -> bool {
        self.findings.iter().any(|finding| finding.code == code && finding.verdict.outcome == outcome)
    }

    /// The checks that stand in its way and can be lifted.
    pub fn liftable(&self) -> Vec<Liftable> {
        let stops = |check: &Liftable| CheckCode::from_code(check.code()).is_some_and(|code| self.finds(code, Outcome::Block));
        Liftable::ALL.iter().copied().filter(stops).collect()
    }

    /// What its seller reads of the checks.
    pub fn told(&self) -> Vec<Told> {
        checks::told_to_seller(self.receivable(), &self.findings)
    }
}

/// People by what tells them apart across companies: who has no full name and no day of birth cannot be told.
fn known(applicant: &Applicant) -> BTreeSet<(String, NaiveDate)> {
    let people = applicant.people.iter();
    people
        .filter_map(|person| {
            let (fname, lname) = (person.fname.as_ref()?, person.lname.as_ref()?);
            Some((folded(&format!("{} {}", fname.as_str(), lname.as_str())), person.born_on?))
        })
        .collect()
}
