//! Money that goes back to whoever paid it.

use super::{
    paying::{Sold, decide, waits},
    *,
};
use crate::{
    approvals::{DecideError, Performed, ProposeError, SendBackCommand},
    cash::{Back, CashError, Credit, ExecutedCommand, ExplainCommand, ReceiptCommand, ReturnedCommand},
    kernel::commit::WriteContext,
    parties::changes::Change as PartyChange,
    payments::ports::PayoutFilter,
    testing::UNCONFIRMED,
};
use sooner_domain::{
    approvals::approval::ApprovalState,
    identity::operator::{OperatorRight, OperatorRole},
    kernel::{audit::Entry, ids::DebtorId, text::Line},
    ledger::account::AccountKind,
    onboarding::bank_account::{BankAccount, Iban},
    parties::debtor::Debtor,
    payments::{
        payout::{Payee, Payout, PayoutId, PayoutRefused, PayoutStatus, Purpose, Returned},
        receipt::{AccountOwner, EnteredPayer, Explained, PayerUnknown, ReceiptId, Target},
    },
};
use uuid::Uuid;

const IBAN: &str = "NL91ABNA0417164300";

fn nordwind() -> Made<EnteredPayer> {
    Ok(EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Iban::parse(IBAN)?) })
}

async fn receipt_of(sold: &Sold, payer: EnteredPayer, amount: i64, parts: Vec<(Target, Minor)>) -> Made<Explained> {
    let on = sold.look().await?.today();
    let command = ReceiptCommand { payer, ..sold.receipt(on, amount, parts, None) };
    Ok(sold.world.cash().enter_receipt(command).await?)
}

/// Nordwind pays so much for the receivable.
async fn pays(sold: &Sold, amount: i64) -> Made<ReceiptId> {
    let parts = vec![(Target::Receivable(sold.id), Minor::new(amount))];
    Ok(receipt_of(sold, nordwind()?, amount, parts).await?.receipt.id)
}

fn out_of_suspense(receipt: ReceiptId, amount: i64) -> Back {
    Back { receipt, credit_of: None, amount: Minor::new(amount), currency: None, to: None }
}

fn out_of_credit(receipt: ReceiptId, debtor: DebtorId, amount: i64) -> Back {
    Back { receipt, credit_of: Some(debtor), amount: Minor::new(amount), currency: None, to: None }
}

async fn asked(sold: &Sold, by: &Member, back: Back) -> Result<Performed<Payout>, ProposeError> {
    let note = Note::parse("Paid twice.").map_err(|_| ProposeError::NotFound)?;
    sold.world.approvals().send_back(SendBackCommand { by: by.clone(), back, note, request: None }).await
}

/// At once.
async fn sent(sold: &Sold, back: Back) -> Result<Payout, ProposeError> {
    match asked(sold, &sold.olga, back).await? {
        Performed::Done(payout) => Ok(payout),
        Performed::Awaits(_) => Err(ProposeError::AlreadyProposed),
    }
}

fn refused<T>(error: impl Into<CashError>) -> Result<T, ProposeError> {
    Err(ProposeError::Cash(error.into()))
}

async fn returned(sold: &Sold, id: PayoutId) -> Result<Payout, CashError> {
    let on = sold.look().await.map_err(|_| ReceivableError::NotFound)?.today();
    let back = Returned { on, reason: note().ok() };
    sold.world.cash().returned(id, ReturnedCommand { by: sold.olga.clone(), back, request: None }).await
}

async fn executed(sold: &Sold, payout: &Payout) -> Made<Vec<Payout>> {
    sold.execute(payout.release.as_ref().and_then(|release| release.batch).ok_or("no batch")?).await
}

async fn kept(sold: &Sold, id: ReceiptId) -> Made<Explained> {
    Ok(sold.world.store().receipts.by_id(id).await?.ok_or("no receipt")?)
}

/// The debtor's credit as its treasurer sees it: how much, and the most for each receipt, newest first.
async fn credits(sold: &Sold, by: &Member) -> Result<Vec<(i64, Vec<(ReceiptId, i64)>)>, CashError> {
    let found = sold.world.cash().credits(sold.seller.debtor, &by.operator()).await?;
    let told = |credit: Credit| {
        let receipts = credit.receipts.iter().map(|back| (back.explained.receipt.id, back.most.get()));
        (credit.amount.amount_minor(), receipts.collect())
    };
    Ok(found.into_iter().map(told).collect())
}

/// What lies in suspense, with the debtor as credit, on its way, and on the bank's account.
async fn held(sold: &Sold) -> Made<[i64; 4]> {
    use AccountKind as A;
    Ok([
        -sold.holds(A::Suspense).await?,
        -sold.holds(A::DebtorCredits).await?,
        -sold.holds(A::PayoutsInTransit).await?,
        sold.holds(A::Bank).await?,
    ])
}

#[tokio::test]
async fn what_nobody_can_explain_goes_back_to_its_payer() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let id = receipt_of(&sold, nordwind()?, 700, vec![]).await?.receipt.id;
    assert_eq!(sent(&sold, out_of_suspense(id, 701)).await, refused(ReceivableError::NoMoreThan(Minor::new(700))));
    assert_eq!(sent(&sold, out_of_suspense(id, 0)).await, refused(ReceivableError::NoMoreThan(Minor::new(700))));
    let payout = sent(&sold, out_of_suspense(id, 300)).await?;
    assert_eq!((payout.payee, payout.purpose), (Payee::Payer { receipt: id, credit_of: None }, Purpose::SentBack));
    assert_eq!((payout.status, payout.net(), payout.due_on), (PayoutStatus::Released, Minor::new(300), sold.look().await?.today()));
    let release = payout.release.as_ref().ok_or("not released")?;
    assert_eq!((release.by, release.set_off), (sold.olga.user.id(), Minor::ZERO));
    assert_eq!(release.account.iban, Some(Iban::parse(IBAN)?));
    assert_eq!(release.account.holder, nordwind()?.name);
    assert_eq!(held(&sold).await?, [400, 0, 300, 700]);
    let explained = kept(&sold, id).await?;
    assert_eq!((explained.left(), explained.sent_back), (Minor::new(400), Minor::new(300)));
    assert_eq!((explained.returned(), explained.refunded()), (Minor::new(300), Minor::ZERO), "one of its parts");
    assert_eq!(explained.allocations[0].target, Target::SentBack(payout.id));
    let entry = sold.world.last_entry().await?;
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!((entry.action, entry.about.thing), (AuditAction::MoneySentBack, payout.id.0));
    assert_eq!(
        (field("amount"), field("payer.iban"), field("note")),
        (Some("3.00 EUR".into()), Some(IBAN.into()), Some("Paid twice.".into()))
    );

    // The rest can still be explained, and no more.
    let parts = |amount| ExplainCommand {
        by: sold.olga.clone(),
        parts: vec![(Target::Credit(sold.seller.debtor), Minor::new(amount))],
        request: None,
    };
    assert!(matches!(sold.world.cash().explain(id, parts(401)).await, Err(CashError::Split(_))));
    sold.world.cash().explain(id, parts(400)).await?;
    assert_eq!(executed(&sold, &payout).await?[0].status, PayoutStatus::Executed);
    assert_eq!(held(&sold).await?, [0, 400, 0, 400]);
    // Sellers know nothing of it.
    let own = sold.world.cash().own_payouts(&sold.seller.me.membership, None, None).await?;
    assert!(own.payouts.iter().all(|payout| payout.payout.company() == Some(sold.seller.me.membership.company)), "{own:?}");
    assert_eq!(own.payouts.len(), 1, "the advance");
    Ok(())
}

#[tokio::test]
async fn what_the_bank_sends_back_waits_in_suspense_again() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let id = receipt_of(&sold, nordwind()?, 700, vec![]).await?.receipt.id;
    for is_executed in [false, true] {
        let payout = sent(&sold, out_of_suspense(id, 700)).await?;
        assert_eq!(sent(&sold, out_of_suspense(id, 1)).await, refused(ReceivableError::NoMoreThan(Minor::ZERO)));
        if is_executed {
            executed(&sold, &payout).await?;
        }
        let back = returned(&sold, payout.id).await?;
        assert_eq!((back.id, back.status), (payout.id, PayoutStatus::Returned), "none is due in its place");
        let explained = kept(&sold, id).await?;
        assert_eq!((explained.left(), explained.sent_back), (Minor::new(700), Minor::ZERO));
        assert_eq!(held(&sold).await?, [700, 0, 0, 700]);
        assert_eq!(returned(&sold, payout.id).await, Err(CashError::from(PayoutRefused::Status)), "once");
    }
    let due = PayoutFilter { status: Some(PayoutStatus::Due), receipt: Some(id), ..PayoutFilter::default() };
    assert_eq!(sold.world.store().payouts.page(due, None, 10).await?, []);
    assert_eq!(kept(&sold, id).await?.allocations.len(), 2, "what was tried stays written");
    Ok(())
}

#[tokio::test]
async fn what_a_debtor_paid_too_much_goes_back_to_whoever_paid_it() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let debtor = sold.seller.debtor;
    let (before, first) = (held(&sold).await?[3], pays(&sold, 999_980).await?);
    assert_eq!(credits(&sold, &sold.olga).await?, []);
    let second = pays(&sold, 70).await?;
    assert_eq!(held(&sold).await?[1], 50);
    assert_eq!(credits(&sold, &sold.olga).await?, [(50, vec![(second, 50), (first, 50)])]);
    assert_eq!(sent(&sold, out_of_credit(second, debtor, 51)).await, refused(ReceivableError::NoMoreThan(Minor::new(50))));
    let payout = sent(&sold, out_of_credit(second, debtor, 30)).await?;
    assert_eq!(payout.payee, Payee::Payer { receipt: second, credit_of: Some(debtor) });
    assert_eq!(held(&sold).await?, [0, 20, 30, before + 1_000_050]);
    let explained = kept(&sold, second).await?;
    assert_eq!((explained.left(), explained.sent_back, explained.allocations.len()), (Minor::ZERO, Minor::new(30), 1));
    assert_eq!((explained.returned(), explained.refunded()), (Minor::ZERO, Minor::new(30)), "beside its parts");
    assert_eq!(sold.world.last_entry().await?.about.debtor, Some(debtor));

    executed(&sold, &payout).await?;
    assert_eq!(held(&sold).await?, [0, 20, 0, before + 1_000_020]);
    assert_eq!(credits(&sold, &sold.olga).await?, [(20, vec![(second, 20), (first, 20)])]);
    assert_eq!(sent(&sold, out_of_credit(second, debtor, 21)).await, refused(ReceivableError::NoMoreThan(Minor::new(20))));
    returned(&sold, payout.id).await?;
    assert_eq!(held(&sold).await?, [0, 50, 0, before + 1_000_050], "it is the debtor's credit again");
    assert_eq!(kept(&sold, second).await?.sent_back, Minor::ZERO);
    // The other receipt of the same payer will do as well.
    sent(&sold, out_of_credit(first, debtor, 50)).await?;
    assert_eq!(held(&sold).await?[1], 0);
    assert_eq!(credits(&sold, &sold.olga).await?, []);
    Ok(())
}

#[tokio::test]
async fn whose_account_a_credit_goes_back_to_is_seen_by_both_who_decide_it() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    let debtor = sold.seller.debtor;
    let name = sold.look().await?.scene.debtor.ok_or("no debtor")?.parts().legal_name.clone();
    let sellers = sold.account().await?.iban;
    let (own, group) = (Iban::parse(IBAN)?, Iban::parse("DE02120300000000202051")?);
    let payers = [
        (EnteredPayer { name: Some(name.clone()), iban: Some(own) }, AccountOwner::Debtor),
        // Whatever name the bank tells: the account is what is paid.
        (EnteredPayer { name: Some(name), iban: sellers }, AccountOwner::Seller),
        (EnteredPayer { name: Some(Line::parse("Wind Holding SE")?), iban: Some(group) }, AccountOwner::Other),
    ];
    let mut expected = Vec::new();
    for (payer, owner) in payers {
        expected.push((receipt_of(&sold, payer, 100, vec![(Target::Credit(debtor), Minor::new(100))]).await?.receipt.id, owner));
    }
    let shown = sold.world.cash().credits(debtor, &sold.olga.operator()).await?;
    let shown: Vec<_> = shown[0].receipts.iter().rev().map(|back| (back.explained.receipt.id, back.owner)).collect();
    assert_eq!(shown, expected);
    sold.world.four_eyes = FourEyes::On;
    for (receipt, owner) in expected {
        let approval = waits(asked(&sold, &sold.olga, out_of_credit(receipt, debtor, 10)).await?)?;
        let told = approval.proposal.changes().into_iter().find(|change| change.field == "payer.owner").ok_or("not told")?;
        assert_eq!(told.after.as_deref(), Some(owner.code()));
    }
    let suspense = receipt_of(&sold, nordwind()?, 100, vec![]).await?.receipt.id;
    let approval = waits(asked(&sold, &sold.olga, out_of_suspense(suspense, 10)).await?)?;
    assert!(approval.proposal.changes().iter().all(|change| change.field != "payer.owner"), "it goes back to where it came from");
    Ok(())
}

#[tokio::test]
async fn a_credit_names_the_receipts_for_which_it_can_go_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let credit = |amount| vec![(Target::Credit(sold.seller.debtor), Minor::new(amount))];
    let named = receipt_of(&sold, nordwind()?, 100, credit(100)).await?.receipt.id;
    receipt_of(&sold, EnteredPayer { name: None, ..nordwind()? }, 30, credit(30)).await?;
    assert_eq!(credits(&sold, &sold.olga).await?, [(130, vec![(named, 100)])], "nobody knows the other payer");
    let reviewer = sold.world.operator_of("rolf@example.com", [OperatorRole::Reviewer].into_iter().collect()).await?;
    let refused = Blocked::NotOperators(OperatorRight::ReadPayments);
    assert_eq!(credits(&sold, &reviewer).await, Err(ReceivableError::Blocked(refused).into()));
    Ok(())
}

#[tokio::test]
async fn no_more_goes_back_than_a_receipt_brought_for_that_debtor() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let debtor = sold.seller.debtor;
    let credit = |amount| (Target::Credit(debtor), Minor::new(amount));
    let one = receipt_of(&sold, nordwind()?, 1_000, vec![]).await?.receipt.id;
    assert_eq!(sent(&sold, out_of_credit(one, debtor, 1)).await, refused(CashError::PaidForOthers), "it lies in suspense");
    let explain = ExplainCommand { by: sold.olga.clone(), parts: vec![credit(100)], request: None };
    sold.world.cash().explain(one, explain).await?;
    receipt_of(&sold, nordwind()?, 500, vec![credit(500)]).await?;
    assert_eq!(sent(&sold, out_of_credit(one, debtor, 101)).await, refused(ReceivableError::NoMoreThan(Minor::new(100))));
    let payout = sent(&sold, out_of_credit(one, debtor, 60)).await?;
    sent(&sold, out_of_suspense(one, 900)).await?;
    assert_eq!(sent(&sold, out_of_credit(one, debtor, 41)).await, refused(ReceivableError::NoMoreThan(Minor::new(40))));
    returned(&sold, payout.id).await?;
    sent(&sold, out_of_credit(one, debtor, 100)).await?;
    let explained = kept(&sold, one).await?;
    assert_eq!((explained.left(), explained.sent_back), (Minor::ZERO, Minor::new(1_000)));

    let stranger = sold.world.selling_to(&sold.olga, (&sold.seller.me, sold.seller.facility), "Suedwind BV").await?.debtor;
    assert_eq!(sent(&sold, out_of_credit(one, stranger, 1)).await, refused(CashError::PaidForOthers));
    let nobody = DebtorId(Uuid::from_u128(77));
    assert_eq!(sent(&sold, out_of_credit(one, nobody, 1)).await, Err(ProposeError::NotFound));
    let unknown = ReceiptId(Uuid::from_u128(77));
    assert_eq!(sent(&sold, out_of_credit(unknown, debtor, 1)).await, refused(CashError::PaidForOthers));
    assert_eq!(sent(&sold, out_of_suspense(unknown, 1)).await, Err(ProposeError::NotFound));
    let dollars = Back { currency: Some(Currency::parse("USD")?), ..out_of_credit(one, debtor, 1) };
    assert_eq!(sent(&sold, dollars).await, refused(CashError::NotItsCurrency));
    Ok(())
}

#[tokio::test]
async fn nothing_goes_to_a_payer_nobody_knows() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let payer = nordwind()?;
    for (unknown, why) in
        [(EnteredPayer { name: None, ..payer.clone() }, PayerUnknown::Name), (EnteredPayer { iban: None, ..payer }, PayerUnknown::Iban)]
    {
        let id = receipt_of(&sold, unknown, 700, vec![]).await?.receipt.id;
        assert_eq!(sent(&sold, out_of_suspense(id, 1)).await, refused(CashError::Payer(why)));
    }
    Ok(())
}

#[tokio::test]
async fn two_people_send_money_back_and_both_prove_who_they_are() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    let id = receipt_of(&sold, nordwind()?, 700, vec![]).await?.receipt.id;
    sold.world.four_eyes = FourEyes::On;
    let carl = sold.world.operator_of("carl@example.com", [OperatorRole::Credit].into_iter().collect()).await?;
    let tom = sold.world.operator_of("tom@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let missing = ReceivableError::Blocked(Blocked::NotOperators(OperatorRight::ManagePayments));
    assert_eq!(asked(&sold, &carl, out_of_suspense(id, 300)).await, refused(missing));
    assert_eq!(asked(&sold, &tom, out_of_suspense(id, 300)).await, Err(ProposeError::StepUpRequired(UNCONFIRMED)));
    let approval = waits(asked(&sold, &sold.olga, out_of_suspense(id, 300)).await?)?;
    assert_eq!((held(&sold).await?, kept(&sold, id).await?.allocations.len()), ([700, 0, 0, 700], 0), "nothing else has changed");
    assert_eq!(waits(asked(&sold, &sold.olga, out_of_suspense(id, 300)).await?)?.id, approval.id, "asked for again it is the same");
    assert_eq!(asked(&sold, &sold.olga, out_of_suspense(id, 301)).await, Err(ProposeError::AlreadyProposed));
    assert!(matches!(decide(&sold.world, &approval, &sold.olga).await, Err(DecideError::FourEyes(_))));
    assert_eq!(decide(&sold.world, &approval, &carl).await, Err(DecideError::Forbidden));
    assert_eq!(decide(&sold.world, &approval, &tom).await, Err(DecideError::StepUpRequired(UNCONFIRMED)));
    let view = sold.world.approvals().approval(&tom, approval.id).await?;
    assert_eq!(view.about, "3.00 EUR (Nordwind AG)");
    let tom = sold.world.stepped_up(&tom).await?;
    decide(&sold.world, &approval, &tom).await?;
    assert_eq!(held(&sold).await?, [400, 0, 300, 700]);
    let of = PayoutFilter { receipt: Some(id), ..PayoutFilter::default() };
    let payouts = sold.world.store().payouts.page(of, None, 10).await?;
    assert_eq!(payouts.iter().map(|payout| payout.release.as_ref().map(|release| release.by)).collect::<Vec<_>>(), [Some(tom.user.id())]);

    // What was explained meanwhile does not go back.
    let olga = sold.world.stepped_up(&sold.olga).await?;
    let approval = waits(asked(&sold, &olga, out_of_suspense(id, 400)).await?)?;
    let parts = vec![(Target::Credit(sold.seller.debtor), Minor::new(1))];
    sold.world.cash().explain(id, ExplainCommand { by: olga, parts, request: None }).await?;
    assert_eq!(decide(&sold.world, &approval, &tom).await, Err(DecideError::Outdated));
    let ended = sold.world.approvals().approval(&tom, approval.id).await?;
    assert_eq!((ended.state, held(&sold).await?), (ApprovalState::Outdated, [399, 1, 300, 700]));
    Ok(())
}

#[tokio::test]
async fn what_is_sent_under_one_key_is_sent_once() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let id = receipt_of(&sold, nordwind()?, 700, vec![]).await?.receipt.id;
    let (note, request) = (note()?, Some(key(sold.olga.user.id(), "back")?));
    let command = SendBackCommand { by: sold.olga.clone(), back: out_of_suspense(id, 300), note, request };
    let sent = sold.world.approvals().send_back(command.clone()).await?;
    assert_eq!(sold.world.approvals().send_back(command).await?, sent);
    assert_eq!(kept(&sold, id).await?.sent_back, Minor::new(300));
    Ok(())
}

#[tokio::test]
async fn nobody_sends_back_what_concerns_their_own_company() -> Checked {
    let mut sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    let own = ReceivableError::Blocked(Blocked::OwnCompany);
    let olga = sold.world.stepped_up(&sold.olga).await?;
    let insider = Member { membership: sold.seller.me.membership, ..olga.clone() };

    // It paid it.
    let payer = EnteredPayer { name: Some(Line::parse("Muehle")?), iban: sold.account().await?.iban };
    let theirs = receipt_of(&sold, payer, 700, vec![]).await?.receipt.id;
    assert_eq!(asked(&sold, &insider, out_of_suspense(theirs, 1)).await, refused(own.clone()));
    // It was paid for its invoice.
    let paid = pays(&sold, 1_000_050).await?;
    assert_eq!(asked(&sold, &insider, out_of_credit(paid, sold.seller.debtor, 50)).await, refused(own.clone()));
    // It is the debtor.
    let company = sold.world.memory.company(insider.membership.company).ok_or("no company")?;
    let itself = Debtor::new(
        DebtorId(Uuid::from_u128(78)),
        company.legal_entity.clone().ok_or("no entity")?,
        Line::parse("Muehle")?,
        sold.world.clock_now(),
    );
    let entry = Entry::own(olga.user.id(), AuditAction::BuyerDecided, sold.world.clock_now());
    sold.world.store().parties.commit(vec![PartyChange::DebtorAdded(itself.clone())], WriteContext::of(entry)).await?;
    let credited = receipt_of(&sold, nordwind()?, 90, vec![(Target::Credit(itself.id()), Minor::new(90))]).await?.receipt.id;
    assert_eq!(asked(&sold, &insider, out_of_credit(credited, itself.id(), 90)).await, refused(own.clone()));

    // Nor does it approve it, or tell what the bank did.
    sold.world.four_eyes = FourEyes::On;
    let approval = waits(asked(&sold, &olga, out_of_suspense(theirs, 700)).await?)?;
    let tom = sold.world.operator_of("tom@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let tom = sold.world.stepped_up(&tom).await?;
    let tom_inside = Member { membership: insider.membership, ..tom.clone() };
    assert_eq!(decide(&sold.world, &approval, &tom_inside).await, Err(DecideError::OwnCompany));
    decide(&sold.world, &approval, &tom).await?;
    sold.world.four_eyes = FourEyes::Off;
    let to_credit = sent(&sold, out_of_credit(credited, itself.id(), 90)).await?;
    let of = |receipt| PayoutFilter { receipt: Some(receipt), ..PayoutFilter::default() };
    for (receipt, seen) in [(theirs, 1), (credited, 1)] {
        assert_eq!(sold.world.cash().payouts_of_all(&olga.operator(), of(receipt), None).await?.payouts.len(), seen);
        assert_eq!(sold.world.cash().payouts_of_all(&insider.operator(), of(receipt), None).await?.payouts, []);
    }
    let on = sold.look().await?.today();
    let batch = to_credit.release.as_ref().and_then(|release| release.batch).ok_or("no batch")?;
    let command = |by: &Member| ExecutedCommand { by: by.clone(), on, request: None };
    assert_eq!(sold.world.cash().executed(batch, command(&insider)).await, Err(own.clone().into()));
    let back = Returned { on, reason: Some(note()?) };
    let back = ReturnedCommand { by: insider.clone(), back, request: None };
    assert_eq!(sold.world.cash().returned(to_credit.id, back).await, Err(own.into()));
    sold.world.cash().executed(batch, command(&olga)).await?;
    Ok(())
}

#[tokio::test]
async fn what_went_back_is_not_released_like_what_is_due() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let id = receipt_of(&sold, nordwind()?, 700, vec![]).await?.receipt.id;
    let payout = sent(&sold, out_of_suspense(id, 700)).await?;
    let status = CashError::from(PayoutRefused::Status);
    assert_eq!(sold.release(vec![payout.id]).await, refused(status.clone()));
    returned(&sold, payout.id).await?;
    assert_eq!(sold.release(vec![payout.id]).await, refused(status));
    Ok(())
}

#[tokio::test]
async fn money_of_a_payer_without_an_account_goes_back_to_one_that_two_people_agree_on() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let receipt = receipt_of(&sold, EnteredPayer { iban: None, ..nordwind()? }, 500, Vec::new()).await?.receipt.id;
    let account = |iban: &str| {
        let (holder, iban) = (Some(Line::parse("Nordwind AG")?), Some(Iban::parse(iban)?));
        Made::Ok(BankAccount { holder, iban, ..BankAccount::default() })
    };
    let to = account(IBAN)?;
    let back = Back { to: Some(to.clone()), ..out_of_suspense(receipt, 500) };
    let payout = sent(&sold, back).await?;
    assert_eq!(payout.release.map(|release| *release.account), Some(to.clone()));
    let known = receipt_of(&sold, nordwind()?, 700, Vec::new()).await?.receipt.id;
    let other = Back { to: Some(account("DE02120300000000202051")?), ..out_of_suspense(known, 700) };
    assert_eq!(sent(&sold, other).await, refused(CashError::Payer(PayerUnknown::Other)), "it is known where it came from");
    sent(&sold, Back { to: Some(to), ..out_of_suspense(known, 700) }).await?;
    Ok(())
}
