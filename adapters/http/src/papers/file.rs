//! A paper as it is asked for and given.

use crate::{
    facilities::body::own_company,
    kernel::error::{ErrorCode, Problem},
    receivables::refused::{NotPossibleReason, REASON, not_possible},
};
use actix_web::{
    HttpResponse,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
};
use serde::Deserialize;
use sooner_application::{
    kernel::unavailable::Unavailable,
    papers::{NotWritten, PaperError, ports::PaperFile},
    parties::Member,
};
use sooner_domain::kernel::{coded::Coded, language::Language};
use sooner_shared::{coded_body::member, fields::Fields};

pub(super) fn not_made(error: PaperError) -> Problem {
    match error {
        PaperError::NotFound => Problem::not_found(),
        PaperError::TooEarly => not_possible(NotPossibleReason::WrongStatus),
        PaperError::NoHouse => not_possible(NotPossibleReason::NoHouseDetails),
        PaperError::OwnCompany => own_company(),
        PaperError::NotWritten(NotWritten::Letters(letters)) => {
            let detail = format!("No font of this instance has these letters of it: {letters}");
            Problem::new(ErrorCode::NotPossible, detail).with(REASON, NotPossibleReason::NoFont)
        }
        PaperError::NotWritten(why) => Unavailable::Failed(why.to_string()).into(),
        PaperError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[derive(Deserialize)]
pub(crate) struct PaperQuery {
    language: Option<String>,
}

impl PaperQuery {
    /// That of whoever asks unless it is given.
    pub(super) fn language(&self, me: &Member) -> Result<Language, Problem> {
        let mut fields = Fields::default();
        let language = fields.optional("language", self.language.as_deref(), member::<Language>);
        fields.finish(Some(())).map_err(Problem::invalid)?;
        Ok(language.unwrap_or(me.user.parts().language))
    }
}

pub(super) fn pdf(paper: PaperFile) -> HttpResponse {
    attached(&format!("{}-{}", paper.key.kind.code(), paper.key.about.simple()), paper.key.language, paper.content)
}

pub(super) fn attached(name: &str, language: Language, content: Vec<u8>) -> HttpResponse {
    let name = format!("{name}-{}.pdf", language.code());
    let parameters = vec![DispositionParam::Filename(name)];
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters };
    HttpResponse::Ok().content_type("application/pdf").insert_header(disposition).body(content)
}
