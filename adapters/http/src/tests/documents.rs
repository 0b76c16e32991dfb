//! Documents over HTTP.

use super::{Answer, Client, client};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use sooner_application::testing::{PDF, a_user};

/// A field's name, its file's name and type, its content.
pub(super) type FormPart<'a> = (&'a str, Option<(&'a str, &'a str)>, &'a [u8]);

pub(super) fn form(parts: &[FormPart<'_>]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        body.extend_from_slice(format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"").as_bytes());
        if let Some((file, content_type)) = file {
            body.extend_from_slice(format!("; filename=\"{file}\"\r\nContent-Type: {content_type}").as_bytes());
        }
        body.extend_from_slice(b"\r\n\r\n");
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    body
}

/// The form in which a file of an invoice is sent.
pub(super) fn invoice_upload(name: &str, content_type: &str, content: &[u8]) -> Vec<u8> {
    form(&[("file", Some((name, content_type)), content)])
}

async fn send<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    token: &str,
    body: Vec<u8>,
) -> Answer {
    send_as(client, token, "multipart/form-data; boundary=edge", body).await
}

async fn send_as<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    token: &str,
    content_type: &str,
    body: Vec<u8>,
) -> Answer {
    let request = TestRequest::post()
        .uri("/semi-private/documents")
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header((header::CONTENT_TYPE, content_type));
    client.send(request.set_payload(body)).await
}

fn upload(name: &str, content_type: &str, content: &[u8]) -> Vec<u8> {
    form(&[("kind", None, b"bank_statement"), ("file", Some((name, content_type)), content)])
}

#[actix_web::test]
async fn a_form_says_what_it_is_in_any_case() {
    let client = client().await;
    let token = client.verified().await;
    for content_type in ["Multipart/Form-Data; boundary=edge", "MULTIPART/FORM-DATA;Boundary=\"edge\""] {
        let answer = send_as(&client, &token, content_type, upload("june.pdf", "Application/PDF", PDF)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{content_type}");
    }
    let answer = send_as(&client, &token, "multipart/form-database; boundary=edge", upload("june.pdf", "application/pdf", PDF)).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[actix_web::test]
async fn a_document_goes_up_comes_down_and_goes_away() {
    let client = client().await;
    let token = client.verified().await;
    let answer = send(&client, &token, upload("Übersicht Juni.pdf", "application/pdf", PDF)).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    insta::assert_json_snapshot!(answer.json());
    let path = format!("/semi-private/documents/{}", answer.json()["data"]["id"].as_str().unwrap());

    let content = client.get(&path, &token).await;
    assert_eq!((content.status, content.body.as_slice()), (StatusCode::OK, PDF));
    let header = |name: &str| content.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("missing").to_owned();
    assert_eq!(header("content-type"), "application/pdf");
    assert!(header("content-disposition").starts_with("attachment;"), "{}", header("content-disposition"));
    assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'; frame-ancestors 'none'");
    assert_eq!(header("x-content-type-options"), "nosniff");

    let stranger = client.world.signed_up(a_user().email("eve@example.com")).await.unwrap();
    assert_eq!(client.get(&path, &stranger).await.code(), "not_found");
    assert_eq!(client.call(Method::DELETE, &path, Some(&token), None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get(&path, &token).await.code(), "not_found");
    assert_eq!(client.world.files.count(), 0);
}

#[actix_web::test]
async fn what_is_behind_the_end_of_an_image_is_neither_kept_nor_served() {
    let client = client().await;
    let token = client.verified().await;
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x08\0\0\0\x08\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82";
    let jpeg = b"\xFF\xD8\xFF\xC0\0\x08\x08\0\x08\0\x08\x01\xFF\xDA\0\x03\x01pixels\xFF\xD9";
    for (name, content_type, image) in [("a.png", "image/png", png.as_slice()), ("a.jpg", "image/jpeg", jpeg)] {
        for behind in [b"".as_slice(), b"PK\x05\x06 an archive", b"<html><script>alert(1)</script>"] {
            let answer = send(&client, &token, upload(name, content_type, &[image, behind].concat())).await;
            assert_eq!(answer.status, StatusCode::CREATED, "{name}: {}", answer.json());
            let id = answer.json()["data"]["id"].as_str().unwrap().to_owned();
            let content = client.get(&format!("/semi-private/documents/{id}"), &token).await;
            assert_eq!(content.body, image, "{name}");
            assert_eq!(content.headers.get(header::CONTENT_TYPE).map(|value| value.as_bytes()), Some(content_type.as_bytes()));
            assert_eq!(answer.json()["data"]["size"], serde_json::json!(image.len()), "{name}");
        }
    }
}

#[actix_web::test]
async fn what_is_not_what_it_claims_is_refused() {
    let client = client().await;
    let token = client.verified().await;
    for (name, content_type, content) in [
        ("page.pdf", "application/pdf", b"<html><script>alert(1)</script></html>".as_slice()),
        ("both.pdf", "application/pdf", b"%PDF-1.4\n%%EOF\n<html>"),
        ("cut.pdf", "application/pdf", b"%PDF-1.4\n1 0 obj"),
        ("photo.svg", "image/svg+xml", b"<svg/>"),
        ("photo.png", "image/png", PDF),
        ("photo.pdf", "image/png", PDF),
        ("photo.pdf", "text/html", PDF),
        ("photo.gif", "image/gif", b"GIF89a\x01\0\x01\0\0\0\0\x3b"),
        ("photo.webp", "image/webp", b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0"),
        ("empty.pdf", "application/pdf", b""),
        ("../../passwd", "application/pdf", PDF),
        ("", "application/pdf", PDF),
    ] {
        let answer = send(&client, &token, upload(name, content_type, content)).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "file_refused".to_owned()), "{name}");
    }
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bomb.extend(60_000u32.to_be_bytes());
    bomb.extend(60_000u32.to_be_bytes());
    bomb.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
    assert_eq!(send(&client, &token, upload("bomb.png", "image/png", &bomb)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(client.world.files.count(), 0);
}

#[actix_web::test]
async fn a_form_that_is_none_is_told_what_is_wrong_with_it() {
    let client = client().await;
    let token = client.verified().await;
    let file: FormPart<'_> = ("file", Some(("a.pdf", "application/pdf")), PDF);
    for (body, field) in [
        (form(&[file]), "kind"),
        (form(&[("kind", None, b"diary"), file]), "kind"),
        (form(&[("kind", None, b"bank_statement")]), "file"),
        (form(&[("kind", None, b"bank_statement"), ("verdict", None, b"accepted"), file]), "verdict"),
        (form(&[("kind", None, &vec![b'k'; 100_000]), file]), "kind"),
    ] {
        let answer = send(&client, &token, body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.json()["fields"][field].is_array(), "{field}: {}", answer.json());
    }
    assert_eq!(send(&client, &token, b"--edge\r\nbroken".to_vec()).await.code(), "malformed_request");
    assert_eq!(client.post("/semi-private/documents", &token, serde_json::json!({})).await.code(), "unsupported_media_type");
}

#[actix_web::test]
async fn a_file_too_large_is_refused_by_its_declared_and_by_its_real_size() {
    let client = client().await;
    let token = client.verified().await;
    let large = [PDF, &vec![b' '; 10 * 1024 * 1024]].concat();
    assert_eq!(send(&client, &token, upload("large.pdf", "application/pdf", &large)).await.code(), "file_too_large");
    let declared = TestRequest::post()
        .uri("/semi-private/documents")
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"))
        .insert_header((header::CONTENT_LENGTH, "10737418240"));
    assert_eq!(client.send(declared).await.code(), "file_too_large");
    assert_eq!(client.world.files.count(), 0);
}
