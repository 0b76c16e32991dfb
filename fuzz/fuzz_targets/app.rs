//! The API on the application's fakes, for one verified member.

use actix_web::{
    dev::Service,
    http::{Method, header},
    test::{self, TestRequest},
};
use sooner_application::kernel::{readiness::Readiness, turns::Bounds};
use sooner_application::{
    kernel::unavailable::Unavailable,
    testing::{World, a_user},
};
use sooner_http::{Api, Host, Readers, Settings, TrustedProxies, api_app, plain_table};
use sooner_shared::file_gate::{FileGate, FileKind, NoTrial};
use std::{cell::RefCell, future::Future, mem::ManuallyDrop, pin::Pin, sync::Arc};

/// After so many requests a fresh world: lists fill up.
const REQUESTS: usize = 200;

struct AlwaysReady;

#[async_trait::async_trait]
impl Readiness for AlwaysReady {
    async fn ready(&self) -> Result<(), Unavailable> {
        Ok(())
    }
}

type Answer = Pin<Box<dyn Future<Output = u16>>>;

pub struct Client {
    call: Box<dyn Fn(TestRequest) -> Answer>,
    world: World,
    token: String,
    left: usize,
}

impl Client {
    async fn new() -> Self {
        let world = World::default();
        let token = world.verified(a_user()).await.expect("a member");
        let settings = Settings { web_origin: "http://localhost:3000".into(), trusted_proxies: TrustedProxies::default(), log_client_address: false, hsts: false };
        let plain = |kind, file: &[u8]| (kind == FileKind::Table).then(|| plain_table(file));
        let host = Host { ready: Arc::new(AlwaysReady), ids: world.ids.clone(), files: FileGate::new(Arc::new(NoTrial(plain))), readers: Readers::new(Bounds::of(4)), settings };
        let api = Api { use_cases: world.use_cases(), host };
        let service = std::rc::Rc::new(test::init_service(api_app(api)).await);
        let call = move |request: TestRequest| -> Answer {
            let service = service.clone();
            Box::pin(async move {
                match service.call(request.to_request()).await {
                    Ok(response) => response.status().as_u16(),
                    Err(error) => error.as_response_error().status_code().as_u16(),
                }
            })
        };
        Self { call: Box::new(call), world, token, left: REQUESTS }
    }

    pub async fn send(&self, path: &str, content_type: &str, body: &[u8]) -> u16 {
        let method = if path.ends_with("/onboarding") || path.ends_with("/phone") { Method::PUT } else { Method::POST };
        let request = TestRequest::with_uri(path)
            .method(method)
            .peer_addr(([192, 0, 2, 1], 50_000).into())
            .insert_header((header::AUTHORIZATION, format!("Bearer {}", self.token)))
            .insert_header((header::CONTENT_TYPE, content_type))
            .set_payload(body.to_vec());
        (self.call)(request).await
    }

    /// How many files there are.
    #[allow(dead_code, reason = "one of two targets counts them")]
    pub fn files(&self) -> usize {
        self.world.files.count()
    }
}

// Left alone at the end: by then what they need of the thread may be gone.
thread_local! {
    static CLIENT: RefCell<ManuallyDrop<Option<Client>>> = const { RefCell::new(ManuallyDrop::new(None)) };
    static RUNTIME: ManuallyDrop<actix_rt::Runtime> = ManuallyDrop::new(actix_rt::Runtime::new().expect("a runtime"));
}

/// Does something with the API.
pub fn with(work: impl AsyncFnOnce(&Client)) {
    RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let mut client = match CLIENT.with_borrow_mut(|client| client.take()).filter(|client| client.left > 0) {
                Some(client) => client,
                None => Client::new().await,
            };
            work(&client).await;
            client.left -= 1;
            CLIENT.with_borrow_mut(|kept| **kept = Some(client));
        });
    });
}
