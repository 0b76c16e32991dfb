//! Whatever is sent as JSON is answered, never with an error of ours.
#![no_main]
mod app;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    const PATHS: [&str; 5] =
        ["/auth/signin", "/auth/signup", "/semi-private/buyers", "/semi-private/onboarding", "/semi-private/auth/phone"];
    let (path, body) = input;
    app::with(async |client| {
        let status = client.send(PATHS[usize::from(path) % PATHS.len()], "application/json", body).await;
        assert!(status < 500, "{status}");
    });
});
