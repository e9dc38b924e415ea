//! SQL of the daily quota.

use crate::db::Db;
use crate::on_db;

/// Reserves part of the day's quota if that much is left; returns the new total.
pub async fn reserve(
    db: &Db,
    source: &str,
    day: i64,
    tenths: i64,
    limit_tenths: i64,
) -> Result<Option<i64>, sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("insert into weather_quota (source, day, spent_tenths) values ($1, $2, 0) on conflict do nothing")
            .bind(source)
            .bind(day)
            .execute(pool)
            .await?;
        sqlx::query_scalar(
            "update weather_quota set spent_tenths = spent_tenths + $3
             where source = $1 and day = $2 and spent_tenths + $3 <= $4
             returning spent_tenths")
            .bind(source)
            .bind(day)
            .bind(tenths)
            .bind(limit_tenths)
            .fetch_optional(pool)
            .await
    })
}

pub async fn refund(db: &Db, source: &str, day: i64, tenths: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update weather_quota set spent_tenths = spent_tenths - $3 where source = $1 and day = $2")
        .bind(source)
        .bind(day)
        .bind(tenths)
        .execute(pool)
        .await
        .map(|_| ()))
}

pub async fn find_spent(db: &Db, source: &str, day: i64) -> Result<i64, sqlx::Error> {
    let spent: Option<i64> = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select spent_tenths from weather_quota where source = $1 and day = $2")
        .bind(source)
        .bind(day)
        .fetch_optional(pool)
        .await)?;
    Ok(spent.unwrap_or(0))
}
