//! HTTP by hand, for clients that a proper one refuses to be.

use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

/// A connection with the beginning of a request on it.
pub struct Raw(TcpStream);

impl Raw {
    pub async fn send(server: SocketAddr, text: &[u8]) -> std::io::Result<Self> {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(text).await?;
        Ok(Self(stream))
    }

    pub async fn go_on(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.0.write_all(text).await
    }

    /// The status of the answer, once it is there; none when the server hung up without one.
    pub async fn status(&mut self) -> Option<u16> {
        let answer = self.answer().await;
        String::from_utf8_lossy(&answer).strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
    }

    /// All that comes until the server hangs up.
    pub async fn answer(&mut self) -> Vec<u8> {
        let mut answer = Vec::new();
        // A reset after the answer takes nothing from it.
        self.0.read_to_end(&mut answer).await.ok();
        answer
    }

    /// Sends a byte now and then until the server hangs up; the status it answered before.
    pub async fn trickle(self, byte: u8) -> Option<u16> {
        let (mut reader, mut writer) = self.0.into_split();
        let sending = async {
            while writer.write_all(&[byte]).await.is_ok() {
                sleep(Duration::from_secs(1)).await;
            }
            // Half closed: what was answered can still be read.
            std::future::pending::<()>().await;
        };
        let mut answer = Vec::new();
        tokio::select! {
            () = sending => None,
            _ = reader.read_to_end(&mut answer) => String::from_utf8_lossy(&answer).strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok(),
        }
    }
}

/// The head of a request with a body of this length.
pub fn head(method: &str, path: &str, token: &str, content_type: &str, length: impl std::fmt::Display) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )
}
