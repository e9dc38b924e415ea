//! The owner's id leads the key of every owned table, so that a distributed PostgreSQL can keep a person's rows together.

use std::collections::BTreeMap;

use halcyon::db::Pool;

use crate::support::TestApp;

/// Owned tables with another key, and why; `docs/scale.md` says what each would need.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("contact_messages", "mostly from people without an account"),
    ("history", "of a person or of a visitor: the owner may be either"),
    ("notices", "found by the message that carries it"),
    ("outbox", "a queue over all people; some messages belong to nobody"),
    ("push_devices", "a device belongs to the last person who signed in on it, whoever had it before"),
];

/// Of each table its columns, and those of its primary key in order.
type Schema = BTreeMap<String, (Vec<String>, Vec<String>)>;

async fn schema(app: &TestApp) -> Schema {
    let rows: Vec<(String, String, i64)> = match app.db.reader() {
        Pool::Sqlite(pool) => sqlx::query_as(
            "select m.name, c.name, c.pk from sqlite_master m, pragma_table_info(m.name) c
             where m.type = 'table' order by m.name, c.pk",
        )
        .fetch_all(pool)
        .await
        .unwrap(),
        Pool::Postgres(pool) => sqlx::query_as(
            "select c.table_name::text, c.column_name::text, coalesce(k.ordinal_position, 0)::bigint
             from information_schema.columns c
             left join information_schema.table_constraints t
                 on t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
             left join information_schema.key_column_usage k
                 on k.constraint_name = t.constraint_name and k.column_name = c.column_name
             where c.table_schema = 'public' order by 1, 3",
        )
        .fetch_all(pool)
        .await
        .unwrap(),
    };
    let mut schema = Schema::new();
    for (table, column, place_in_key) in rows {
        let (columns, key) = schema.entry(table).or_default();
        if place_in_key > 0 {
            key.push(column.clone());
        }
        columns.push(column);
    }
    schema
}

#[tokio::test]
async fn the_owner_leads_the_key_of_every_owned_table() {
    let app = TestApp::start().await;
    let schema = schema(&app).await;
    let owned: Vec<_> =
        schema.iter().filter(|(_, (columns, _))| columns.iter().any(|name| name == "user_id")).collect();
    assert!(owned.len() > 8, "{owned:?}");
    for (table, (_, key)) in owned {
        let is_excepted = EXCEPTIONS.iter().any(|(name, _)| name == table);
        let leads = key.first().is_some_and(|column| column == "user_id");
        assert_eq!(leads, !is_excepted, "{table} has the key {key:?}");
    }
}
