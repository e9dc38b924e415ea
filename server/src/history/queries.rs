//! Queries on the search history. Writers of one owner are serialised by a lock on the user's or visitor's row.

use uuid::Uuid;

use super::Owner;
use super::entry::EntryRow;
use crate::db::Db;
use crate::error::AppError;
use crate::session::UserId;
use crate::session::queries::lock_user_sql;
use crate::{on_db, on_db_transaction};

pub const MAX_ENTRIES: usize = 50;

/// One of the two ids is null and matches nothing. The owner's id alone would not do: a visitor may choose any id, also
/// that of a person.
const LIST: &str = "select id, name, address, latitude, longitude, place_id, geo_source, searched_at
     from history where owner_id = coalesce($1, $2) and (user_id = $1 or client_id = $2)
     order by searched_at desc, id desc";
pub const DELETE: &str = "delete from history where owner_id = $1 and id = $2";

/// Makes the visitor's row or marks it as alive; either way it is locked until the transaction ends.
const TOUCH_VISITOR: &str = "insert into visitors (client_id, touched_at) values ($1, $2)
     on conflict (client_id) do update set touched_at = excluded.touched_at";

impl Owner {
    fn user(self) -> Option<UserId> {
        match self {
            Owner::User(user) => Some(user),
            Owner::Visitor(_) => None,
        }
    }

    fn client(self) -> Option<Uuid> {
        match self {
            Owner::User(_) => None,
            Owner::Visitor(client) => Some(client),
        }
    }

    /// The one of the two that leads the key.
    fn id(self) -> Uuid {
        match self {
            Owner::User(user) => user.0,
            Owner::Visitor(client) => client,
        }
    }
}

pub async fn list_entries(db: &Db, owner: Owner) -> Result<Vec<EntryRow>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as(LIST).bind(owner.user()).bind(owner.client()).fetch_all(pool).await
    })
}

/// Puts a place on top; where it stood before, it goes.
pub async fn insert_entry(db: &Db, owner: Owner, entry: &EntryRow) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        match owner {
            Owner::User(user) => sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?,
            Owner::Visitor(client) => {
                sqlx::query(TOUCH_VISITOR).bind(client).bind(entry.searched_at).execute(&mut *transaction).await?
            }
        };
        let mut kept: Vec<EntryRow> =
            sqlx::query_as(LIST).bind(owner.user()).bind(owner.client()).fetch_all(&mut *transaction).await?;
        kept.insert(0, entry.clone());
        for id in superfluous(&kept) {
            sqlx::query(DELETE).bind(owner.id()).bind(id).execute(&mut *transaction).await?;
        }
        sqlx::query(
            "insert into history (owner_id, id, user_id, client_id, name, address, latitude, longitude, place_id,
                 geo_source, searched_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(owner.id())
        .bind(entry.id)
        .bind(owner.user())
        .bind(owner.client())
        .bind(&entry.name)
        .bind(&entry.address)
        .bind(entry.latitude)
        .bind(entry.longitude)
        .bind(&entry.place_id)
        .bind(entry.geo_source.as_str())
        .bind(entry.searched_at)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, sqlx::Error>(())
    })
}

pub async fn clear(db: &Db, owner: Owner) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "delete from history where owner_id = coalesce($1, $2) and (user_id = $1 or client_id = $2)",
    )
        .bind(owner.user())
        .bind(owner.client())
        .execute(pool)
        .await
        .map(|_| ()))
}

/// A visitor who signs in takes the history along, once: the visitor is forgotten with it.
pub async fn adopt(db: Db, user: UserId, client: Uuid) -> Result<(), AppError> {
    on_db_transaction!(db, transaction => {
        let locked = sqlx::query("update visitors set touched_at = touched_at where client_id = $1")
            .bind(client)
            .execute(&mut *transaction)
            .await?;
        if locked.rows_affected() == 0 {
            return Ok(());
        }
        sqlx::query(lock_user_sql(&db)).bind(user).execute(&mut *transaction).await?;
        // Copied, not changed: where owners are spread over machines, a row cannot change its owner. The conflict is that
        // of a visitor who used this user's id.
        sqlx::query(
            "insert into history (owner_id, id, user_id, name, address, latitude, longitude, place_id, geo_source,
                 searched_at)
             select $1, id, $1, name, address, latitude, longitude, place_id, geo_source, searched_at
             from history where owner_id = $2 and client_id = $2
             on conflict do nothing",
        )
        .bind(user)
        .bind(client)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("delete from visitors where client_id = $1").bind(client).execute(&mut *transaction).await?;
        let together: Vec<EntryRow> =
            sqlx::query_as(LIST).bind(user).bind(None::<Uuid>).fetch_all(&mut *transaction).await?;
        for id in superfluous(&together) {
            sqlx::query(DELETE).bind(user).bind(id).execute(&mut *transaction).await?;
        }
        Ok::<_, AppError>(())
    })
}

/// Of entries with the newest first: repetitions of a newer one, and what comes after the fiftieth.
fn superfluous(newest_first: &[EntryRow]) -> Vec<Uuid> {
    let mut kept: Vec<&EntryRow> = Vec::new();
    let mut gone = Vec::new();
    for entry in newest_first {
        let is_repeated = kept.iter().any(|newer| newer.at().is_same_place(entry.at()));
        if is_repeated || kept.len() == MAX_ENTRIES {
            gone.push(entry.id);
        } else {
            kept.push(entry);
        }
    }
    gone
}
