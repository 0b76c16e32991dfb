//! Which documents a copy of a SQLite database names.

use super::{Checked, Database};
use crate::snapshot::{Kept, kept_documents};
use sooner_application::{
    receivables::EnterCommand,
    testing::{World, a_user, buyer_details, receivables::invoice},
};
use sooner_domain::onboarding::document::DocumentId;
use std::path::Path;

/// What a database names, by id.
fn named(database: &Database) -> Result<Vec<Kept>, Box<dyn std::error::Error>> {
    let mut kept = kept_documents(Path::new(database.url.trim_start_matches("sqlite://")))?;
    kept.sort_by_key(|kept| kept.id.0);
    Ok(kept)
}

#[actix_web::test]
async fn the_documents_of_applications_and_of_receivables_are_named() -> Checked {
    let database = Database::sqlite()?;
    let world = World { instead: Some(database.store()?.ports()), ..World::default() };
    let by = world.member(a_user()).await?.membership;
    let statement = world.document(by).await?;
    let buyer = world.onboarding().add_buyer(by, buyer_details("Nordwind AG"), None).await?.id;
    let command = EnterCommand { by, buyer, facts: invoice("RE-1", 1_000_000)?, request: None };
    let draft = world.receivables().enter(command).await?.receivable().id();
    world.attach(draft, by, "RE-1").await?;
    let shown = world.receivables().shown(draft, &by).await?;
    let [file] = shown.receivable().parts().documents.as_slice() else { return Err("not one".into()) };
    let of_application = Kept { id: statement.id, sha256: statement.sha256.to_vec() };
    let of_receivable = Kept { id: DocumentId(file.id.0), sha256: file.sha256.0.to_vec() };
    assert_eq!(named(&database)?, [of_application, of_receivable]);
    assert_eq!(world.files.count(), 2, "those that there are");
    Ok(())
}
