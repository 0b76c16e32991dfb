//! Files of an invoice.

use super::{
    body::{ReceivableBody, parse_id, type_of},
    refused::{blocked, not_done},
};
use crate::{
    kernel::{
        api::Api,
        body::Data,
        error::Problem,
        idempotency::Key,
        query::Query,
        upload::{FileUploadBody, broken, form_of, only_file, too_large},
    },
    onboarding::documents::{download, named, refused_content},
    session::{InvoiceEnterer, SignedIn},
};
use actix_multipart::Field;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use futures_util::TryStreamExt;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sooner_application::{
    kernel::unavailable::Unavailable,
    receivables::{AttachError, NewInvoiceDocument, ReceivableError, SeenCommand, Upload},
};
use sooner_domain::{
    kernel::{Invalid, ids::ReceivableId},
    receivables::facts::InvoiceDocumentId,
};
use sooner_shared::fields::Fields;
use uuid::Uuid;

fn refused(error: AttachError) -> Problem {
    match error {
        AttachError::NotFound => Problem::not_found(),
        AttachError::TooLarge => too_large(),
        AttachError::Refused(reason) => refused_content(reason),
        AttachError::Blocked(reason) => blocked(reason),
        AttachError::Idempotency(error) => error.into(),
        AttachError::Unavailable(unavailable) => unavailable.into(),
    }
}

/// Passes the file on piece by piece; what fails is cleared away before it is answered.
async fn stream(mut field: Field, mut upload: Upload) -> Result<Upload, Problem> {
    let result = async {
        while let Some(chunk) = field.try_next().await.map_err(|error| broken(&error))? {
            upload.push(chunk).await.map_err(refused)?;
        }
        Ok(())
    };
    match result.await {
        Ok(()) => Ok(upload),
        Err(problem) => {
            upload.abandon().await;
            Err(problem)
        }
    }
}

#[utoipa::path(tag = "receivables", summary = "Attach a file to an invoice",
    description = "PDF, PNG or JPEG, at most 10 MiB. Answers the receivable, which is at another version then.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, the file is added once")),
    responses((status = 201, body = Data<ReceivableBody>)))]
#[post("/semi-private/receivables/{id}/documents")]
pub(crate) async fn attach_invoice_document(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let mut form = form_of(&request, payload)?;
    let field = only_file(&mut form).await?;
    let (name, declared) = named(&field)?;
    let request = key.request(me.user.id(), Sha256::digest(name.as_str()).into())?;
    let upload = api.receivables.begin_upload(id, me.membership, NewInvoiceDocument { name, declared }).await.map_err(refused)?;
    stream(field, upload).await?.finish(request).await.map_err(refused)?;
    // The file is kept: what cannot be read now was done all the same.
    let look = api.receivables.shown(id, &me.membership).await.map_err(|error| match error {
        ReceivableError::Unavailable(unavailable) => Unavailable::OutcomeUnknown(unavailable.to_string()).into(),
        other => not_done(other),
    })?;
    Ok(HttpResponse::Created().json(Data { data: ReceivableBody::new(&look, &me.membership) }))
}

fn parse_ids((id, document): &(String, String)) -> Result<(ReceivableId, InvoiceDocumentId), Problem> {
    let document = Uuid::try_parse(document).map(InvoiceDocumentId).map_err(|_| Problem::not_found())?;
    Ok((parse_id(id)?, document))
}

#[utoipa::path(tag = "receivables", summary = "A file of an invoice", params(("id" = Uuid, Path), ("document" = Uuid, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"),
        (Vec<u8> = "application/xml")))))]
#[get("/semi-private/receivables/{id}/documents/{document}")]
pub(crate) async fn download_invoice_document(
    me: SignedIn,
    api: web::Data<Api>,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, document) = parse_ids(&ids)?;
    let (document, content) = api.receivables.open_document(&me, id, document).await?.ok_or_else(Problem::not_found)?;
    let stream = content.map_err(|error| std::io::Error::other(error.to_string()));
    Ok(download(&document.name, type_of(&document)).streaming(stream))
}

#[derive(Deserialize)]
struct SeenQuery {
    version: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Take a file of a draft away",
    params(("id" = Uuid, Path), ("document" = Uuid, Path), ("version" = i64, Query, description = "The version of the receivable one saw")),
    responses((status = 200, body = Data<ReceivableBody>)))]
#[delete("/semi-private/receivables/{id}/documents/{document}")]
pub(crate) async fn remove_invoice_document(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    ids: web::Path<(String, String)>,
    query: Query<SeenQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, document) = parse_ids(&ids)?;
    let mut fields = Fields::default();
    let version = query.0.version.ok_or(Invalid::Required).and_then(|text| text.parse().map_err(|_| Invalid::Malformed));
    let version = fields.take("version", version);
    let version = fields.finish(version).map_err(Problem::invalid)?;
    let command = SeenCommand { by: me.membership, version, request: None };
    let look = api.receivables.remove_document(id, document, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceivableBody::new(&look, &me.membership) }))
}
