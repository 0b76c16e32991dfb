//! What every store must keep, on SQLite and on PostgreSQL.

use super::{Checked, database::Database};
use sooner_application::{for_each_contract, testing::contracts};

mod sqlite {
    use super::*;

    macro_rules! on_sqlite {
        ($($module:ident { $($name:ident),* $(,)? })*) => {
            $(mod $module {
                use super::*;

                $(#[actix_web::test]
                async fn $name() -> Checked {
                    let database = Database::sqlite()?;
                    contracts::$module::$name(&database.store()?.ports()).await
                })*
            })*
        };
    }
    for_each_contract!(on_sqlite);
}

mod postgresql {
    use super::*;

    macro_rules! on_postgresql {
        ($($module:ident { $($name:ident),* $(,)? })*) => {
            $(mod $module {
                use super::*;

                $(#[actix_web::test]
                async fn $name() -> Checked {
                    let Some(database) = Database::postgres()? else { return Ok(()) };
                    contracts::$module::$name(&database.store()?.ports()).await
                })*
            })*
        };
    }
    for_each_contract!(on_postgresql);
}
