//! tokio-postgres, a connection for each thread that serves, on which queries do not wait for each other's answers.

use super::rows::{self, BUYERS, MEMBER, Row, SCREEN, failed};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_application::{
    kernel::unavailable::Unavailable,
    parties::ports::Memberships,
    screens::ports::{FirstScreens, Overview},
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{CompanyId, SessionId},
    parties::membership::Membership,
};
use sooner_shared::form_body::StoredCompany;
use std::{cell::RefCell, sync::Arc};
use tokio_postgres::{
    Client, NoTls, Statement,
    types::{FromSql, Json},
};
use uuid::Uuid;

pub struct Bare {
    url: String,
    /// For what is not measured.
    rest: Arc<dyn Memberships>,
}

struct Line {
    client: Client,
    member: Statement,
    screen: Statement,
    buyers: Statement,
}

thread_local! {
    static LINE: RefCell<Option<Arc<Line>>> = const { RefCell::new(None) };
}

impl Bare {
    pub fn new(url: &str, rest: Arc<dyn Memberships>) -> Self {
        Self { url: url.to_owned(), rest }
    }

    async fn line(&self) -> Result<Arc<Line>, Unavailable> {
        if let Some(line) = LINE.with(|kept| kept.borrow().clone()) {
            return Ok(line);
        }
        let (client, connection) = tokio_postgres::connect(&self.url, NoTls).await.map_err(failed)?;
        actix_web::rt::spawn(connection);
        let member = client.prepare(MEMBER).await.map_err(failed)?;
        let screen = client.prepare(SCREEN).await.map_err(failed)?;
        let buyers = client.prepare(BUYERS).await.map_err(failed)?;
        let line = Arc::new(Line { client, member, screen, buyers });
        LINE.with(|kept| kept.replace(Some(line.clone())));
        Ok(line)
    }
}

fn at<'a, T: FromSql<'a>>(row: &'a tokio_postgres::Row, column: usize) -> Result<T, Unavailable> {
    row.try_get(column).map_err(failed)
}

impl Row for tokio_postgres::Row {
    fn text(&self, column: usize) -> Result<String, Unavailable> {
        at(self, column)
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Unavailable> {
        at(self, column)
    }

    fn flag(&self, column: usize) -> Result<bool, Unavailable> {
        at(self, column)
    }

    fn small(&self, column: usize) -> Result<i16, Unavailable> {
        at(self, column)
    }

    fn int(&self, column: usize) -> Result<i32, Unavailable> {
        at(self, column)
    }

    fn long(&self, column: usize) -> Result<i64, Unavailable> {
        at(self, column)
    }

    fn id(&self, column: usize) -> Result<Uuid, Unavailable> {
        at(self, column)
    }

    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>, Unavailable> {
        at(self, column)
    }

    fn time(&self, column: usize) -> Result<DateTime<Utc>, Unavailable> {
        at(self, column)
    }

    fn company(&self, column: usize) -> Result<StoredCompany, Unavailable> {
        at(self, column).map(|Json(company)| company)
    }
}

#[async_trait]
impl Memberships for Bare {
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable> {
        let line = self.line().await?;
        let row = line.client.query_opt(&line.member, &[&session.0]).await.map_err(failed)?;
        row.as_ref().map(rows::member).transpose()
    }

    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable> {
        self.rest.people(company).await
    }
}

#[async_trait]
impl FirstScreens for Bare {
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable> {
        let line = self.line().await?;
        let Some(row) = line.client.query_opt(&line.screen, &[&session.0]).await.map_err(failed)? else { return Ok(None) };
        let (session, user, membership) = rows::member(&row)?;
        let (status, company) = rows::application(&row)?;
        let buyers = line.client.query(&line.buyers, &[&membership.company.0]).await.map_err(failed)?;
        let pending_buyers = buyers.iter().map(rows::buyer).collect::<Result<_, _>>()?;
        Ok(Some((session, user, membership, Overview { status, company, pending_buyers })))
    }
}
