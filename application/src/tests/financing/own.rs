//! What concerns an operator's own company is for colleagues.

use super::{
    paying::{Sold, decide, waits},
    *,
};
use crate::{
    approvals::{DecideError, EndingCommand, FourEyes, InboxQuery, NewEntry, ProposeError, SendBackCommand, UndoPartCommand},
    cash::{
        Back, BringBackCommand, ExplainCommand, IsBookedCommand, NoteCommand, ReceiptCommand, TakeBackCommand, Touched, UnmatchCommand,
    },
    onboarding::{BuyerRuling, DecideBuyerError, WhichDebtor},
    payments::ports::PayoutFilter,
    servicing::{CorrectDebtorError, DebtorCorrection},
    testing::{
        buyer_details, confirmed,
        receivables::{programme_terms, releasing},
    },
};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalMove},
        proposal::Ending,
    },
    identity::operator::OperatorRoles,
    kernel::{ids::CompanyId, money::Money, text::Line},
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::EntryId,
        manual::ManualEvent,
    },
    onboarding::{application::Blocked as CaseBlocked, bank_account::Iban},
    parties::{
        buyer::{BuyerDecision, BuyerStatus},
        company::Company,
    },
    payments::{
        receipt::{EnteredPayer, Target},
        remembered::RememberedId,
    },
    receivables::book::LossCause,
};
use std::collections::BTreeSet;
use uuid::Uuid;

pub(super) const OWN: ReceivableError = ReceivableError::Blocked(Blocked::OwnCompany);

/// The operator, if they belonged to the seller.
pub(super) async fn insider(sold: &Sold) -> Made<Member> {
    let olga = sold.world.stepped_up(&sold.olga).await?;
    Ok(Member { membership: sold.seller.me.membership, ..olga })
}

#[tokio::test]
async fn nobody_says_what_became_of_money_of_their_own_company() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let (insider, cases, on) = (insider(&sold).await?, sold.world.use_cases(), sold.look().await?.today());
    let ours = EnteredPayer { name: Some(Line::parse("Muehle")?), iban: sold.account().await?.iban };
    let buyers = EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Iban::parse("NL91ABNA0417164300")?) };
    let credit = || vec![(Target::Credit(sold.seller.debtor), Minor::new(5))];
    let of = |by: &Member, payer: &EnteredPayer, parts| ReceiptCommand {
        by: by.clone(),
        payer: payer.clone(),
        ..sold.receipt(on, 700, parts, None)
    };
    // They neither enter what it paid, nor what a buyer of it paid, once they say that it is that buyer's or for its invoice.
    assert_eq!(cases.cash.enter_receipt(of(&insider, &ours, Vec::new())).await, Err(OWN.into()));
    assert_eq!(cases.cash.enter_receipt(of(&insider, &buyers, credit())).await, Err(OWN.into()));
    let for_it = vec![(Target::Receivable(sold.id), Minor::new(5))];
    assert_eq!(cases.cash.enter_receipt(of(&insider, &buyers, for_it.clone())).await, Err(OWN.into()));

    let paid = cases.cash.enter_receipt(of(&sold.olga, &ours, Vec::new())).await?.receipt.id;
    let bought = cases.cash.enter_receipt(of(&sold.olga, &buyers, Vec::new())).await?.receipt.id;
    for (receipt, parts) in [(paid, credit()), (bought, credit()), (bought, for_it.clone())] {
        let command = ExplainCommand { by: insider.clone(), parts, request: None };
        assert_eq!(cases.cash.explain(receipt, command).await, Err(OWN.into()));
    }
    let back = TakeBackCommand { by: insider.clone(), same_as: BTreeSet::new(), request: None };
    assert_eq!(cases.cash.take_back_receipt(paid, back).await, Err(OWN.into()));
    let is_entry = IsBookedCommand { by: insider.clone(), entries: BTreeSet::from([EntryId(Uuid::nil())]), request: None };
    assert_eq!(cases.cash.receipt_is_booked(paid, is_entry).await, Err(OWN.into()));
    let new = NewEntry {
        event: ManualEvent::Capital,
        on,
        amount: Money::parse(700, Currency::parse("EUR")?)?,
        note: Note::parse("Ours")?,
        explains: Some(paid),
        overdraw: false,
        is_another: false,
    };
    let booked = sold.world.approvals().book_entry(&insider, new, None).await;
    assert_eq!(booked, Err(ProposeError::Cash(OWN.into()).into()));
    let again = BringBackCommand { by: insider.clone(), request: None };
    assert_eq!(cases.cash.bring_receipt_back(paid, again).await, Err(OWN.into()));
    assert_eq!(cases.cash.forget_payer(sold.seller.debtor, RememberedId(Uuid::nil()), &insider).await, Err(OWN.into()));

    let command = ExplainCommand { by: sold.olga.clone(), parts: for_it, request: None };
    cases.cash.explain(bought, command).await?;
    let unmatch = UnmatchCommand { by: insider.clone(), receivable: sold.id, request: None };
    assert_eq!(cases.cash.unmatch(bought, unmatch).await, Err(OWN.into()));

    // Nor do they read what its debtors have too much, and what colleagues note of its money.
    cases.cash.enter_receipt(of(&sold.olga, &buyers, credit())).await?;
    let credits = async |by: &Member| Made::Ok(cases.cash.all_credits(&by.operator()).await?.len());
    assert_eq!((credits(&sold.olga).await?, credits(&insider).await?), (1, 0));
    let noted = NoteCommand { by: sold.olga.clone(), text: Note::parse("Ask them why")?, request: None };
    for receipt in [paid, bought] {
        cases.cash.note_receipt(receipt, noted.clone()).await?;
    }
    let receipts = sold.world.store().receipts.by_ids(vec![paid, bought]).await?;
    let read = async |by: &Member| Made::Ok(cases.cash.care_of(&receipts, &by.operator()).await?.care.len());
    assert_eq!((read(&sold.olga).await?, read(&insider).await?), (2, 0));

    // Nor are they offered what their company owes.
    let look = sold.look().await?;
    assert_eq!(look.operator_may_look(&sold.olga.operator()), Ok(()));
    let mut owed = look.clone();
    let mut debtor = owed.scene.seller.clone();
    debtor.company = Company::new(CompanyId(Uuid::from_u128(9)), sold.world.clock_now());
    let mut owing = sold.olga.operator();
    owing.membership.company = debtor.company.id;
    owed.scene.debtors_companies.push(debtor);
    assert_eq!(owed.operator_may_look(&owing), Err(Blocked::OwnCompany));
    assert_eq!(owed.operators_actions(&owing), []);
    Ok(())
}

#[tokio::test]
async fn nobody_releases_what_their_own_company_is_paid() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let (insider, approvals) = (insider(&sold).await?, sold.world.approvals());
    let due: Vec<_> = sold.due().await?.iter().map(|payout| payout.id).collect();
    let seen = releasing(&approvals, &sold.olga, due).await;
    let refused = approvals.release_payouts(crate::approvals::ReleaseCommand { by: insider, ..seen }).await;
    assert_eq!(refused, Err(ProposeError::Cash(OWN.into())));
    Ok(())
}

#[tokio::test]
async fn nobody_decides_which_debtor_a_buyer_is_that_looks_like_one_of_their_own_company() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let (insider, world) = (insider(&sold).await?, &sold.world);
    let ours = world.store().debtors.by_id(sold.seller.debtor).await?.ok_or("no debtor")?;
    let other = world.applicant(&sold.olga, "Other").await?;
    let mut details = buyer_details(ours.parts().legal_name.as_str());
    details.registration_number = Line::parse("KVK 7654")?;
    let buyer = world.onboarding().add_buyer(other.membership, details, None).await?;
    let case = world.onboarding().view(other.membership).await?.application.parts().id;
    let ruling = |by: &Member| BuyerRuling {
        by: by.operator(),
        seen: BuyerStatus::Pending,
        decision: BuyerDecision::Approve,
        debtor: WhichDebtor::Known(ours.id()),
        request: None,
    };
    let refused = world.onboarding().decide_buyer(case, buyer.id, ruling(&insider)).await;
    assert_eq!(refused, Err(DecideBuyerError::Blocked(CaseBlocked::OwnCompany)));
    for (by, alike) in [(&insider, 0), (&sold.olga, 1)] {
        let found = world.onboarding().buyer_in_case(&by.operator(), case, buyer.id).await?;
        assert_eq!(found.alike.len(), alike, "with its limit and what is in use of it");
    }
    assert_eq!(world.onboarding().decide_buyer(case, buyer.id, ruling(&sold.olga)).await?.debtor, Some(ours.id()));
    let by = insider.operator();
    let correction = DebtorCorrection { by, seen: ours.id(), debtor: WhichDebtor::NoneOf(Vec::new()), request: None };
    let refused = world.servicing().correct_debtor(case, buyer.id, correction).await;
    assert_eq!(refused, Err(CorrectDebtorError::Blocked(CaseBlocked::OwnCompany)));
    Ok(())
}

/// What waits is offered to this colleague. To a member of this company it is not offered, counted or allowed.
async fn is_for_colleagues(sold: &Sold, approval: &Approval, colleague: &Member, company: CompanyId) -> Checked {
    let (approvals, mut insider) = (sold.world.approvals(), confirmed(colleague));
    insider.membership.company = company;
    let both: &[ApprovalMove] = &[ApprovalMove::Approve, ApprovalMove::Refuse];
    for (by, moves) in [(&insider, None), (colleague, Some(both))] {
        let inbox = approvals.inbox(by, InboxQuery::default()).await?;
        let offered = inbox.approvals.iter().find(|view| view.approval.id == approval.id).map(|view| view.moves.as_slice());
        let waiting = usize::from(moves.is_some());
        assert_eq!((offered, inbox.waiting), (moves, waiting), "{:?}", approval.proposal.action());
        assert_eq!(approvals.waiting(by).await?, waiting);
        let shown = approvals.approval(by, approval.id).await.map(|view| view.moves);
        assert_eq!(shown, moves.map(<[_]>::to_vec).ok_or(DecideError::OwnCompany));
    }
    assert_eq!(decide(&sold.world, approval, &insider).await, Err(DecideError::OwnCompany));
    decide(&sold.world, approval, &confirmed(colleague)).await?;
    // Nor do they read what became of it, or what was booked for that.
    for (by, is_listed) in [(&insider, false), (colleague, true)] {
        let ended = approvals.inbox(by, InboxQuery { ended: true, ..InboxQuery::default() }).await?;
        let listed = ended.approvals.iter().any(|view| view.approval.id == approval.id);
        assert_eq!((listed, approvals.approval(by, approval.id).await.is_ok()), (is_listed, is_listed));
    }
    Ok(())
}

#[tokio::test]
async fn what_waits_about_their_own_company_is_offered_to_colleagues_alone() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    sold.world.four_eyes = FourEyes::On;
    let omar = sold.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let olga = confirmed(&sold.olga);
    let (approvals, company) = (sold.world.approvals(), sold.seller.me.membership.company);
    let due = sold.due().await?.iter().map(|payout| payout.id).collect();
    let release = releasing(&approvals, &olga, due).await;
    let paid = waits(approvals.release_payouts(release).await?)?;
    is_for_colleagues(&sold, &paid, &omar, company).await?;

    let on = sold.look().await?.today();
    let ours = EnteredPayer { name: Some(Line::parse("Muehle")?), iban: sold.account().await?.iban };
    let receipt = ReceiptCommand { payer: ours, ..sold.receipt(on, 700, Vec::new(), None) };
    let receipt = sold.world.cash().enter_receipt(receipt).await?.receipt.id;
    let back = Back { receipt, credit_of: None, amount: Minor::new(700), currency: None, to: None };
    let back = waits(approvals.send_back(SendBackCommand { by: olga.clone(), back, note: note()?, request: None }).await?)?;
    is_for_colleagues(&sold, &back, &omar, company).await?;

    let credit = vec![(Target::Credit(sold.seller.debtor), Minor::new(5))];
    let credited = sold.world.cash().enter_receipt(sold.receipt(on, 5, credit, None)).await?;
    let part = credited.standing().next().ok_or("no part")?.id;
    let undo = |by: &Member| UndoPartCommand { by: confirmed(by), part, seen: Minor::new(5), note: note().expect("a note"), request: None };
    let insider = insider(&sold).await?;
    assert_eq!(approvals.undo_part(credited.receipt.id, undo(&insider)).await, Err(ProposeError::Cash(OWN.into())));
    let undone = waits(approvals.undo_part(credited.receipt.id, undo(&olga)).await?)?;
    is_for_colleagues(&sold, &undone, &omar, company).await
}

#[tokio::test]
async fn an_ending_of_what_their_own_company_owes_is_offered_to_colleagues_alone() -> Checked {
    let mut sold = Sold::under(programme_terms(2_400)?).await?;
    sold.pay_out().await?;
    sold.world.four_eyes = FourEyes::On;
    let omar = sold.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let look = sold.look().await?;
    let (receivable, what) = (look.receivable(), Ending::WriteOff(LossCause::Insolvency));
    let (version, buyer) = (receivable.parts().version, receivable.entered_for());
    assert_ne!(buyer, receivable.parts().seller);
    let command = EndingCommand { by: confirmed(&sold.olga), version, what, note: None, request: None };
    let ended = waits(sold.world.approvals().end_receivable(sold.id, command).await?)?;
    is_for_colleagues(&sold, &ended, &omar, buyer).await
}

/// Of the books they read the sums, and no entry that concerns their company.
#[tokio::test]
async fn entries_about_their_own_company_are_for_colleagues() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let (insider, cases, on) = (insider(&sold).await?, sold.world.use_cases(), sold.look().await?.today());
    let (journal, payouts) = (sold.world.store().journal, sold.world.store().payouts);
    cases.cash.enter_receipt(sold.receipt(on, 700, vec![(Target::Receivable(sold.id), Minor::new(700))], None)).await?;
    let credited =
        cases.cash.enter_receipt(sold.receipt(on, 300, vec![(Target::Credit(sold.seller.debtor), Minor::new(300))], None)).await?;
    let waits = cases.cash.enter_receipt(sold.receipt(on, 5, Vec::new(), None)).await?;
    let payout = payouts.page(PayoutFilter::default(), None, 1).await?.pop().ok_or("no payout")?;
    let things = [(sold.id.0, true), (payout.id.0, true), (credited.receipt.id.0, true), (waits.receipt.id.0, false)];
    for (thing, is_own) in things {
        let records = journal.about(thing, None, 99).await?;
        assert!(!records.is_empty(), "{thing}");
        for (by, is_left) in [(&insider, !is_own), (&sold.olga, true)] {
            let read = cases.cash.of_others(records.clone(), |record| Touched::by_entry(&record.entry), &by.operator()).await?;
            assert_eq!(read.len(), if is_left { records.len() } else { 0 }, "{thing}");
        }
    }
    let bank = Account::of(AccountKind::Bank, Currency::parse("EUR")?, Owner::House).ok_or("no account")?;
    let lines = journal.lines(bank, None, None, 99).await?;
    let read = cases.cash.of_others(lines.clone(), Touched::by_line, &insider.operator()).await?;
    let left: Vec<_> = read.iter().map(|line| line.posting.amount.get()).collect();
    assert_eq!((left, lines.len()), (vec![5], 4));
    Ok(())
}
