//! HTTP by hand, for clients that a proper one refuses to be.

use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
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

    /// The same with little room for what comes back, so that the server soon waits for its reader.
    pub async fn send_and_take_little(server: SocketAddr, text: &[u8]) -> std::io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4_096)?;
        let mut stream = socket.connect(server).await?;
        // The server may stop listening before all of it is sent.
        let sent = tokio::time::timeout(Duration::from_secs(1), stream.write_all(text)).await;
        sent.unwrap_or(Ok(()))?;
        Ok(Self(stream))
    }

    /// Sends this and no more; the server may have answered before all of it is sent.
    pub async fn send_some(server: SocketAddr, text: &[u8]) -> std::io::Result<Self> {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(text).await.ok();
        stream.shutdown().await.ok();
        Ok(Self(stream))
    }

    pub async fn go_on(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.0.write_all(text).await
    }

    /// The status of the answer, once it is there; none when the server hung up without one.
    pub async fn status(&mut self) -> Option<u16> {
        status_of(&self.answer().await)
    }

    /// The first answer, whose length is declared; the connection stays.
    pub async fn first_answer(&mut self) -> std::io::Result<String> {
        let (mut answer, mut byte) = (Vec::new(), [0]);
        while !answer.ends_with(b"\r\n\r\n") {
            self.0.read_exact(&mut byte).await?;
            answer.extend(byte);
        }
        let head = String::from_utf8_lossy(&answer).to_ascii_lowercase();
        let length = head.split_once("content-length: ").and_then(|(_, rest)| rest.lines().next()?.trim().parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        self.0.read_exact(&mut body).await?;
        answer.extend(body);
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Reads a byte a second until the server hangs up or all is read; how many there were.
    pub async fn sip(mut self) -> usize {
        let mut sips = 0;
        let mut byte = [0];
        // What came before could still be read for hours.
        let hung_up = |stream: &TcpStream| !matches!(stream.take_error(), Ok(None));
        while !hung_up(&self.0) && self.0.read(&mut byte).await.is_ok_and(|bytes| bytes == 1) {
            sips += 1;
            sleep(Duration::from_secs(1)).await;
        }
        sips
    }

    /// Reads so many bytes a second for so many seconds; how many there were.
    pub async fn read_at(mut self, bytes_a_second: usize, seconds: usize) -> std::io::Result<usize> {
        let mut some = vec![0; bytes_a_second];
        for _ in 0..seconds {
            self.0.read_exact(&mut some).await?;
            sleep(Duration::from_secs(1)).await;
        }
        Ok(some.len() * seconds)
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
            _ = reader.read_to_end(&mut answer) => status_of(&answer),
        }
    }
}

fn status_of(answer: &[u8]) -> Option<u16> {
    String::from_utf8_lossy(answer).strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()
}

/// The head of a request with a body of this length.
pub fn head(method: &str, path: &str, token: &str, content_type: &str, length: impl std::fmt::Display) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )
}
