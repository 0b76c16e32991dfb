//! Whatever table is sent in, separated or a workbook, it is read or refused, never with an error of ours.
#![no_main]
mod app;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|table: &[u8]| {
    app::with(async |client| {
        let head: &[u8] = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"table\"\r\nContent-Type: text/csv\r\n\r\n";
        let body = [head, table, b"\r\n--edge--\r\n"].concat();
        let status = client.send("/semi-private/receivables/import/read", "multipart/form-data; boundary=edge", &body).await;
        assert!(status < 500, "{status}");
    });
});
