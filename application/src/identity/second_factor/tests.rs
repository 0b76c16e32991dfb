use super::*;
use crate::{
    identity::{HouseAccess, OperatorAccess, StepUpRequired},
    kernel::{commit::Commit, ids::Ids},
    parties::Holder,
    testing::{HOME, PASSWORD, PlainTokens, World, a_user, confirmed_by},
};
use chrono::TimeDelta;
use sooner_domain::{
    identity::password::PlainPassword,
    kernel::{change::Changed, country::CountryCode, phone::PhoneNumber},
};
use std::sync::Arc;

type Checked = Result<(), Box<dyn std::error::Error>>;

/// Switches the second factor on; the answer is what it says and the id its codes come from.
async fn switch_on(world: &World, me: &SignedIn) -> Result<(SwitchedOn, FactorId), Box<dyn std::error::Error>> {
    let identity = world.identity();
    let factor = identity.begin_second_factor(&confirmed_by(me)).await?.id;
    let code = PlainTokens::code(factor, world.clock_now());
    Ok((identity.confirm_second_factor(me, factor, &code, HOME).await?, factor))
}

async fn sign_in(world: &World, email: &str) -> Result<String, Box<dyn std::error::Error>> {
    let email = EmailAddress::parse(email)?;
    Ok(world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, HOME).await?.token)
}

async fn begun(world: &World, token: &str) -> Result<SignedIn, Box<dyn std::error::Error>> {
    match world.parties().holder(token).await? {
        Holder::AwaitsCode(me) => Ok(me.signed_in),
        other => Err(format!("{other:?}").into()),
    }
}

#[tokio::test]
async fn with_it_a_password_alone_opens_nothing() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    assert_eq!(on.recovery_codes.len(), 10);
    assert!(world.parties().member(&on.token).await?.is_some());
    let half = sign_in(&world, "ada@example.com").await?;
    assert!(world.parties().member(&half).await?.is_none());
    let me = begun(&world, &half).await?;
    assert_eq!(world.identity().pass_second_factor(&me.session, "000000", HOME).await, Err(CodeError::Refused));
    let used = PlainTokens::code(factor, world.clock_now());
    assert_eq!(world.identity().pass_second_factor(&me.session, &used, HOME).await, Err(CodeError::Refused), "the one that switched it on");
    world.clock.advance(TimeDelta::seconds(30));
    let code = PlainTokens::code(factor, world.clock_now());
    let full = world.identity().pass_second_factor(&me.session, &code, HOME).await?;
    assert!(world.parties().member(&full).await?.is_some());
    assert_eq!(world.parties().holder(&half).await?, Holder::Nobody);
    Ok(())
}

#[tokio::test]
async fn a_session_alone_switches_nothing_on_and_the_owner_gets_a_mail_of_each_switch() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let refused = world.identity().begin_second_factor(&me).await.err();
    assert_eq!(refused, Some(CodeError::StepUpRequired(StepUpRequired { act: None })));
    assert_eq!(world.identity().second_factors.of(me.user.id()).await?, None);
    let mailed = async || -> Result<Vec<Content>, Unavailable> {
        world.delivery().round().await?;
        let about = |content: &Content| matches!(content, Content::SecondFactorOn | Content::SecondFactorOff);
        Ok(world.mailer.sent().into_iter().map(|mail| mail.content).filter(about).collect())
    };
    let (on, factor) = switch_on(&world, &me).await?;
    assert_eq!(mailed().await?, [Content::SecondFactorOn]);
    world.clock.advance(TimeDelta::seconds(30));
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    world.identity().remove_second_factor(&me, &PlainTokens::code(factor, world.clock_now())).await?;
    assert_eq!(mailed().await?, [Content::SecondFactorOn, Content::SecondFactorOff]);
    Ok(())
}

#[tokio::test]
async fn switching_it_on_ends_the_sessions_opened_without_it() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let other = sign_in(&world, "ada@example.com").await?;
    switch_on(&world, &me).await?;
    assert!(world.parties().member(&other).await?.is_none());
    assert_eq!(world.identity().begin_second_factor(&confirmed_by(&me)).await.err(), Some(CodeError::AlreadyOn));
    Ok(())
}

#[tokio::test]
async fn of_two_begun_at_once_one_counts_and_the_other_is_told() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (identity, confirmed) = (world.identity(), confirmed_by(&me));
    let (one, other) = tokio::join!(identity.begin_second_factor(&confirmed), identity.begin_second_factor(&confirmed));
    let answers = [one.map(|_| ()), other.map(|_| ())];
    assert!(answers.contains(&Ok(())) && answers.contains(&Err(CodeError::BegunElsewhere)), "{answers:?}");
    let before = identity.second_factors.of(me.user.id()).await?.ok_or("not begun")?.id;
    let factor = identity.begin_second_factor(&confirmed).await?.id;
    let code = |of: FactorId| PlainTokens::code(of, world.clock_now());
    // The right code of the one before, of which only the app that has it knows: it costs no try.
    for _ in 0..10 {
        let late = identity.confirm_second_factor(&me, before, &code(before), HOME).await;
        assert_eq!(late.err(), Some(CodeError::BegunElsewhere), "begun again, it starts anew");
    }
    let code = code(factor);
    let given = || identity.confirm_second_factor(&me, factor, &code, HOME);
    let (one, other) = tokio::join!(given(), given());
    let answers = [one.map(|_| ()), other.map(|_| ())];
    assert!(answers.contains(&Ok(())) && answers.contains(&Err(CodeError::AlreadyOn)), "{answers:?}");
    Ok(())
}

#[tokio::test]
async fn a_right_code_counts_though_the_account_changed_meanwhile() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (germany, other) = (CountryCode::parse("DE")?, "+4915112345679");
    world.identity().change_phone(&me, PhoneNumber::parse(other, germany)?, germany).await?;
    // `me` is the account as it was before.
    let (on, _) = switch_on(&world, &me).await?;
    let now = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    assert!(now.user.parts().second_factor);
    assert_eq!(now.user.parts().phone.as_ref().map(PhoneNumber::as_str), Some(other));
    Ok(())
}

#[tokio::test]
async fn a_recovery_code_works_once_however_it_is_typed() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, _) = switch_on(&world, &me).await?;
    let typed = format!(" {} ", on.recovery_codes[3].to_lowercase().replace('-', " "));
    for expected in [true, false] {
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        assert_eq!(world.identity().pass_second_factor(&half.session, &typed, HOME).await.is_ok(), expected);
        if expected {
            let entry = world.last_entry().await?;
            assert_eq!(entry.changes, [Changed::new("recoveryCodesLeft", Some("10".into()), Some("9".into()))]);
        }
    }
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    assert_eq!(world.identity().recovery_codes_left(&me).await?, Some(9));
    Ok(())
}

#[tokio::test]
async fn a_recovery_code_of_the_secret_before_counts_and_uses_up_its_number() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, _) = switch_on(&world, &me).await?;
    let former = on.recovery_codes[3].replace("RECOVERY", "FORMER");
    for (typed, expected) in [(&former, true), (&former, false), (&on.recovery_codes[3], false)] {
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        assert_eq!(world.identity().pass_second_factor(&half.session, typed, HOME).await.is_ok(), expected, "{typed}");
    }
    Ok(())
}

#[tokio::test]
async fn guessing_ends_after_a_few() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    switch_on(&world, &me).await?;
    let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(world.identity().pass_second_factor(&half.session, "000000", HOME).await);
    }
    let refused = answers.iter().take_while(|answer| **answer == Err(CodeError::Refused)).count();
    assert!((4..=10).contains(&refused), "{refused}");
    assert!(answers[refused..].iter().all(|answer| matches!(answer, Err(CodeError::TooMany(_)))));
    Ok(())
}

#[tokio::test]
async fn taking_it_away_takes_a_code() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    assert_eq!(world.identity().remove_second_factor(&me, "000000").await, Err(CodeError::Refused));
    world.clock.advance(TimeDelta::seconds(30));
    let code = PlainTokens::code(factor, world.clock_now());
    world.identity().remove_second_factor(&me, &code).await?;
    assert!(world.parties().member(&on.token).await?.is_some());
    let token = sign_in(&world, "ada@example.com").await?;
    assert!(world.parties().member(&token).await?.is_some());
    Ok(())
}

/// A store to which another request with the same code comes first.
struct Overtaken {
    store: Arc<dyn Commit<Change>>,
    by: Change,
}

#[async_trait::async_trait]
impl Commit<Change> for Overtaken {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        self.store.commit(vec![self.by.clone()], context.clone()).await.ok();
        self.store.commit(changes, context).await
    }
}

#[tokio::test]
async fn asvs_6_5_1_a_code_that_signs_in_takes_nothing_away_at_the_same_time() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    world.clock.advance(TimeDelta::seconds(30));
    let code = PlainTokens::code(factor, world.clock_now());
    let identity = world.identity();
    let before = identity.second_factors.of(me.user.id()).await?.ok_or("none")?;
    let after = identity.codes.step_of(before.id, &code, world.clock_now()).and_then(|step| before.after_code(step)).ok_or("refused")?;
    let store = identity.commit.clone();
    let overtaken = Identity { commit: Arc::new(Overtaken { store, by: Change::FactorUsed { before, after } }), ..identity.clone() };
    assert_eq!(overtaken.remove_second_factor(&me, &code).await, Err(CodeError::Refused));
    assert_eq!(identity.second_factors.of(me.user.id()).await?, Some(after), "it stands");
    Ok(())
}

#[tokio::test]
async fn at_the_command_line_it_is_taken_away_without_one_and_the_sessions_with_it() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, _) = switch_on(&world, &me).await?;
    world.identity().reset_second_factor(me.user.email()).await?;
    let entry = world.last_entry().await?;
    assert_eq!((entry.by, entry.action), (Actor::CommandLine, AuditAction::SecondFactorRemoved));
    assert!(world.parties().member(&on.token).await?.is_none());
    assert_eq!(world.identity().reset_second_factor(me.user.email()).await, Err(CodeError::NotOn));
    Ok(())
}

#[tokio::test]
async fn an_operator_reviews_only_with_it_where_that_is_compulsory() -> Checked {
    let world = World { operators: OperatorAccess::BySecondFactor, ..World::default() };
    let operator = world.operator().await?;
    assert_eq!(operator.house, HouseAccess::NeedsSecondFactor);
    let (on, _) = switch_on(&world, &operator).await?;
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    assert_eq!(me.house, HouseAccess::Yes);
    let email = EmailAddress::parse("olga@example.com")?;
    world.identity().reset_second_factor(&email).await?;
    assert!(world.parties().member(&on.token).await?.is_none());
    assert_eq!(world.identity().reset_second_factor(&email).await, Err(CodeError::NotOn));
    Ok(())
}

#[tokio::test]
async fn nobody_sets_a_factor_on_an_address_they_have_not_proven() -> Checked {
    let world = World::default();
    let me = world.member(a_user()).await?;
    assert_eq!(world.identity().begin_second_factor(&me).await.err(), Some(CodeError::EmailUnproven));
    let begun = SecondFactor::begin(FactorId(world.ids.next()), me.user.id(), world.clock_now());
    // As an earlier release let one begin.
    let context = WriteContext::of(Entry::own(me.user.id(), AuditAction::SecondFactorBegun, world.clock_now()));
    world.identity().commit.commit(vec![Change::FactorBegun { factor: begun, instead_of: None }], context).await?;
    let code = PlainTokens::code(begun.id, world.clock_now());
    assert_eq!(world.identity().confirm_second_factor(&me, begun.id, &code, HOME).await.err(), Some(CodeError::EmailUnproven));
    Ok(())
}

#[tokio::test]
async fn wrong_codes_are_written_down_and_the_owner_is_mailed_after_five_at_a_known_place_once_a_day() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    switch_on(&world, &me).await?;
    let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
    let mut told = Vec::new();
    for _ in 0..11 {
        world.clock.advance(TimeDelta::seconds(61));
        let half = match world.identity().pass_second_factor(&half.session, "000000", HOME).await {
            Err(CodeError::Refused) => world.last_entry().await?,
            other => return Err(format!("{other:?}").into()),
        };
        assert_eq!((half.action, half.about.user), (AuditAction::SecondFactorFailed, Some(me.user.id())));
        world.delivery().round().await?;
        told.push(world.mailer.sent().iter().filter(|mail| mail.content == Content::WrongCodes).count());
    }
    assert_eq!(told, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
    Ok(())
}

fn elsewhere(number: u8) -> IpAddr {
    IpAddr::from([198, 51, 100, number])
}

/// Signs in from there with the password, and tries this code.
async fn comes_in(world: &World, from: IpAddr, code: &str) -> Result<Result<String, CodeError>, Box<dyn std::error::Error>> {
    let email = EmailAddress::parse("ada@example.com")?;
    let token = world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, from).await?.token;
    let half = begun(world, &token).await?;
    Ok(world.identity().pass_second_factor(&half.session, code, from).await)
}

fn wrong_code_mails(world: &World) -> usize {
    world.mailer.sent().iter().filter(|mail| mail.content == Content::WrongCodes).count()
}

#[tokio::test]
async fn the_password_alone_locks_the_owner_out_nowhere_a_code_was_right() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    let (home, office, hotel) = (HOME, elsewhere(1), elsewhere(2));
    let app = |world: &World| {
        world.clock.advance(TimeDelta::seconds(30));
        PlainTokens::code(factor, world.clock_now())
    };
    comes_in(&world, office, &app(&world)).await??;
    world.clock.advance(RateLimit::CODE_BY_ACCOUNT.window);
    let mut refused = 0;
    for number in 10..17 {
        match comes_in(&world, elsewhere(number), "000000").await? {
            Err(CodeError::Refused) => refused += 1,
            other => assert!(matches!(other, Err(CodeError::TooMany(_))), "{other:?}"),
        }
    }
    assert_eq!(refused, 5, "from everywhere together");
    for (place, from) in [("where it was switched on", home), ("where a code was right", office)] {
        comes_in(&world, from, &app(&world)).await?.map_err(|error| format!("{place}: {error}"))?;
    }
    assert!(matches!(comes_in(&world, hotel, &app(&world)).await?, Err(CodeError::TooMany(_))), "a stranger's place");
    comes_in(&world, hotel, &on.recovery_codes[0]).await??;
    assert_eq!(comes_in(&world, office, &on.recovery_codes[0]).await?, Err(CodeError::Refused), "it counts once");
    comes_in(&world, hotel, &app(&world)).await?.map_err(|error| format!("known by the recovery code: {error}"))?;
    Ok(())
}

#[tokio::test]
async fn a_wrong_recovery_code_is_a_try_like_any_other() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, _) = switch_on(&world, &me).await?;
    comes_in(&world, elsewhere(1), &on.recovery_codes[0]).await??;
    for _ in 0..5 {
        assert_eq!(comes_in(&world, elsewhere(2), &on.recovery_codes[0]).await?, Err(CodeError::Refused));
    }
    assert!(matches!(comes_in(&world, elsewhere(3), &on.recovery_codes[0]).await?, Err(CodeError::TooMany(_))));
    assert!(matches!(comes_in(&world, elsewhere(3), "AAAA-AAAA-AAAA-AAAA").await?, Err(CodeError::TooMany(_))));
    Ok(())
}

#[tokio::test]
async fn guesses_are_bounded_at_a_known_place_too() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    switch_on(&world, &me).await?;
    let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
    for _ in 0..5 {
        assert_eq!(world.identity().pass_second_factor(&half.session, "000000", HOME).await, Err(CodeError::Refused));
    }
    assert!(matches!(world.identity().pass_second_factor(&half.session, "000000", HOME).await, Err(CodeError::TooMany(_))));
    world.clock.advance(KnownAddress::REMEMBERED + TimeDelta::seconds(1));
    for number in 0..7 {
        comes_in(&world, if number == 0 { HOME } else { elsewhere(number) }, "000000").await?.ok();
    }
    assert!(matches!(comes_in(&world, HOME, "000000").await?, Err(CodeError::TooMany(_))), "a place is forgotten in time");
    Ok(())
}

#[tokio::test]
async fn a_place_known_by_the_password_or_of_an_earlier_factor_is_a_strangers() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let email = me.user.email().clone();
    world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, elsewhere(1)).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    world.clock.advance(TimeDelta::seconds(30));
    comes_in(&world, elsewhere(2), &PlainTokens::code(factor, world.clock_now())).await??;
    world.clock.advance(TimeDelta::seconds(30));
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    world.identity().remove_second_factor(&me, &PlainTokens::code(factor, world.clock_now())).await?;
    let me = world.signed_in_again(&me).await?;
    let (_, second) = switch_on(&world, &me).await?;
    world.clock.advance(RateLimit::CODE_BY_ACCOUNT.window);
    for number in 3..8 {
        assert_eq!(comes_in(&world, elsewhere(number), "000000").await?, Err(CodeError::Refused));
    }
    let (users, since) = (world.identity().users, world.clock_now() - KnownAddress::REMEMBERED);
    assert!(!users.at_address(&email, elsewhere(3), since).await?.is_known, "nor is the address known to signing in");
    world.clock.advance(TimeDelta::seconds(30));
    for number in [1, 2] {
        let code = PlainTokens::code(second, world.clock_now());
        assert!(matches!(comes_in(&world, elsewhere(number), &code).await?, Err(CodeError::TooMany(_))), "{number}");
    }
    Ok(())
}

#[tokio::test]
async fn the_password_alone_uses_up_nothing_of_its_owners() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    let mine = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    let identity = world.identity();
    let email = me.user.email().clone();
    let signs_in = async |from: IpAddr| {
        let token = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, from).await?.token;
        begun(&world, &token).await
    };
    for number in 0..80 {
        if number % 9 == 0 {
            world.clock.advance(TimeDelta::minutes(1));
        }
        let half = signs_in(elsewhere(number)).await?;
        identity.pass_second_factor(&half.session, "000000", elsewhere(number)).await.err();
        assert!((0..1_000).any(|_| identity.spend_write_in(&half.session).is_err()), "it has a limit");
    }
    let writes = (0..1_000).take_while(|_| identity.spend_write_in(&mine.session).is_ok()).count();
    assert_eq!(writes, 600, "all are left");
    let code = || {
        world.clock.advance(TimeDelta::seconds(30));
        PlainTokens::code(factor, world.clock_now())
    };
    let half = signs_in(HOME).await?;
    identity.pass_second_factor(&half.session, &code(), HOME).await?;
    let act = sooner_domain::kernel::canonical::Digest([1; 32]);
    identity.step_up(&mine, crate::identity::StepUpProof::Code(code()), act).await?;
    Ok(())
}

#[tokio::test]
async fn what_is_tried_in_a_session_keeps_nobody_from_signing_in() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let (on, factor) = switch_on(&world, &me).await?;
    let mine = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    for _ in 0..7 {
        world.identity().remove_second_factor(&mine, "000000").await.err();
    }
    assert!(matches!(world.identity().remove_second_factor(&mine, "000000").await, Err(CodeError::TooMany(_))));
    for from in [HOME, elsewhere(1)] {
        world.clock.advance(TimeDelta::seconds(30));
        comes_in(&world, from, &PlainTokens::code(factor, world.clock_now())).await??;
    }
    Ok(())
}

#[tokio::test]
async fn of_a_wrong_code_from_a_new_place_the_owner_is_mailed_at_once_and_once_a_day_whatever_they_mistyped_themselves() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    switch_on(&world, &me).await?;
    let mut told = Vec::new();
    for (from, tries) in [(HOME, 4), (HOME, 1), (elsewhere(1), 1), (elsewhere(2), 2), (HOME, 1)] {
        for _ in 0..tries {
            world.clock.advance(TimeDelta::seconds(61));
            assert_eq!(comes_in(&world, from, "000000").await?, Err(CodeError::Refused));
        }
        world.delivery().round().await?;
        told.push(wrong_code_mails(&world));
    }
    assert_eq!(told, [0, 1, 2, 2, 2]);
    world.clock.advance(TimeDelta::hours(24));
    comes_in(&world, elsewhere(3), "000000").await?.err();
    world.delivery().round().await?;
    assert_eq!(wrong_code_mails(&world), 3);
    Ok(())
}

#[tokio::test]
async fn a_wrong_code_is_written_down_wherever_one_is_asked_for() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let begun = world.identity().begin_second_factor(&confirmed_by(&me)).await?.id;
    assert_eq!(world.identity().confirm_second_factor(&me, begun, "000000", HOME).await.err(), Some(CodeError::Refused));
    assert_eq!(world.last_entry().await?.action, AuditAction::SecondFactorFailed);
    let (on, _) = switch_on(&world, &me).await?;
    let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    assert_eq!(world.identity().remove_second_factor(&me, "000000").await, Err(CodeError::Refused));
    assert_eq!(world.last_entry().await?.action, AuditAction::SecondFactorFailed);
    Ok(())
}

#[tokio::test]
async fn a_factor_is_not_set_or_taken_away_from_a_session_that_was_ended_meanwhile() -> Checked {
    let world = World::default();
    let me = world.proven(a_user()).await?;
    let identity = world.identity();
    let factor = identity.begin_second_factor(&confirmed_by(&me)).await?.id;
    let code = |world: &World| PlainTokens::code(factor, world.clock_now());
    let reset = async |world: &World, password| -> Checked {
        world.clock.advance(TimeDelta::minutes(1));
        identity.mail_reset_link(me.user.email()).await?;
        Ok(identity.reset_password(&world.mailed_token().await?, password, HOME).await?)
    };
    reset(&world, "seven quiet harbours").await?;
    // `me` is what a request knew that came before the reset.
    assert_eq!(identity.confirm_second_factor(&me, factor, &code(&world), HOME).await.err(), Some(CodeError::Refused));
    reset(&world, PASSWORD).await?;
    let again = world.signed_in(&me.user).await?;
    let ended = world.signed_in(&me.user).await?;
    identity.end_session(&again, ended.session.id).await?;
    assert_eq!(identity.confirm_second_factor(&ended, factor, &code(&world), HOME).await.err(), Some(CodeError::Refused));
    let on = identity.confirm_second_factor(&again, factor, &code(&world), HOME).await?;
    let again = world.parties().member(&on.token).await?.ok_or("not signed in")?;
    world.clock.advance(TimeDelta::minutes(5));
    let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
    let token = identity.pass_second_factor(&half.session, &code(&world), HOME).await?;
    let ended = world.parties().member(&token).await?.ok_or("not signed in")?;
    identity.end_session(&again, ended.session.id).await?;
    world.clock.advance(TimeDelta::seconds(30));
    assert_eq!(identity.remove_second_factor(&ended, &code(&world)).await, Err(CodeError::Refused));
    reset(&world, "seven quiet harbours").await?;
    assert_eq!(identity.remove_second_factor(&again, &code(&world)).await, Err(CodeError::Refused));
    Ok(())
}
