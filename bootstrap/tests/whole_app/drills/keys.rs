//! F3: the identity provider's key host is down, slow, talks garbage, changes its keys.

use super::{
    super::support::{Checked, Instance, phone},
    outage::Probe,
};
use actix_web::rt::{self, time::sleep};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    error::Error,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

const PROJECT: &str = "drill";
const KEYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../adapters/src/firebase/test_keys");

/// What the key host does with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Manners {
    /// Answers with these keys, for this many seconds.
    Publishes(&'static [&'static str], u32),
    HangsUp,
    Hangs,
    Garbage,
    /// More than a megabyte of nothing.
    Floods,
}

struct KeyHost {
    address: SocketAddr,
    manners: Rc<RefCell<Manners>>,
}

fn key_set(names: &[&str]) -> Result<String, std::io::Error> {
    let keys = names.iter().map(|name| {
        let modulus = std::fs::read_to_string(format!("{KEYS}/{name}.n"))?;
        Ok(json!({ "kty": "RSA", "alg": "RS256", "use": "sig", "kid": name, "n": modulus.trim(), "e": "AQAB" }))
    });
    Ok(json!({ "keys": keys.collect::<Result<Vec<_>, std::io::Error>>()? }).to_string())
}

impl KeyHost {
    async fn start(manners: Manners) -> Result<Self, Box<dyn Error>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let host = Self { address: listener.local_addr()?, manners: Rc::new(RefCell::new(manners)) };
        let manners = host.manners.clone();
        rt::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let manners = manners.borrow().clone();
                rt::spawn(async move {
                    // What it asks for is known.
                    let _ = stream.read(&mut [0; 4096]).await;
                    let (age, body) = match manners {
                        Manners::HangsUp => return,
                        Manners::Hangs => return sleep(Duration::from_secs(600)).await,
                        Manners::Publishes(names, age) => (age, key_set(names).unwrap_or_default()),
                        Manners::Garbage => (600, "<html>maintenance</html>".to_owned()),
                        Manners::Floods => (600, " ".repeat(2 << 20)),
                    };
                    let head = format!(
                        "HTTP/1.1 200 OK\r\ncache-control: max-age={age}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                        body.len()
                    );
                    stream.write_all(head.as_bytes()).await.ok();
                    stream.write_all(body.as_bytes()).await.ok();
                });
            }
        });
        Ok(host)
    }

    fn behave(&self, manners: Manners) {
        *self.manners.borrow_mut() = manners;
    }
}

/// What the provider would say of this phone, signed with this key.
#[expect(clippy::disallowed_methods, reason = "the binary under test has the real clock")]
fn signed(key: &str, phone: &str) -> Result<String, Box<dyn Error>> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let claims = json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "sub": phone, "iat": seconds, "exp": seconds + 3600,
        "auth_time": seconds, "phone_number": phone, "firebase": { "identities": { "phone": [phone] }, "sign_in_provider": "phone" },
    });
    let pem = std::fs::read(format!("{KEYS}/{key}.pem"))?;
    let header = Header { kid: Some(key.to_owned()), ..Header::new(Algorithm::RS256) };
    Ok(jsonwebtoken::encode(&header, &claims, &EncodingKey::from_rsa_pem(&pem)?)?)
}

/// Somebody new proves the phone with a token signed by this key; the status of the answer.
async fn prove(instance: &Instance, number: usize, key: &str) -> Result<u16, Box<dyn Error>> {
    let account: Value = instance.sign_up_somebody(number).await?.error_for_status()?.json().await?;
    let proof = json!({ "gToken": signed(key, &phone(number))? });
    Ok(instance.post("/semi-private/auth/verify-gtoken", account["token"].as_str(), &proof).await?.0)
}

#[actix_web::test]
async fn phones_are_proved_while_the_key_host_is_away() -> Checked {
    // Old at once: each use asks the host again in the background.
    let host = KeyHost::start(Manners::Publishes(&["one"], 0)).await?;
    let url = format!("http://{}/keys", host.address);
    let variables = [("SOONER_FIREBASE_KEYS_URL", url.as_str()), ("SOONER_FIREBASE_PROJECT_ID", PROJECT), ("SOONER_LOG", "off")];
    let mut instance = Instance::on_sqlite_with(&variables).await?;
    assert_eq!(prove(&instance, 0, "one").await?, 200);
    let token = instance.sign_up("probe@example.com").await?;
    for (number, manners) in [Manners::HangsUp, Manners::Hangs, Manners::Garbage, Manners::Floods].into_iter().enumerate() {
        host.behave(manners.clone());
        let probe = Probe::start(&instance, "/semi-private/user", &token);
        assert_eq!(prove(&instance, 1 + number, "one").await?, 200, "{manners:?}");
        assert_eq!(prove(&instance, 11 + number, "two").await?, 422, "{manners:?}: an unknown key proves nothing");
        let outage = probe.stop().await?;
        assert_eq!(outage.failed, 0, "{manners:?}: {outage}");
        println!("key host {manners:?}: known keys go on; others' requests: {outage}");
    }
    // A new key counts once its set is there; the old one ends with it.
    host.behave(Manners::Publishes(&["two"], 600));
    instance.kill()?;
    instance.start().await?;
    assert_eq!(prove(&instance, 21, "two").await?, 200);
    assert_eq!(prove(&instance, 22, "one").await?, 422);
    // Without any key nobody is let in, and it is said that this will pass.
    host.behave(Manners::HangsUp);
    instance.kill()?;
    instance.start().await?;
    assert_eq!(prove(&instance, 23, "two").await?, 503);
    Ok(())
}
