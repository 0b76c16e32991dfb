use super::*;
use crate::{
    restore::{CheckedCopy, with_end},
    tests::Database,
};
use sooner_application::testing::{InMemoryFiles, World, a_user};
use std::{error::Error, fs};

type Checked = Result<(), Box<dyn Error>>;

fn archive(at: &Path, entries: &[(&str, &[u8])]) -> Checked {
    let mut archive = Builder::new(File::create(at)?);
    for (name, content) in entries {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_cksum();
        archive.append(&header, *content)?;
    }
    Ok(archive.finish()?)
}

async fn restore(file: &Path, target: &str, files: &InMemoryFiles) -> Result<usize, BackupError> {
    CheckedCopy::read(file, target)?.put_in_place(files).await
}

#[actix_web::test]
async fn nothing_is_written_outside_its_place_nor_over_anything() -> Checked {
    let folder = tempfile::tempdir()?;
    let (file, database, files) = (folder.path().join("copy.tar"), folder.path().join("new/sooner.db"), InMemoryFiles::default());
    let url = format!("sqlite://{}", database.display());
    for name in ["../evil", "/tmp/evil", "documents/../../evil", "documents/name", "documents", "other.db"] {
        archive(&file, &[(name, b"evil")])?;
        assert!(matches!(restore(&file, &url, &files).await, Err(BackupError::Foreign(_))), "{name}");
    }
    archive(&file, &[])?;
    assert!(matches!(restore(&file, &url, &files).await, Err(BackupError::Foreign(_))), "without a database");
    assert!(!folder.path().join("evil").exists() && !folder.path().join("new").exists());

    fs::create_dir(folder.path().join("new"))?;
    for end in ["", "-wal", "-shm", "-journal"] {
        let left_over = with_end(&database, end);
        fs::write(&left_over, "somebody's")?;
        let refused = restore(&file, &url, &files).await;
        assert!(matches!(&refused, Err(BackupError::Exists(named)) if *named == left_over), "{refused:?}");
        fs::remove_file(left_over)?;
    }
    assert!(matches!(back_up(&url, &files, &file).await, Err(BackupError::Exists(_))));
    Ok(())
}

/// An instance with two documents.
async fn instance(database: &Database) -> Result<InMemoryFiles, Box<dyn Error>> {
    let world = World { instead: Some(database.store()?.ports()), ..World::default() };
    let by = world.member(a_user()).await?.membership;
    world.document(by).await?;
    world.document(by).await?;
    Ok(world.files.as_ref().clone())
}

async fn a_copy_of_one_database_is_restored_to_either(database: &Database) -> Checked {
    let (folder, files) = (tempfile::tempdir()?, instance(database).await?);
    let file = folder.path().join("copy.tar");
    assert_eq!(back_up(&database.url, &files, &file).await?, 2);
    assert_eq!(fs::read_dir(folder.path())?.count(), 1, "the copy and nothing else");
    let head = database.store()?.ports().audit().verify(None).await?;
    for target in [Some(Database::blank_sqlite()?), Database::blank_postgres()?].into_iter().flatten() {
        let back = InMemoryFiles::default();
        assert_eq!(restore(&file, &target.url, &back).await?, 2);
        assert_eq!(back.count(), 2);
        assert_eq!(target.store()?.ports().audit().verify(None).await?.head, head.head);
        assert!(restore(&file, &target.url, &InMemoryFiles::default()).await.is_err(), "it writes over nothing");
        let elsewhere = Database::blank_sqlite()?;
        assert!(matches!(restore(&file, &elsewhere.url, &back).await, Err(BackupError::DocumentsExist(2))));
    }
    Ok(())
}

/// Where a copy is cut: in and around each of its blocks at both ends, and here and there between.
fn lengths(whole: usize) -> impl Iterator<Item = usize> {
    let around = |length: usize| [length.saturating_sub(1), length, length + 1];
    let ends = (0..8).flat_map(move |block| [512 * block, whole.saturating_sub(512 * block)]).flat_map(around);
    ends.chain((0..40).map(move |part| whole * part / 40)).filter(move |length| *length < whole)
}

async fn a_copy_that_was_cut_off_or_altered_is_damaged_and_leaves_nothing(database: &Database) -> Checked {
    let (folder, files) = (tempfile::tempdir()?, instance(database).await?);
    let file = folder.path().join("copy.tar");
    back_up(&database.url, &files, &file).await?;
    let whole = fs::read(&file)?;
    let place = folder.path().join("place");
    let url = format!("sqlite://{}", place.join("sooner.db").display());
    for length in lengths(whole.len()) {
        fs::write(&file, &whole[..length])?;
        let back = InMemoryFiles::default();
        let refused = restore(&file, &url, &back).await;
        assert!(matches!(&refused, Err(BackupError::Damaged(_))), "{length} of {}: {refused:?}", whole.len());
        assert!(!place.exists() && back.count() == 0, "{length} of {}", whole.len());
    }
    // A byte of the database, a byte of a document.
    let document = whole.windows(5).rposition(|window| window == b"%PDF-").ok_or("no document")?;
    for at in [100_000, document + 2] {
        let mut altered = whole.clone();
        altered[at] ^= 1;
        fs::write(&file, altered)?;
        let back = InMemoryFiles::default();
        assert!(matches!(restore(&file, &url, &back).await, Err(BackupError::Damaged(_))), "{at}");
        assert!(!place.exists() && back.count() == 0, "{at}");
    }
    fs::write(&file, &whole)?;
    assert_eq!(restore(&file, &url, &InMemoryFiles::default()).await?, 2);
    Ok(())
}

async fn a_document_that_is_gone_or_altered_is_told_when_the_copy_is_made(database: &Database) -> Checked {
    let (folder, files) = (tempfile::tempdir()?, instance(database).await?);
    let file = folder.path().join("copy.tar");
    let gone = InMemoryFiles::default();
    assert!(matches!(back_up(&database.url, &gone, &file).await, Err(BackupError::Unavailable(_))));
    let ids = files.kept_before(chrono::DateTime::<chrono::Utc>::MAX_UTC).await?;
    for id in ids {
        let mut other = gone.create(id).await?;
        other.write(Bytes::from_static(b"%PDF-1.7 another")).await?;
        other.keep().await?;
    }
    assert!(matches!(back_up(&database.url, &gone, &file).await, Err(BackupError::Altered(_))));
    assert_eq!(fs::read_dir(folder.path())?.count(), 0, "nothing is left of either");
    Ok(())
}

crate::tests::database::on_each_database!(
    a_copy_of_one_database_is_restored_to_either,
    a_copy_that_was_cut_off_or_altered_is_damaged_and_leaves_nothing,
    a_document_that_is_gone_or_altered_is_told_when_the_copy_is_made,
);
