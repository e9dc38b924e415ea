//! The owner's id leads the key of every owned table, so that a distributed PostgreSQL can keep a person's rows together.

use std::collections::BTreeMap;

use halcyon::db::Pool;

use crate::support::TestApp;

/// Tables that name a person and belong to none; `docs/scale.md` says where they would stand.
const NOBODYS: &[(&str, &str)] = &[
    ("contact_messages", "mail to the support, mostly from strangers"),
    ("outbox", "a queue that workers claim in order of time, across users"),
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
        let is_nobodys = NOBODYS.iter().any(|(name, _)| name == table);
        let leads = key.first().is_some_and(|column| column == "user_id" || column == "owner_id");
        assert_eq!(leads, !is_nobodys, "{table} has the key {key:?}");
    }
}
