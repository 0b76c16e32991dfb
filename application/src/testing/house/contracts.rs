//! The house.

use crate::{
    StorePorts,
    house::changes::Change,
    kernel::commit::CommitError,
    testing::{
        contracts::{Checked, context},
        house_account, house_details,
    },
};
use futures_util::future::join_all;
use sooner_domain::{
    house::{
        accounts::HouseAccounts,
        details::HouseDetails,
        profile::{HouseAddress, HouseProfile},
        reference_code::ReferenceCode,
        settings::{HouseSettings, Parts},
    },
    kernel::text::Line,
};

async fn commit(ports: &StorePorts, parts: Parts) -> Result<(), CommitError> {
    let change = Change::SettingsChanged(Box::new(HouseSettings::restore(parts)));
    ports.house.commit(vec![change], context()).await
}

fn accounts(all: &[(&str, &str)]) -> Result<HouseAccounts, Box<dyn std::error::Error>> {
    let mut accounts = HouseAccounts::default();
    for (currency, iban) in all {
        accounts.add(house_account(currency, iban))?;
    }
    Ok(accounts)
}

pub async fn the_house_is_read_as_it_was_set(ports: &StorePorts) -> Checked {
    assert_eq!(ports.house_settings.settings().await?, HouseSettings::default(), "nothing is set");
    let euro = ("EUR", "DE89370400440532013000");
    let one = accounts(&[euro, ("CHF", "CH9300762011623852957")])?;
    let details = house_details();
    let spare = details.profile.clone().map(|profile| HouseProfile {
        address: HouseAddress { postal_code: None, ..profile.address },
        registration_number: None,
        tax_number: None,
        phone: None,
        ..profile
    });
    let spare = HouseDetails { profile: spare, ..HouseDetails::default() };
    for (version, details, accounts) in [
        (0, details.clone(), one.clone()),
        (1, details, accounts(&[euro])?),
        (2, spare, accounts(&[("USD", "GB29NWBK60161331926819"), ("EUR", "NL91ABNA0417164300")])?),
        (3, HouseDetails::default(), HouseAccounts::default()),
        (4, HouseDetails::default(), one),
    ] {
        let parts = Parts { version, details, accounts, reference_code: None };
        commit(ports, parts.clone()).await?;
        let expected = HouseSettings::restore(Parts { version: version + 1, ..parts });
        assert_eq!(ports.house_settings.settings().await?, expected);
    }
    Ok(())
}

pub async fn the_code_for_references_is_made_once_and_kept(ports: &StorePorts) -> Checked {
    let codes = ["K7QM", "A234", "ZZZ9"].map(ReferenceCode::parse);
    let make = async |code| ports.house.commit(vec![Change::ReferenceCodeMade(code)], context()).await;
    let codes = codes.into_iter().collect::<Result<Vec<_>, _>>()?;
    let answers = join_all(codes.iter().map(|code| make(*code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let made = codes.iter().zip(&answers).find(|(_, answer)| answer.is_ok()).map(|(code, _)| *code);
    let settings = ports.house_settings.settings().await?;
    assert_eq!((settings.version(), settings.reference_code()), (0, made));
    let parts = Parts { version: 0, details: house_details(), ..Parts::default() };
    commit(ports, parts).await?;
    assert_eq!(ports.house_settings.settings().await?.reference_code(), made, "other settings don't change it");
    Ok(())
}

pub async fn of_many_changes_to_one_version_of_the_house_one_wins(ports: &StorePorts) -> Checked {
    let ibans = ["DE89370400440532013000", "NL91ABNA0417164300", "GB29NWBK60161331926819"];
    let mut all = Vec::new();
    for number in 0..24 {
        let mut details = house_details();
        if let Some(profile) = &mut details.profile {
            profile.legal_name = Line::parse(&format!("House {number}"))?;
        }
        all.push(Parts { version: 0, details, accounts: accounts(&[("EUR", ibans[number % ibans.len()])])?, reference_code: None });
    }
    let answers = join_all(all.iter().map(|parts| commit(ports, parts.clone()))).await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let mut won = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(parts, _)| parts);
    let (winner, others) = (won.next().ok_or("nobody won")?, won.count());
    assert_eq!(others, 0);
    // Of those who lost there is nothing, neither of what they said nor of their accounts.
    let expected = HouseSettings::restore(Parts { version: 1, ..winner.clone() });
    assert_eq!(ports.house_settings.settings().await?, expected);
    Ok(())
}
