//! Approvals.

use crate::{
    StorePorts,
    approvals::{
        DecideError, FourEyes, Ruling,
        changes::{Change, OPEN_APPROVAL},
        hash_of,
        ports::{ApprovalFilter, Which},
    },
    kernel::commit::CommitError,
    testing::{
        World, buyer_details,
        contracts::{Checked, context, id, member, noon},
        facilities::terms,
        full_form, house_account,
    },
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalMove, ApprovalState, Decided, Verdict},
        proposal::{
            ApprovalAction, ContactChange, DebtorMerge, Ending, OrderedPayout, OrderedPayouts, PartUndone, Proposal, ProposedTerms,
            ReceivableEnding, SentBack, SupplierRate,
        },
    },
    facilities::supplier::SupplierId,
    house::accounts::HouseAccounts,
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        interest::YearlyRate,
        money::{Currency, Money},
        text::{Line, Note, PersonName},
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEntry, ManualEvent, Parts},
    },
    onboarding::bank_account::Iban,
    parties::debtor::{Debtor, Limits, NoticeContact},
    payments::{
        payout::{BatchId, PayoutId},
        receipt::{AccountOwner, AllocationId, ReceiptId, Target},
    },
    receivables::{book::LossCause, evidence::Liftable},
};
use uuid::Uuid;

async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
    ports.approvals.commit(vec![change], context()).await
}

fn proposed(by: UserId, proposal: Proposal) -> Approval {
    Approval::propose(ApprovalId(id()), proposal, by, noon())
}

fn roles(of: UserId) -> Proposal {
    let after = [OperatorRole::Treasury, OperatorRole::Auditor].into_iter().collect();
    Proposal::OperatorRoles { operator: of, before: OperatorRoles::default(), after }
}

fn account(of: CompanyId) -> Proposal {
    Proposal::BankAccount { company: of, before: Box::default(), after: Box::new(full_form().bank_account) }
}

fn booked(reverses: Option<EntryId>) -> Result<Proposal, Box<dyn std::error::Error>> {
    let (amount, note) = (Money::parse(Money::MAX_MINOR, Currency::parse("JPY")?)?, Note::parse("Account 7\nas agreed")?);
    let parts = Parts {
        id: EntryId(id()),
        event: ManualEvent::Capital,
        on: noon().date_naive(),
        amount,
        note,
        reverses,
        explains: None,
        beside: None,
    };
    Ok(Proposal::LedgerEntry(Box::new(ManualEntry::parse(parts)?)))
}

fn sent_back(credit_of: Option<DebtorId>) -> Result<Proposal, Box<dyn std::error::Error>> {
    Ok(Proposal::SentBack(Box::new(SentBack {
        receipt: ReceiptId(id()),
        credit_of,
        amount: Money::parse(700, Currency::parse("EUR")?)?,
        name: Line::parse("Nordwind AG")?,
        iban: Iban::parse("NL91ABNA0417164300")?,
        owner: credit_of.map(|_| AccountOwner::Seller),
        note: Note::parse("Paid twice.")?,
    })))
}

fn rate(before: Option<i64>, after: Option<i64>) -> Result<Proposal, Box<dyn std::error::Error>> {
    let rate = |basis_points: Option<i64>| basis_points.map(YearlyRate::parse_basis_points).transpose();
    let (supplier, buyer, company) = (SupplierId(id()), CompanyId(id()), CompanyId(id()));
    let (before, after, note) = (rate(before)?, rate(after)?, Note::parse("As agreed.")?);
    Ok(Proposal::SupplierRate(Box::new(SupplierRate { supplier, buyer, company, before, after, note })))
}

fn contact(before: Option<&str>, after: &str) -> Result<Proposal, Box<dyn std::error::Error>> {
    let told = |email| {
        Ok::<_, Box<dyn std::error::Error>>(NoticeContact { name: PersonName::parse("Zoë Smit")?, email: EmailAddress::parse(email)? })
    };
    let contact = ContactChange { before: before.map(told).transpose()?, after: told(after)? };
    let (before, after) = (Limits::default(), Limits::default());
    Ok(Proposal::DebtorLimits { debtor: DebtorId(id()), before, after, contact: Some(Box::new(contact)) })
}

/// Of two debtors, one of them with limits and a contact.
fn merge() -> Result<Proposal, Box<dyn std::error::Error>> {
    merging(DebtorId(id()), DebtorId(id()))
}

fn merging(gone: DebtorId, stays: DebtorId) -> Result<Proposal, Box<dyn std::error::Error>> {
    let mut gone = Debtor::of_buyer(gone, &buyer_details("Nordwind GmbH"), noon());
    gone.limit(Limits::parse(&[Money::parse(700, Currency::parse("EUR")?)?]).map_err(|_| "a currency twice")?);
    let details = &buyer_details("Nordwind AG");
    let stays = Debtor::new(stays, details.legal_entity(), details.legal_name.clone(), noon());
    Ok(Proposal::DebtorMerge(Box::new(DebtorMerge::of(&gone, &stays, Note::parse("One company.")?)?)))
}

fn as_proposed(approval: &Approval) -> Change {
    Change::Proposed(Box::new(approval.clone()))
}

pub async fn an_approval_is_read_as_it_was_proposed_and_as_it_ended(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "approvals.ada@example.com").await?;
    let note = Note::parse("Not our customer\u{2019}s name.\n\"Really\".")?;
    let mut ours = HouseAccounts::default();
    ours.add(house_account("EUR", "DE89370400440532013000"))?;
    ours.add(house_account("CHF", "CH9300762011623852957"))?;
    let ours = Proposal::HouseAccounts { before: HouseAccounts::default(), after: ours };
    let all = [
        (roles(ada.id()), None),
        (account(place.company), Some(note)),
        (ours, None),
        (booked(None)?, None),
        (booked(Some(EntryId(id())))?, None),
        (sent_back(None)?, None),
        (sent_back(Some(DebtorId(id())))?, None),
        (rate(None, Some(10_000))?, None),
        (rate(Some(0), None)?, None),
        (merge()?, None),
        (contact(None, "zoe@example.net")?, None),
        (contact(Some("zoe@example.net"), "piet@example.net")?, None),
    ];
    for (proposal, note) in all {
        let approval = proposed(ada.id(), proposal);
        commit(ports, as_proposed(&approval)).await?;
        assert_eq!(ports.approval_records.by_id(approval.id).await?.as_ref(), Some(&approval));
        let (action, things) = (approval.proposal.action(), approval.proposal.holds());
        assert_eq!(ports.approval_records.waiting(action, things.clone()).await?, std::slice::from_ref(&approval));
        let decided = Some(Decided { by: ada.id(), at: noon() + TimeDelta::seconds(1), note });
        let ended = approval.ended(ApprovalState::Refused, decided);
        commit(ports, Change::Ended(Box::new(ended.clone()))).await?;
        assert_eq!(ports.approval_records.by_id(ended.id).await?.as_ref(), Some(&ended));
        assert_eq!(ports.approval_records.waiting(action, things).await?, []);
    }
    assert_eq!(ports.approval_records.by_id(ApprovalId(id())).await?, None);
    Ok(())
}

pub async fn of_many_proposals_for_one_thing_one_waits(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "proposals.ada@example.com").await?;
    let all: Vec<_> = (0..16).map(|_| proposed(ada.id(), account(place.company))).collect();
    let answers = join_all(all.iter().map(|approval| commit(ports, as_proposed(approval)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(OPEN_APPROVAL)))));
    // Another action, and another thing, have a place of their own.
    commit(ports, as_proposed(&proposed(ada.id(), roles(UserId(place.company.0))))).await?;
    commit(ports, as_proposed(&proposed(ada.id(), account(CompanyId(id()))))).await?;
    let first =
        ports.approval_records.waiting(ApprovalAction::ChangeBankAccount, vec![place.company.0]).await?.pop().ok_or("nothing waits")?;
    commit(ports, Change::Ended(Box::new(first.ended(ApprovalState::Expired, None)))).await?;
    commit(ports, as_proposed(&proposed(ada.id(), account(place.company)))).await?;
    Ok(())
}

pub async fn of_many_endings_of_a_receivable_one_waits(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "endings.ada@example.com").await?;
    let amount = Money::parse(700, Currency::parse("EUR")?)?;
    let kinds = [Ending::WriteOff(LossCause::Insolvency), Ending::Undo, Ending::GiveUp(amount), Ending::UndoGiveUp];
    let receivable = ReceivableId(id());
    let ending = |of: ReceivableId, what: Ending| {
        let (seller, note) = (place.company, None);
        proposed(ada.id(), Proposal::Receivable(Box::new(ReceivableEnding { receivable: of, seller, version: 7, what, note })))
    };
    let all: Vec<_> = (0..16).map(|number| ending(receivable, kinds[number % kinds.len()])).collect();
    let answers = join_all(all.iter().map(|approval| commit(ports, as_proposed(approval)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(OPEN_APPROVAL)))), "{answers:?}");
    let waiting = async |action| ports.approval_records.waiting(action, vec![receivable.0]).await;
    let won = all.iter().zip(&answers).find(|(_, answer)| answer.is_ok()).ok_or("none waits")?.0;
    for what in &kinds {
        let action = ending(receivable, *what).proposal.action();
        assert_eq!(waiting(action).await?, std::slice::from_ref(won), "{action:?} finds what it would wait beside");
    }
    assert_eq!(waiting(ApprovalAction::LiftDuplicate).await?, []);
    // To lift a check is no ending, and another receivable has a place of its own.
    commit(ports, as_proposed(&ending(receivable, Ending::Lift(Liftable::DuplicateExact)))).await?;
    commit(ports, as_proposed(&ending(ReceivableId(id()), Ending::Undo))).await?;
    commit(ports, Change::Ended(Box::new(won.clone().ended(ApprovalState::Withdrawn, None)))).await?;
    commit(ports, as_proposed(&ending(receivable, Ending::UndoGiveUp))).await?;
    Ok(())
}

fn releasing(payouts: &[PayoutId]) -> Result<Proposal, Box<dyn std::error::Error>> {
    let gross = Money::parse(700, Currency::parse("EUR")?)?;
    let payouts = payouts.iter().map(|payout| OrderedPayout::Owed(*payout, gross)).collect();
    Ok(Proposal::Payouts(Box::new(OrderedPayouts { batch: BatchId(id()), payouts, reason: None })))
}

pub async fn a_payout_waits_in_one_proposal_however_many_are_made_at_once(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "payouts.ada@example.com").await?;
    let [shared, other] = [PayoutId(id()), PayoutId(id())];
    // Each in a batch of its own, beside a payout of its own.
    let all = (0..12).map(|_| Ok(proposed(ada.id(), releasing(&[PayoutId(id()), shared])?)));
    let all = all.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
    let answers = join_all(all.iter().map(|approval| commit(ports, as_proposed(approval)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(OPEN_APPROVAL)))), "{answers:?}");
    let waiting = async |payout: PayoutId| ports.approval_records.waiting(ApprovalAction::ReleasePayouts, vec![payout.0]).await;
    let found = waiting(shared).await?;
    let winner = all.iter().zip(&answers).find(|(_, answer)| answer.is_ok()).map(|(approval, _)| approval.clone());
    assert_eq!((found.first(), found.len()), (winner.as_ref(), 1));
    let lost = all.iter().zip(&answers).find(|(_, answer)| answer.is_err()).ok_or("none lost")?.0;
    assert_eq!(waiting(PayoutId(lost.proposal.holds()[0])).await?, [], "what was refused holds nothing");
    commit(ports, as_proposed(&proposed(ada.id(), releasing(&[other])?))).await?;
    let winner = winner.ok_or("none won")?;
    commit(ports, Change::Ended(Box::new(winner.ended(ApprovalState::Refused, None)))).await?;
    assert_eq!(waiting(shared).await?, []);
    commit(ports, as_proposed(&proposed(ada.id(), releasing(&[shared])?))).await?;
    Ok(())
}

fn ending(what: Ending) -> Result<Proposal, Box<dyn std::error::Error>> {
    let (receivable, seller, note) = (ReceivableId(id()), CompanyId(id()), Some(Note::parse("As it was seen.")?));
    Ok(Proposal::Receivable(Box::new(ReceivableEnding { receivable, seller, version: 7, what, note })))
}

/// What was proposed when things stood otherwise: it is based on what is not there any more.
fn overtaken(action: ApprovalAction, operator: UserId) -> Result<Proposal, Box<dyn std::error::Error>> {
    let amount = Money::parse(700, Currency::parse("EUR")?)?;
    match action {
        ApprovalAction::ChangeOperatorRoles => Ok(roles(operator)),
        ApprovalAction::ChangeBankAccount => Ok(account(CompanyId(id()))),
        ApprovalAction::ChangeHouseAccounts => {
            let mut before = HouseAccounts::default();
            before.add(house_account("CHF", "CH9300762011623852957"))?;
            Ok(Proposal::HouseAccounts { before, after: HouseAccounts::default() })
        }
        ApprovalAction::BookLedgerEntry => booked(Some(EntryId(id()))),
        ApprovalAction::ProposeTerms => {
            let (facility, before, after) = (Some(FacilityId(id())), Some(terms("EUR", 500)?), terms("EUR", 600)?);
            Ok(Proposal::Terms(Box::new(ProposedTerms { facility, company: CompanyId(id()), before, after })))
        }
        ApprovalAction::ChangeDebtorLimits => contact(Some("zoe@example.net"), "piet@example.net"),
        ApprovalAction::MergeDebtors => merge(),
        ApprovalAction::ChangeSupplierRate => rate(None, Some(100)),
        ApprovalAction::ReleasePayouts => releasing(&[PayoutId(id())]),
        ApprovalAction::SendBack => sent_back(None),
        ApprovalAction::WriteOff => ending(Ending::WriteOff(LossCause::Insolvency)),
        ApprovalAction::UndoFact => ending(Ending::Undo),
        ApprovalAction::LiftDuplicate => ending(Ending::Lift(Liftable::DuplicateExact)),
        ApprovalAction::GiveUp => ending(Ending::GiveUp(amount)),
        ApprovalAction::UndoGiveUp => ending(Ending::UndoGiveUp),
        ApprovalAction::UndoPart => {
            let (receipt, part, target) = (ReceiptId(id()), AllocationId(id()), Target::Receivable(ReceivableId(id())));
            let note = Note::parse("Not for this.")?;
            Ok(Proposal::PartUndone(Box::new(PartUndone { receipt, part, target, amount, note })))
        }
    }
}

/// Whatever it is, whoever reads it: approving it is not offered, and would end it as outdated.
pub async fn what_is_overtaken_says_so_whatever_was_proposed(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::On, ..World::default() };
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let reader = world.operator_of("reader@example.com", [OperatorRole::Auditor].into_iter().collect()).await?;
    let approvals = world.approvals();
    for action in ApprovalAction::ALL {
        let approval = Approval::propose(ApprovalId(id()), overtaken(*action, omar.user.id())?, olga.user.id(), world.clock_now());
        assert_eq!(approval.proposal.action(), *action);
        commit(ports, as_proposed(&approval)).await?;
        let all = [(&omar, vec![ApprovalMove::Refuse]), (&olga, vec![ApprovalMove::Withdraw]), (&reader, vec![])];
        for (by, may) in all.into_iter().filter(|(by, _)| by.operator().may(action.seen_with())) {
            let shown = approvals.approval(by, approval.id).await?;
            assert_eq!((shown.ground.is_overtaken, shown.moves), (true, may), "{action:?}");
        }
        let by = world.confirming(&omar).await?;
        let ruling = Ruling { by, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
        let decided = approvals.decide(approval.id, ruling).await;
        assert!(matches!(decided, Err(DecideError::Outdated | DecideError::NotFound)), "{action:?}: {decided:?}");
    }
    // Nor may what somebody proposed who may not any more.
    let tina = world.operator_of("tina@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let (amount, note, on) = (Money::parse(700, Currency::parse("EUR")?)?, Note::parse("As agreed")?, world.clock_now().date_naive());
    let manual = ManualEntry::parse(Parts {
        id: EntryId(id()),
        event: ManualEvent::Capital,
        on,
        amount,
        note,
        reverses: None,
        explains: None,
        beside: None,
    })?;
    let approval = Approval::propose(ApprovalId(id()), Proposal::LedgerEntry(Box::new(manual)), tina.user.id(), world.clock_now());
    commit(ports, as_proposed(&approval)).await?;
    let shown = async || approvals.approval(&omar, approval.id).await.map(|shown| (shown.ground.is_overtaken, shown.moves));
    assert_eq!(shown().await?, (false, vec![ApprovalMove::Approve, ApprovalMove::Refuse]));
    world.parties().set_roles(tina.user.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
    assert_eq!(shown().await?, (true, vec![ApprovalMove::Refuse]));
    Ok(())
}

/// Either way: what is found of one of two debtors is found of the other one.
pub async fn a_debtor_waits_in_one_merge_and_both_lead_to_it(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "merges.ada@example.com").await?;
    let [one, other, third] = [DebtorId(id()), DebtorId(id()), DebtorId(id())];
    let ways = [(one, other), (other, one), (third, one), (other, third)];
    let all = ways.repeat(3).into_iter().map(|(gone, stays)| Ok(proposed(ada.id(), merging(gone, stays)?)));
    let all = all.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
    let answers = join_all(all.iter().map(|approval| commit(ports, as_proposed(approval)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(OPEN_APPROVAL)))), "{answers:?}");
    let winner = all.iter().zip(&answers).find(|(_, answer)| answer.is_ok()).map(|(approval, _)| approval).ok_or("none won")?;
    let found = async |debtor: Uuid, which: Which| {
        let filter = ApprovalFilter { actions: vec![ApprovalAction::MergeDebtors], subjects: Some(vec![debtor]), which };
        let waiting = ports.approval_records.waiting(ApprovalAction::MergeDebtors, vec![debtor]).await?;
        Ok::<_, Box<dyn std::error::Error>>((ports.approval_records.page(filter, None, 9).await?, waiting))
    };
    for debtor in winner.proposal.subjects() {
        assert_eq!(found(debtor, Which::Open(noon())).await?, (vec![winner.clone()], vec![winner.clone()]));
    }
    let ended = winner.clone().ended(ApprovalState::Refused, None);
    commit(ports, Change::Ended(Box::new(ended.clone()))).await?;
    for debtor in winner.proposal.subjects() {
        assert_eq!(found(debtor, Which::Ended(noon())).await?, (vec![ended.clone()], Vec::new()));
    }
    commit(ports, as_proposed(&proposed(ada.id(), merging(other, one)?))).await?;
    Ok(())
}

pub async fn of_many_who_end_an_approval_one_does(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "ended.ada@example.com").await?;
    let approval = proposed(ada.id(), account(place.company));
    commit(ports, as_proposed(&approval)).await?;
    let states = [ApprovalState::Approved, ApprovalState::Refused, ApprovalState::Withdrawn, ApprovalState::Outdated].repeat(16);
    let answers = join_all(states.iter().map(|state| commit(ports, Change::Ended(Box::new(approval.clone().ended(*state, None)))))).await;
    let winners: Vec<_> = states.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(state, _)| *state).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(ports.approval_records.by_id(approval.id).await?.map(|approval| approval.state), winners.first().copied());
    Ok(())
}

pub async fn approvals_are_paged_those_that_wait_and_the_others(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "paged.ada@example.com").await?;
    let mut all = Vec::new();
    for number in 0..6 {
        let proposal = if number == 5 { roles(ada.id()) } else { account(CompanyId(id())) };
        let approval = Approval { expires_at: noon() + TimeDelta::seconds(number), ..proposed(ada.id(), proposal) };
        commit(ports, as_proposed(&approval)).await?;
        all.push(approval);
    }
    commit(ports, Change::Ended(Box::new(all[4].clone().ended(ApprovalState::Withdrawn, None)))).await?;
    // The first two have expired, the fifth was withdrawn.
    let now = noon() + TimeDelta::seconds(1);
    let about = async |actions: &[ApprovalAction], subjects, which, after: Option<usize>, most| {
        let filter = ApprovalFilter { actions: actions.to_vec(), subjects, which };
        let found = ports.approval_records.page(filter, after.map(|place| all[place].id), most).await?;
        let place = |approval: &Approval| all.iter().position(|other| other.id == approval.id).unwrap_or(usize::MAX);
        Ok::<_, Box<dyn std::error::Error>>(found.iter().map(place).collect::<Vec<_>>())
    };
    let page = async |actions: &[ApprovalAction], which, after, most| about(actions, None, which, after, most).await;
    let both = [ApprovalAction::ChangeBankAccount, ApprovalAction::ChangeOperatorRoles];
    let (open, ended) = (Which::Open(now), Which::Ended(now));
    assert_eq!(page(&both, open, None, 9).await?, [2, 3, 5]);
    assert_eq!(page(&both, open, None, 2).await?, [2, 3]);
    assert_eq!(page(&both, open, Some(3), 9).await?, [5]);
    assert_eq!(page(&both[1..], open, None, 9).await?, [5]);
    assert_eq!(page(&[], open, None, 9).await?, [0; 0]);
    assert_eq!(page(&both, ended, None, 9).await?, [4, 1, 0]);
    assert_eq!(page(&both, ended, Some(4), 1).await?, [1]);
    let subject = |place: usize| Some(vec![all[place].proposal.subject()]);
    assert_eq!(about(&both, subject(3), open, None, 9).await?, [3]);
    assert_eq!(about(&both[1..], subject(3), open, None, 9).await?, [0; 0]);
    assert_eq!(about(&both, subject(3), ended, None, 9).await?, [0; 0]);
    assert_eq!(about(&both, subject(0), ended, None, 9).await?, [0]);
    let three = [0, 2, 5].map(|place: usize| all[place].proposal.subject());
    assert_eq!(about(&both, Some(three.to_vec()), open, None, 9).await?, [2, 5]);
    assert_eq!(about(&both, Some(Vec::new()), open, None, 9).await?, [0; 0], "of none, none");
    Ok(())
}
