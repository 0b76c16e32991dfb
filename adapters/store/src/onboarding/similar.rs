//! What may be the same company as an application's.

use super::schema::applications;
use crate::{
    kernel::{
        conn::{Conn, on},
        first::First,
        sql_types::Id,
    },
    parties::{debtors, schema::companies},
};
use diesel::prelude::*;
use sooner_application::onboarding::ports::CaseFile;
use sooner_domain::{
    kernel::text::Line,
    onboarding::{
        application::{Application, ApplicationId},
        noticed::{Likeness, Similar},
        status::OnboardingStatus,
    },
};

/// The applications with this key, and what their companies are called.
macro_rules! called {
    ($wanted:expr) => {
        applications::table
            .inner_join(companies::table.on(companies::id.eq(applications::company_id)))
            .filter($wanted)
            .select((applications::id, companies::legal_name))
    };
}

macro_rules! of_entity {
    ($entity:expr, $own:expr) => {
        called!(companies::legal_entity.eq($entity).and(companies::id.ne($own)))
    };
}

/// Whatever was handed in has one of these statuses; with it the name is one place in an index.
macro_rules! of_name {
    ($name:expr, $own:expr) => {{
        let handed_in = OnboardingStatus::ALL.into_iter().filter(|status| *status != OnboardingStatus::NotCompleted);
        let handed_in: Vec<i16> = handed_in.map(OnboardingStatus::number).collect();
        called!(applications::status.eq_any(handed_in).and(applications::company_key.eq($name)).and(applications::id.ne($own)))
    }};
}

/// The companies that were named as this one is, by number or by name, and the debtor it is. Each case comes once.
pub(super) fn to(conn: &mut Conn, application: &Application) -> QueryResult<Vec<Similar>> {
    let (id, company) = (Id(application.parts().id.0), Id(application.parts().company.0));
    let details = &application.form().company;
    let mut similar = Vec::new();
    if let Some(entity) = details.legal_entity() {
        let query = of_entity!(entity.key(), company);
        let rows: Vec<(Id, Option<String>)> = on!(&mut *conn, |c| First(CaseFile::MAX_SIMILAR, query).load(c))?;
        similar.extend(rows.into_iter().filter_map(|(id, name)| found(Likeness::Entity(ApplicationId(id.0)), name)));
        let debtor = debtors::name_of_entity(conn, &entity)?;
        similar.extend(found(Likeness::Debtor, debtor));
    }
    let name = details.folded_name();
    if !name.is_empty() {
        let query = of_name!(name, id);
        let rows: Vec<(Id, Option<String>)> = on!(&mut *conn, |c| First(CaseFile::MAX_SIMILAR, query).load(c))?;
        let known = |id: &Id| similar.iter().any(|similar| similar.by == Likeness::Entity(ApplicationId(id.0)));
        let new: Vec<_> = rows.into_iter().filter(|(id, _)| !known(id)).collect();
        similar.extend(new.into_iter().filter_map(|(id, name)| found(Likeness::Name(ApplicationId(id.0)), name)));
    }
    similar.sort_by_key(|similar| similar.by);
    Ok(similar)
}

fn found(by: Likeness, name: Option<String>) -> Option<Similar> {
    Some(Similar { by, company: Line::parse(&name?).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use uuid::Uuid;

    #[test]
    fn what_is_similar_is_looked_up_in_an_index() {
        let own = Id(Uuid::nil());
        assert_one_range(&First(5, of_entity!("DE:R:HRB1", own)), "companies_handed_in_entity");
        assert_one_range(&First(5, of_name!("muhle", own)), "applications_company");
    }
}
