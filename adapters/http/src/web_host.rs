//! The host of the web client: its files out of the binary, its configuration, and what keeps foreign script out.

use super::kernel::{
    endless::refuse_endless,
    head::answer_head,
    health::well,
    request::{NOTHING_RUNS, protect},
    server::take_turns,
};
use actix_web::{
    App, Error, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::Method,
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderName},
    middleware::{Next, from_fn},
    web,
};
use data_encoding::BASE64;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Serialize;
use sooner_shared::imprint::Imprint;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct Client;

/// The client's configuration, read by it at `/config.json`, so that one build runs anywhere.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientConfig {
    pub api_origin: String,
    pub house: HouseConfig,
    pub firebase: FirebaseConfig,
}

/// Who runs the instance.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HouseConfig {
    pub name: String,
    pub address: String,
    pub register: String,
    pub vat_id: String,
    pub phone: Option<String>,
    pub support_email: String,
    /// Its pages: each an `https` address, or a path on this host.
    pub imprint_url: String,
    pub terms_url: String,
    pub privacy_url: String,
}

impl From<&Imprint> for HouseConfig {
    fn from(imprint: &Imprint) -> Self {
        let Imprint { name, address, register, vat_id, phone, support, imprint_url, terms_url, privacy_url } = imprint.clone();
        Self {
            name: name.as_str().to_owned(),
            address: address.as_str().to_owned(),
            register: register.as_str().to_owned(),
            vat_id: vat_id.as_str().to_owned(),
            phone: phone.map(|phone| phone.as_str().to_owned()),
            support_email: support.as_str().to_owned(),
            imprint_url,
            terms_url,
            privacy_url,
        }
    }
}

/// Which project of the identity provider the client talks to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FirebaseConfig {
    pub project_id: String,
    pub api_key: String,
    pub auth_domain: String,
    /// `http://host:port` of the emulator, in development.
    pub emulator_origin: Option<String>,
}

/// What the web host serves.
#[derive(Debug, Clone)]
pub struct WebHost {
    pub config: ClientConfig,
    pub hsts: bool,
}

/// The web host.
pub fn web_app(
    host: WebHost,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<impl MessageBody>, Error = Error, InitError = ()>> {
    App::new()
        .app_data(web::Data::new(host))
        .route("/config.json", web::get().to(config))
        .route("/health/live", web::get().to(async || well()))
        .route("/health/ready", web::get().to(ready))
        .default_service(web::to(file))
        .wrap(from_fn(refuse_endless))
        .wrap(from_fn(answer_head))
        .wrap(from_fn(protected))
        .wrap(from_fn(take_turns))
}

async fn config(host: web::Data<WebHost>) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(&host.config)
}

/// It needs nothing but the client.
async fn ready() -> HttpResponse {
    if Client::get("index.html").is_some() { well() } else { no_client() }
}

async fn file(host: web::Data<WebHost>, request: HttpRequest) -> HttpResponse {
    if request.method() != Method::GET {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    let path = request.path().trim_start_matches('/');
    match Client::get(path).filter(|_| !path.is_empty() && path != "index.html") {
        Some(found) => asset(&request, path, found),
        // A file that is not there is not there; any other address is a screen of the client, whatever dots are in it.
        None if path.starts_with(ASSETS) => {
            HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("There is no such file.\n")
        }
        None => page(&host),
    }
}

/// Where the build puts what the client loads.
const ASSETS: &str = "assets/";

/// The build writes each file's compressed forms beside it; the smallest comes first.
const COMPRESSED: [(Encoding, &str); 2] =
    [(Encoding::Known(ContentEncoding::Brotli), ".br"), (Encoding::Known(ContentEncoding::Gzip), ".gz")];

/// A compressed form of the file that the client takes.
fn compressed(request: &HttpRequest, path: &str) -> Option<(&'static Encoding, EmbeddedFile)> {
    let accepted = AcceptEncoding::parse(request).ok()?;
    let taken = |encoding: &Encoding| accepted.negotiate([encoding, &Encoding::identity()].into_iter()).as_ref() == Some(encoding);
    COMPRESSED
        .iter()
        .filter(|(encoding, _)| taken(encoding))
        .find_map(|(encoding, end)| Some((encoding, Client::get(&format!("{path}{end}"))?)))
}

fn asset(request: &HttpRequest, path: &str, found: EmbeddedFile) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.insert_header((header::VARY, "accept-encoding"));
    let found = match compressed(request, path) {
        Some((encoding, smaller)) => {
            response.insert_header((header::CONTENT_ENCODING, encoding.to_string()));
            smaller
        }
        None => found,
    };
    // The build puts a hash of the content into the name of everything under assets.
    let caching = if path.starts_with(ASSETS) { "public, max-age=31536000, immutable" } else { "no-cache" };
    response
        .content_type(mime_guess::from_path(path).first_or_octet_stream().as_ref())
        .insert_header((header::CACHE_CONTROL, caching))
        .body(found.data.into_owned())
}

fn page(host: &WebHost) -> HttpResponse {
    let Some(index) = Client::get("index.html") else { return no_client() };
    let mut response = HttpResponse::Ok();
    let nonce = nonce();
    response.insert_header((header::CONTENT_SECURITY_POLICY, content_security_policy(&host.config, &nonce)));
    let html = String::from_utf8_lossy(&index.data).replace("__CSP_NONCE__", &nonce);
    response.insert_header((header::CACHE_CONTROL, "no-cache")).content_type("text/html; charset=utf-8").body(html)
}

fn no_client() -> HttpResponse {
    let text =
        "The web client is not part of this build: run `make run`, or `npm run build` in frontend/, and build again.\nThe API runs.\n";
    HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body(text)
}

/// 128 bits nobody can guess: what a page's own scripts and styles carry, and injected ones cannot.
fn nonce() -> String {
    let mut bytes = [0; 16];
    // Without randomness there is no nonce, and the page stays empty rather than without protection.
    if getrandom::fill(&mut bytes).is_err() {
        return String::new();
    }
    BASE64.encode(&bytes)
}

fn content_security_policy(config: &ClientConfig, nonce: &str) -> String {
    // reCAPTCHA is Google's, as is the identity provider behind it; the emulator replaces both in development. Its script is
    // loaded by one that carries the nonce, which is why it runs; browsers that know no `strict-dynamic` go by the addresses.
    let (scripts, frames, calls) = match &config.firebase.emulator_origin {
        Some(emulator) => (String::new(), "'none'".to_owned(), format!(" {emulator}")),
        None => (
            " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/".to_owned(),
            "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/".to_owned(),
            " https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://www.google.com/recaptcha/".to_owned(),
        ),
    };
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'self'{scripts}; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self' {api}{calls}; worker-src 'self'; frame-src {frames}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        api = config.api_origin
    )
}

/// Adds what protects every answer; a page brings a policy of its own.
async fn protected(request: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let hsts = request.app_data::<web::Data<WebHost>>().is_some_and(|host| host.hsts);
    let mut answer = next.call(request).await?;
    let besides = [
        (header::CONTENT_SECURITY_POLICY, NOTHING_RUNS),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("permissions-policy"), "camera=(self), geolocation=(), microphone=(), payment=()"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    protect(answer.headers_mut(), hsts, besides);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};

    fn host() -> WebHost {
        let firebase = FirebaseConfig { project_id: "p".into(), api_key: "k".into(), auth_domain: "d".into(), emulator_origin: None };
        let config = ClientConfig {
            api_origin: "http://localhost:8080".into(),
            house: HouseConfig {
                name: "Nordbank Factoring AG".into(),
                address: "Am Wall 1, 28195 Bremen".into(),
                register: "Amtsgericht Bremen, HRB 98765".into(),
                vat_id: "DE136695976".into(),
                phone: None,
                support_email: "support@sooner.example".into(),
                imprint_url: "/imprint".into(),
                terms_url: "https://sooner.example/terms".into(),
                privacy_url: "/privacy".into(),
            },
            firebase,
        };
        WebHost { config, hsts: true }
    }

    #[actix_web::test]
    async fn it_says_whether_it_is_well() {
        let app = init_service(web_app(host())).await;
        let built = Client::get("index.html").is_some();
        for (path, status) in [("/health/live", 200), ("/health/ready", if built { 200 } else { 503 })] {
            let answer = call_service(&app, TestRequest::get().uri(path).to_request()).await;
            assert_eq!(answer.status(), status, "{path}");
            let is_json = answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
            assert_eq!(is_json, status == 200, "{path}");
        }
    }

    /// A script of the built client; none, and said so, where it was not built.
    fn script() -> Option<String> {
        let found = Client::iter().find(|path| path.starts_with("assets/index-") && path.ends_with(".js"));
        if found.is_none() {
            eprintln!("the client is not built: its files are not tested");
        }
        found.map(|path| format!("/{path}"))
    }

    #[actix_web::test]
    async fn every_answer_is_protected() {
        let app = init_service(web_app(host())).await;
        for request in [
            TestRequest::get().uri("/sign-in"),
            TestRequest::get().uri("/config.json"),
            TestRequest::get().uri("/assets/nothing.js"),
            TestRequest::post().uri("/sign-in"),
            TestRequest::get().uri("/").insert_header((header::TRANSFER_ENCODING, "chunked")),
        ] {
            let answer = call_service(&app, request.to_request()).await;
            let has = |name: &str, part: &str| {
                answer.headers().get(name).is_some_and(|value| String::from_utf8_lossy(value.as_bytes()).contains(part))
            };
            assert!(has("content-security-policy", "default-src 'none'") && has("content-security-policy", "frame-ancestors 'none'"));
            assert!(!has("content-security-policy", "unsafe-inline") && !has("content-security-policy", "unsafe-eval"));
            assert!(has("x-content-type-options", "nosniff") && has("referrer-policy", "no-referrer") && has("x-frame-options", "DENY"));
            assert!(has("permissions-policy", "geolocation=()") && has("strict-transport-security", "max-age=63072000; includeSubDomains"));
        }
    }

    #[actix_web::test]
    async fn the_client_knows_who_runs_the_instance() {
        let app = init_service(web_app(host())).await;
        let answer = call_service(&app, TestRequest::get().uri("/config.json").to_request()).await;
        let told: serde_json::Value = serde_json::from_slice(&read_body(answer).await).unwrap();
        let house = serde_json::json!({
            "name": "Nordbank Factoring AG", "address": "Am Wall 1, 28195 Bremen", "register": "Amtsgericht Bremen, HRB 98765",
            "vatId": "DE136695976", "phone": null, "supportEmail": "support@sooner.example",
            "imprintUrl": "/imprint", "termsUrl": "https://sooner.example/terms", "privacyUrl": "/privacy",
        });
        assert_eq!(told.get("house"), Some(&house));
    }

    #[actix_web::test]
    async fn an_address_with_a_dot_is_a_screen_and_only_what_was_built_is_a_file() {
        let app = init_service(web_app(host())).await;
        let of = async |path: &str| {
            let answer = call_service(&app, TestRequest::get().uri(path).to_request()).await;
            let kind = answer.headers().get(header::CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
            (answer.status().as_u16(), kind, read_body(answer).await)
        };
        let screen = of("/sign-in").await;
        for path in [
            "/ledger/bank/bank.EUR",
            "/ledger/reserves/reserves.EUR.0190aaaa-0000-7000-8000-000000000001",
            "/invitation/ada@example.com",
            "/x.js",
        ] {
            let (status, kind, _) = of(path).await;
            assert_eq!((status, &kind), (screen.0, &screen.1), "{path}");
        }
        for path in ["/assets/nothing.js", "/assets/bank.EUR", "/assets/nothing", "/assets/"] {
            let (status, kind, body) = of(path).await;
            assert_eq!((status, kind.as_deref()), (404, Some("text/plain; charset=utf-8")), "{path}");
            assert_eq!(&body[..], b"There is no such file.\n");
        }
        if Client::get("robots.txt").is_some() {
            assert_eq!(screen.0, 200);
            let (status, kind, _) = of("/robots.txt").await;
            assert_eq!((status, kind.as_deref()), (200, Some("text/plain")));
        }
    }

    #[actix_web::test]
    async fn only_scripts_that_carry_the_pages_nonce_run() {
        if script().is_none() {
            return;
        }
        let app = init_service(web_app(host())).await;
        let mut nonces = Vec::new();
        for _ in 0..2 {
            let answer = call_service(&app, TestRequest::get().uri("/sign-in").to_request()).await;
            let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned();
            let page = String::from_utf8(read_body(answer).await.to_vec()).unwrap();
            assert!(policy.contains("base-uri 'none'") && policy.contains("form-action 'self'"), "{policy}");
            let scripts = policy.split("; ").find_map(|part| part.strip_prefix("script-src ")).unwrap();
            let nonce = scripts.strip_prefix("'nonce-").and_then(|rest| rest.split_once('\'')).unwrap().0.to_owned();
            assert_eq!(nonce.len(), 24);
            assert!(scripts.contains("'strict-dynamic'") && !scripts.contains("unsafe"), "{scripts}");
            let tags: Vec<_> = page.split("<script").skip(1).map(|tag| tag.split('>').next().unwrap()).collect();
            assert!(!tags.is_empty() && tags.iter().all(|tag| tag.contains(&format!("nonce=\"{nonce}\""))), "{tags:?}");
            nonces.push(nonce);
        }
        assert_ne!(nonces[0], nonces[1]);
    }

    #[actix_web::test]
    async fn a_file_comes_compressed_to_who_takes_it() {
        let Some(path) = script() else { return };
        let app = init_service(web_app(host())).await;
        let mut sizes = Vec::new();
        for (accepted, encoding) in [("gzip, deflate, br, zstd", Some("br")), ("gzip", Some("gzip")), ("br;q=0", None), ("", None)] {
            let request = TestRequest::get().uri(&path).insert_header((header::ACCEPT_ENCODING, accepted)).to_request();
            let answer = call_service(&app, request).await;
            let found = answer.headers().get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok().map(str::to_owned));
            assert_eq!(found.as_deref(), encoding, "{accepted}");
            assert_eq!(answer.headers().get(header::VARY).map(|value| value.as_bytes()), Some(&b"accept-encoding"[..]));
            assert!(answer.headers().get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/javascript")));
            sizes.push(read_body(answer).await.len());
        }
        assert!(sizes[0] < sizes[1] && sizes[1] * 2 < sizes[2] && sizes[2] == sizes[3], "{sizes:?}");
    }
}
