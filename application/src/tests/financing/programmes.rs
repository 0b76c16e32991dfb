use super::{paying::Sold, *};
use crate::{
    facilities::{self, SupplierCommand, SupplierError, changes::Change as FacilityChange},
    kernel::{
        commit::WriteContext,
        outbox::{Content, Figure, Matter},
    },
    parties::JoinError,
    programmes::{CreditPayableCommand, EnterPayableCommand, JoinProgrammeError, NewPayable},
    receivables::{AvailabilityError, Need, SaveCommand, changes::Change, ports::Promised},
    testing::{
        HOME, UNCONFIRMED, a_user,
        receivables::{Buying, as_seen, payable, programme_terms},
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::{
        facility::HouseAction,
        supplier::{AutomaticPayment, Enrolment, SupplierId, SupplierRefusal, SupplierWait},
    },
    kernel::{
        Invalid,
        ids::{FacilityId, ReceivableId},
        interest::YearlyRate,
        money::Money,
        text::Line,
    },
    ledger::account::AccountKind,
    onboarding::company::Want,
    parties::membership::MemberRole,
    receivables::{
        actions::{MemberAction, OperatorAction},
        availability::StepCode,
        book::LossCause,
        choose::{Answer, Proof},
        facts::{Face, Facts},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A buyer at 24 % a year with a supplier who can be paid early.
async fn programme(world: &World) -> Made<(Member, Buying, SupplierId, Member)> {
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let (id, supplier) = world.supplier(&olga, &buying, "Lind").await?;
    Ok((olga, buying, id, supplier))
}

fn place(by: &Member, version: i64) -> SupplierCommand {
    SupplierCommand { by: by.clone(), version, request: None }
}

fn status(look: &Look) -> ReceivableStatus {
    look.receivable().status()
}

/// How many mails say this, once everything is sent.
async fn mailed(world: &World, to: &str, code: &str) -> Made<usize> {
    world.delivery().round().await?;
    let tells = |mail: &crate::kernel::outbox::Mail| mail.content.clone().into_parts().iter().any(|part| part.code() == code);
    Ok(world.mailer.sent().iter().filter(|mail| mail.to.as_str() == to && tells(mail)).count())
}

#[tokio::test]
async fn a_supplier_signs_up_by_the_link_and_finds_what_its_buyer_said_filled_in() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let invited = world.invited_supplier(&buying, "Lind").await?;
    assert_eq!((invited.enrolment(), invited.waits_for()), (Enrolment::Invited, Some(SupplierWait::Join)));
    let token = world.mailed_token().await?;
    let sent = world.mailer.sent().pop().ok_or("no mail")?;
    assert!(matches!(&sent.content, Content::SupplierInvitation { .. }) && sent.to.as_str() == "lind@example.com");
    let found = world.parties().invitation(&token, HOME).await?;
    assert_eq!(found.introducer.and_then(|buyer| buyer.legal_name), Some(Line::parse("Solarwerk")?));

    let password = sooner_domain::identity::password::NewPassword::parse(crate::testing::PASSWORD, &[])?;
    let access = world.parties().accept_invitation(&token, a_user().member, password, HOME).await?;
    let me = world.parties().member(&access).await?.ok_or("not signed in")?;
    assert_eq!((me.membership.company, me.membership.role), (invited.company.id, MemberRole::Owner));
    let company = world.onboarding().view(me.membership).await?.application.form().company.clone();
    assert_eq!((company.legal_name, company.wants), (Some(Line::parse("Lind")?), [Want::Supplier].into()));
    let found = world.facilities().suppliers(&buying.me.membership, None).await?.suppliers.pop().ok_or("not listed")?;
    assert_eq!((found.enrolment(), found.waits_for()), (Enrolment::Enrolled, Some(SupplierWait::Application)));
    Ok(())
}

#[tokio::test]
async fn what_a_buyer_promised_is_paid_early_for_the_price_of_the_programme() -> Checked {
    let world = world();
    let (olga, buying, id, supplier) = programme(&world).await?;
    let draft = world.entered(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let receivable = draft.receivable().id();
    let cases = world.use_cases();
    assert_eq!(cases.receivables.shown(receivable, &supplier.membership).await, Err(ReceivableError::NotFound), "nothing is promised yet");
    let approved = cases.programmes.approve_payables(&buying.me, vec![as_seen(&draft)], None).await?.pop().ok_or("no row")?.answer?;
    assert_eq!(status(&approved), ReceivableStatus::Offered);
    assert_eq!(mailed(&world, "lind@example.com", "early_payment").await?, 1);

    let look = cases.receivables.shown(receivable, &supplier.membership).await?;
    let prices = cases.programmes.prices_by_day(receivable, &supplier.membership).await?;
    let first = prices.first().ok_or("no price")?;
    assert_eq!((first.days, first.cost, first.payout), (14, Minor::new(9_333), Minor::new(990_667)), "vector 5");
    assert!(prices.windows(2).all(|two| two[0].cost > two[1].cost), "each day later costs less");
    assert_eq!(cases.programmes.prices_by_day(receivable, &buying.me.membership).await, Err(ReceivableError::NotFound));
    let sold = cases.receivables.accept(receivable, accept(&supplier, &look)?).await?;
    assert_eq!(status(&sold), ReceivableStatus::Accepted);
    let offer = sold.sold_for().ok_or("not sold")?;
    let price = offer.price().components();
    assert_eq!((price.discount, price.payout, price.release), (Minor::new(9_333), Minor::new(990_667), Minor::ZERO));
    let scope = Scope { facility: buying.facility, debtor: buying.debtor, currency: Currency::parse("EUR")? };
    assert_eq!(world.store().exposures.in_use(scope).await?.debtor, Minor::new(1_000_000), "the limit is its debtor's");
    let programme = cases.programmes.programmes(&buying.me.membership).await?.pop().ok_or("no programme")?;
    assert_eq!((programme.in_use, programme.committed, programme.approved), [Minor::new(1_000_000); 3].into());
    assert_eq!(programme.paid_early, Minor::ZERO, "nothing is paid out yet");
    assert!(programme.free > Minor::ZERO, "{programme:?}");
    let version = programme.found.facility.parts().version;
    let suspend = facilities::HouseCommand { by: olga.clone(), what: HouseAction::Suspend, version, note: None, request: None };
    world.facilities().act(buying.facility, suspend).await?;
    let suspended = cases.programmes.programmes(&buying.me.membership).await?.pop().ok_or("no programme")?;
    assert_eq!((suspended.in_use, suspended.free), (Minor::new(1_000_000), Minor::ZERO), "only an active one has something free");
    let version = suspended.found.facility.parts().version;
    let close = facilities::HouseCommand { by: olga.clone(), what: HouseAction::Close, version, note: None, request: None };
    world.facilities().act(buying.facility, close).await?;
    let closed = cases.programmes.programmes(&buying.me.membership).await?.pop().ok_or("no programme")?;
    let to_house: Minor = closed.weeks.iter().map(|week| week.to_house).chain([closed.later]).sum();
    assert_eq!((closed.free, to_house), (Minor::ZERO, Minor::new(1_000_000)), "what is to be paid stays in sight");
    Ok(())
}

/// The supplier keeps what it got, and the house loses what is open, whatever the cause.
#[tokio::test]
async fn what_is_written_off_in_a_programme_is_the_houses_loss_whatever_the_cause() -> Checked {
    use AccountKind as A;
    for cause in [LossCause::Insolvency, LossCause::Other] {
        let sold = Sold::under(programme_terms(2_400)?).await?;
        sold.pay_out().await?;
        sold.receive(400_000, &[400_000]).await?;
        assert_eq!(sold.look().await?.operator_may(OperatorAction::WriteOff, &sold.olga.operator()), Ok(()));
        sold.end(Ending::WriteOff(cause)).await?;
        assert_eq!(sold.status().await?, ReceivableStatus::WrittenOff, "{cause:?}");
        // 24 % on 10,000.00 for 45 days is 300.00, which the house has earned all the same; the bank paid 9,700.00 and got 4,000.00.
        let expected = [(A::Bank, -570_000), (A::DiscountIncome, -30_000), (A::CreditLosses, 600_000)];
        let mut balances = sold.balances().await?;
        balances.sort_by_key(|(_, amount)| *amount);
        assert_eq!(balances, expected, "{cause:?}: the supplier owes nothing and is owed nothing");
        let settled = sold.look().await?.settled().ok_or("not settled")?.settlement;
        assert_eq!((settled.loss, settled.not_covered, settled.seller_owes), (Minor::new(600_000), Minor::ZERO, Minor::ZERO));
    }
    Ok(())
}

#[tokio::test]
async fn a_suppliers_own_rate_is_frozen_with_the_sale() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let promised = world.promised(&buying, id, payable("L-1", 100_000, "2026-07-06")?).await?;
    let receivable = promised.receivable().id();
    let at = async |basis_points: Option<i64>| -> Made<()> {
        let mut found = world.store().suppliers.by_id(id).await?.ok_or("gone")?;
        found.supplier.price_at(basis_points.map(YearlyRate::parse_basis_points).transpose()?)?;
        let changed = FacilityChange::SupplierChanged(Box::new(found.supplier));
        let entry = world.last_entry().await?;
        Ok(world.store().facilities.commit(vec![changed], crate::kernel::commit::WriteContext::of(entry)).await?)
    };
    at(Some(600)).await?;
    let look = world.receivables().shown(receivable, &supplier.membership).await?;
    let sold = world.receivables().accept(receivable, accept(&supplier, &look)?).await?;
    let discount = |look: &Look| look.sold_for().map(|offer| offer.price().components().discount);
    // 6 % on 1,000.00 for 21 days.
    assert_eq!(discount(&sold), Some(Minor::new(350)));
    at(None).await?;
    let later = world.receivables().shown(receivable, &supplier.membership).await?;
    assert_eq!(discount(&later), Some(Minor::new(350)), "what was sold keeps its price");
    Ok(())
}

#[tokio::test]
async fn the_house_sees_whom_a_programme_pays_and_what_was_promised() -> Checked {
    let world = world();
    let (olga, buying, id, supplier) = programme(&world).await?;
    let invited = world.invited_supplier(&buying, "Weber").await?.supplier.id();
    let cases = world.use_cases();
    let sold = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let look = cases.receivables.shown(sold.receivable().id(), &supplier.membership).await?;
    cases.receivables.accept(sold.receivable().id(), accept(&supplier, &look)?).await?;
    world.promised(&buying, id, payable("L-2", 30_000, "2026-06-29")?).await?;
    world.entered(&buying, id, payable("L-3", 7, "2026-06-29")?).await?;
    world.promised(&buying, invited, payable("W-1", 4_000, "2026-06-29")?).await?;

    let page = cases.programmes.suppliers_of(&olga.operator(), buying.facility, None).await?;
    let euro = Currency::parse("EUR")?;
    let of = |waiting, sold| Promised {
        waiting: Minor::new(waiting),
        committed: Minor::new(sold),
        paid_early: Minor::ZERO,
        open: Minor::new(sold),
        currency: euro,
    };
    let told: Vec<_> = page.suppliers.iter().map(|row| (row.found.supplier.id(), row.found.enrolment(), row.promised.clone())).collect();
    let expected = [(invited, Enrolment::Invited, vec![of(4_000, 0)]), (id, Enrolment::Enrolled, vec![of(30_000, 1_000_000)])];
    assert_eq!((told, page.next), (expected.into(), None));
    let behind = cases.programmes.suppliers_of(&olga.operator(), buying.facility, Some(invited)).await?;
    assert_eq!(behind.suppliers, page.suppliers[1..]);
    let factoring = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?.facility;
    assert_eq!(
        cases.programmes.suppliers_of(&olga.operator(), factoring, None).await?.suppliers,
        [],
        "a facility of another kind has none"
    );
    let nowhere = cases.programmes.suppliers_of(&olga.operator(), FacilityId(Uuid::nil()), None).await;
    assert_eq!(nowhere.err(), Some(ReceivableError::NotFound));
    Ok(())
}

#[tokio::test]
async fn a_sale_holds_the_suppliers_place_as_it_was_read() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let promised = world.promised(&buying, id, payable("L-1", 100_000, "2026-07-06")?).await?.receivable().id();
    let look = world.receivables().shown(promised, &supplier.membership).await?;
    let is_held = |change: &Change| match change {
        Change::Facilities(FacilityChange::SupplierStands { id: held, version }) => (*held, *version) == (id, 1),
        _ => false,
    };
    assert!(look.scene.stands(look.receivable()).iter().any(is_held));
    Ok(())
}

#[tokio::test]
async fn approving_takes_proof_and_somebody_else() -> Checked {
    let world = world();
    let (_, buying, id, _) = programme(&world).await?;
    let vera = world.joined(&buying.me, "vera@example.com", MemberRole::Approver).await?;
    let entered = world.entered(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let first = as_seen(&entered);
    let cases = world.use_cases();
    assert!(entered.takes_colleague(&buying.me.membership) && !entered.takes_colleague(&vera.membership));
    assert_eq!(entered.payable_approvers().into_iter().map(sooner_domain::identity::user::User::id).collect::<Vec<_>>(), [vera.user.id()]);
    assert_eq!(cases.programmes.approve_payables(&vera, vec![first], None).await, Err(ReceivableError::StepUpRequired(UNCONFIRMED)));
    let row = cases.programmes.approve_payables(&buying.me, vec![first], None).await?.pop().ok_or("no row")?;
    assert_eq!(row.answer, Err(ReceivableError::Blocked(Blocked::FourEyes(vec![vera.user.id()]))));
    let vera = world.stepped_up(&vera).await?;
    let row = cases.programmes.approve_payables(&vera, vec![first], None).await?.pop().ok_or("no row")?;
    assert_eq!(row.answer.map(|look| status(&look)), Ok(ReceivableStatus::Offered));
    let draft = world.entered(&buying, id, payable("L-2", 1, "2026-06-29")?).await?;
    let handed_in = cases.receivables.submit(draft.receivable().id(), seen(&vera, &draft)).await;
    assert_eq!(handed_in, Err(ReceivableError::NotFound), "handing in is no promise");
    Ok(())
}

#[tokio::test]
async fn what_a_buyer_cannot_promise_is_told_by_field_however_it_is_entered() -> Checked {
    let world = world();
    let (_, buying, id, _) = programme(&world).await?;
    let (cases, by) = (world.use_cases(), buying.me.membership);
    let good = payable("L-1", 1_000_000, "2026-06-29")?;
    let entered = world.entered(&buying, id, good.clone()).await?;
    let refused = |wrong: &[(&'static str, Invalid)]| Err(ReceivableError::Facts(wrong.to_vec()));
    let enter = async |facts: Facts| {
        let command = EnterPayableCommand { by, supplier: id, facts, request: None };
        cases.programmes.enter_payable(command).await.map(|look| status(&look))
    };
    let sunday = payable("L-2", 1, "2026-06-28")?;
    assert_eq!(enter(sunday.clone()).await, refused(&[("dueOn", Invalid::DateClosed)]));
    assert_eq!(enter(payable("L-2", 1, "2026-06-12")?).await, refused(&[("dueOn", Invalid::DateInPast)]));
    let dollars = Face::parse(1, Currency::parse("USD")?)?;
    let foreign = Facts { issued_on: "2026-06-16".parse()?, face: dollars, ..payable("L-2", 1, "2026-06-29")? };
    assert_eq!(enter(foreign).await, refused(&[("issuedOn", Invalid::DateInFuture), ("currency", Invalid::ProgrammeMissing)]));
    let listed = refused(&[("invoiceNumber", Invalid::PayableListed)]);
    assert_eq!(enter(payable("l 001", 7, "2026-07-06")?).await, listed, "one number, one payable");

    let save = async |look: &Look, facts: Facts| {
        let command = SaveCommand { by, version: look.receivable().parts().version, facts };
        cases.programmes.save(look.receivable().id(), command).await.map(|look| status(&look))
    };
    let other = world.entered(&buying, id, payable("L-3", 1, "2026-06-29")?).await?;
    assert_eq!(save(&other, good).await, refused(&[("invoiceNumber", Invalid::PayableListed)]));
    assert_eq!(save(&other, sunday).await, refused(&[("dueOn", Invalid::DateClosed)]));
    assert_eq!(save(&other, payable("L 3", 2, "2026-06-29")?).await, Ok(ReceivableStatus::Draft), "its own number");

    // What could be promised when it was entered cannot be for ever, and nobody is offered it any more.
    let offered = async || {
        let look = cases.receivables.shown(entered.receivable().id(), &buying.me.membership).await?;
        Made::Ok(look.members_actions(&buying.me.membership))
    };
    assert!(offered().await?.contains(&MemberAction::Submit));
    world.business().advance(TimeDelta::days(15));
    let left = offered().await?;
    assert!(left.contains(&MemberAction::Edit) && !left.contains(&MemberAction::Submit), "{left:?}");
    let row = cases.programmes.approve_payables(&world.stepped_up(&buying.me).await?, vec![as_seen(&entered)], None).await?.remove(0);
    assert_eq!(row.answer.map(|look| status(&look)), refused(&[("dueOn", Invalid::DateInPast)]));
    Ok(())
}

#[tokio::test]
async fn of_two_of_one_number_none_is_approved_before_the_other_is_discarded() -> Checked {
    let world = world();
    let (_, buying, id, _) = programme(&world).await?;
    let (cases, me) = (world.use_cases(), &buying.me);
    let first = world.entered(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    // As two who entered it at the same moment.
    let twin = cases
        .programmes
        .drafted(&me.membership, (first.receivable().parts().seller, buying.debtor), payable("L-1", 5, "2026-06-29")?)
        .await?;
    cases
        .programmes
        .commit
        .commit(vec![Change::ReceivableAdded(Box::new(twin.kept.clone()))], WriteContext::of(world.last_entry().await?))
        .await?;
    let ids = vec![as_seen(&first), as_seen(&twin)];
    let listed = ReceivableError::Facts(vec![("invoiceNumber", Invalid::PayableListed)]);
    for row in cases.programmes.approve_payables(me, ids.clone(), None).await? {
        assert_eq!(row.answer.map(|look| status(&look)), Err(listed.clone()));
    }
    let whole = CreditPayableCommand {
        by: me.membership,
        version: twin.receivable().parts().version,
        amount: Minor::new(5),
        note: None,
        request: None,
    };
    cases.programmes.credit_payable(twin.receivable().id(), whole).await?;
    let row = cases.programmes.approve_payables(me, ids[..1].to_vec(), None).await?.remove(0);
    assert_eq!(row.answer.map(|look| status(&look)), Ok(ReceivableStatus::Offered));
    Ok(())
}

#[tokio::test]
async fn a_credit_note_lowers_what_was_not_sold_and_nothing_else() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let promised = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let receivable = promised.receivable().id();
    let cases = world.use_cases();
    let credit = |look: &Look, amount: i64| CreditPayableCommand {
        by: buying.me.membership,
        version: look.receivable().parts().version,
        amount: Minor::new(amount),
        note: None,
        request: None,
    };
    let too_much = cases.programmes.credit_payable(receivable, credit(&promised, 1_000_001)).await;
    assert_eq!(too_much, Err(ReceivableError::Blocked(Blocked::AmountOutOfRange(Minor::new(1_000_000)))));
    let lowered = cases.programmes.credit_payable(receivable, credit(&promised, 200_000)).await?;
    assert_eq!((status(&lowered), lowered.receivable().face()), (ReceivableStatus::Offered, Minor::new(800_000)));
    let stale = cases.programmes.credit_payable(receivable, credit(&promised, 1)).await;
    assert_eq!(stale, Err(ReceivableError::Stale));
    let look = cases.receivables.shown(receivable, &supplier.membership).await?;
    let sold = cases.receivables.accept(receivable, accept(&supplier, &look)?).await?;
    let refused = cases.programmes.credit_payable(receivable, credit(&sold, 1)).await;
    assert_eq!(refused, Err(ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Accepted))));

    let other = world.promised(&buying, id, payable("L-2", 500_000, "2026-06-29")?).await?;
    let ended = cases.programmes.credit_payable(other.receivable().id(), credit(&other, 500_000)).await?;
    assert_eq!(status(&ended), ReceivableStatus::Withdrawn);
    assert_eq!(ended.receivable().parts().credits.iter().map(|credit| credit.amount).sum::<Minor>(), Minor::new(500_000));
    Ok(())
}

#[tokio::test]
async fn a_supplier_with_a_company_joins_with_that_and_what_was_entered_is_its_own() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let other = world.applicant(&olga, "Hafen").await?;
    let me = world.applicant(&olga, "Lind").await?;
    let invited = world.invited_supplier(&buying, "Lind").await?;
    let token = world.mailed_token().await?;
    let payable_id = world.promised(&buying, invited.supplier.id(), payable("L-1", 1_000_000, "2026-06-29")?).await?.receivable().id();
    let (parties, cases) = (world.parties(), world.use_cases());
    let found = async || Ok::<_, JoinError>(parties.invitation(&token, HOME).await?);
    let refused = cases.programmes.join_programme(&other, found().await?).await;
    assert_eq!(refused.err(), Some(JoinProgrammeError::Join(JoinError::OtherAddress)));
    assert_eq!(cases.receivables.shown(payable_id, &me.membership).await, Err(ReceivableError::NotFound));
    let place = cases.programmes.join_programme(&me, found().await?).await?;
    assert_eq!((place.enrolment(), place.waits_for(), place.company.id), (Enrolment::Enrolled, None, me.membership.company));
    let look = cases.receivables.shown(payable_id, &me.membership).await?;
    assert_eq!(status(&look), ReceivableStatus::Offered, "nothing stands in the way any more");
    cases.receivables.accept(payable_id, accept(&me, &look)?).await?;
    assert_eq!(found().await.err(), Some(JoinError::LinkInvalid), "the link is used up");
    let closed = world.store().teams.companies(&[invited.company.id]).await?.pop().ok_or("gone")?;
    assert!(closed.closed_at.is_some());

    let twice = world.invited_supplier(&buying, "Lind").await.err().map(|error| error.to_string());
    assert_eq!(twice, Some(SupplierError::Listed.to_string()));
    Ok(())
}

#[tokio::test]
async fn what_a_supplier_settled_is_sold_at_the_end_of_the_day_and_no_more() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let small = world.promised(&buying, id, payable("L-1", 50_000, "2026-07-06")?).await?.receivable().id();
    let large = world.promised(&buying, id, payable("L-77", 100_000, "2026-07-06")?).await?.receivable().id();
    let facilities = world.facilities();
    let place_now = facilities.places_as_supplier(&supplier.membership).await?.pop().ok_or("no place")?;
    let above = AutomaticPayment::Above(Money::parse(100_000, Currency::parse("EUR")?)?);
    let preview = world.programmes().automatic_preview(id, &supplier.membership, above).await?;
    // 24 % on 1,000.00 for 20 days: what is sold at the end of the day is paid on the next one.
    assert_eq!(preview.iter().map(|sum| (sum.payables, sum.cost.get())).collect::<Vec<_>>(), [(1, 1_333)]);
    let unproven = world.signed_in(&supplier.user).await?;
    let version = place_now.supplier.parts().version;
    assert_eq!(facilities.pay_automatically(id, place(&unproven, version), above).await, Err(SupplierError::StepUpRequired(UNCONFIRMED)));
    assert_eq!(facilities.pay_automatically(id, place(&buying.me, version), above).await, Err(SupplierError::NotFound));
    let sells_itself = async |id| Ok::<_, ReceivableError>(world.receivables().shown(id, &supplier.membership).await?.sells_itself());
    assert!(!sells_itself(large).await?);
    facilities.pay_automatically(id, place(&supplier, version), above).await?;
    assert_eq!((sells_itself(small).await?, sells_itself(large).await?), (false, true));

    ended(&world).await?;
    let statuses = async |id: ReceivableId| Ok::<_, ReceivableError>(status(&world.receivables().shown(id, &supplier.membership).await?));
    assert_eq!((statuses(small).await?, statuses(large).await?), (ReceivableStatus::Offered, ReceivableStatus::Accepted));
    let sold = world.receivables().shown(large, &supplier.membership).await?;
    assert_eq!(sold.receivable().parts().accepted.map(|accepted| accepted.by), Some(None), "nobody pressed anything");
    assert_eq!(sold.sold_for().map(|offer| offer.price().components().discount), preview.first().map(|sum| sum.cost));
    assert!(!sold.sells_itself());
    Ok(())
}

/// Ends the business date, after its cut-off.
async fn ended(world: &World) -> Checked {
    world.business().advance(TimeDelta::hours(8));
    world.end_of_day().catch_up(Actor::System).await?;
    Ok(())
}

#[tokio::test]
async fn the_same_invoice_is_sold_once_in_factoring_or_in_a_programme() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Nordwind", programme_terms(2_400)?).await?;
    let factored = world.seller_to(&olga, "Lind", "Nordwind", terms("EUR", 1_200)?).await?;
    let invited = world.invited_supplier(&buying, "Lind").await?;
    let token = world.mailed_token().await?;
    world.programmes().join_programme(&factored.me, world.parties().invitation(&token, HOME).await?).await?;
    assert_eq!(factored.debtor, buying.debtor, "one legal entity is one debtor");
    let own = world.handed_in(&factored, payable("RE 7", 1_000_000, "2026-07-06")?).await?;
    let promised = world.promised(&buying, invited.supplier.id(), payable("re-007", 1_000_000, "2026-07-06")?).await?;
    let cases = world.use_cases();
    // They look alike, so that somebody looks at both before either is sold.
    for look in [&own, &promised] {
        let look = cases.receivables.shown(look.receivable().id(), &factored.me.membership).await?;
        assert!(look.findings.iter().any(|finding| finding.code.code() == "duplicate_similar"), "{:?}", look.findings);
    }
    let verified = |look: &Look| HouseCommand {
        by: olga.clone(),
        version: look.receivable().parts().version,
        what: HouseDecision::Verify {
            kind: sooner_domain::receivables::evidence::EvidenceKind::Call,
            amount: look.receivable().face(),
            due_on: None,
            note: None,
            file: None,
        },
        request: None,
    };
    for id in [own.receivable().id(), promised.receivable().id()] {
        let look = cases.receivables.shown(id, &factored.me.membership).await?;
        cases.servicing.decide(id, verified(&look)).await?;
    }
    let look = cases.receivables.shown(promised.receivable().id(), &factored.me.membership).await?;
    cases.receivables.accept(look.receivable().id(), accept(&factored.me, &look)?).await?;
    let look = cases.receivables.shown(own.receivable().id(), &factored.me.membership).await?;
    assert_eq!(status(&look), ReceivableStatus::Submitted, "{:?}", look.findings);
    assert!(look.finds(sooner_domain::receivables::checks::CheckCode::DuplicateExact, sooner_domain::receivables::checks::Outcome::Block));
    Ok(())
}

#[tokio::test]
async fn a_buyer_is_told_what_is_due_soon_and_what_it_pays_itself() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let promised = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-19")?).await?;
    let look = world.receivables().shown(promised.receivable().id(), &supplier.membership).await?;
    world.receivables().accept(promised.receivable().id(), accept(&supplier, &look)?).await?;
    world.promised(&buying, id, payable("L-2", 300_000, "2026-06-16")?).await?;
    ended(&world).await?;
    assert_eq!(mailed(&world, "solarwerk@example.com", "payment_due").await?, 1);
    assert_eq!(mailed(&world, "solarwerk@example.com", "payables_lapsed").await?, 1);
    assert_eq!(mailed(&world, "lind@example.com", "payables_lapsed").await?, 0);
    world.business().advance(TimeDelta::days(1));
    ended(&world).await?;
    assert_eq!(mailed(&world, "solarwerk@example.com", "payment_due").await?, 1, "once for a due date");
    Ok(())
}

/// Everything that was written of this kind to somebody.
async fn told(world: &World, to: &str, code: &str) -> Made<Vec<Vec<Matter>>> {
    world.delivery().round().await?;
    let mails = world.mailer.sent().into_iter().filter(|mail| mail.to.as_str() == to && mail.content.code() == code);
    Ok(mails.map(|mail| mail.content.details().map(|details| details.matters.clone()).unwrap_or_default()).collect())
}

#[tokio::test]
async fn those_who_may_approve_are_told_what_waits_but_for_who_entered_it_and_of_many_once() -> Checked {
    let world = world();
    let (_, buying, id, _) = programme(&world).await?;
    world.joined(&buying.me, "paula@example.com", MemberRole::Approver).await?;
    world.joined(&buying.me, "pia@example.com", MemberRole::Preparer).await?;
    world.entered(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let of = async |to| told(&world, to, "payables_to_approve").await;
    let [one] = &of("paula@example.com").await?[..] else { return Err("not one mail".into()) };
    let [Matter { receivable: None, invoice: Some(invoice), debtor: Some(supplier), amounts, on, link: None, came_back: None }] = &one[..]
    else {
        return Err(format!("{one:?}").into());
    };
    assert_eq!((invoice.as_str(), supplier.as_str()), ("L-1", "Lind"));
    assert_eq!(amounts.iter().map(|amount| (amount.figure, amount.money.amount_minor())).collect::<Vec<_>>(), [(Figure::Face, 1_000_000)]);
    assert_eq!(*on, Some("2026-06-29".parse()?));
    for nobody in ["solarwerk@example.com", "pia@example.com", "lind@example.com"] {
        assert_eq!(of(nobody).await?, [] as [Vec<Matter>; 0], "{nobody}");
    }
    let many = ["L-2", "L-2", "L-3"].map(|number| payable(number, 500_000, "2026-06-29").map(|facts| NewPayable { supplier: id, facts }));
    let many = many.into_iter().collect::<Result<Vec<_>, _>>()?;
    world.programmes().enter_payables(&buying.me.membership, many.clone(), None).await?;
    assert_eq!(of("paula@example.com").await?[1..], [vec![]], "one, which names none");
    world.programmes().enter_payables(&buying.me.membership, many, None).await?;
    assert_eq!(of("paula@example.com").await?.len(), 2, "they are there already");
    Ok(())
}

#[tokio::test]
async fn a_supplier_that_is_paid_without_being_asked_is_told_of_no_offer() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let version = world.facilities().suppliers(&buying.me.membership, None).await?.suppliers[0].supplier.parts().version;
    let supplier = world.stepped_up(&supplier).await?;
    world.facilities().pay_automatically(id, place(&supplier, version), AutomaticPayment::All).await?;
    world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    assert_eq!(mailed(&world, "lind@example.com", "early_payment").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_supplier_that_left_sells_nothing_new_and_comes_back_by_invitation() -> Checked {
    let world = world();
    let (_, buying, id, supplier) = programme(&world).await?;
    let promised = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-06-29")?).await?;
    let facilities = world.facilities();
    let gone = facilities.remove_supplier(id, place(&buying.me, 1)).await?;
    assert_eq!((gone.enrolment(), gone.waits_for()), (Enrolment::Left, Some(SupplierWait::Unavailable)));
    let look = world.receivables().shown(promised.receivable().id(), &supplier.membership).await?;
    assert_eq!(status(&look), ReceivableStatus::Submitted);
    let facts = payable("L-2", 1_000, "2026-06-29")?;
    let entered = EnterPayableCommand { by: buying.me.membership, supplier: id, facts, request: None };
    assert_eq!(world.programmes().enter_payable(entered).await, Err(ReceivableError::UnknownSupplier));
    let stale = facilities.remove_supplier(id, place(&buying.me, 1)).await;
    assert_eq!(stale, Err(SupplierError::Stale));
    let left = facilities.leave_programme(id, place(&supplier, 2)).await;
    assert_eq!(left, Err(SupplierError::Refused(SupplierRefusal::HasLeft)));
    let email = gone.supplier.parts().details.email.clone();
    let back = facilities.invite_supplier_again(id, place(&buying.me, 2), email).await?;
    assert_eq!(back.enrolment(), Enrolment::Enrolled, "somebody belongs to its company already");
    Ok(())
}

#[tokio::test]
async fn what_can_be_had_counts_what_buyers_promised_and_tells_nothing_of_their_limits() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Nordwind", programme_terms(2_400)?).await?;
    let factored = world.seller_to(&olga, "Lind", "Hafen", terms("EUR", 1_200)?).await?;
    world.limit(&olga, factored.debtor, 100_000_000).await?;
    let invited = world.invited_supplier(&buying, "Lind").await?.supplier.id();
    let token = world.mailed_token().await?;
    let (by, cases) = (factored.me.membership, world.use_cases());
    cases.programmes.join_programme(&factored.me, world.parties().invitation(&token, HOME).await?).await?;
    let own = world.handed_in(&factored, payable("RE-7", 500_000, "2026-07-06")?).await?.receivable().id();
    let near = world.promised(&buying, invited, payable("L-1", 1_000_000, "2026-06-29")?).await?.receivable().id();
    let far = world.promised(&buying, invited, payable("Z-400", 300_000, "2026-09-28")?).await?.receivable().id();

    let found = cases.receivables.availability(&by).await?;
    let [factoring, programme] = found.as_slice() else { return Err("not two".into()) };
    assert_eq!((factoring.facility, programme.facility), (factored.facility, buying.facility));
    assert_eq!((factoring.availability.fitting.clone(), programme.availability.fitting.len()), (vec![own], 2));
    let told: Vec<_> = programme.availability.steps_of_supplier().into_iter().map(|step| (step.code, step.amount.get())).collect();
    // 9,333 for 14 days of the one, 21,000 for 105 of the other.
    assert_eq!(
        told,
        [(StepCode::Offered, 1_300_000), (StepCode::OverDebtorLimit, 0), (StepCode::Deducted, -30_333), (StepCode::Available, 1_269_667),]
    );

    let euro = Currency::parse("EUR")?;
    let need = |amount| Need { amount: Minor::new(amount), currency: euro };
    let Answer::Reached(choice) = cases.receivables.cheapest(&by, need(900_000)).await? else { return Err("out of reach".into()) };
    assert_eq!((choice.receivables, choice.payout, choice.proof), (vec![near], Minor::new(990_667), Proof::Best));
    let Answer::Reached(choice) = cases.receivables.cheapest(&by, need(1_300_000)).await? else { return Err("out of reach".into()) };
    assert_eq!(BTreeSet::from_iter(choice.receivables), [near, own].into(), "the cheapest two, of a programme and of its own facility");

    // Its buyer has nothing of that: what it promised is its suppliers' to sell, with their prices.
    let buyer = buying.me.membership;
    assert_eq!(cases.receivables.availability(&buyer).await?, []);
    assert_eq!(cases.receivables.cheapest(&buyer, need(100)).await, Err(AvailabilityError::NoFacility));
    assert_eq!(cases.receivables.standing(&buyer, vec![near, far]).await?, []);
    assert_eq!(cases.receivables.standing(&by, vec![near, far]).await?.len(), 2);
    assert_eq!(cases.cash.coming(&buyer, false).await?, []);

    // Where not all of it is looked at, what is promised bounds the rest, not the limit.
    let found = cases.receivables.availability_among(&by, 1).await?;
    let programme = found.iter().find(|found| found.facility == buying.facility).ok_or("no programme")?;
    let shown = programme.availability.available;
    assert_eq!(programme.availability.proof, Proof::Within(Minor::new(1_300_000) - shown));

    // A lower limit keeps the larger one out.
    world.limit(&olga, buying.debtor, 500_000).await?;
    let found = cases.receivables.availability(&by).await?;
    let steps = found.last().ok_or("none")?.availability.steps_of_supplier();
    assert_eq!((steps[1].code, steps[1].amount), (StepCode::OverDebtorLimit, Minor::new(-1_000_000)));
    let Answer::OutOfReach(choice) = cases.receivables.cheapest(&by, need(900_000)).await? else { return Err("reached".into()) };
    assert_eq!(BTreeSet::from_iter(choice.receivables), [far, own].into());
    Ok(())
}

#[tokio::test]
async fn a_payable_is_approved_as_it_was_seen() -> Checked {
    let world = world();
    let (_, buying, id, _) = programme(&world).await?;
    let (cases, me) = (world.use_cases(), &buying.me);
    let draft = world.entered(&buying, id, payable("L-1", 100_000, "2026-06-29")?).await?;
    let seen = as_seen(&draft);
    for (face, due_on) in [(10_000_000, "2026-06-29"), (100_000, "2026-07-06")] {
        let version = cases.receivables.shown(seen.id, &me.membership).await?.receivable().parts().version;
        let raised = SaveCommand { by: me.membership, version, facts: payable("L-1", face, due_on)? };
        cases.programmes.save(seen.id, raised).await?;
        let records = world.records().await?.len();
        let row = cases.programmes.approve_payables(me, vec![seen], None).await?.remove(0);
        assert_eq!(row.answer, Err(ReceivableError::Stale), "{face} on {due_on}");
        assert_eq!(world.records().await?.len(), records);
    }
    let now = cases.receivables.shown(seen.id, &me.membership).await?;
    assert_eq!(status(&now), ReceivableStatus::Draft);
    let row = cases.programmes.approve_payables(me, vec![as_seen(&now)], None).await?.remove(0);
    assert_eq!(row.answer.map(|look| status(&look)), Ok(ReceivableStatus::Offered));
    Ok(())
}
