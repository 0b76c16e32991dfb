//! What the product is compared with: bare implementations of the same work, each in a process of its own.

mod append;
mod financing;
mod plain;
mod postgres;
mod rows;
pub mod sqlite;

use crate::{Failed, server::SECRET};
use actix_web::{App, HttpResponse, HttpServer, http::header, rt, web};
use chrono::TimeDelta;
use clap::{Args, ValueEnum};
use sooner_adapters::{
    argon2::Argon2Passwords,
    bank_answers::SepaAnswers,
    bank_orders::PainOrders,
    bank_statements::CamtStatements,
    document_files::ObjectFiles,
    einvoices::{self, EInvoices},
    firebase::{FirebaseVerifier, GOOGLE_KEYS, KeyHost},
    jwt::JwtAccessTokens,
    link_tokens::HmacLinkTokens,
    papers::{PdfPapers, Wording},
    system::{SystemClock, Turns, Uuid7},
    totp::HmacCodes,
};
use sooner_application::{
    Ports, StorePorts,
    approvals::FourEyes,
    identity::OperatorAccess,
    kernel::{clock::MachineTime, turns::Bounds},
};
use sooner_domain::{house::local_time::TimeZone, identity::password::ContextWords};
use sooner_http::{Api, Host, Readers, Settings, TrustedProxies, api_app, plain_table};
use sooner_shared::file_gate::{FileGate, FileKind, NoTrial};
use sooner_store::Store;
use std::{net::SocketAddr, sync::Arc};

#[derive(Args)]
pub struct Arguments {
    #[arg(long)]
    address: SocketAddr,
    #[arg(long, value_enum)]
    kind: Kind,
    #[arg(long, default_value = "")]
    database: String,
    /// Of the constant's body
    #[arg(long, default_value_t = 0)]
    bytes: usize,
    /// Of the product's store
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The framework alone: a text out of memory.
    Constant,
    /// The product's HTTP server, with rusqlite on the thread that serves.
    Sqlite,
    /// The product's HTTP server, with tokio-postgres, pipelined.
    Postgres,
    /// The product's HTTP server on its own store, and nobody who seals what it commits.
    Unsealed,
    /// The framework with the statements of a sale, and of a page of receivables.
    Financing,
}

/// Serves until killed.
pub fn serve(arguments: &Arguments) -> Result<(), Failed> {
    let Arguments { address, kind, database, bytes, threads } = arguments;
    rt::System::new().block_on(async {
        if let Kind::Constant = kind {
            // A JSON string of this length, quotes and all.
            let body = format!("\"{}\"", "x".repeat(bytes.saturating_sub(2)));
            let app = move || {
                let body = body.clone();
                let constant = web::get().to(move || {
                    let body = body.clone();
                    async { HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(body) }
                });
                App::new().route("/{any:.*}", constant)
            };
            return Ok(HttpServer::new(app).bind(address)?.run().await?);
        }
        if let Kind::Financing = kind {
            let bare = web::Data::new(financing::Financing::open(database, *threads)?);
            let app = move || App::new().app_data(bare.clone()).configure(financing::Financing::routes);
            return Ok(HttpServer::new(app).bind(address)?.run().await?);
        }
        let store = Store::open(database, *threads)?;
        let kept = store.ports();
        let swapped = match kind {
            Kind::Postgres => {
                let bare = Arc::new(postgres::Bare::new(database, kept.memberships.clone()));
                StorePorts { memberships: bare.clone(), first_screens: bare, ..kept }
            }
            Kind::Unsealed => kept,
            _ => {
                let bare = Arc::new(sqlite::Bare::new(database, &kept)?);
                StorePorts { memberships: bare.clone(), first_screens: bare.clone(), onboarding: bare, ..kept }
            }
        };
        let api = api(store, swapped, *threads)?;
        Ok(HttpServer::new(move || api_app(api.clone())).bind(address)?.run().await?)
    })
}

/// The product's API on these ports.
fn api(store: Store, ports: StorePorts, threads: usize) -> Result<Api, Failed> {
    let secret = SECRET.as_bytes();
    let files = tempfile::tempdir()?;
    // Nothing is measured of files.
    let gate = FileGate::new(Arc::new(NoTrial(|kind, file| match kind {
        FileKind::Table => Some(plain_table(file)),
        FileKind::Invoice => Some(einvoices::plain(file)),
        FileKind::Statement | FileKind::Answer => None,
    })));
    let ports = Ports {
        store: ports,
        files: Arc::new(ObjectFiles::open(&format!("file://{}", files.path().display()), None)?),
        passwords: Arc::new(Argon2Passwords::start(1, ContextWords::of(&[]))?),
        tokens: Arc::new(JwtAccessTokens::new(secret)),
        link_tokens: Arc::new(HmacLinkTokens::new(secret)),
        codes: Arc::new(HmacCodes::new(secret)),
        provider: Arc::new(FirebaseVerifier::new("bench", KeyHost::new(GOOGLE_KEYS)?)),
        order_format: Arc::new(PainOrders),
        statement_format: Arc::new(CamtStatements),
        invoice_reader: Arc::new(EInvoices::new(gate.clone())),
        paper_words: Arc::new(Wording),
        paper_format: Arc::new(PdfPapers::new(Vec::new())?),
        check_page: "http://localhost:3000/check".to_owned(),
        answer_format: Arc::new(SepaAnswers),
        clock: Arc::new(SystemClock),
        business: Arc::new(MachineTime(Arc::new(SystemClock))),
        ids: Arc::new(Uuid7),
        pauses: Arc::new(Turns),
        session_life: TimeDelta::hours(1),
        session_idle: TimeDelta::hours(1),
        account_writes: 1_000_000,
        account_reads: i32::MAX,
        operators: OperatorAccess::ByPassword,
        four_eyes: FourEyes::Off,
        time_zone: TimeZone::default(),
        agreement: sooner_application::parties::Agreement {
            terms: "https://house.example/terms".to_owned(),
            privacy: "https://house.example/privacy".to_owned(),
        },
    };
    let host = Host {
        ready: Arc::new(store),
        ids: Arc::new(Uuid7),
        files: gate,
        readers: Readers::new(Bounds::of(threads)),
        imports: Readers::that_import(Bounds::of(threads)),
        settings: Settings {
            web_origin: "http://localhost:3000".to_owned(),
            trusted_proxies: TrustedProxies(Vec::new()),
            log_client_address: false,
            hsts: false,
            deadline: Settings::DEADLINE,
        },
    };
    Ok(Api { use_cases: ports.use_cases(), host })
}
