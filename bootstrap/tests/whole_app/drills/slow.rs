//! Threat 18: clients that send a byte now and then to keep the server waiting.

use super::{
    super::support::{Checked, Instance},
    outage::Probe,
    raw::{Raw, head},
    soaking,
};
use futures_util::future::{join, join_all};

#[actix_web::test]
async fn slow_clients_are_cut_off_and_nobody_else_notices() -> Checked {
    let (heads, bodies) = if soaking() { (500, 200) } else { (50, 20) };
    let instance = Instance::on_sqlite().await?;
    let token = instance.sign_up("ada@example.com").await?;
    let quiet = Probe::start(&instance, "/semi-private/user", &token);
    actix_web::rt::time::sleep(std::time::Duration::from_millis(500)).await;
    let quiet = quiet.stop().await?;

    let probe = Probe::start(&instance, "/semi-private/user", &token);
    let mut slow_heads = Vec::new();
    for _ in 0..heads {
        slow_heads.push(Raw::send(instance.address(), b"GET /semi-private/user HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await?);
    }
    let mut slow_bodies = Vec::new();
    for _ in 0..bodies {
        let head = head("PUT", "/semi-private/auth/phone", &token, "application/json", 1_000);
        slow_bodies.push(Raw::send(instance.address(), format!("{head}{{").as_bytes()).await?);
    }
    let heads = join_all(slow_heads.into_iter().map(|raw| raw.trickle(b'x')));
    let bodies = join_all(slow_bodies.into_iter().map(|raw| raw.trickle(b' ')));
    let (heads, bodies) = join(heads, bodies).await;
    let outage = probe.stop().await?;
    println!("{} slow heads, {} slow bodies, all cut; others meanwhile: {outage}; before: {quiet}", heads.len(), bodies.len());
    assert!(heads.iter().all(|status| matches!(status, None | Some(408))), "{heads:?}");
    assert!(bodies.iter().all(|status| *status == Some(408)), "{bodies:?}");
    assert_eq!(outage.failed, 0);
    Ok(())
}
