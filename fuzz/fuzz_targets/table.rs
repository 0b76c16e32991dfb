//! Whatever table is sent in, separated or a workbook, it is read or refused, never with an error of ours.
#![no_main]
mod app;
use libfuzzer_sys::fuzz_target;
use std::sync::Once;

/// What reads workbooks panics of some, which are refused then: only a panic that nothing catches is one of ours.
static CAUGHT_PANICS_PASS: Once = Once::new();

fuzz_target!(|table: &[u8]| {
    CAUGHT_PANICS_PASS.call_once(|| drop(std::panic::take_hook()));
    app::with(async |client| {
        let head: &[u8] = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"table\"\r\nContent-Type: text/csv\r\n\r\n";
        let body = [head, table, b"\r\n--edge--\r\n"].concat();
        let status = client.send("/semi-private/receivables/import/read", "multipart/form-data; boundary=edge", &body).await;
        assert!(status < 500, "{status}");
    });
});
