//! Letters to debtors, and what debtors are to be told.

use super::{
    PaperStore,
    schema::{notice_claims, notices, told_debtors},
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{Id, Time},
        written::as_written,
    },
    parties::schema::{companies, debtors},
    receivables::schema::receivables,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{dsl::count_star, prelude::*};
use sooner_application::{
    kernel::{
        outbox::{Attachment, Attachments},
        unavailable::Unavailable,
    },
    papers::ports::{Lacking, Letter, LetterFile, Letters, LettersOf, News, Unreachable, Untold},
};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, ReceivableId},
        language::Language,
        text::Line,
    },
    onboarding::bank_account::Iban,
    receivables::notice::{NoticeId, NoticeKind, Told},
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = notices)]
struct LetterRow {
    id: Id,
    kind: String,
    debtor_id: Id,
    made_on: NaiveDate,
    language: String,
    sent_to: String,
    claims: i64,
    ibans: String,
    sha256: Vec<u8>,
    made_at: Time,
}

impl LetterRow {
    fn of(letter: &Letter) -> Self {
        let Letter { id, kind, debtor, made_on, language, sent_to, claims, accounts, sha256, made_at } = letter;
        let ibans: Vec<_> = accounts.iter().map(Iban::as_str).collect();
        Self {
            id: Id(id.0),
            kind: kind.code().to_owned(),
            debtor_id: Id(debtor.0),
            made_on: *made_on,
            language: language.code().to_owned(),
            sent_to: sent_to.as_str().to_owned(),
            claims: *claims,
            ibans: ibans.join(" "),
            sha256: sha256.0.to_vec(),
            made_at: Time(*made_at),
        }
    }

    fn letter(self) -> Option<Letter> {
        let accounts = self.ibans.split_whitespace().map(Iban::parse).collect::<Result<_, _>>().ok()?;
        Some(Letter {
            id: NoticeId(self.id.0),
            kind: NoticeKind::from_code(&self.kind)?,
            debtor: DebtorId(self.debtor_id.0),
            made_on: self.made_on,
            language: Language::from_code(&self.language)?,
            sent_to: EmailAddress::parse(&self.sent_to).ok()?,
            claims: self.claims,
            accounts,
            sha256: Digest(self.sha256.try_into().ok()?),
            made_at: self.made_at.0,
        })
    }
}

fn parsed(row: LetterRow) -> Result<Letter, Failure<Unavailable>> {
    row.letter().ok_or_else(|| corrupt("letter"))
}

fn told(code: &str) -> Result<Told, Failure<Unavailable>> {
    Told::from_code(code).ok_or_else(|| corrupt("telling"))
}

pub(super) fn insert(conn: &mut Conn, LetterFile { letter, code_hash, content, about }: LetterFile) -> Result<(), diesel::result::Error> {
    let file = (LetterRow::of(&letter), notices::code_hash.eq(code_hash.0.to_vec()), notices::content.eq(content));
    on!(&mut *conn, |c| diesel::insert_into(notices::table).values(file).execute(c))?;
    let claim = |id: &ReceivableId| (notice_claims::receivable_id.eq(Id(id.0)), notice_claims::notice_id.eq(Id(letter.id.0)));
    let claims: Vec<_> = about.iter().map(claim).collect();
    on!(conn, |c| diesel::insert_into(notice_claims::table).values(&claims).execute(c))?;
    Ok(())
}

/// In place of what was told before.
pub(super) fn tell(conn: &mut Conn, (debtor, on): (DebtorId, NaiveDate), about: &[News]) -> Result<(), diesel::result::Error> {
    let ids: Vec<_> = about.iter().map(|news| Id(news.about.0)).collect();
    on!(&mut *conn, |c| diesel::delete(told_debtors::table.filter(told_debtors::receivable_id.eq_any(ids))).execute(c))?;
    let row = |News { about, told, lacking }: &News| {
        (
            told_debtors::receivable_id.eq(Id(about.0)),
            told_debtors::debtor_id.eq(Id(debtor.0)),
            told_debtors::told.eq(told.code()),
            told_debtors::lacking.eq(lacking.clone()),
            told_debtors::told_on.eq(on),
        )
    };
    let rows: Vec<_> = about.iter().map(row).collect();
    on!(conn, |c| diesel::insert_into(told_debtors::table).values(&rows).execute(c))?;
    Ok(())
}

/// What one debtor was told last, another one was.
pub(super) fn replace_debtor(conn: &mut Conn, before: DebtorId, after: DebtorId) -> Result<(), diesel::result::Error> {
    let update = diesel::update(told_debtors::table.filter(told_debtors::debtor_id.eq(Id(before.0))));
    on!(conn, |c| update.set(told_debtors::debtor_id.eq(Id(after.0))).execute(c)).map(drop)
}

const BOUGHT: [&str; 2] = ["accepted", "funded"];
const GIVEN_BACK: [&str; 2] = ["charged_back", "rejected"];

fn codes(of: impl Fn(Told) -> bool) -> Vec<&'static str> {
    Told::ALL.iter().copied().filter(|told| of(*told)).map(Coded::code).collect()
}

/// Of what sellers brought, what its debtor is to be told that it was bought. A word on a database that joins on the left: none
/// was told yet.
macro_rules! sold {
    () => {
        receivables::table
            .left_join(told_debtors::table)
            .filter(receivables::status.eq_any(BOUGHT))
            .filter(receivables::buyer_id.is_not_null())
            .filter(told_debtors::told.is_null().or(told_debtors::told.eq_any(codes(Told::waits))))
    };
}

/// What a debtor was told is the house's, and is not any more.
macro_rules! given_back {
    () => {
        told_debtors::table
            .inner_join(receivables::table)
            .filter(told_debtors::told.eq_any(codes(Told::is_to_be_released)))
            .filter(receivables::status.eq_any(GIVEN_BACK))
    };
}

fn debtors_to_tell(conn: &mut Conn, after: Option<DebtorId>, most: i64) -> Result<Vec<DebtorId>, Failure<Unavailable>> {
    let after = Id(after.map_or(Uuid::nil(), |id| id.0));
    let sold = sold!().filter(receivables::debtor_id.gt(after)).select(receivables::debtor_id.assume_not_null()).distinct();
    let sold: Vec<Id> = on!(&mut *conn, |c| sold.order(receivables::debtor_id.assume_not_null()).limit(most).load(c))?;
    let back = given_back!().filter(told_debtors::debtor_id.gt(after)).select(told_debtors::debtor_id).distinct();
    let back: Vec<Id> = on!(conn, |c| back.order(told_debtors::debtor_id).limit(most).load(c))?;
    let mut all: Vec<_> = sold.into_iter().chain(back).map(|id| DebtorId(id.0)).collect();
    all.sort();
    all.dedup();
    all.truncate(usize::try_from(most).unwrap_or_default());
    Ok(all)
}

fn untold(conn: &mut Conn, debtor: Id, most: i64) -> Result<Untold, Failure<Unavailable>> {
    let sold = sold!().filter(receivables::debtor_id.eq(debtor)).order(receivables::id).limit(most);
    let sold = sold.select((receivables::id, told_debtors::told.nullable()));
    let sold: Vec<(Id, Option<String>)> = on!(&mut *conn, |c| sold.load(c))?;
    let sold = sold.into_iter().map(|(id, code)| Ok((ReceivableId(id.0), code.as_deref().map(told).transpose()?)));
    let sold = sold.collect::<Result<_, Failure<Unavailable>>>()?;
    let back = given_back!().filter(told_debtors::debtor_id.eq(debtor)).order(receivables::id).limit(most);
    let back: Vec<(Id, String)> = on!(conn, |c| back.select((receivables::id, told_debtors::told)).load(c))?;
    let given_back = back.into_iter().map(|(id, code)| Ok((ReceivableId(id.0), told(&code)?)));
    Ok(Untold { sold, given_back: given_back.collect::<Result<_, Failure<Unavailable>>>()? })
}

fn letters(conn: &mut Conn, of: LettersOf, most: i64) -> Result<Vec<Letter>, Failure<Unavailable>> {
    let newest_first = (notices::made_at.desc(), notices::id.desc());
    let rows: Vec<LetterRow> = match of {
        LettersOf::Debtor(debtor) => {
            let query = notices::table.filter(notices::debtor_id.eq(Id(debtor.0))).order(newest_first).limit(most);
            on!(conn, |c| query.select(LetterRow::as_select()).load(c))?
        }
        LettersOf::Receivable(id) => {
            let query = notice_claims::table.inner_join(notices::table).filter(notice_claims::receivable_id.eq(Id(id.0)));
            let query = query.order(newest_first).limit(most);
            on!(conn, |c| query.select(LetterRow::as_select()).load(c))?
        }
    };
    rows.into_iter().map(parsed).collect()
}

fn letter(conn: &mut Conn, id: Id) -> Result<Option<LetterFile>, Failure<Unavailable>> {
    let query = notices::table.find(id);
    let found: Option<(LetterRow, Vec<u8>, Vec<u8>)> =
        on!(&mut *conn, |c| query.select((LetterRow::as_select(), notices::code_hash, notices::content)).get_result(c)).optional()?;
    let Some((row, code_hash, content)) = found else { return Ok(None) };
    let about = notice_claims::table.filter(notice_claims::notice_id.eq(id)).order(notice_claims::receivable_id);
    let about: Vec<Id> = on!(conn, |c| about.select(notice_claims::receivable_id).load(c))?;
    let code_hash = Digest(code_hash.try_into().map_err(|_| corrupt("letter"))?);
    let about = about.into_iter().map(|id| ReceivableId(id.0)).collect();
    let letter = parsed(row)?;
    as_written(&content, letter.sha256.0.to_vec()).ok_or_else(|| corrupt("letter"))?;
    Ok(Some(LetterFile { letter, code_hash, content, about }))
}

/// What is blocked still: sold, and not to be known; or given back, and still to be released.
macro_rules! blocked {
    ($of:expr) => {{
        let unreleased = codes(|told| told.is_blocked() && told.is_to_be_released());
        let is_bought = receivables::status.eq_any(BOUGHT).and(told_debtors::told.ne_all(unreleased.clone()));
        let is_back = receivables::status.eq_any(GIVEN_BACK).and(told_debtors::told.eq_any(unreleased));
        told_debtors::table
            .inner_join(receivables::table.inner_join(companies::table))
            .inner_join(debtors::table)
            .filter(told_debtors::told.eq_any(codes($of)))
            .filter(is_bought.or(is_back))
    }};
}

fn unreachable(conn: &mut Conn, most: i64) -> Result<Vec<Unreachable>, Failure<Unavailable>> {
    let query = blocked!(|told| told.is_blocked() && !told.lacks_letters())
        .group_by((debtors::legal_name, debtors::id, told_debtors::told))
        .select((debtors::legal_name, debtors::id, told_debtors::told, count_star()))
        .order((debtors::legal_name, debtors::id, told_debtors::told))
        .limit(most);
    let rows: Vec<(String, Id, String, i64)> = on!(&mut *conn, |c| query.load(c))?;
    let one = |(name, id, code, claims): (String, Id, String, i64)| {
        let legal_name = Line::parse(&name).map_err(|_| corrupt("debtor"))?;
        Ok(Unreachable { debtor: DebtorId(id.0), legal_name, why: told(&code)?, claims, lacking: None })
    };
    let mut all: Vec<_> =
        rows.into_iter().map(one).chain(unreadable(conn, most)?.into_iter().map(Ok)).collect::<Result<_, Failure<_>>>()?;
    all.sort_by(|one, other| (one.legal_name.as_str(), one.debtor, one.why).cmp(&(other.legal_name.as_str(), other.debtor, other.why)));
    all.truncate(usize::try_from(most).unwrap_or_default());
    Ok(all)
}

/// Debtor, what it was told, seller, and the letters.
type LackingRow = (String, Id, String, Id, Option<String>, String);

/// For letters that no font has, by whose claims they are in.
fn unreadable(conn: &mut Conn, most: i64) -> Result<Vec<Unreachable>, Failure<Unavailable>> {
    let of = (debtors::legal_name, debtors::id, told_debtors::told, companies::id, companies::legal_name, told_debtors::lacking);
    let query = blocked!(Told::lacks_letters)
        .group_by(of)
        .select((of, count_star()))
        .order((debtors::legal_name, debtors::id, told_debtors::told, companies::id, told_debtors::lacking))
        .limit(most);
    let rows: Vec<(LackingRow, i64)> = on!(conn, |c| query.load(c))?;
    let named = |name: &str| Line::parse(name).map_err(|_| corrupt("name"));
    let one = |((debtor_name, debtor, code, seller, name, letters), claims): (LackingRow, i64)| {
        let seller_name = name.as_deref().map(named).transpose()?;
        let lacking = Some(Lacking { seller: CompanyId(seller.0), seller_name, letters });
        Ok(Unreachable { debtor: DebtorId(debtor.0), legal_name: named(&debtor_name)?, why: told(&code)?, claims, lacking })
    };
    rows.into_iter().map(one).collect()
}

#[async_trait]
impl Letters for PaperStore {
    async fn debtors_to_tell(&self, after: Option<DebtorId>, most: i64) -> Result<Vec<DebtorId>, Unavailable> {
        self.db.read(move |conn| debtors_to_tell(conn, after, most)).await
    }

    async fn untold(&self, debtor: DebtorId, most: i64) -> Result<Untold, Unavailable> {
        self.db.read(move |conn| untold(conn, Id(debtor.0), most)).await
    }

    async fn told(&self, receivable: ReceivableId) -> Result<Option<Told>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = told_debtors::table.find(Id(receivable.0)).select(told_debtors::told);
            let code: Option<String> = on!(conn, |c| query.get_result(c)).optional()?;
            code.as_deref().map(told).transpose()
        };
        self.db.read(read).await
    }

    async fn letters(&self, of: LettersOf, most: i64) -> Result<Vec<Letter>, Unavailable> {
        self.db.read(move |conn| letters(conn, of, most)).await
    }

    async fn letter(&self, id: NoticeId) -> Result<Option<LetterFile>, Unavailable> {
        self.db.read(move |conn| letter(conn, Id(id.0))).await
    }

    async fn by_code(&self, hash: Digest) -> Result<Option<Letter>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = notices::table.filter(notices::code_hash.eq(hash.0.to_vec()));
            let row: Option<LetterRow> = on!(conn, |c| query.select(LetterRow::as_select()).get_result(c)).optional()?;
            row.map(parsed).transpose()
        };
        self.db.read(read).await
    }

    async fn unreachable(&self, most: i64) -> Result<Vec<Unreachable>, Unavailable> {
        self.db.read(move |conn| unreachable(conn, most)).await
    }
}

#[async_trait]
impl Attachments for PaperStore {
    async fn attachment(&self, id: Uuid) -> Result<Option<Attachment>, Unavailable> {
        Ok(self.letter(NoticeId(id)).await?.map(LetterFile::attached))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::receivables::status::ReceivableStatus;

    #[test]
    fn the_codes_of_statuses_are_those_of_the_domain() {
        use ReceivableStatus as S;
        assert_eq!(BOUGHT, [S::Accepted, S::Funded].map(Coded::code));
        assert_eq!(GIVEN_BACK, [S::ChargedBack, S::Rejected].map(Coded::code));
    }
}
