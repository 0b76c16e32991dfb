//! Whatever is sent as an upload is answered, never with an error of ours, and leaves a file only if it was kept.
#![no_main]
mod app;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    app::with(async |client| {
        let before = client.files();
        let status = client.send("/semi-private/documents", "multipart/form-data; boundary=edge", body).await;
        assert!(status < 500, "{status}");
        assert_eq!(client.files(), before + usize::from(status == 201), "{status}");
    });
});
