//! A dump of the whole database as text, to search for what must not be there.

use halcyon::db::{Db, Pool};
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo, ValueRef};

pub async fn dump(db: &Db) -> String {
    match db {
        Db::Sqlite { readers, .. } => {
            let tables: Vec<String> = sqlx::query_scalar("select name from sqlite_master where type = 'table'")
                .fetch_all(readers)
                .await
                .unwrap();
            let mut text = String::new();
            for table in tables {
                let rows =
                    sqlx::query(AssertSqlSafe(format!("select * from \"{table}\""))).fetch_all(readers).await.unwrap();
                for row in rows {
                    for index in 0..row.len() {
                        let value = row.try_get_raw(index).unwrap();
                        let kind = value.type_info().name().to_owned();
                        let shown = match kind.as_str() {
                            "BLOB" => row.get::<Vec<u8>, _>(index).iter().map(|byte| format!("{byte:02x}")).collect(),
                            "TEXT" => row.get::<String, _>(index),
                            _ => continue,
                        };
                        text.push_str(&format!("{table}.{}: {shown}\n", row.column(index).name()));
                    }
                }
            }
            text
        }
        Db::Postgres(_) => {
            let Pool::Postgres(pool) = db.reader() else { unreachable!() };
            let tables: Vec<String> = sqlx::query_scalar(
                "select table_name::text from information_schema.tables where table_schema = 'public'",
            )
            .fetch_all(pool)
            .await
            .unwrap();
            let mut text = String::new();
            for table in tables {
                let rows: Vec<String> =
                    sqlx::query_scalar(AssertSqlSafe(format!("select row_to_json(t)::text from \"{table}\" t")))
                        .fetch_all(pool)
                        .await
                        .unwrap();
                text.push_str(&rows.join("\n").replace('-', ""));
            }
            text
        }
    }
}
