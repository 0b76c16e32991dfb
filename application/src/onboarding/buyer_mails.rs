//! Mails about a buyer: to the house when it is named, to its seller when it is decided on.

use super::Onboarding;
use crate::kernel::{
    outbox::{Content, Details, Mail, Matter},
    unavailable::Unavailable,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{operator::OperatorRight, user::User},
    kernel::text::Line,
    onboarding::{application::Application, status::OnboardingStatus},
    parties::buyer::{Buyer, BuyerStatus},
};

/// What the mail is about.
fn about(name: &Line) -> Option<Details> {
    Some(Details { matters: vec![Matter { debtor: Some(name.clone()), ..Matter::default() }], ..Details::default() })
}

impl Onboarding {
    /// To those of the house who may decide on it, where its company is approved: until then it is a part of the application. Each
    /// waits for the digest of the day.
    pub(super) async fn mails_of_new_buyer(
        &self,
        application: Option<&Application>,
        buyer: &Buyer,
        now: DateTime<Utc>,
    ) -> Result<Vec<Mail>, Unavailable> {
        let Some(application) = application.filter(|application| application.status() == OnboardingStatus::Approved) else {
            return Ok(Vec::new());
        };
        let (name, seller) = (&buyer.details.legal_name, application.form().company.legal_name.as_ref());
        let both = seller.and_then(|seller| Line::parse(&format!("{} ({})", name.as_str(), seller.as_str())).ok());
        let content = Content::BuyersToDecide { details: about(both.as_ref().unwrap_or(name)) };
        let operators = self.users.operators().await?.into_iter().map(|seen| seen.user);
        let decide = operators.filter(|user| user.parts().operator_roles.may(OperatorRight::Review));
        Ok(self.notices(decide.collect(), &content, now))
    }

    /// To the owners of its seller, once that one is approved: before, a decision may still be thought over with the application.
    pub(super) async fn mails_of_decided_buyer(
        &self,
        seller: OnboardingStatus,
        buyer: &Buyer,
        was: BuyerStatus,
        now: DateTime<Utc>,
    ) -> Result<Vec<Mail>, Unavailable> {
        if seller != OnboardingStatus::Approved || buyer.status == was {
            return Ok(Vec::new());
        }
        let details = about(&buyer.details.legal_name);
        let content = match buyer.status {
            BuyerStatus::Approved => Content::BuyerApproved { details },
            BuyerStatus::Declined => Content::BuyerDeclined { details },
            BuyerStatus::Pending => return Ok(Vec::new()),
        };
        let owners = self.teams.owners(buyer.seller).await?.map(|(_, owners)| owners).unwrap_or_default();
        Ok(self.notices(owners, &content, now))
    }

    fn notices(&self, to: Vec<User>, content: &Content, now: DateTime<Utc>) -> Vec<Mail> {
        let proven = to.iter().filter(|user| user.parts().email_verified);
        proven.map(|user| self.announcement(user, content.clone(), now)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        onboarding::{BuyerRuling, WhichDebtor},
        testing::{World, a_user, buyer_details},
    };
    use chrono::TimeDelta;
    use sooner_domain::{identity::operator::OperatorRole, parties::buyer::BuyerDecision};

    type Checked = Result<(), Box<dyn std::error::Error>>;

    /// The recipient and the kind of each mail since so many were sent.
    fn sent(world: &World, since: usize) -> Vec<(String, String)> {
        let kind = |mail: &Mail| match &mail.content {
            Content::Digest { digest } => format!("digest of {}", digest.len()),
            other => other.code().to_owned(),
        };
        world.mailer.sent()[since..].iter().map(|mail| (mail.to.as_str().to_owned(), kind(mail))).collect()
    }

    #[tokio::test]
    async fn new_buyers_reach_reviewers_the_next_morning_in_one_mail() -> Checked {
        let world = World::default();
        let rita = world.operator_of("rita@house.example", [OperatorRole::Reviewer].into_iter().collect()).await?;
        world.operator_of("tara@house.example", [OperatorRole::Treasury].into_iter().collect()).await?;
        let ada = world.approved(a_user(), &world.stepped_up(&rita).await?).await?;
        world.delivery().round().await?;
        let since = world.mailer.sent().len();
        for number in 0..12 {
            world.onboarding().add_buyer(ada.membership, buyer_details(&format!("Buyer {number}")), None).await?;
        }
        world.delivery().round().await?;
        assert_eq!(sent(&world, since), [], "none goes alone");
        world.clock.advance(TimeDelta::days(2));
        world.delivery().digests().await?;
        assert_eq!(sent(&world, since), [("rita@house.example".to_owned(), "digest of 12".to_owned())]);
        Ok(())
    }

    #[tokio::test]
    async fn of_a_buyer_that_is_a_part_of_the_application_no_mail_is_written() -> Checked {
        let world = World::default();
        let rita = world.operator().await?;
        let me = world.submitted(a_user()).await?;
        let case = world.onboarding().view(me).await?.application.parts().id;
        let buyer = world.onboarding().buyers(me.company).await?.remove(0);
        world.delivery().round().await?;
        let since = world.mailer.sent().len();
        let (seen, decision) = (BuyerStatus::Pending, BuyerDecision::Approve);
        let ruling = BuyerRuling { by: rita.operator(), seen, decision, debtor: WhichDebtor::default(), request: None };
        world.onboarding().decide_buyer(case, buyer.id, ruling).await?;
        world.delivery().round().await?;
        assert_eq!(sent(&world, since), []);
        Ok(())
    }

    #[tokio::test]
    async fn owners_get_a_mail_when_their_buyer_is_approved_or_declined() -> Checked {
        let world = World::default();
        let rita = world.operator().await?;
        let ada = world.approved(a_user(), &world.stepped_up(&rita).await?).await?;
        let case = world.onboarding().view(ada.membership).await?.application.parts().id;
        let buyer = world.onboarding().add_buyer(ada.membership, buyer_details("Südwind AG"), None).await?;
        world.delivery().round().await?;
        let since = world.mailer.sent().len();
        let mut seen = BuyerStatus::Pending;
        for decision in [BuyerDecision::Approve, BuyerDecision::Decline] {
            let alike = world.onboarding().buyer_in_case(&rita.operator(), case, buyer.id).await?.alike;
            let debtor = WhichDebtor::NoneOf(alike.into_iter().map(|one| one.debtor.id()).collect());
            let debtor = if seen == BuyerStatus::Pending { debtor } else { WhichDebtor::default() };
            let ruling = BuyerRuling { by: rita.operator(), seen, decision, debtor, request: None };
            seen = world.onboarding().decide_buyer(case, buyer.id, ruling).await?.status;
        }
        world.delivery().round().await?;
        let to = ada.user.email().as_str().to_owned();
        assert_eq!(sent(&world, since), [(to.clone(), "buyer_approved".to_owned()), (to, "buyer_declined".to_owned())]);
        let mail = world.mailer.sent().pop().ok_or("no mail")?;
        let names: Vec<_> =
            mail.content.details().into_iter().flat_map(|details| &details.matters).filter_map(|of| of.debtor.clone()).collect();
        assert_eq!(names, [Line::parse("Südwind AG")?]);
        Ok(())
    }
}
