//! What every store keeps of papers.

use super::super::contracts::{Checked, context, id, member, noon};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    papers::{
        changes::Change,
        ports::{PaperFile, PaperKey, PaperKind},
    },
};
use futures_util::future::join_all;
use sooner_domain::kernel::{canonical::Digest, ids::CompanyId, language::Language};

pub async fn a_paper_is_kept_as_it_was_made_first(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "paper.one@example.com").await?;
    let key = PaperKey { kind: PaperKind::Advice, about: id(), company: place.company, language: Language::German };
    let made =
        |content: u8| PaperFile { key, content: vec![content; 3], sha256: Digest([content; 32]), made_by: user.id(), made_at: noon() };
    let write = async |paper: PaperFile| ports.papers.commit(vec![Change::PaperMade(Box::new(paper))], context()).await;
    assert_eq!(ports.paper_files.paper(key).await?, None);
    let answers = join_all((1..=8).map(|content| write(made(content)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let kept = ports.paper_files.paper(key).await?.ok_or("not kept")?;
    assert_eq!(kept, made(kept.content[0]));
    for other in
        [PaperKey { language: Language::English, ..key }, PaperKey { about: id(), ..key }, PaperKey { company: CompanyId(id()), ..key }]
    {
        assert_eq!(ports.paper_files.paper(other).await?, None);
    }
    Ok(())
}
