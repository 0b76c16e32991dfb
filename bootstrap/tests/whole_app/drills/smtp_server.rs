//! A mail server with manners that change while it runs.

use actix_web::rt;
use std::{cell::RefCell, error::Error, net::SocketAddr, rc::Rc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// How it treats who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    Polite,
    /// Hangs up before it says anything.
    Refuses,
    /// Takes the call and says nothing.
    Hangs,
    /// 451 to each recipient.
    Postpones,
    /// 554 to each recipient.
    Rejects,
    /// Hangs up after the mail, before it says that it has it.
    CutsOff,
}

#[derive(Default)]
struct Heard {
    commands: Vec<String>,
    mails: Vec<Vec<String>>,
}

/// Listens on a port of its own.
#[derive(Clone)]
pub struct SmtpServer {
    pub address: SocketAddr,
    manners: Rc<RefCell<Manners>>,
    heard: Rc<RefCell<Heard>>,
}

impl SmtpServer {
    pub async fn start(manners: Manners) -> Result<Self, Box<dyn Error>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let server = Self { address: listener.local_addr()?, manners: Rc::new(RefCell::new(manners)), heard: Rc::default() };
        let answering = server.clone();
        rt::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = answering.clone();
                rt::spawn(async move { server.converse(stream).await.ok() });
            }
        });
        Ok(server)
    }

    pub fn behave(&self, manners: Manners) {
        *self.manners.borrow_mut() = manners;
    }

    /// The lines of each mail it took.
    pub fn mails(&self) -> Vec<Vec<String>> {
        self.heard.borrow().mails.clone()
    }

    /// Every line it heard outside a mail.
    pub fn commands(&self) -> Vec<String> {
        self.heard.borrow().commands.clone()
    }

    /// Whether it took a mail for this address.
    pub fn has_mail_for(&self, address: &str) -> bool {
        self.heard.borrow().mails.iter().flatten().any(|line| line.starts_with("To:") && line.contains(address))
    }

    async fn converse(&self, stream: TcpStream) -> std::io::Result<()> {
        let manners = *self.manners.borrow();
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        match manners {
            Manners::Refuses => return Ok(()),
            Manners::Hangs => {
                // Until it is started anew with other manners.
                while *self.manners.borrow() == Manners::Hangs {
                    rt::time::sleep(Duration::from_millis(20)).await;
                }
                return Ok(());
            }
            _ => writer.write_all(b"220 mail.example ESMTP\r\n").await?,
        }
        let mut mail: Option<Vec<String>> = None;
        while let Some(line) = lines.next_line().await? {
            if let Some(text) = &mut mail {
                if line != "." {
                    text.push(line);
                    continue;
                }
                if manners == Manners::CutsOff {
                    return Ok(());
                }
                self.heard.borrow_mut().mails.extend(mail.take());
                writer.write_all(b"250 queued\r\n").await?;
                continue;
            }
            self.heard.borrow_mut().commands.push(line.clone());
            let reply = match line.split(' ').next().unwrap_or_default() {
                "EHLO" => "250-mail.example\r\n250 8BITMIME",
                "RCPT" if manners == Manners::Postpones => "451 later",
                "RCPT" if manners == Manners::Rejects => "554 not here",
                "DATA" => {
                    mail = Some(Vec::new());
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            writer.write_all(format!("{reply}\r\n").as_bytes()).await?;
        }
        Ok(())
    }
}
