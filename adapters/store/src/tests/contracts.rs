//! What every store must keep, on SQLite and on PostgreSQL.

use super::{Checked, database::Database};
use sooner_application::{for_each_contract, testing};

mod sqlite {
    use super::*;

    macro_rules! on_sqlite {
        ($($about:ident = $($module:ident)::+ { $($contract:ident),* $(,)? })*) => {
            $(mod $about {
                use super::*;
                use testing::$($module)::+ as contracts;

                $(#[actix_web::test]
                async fn $contract() -> Checked {
                    let database = Database::sqlite()?;
                    Box::pin(contracts::$contract(&database.store()?.ports())).await
                })*
            })*
        };
    }
    for_each_contract!(on_sqlite);
}

mod postgresql {
    use super::*;

    macro_rules! on_postgresql {
        ($($about:ident = $($module:ident)::+ { $($contract:ident),* $(,)? })*) => {
            $(mod $about {
                use super::*;
                use testing::$($module)::+ as contracts;

                $(#[actix_web::test]
                async fn $contract() -> Checked {
                    let Some(database) = Database::postgres()? else { return Ok(()) };
                    Box::pin(contracts::$contract(&database.store()?.ports())).await
                })*
            })*
        };
    }
    for_each_contract!(on_postgresql);
}
