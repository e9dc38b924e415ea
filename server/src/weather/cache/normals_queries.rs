//! SQL of the stored normals, and of the cells that were asked for and have none yet.

use sqlx::FromRow;

use crate::db::Db;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::normals::{ANCHORS, Anchor, Distribution, Normals};
use crate::{on_db, on_lagging_db};

/// To be increased with every change of the format or of the period.
const VERSION: i64 = 1;
const NUMBERS: usize = 12;
/// No cell is that deep.
const NO_ELEVATION: i16 = i16::MIN;

#[derive(FromRow)]
struct NormalsRow {
    first_asked_day: i64,
    normals: Option<Vec<u8>>,
}

/// What is known about a cell.
pub enum Stored {
    Normals(Normals),
    /// Asked for on this day (since 1970) for the first time.
    Asked(i64),
}

pub async fn find_normals(db: &Db, cell: GridPoint) -> Result<Option<Stored>, sqlx::Error> {
    let row: Option<NormalsRow> = on_lagging_db!(db, pool => sqlx::query_as(
        "select first_asked_day, normals from weather_normals
         where latitude_e4 = $1 and longitude_e4 = $2 and version = $3")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(VERSION)
        .fetch_optional(pool)
        .await)?;
    Ok(row.map(|row| match row.normals.as_deref().and_then(unpack) {
        Some(normals) => Stored::Normals(normals),
        None => Stored::Asked(row.first_asked_day),
    }))
}

/// Remembers that a cell was asked for on this day, if it was not before.
pub async fn insert_asked(db: &Db, cell: GridPoint, day: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_normals (latitude_e4, longitude_e4, version, first_asked_day, normals)
         values ($1, $2, $3, $4, null) on conflict do nothing")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(VERSION)
        .bind(day)
        .execute(pool)
        .await
        .map(|_| ()))
}

pub async fn update_normals(db: &Db, cell: GridPoint, normals: &Normals) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update weather_normals set normals = $4 where latitude_e4 = $1 and longitude_e4 = $2 and version = $3")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(VERSION)
        .bind(pack(normals))
        .execute(pool)
        .await
        .map(|_| ()))
}

/// Cells that were asked for once and not again.
pub async fn delete_asked_before(db: &Db, day: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "delete from weather_normals where normals is null and first_asked_day < $1")
        .bind(day)
        .execute(pool)
        .await
        .map(|_| ()))
}

fn pack(normals: &Normals) -> Vec<u8> {
    let distribution = |one: Distribution| [one.mean, one.p2, one.p10, one.p90, one.p98];
    let anchors = normals.anchors.iter().flat_map(|anchor| {
        let temperatures = distribution(anchor.high).into_iter().chain(distribution(anchor.low));
        temperatures.chain([anchor.wet_share, anchor.mean_precipitation])
    });
    let numbers = std::iter::once(normals.elevation.unwrap_or(NO_ELEVATION)).chain(anchors);
    numbers.flat_map(i16::to_le_bytes).collect()
}

/// `None` for bytes of another shape: they are fetched again.
fn unpack(bytes: &[u8]) -> Option<Normals> {
    let numbers: Vec<i16> = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let (elevation, rest) = numbers.split_first()?;
    if bytes.len() != 2 * (1 + ANCHORS * NUMBERS) {
        return None;
    }
    let distribution = |row: &[i16]| Distribution { mean: row[0], p2: row[1], p10: row[2], p90: row[3], p98: row[4] };
    let anchor = |row: &[i16]| Anchor {
        high: distribution(&row[..5]),
        low: distribution(&row[5..10]),
        wet_share: row[10],
        mean_precipitation: row[11],
    };
    let elevation = Some(*elevation).filter(|metres| *metres != NO_ELEVATION);
    Some(Normals { elevation, anchors: rest.chunks_exact(NUMBERS).map(anchor).collect() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_returns_the_normals() {
        let distribution =
            |mean: i16| Distribution { mean, p2: mean - 90, p10: mean - 50, p90: mean + 50, p98: mean + 90 };
        let anchor = |index: usize| Anchor {
            high: distribution(index as i16),
            low: distribution(-(index as i16)),
            wet_share: 345,
            mean_precipitation: 21,
        };
        for elevation in [None, Some(-12)] {
            let normals = Normals { elevation, anchors: (0..ANCHORS).map(anchor).collect() };
            let packed = pack(&normals);
            assert_eq!((packed.len(), unpack(&packed)), (890, Some(normals)));
            assert_eq!(unpack(&packed[2..]), None);
        }
        assert_eq!(unpack(&[]), None);
    }
}
